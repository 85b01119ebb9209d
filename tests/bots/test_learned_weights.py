"""Do the data files hold what the bots read, with their origin, and can they be made anew?"""

import json
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from scheduled_games import TABLES

from medina_arena.bots.greedy.weights import N_WEIGHTS, load_weights
from medina_arena.bots.mcts import training
from medina_arena.bots.mcts.informed import N_SEARCH_WEIGHTS
from medina_arena.bots.mcts.model import search_weights
from medina_arena.bots.policy.features import N_POLICY_WEIGHTS
from medina_arena.bots.policy.weights import policy_weights
from medina_arena.bots.weight_files import WEIGHT_SETS, weight_set
from medina_arena.engine import RULES_VERSION, compiled, fill_rules, new_states, rule_set
from medina_arena.tournament.cli import main

_MADE_WITH = {
    "2": "--rules second-edition --players 2",
    "3": "--rules rulebook --players 3",
    "4": "--rules rulebook --players 4",
    "ditt": "--rules ditt --players 2",
}


def _read(package: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(package).joinpath("data", name).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("key", WEIGHT_SETS)
def test_search_has_weights_and_origin(key: str) -> None:
    weights = np.array(search_weights()).reshape(len(WEIGHT_SETS), N_SEARCH_WEIGHTS)[WEIGHT_SETS.index(key)]
    assert np.isfinite(weights).all()
    assert weights[0] == 0.0  # stands for no category
    origin = _read("medina_arena.bots.mcts", f"search-{key}.json")
    assert origin["rules_version"] == RULES_VERSION
    assert f"train mcts {_MADE_WITH[key]}" in origin["command"]


@pytest.mark.parametrize("key", WEIGHT_SETS)
def test_value_foresees_scores(key: str) -> None:
    """The later, the better; near the end most of what is still to come."""
    fit = _read("medina_arena.bots.mcts", f"search-{key}.json")["value"]
    errors = [row["rmse"] for row in fit]
    assert errors == sorted(errors)
    assert fit[1]["r2_of_gain"] > 0.4


@pytest.mark.parametrize("key", WEIGHT_SETS)
def test_prior_foresees_what_a_long_search_chooses(key: str) -> None:
    """Much better than chance among some forty rows, and no better than possible."""
    for fit in _read("medina_arena.bots.mcts", f"search-{key}.json")["prior"]:
        assert fit["agrees"] > 0.4
        assert fit["entropy"] < fit["cross_entropy"] < fit["entropy"] + 1.3


@pytest.mark.parametrize("key", WEIGHT_SETS)
def test_policy_has_weights_and_origin(key: str) -> None:
    weights = np.array(policy_weights()).reshape(len(WEIGHT_SETS), N_POLICY_WEIGHTS)[WEIGHT_SETS.index(key)]
    assert np.isfinite(weights).all()
    assert weights[0] == 0.0  # stands for no category
    origin = _read("medina_arena.bots.policy", f"policy-{key}.json")
    assert origin["rules_version"] == RULES_VERSION
    assert f"train policy {_MADE_WITH[key]}" in origin["command"]
    assert origin["ahead_of"]["random"] > 0.97


@pytest.mark.parametrize("key", WEIGHT_SETS)
def test_greedy_weights_have_their_origin(key: str) -> None:
    origin = _read("medina_arena.bots.greedy", f"weights-{key}.json")
    assert origin["rules_version"] == RULES_VERSION
    assert f"train greedy {_MADE_WITH[key]}" in origin["command"]
    assert len(origin["weights"]) == N_WEIGHTS


def test_each_set_has_weights_of_its_own() -> None:
    for weights, n in (
        (load_weights(), N_WEIGHTS),
        (policy_weights(), N_POLICY_WEIGHTS),
        (search_weights(), N_SEARCH_WEIGHTS),
    ):
        assert len(weights) == len(WEIGHT_SETS) * n
        assert len({weights[i : i + n] for i in range(0, len(weights), n)}) == len(WEIGHT_SETS)


@compiled
def _ask_set(states: Any) -> int:
    return weight_set(states[0])


@pytest.mark.parametrize(("rules", "players"), [*TABLES, ("rulebook", 3)])
def test_positions_have_the_set_of_their_players_and_ditt_its_own(rules: str, players: int) -> None:
    states = new_states(1)
    fill_rules(states, rule_set(rules), players)
    assert WEIGHT_SETS[_ask_set(states)] == ("ditt" if rules == "ditt" else str(players))


def test_training_of_the_search_gives_the_same_weights_for_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "_LONG_SIMULATIONS", 50)
    command = ["train", "mcts", "--players", "3", "--games", "400", "--rounds", "2", "--seed"]
    first, again, other = (CliRunner().invoke(main, [*command, seed]).stdout for seed in ("1", "1", "2"))
    assert first == again
    assert first != other
    trained = json.loads(first)
    assert sum(map(len, trained["weights"])) == N_SEARCH_WEIGHTS
    assert [fit["agrees"] > 0.3 for fit in trained["prior"]] == [True, True]


def test_policy_learns_and_gives_the_same_weights_for_a_seed() -> None:
    command = ["train", "policy", "--players", "3", "--games", "1600", "--seed"]
    first, again, other = (CliRunner().invoke(main, [*command, seed]).stdout for seed in ("1", "1", "2"))
    assert first == again
    assert first != other
    trained = json.loads(first)
    assert np.array(trained["weights"]).size == N_POLICY_WEIGHTS
    assert trained["ahead_of"]["random"] > 0.55  # of random seats; without weights it is one half


def test_tuning_gives_named_weights() -> None:
    command = ["train", "greedy", "--players", "2", "--rules", "ditt", "--generations", "2", "--games", "8"]
    tuned = json.loads(CliRunner().invoke(main, command).stdout)
    assert tuned["rules"] == "ditt"
    assert set(tuned["weights"]) == set(_read("medina_arena.bots.greedy", "weights-4.json")["weights"])


@pytest.mark.parametrize(
    "command", ["mcts --players 4 --rules ditt", "mcts --games 3", "greedy --rules nope", "policy --games 0"]
)
def test_impossible_training_is_refused(command: str) -> None:
    result = CliRunner().invoke(main, ["train", *command.split()])
    assert result.exit_code == 2
    assert "Error" in result.stderr
