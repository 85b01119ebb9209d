"""Do the data files hold what the bots read, with their origin, and can they be made anew?"""

import json
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from medina_arena.bots.greedy.weights import N_WEIGHTS, load_weights
from medina_arena.bots.mcts.model import load_value_weights
from medina_arena.bots.mcts.value import N_VALUE_WEIGHTS
from medina_arena.bots.policy.features import N_POLICY_WEIGHTS
from medina_arena.bots.policy.weights import load_policy_weights
from medina_arena.bots.weight_files import PLAYER_COUNTS
from medina_arena.engine import RULES_VERSION
from medina_arena.tournament.cli import main


def _read(package: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(package).joinpath("data", name).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_value_has_weights_and_origin(players: int) -> None:
    weights = np.array(load_value_weights(players))
    assert weights.shape == (N_VALUE_WEIGHTS,)
    assert np.isfinite(weights).all()
    origin = _read("medina_arena.bots.mcts", f"value-{players}.json")
    assert origin["players"] == players
    assert origin["rules_version"] == RULES_VERSION
    assert f"train value --rules {origin['rules']} --players {players}" in origin["command"]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_value_foresees_scores(players: int) -> None:
    """The later, the better; near the end most of what is still to come."""
    fit = _read("medina_arena.bots.mcts", f"value-{players}.json")["fit"]
    errors = [row["rmse"] for row in fit]
    assert errors == sorted(errors)
    assert fit[1]["r2_of_gain"] > 0.4


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_policy_has_weights_and_origin(players: int) -> None:
    weights = np.array(load_policy_weights(players))
    assert weights.shape == (N_POLICY_WEIGHTS,)
    assert np.isfinite(weights).all()
    assert weights[0] == 0.0  # stands for no category
    origin = _read("medina_arena.bots.policy", f"policy-{players}.json")
    assert origin["rules_version"] == RULES_VERSION
    assert f"train policy --rules {origin['rules']} --players {players}" in origin["command"]
    assert origin["ahead_of"]["random"] > 0.97


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_greedy_weights_have_their_origin(players: int) -> None:
    origin = _read("medina_arena.bots.greedy", f"weights-{players}.json")
    assert origin["players"] == players
    assert origin["rules_version"] == RULES_VERSION
    assert f"--players {players}" in origin["command"]
    assert len(origin["weights"]) == N_WEIGHTS


def test_greedy_has_weights_for_each_number_of_players() -> None:
    weights = load_weights()
    assert len(weights) == 3 * N_WEIGHTS
    assert len({weights[i * N_WEIGHTS : (i + 1) * N_WEIGHTS] for i in range(3)}) == 3


def test_training_gives_the_same_weights_for_a_seed() -> None:
    command = ["train", "value", "--players", "3", "--games", "400", "--rounds", "1", "--seed"]
    first, again, other = (CliRunner().invoke(main, [*command, seed]).stdout for seed in ("1", "1", "2"))
    assert first == again
    assert first != other
    assert np.array(json.loads(first)["weights"]).size == N_VALUE_WEIGHTS


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
    "command", ["value --players 4 --rules ditt", "value --games 3", "greedy --rules nope", "policy --games 0"]
)
def test_impossible_training_is_refused(command: str) -> None:
    result = CliRunner().invoke(main, ["train", *command.split()])
    assert result.exit_code == 2
    assert "Error" in result.stderr
