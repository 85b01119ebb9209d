"""Is every bad input answered with one sentence and exit status 2, before anything is played?"""

import os
import subprocess
import sys
from pathlib import Path

import fake_play
import pytest
from click.testing import CliRunner

from medina_arena.bots import BotError
from medina_arena.results import RunStore
from medina_arena.tournament import play
from medina_arena.tournament.cli import main
from medina_arena.tournament.config import RunConfig, config_to_json

RANDOM = ["run", "--bots", "random,random:label=b"]


def _fail(arguments: list[str], *, status: int = 2) -> str:
    """The last line of a command that must fail."""
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert sum(line.startswith("Error: ") for line in lines) == 1
    assert lines[-1].startswith("Error: ")
    return lines[-1].removeprefix("Error: ")


@pytest.fixture(autouse=True)
def _nothing_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "medina_arena.tournament.play", None)  # importing it fails
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("")
    (tmp_path / "broken.py").write_text("1 +")
    (tmp_path / "bot.py").write_text(
        "from medina_arena.bots import Bot\nclass Lazy(Bot):\n    pass\nclass Good(Bot):\n"
        "    def choose(self, game, moves):\n        return moves[0]\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run"], "name the bots that play, such as --bots mcts,greedy"),
        (["run", "--bots"], "Option '--bots' requires an argument."),
        (["run", "--bots", ""], "write names with commas between them"),
        (["run", "--bots", "random,"], "write names with commas between them"),
        (["run", "--bots", "randon"], "no bot 'randon' (did you mean 'random'?)"),
        (["run", "--bots", "random:simulation=3"], "no parameter 'simulation' (did you mean 'simulations'?)"),
        (["check", "random", "--skip", "legal-move"], "no check 'legal move' (did you mean 'legal moves'?)"),
        (["run", "--bots", "random,random"], "two bots are called 'random'"),
        (["run", "--bots", "random", "--bots", "random"], "two bots are called 'random'"),
        (["run", "--bots", "random:greed=1"], "no parameter 'greed'"),
        (["run", "--bots", "random:simulations=many"], "simulations=many must be a whole number"),
        (["run", "--bots", "random:simulations=0"], "from 1 to 1000000"),
        (["run", "--bots", "gone.py:Bot"], "there is no file 'gone.py'"),
        (["run", "--bots", "broken.py:Bot"], "broken.py cannot be run"),
        (["run", "--bots", "bot.py:Gone"], "the bots there are Lazy, Good"),
        (["run", "--bots", "bot.py:Lazy"], "has no method choose"),
        (["run", "--bots", "no.such.module:Bot"], "module 'no.such.module' cannot be imported"),
        ([*RANDOM, "--rules", "chess"], "no rule set 'chess'"),
        ([*RANDOM, "--rules", "rulebok"], "did you mean 'rulebook'?"),
        ([*RANDOM, "--rules", ""], "no rule set ''"),
        ([*RANDOM, "--rules", "bsw:tower_connection=wall"], "it takes tower or arm"),
        ([*RANDOM, "--rules", "bsw:last_player"], "write name=value"),
        ([*RANDOM, "--players", "7"], "rulebook is played by 3 or 4 players, not by 7"),
        ([*RANDOM, "--players", "2"], "rulebook is played by 3 or 4 players, not by 2"),
        ([*RANDOM, "--players", "0"], "'0' is no whole number of at least 1"),
        ([*RANDOM, "--games", "0"], "'0' is no whole number of at least 1"),
        ([*RANDOM, "--games", "-5"], "'-5' is no whole number of at least 1"),
        ([*RANDOM, "--games", "ten"], "'ten' is no whole number of at least 1"),
        ([*RANDOM, "--games", "1e4"], "'1e4' is no whole number of at least 1"),
        ([*RANDOM, "--games", "1000000001"], "games is a whole number from 1 to 1000000000, not 1000000001"),
        ([*RANDOM, "--seed", "-1"], "'-1' is no whole number from 0 to 9007199254740991"),
        ([*RANDOM, "--seed", str(2**53)], "is no whole number from 0 to 9007199254740991"),
        ([*RANDOM, "--workers", "0"], "'0' is no whole number of at least 1"),
        ([*RANDOM, "--random-plies", "101"], "'101' is no whole number from 0 to 100"),
        ([*RANDOM, "--opening", "free"], "'free' is not one of 'drawn', 'bot'"),
        ([*RANDOM, "--gmaes", "5"], "--gmaes"),
        ([*RANDOM, "extra"], "extra cannot be read: No such file or directory"),
        ([*RANDOM, "file", "more"], "unexpected extra argument"),
        ([*RANDOM, "--move-timeout", "5"], "--move-timeout needs --isolate"),
        ([*RANDOM, "--memory", "5"], "--memory needs --isolate"),
        ([*RANDOM, "--isolate", "--memory", "0"], "'0' is no whole number of at least 1"),
        ([*RANDOM, "--isolate", "--move-timeout", "0"], "a number of seconds above 0, not 0.0"),
        ([*RANDOM, "--isolate", "--move-timeout", "nan"], "a number of seconds above 0, not nan"),
        ([*RANDOM, "--part", "3/2"], "a part of a run is written K/N with K from 1 to N, such as 1/3, not '3/2'"),
        ([*RANDOM, "--gauntlet", "greedy"], "a gauntlet needs one of the run's bots and an opponent, not 'greedy'"),
        ([*RANDOM, "--on-fault", "pray"], "'pray' is not one of 'record', 'stop'"),
        ([*RANDOM, "--out", "full"], "--out full holds files already: name a new or empty folder"),
        ([*RANDOM, "--out", "file"], "--out file is a file"),
        ([*RANDOM, "--out", "file/run"], "file/run cannot be used as a run's folder: Not a directory"),
        (["run", "--resume", "gone"], "gone is no run's folder: there is no such folder"),
        (["run", "--resume", "full"], "full is no run's folder: it has no games.sqlite"),
        (["run", "--resume", "full", "--random-plies", "0"], "--random-plies cannot be given with --resume"),
        (["rate"], "Missing argument 'DIR...'."),
        (["rate", "gone"], "gone is no run's folder: there is no such folder"),
        (["rate", "full"], "full is no run's folder: it has no games.sqlite"),
        (["rate", "full", "--format", "html"], "'html' is not one of 'table', 'csv', 'json', 'markdown'"),
        (["export", "file"], "file is no run's folder"),
        (["export", "full", "--format", "parquet"], "'parquet'"),
        (["merge", "gone", "--out", "c"], "gone is no run's folder"),
        (["merge", "--out", "c"], "Missing argument 'DIR...'"),
        (["verify", "gone"], "gone is no run's folder"),
        (["reproduce", "gone", "0.0.0"], "gone is no run's folder"),
        (["plya"], "no command 'plya' (did you mean 'play'?): there are run, rate, report"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert sentence in _fail(arguments)
    assert [path for path in sorted(tmp_path.rglob("*")) if "__pycache__" not in path.parts] == before


def test_folder_that_cannot_be_made_is_found_first() -> None:
    assert "/proc/medina cannot be used as a run's folder" in _fail([*RANDOM, "--out", "/proc/medina"])


def test_damaged_run(tmp_path: Path) -> None:
    (tmp_path / "full" / "games.sqlite").write_bytes(b"no database at all" * 1000)
    for command in (["rate", "full"], ["export", "full"], ["run", "--resume", "full"]):
        assert "games.sqlite is damaged or no run at all" in _fail(command)


def test_run_without_games_cannot_be_rated(tmp_path: Path) -> None:
    RunStore.create(tmp_path / "run", config_to_json(fake_play.SMALL_RUN)).close()
    assert "no finished game yet" in _fail(["rate", "run"])


def test_run_of_other_rules_is_not_resumed(tmp_path: Path) -> None:
    data = config_to_json(fake_play.SMALL_RUN) | {"rules_version": 0}
    RunStore.create(tmp_path / "run", data).close()
    assert "played by version 0 of the rules" in _fail(["run", "--resume", "run"])


def test_file_that_cannot_be_written(tmp_path: Path) -> None:
    RunStore.create(tmp_path / "run", config_to_json(fake_play.SMALL_RUN)).close()
    assert _fail(["export", "run", "--out", "gone/games.csv"]) == "gone/games.csv: No such file or directory"


def test_error_of_the_program_itself_is_no_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(texts: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("medina_arena.tournament.cli.run_setup.parse_bots", fail)
    result = CliRunner().invoke(main, RANDOM)
    assert isinstance(result.exception, ValueError)


def test_closed_pipe_is_no_error(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    config = fake_play.SMALL_RUN
    from medina_arena.tournament.schedule import make_plan, schedule_games

    plan = make_plan(config)
    with RunStore.create(folder, config_to_json(config)) as store:
        store.append(fake_play.play_games(config, schedule_games(plan, 0, plan.n_games)))
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "medina_arena.tournament.cli", "export", str(folder)]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert done.stderr == ""


@pytest.mark.parametrize(("error", "status"), [(BotError("no kernel"), 2), (KeyboardInterrupt(), 130)])
def test_run_that_cannot_begin_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int
) -> None:
    def fail(config: RunConfig) -> None:
        raise error

    monkeypatch.setitem(sys.modules, "medina_arena.tournament.play", play)
    monkeypatch.setattr(play, "warm_up", fail)
    result = CliRunner().invoke(main, [*RANDOM, "--out", "mine"])
    assert result.exit_code == status
    assert result.stderr.splitlines()[-1] == ("Error: no kernel" if status == 2 else "Interrupted.")
    assert not (tmp_path / "mine").exists()
