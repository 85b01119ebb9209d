"""Who gets the tower tiles, and what may stand in a corner? (rules page, sections 1, 7 and 10)"""

import pytest
from engine_games import WALLS, assert_agreement, moves, play, sources

from medina_arena.engine import Game

CORNERS = [("a11", 1), ("p1", 2), ("p11", 3), ("a1", 4)]


@pytest.mark.parametrize(("rules", "last"), [("bsw", 0), ("rulebook", 1), ("rulebook:tower_connection=arm", 0)])
def test_second_arm_wins_the_tile_back_only_if_arms_count(rules: str, last: int) -> None:
    game = play(Game(rules, 3), "Ih6 Oa1 0:Da1 Od1 1:Dd1 W4h", ["W3v"])
    assert game.tower_tiles == [None, None, None, 0]
    play(game, "W4h W4h W4h")
    assert game.tower_tiles == [None, None, None, 1]
    play(game, "W4v")
    assert game.tower_tiles == [None, None, None, last]
    assert_agreement(game)


@pytest.mark.parametrize("rules", ["bsw", "rulebook"])
def test_more_of_the_same_arm_is_no_new_connection(rules: str) -> None:
    game = play(Game(rules, 3), "Ih6 Oa1 Ob1 0:Da1 Oe1 1:De1 W4h W4h W4h W4h W4h", ["W3v"])
    assert game.tower_tiles[3] == 1
    play(game, "Sc1")  # touches the third wall; seat 0 owns the palace
    assert sources(game, 0) == [2, 1, 0, 3]
    assert game.tower_tiles[3] == 1
    assert_agreement(game)


@pytest.mark.parametrize(("corner", "tower"), CORNERS)
def test_corner_square_touches_a_wall_of_each_arm(corner: str, tower: int) -> None:
    other = "1v" if tower != 1 else "2v"
    game = play(Game("rulebook", 3), f"Ih6 G{corner} W{tower}h W{tower}v W{tower}v 2:D{corner}", [f"W{other}"])
    assert sources(game, 2, "walls", "tower_tiles") == [2, tower]
    assert [tile == 2 for tile in game.tower_tiles] == [number == tower for number in (1, 2, 3, 4)]
    assert_agreement(game)


def test_stable_makes_the_connection_for_the_owner_whoever_places_it() -> None:
    game = play(Game("rulebook", 3), "Ih6 Gb3 0:Db3 W4v W4v W4v Kd1 1:Dd1 W4h W4h W4h W4h", ["W3v"])
    assert game.tower_tiles == [None, None, None, 1]
    play(game, "2:Sa3", ["W3v"])
    assert game.tower_tiles == [None, None, None, 0]
    assert_agreement(game)


def test_dome_brings_all_towers_that_the_palace_touches() -> None:
    walls = "W1h " * 8 + "W3h " * 7
    game = play(Game("rulebook", 3), f"Ih6 Gh11 Gi11 Gj11 {walls} 1:Dh11", ["W4v"])
    assert game.tower_tiles == [1, None, 1, None]
    assert sources(game, 1, "walls", "tower_tiles") == [2, 4]  # the gate is at i11
    assert_agreement(game)


def test_unclaimed_palace_wins_no_tile() -> None:
    game = play(Game("rulebook", 3), "Ih6 Ga1 W4h W4v")
    assert game.tower_tiles == [None] * 4
    assert game.scores() == [0, 0, 0]


@pytest.mark.parametrize(
    ("arms", "length"), [(("1h", "3h"), 16), (("4h", "2h"), 16), (("1v", "4v"), 11), (("3v", "2v"), 11)]
)
def test_wall_never_closes_the_last_gate(arms: tuple[str, str], length: int) -> None:
    game = play(Game("rulebook", 3), "Ih6 " + f"W{arms[0]} " * 4)
    for count in range(4, length - 1):
        assert {f"W{arm}" for arm in arms} <= set(moves(game, "W"))
        game.play(f"W{arms[count % 3 != 0]}")
    assert moves(game, "W") == [wall for wall in WALLS if wall[1:] not in arms]
    assert_agreement(game)


@pytest.mark.parametrize(("first", "second", "corner"), [("4h", "2h", "p1"), ("2h", "4h", "a1"), ("1v", "4v", "a1")])
def test_arm_never_reaches_the_next_corner(first: str, second: str, corner: str) -> None:
    n_walls = 10 if first[1] == "v" else 15
    game = play(Game("rulebook", 3), f"Ih6 G{corner} " + f"W{first} " * n_walls + f"0:D{corner}", ["W3v"])
    assert not {f"W{first}", f"W{second}"} & set(moves(game))
    assert sources(game, 0, "walls") == [0]
    assert_agreement(game)
