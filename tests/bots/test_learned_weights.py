"""Do the data files hold what the bots read, with their origin, and can they be made anew?"""

import json
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from medina_arena.bots.greedy.weights import DEFAULT_WEIGHTS, N_WEIGHTS, load_weights
from medina_arena.bots.mcts.model import TRAINED_PLAYERS, load_value_weights
from medina_arena.bots.mcts.value import N_VALUE_WEIGHTS
from medina_arena.engine import RULES_VERSION
from medina_arena.tournament.cli import main


def _read(package: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(package).joinpath("data", name).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("players", TRAINED_PLAYERS)
def test_value_has_weights_and_origin(players: int) -> None:
    weights = np.array(load_value_weights(players))
    assert weights.shape == (N_VALUE_WEIGHTS,)
    assert np.isfinite(weights).all()
    origin = _read("medina_arena.bots.mcts", f"value-{players}.json")
    assert origin["players"] == players
    assert origin["rules_version"] == RULES_VERSION
    assert f"train value --rules {origin['rules']} --players {players}" in origin["command"]


@pytest.mark.parametrize("players", TRAINED_PLAYERS)
def test_value_foresees_scores(players: int) -> None:
    """The later, the better; near the end most of what is still to come."""
    fit = _read("medina_arena.bots.mcts", f"value-{players}.json")["fit"]
    errors = [row["rmse"] for row in fit]
    assert errors == sorted(errors)
    assert fit[1]["r2_of_gain"] > 0.4


@pytest.mark.parametrize("players", [3, 4])
def test_greedy_weights_have_their_origin(players: int) -> None:
    origin = _read("medina_arena.bots.greedy", f"weights-{players}.json")
    assert origin["players"] == players
    assert origin["rules_version"] == RULES_VERSION
    assert f"--players {players}" in origin["command"]
    assert len(origin["weights"]) == N_WEIGHTS


def test_greedy_has_weights_for_each_number_of_players() -> None:
    weights = load_weights()
    assert len(weights) == 3 * N_WEIGHTS
    assert weights[:N_WEIGHTS] == DEFAULT_WEIGHTS


def test_training_gives_the_same_weights_for_a_seed() -> None:
    command = ["train", "value", "--players", "3", "--games", "400", "--rounds", "1", "--seed"]
    first, again, other = (CliRunner().invoke(main, [*command, seed]).stdout for seed in ("1", "1", "2"))
    assert first == again
    assert first != other
    assert np.array(json.loads(first)["weights"]).size == N_VALUE_WEIGHTS


def test_tuning_gives_named_weights() -> None:
    command = ["train", "greedy", "--players", "2", "--rules", "ditt", "--generations", "2", "--games", "8"]
    tuned = json.loads(CliRunner().invoke(main, command).stdout)
    assert tuned["rules"] == "ditt"
    assert set(tuned["weights"]) == set(_read("medina_arena.bots.greedy", "weights-4.json")["weights"])


@pytest.mark.parametrize("command", ["value --players 4 --rules ditt", "value --games 3", "greedy --rules nope"])
def test_impossible_training_is_refused(command: str) -> None:
    result = CliRunner().invoke(main, ["train", *command.split()])
    assert result.exit_code == 2
    assert "Error" in result.stderr
