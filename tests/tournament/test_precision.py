"""Does a run go on until its differences are known as precisely as was asked? With games that cost nothing."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import fake_play
import pytest
from click.testing import CliRunner, Result

from medina_arena.results import EloTable, RunStore, elo_table
from medina_arena.tournament.cli import main
from medina_arena.tournament.precision import Precision

RUN = ["run", "--bots", "random,random:label=b,random:label=c", "--workers", "1", "--out", "mine"]


@pytest.fixture(autouse=True)
def _fake_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fake_play.install(monkeypatch)


def invoke(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result


def table() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Path("mine/table.json").read_text())
    return data


def test_a_run_stops_when_every_difference_is_known_precisely_enough() -> None:
    result = invoke(*RUN, "--precision", "30")
    widths = [row["half_width"] for row in table()["differences"]]
    assert max(widths) <= 30
    assert table()["precision"] == 30
    assert table()["games"] < 1500  # about 700 are needed
    assert "Asked for beforehand: every difference to ±30 Elo; the widest interval is ±" in result.stdout.replace(
        "\n", " "
    )
    assert result.stdout.count("Elo by Plackett–Luce") == 1
    with RunStore.open("mine") as store:
        assert store.config["games"] <= store.n_games < store.config["games"] + 12
        assert store.config["precision"] == {"half_width": 30.0, "most_games": 100_000}
        games = store.n_games
    assert invoke("run", "--resume", "mine").stdout == result.stdout
    with RunStore.open("mine") as store:
        assert store.n_games == games


def test_any_number_of_workers_stops_after_the_same_games() -> None:
    invoke(*RUN, "--precision", "40")
    one = Path("mine/table.csv").read_text()
    options = [*RUN[:3], "--workers", "2", "--out", "two"]
    invoke(*options, "--precision", "40")
    assert Path("two/table.csv").read_text() == one


def test_most_games_end_a_run_that_asks_for_too_much() -> None:
    result = invoke(*RUN, "--precision", "5", "--games", "300")
    assert table()["games"] == 300
    assert "every difference to ±5 Elo; the widest interval is ±" in result.stdout.replace("\n", " ")


def test_a_run_of_too_few_blocks_knows_no_interval() -> None:
    result = invoke(*RUN, "--precision", "5", "--games", "60")
    assert "every difference to ±5 Elo; no interval is known yet." in result.stdout.replace("\n", " ")


def test_the_next_look_follows_from_the_widest_interval() -> None:
    invoke(*RUN, "--games", "600")
    with RunStore.open("mine") as store:
        found: EloTable = elo_table(store.read_all(), store.config)
    widest = max(row.half_width or 0 for row in found.differences)
    assert Precision(widest, 10_000).next_games(found, 600) is None
    assert Precision(widest / 1.2, 10_000).next_games(found, 600) == int(600 * 1.44) + 1
    assert Precision(widest / 3, 10_000).next_games(found, 600) == 1200
    assert Precision(widest / 3, 1000).next_games(found, 600) == 1000
    assert Precision(widest / 3, 600).next_games(found, 600) is None
    few = replace(found, note="too few")
    assert Precision(widest, 10_000).next_games(few, 100) == 200


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([*RUN, "--precision", "0"], "the precision must be above 0 Elo, not 0"),
        ([*RUN, "--precision", "x"], "'x' is not a valid float"),
        ([*RUN, "--precision", "9", "--part", "1/2"], "--precision cannot be given with --neighbours or --part"),
        (["run", "--bots", "random", "--precision", "9"], "a precision needs at least two bots"),
        (["run", "--resume", "mine", "--precision", "9"], "--precision cannot be given with --resume"),
    ],
)
def test_bad_input_is_named(arguments: list[str], sentence: str) -> None:
    result = invoke(*arguments, status=2)
    assert sentence in result.stderr.replace("\n", " ")
    assert not Path("mine").exists()
