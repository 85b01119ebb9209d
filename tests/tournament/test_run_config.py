"""Does a configuration check its values, and come back from JSON as it was?"""

import json
from dataclasses import replace
from typing import Any

import pytest

from medina_arena.bots import parse_bots
from medina_arena.engine import MedinaError, parse_rules
from medina_arena.tournament.config import RunConfig, config_from_json, config_to_json

BOTS = tuple(parse_bots("random,random:label=other"))
CONFIG = RunConfig(BOTS, parse_rules("bsw:tower_connection=tower"), 3, 250, 2**53 - 1, "bot", 7)


def test_json_and_back() -> None:
    data = json.loads(json.dumps(config_to_json(CONFIG)))
    assert config_from_json(data) == CONFIG
    assert [bot["label"] for bot in data["bots"]] == ["random", "other"]
    assert data["rules"] == "bsw:tower_connection=tower"
    assert set(data["versions"]) == {"medina-arena", "numba", "numpy", "python"}
    assert data["is_reproducible"] is True


def test_time_budget_makes_a_run_irreproducible() -> None:
    timed = replace(CONFIG, bots=tuple(parse_bots("random,random:time_ms=5")))
    assert config_to_json(timed)["is_reproducible"] is False


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"bots": ()}, "at least one bot"),
        ({"bots": tuple(BOTS[:1]) * 2}, "two bots are called 'random'"),
        ({"players": 5}, "played by 3 or 4 players, not by 5"),
        ({"games": 0}, "games is a whole number from 1 to 1000000000, not 0"),
        ({"games": True}, "games is a whole number"),
        ({"games": 1.5}, "not 1.5"),
        ({"seed": -1}, "seed is a whole number from 0"),
        ({"seed": 2**53}, "seed is a whole number from 0"),
        ({"random_plies": 101}, "from 0 to 100, not 101"),
        ({"opening": "free"}, "opening is drawn or bot, not 'free'"),
    ],
)
def test_bad_values_are_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(MedinaError, match=sentence):
        replace(CONFIG, **change)


def test_more_bots_than_lineups_can_be_numbered_are_refused() -> None:
    bots = tuple(parse_bots(f"random:label=b{number}" for number in range(118)))
    with pytest.raises(MedinaError, match="takes at most 117 bots, not 118"):
        replace(CONFIG, bots=bots, players=4)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rules_version": 0}, "version 0 of the rules"),
        ({"rules_version": None}, "version None of the rules"),
        ({"bots": [{"label": "r", "spec": "random", "key": "random:depth=3"}]}, "not what it was when the run began"),
        ({"bots": [{"label": "r", "spec": "gone", "key": "gone"}]}, "no bot 'gone'"),
        ({"bots": [{"label": "r", "key": "random"}]}, "has no 'spec'"),
        ({"rules": "chess"}, "no rule set 'chess'"),
    ],
)
def test_configuration_of_another_program_is_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(MedinaError, match=sentence):
        config_from_json(config_to_json(CONFIG) | change)


def test_missing_value_is_named() -> None:
    data = config_to_json(CONFIG)
    del data["seed"]
    with pytest.raises(MedinaError, match="has no 'seed'"):
        config_from_json(data)
