"""Where are games played? In worker processes, so that a bot can hurt nothing but its worker."""

import multiprocessing
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Collection, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Self

from medina_arena.results import Fault, GameBatch, Termination, game_ids

from .config import RunConfig
from .errors import RunError
from .jobs import Job
from .limits import NO_LIMITS, Limits
from .logs import renew_worker_logs
from .processes import adopt_orphans, child_processes, kill_tree, pipe_writers, process_tree
from .schedule import Round, ScheduledGames, make_plan, schedule_games
from .table import ForcedFault

__all__ = ["Played", "WorkerPool", "available_cpus", "use_fork"]

_WATCH_SECONDS = 1.0
_GRACE_SECONDS = 3.0
"""How long an idle worker may take to end by itself."""
_MAX_STARTS = 5
_STDOUT, _STDERR = 1, 2
_ALONE = 1
"""A game that has killed its worker so often is played with its bots isolated."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """What a worker brings back of a job."""

    games: GameBatch
    faults: list[Fault]
    wall_seconds: float
    cpu_seconds: float
    """Processor time of the worker and of the bots' own processes."""


def available_cpus() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def use_fork() -> None:
    """Make forking this program's way to start processes, as logs from workers need it; `RunError` where none can."""
    if "fork" not in multiprocessing.get_all_start_methods():
        raise RunError("this system cannot fork processes: use Linux, macOS or WSL")
    multiprocessing.set_start_method("fork", force=True)


def _play(config: RunConfig, one: Round | None, job: Job, limits: Limits | None) -> Played:
    """Play a job. Its games depend on nothing but the arguments."""
    from .play import play_games  # at the time of the call: a test may put another one there

    start, cpu = time.perf_counter(), _cpu_seconds()
    scheduled = schedule_games(make_plan(config, one), job.first, job.last)
    faults: list[Fault] = []
    if job.attempts >= _ALONE and sys.platform == "linux":
        limits = limits or NO_LIMITS
    forced = _left_out(scheduled, job.attempts - _ALONE - 1)
    games = play_games(config, scheduled, limits=limits, forced=forced, faults=faults)
    for pid in child_processes(os.getpid()):  # bots may have started some
        kill_tree(pid)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)
    return Played(games, faults, time.perf_counter() - start, _cpu_seconds() - cpu)


def _left_out(scheduled: ScheduledGames, turn: int) -> Mapping[int, Mapping[int, ForcedFault]]:
    """Who is left out of a game that kills its worker even with its bots isolated: one bot a turn, at last all of them.

    The bot without which the game can be played is the one that kills.
    """
    if turn < 0:
        return {}
    seats = scheduled.bots[0].tolist()
    suspects = list(dict.fromkeys(seats))
    out = suspects[turn : turn + 1] or suspects
    fault = ForcedFault(0, Termination.CRASH, "the worker died whenever this bot took part")
    game = int(game_ids(scheduled.lineup, scheduled.block, scheduled.seating)[0])
    return {game: {seat: fault for seat, bot in enumerate(seats) if bot in out}}


def _cpu_seconds() -> float:
    """Processor time of this process and its ended children."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def _prepare_worker(parent: int) -> None:
    """Leave the keyboard to the parent, end with it, and keep what bots print out of the run's results."""
    adopt_orphans()
    os.dup2(_STDERR, _STDOUT)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """Wait until the parent is no more, then end this process."""
    while os.getppid() == parent:
        time.sleep(_WATCH_SECONDS)
    os._exit(1)


class WorkerPool:
    """Worker processes, forked from this one, that can be killed and replaced; none is left after the `with` block."""

    def __init__(self, config: RunConfig, workers: int, limits: Limits | None = None, one: Round | None = None) -> None:
        """Start the workers, for a run or one round of it; what this process has compiled they need not compile again.

        With limits every bot plays in a process of its own.
        """
        self._config = config
        self._round = one
        self._limits = limits
        self._workers = workers
        self._start()

    def _start(self) -> None:
        """Start the workers; one that somebody ends at once gets another chance."""
        for _ in range(_MAX_STARTS):
            if self._fork():
                return
            self.kill()
        raise RunError("the worker processes end as soon as they are started: is there memory enough?")

    def _fork(self) -> bool:
        """Fork the workers; whether they were there long enough to answer."""
        before = set(multiprocessing.active_children())
        context = multiprocessing.get_context("fork")
        self._executor = ProcessPoolExecutor(self._workers, context, _prepare_worker, (os.getpid(),))
        with warnings.catch_warnings():  # Python 3.12 and later warn of threads; ours take no lock that workers need
            warnings.filterwarnings("ignore", ".*multi-threaded", DeprecationWarning)
            probe = self._executor.submit(os.getpid)
        self._processes: list[BaseProcess] = [p for p in multiprocessing.active_children() if p not in before]
        results: Any = self._executor._result_queue
        results._writer.close()  # this process writes no results: their pipe is to end with its last worker
        self._results = os.fstat(results._reader.fileno())
        return probe.exception() is None

    def submit(self, job: Job) -> Future[Played]:
        """Have a job played; raises `BrokenProcessPool` when a worker has died."""
        return self._executor.submit(_play, self._config, self._round, job, self._limits)

    def wait(self, jobs: Collection[Future[Played]], seconds: float) -> set[Future[Played]]:
        """Wait until the first of some jobs has ended, but not longer than some seconds; those that have ended.

        The job of a worker that died ends with `BrokenProcessPool`, and so do all others.
        """
        ended = wait(jobs, seconds, FIRST_COMPLETED).done
        if not ended and any(not process.is_alive() for process in self._processes):
            self._kill_workers()  # the executor waits for the rest of a result, or for processes of the dead one
        return ended

    def restart(self) -> None:
        """Replace all workers by new ones."""
        self.kill()
        self._start()

    def kill(self) -> None:
        """End all workers at once, whatever they do."""
        self._end(0.0)

    def __enter__(self) -> Self:
        """The pool itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let idle workers end by themselves; after an error, or where a bot's threads keep them, end them."""
        self._end(_GRACE_SECONDS if error is None else 0.0)

    def _end(self, seconds: float) -> None:
        """Ask the workers to end, and kill those that take longer."""
        ending = threading.Thread(target=self._executor.shutdown, kwargs={"cancel_futures": True})
        ending.start()  # the executor alone waits for its workers: of two that wait for a process one is not told
        ending.join(seconds)
        if ending.is_alive():
            self._kill_workers()
            ending.join()
        if any(process.exitcode for process in self._processes):
            renew_worker_logs()  # a worker that was killed may have held a lock

    def _kill_workers(self) -> None:
        """Kill the workers and all that could still write their results."""
        workers = [process.pid for process in self._processes if process.is_alive() and process.pid is not None]
        for pid in set().union(*map(process_tree, workers), pipe_writers(self._results)):
            kill_tree(pid)
