"""Are the bots as strong as they claim? By compiled games on fixed seeds."""

import pytest
from scheduled_games import make_config, schedule

from medina_arena.results import DifferenceRow, elo_table
from medina_arena.tournament.config import config_to_json
from medina_arena.tournament.play import play_games


def _difference(stronger: str, weaker: str, players: int, games: int, rules: str = "rulebook") -> DifferenceRow:
    config = make_config([stronger, weaker], rules, players, games=games, seed=11)
    table = elo_table(play_games(config, schedule(config)), config_to_json(config))
    (row,) = table.differences
    return row if row.a == config.labels[0] else row.reversed()


def _lower_bound(row: DifferenceRow) -> float:
    """What the difference is at least, with 95 %."""
    if row.bound is not None:
        return row.bound
    assert row.elo is not None
    assert row.half_width is not None
    return row.elo - row.half_width


@pytest.mark.parametrize("players", [3, 4])
def test_greedy_beats_random(players: int) -> None:
    assert _lower_bound(_difference("greedy", "random", players, 300)) > 300


@pytest.mark.parametrize(("rules", "players"), [("gift", 4), ("second-edition", 2), ("ditt", 2)])
def test_greedy_beats_random_by_other_rules(rules: str, players: int) -> None:
    assert _lower_bound(_difference("greedy", "random", players, 240, rules)) > 100


@pytest.mark.parametrize("players", [3, 4])
def test_policy_beats_random_and_greedy(players: int) -> None:
    assert _lower_bound(_difference("policy", "random", players, 600)) > 500
    assert _lower_bound(_difference("policy", "greedy", players, 600)) > 50


@pytest.mark.parametrize("players", [3, 4])
def test_mcts_beats_policy(players: int) -> None:
    assert _lower_bound(_difference("mcts:simulations=60", "policy", players, 120)) > 0


@pytest.mark.parametrize("players", [3, 4])
def test_mcts_beats_random(players: int) -> None:
    assert _lower_bound(_difference("mcts:simulations=30", "random", players, 120)) > 100


def test_random_is_as_strong_as_itself() -> None:
    row = _difference("random:label=a", "random:label=b", 4, 1200)
    assert row.elo is not None
    assert row.se is not None
    assert abs(row.elo) < 4 * row.se
    assert row.se < 15
