"""Who wins, and what does a tie-break decide? (rules page, section 10)"""

import pytest
from engine_games import assert_agreement, play

from medina_arena.engine import Game

NO_TILES = "palace_tiles=0/0/0/0:tower_tiles=0/0/0/0"
AWAY = ["W4h", "W4v"]


def new_game(final_tie: str, players: int = 3, more: str = "") -> Game:
    return Game(f"rulebook:final_tie={final_tie}:{NO_TILES}{more}", players, moves="Ih6")


@pytest.mark.parametrize(("final_tie", "ranks"), [("shared", [1, 1, 1]), ("largest_palace", [2, 1, 2])])
def test_largest_palace_decides_among_the_best(final_tie: str, ranks: list[int]) -> None:
    # Seat 1 claims a palace of two before seat 2 does; seat 0 has two palaces of one.
    game = play(new_game(final_tie), "Gb2 0:Db2 Ke2 0:De2 Om2 Om3 1:Dm2 Bi2 Bi3 2:Di2", AWAY)
    assert (game.scores(), game.ranks()) == ([2, 2, 2], ranks)
    assert_agreement(game)


def test_largest_palace_counts_stables_and_the_claim_not_the_start() -> None:
    game = play(new_game("largest_palace"), "Om2 Bi2 2:Di2 0:Dm2 Sm3 Si3", AWAY)
    assert (game.scores(), game.ranks()) == ([2, 0, 2], [2, 3, 1])
    assert_agreement(game)


def test_tie_break_leaves_lower_ties_alone() -> None:
    game = play(new_game("largest_palace", 4), "Om2 Om3 Om4 3:Dm2 Gb2 1:Db2 Ke2 0:De2 Bi2 2:Di2", AWAY)
    assert (game.scores(), game.ranks()) == ([1, 1, 1, 3], [2, 2, 2, 1])
    assert_agreement(game)


def test_nobody_owns_a_palace() -> None:
    game = new_game("largest_palace")
    assert (game.ranks(), game.winners()) == ([1, 1, 1], [])


def test_ranks_leave_out_the_places_of_ties() -> None:
    game = play(new_game("shared", 4), "Om2 Om3 Om4 3:Dm2 Gb2 1:Db2 Ke2 0:De2", AWAY)
    assert (game.scores(), game.ranks()) == ([1, 1, 0, 3], [2, 2, 4, 1])


@pytest.mark.parametrize(("final_tie", "winners"), [("shared", [0, 1, 2]), ("largest_palace", [0])])
def test_winners_of_a_finished_game(final_tie: str, winners: list[int]) -> None:
    # Every seat builds and claims four palaces of one piece; seat 0 claimed first.
    few = ":supply_palace=1:supply_stables=0:supply_inhabitants=0:supply_walls=0"
    game = new_game(final_tie, more=few)
    for row in (2, 5, 8, 11):
        kind = "GKBO"[row // 3]
        for column in "bfj":
            assert game.winners() == []
            play(game, f"{kind}{column}{row} D{column}{row}")
    assert game.is_over
    assert (game.scores(), game.winners()) == ([4, 4, 4], winners)
    assert game.ranks() == [1 if seat in winners else 2 for seat in range(3)]
    assert_agreement(game)
