"""Does a run that is stopped keep its games, leave no process, and go on where it was? As a program of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from pathlib import Path

import fake_play
import numpy as np
import pytest
from click.testing import CliRunner

from medina_arena.results import GameBatch, RunStore
from medina_arena.tournament.cli import main
from medina_arena.tournament.processes import child_processes
from medina_arena.tournament.schedule import make_plan, schedule_games

TESTS = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "fake_play", "run", "--workers", "2"]
BOTS = ["--bots", "random,random:label=b,random:label=c"]
PATIENCE = 30.0


def _start(folder: Path, games: int | None, **extra: str) -> subprocess.Popen[str]:
    """A run in a process group of its own, as a shell starts it; without games, one that goes on."""
    options = ["--resume", str(folder)] if games is None else [*BOTS, "--games", str(games), "--out", str(folder)]
    return subprocess.Popen(
        [*COMMAND, *options],
        env={**os.environ, "PYTHONPATH": f"{TESTS}:{TESTS.parent}", **extra},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "this takes too long"
        time.sleep(0.05)


def _n_stored(folder: Path) -> int:
    if not (folder / "games.sqlite").exists():
        return 0
    with RunStore.open(folder) as store:
        return store.n_games


def _kill_worker(parent: int, number: int) -> bool:
    """Whether there was one to kill: after a death there may be none for a moment."""
    workers = sorted(child_processes(parent))
    if not workers:
        return False
    try:
        os.kill(workers[number % len(workers)], signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _is_group_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize(
    ("number", "send"), [(signal.SIGINT, os.killpg), (signal.SIGTERM, os.kill)], ids=["Ctrl-C", "terminated"]
)
def test_stopped_run_keeps_its_games_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, send: Callable[[int, int], None]
) -> None:
    folder = tmp_path / "stopped run"
    process = _start(folder, 1200, FAKE_SECONDS="0.005")
    _wait_for(lambda: _n_stored(folder) >= 100)
    send(process.pid, number)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert _is_group_gone(process.pid)
    n_games = _n_stored(folder)
    assert 100 <= n_games < 1200
    assert f"stopped after {n_games:,} of 1,200 games" in err
    assert f"medina-arena run --resume '{folder}'" in err
    assert "Traceback" not in err
    assert f"{n_games} games" in out
    assert json.loads((folder / "table.json").read_text())["games"] == n_games
    assert sorted(file.name for file in folder.iterdir()) == ["games.sqlite", "run.log", "table.csv", "table.json"]

    fake_play.install(monkeypatch)
    result = CliRunner().invoke(main, ["run", "--resume", str(folder)])
    assert result.exit_code == 0, result.output
    _assert_stored(folder, _whole_run())


def test_stuck_worker_is_ended_and_the_rest_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = _start(folder, 30, FAKE_STUCK="10.2.3")
    _wait_for(lambda: _n_stored(folder) >= 1)
    start = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert time.monotonic() - start < 8
    assert _is_group_gone(process.pid)
    assert 0 < _n_stored(folder) < 36


def test_second_ctrl_c_does_not_wait(tmp_path: Path) -> None:
    """One waits two seconds for the games that are played; a busy machine gets another chance."""
    assert any(_seconds_of_two_ctrl_c(tmp_path / f"run-{attempt}") < 2 for attempt in range(4))


def _seconds_of_two_ctrl_c(folder: Path) -> float:
    """How long a run takes to end after the first of two."""
    process = _start(folder, 4, FAKE_SECONDS="60")
    _wait_for(lambda: "compiling" in (process.stderr.readline() if process.stderr else ""))
    _wait_for((folder / "run.log").exists)
    time.sleep(1.0)
    start = time.monotonic()
    for _ in range(2):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.3)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    seconds = time.monotonic() - start
    assert "stopped after 0 of 12 games" in err
    assert _is_group_gone(process.pid)
    return seconds


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = _start(folder, 1200, FAKE_SECONDS="0.01")
    _wait_for(lambda: _n_stored(folder) >= 10)
    process.kill()
    process.communicate(timeout=PATIENCE)
    _wait_for(lambda: _is_group_gone(process.pid))
    assert _n_stored(folder) >= 10


def _wait_for_games(folder: Path, more: int) -> None:
    """Until so many games more are stored."""
    wanted = _n_stored(folder) + more
    _wait_for(lambda: _n_stored(folder) >= wanted)


def _kill(process: subprocess.Popen[str]) -> None:
    """End the parent at once, and wait until its workers have noticed."""
    process.kill()
    process.communicate(timeout=PATIENCE)
    _wait_for(lambda: _is_group_gone(process.pid))


def _whole_run() -> GameBatch:
    """What the run must store in the end."""
    plan = make_plan(fake_play.SMALL_RUN)
    whole = fake_play.play_games(fake_play.SMALL_RUN, schedule_games(plan, 0, plan.n_games))
    return whole.take(np.argsort(whole.ids))


def _assert_stored(folder: Path, expected: GameBatch) -> None:
    with RunStore.open(folder) as store:
        games = store.read_all()
    for field in fields(GameBatch):
        assert (getattr(games, field.name) == getattr(expected, field.name)).all()


def test_run_whose_parent_is_killed_again_and_again_ends_as_if_undisturbed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = _start(folder, 1200, FAKE_SECONDS="0.003")
    for more in (1, 90, 300):  # at once, and at other moments
        _wait_for_games(folder, more)
        _kill(process)
        process = _start(folder, None, FAKE_SECONDS="0.003")
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    _assert_stored(folder, _whole_run())


def test_run_whose_workers_are_killed_ends_as_if_undisturbed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = _start(folder, 1200, FAKE_SECONDS="0.003")
    for number in range(3):
        _wait_for_games(folder, 50)
        _wait_for(partial(_kill_worker, process.pid, number))
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert "a worker died" in err
    _assert_stored(folder, _whole_run())
