"""Does a sequential test stop at the same block whoever plays, and say what it says? With games that cost nothing."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import fake_play
import numpy as np
import pytest
from click.testing import CliRunner, Result

from medina_arena.bots import parse_bots
from medina_arena.engine import parse_rules
from medina_arena.results import RunStore, Verdict, block_means, gsprt_stop
from medina_arena.tournament.cli import main
from medina_arena.tournament.config import RunConfig, config_from_json
from medina_arena.tournament.progress import PlainProgress
from medina_arena.tournament.runner import play_run
from medina_arena.tournament.sprt import SequentialTest, outcome_of, play_test, sequential_config

EQUAL = ["sprt", "--bots", "random,random:label=b", "--elo1", "60", "--seed", "3"]


@pytest.fixture(autouse=True)
def _fake_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "medina_arena.tournament.play", fake_play)


def invoke(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result


def in_json(*arguments: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(invoke(*arguments, "--format", "json").stdout)
    return data


def test_any_number_of_workers_stops_at_the_same_block() -> None:
    one = in_json(*EQUAL, "--out", "one", "--workers", "1")
    two = in_json(*EQUAL, "--out", "two", "--workers", "2")
    assert one == two
    assert (one["verdict"], one["is_final"]) == ("elo0", True)
    assert one["llr"] <= one["bounds"][0] == pytest.approx(np.log(0.05 / 0.95), abs=1e-6)
    with RunStore.open("one") as store:
        games = store.read_all()
    assert one["table"]["games"] == 6 * one["blocks"]
    x = block_means(games.bots, games.ranks, games.blocks, 0, 1)
    assert gsprt_stop(x, 0, 60) == (one["blocks"], Verdict.REJECT)
    assert len(x) == one["blocks"] + one["surplus_blocks"]
    assert json.loads(Path("one/sprt.json").read_text()) == one


def test_surplus_blocks_are_stored_and_not_counted() -> None:
    found = in_json(*EQUAL, "--out", "one")
    rated = json.loads(invoke("rate", "one", "--format", "json").stdout)
    assert found["surplus_blocks"] > 0
    with RunStore.open("one") as store:
        assert store.n_games == 6 * (found["blocks"] + found["surplus_blocks"])
        assert store.config["sprt"]["blocks"] == found["blocks"]
    assert rated == found["table"]


def test_more_games_played_beforehand_change_nothing_that_is_said() -> None:
    whole = in_json(*EQUAL, "--out", "whole")
    config = RunConfig(tuple(parse_bots("random,random:label=b")), parse_rules("rulebook"), 4, 30_000, 3)
    test = SequentialTest(0, 60)
    with RunStore.create("more", sequential_config(config, test)) as store, PlainProgress(1, 0, io.StringIO()) as bar:
        play_run(RunConfig(config.bots, config.rules, 4, 6000, 3), store, workers=1, progress=bar)
        outcome, is_final = play_test(config, test, store, workers=1, progress=bar)
    assert is_final
    assert outcome.blocks == whole["blocks"]
    assert outcome.llr == pytest.approx(whole["llr"], abs=1e-6)
    assert outcome.surplus == 1000 - outcome.blocks


def test_only_blocks_without_a_gap_before_them_are_looked_at() -> None:
    config = RunConfig(tuple(parse_bots("random,random:label=b")), parse_rules("rulebook"), 4, 600, 3)
    with RunStore.create("whole", sequential_config(config, SequentialTest(0, 1))) as store:
        with PlainProgress(1, 0, io.StringIO()) as bar:
            play_run(config, store, workers=1, progress=bar)
        games = store.read_all()
    kept = games.take(~((games.block == 40) & (games.seating == 2)))
    with RunStore.create("part", sequential_config(config, SequentialTest(0, 1))) as store:
        store.append(kept)
        outcome, complete = outcome_of(config, SequentialTest(0, 1), store)
    assert (complete, outcome.blocks, outcome.surplus) == (40, 40, 60)


def test_a_test_without_a_decision_is_inconclusive_and_may_get_more_games() -> None:
    options = ["--elo1", "5", "--max-games", "240"]
    found = in_json("sprt", "--bots", "random,random:label=b", "--out", "one", *options)
    assert (found["verdict"], found["blocks"], found["surplus_blocks"]) == ("inconclusive", 40, 0)
    text = invoke("sprt", "--resume", "one").stdout
    assert "inconclusive between 0 and 5 Elo" in text
    assert "biased" not in text
    more = in_json("sprt", "--resume", "one", "--max-games", "480")
    assert more["blocks"] == 80


def test_text_says_what_was_found_and_what_to_beware_of() -> None:
    result = invoke(*EQUAL, "--out", "one", "--confidence-sequence", "--players", "3")
    assert "random against b: the difference is 0 Elo rather than 60" in result.stdout
    assert "the test stops where luck was good" in result.stdout
    assert "any-time 95 % interval: -" in result.stdout
    assert "beyond the stop are stored and not counted" in result.stdout
    assert "llr -" in result.stderr
    data = json.loads(Path("one/sprt.json").read_text())
    low, high = data["any_time_interval"]
    assert low < data["elo"] < high
    assert high - low > 2 * data["half_width"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sprt"], "name the two bots, such as --bots mcts,greedy"),
        (["sprt", "--bots", "random"], "between two bots, not 1"),
        (["sprt", "--bots", "random,random:label=b,random:label=c"], "between two bots, not 3"),
        ([*EQUAL, "--elo0", "70"], "elo0 must lie below elo1, not 70 and 60"),
        ([*EQUAL, "--alpha", "0.7"], "between 0 and 0.5, not 0.7 and 0.05"),
        ([*EQUAL, "--elo1", "nan"], "elo0 must lie below elo1, not 0 and nan"),
        ([*EQUAL, "--elo1", "x"], "'x' is not a valid float"),
        ([*EQUAL, "--max-games", "0"], "'0' is no whole number of at least 1"),
        (["sprt", "--resume", "gone"], "gone is no run's folder"),
        (["sprt", "--resume", "gone", "--elo1", "30"], "--elo1 cannot be given with --resume"),
    ],
)
def test_bad_input_is_named(arguments: list[str], sentence: str) -> None:
    result = invoke(*arguments, status=2)
    assert sentence in result.stderr.replace("\n", " ")
    assert result.stdout == ""
    assert list(Path().iterdir()) == []


def test_a_run_that_is_no_test_is_not_gone_on_with() -> None:
    invoke("run", "--bots", "random,random:label=b", "--games", "12", "--out", "run")
    assert "run is no sequential test" in invoke("sprt", "--resume", "run", status=2).stderr


def test_resumed_test_has_no_fewer_games_and_forgets_its_end() -> None:
    invoke(*EQUAL, "--elo1", "5", "--out", "one", "--max-games", "240")
    with RunStore.open("one") as store:
        assert store.config["sprt"]["blocks"] == 40
    refused = invoke("sprt", "--resume", "one", "--max-games", "60", status=2)
    assert "the run has 240 games, and 60 are fewer" in refused.stderr
    with RunStore.open("one") as store:
        assert store.config["games"] == 240
        config = config_from_json(store.config | {"games": 60})
        progress = PlainProgress(60, 240, io.StringIO())
        outcome, is_final = play_test(config, SequentialTest(0, 5), store, workers=1, progress=progress)
        assert (outcome.blocks, is_final) == (40, True)
    invoke("sprt", "--resume", "one", "--max-games", "300")
    with RunStore.open("one") as store:
        assert store.config["sprt"]["blocks"] == 50
