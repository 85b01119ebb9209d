"""Where are games played? In worker processes, so that a bot can hurt nothing but its worker."""

import multiprocessing
import os
import signal
import threading
import time
import warnings
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Self

from medina_arena.results import GameBatch

from .config import RunConfig
from .errors import RunError
from .jobs import Job
from .logs import renew_worker_logs
from .schedule import make_plan, schedule_games

__all__ = ["WorkerPool", "available_cpus", "use_fork"]

_WATCH_SECONDS = 1.0


def available_cpus() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def use_fork() -> None:
    """Make forking this program's way to start processes, as logs from workers need it; `RunError` where none can."""
    if "fork" not in multiprocessing.get_all_start_methods():
        raise RunError("this system cannot fork processes: use Linux, macOS or WSL")
    multiprocessing.set_start_method("fork", force=True)


def _play(config: RunConfig, job: Job) -> tuple[GameBatch, float]:
    """Play a job; its games, and the seconds that they took. Depends on nothing but the arguments."""
    from .play import play_games  # at the time of the call: a test may put another one there

    start = time.perf_counter()
    batch = play_games(config, schedule_games(make_plan(config), job.first, job.last))
    return batch, time.perf_counter() - start


def _prepare_worker(parent: int) -> None:
    """Leave the keyboard to the parent, and end with it."""
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

    def __init__(self, config: RunConfig, workers: int) -> None:
        """Start the workers; what this process has compiled they need not compile again."""
        self._config = config
        self._workers = workers
        self._start()

    def _start(self) -> None:
        """Fork the workers."""
        before = set(multiprocessing.active_children())
        context = multiprocessing.get_context("fork")
        self._executor = ProcessPoolExecutor(self._workers, context, _prepare_worker, (os.getpid(),))
        with warnings.catch_warnings():  # Python 3.12 and later warn of threads; ours take no lock that workers need
            warnings.filterwarnings("ignore", ".*multi-threaded", DeprecationWarning)
            probe = self._executor.submit(os.getpid)
        self._processes: list[BaseProcess] = [p for p in multiprocessing.active_children() if p not in before]
        try:
            probe.result()
        except BrokenProcessPool:
            raise RunError("the worker processes end as soon as they are started: is there memory enough?") from None

    def submit(self, job: Job) -> Future[tuple[GameBatch, float]]:
        """Have a job played; raises `BrokenProcessPool` when a worker has died."""
        return self._executor.submit(_play, self._config, job)

    def restart(self) -> None:
        """Replace all workers by new ones."""
        self.kill()
        self._start()

    def kill(self) -> None:
        """End all workers at once, whatever they do."""
        for process in self._processes:
            process.kill()
        self._executor.shutdown(wait=True, cancel_futures=True)
        renew_worker_logs()  # a killed worker may have held a lock

    def __enter__(self) -> Self:
        """The pool itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let idle workers end by themselves; after an error, end them at once."""
        if error is not None:
            self.kill()
        self._executor.shutdown(wait=True)
