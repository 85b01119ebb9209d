"""What is special about ditt? Opening, limits of a turn, blocking domes. (rules page, sections 3, 8 and 11)"""

from engine_games import assert_agreement, kinds, moves, play, sources

from medina_arena.engine import Game

AWAY = ("W2h", "W3v", "W3h")


def test_opening_is_0_1_2_and_then_3() -> None:
    game = Game("ditt")
    seats = []
    for move in ("Ih6", "W1h", "W1h", "W1h", "W1v", "W1v", "Gb2", "W2v", "Gb3"):
        seats.append(game.to_move)
        game.play(move)
    assert seats == [0, 1, 0, 0, 1, 1, 1, 0, 0]
    assert_agreement(game)


def test_one_piece_of_each_colour_in_a_turn() -> None:
    game = play(Game("ditt"), "Ih6 W1h W1h W1h Gb2")
    assert kinds(game) == "BDIKNOSW"
    play(game, "Kf2")
    assert kinds(game) == "BDINOSW"
    play(game, "Bj2")
    assert (game.to_move, kinds(game)) == (0, "BDGIKNOSW")
    assert_agreement(game)


def test_two_white_pieces_in_a_turn() -> None:
    game = play(Game("ditt"), "Ih6 Gb2 W1h W1h W1h")
    assert kinds(game) == "BDGIKNOSW"
    play(game, "Sb3")
    assert kinds(game) == "BDGKNO"
    play(game, "Gc2")
    assert game.to_move == 0
    assert_agreement(game)


def test_one_dome_of_each_sort_in_a_turn() -> None:
    game = play(Game("ditt"), "Ih6 Gb2 Kf2 Bj2 Om2 Gb3 Kf3 0! Db2")
    assert kinds(game) == "BGIKNOSW"
    play(game, "Nf2")
    assert kinds(game) == "BGIKOSW"
    assert_agreement(game)


def test_limits_can_end_a_turn_early() -> None:
    # All palace pieces are used up and no palace is unclaimed: only two walls are left for each turn.
    few = "ditt:supply_palace=1:supply_inhabitants=0:supply_stables=0"
    game = play(Game(few), "Ih6 Gb2 Gb3 Kf2 Kf3 Bj2 Om2 Bj3 Om3 Db2 Df2 W1h W1h Dj2 W1h W1h Dm2 W1h W1h")
    assert (game.to_move, game.placements_left) == (0, 3)
    assert kinds(game) == "W"
    play(game, "W1v W1v")
    assert game.to_move == 1
    play(game, "W4v W4v")
    assert game.to_move == 0
    assert_agreement(game)


def test_one_blocking_dome_on_each_colour() -> None:
    game = play(Game("ditt"), "Ih6 Gb2 Gb3 Kf2 Kf3 W2h W2h Nb2 Gb6 W2h Gb7 W2h W2h W2h")
    assert moves(game, "DN") == ["Df2", "Db6", "Nf2"]
    play(game, "Bj2 W2h")
    assert moves(game, "DN") == ["Df2", "Db6", "Dj2", "Nf2", "Nb6", "Nj2"]
    assert_agreement(game)


def test_blocked_palace_takes_no_part_in_the_tiles() -> None:
    game = play(Game("ditt"), "Ih6 Oa1 W2h W3h Na1 Od1 W4h Dd1 Sa2 W2h")
    assert sources(game, 0, "palace_tiles", "tower_tiles") == [4, 0]
    assert game.tower_tiles == [None] * 4
    play(game, "W4h W4h Bm8 W4h")
    assert game.tower_tiles == [None, None, None, 0]
    play(game, "W4v")
    assert game.tower_tiles == [None, None, None, 0]
    assert_agreement(game)


def test_blocking_dome_is_no_claim() -> None:
    game = play(Game("ditt"), "Ih6 Gb2 1:Nb2 Gb6 1:Db6", AWAY)
    assert [palace.owner for palace in game.palaces()] == [None, 1]
    assert game.hands()[0]["G"] > 0
    assert_agreement(game)
