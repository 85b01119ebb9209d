"""When must the last player place a dome? The three versions on positions where they differ. (rules page, section 8)"""

import pytest
from engine_games import WALLS, assert_agreement, kinds, moves, play

from medina_arena.engine import Game

VERSIONS = ("pieces", "domes", "claims")

# Grey, black and brown are used up in palaces of seat 0; seats 1 and 2 own an orange one, and m10 is left for seat 0.
# Seats 1 and 2 still have three domes each, which they can never use.
DEAD_DOMES = "Ih6 Gb2 Kf2 Gb3 Kf3 Gb4 Kf4 Db2 Df2 Om2 Dm2 Om6 Dm6 Bj2 Om10 Bj3 W1h Bj4 W1h Dj2 W1v W1h W1h W1v W1v"
# Seats 1 and 2 have claimed a palace of each colour.
NO_DOMES = "Ih6 Gb2 Kf2 Db2 Df2 Gb6 Kf6 W1h W1h Bj2 Dj2 Db6 Df6 Bj6 On2 Dn2 W1v Dj6 On6 W1h W1h "
THREE_LEFT = NO_DOMES + "Gb10 Kf10 Dn6 Bj10"  # for seat 0
NONE_LEFT = NO_DOMES + "W1v W1v Dn6 W1v"


def few(version: str, walls: int, palace: int = 1) -> Game:
    white = "supply_stables=0:supply_inhabitants=0"
    return Game(f"rulebook:supply_palace={palace}:{white}:supply_walls={walls}:last_player={version}", 3)


@pytest.mark.parametrize(
    ("walls", "obliged"),
    [
        pytest.param(3, {"pieces", "claims"}, id="others hold nothing but dead domes"),
        pytest.param(4, {"claims"}, id="others hold a wall too"),
    ],
)
@pytest.mark.parametrize("version", VERSIONS)
def test_dead_domes_do_not_hold_up_the_obligation(version: str, walls: int, obliged: set[str]) -> None:
    game = play(few(version, walls), DEAD_DOMES)
    assert (game.to_move, kinds(game)) == (0, "DW")
    game.play("W2h")
    assert moves(game, "D") == ["Dm10"]
    assert kinds(game) == ("D" if version in obliged else "DW")
    assert_agreement(game)


@pytest.mark.parametrize("version", VERSIONS)
def test_others_without_domes(version: str) -> None:
    game = play(few(version, 6), THREE_LEFT)
    assert [hand["D"] for hand in game.hands()] == [4, 0, 0]
    game.play("W1h")
    assert kinds(game) == ("DW" if version == "pieces" else "D")  # the others still have walls
    if version != "pieces":
        assert moves(game) == ["Db10", "Df10", "Dj10"]
    assert_agreement(game)


@pytest.mark.parametrize("version", VERSIONS)
def test_nobody_is_obliged_while_another_can_claim(version: str) -> None:
    game = play(few(version, 4), "Ih6 Gb2 Kf2 Gb3 Kf3 Gb4 Kf4 W1h")
    assert kinds(game) == "BDOW"


def test_obligation_is_met_by_one_dome_and_comes_back_next_turn() -> None:
    game = play(few("domes", 6), THREE_LEFT)
    game.play("Db10")
    assert kinds(game) == "DW"
    play(game, "W1h W1v W1v W1v W1v W1v")
    assert (game.to_move, game.placements_left) == (0, 1)
    assert moves(game) == ["Df10", "Dj10"]
    assert_agreement(game)


def test_nothing_need_be_built_to_be_domed() -> None:
    game = play(few("domes", 6, palace=2), NONE_LEFT)
    game.play("W1h")  # no palace is unclaimed; seat 0 could begin one of any colour
    assert kinds(game) == "BGKOW"
    game.play("Ob10")
    assert game.to_move == 1
    assert_agreement(game)


@pytest.mark.parametrize("left_over", [True, False])
def test_neutral_dome_counts_for_nothing(left_over: bool) -> None:
    setup = {"well": "h6", "inhabitant": "e8"}
    script = "Gb2 1:Db2 Kf2 1:Df2 Bj2 1:Dj2 Om2 Gb5 " + ("Kl6 " if left_over else "") + "1:Dm2 0!"
    game = play(Game("second-edition", 2, setup=setup), script, WALLS)
    game.play("Nb5")  # may be placed first, even if it completes the last unclaimed palace
    assert moves(game, "D") == (["Dl6"] if left_over else [])
    assert ("W" in kinds(game)) == (not left_over)
    assert_agreement(game)
