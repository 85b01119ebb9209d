"""Does a run store the same games whatever happens to its workers? With games that cost nothing."""

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import fields
from functools import partial
from pathlib import Path

import fake_play
import numpy as np
import pytest
from fake_play import SMALL_RUN as CONFIG
from fake_play import Counter

from medina_arena.results import GameBatch, ResultsError, RunStore, format_id
from medina_arena.tournament import jobs, pool
from medina_arena.tournament.config import RunConfig, config_to_json
from medina_arena.tournament.errors import RunError
from medina_arena.tournament.job_play import play_job
from medina_arena.tournament.jobs import Job
from medina_arena.tournament.logs import run_logs
from medina_arena.tournament.processes import kill_tree
from medina_arena.tournament.runner import find_todo, play_run
from medina_arena.tournament.schedule import make_plan, schedule_games

PLAY = partial(play_job, config=CONFIG)


@pytest.fixture(autouse=True)
def _fake_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    fake_play.install(monkeypatch)
    yield
    assert multiprocessing.active_children() == []


@pytest.fixture
def expected() -> GameBatch:
    """What the run must store: its games played one after the other in this process."""
    plan = make_plan(CONFIG)
    batch = fake_play.play_games(CONFIG, schedule_games(plan, 0, plan.n_games))
    return batch.take(np.argsort(batch.ids))


def _run(folder: Path, workers: int = 2, config: RunConfig = CONFIG) -> GameBatch:
    with RunStore.create(folder, config_to_json(config)) as store:
        counter = Counter()
        assert play_run(config, store, workers=workers, progress=counter)
        assert counter.total == store.n_games
        return store.read_all()


def _assert_same(one: GameBatch, other: GameBatch) -> None:
    for field in fields(GameBatch):
        assert (getattr(one, field.name) == getattr(other, field.name)).all(), field.name


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_number_of_workers_changes_nothing(tmp_path: Path, workers: int, expected: GameBatch) -> None:
    _assert_same(_run(tmp_path / "run", workers), expected)


def test_size_of_jobs_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: GameBatch) -> None:
    monkeypatch.setattr(jobs.JobQueue, "job_games", 7)
    _assert_same(_run(tmp_path / "run"), expected)


def test_more_workers_than_games(tmp_path: Path) -> None:
    config = RunConfig(CONFIG.bots[:1], CONFIG.rules, 4, 3)
    assert len(_run(tmp_path / "run", 8, config)) == 3


def test_worker_that_dies_once_costs_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: GameBatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("FAKE_KILL", format_id(int(expected.ids[700])))
    monkeypatch.setenv("FAKE_ONCE", str(tmp_path / "killed"))
    with caplog.at_level(logging.WARNING):
        _assert_same(_run(tmp_path / "run"), expected)
    assert (tmp_path / "killed").exists()
    assert "a worker died" in caplog.text


@pytest.mark.parametrize("n_deaths", [2, 99])
def test_workers_that_are_killed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n_deaths: int) -> None:
    prepare, deaths = pool._prepare_worker, tmp_path / "deaths"
    deaths.touch()

    def die(parent: int, mark: str) -> None:
        if deaths.stat().st_size < n_deaths:
            with deaths.open("a") as file:
                file.write("x")
            os.kill(os.getpid(), signal.SIGKILL)
        prepare(parent, mark)

    monkeypatch.setattr(pool, "_prepare_worker", die)
    if n_deaths > 10:
        with pytest.raises(RunError, match="no worker process can be started, or each ends at once"):
            pool.WorkerPool(PLAY, 1)
        return
    with pool.WorkerPool(PLAY, 1) as workers:
        assert workers.submit(Job(0, 5)).result().games.ids.shape == (5,)


def test_pool_that_cannot_fork_all_workers_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    fork, n_forks = os.fork, 0

    def fork_seldom() -> int:
        nonlocal n_forks
        n_forks += 1
        if n_forks % 2 == 0:
            raise BlockingIOError("no more processes")
        return fork()

    monkeypatch.setattr(os, "fork", fork_seldom)
    with pytest.raises(RunError, match="no worker process can be started"):
        pool.WorkerPool(PLAY, 2)


def test_job_that_raises_stops_at_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: GameBatch) -> None:
    """One job raises while another one never ends: what does not come back is not waited for."""
    monkeypatch.setattr(jobs.JobQueue, "job_games", 1)
    monkeypatch.setenv("FAKE_STUCK", format_id(int(expected.ids[0])))
    monkeypatch.setenv("FAKE_RAISE", format_id(int(expected.ids[1])))
    monkeypatch.setenv("FAKE_ONCE", str(tmp_path / "raised"))
    threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with RunStore.create(tmp_path / "run", config_to_json(CONFIG)) as store:
        assert not play_run(CONFIG, store, workers=2, progress=Counter())


def test_all_jobs_end_when_the_workers_are_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that no worker has seen, too."""
    monkeypatch.setenv("FAKE_SECONDS", "60")
    with pool.WorkerPool(PLAY, 1) as workers:
        waiting = [workers.submit(Job(n, n + 1)) for n in range(20)]
        workers.kill()
        while waiting:
            ended = workers.wait(waiting, 10)
            assert ended
            assert all(isinstance(future.exception(), BrokenProcessPool) for future in ended)
            waiting = [future for future in waiting if future not in ended]


def test_no_worker_is_left_however_slowly_it_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is one counted that has ended, however late the system's answer reaches the thread that waits for it."""
    waitpid = os.waitpid

    def wait_slowly(pid: int, options: int) -> tuple[int, int]:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and not options:
            time.sleep(0.5)  # the other thread is told first
        answer = waitpid(pid, options)
        if not is_main:
            time.sleep(1)  # and comes back last
        return answer

    monkeypatch.setattr(os, "waitpid", wait_slowly)
    monkeypatch.setattr(pool, "_GRACE_SECONDS", 0.1)
    monkeypatch.setattr(pool, "kill_tree", lambda pid: threading.Timer(0.3, kill_tree, (pid,)).start())
    with pool.WorkerPool(PLAY, 2):
        workers = multiprocessing.active_children()
        assert len(workers) == 2
        for worker in workers:
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGSTOP)  # it cannot end by itself
    assert multiprocessing.active_children() == []


def test_game_that_always_kills_its_worker_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: GameBatch
) -> None:
    killer = format_id(int(expected.ids[500]))
    monkeypatch.setenv("FAKE_KILL", killer)
    with RunStore.create(tmp_path / "run", config_to_json(CONFIG)) as store:
        with pytest.raises(RunError, match=f"game {killer} killed its worker 7 times, at last without any"):
            play_run(CONFIG, store, workers=2, progress=Counter())
        kept = store.ids()
        assert len(kept) > 0
        monkeypatch.delenv("FAKE_KILL")
        assert play_run(CONFIG, store, workers=2, progress=Counter())
        _assert_same(store.read_all(), expected)


def test_game_that_cannot_be_played_is_named_and_explained_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: GameBatch
) -> None:
    monkeypatch.setattr(jobs.JobQueue, "job_games", 1)
    bad = format_id(int(expected.ids[3]))
    monkeypatch.setenv("FAKE_RAISE", bad)
    folder = tmp_path / "run"
    sentence = f"game {bad} could not be played, not even without its bots: ArithmeticError: this game is not"
    with (
        RunStore.create(folder, config_to_json(CONFIG)) as store,
        run_logs(folder),
        pytest.raises(RunError, match=sentence),
    ):
        play_run(CONFIG, store, workers=2, progress=Counter())
    log = (folder / "run.log").read_text()
    assert "Traceback" in log
    assert "_misbehave" in log


def test_worker_that_was_tampered_with_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: GameBatch
) -> None:
    """A game that raises something in a worker, and not in the next one, costs nothing."""
    monkeypatch.setattr(jobs.JobQueue, "job_games", 20)
    monkeypatch.setenv("FAKE_RAISE", format_id(int(expected.ids[300])))
    monkeypatch.setenv("FAKE_ONCE", str(tmp_path / "raised"))
    _assert_same(_run(tmp_path / "run"), expected)
    assert (tmp_path / "raised").exists()


def test_stored_games_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: GameBatch
) -> None:
    monkeypatch.setenv("FAKE_RAISE", format_id(int(expected.ids[10])))
    with RunStore.create(tmp_path / "run", config_to_json(CONFIG)) as store:
        some = np.zeros(len(expected), np.bool_)
        some[[0, 1, 10, 400, 1199]] = True
        store.append(expected.take(some))
        assert sum(map(len, find_todo(make_plan(CONFIG), store))) == 1195
        assert play_run(CONFIG, store, workers=2, progress=Counter())
        _assert_same(store.read_all(), expected)
        monkeypatch.setattr("medina_arena.tournament.runner.WorkerPool", None)
        assert play_run(CONFIG, store, workers=2, progress=Counter())  # nothing to do: no pool


def test_full_disk_ends_the_run_with_one_sentence_and_it_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: GameBatch
) -> None:
    monkeypatch.setattr(jobs.JobQueue, "job_games", 10)
    with RunStore.create(tmp_path / "run", config_to_json(CONFIG)) as store:
        store._connection.execute("PRAGMA max_page_count = 12")
        with pytest.raises(ResultsError, match=r"games.sqlite cannot be used: database or disk is full"):
            play_run(CONFIG, store, workers=2, progress=Counter())
    with RunStore.open(tmp_path / "run") as store:
        assert 0 < store.n_games < len(expected)
        assert play_run(CONFIG, store, workers=2, progress=Counter())
        _assert_same(store.read_all(), expected)


def test_few_jobs_are_in_flight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 0

    def watch(running: dict[Future[object], object], *arguments: object) -> object:
        nonlocal most
        most = max(most, len(running))
        return wait(running, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("medina_arena.tournament.pool.wait", watch)
    monkeypatch.setattr(jobs.JobQueue, "job_games", 5)
    _run(tmp_path / "run")
    assert most == 4
