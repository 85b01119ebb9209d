"""Is a record what the notation page says, and does it replay? (notation page, game records)"""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from engine_games import play

from medina_arena.engine import MAX_SEED, RULES_VERSION, Game, rule_set
from medina_arena.engine.scoring import SOURCES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
TABLE = PAGE.split("## Game records")[1]
ENTRIES = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`\w+`(?:, `\w+`)?) \|", TABLE, flags=re.MULTILINE)))
GAMES = [("rulebook", 4), ("bsw", 3), ("gift", 3), ("second-edition", 2), ("second-edition:well=no", 4), ("ditt", 2)]


def played(rules: str, players: int, seed: int) -> Game:
    game, rng = Game(rules, players, seed), random.Random(seed)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    return game


def replayed(record: dict[str, Any]) -> Game:
    """The game that a record describes; its seed is not used."""
    rules = rule_set(record["rules"], **record["overrides"])
    return Game(rules, record["players"], setup=record["setup"], moves=record["moves"])


def test_entries_are_those_of_the_page_in_that_order() -> None:
    assert len(ENTRIES) == 17
    assert list(Game("bsw").record()) == ENTRIES


def test_record_on_the_page_replays() -> None:
    record = json.loads(re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)[0])
    game = replayed(record)
    assert game.is_over
    assert game.record(record["bots"], seed=record["seed"]) == record


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_record_goes_through_json_and_replays(rules: str, players: int) -> None:
    game = played(rules, players, 3)
    line = json.dumps(game.record(["a"] * players))
    record = json.loads(line)
    assert "\n" not in line
    twin = replayed(record)
    assert twin == game
    assert twin.record(record["bots"], seed=3) == record


def test_record_of_a_finished_game() -> None:
    game = played("second-edition:tower_tiles=4/3/2/1", 3, 11)
    record = game.record(["x", "y", "z"])
    assert {name: record[name] for name in ("format", "rules_version", "rules", "overrides", "players", "seed")} == {
        "format": 1,
        "rules_version": RULES_VERSION,
        "rules": "second-edition",
        "overrides": {"tower_tiles": [4, 3, 2, 1]},
        "players": 3,
        "seed": 11,
    }
    assert record["setup"] == game.setup
    assert record["bots"] == ["x", "y", "z"]
    assert record["moves"].split(" ") == [str(move) for move in game.moves]
    assert (record["termination"], record["faults"]) == ("normal", [])
    assert record["winners"] == [seat for seat, rank in enumerate(record["ranks"]) if rank == 1]
    for score, row in zip(record["scores"], record["score_sources"], strict=True):
        assert tuple(row) == SOURCES
        assert score == sum(row.values())
    for name in ("palace_tiles", "tower_tiles"):
        assert len(record[name]) == 4
        assert all(holder is None or holder in range(3) for holder in record[name])


def test_record_of_a_game_that_is_on() -> None:
    record = play(Game("bsw", 3), "Ih6 Gb2 Db2").record()
    assert (record["termination"], record["winners"], record["bots"]) == ("unfinished", [], [])
    assert (record["scores"], record["ranks"]) == ([2, 0, 0], [1, 2, 2])
    assert record["palace_tiles"] == [0, None, None, None]


def test_extra_entries_replace_or_follow() -> None:
    fault = {"seat": 2, "ply": 0, "kind": "crash"}
    record = Game("bsw").record(termination="crash", faults=[fault], played_on="a Sunday")
    assert list(record) == [*ENTRIES, "played_on"]
    assert (record["termination"], record["faults"]) == ("crash", [fault])


def test_set_up_follows_from_the_seed_alone() -> None:
    setups = [Game("second-edition", 4, seed).setup for seed in (0, 0, 1, MAX_SEED)]
    assert setups[0] == setups[1]
    assert len({tuple(setup.items()) for setup in setups}) == 3
    assert Game("bsw", 4, MAX_SEED).setup == {}


def test_record_is_not_tied_to_the_game() -> None:
    game = Game("second-edition", 3, 5)
    game.record()["setup"]["well"] = "nonsense"
    assert game.setup == Game("second-edition", 3, 5).setup
