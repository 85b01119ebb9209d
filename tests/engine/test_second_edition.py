"""What is special about the second edition? Opening, well, tea, merchants, neutral domes. (rules page, section 10)"""

import pytest
from engine_games import WALLS, assert_agreement, kinds, moves, play, sources

from medina_arena.engine import Game

SETUP = {"well": "h6", "inhabitant": "e4"}
AWAY = ("W2h", "W2v", "W3v")  # walls beside none of the palaces below


def new_game(players: int, overrides: str = "") -> Game:
    return Game("second-edition" + overrides, players, setup=SETUP)


@pytest.mark.parametrize(("players", "seats"), [(2, [0, 1, 1, 0]), (3, [0, 1, 2, 2, 0]), (4, [0, 1, 2, 2, 3])])
def test_first_turns_are_short(players: int, seats: list[int]) -> None:
    game = new_game(players)
    found = []
    for _ in seats:
        found.append(game.to_move)
        game.play("W1h")
    assert found == seats


def test_two_players_use_the_small_board() -> None:
    game = new_game(2)
    squares = {move[1:] for move in moves(game, "G")}
    assert len(squares) == 14 * 10 - 9 - 1  # without the inhabitant and the zone of the well
    assert not {"o1", "a11", "p11"} & squares
    assert {"n10", "n1", "a10"} <= squares
    play(game, "Gn10 1:Dn10 W3h W3v", ["W1h"])
    assert sources(game, 1) == [1, 0, 0, 2]


@pytest.mark.parametrize(("players", "inner"), [(2, 12 * 8), (3, 14 * 9)])
def test_chance_draws_different_inner_squares(players: int, inner: int) -> None:
    drawn = [Game("second-edition", players, seed=seed).setup for seed in range(1000)]
    assert {setup["well"] for setup in drawn} | {setup["inhabitant"] for setup in drawn} <= inner_names(players)
    assert len({setup["well"] for setup in drawn}) == len({setup["inhabitant"] for setup in drawn}) == inner
    assert all(setup["well"] != setup["inhabitant"] for setup in drawn)


def inner_names(players: int) -> set[str]:
    columns, rows = ("bcdefghijklm", 9) if players == 2 else ("bcdefghijklmno", 10)
    return {f"{column}{row}" for column in columns for row in range(2, rows + 1)}


# The well


def test_well_keeps_palaces_off_but_not_inhabitants() -> None:
    game = play(new_game(3), "Gf6")
    near = [f"{column}{row}" for column in "ghi" for row in (5, 6, 7)]
    assert not {f"{kind}{square}" for kind in "GKBOS" for square in near} & set(moves(game))
    game = Game("second-edition", 3, setup={"well": "h6", "inhabitant": "g6"})
    assert moves(game, "I") == ["Ig5", "If6", "Ig7"]


def test_well_pays_two_steps_away_in_a_straight_line() -> None:
    game = play(new_game(3), "Of6 Of5 0:Df6 Kf8 1:Df8 Bh8 2:Dh8 Sh9", WALLS)
    assert [sources(game, seat, "well") for seat in range(3)] == [[4], [0], [4]]  # f8 is two steps off both ways
    play(game, "Gh3 Sh4", WALLS)
    assert [sources(game, seat, "well") for seat in range(3)] == [[4], [0], [4]]  # h4 belongs to nobody yet
    play(game, "0:Dh3", WALLS)
    assert sources(game, 0, "well") == [8]
    assert_agreement(game)


@pytest.mark.parametrize("players", [2, 3])
def test_well_near_the_edge_pays_for_squares_of_the_board_only(players: int) -> None:
    for column in "bhm" if players == 2 else "bho":
        for row in (2, 9) if players == 2 else (2, 10):
            well = f"{column}{row}"
            game = Game("second-edition", players, setup={"well": well, "inhabitant": "e5"})
            squares = [f"{chr(ord(column) + x)}{row + y}" for x, y in ((2, 0), (-2, 0), (0, 2), (0, -2))]
            square = next(square for square in squares if f"G{square}" in moves(game))
            play(game, f"G{square} 0:D{square}", WALLS)
            assert sources(game, 0, "well") == [4], well


# Tea


def test_claims_of_violet_bring_three_two_one_tea_and_a_neutral_one_burns_its_share() -> None:
    game = play(new_game(3), "Kb2 1:Db2 Kb6 2:Nb6 Kb9 0:Db9", AWAY)
    assert [hand["T"] for hand in game.hands()] == [1, 3, 0]
    play(game, "Kl2 2:Dl2", AWAY)
    assert [hand["T"] for hand in game.hands()] == [1, 3, 0]
    assert_agreement(game)


def test_other_colours_bring_no_tea() -> None:
    game = play(new_game(3), "Gb2 1:Db2 Ob6 2:Db6", AWAY)
    assert [hand["T"] for hand in game.hands()] == [0, 0, 0]


def test_tea_stands_for_the_second_placement_only() -> None:
    game = play(new_game(3), "Kb2 1:Db2 1!", AWAY)
    assert "T" not in kinds(game)
    play(game, "W2h")
    assert moves(game)[-1] == "T"
    play(game, "T")
    assert (game.to_move, game.placements_left) == (2, 2)
    assert game.hands()[1]["T"] == 2
    assert game.scores()[1] == 1 + 2  # the piece and the violet tile, nothing for tea
    assert_agreement(game)


def test_tea_is_no_way_out_of_the_obligation() -> None:
    few = ":supply_palace=2:supply_stables=0:supply_inhabitants=0"
    script = "Kb2 0:Db2 Gf2 1:Df2 Kb5 1:Db5 Bj2 1:Dj2 Om2 Gf5 1:Dm2 0! W2h"
    game = play(new_game(2, few), script, AWAY)
    assert game.hands()[0]["T"] == 3
    assert moves(game) == ["Df5"]
    assert_agreement(game)


# Merchants


def test_merchants_go_to_the_owner_of_the_first_palace_at_a_tower() -> None:
    game = play(new_game(2), "Oa10 1:Da10", AWAY)
    held = [hand["I"] for hand in game.hands()]
    play(game, "0:W1h", AWAY)
    assert [hand["I"] for hand in game.hands()] == [held[0], held[1] + 3]
    play(game, "Bc10 0:Dc10 W1h W1h", AWAY)
    assert game.tower_tiles == [0, None, None, None]
    assert [hand["I"] for hand in game.hands()] == [held[0], held[1] + 3]
    assert_agreement(game)


@pytest.mark.parametrize(("tower", "corner", "merchants"), [(1, "a11", 3), (2, "p1", 2), (3, "p11", 1), (4, "a1", 0)])
def test_merchants_of_each_tower(tower: int, corner: str, merchants: int) -> None:
    game = play(new_game(3), f"O{corner} 1:D{corner} 0:W{tower}v", ["W4h" if tower != 4 else "W2h"])
    assert [hand["I"] for hand in game.hands()] == [8, 8 + merchants, 8]


def test_merchants_leave_the_game_with_a_neutral_palace() -> None:
    game = play(new_game(2), "Oa10 1:Na10 0:W1h Bc10 0:Dc10", AWAY)
    assert game.tower_tiles == [None] * 4
    play(game, "W1h W1h")
    assert game.tower_tiles == [0, None, None, None]
    assert [hand["I"] for hand in game.hands()] == [12, 12]
    assert_agreement(game)


# Neutral domes


def test_neutral_palace_holds_tiles_for_nobody() -> None:
    game = play(new_game(3), "Oa1 Oa2 1:Na1 Od1 0:Dd1 W4h", AWAY)
    assert game.palace_tiles == [None] * 4
    assert game.tower_tiles == [None] * 4
    play(game, "W4h W4h W4h")
    assert game.tower_tiles == [None, None, None, 0]
    play(game, "Se1 Sd2")
    assert game.palace_tiles == [None, None, None, 0]  # three against two
    play(game, "Sb1 Sa3")
    assert game.palace_tiles == [None] * 4  # and four against three
    assert_agreement(game)


def test_neutral_dome_is_no_claim_of_its_owner() -> None:
    game = play(new_game(3), "Ob2 1:Nb2 Ob5 1:Db5", AWAY)
    assert [palace.owner for palace in game.palaces()] == [None, 1]
    assert [palace.is_claimed for palace in game.palaces()] == [True, True]
    assert game.scores()[1] == 1  # the neutral palace keeps the tile


def test_neutral_domes_do_not_close_a_colour() -> None:
    game = play(new_game(2), "Ob2 0:Db2 Ob5 1:Nb5 Ob8", AWAY)
    assert [hand["O"] for hand in game.hands()] != [0, 0]
    play(game, "1:Db8", AWAY)
    assert [hand["O"] for hand in game.hands()] == [0, 0]


def test_switched_off_parts_leave_no_trace() -> None:
    game = Game("second-edition:well=no:tea=no:tower_merchants=no:neutral=none", 3, setup={"inhabitant": "e4"})
    assert set(game.hands()[0]) == set("GKBOSIWD")
    play(game, "Kp1 1:Dp1 W2v Gh6", ["W4h"])
    assert game.hands()[1]["I"] == 8
    assert_agreement(game)
