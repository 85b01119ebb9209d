"""Does the whole program keep its promises? The real command line, real games, in processes of their own."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from medina_arena.results import SOURCES, RunStore
from medina_arena.tournament.cli import main

ROOT = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "medina_arena.tournament.cli"]
PATIENCE = 300.0  # compiling takes a minute where nothing is compiled yet
BOT_FILE = '''
import os
import time
from dataclasses import dataclass

from medina_arena import Bot


class Careful(Bot):
    """Keeps its domes for some time."""

    @dataclass(frozen=True, slots=True)
    class Params:
        patience: int = 60

    def choose(self, game, moves):
        time.sleep(float(os.environ.get("CAREFUL_SECONDS", 0)))
        calm = [move for move in moves if not str(move).startswith("D")] if game.ply < self.params.patience else moves
        return str(self.rng.choice([str(move) for move in calm or moves]))
'''
RUN = ["run", "--bots", "mcts:simulations=6,greedy", "--bots", "careful.py:Careful:patience=80", "--games", "84"]


def _start(arguments: Sequence[str], folder: Path, **environment: str) -> subprocess.Popen[str]:
    """The command in a folder of its own, as a shell starts it."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _finish(process: subprocess.Popen[str], status: int = 0) -> tuple[str, str]:
    """What the command printed, on stdout and stderr."""
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == status, err
    assert "Traceback" not in err
    return out, err


def _medina(folder: Path, *arguments: str) -> str:
    """What the command printed on stdout."""
    return _finish(_start(arguments, folder))[0]


def _read(folder: Path, command: str, run: str, *options: str) -> str:
    """What a command that only reads a run prints; in this process, to save the time of starting one."""
    result = CliRunner().invoke(main, [command, str(folder / run), *options])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder with a bot of theirs."""
    path = tmp_path_factory.mktemp("user")
    (path / "careful.py").write_text(BOT_FILE)
    return path


@pytest.fixture(scope="module")
def printed(folder: Path) -> dict[str, str]:
    """Runs that differ in their workers, and one with another seed; what each printed."""
    options = {"one": ("1", "5"), "two": ("2", "5"), "again": ("2", "5"), "other": ("2", "6")}
    commands = {
        name: [*RUN, "--workers", workers, "--seed", seed, "--out", name] for name, (workers, seed) in options.items()
    }
    found = {"one": _medina(folder, *commands.pop("one"))}
    processes = {name: _start(command, folder) for name, command in commands.items()}
    return found | {name: _finish(process)[0] for name, process in processes.items()}


def _rows(folder: Path, run: str) -> list[dict[str, str]]:
    return list(csv.DictReader(_read(folder, "export", run).splitlines()))


def _json(folder: Path, run: str) -> dict[str, Any]:
    table: dict[str, Any] = json.loads(_read(folder, "rate", run, "--format", "json"))
    return table


def test_same_command_gives_the_same_bytes_whoever_plays(folder: Path, printed: dict[str, str]) -> None:
    exports = {}
    for name in printed:
        _medina(folder, "export", name, "--format", "csv", "--out", f"{name}.csv")
        exports[name] = (folder / f"{name}.csv").read_bytes().decode()
    assert exports["one"] == exports["two"] == exports["again"] == _read(folder, "export", "one")
    assert not set(exports["one"].splitlines()[1:]) & set(exports["other"].splitlines())


def test_rate_prints_again_what_run_printed(folder: Path, printed: dict[str, str]) -> None:
    assert printed["one"] == printed["two"] == printed["again"] == _medina(folder, "rate", "one")
    assert printed["one"] != printed["other"] == _read(folder, "rate", "other")
    for form in ("json", "csv"):
        text = _read(folder, "rate", "one", "--format", form)
        assert text == (folder / "one" / f"table.{form}").read_text() == (folder / "two" / f"table.{form}").read_text()


def test_json_has_what_programs_need(folder: Path, printed: dict[str, str]) -> None:
    table = _json(folder, "one")
    assert [bot["bot"] for bot in table["bots"]] == sorted(
        ["mcts", "greedy", "Careful"], key=lambda name: -{bot["bot"]: bot["elo"] for bot in table["bots"]}[name]
    )
    for bot in table["bots"]:
        assert (type(bot["elo"]), type(bot["se"])) == (float, float)
        assert bot["se"] > 0
        assert (bot["games"], bot["blocks"]) == (84, 21)
    pairs = [(row["a"], row["b"]) for row in table["differences"]]
    labels = [bot["bot"] for bot in table["bots"]]
    assert pairs == [(a, b) for place, a in enumerate(labels) for b in labels[place + 1 :]]
    elo = {bot["bot"]: bot["elo"] for bot in table["bots"]}
    for row in table["differences"]:
        assert row["elo"] == pytest.approx(elo[row["a"]] - elo[row["b"]], abs=1e-4)
        assert row["se"] > 0
        assert 0.5 <= row["los"] <= 1
    assert [row["seat"] for row in table["seats"]] == [0, 1, 2, 3]
    assert all(row["se"] > 0 for row in table["seats"])
    assert table["note"] is None
    assert (table["games"], table["blocks"], table["faults"]) == (84, 21, {})
    assert labels[-1] == "Careful"  # it plays at random


def test_export_has_a_row_for_each_game(folder: Path, printed: dict[str, str]) -> None:
    rows = _rows(folder, "one")
    assert list(rows[0]) == [
        *("id", "lineup", "block", "seating", "rules", "rules_version", "seed"),
        *(f"{name}_{seat}" for seat in range(4) for name in ("bot", "score", *SOURCES, "rank")),
        *("placements", "moves_hash"),
        *(f"termination_{seat}" for seat in range(4)),
    ]
    assert len(rows) == len({row["id"] for row in rows}) == 84
    assert len({row["moves_hash"] for row in rows}) == 84
    assert len({(row["lineup"], row["block"]) for row in rows}) == len({row["seed"] for row in rows}) == 21
    for row in rows:
        assert (row["rules"], row["rules_version"]) == ("rulebook", "1")
        scores = [int(row[f"score_{seat}"]) for seat in range(4)]
        for seat, score in enumerate(scores):
            assert score == sum(int(row[f"{source}_{seat}"]) for source in SOURCES)
            assert int(row[f"rank_{seat}"]) == 1 + sum(other > score for other in scores)
            assert row[f"termination_{seat}"] == "normal"
        bots = [row[f"bot_{seat}"] for seat in range(4)]
        assert set(bots) == set(row["lineup"].split("+")) == {"mcts", "greedy", "Careful"}
        assert 100 < int(row["placements"]) <= 200


def test_stopped_run_goes_on_to_the_same_games(folder: Path, printed: dict[str, str]) -> None:
    process = _start([*RUN, "--workers", "2", "--seed", "5", "--out", "stopped"], folder, CAREFUL_SECONDS="0.003")
    end = time.monotonic() + PATIENCE
    while _n_games(folder / "stopped") < 5:
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = _finish(process, status=130)
    n_games = _n_games(folder / "stopped")
    assert 5 <= n_games < 84
    assert f"stopped after {n_games} of 84 games; go on with: medina-arena run --resume stopped" in err
    assert out == _read(folder, "rate", "stopped")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    assert _medina(folder, "run", "--resume", "stopped") == printed["one"]
    assert _read(folder, "export", "stopped") == _read(folder, "export", "one")


def _n_games(run: Path) -> int:
    if not (run / "games.sqlite").exists():
        return 0
    with RunStore.open(run) as store:
        return store.n_games


def test_too_few_blocks_have_no_errors_and_a_note(folder: Path) -> None:
    """Three players, two bots; the games that the note asks for are enough."""
    command = ["run", "--bots", "greedy,random", "--players", "3", "--seed", "3", "--workers", "1"]
    out = _medina(folder, *command, "--games", "114", "--out", "few")
    table = _json(folder, "few")
    assert (table["players"], table["games"], table["blocks"]) == ([3], 114, 19)
    assert table["note"] == "Error bars need at least 20 blocks and this run has 19: 120 games would do."
    assert table["note"] in out
    for row in (*table["bots"], *table["differences"], *table["seats"]):
        assert row["se"] is None
    assert [row["los"] for row in table["differences"]] == [None]
    assert [type(row["elo"]) for row in (*table["bots"], *table["differences"])] == [float] * 3
    _medina(folder, *command, "--games", "120", "--out", "enough")
    table = _json(folder, "enough")
    assert table["note"] is None
    for row in (*table["bots"], *table["differences"], *table["seats"]):
        assert row["se"] is not None
    assert table["differences"][0]["los"] > 0.99
    few, enough = (_read(folder, "export", run).splitlines() for run in ("few", "enough"))
    assert enough[:115] == few  # more games leave the old ones as they were


def test_second_edition_for_two(folder: Path) -> None:
    bots = "greedy,random,mcts:simulations=4"
    options = ["--rules", "second-edition", "--players", "2", "--games", "121"]
    out = _medina(folder, "run", "--bots", bots, *options, "--out", "second")
    assert out == _read(folder, "rate", "second")
    rows = _rows(folder, "second")
    assert len(rows) == 126  # three pairs, blocks of two games
    assert {row["rules"] for row in rows} == {"second-edition"}
    assert "bot_2" not in rows[0]
    assert any(int(row["well_0"]) for row in rows)
    table = _json(folder, "second")
    assert (table["players"], len(table["seats"]), len(table["differences"])) == ([2], 2, 3)


def test_bot_alone_plays_itself(folder: Path) -> None:
    out = _medina(folder, "run", "--bots", "greedy", "--games", "40", "--seed", "1", "--out", "alone")
    table = _json(folder, "alone")
    assert (table["games"], table["blocks"], table["has_elo"]) == (40, 40, False)
    assert table["differences"] == []
    assert [bot["elo"] for bot in table["bots"]] == [None]
    assert [row["seat"] for row in table["seats"]] == [0, 1, 2, 3]
    assert all(row["se"] > 0 for row in table["seats"])
    assert "seat" in out
    rows = _rows(folder, "alone")
    assert {row[f"bot_{seat}"] for row in rows for seat in range(4)} == {"greedy"}


def test_faulty_bot_costs_no_run(folder: Path) -> None:
    (folder / "wild.py").write_text(
        "from medina_arena import Bot\nclass Wild(Bot):\n    def choose(self, game, moves):\n"
        "        if game.ply > 50:\n            raise SystemExit('enough')\n        return moves[-1]\n"
    )
    process = _start(["run", "--bots", "wild.py:Wild,greedy", "--games", "12", "--out", "wild"], folder)
    out, err = _finish(process)
    table = _json(folder, "wild")
    assert table["faults"] == {"exception": 24}
    assert [bot["faults"] for bot in table["bots"]] == [0, 24]
    assert "24 exception" in out
    assert err.count("warning: Wild at seat ") == 5  # the others are in the log
    assert (folder / "wild" / "run.log").read_text().count("SystemExit: enough") >= 24


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "mtcs,greedy"], "no bot 'mtcs' (did you mean 'mcts'?): known are "),
        (["--bots", "mcts,greedy", "--games", "0"], "'0' is no whole number of at least 1"),
        (["--bots", "mcts,greedy", "--players", "7"], "rulebook is played by 3 or 4 players, not by 7"),
        (["--bots", "greedy,greedy"], "two bots are called 'greedy': give one of them another label="),
        (["--bots", "greedy", "--rules", "bws"], "no rule set 'bws' (did you mean 'bsw'?): known are rulebook, "),
        (["--bots", "greedy", "--out", "file/run"], "file/run cannot be used as a run's folder: Not a directory"),
        (["--bots", "gone.py:Gone"], "bot 'gone.py:Gone': there is no file 'gone.py'"),
        (["--bots", "mine.py:Gone"], "bot 'mine.py:Gone': there is no class 'Gone', the bots there are Mine"),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_nothing(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "mine.py").write_text(
        "from medina_arena import Bot\nclass Mine(Bot):\n    def choose(self, game, moves):\n        return moves[0]\n"
    )
    before = sorted(tmp_path.rglob("*"))
    out, err = _finish(_start(["run", *arguments], tmp_path, PYTHONDONTWRITEBYTECODE="1"), status=2)
    assert out == ""
    *usage, error = err.splitlines()
    assert sentence in error
    assert error.startswith("Error: ")
    assert [line for line in usage if line] in (
        [],
        ["Usage: medina-arena run [OPTIONS] [FILE]", usage[1:2] and usage[1]],
    )
    assert sorted(tmp_path.rglob("*")) == before
