"""How does a turn of the gift variant go? Picks, placing, dome, skipped seats. (rules page, section 11)"""

from engine_games import assert_agreement, kinds, moves, play

from medina_arena.engine import Game

# Each seat has one piece of each colour and its domes.
FEW = "gift:supply_palace=1:supply_stables=0:supply_inhabitants=0:supply_walls=0"


def test_all_pick_in_seat_order_and_the_active_seat_places() -> None:
    game = Game("gift", 3, moves="Ih6")
    for seat, pick in enumerate(("?W", "?S", "?G")):
        assert (game.to_move, moves(game)) == (seat, ["?G", "?K", "?B", "?O", "?S", "?I", "?W"])
        assert game.hands()[seat]["W"] == 10  # a picked piece stays in the hand until all have picked
        game.play(pick)
    assert [hand[kind] for hand, kind in zip(game.hands(), "WSG", strict=True)] == [9, 3, 5]
    assert (game.to_move, kinds(game)) == (0, "GW")
    play(game, "Gb2")
    assert kinds(game) == "SW"  # and no dome before the gifts are placed
    play(game, "W1h Sb3")
    assert moves(game) == ["Db2", "-"]
    play(game, "-")
    assert game.to_move == 1
    assert_agreement(game)


def test_gifts_that_cannot_be_placed_leave_the_game() -> None:
    game = play(Game("gift", 3, moves="Ih6"), "?S ?S ?S")
    assert [hand["S"] for hand in game.hands()] == [3, 3, 3]
    assert (game.to_move, kinds(game)) == (1, "?")  # no dome either: the turn is over
    assert_agreement(game)


def test_a_gift_waits_until_another_makes_room_for_it() -> None:
    game = play(Game("gift", 3, moves="Ih6"), "?S ?G ?S")
    assert kinds(game) == "G"
    play(game, "Gb2")
    assert kinds(game) == "S"
    play(game, "Sb1 Sb3")
    assert moves(game) == ["Db2", "-"]
    assert_agreement(game)


def test_equal_gifts_are_one_choice() -> None:
    game = play(Game("gift", 3, moves="Ih6"), "?W ?W ?W W1h")
    assert moves(game) == ["W1h", "W1v", "W2h", "W2v", "W3h", "W3v", "W4h", "W4v"]
    assert_agreement(game)


def test_turn_ends_without_a_move_if_no_dome_can_be_placed() -> None:
    game = play(Game("gift", 3, moves="Ih6"), "?W ?W ?W W1h W1h W1h")
    assert game.to_move == 1
    assert kinds(game) == "?"


def test_dome_cannot_be_declined_when_nobody_gave() -> None:
    script = "Ih6 ?G ?G ?G Gb2 Gb3 Gb4 - ?K ?K ?K Kf2 Kf3 Kf4 - ?B ?B ?B Bj2 Bj3 Bj4 - ?O ?O ?O Om2 Om3 Om4 -"
    game = play(Game(FEW, 3), script)
    assert (game.to_move, moves(game)) == (1, ["Db2", "Df2", "Dj2", "Dm2"])
    play(game, "Dm2")
    assert (game.to_move, moves(game)) == (2, ["Db2", "Df2", "Dj2"])
    play(game, "Dj2 Df2")
    assert (game.to_move, moves(game)) == (1, ["Db2"])
    play(game, "Db2")
    assert game.is_over
    assert game.scores() == [3 + 2, 3 + 4 + 3 + 1, 3 + 3]
    assert_agreement(game)


def test_seat_with_only_domes_is_skipped_when_it_can_do_nothing() -> None:
    # Seat 1 claims grey and orange; the rest goes to seat 2, so that seat 0 is passed over twice.
    script = "Ih6 ?G ?G ?G Gb2 Gb3 Gb4 - ?K ?K ?K Kf2 Kf3 Kf4 Df2 ?B ?B ?B Bj2 Bj3 Bj4 Dj2 ?O ?O ?O Om2 Om3 Om4 Db2"
    game = play(Game(FEW, 3), script)
    assert (game.to_move, moves(game)) == (1, ["Dm2"])
    play(game, "Dm2")
    assert game.is_over  # nobody has anything but domes, and every palace is claimed
    assert [hand["D"] for hand in game.hands()] == [3, 2, 3]
    assert_agreement(game)


# Two pieces of each colour for everybody. Grey closes in the third turn and leaves the seats with 3, 5 and 4 pieces.
UNEQUAL = """Ih6 ?O ?G ?O Om2 Gb2 Om3 Db2 ?G ?O ?O Gb6 Om4 Om5 Db6 ?G ?B ?O Gb10 Bj2 Om6 Db10
    ?K ?O ?K Kf2 Om7 Kf3 Dj2 ?K ?K ?K Kf4 Kf5 Kf6 Dm2 ?B ?B ?K Bj9 Bj10 Kf7 Dj9"""


def unequal(last_player: str = "pieces") -> Game:
    white = "supply_stables=0:supply_inhabitants=0:supply_walls=0"
    return play(Game(f"gift:supply_palace=2:last_player={last_player}:{white}", 3), UNEQUAL)


def test_seat_with_only_domes_places_what_the_others_give() -> None:
    game = unequal()
    assert [sum(hand[kind] for kind in "GKBOSIW") for hand in game.hands()] == [0, 2, 1]
    assert (game.to_move, moves(game)) == (1, ["?B"])  # it is the turn of seat 0, which has nothing to give
    play(game, "?B ?B")
    assert (game.to_move, kinds(game)) == (0, "B")
    play(game, "Bj5 Bj6")
    assert moves(game) == ["Df2", "-"]
    assert_agreement(game)


def test_last_player_may_not_decline_the_dome() -> None:
    # Seats 0 and 2 own a brown palace, and nothing but the third brown one is left.
    for version in ("pieces", "claims"):
        game = play(unequal(version), "?B ?B Bj5 Bj6 Df2 ?B Bi5")
        assert (game.to_move, moves(game)) == (1, ["Dj5"])
        play(game, "Dj5")
        assert game.is_over
        assert_agreement(game)
    game = play(unequal("domes"), "?B ?B Bj5 Bj6 Df2 ?B Bi5")
    assert moves(game) == ["Dj5", "-"]
    assert_agreement(game)
