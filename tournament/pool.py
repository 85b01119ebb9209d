"""Where are games played? In worker processes, so that a bot can hurt nothing but its worker."""

import multiprocessing
import os
import secrets
import signal
import threading
import time
import warnings
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from .errors import RunError
from .logs import renew_worker_logs
from .processes import adopt_orphans, child_processes, kill_tree, marked_processes, process_tree

__all__ = ["WorkerPool", "available_cpus", "use_fork"]

_WATCH_SECONDS = 1.0
_GRACE_SECONDS = 3.0
"""How long an idle worker may take to end by itself."""
_MAX_STARTS = 5
_STDOUT, _STDERR = 1, 2
_MARK = "MEDINA_ARENA_WORKER"
"""In the environment of all that bots start; the value is the pool's own."""

J = TypeVar("J")
"""What a job is."""
R = TypeVar("R")
"""What comes of it."""


def available_cpus() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def use_fork() -> None:
    """Make forking this program's way to start processes, as logs from workers need it; `RunError` where none can."""
    if "fork" not in multiprocessing.get_all_start_methods():
        raise RunError("this system cannot fork processes: use Linux, macOS or WSL")
    multiprocessing.set_start_method("fork", force=True)


def _prepare_worker(parent: int, mark: str) -> None:
    """Leave the keyboard to the parent, end with it, and keep what bots print out of the run's results.

    A process group of its own, so that a bot that signals its group hits no more than its worker.
    """
    adopt_orphans()
    os.setpgid(0, 0)
    os.environ[_MARK] = mark
    os.dup2(_STDERR, _STDOUT)
    for number in (signal.SIGINT, signal.SIGTTIN, signal.SIGTTOU):  # who reads from the terminal gets an error
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """Wait until the parent is no more, then end this process and all that bots have started."""
    while os.getppid() == parent:
        time.sleep(_WATCH_SECONDS)
    for pid in child_processes(os.getpid()):
        kill_tree(pid)
    os._exit(1)


class WorkerPool(Generic[J, R]):
    """Worker processes, forked from this one, that can be killed and replaced; none is left after the `with` block."""

    def __init__(self, do: Callable[[J], R], workers: int) -> None:
        """Start the workers, which do jobs of one sort; what this process has compiled they need not compile again."""
        self._do = do
        self._workers = workers
        self.start()

    def start(self) -> None:
        """Start the workers, at first or after all were killed; one that is ended at once gets another chance."""
        for _ in range(_MAX_STARTS):
            if self._fork():
                return
            self.kill()
        raise RunError("no worker process can be started, or each ends at once: is there memory enough?")

    def _fork(self) -> bool:
        """Fork the workers; whether they were there long enough to answer."""
        before = set(multiprocessing.active_children())
        context = multiprocessing.get_context("fork")
        self._mark = f"{os.getpid()}-{secrets.token_hex(8)}"
        self._executor = ProcessPoolExecutor(self._workers, context, _prepare_worker, (os.getpid(), self._mark))
        results: Any = self._executor._result_queue
        self._results = os.fstat(results._reader.fileno())
        try:
            with warnings.catch_warnings():  # Python 3.12 and later warn of threads; ours take no lock of a worker's
                warnings.filterwarnings("ignore", ".*multi-threaded", DeprecationWarning)
                probe = self._executor.submit(os.getpid)
        except OSError:  # nothing waits yet for those that were forked before there were too many
            self._processes = [process for process in multiprocessing.active_children() if process not in before]
            for process in self._processes:
                process.kill()
                process.join()
            return False
        self._processes = [process for process in multiprocessing.active_children() if process not in before]
        results._writer.close()  # this process writes no results: their pipe is to end with its last worker
        return probe.exception() is None

    def submit(self, job: J) -> Future[R]:
        """Have a job done; raises `BrokenProcessPool` when a worker has died."""
        return self._executor.submit(self._do, job)

    def wait(self, jobs: Collection[Future[R]], seconds: float) -> set[Future[R]]:
        """Wait until the first of some jobs has ended, but not longer than some seconds; those that have ended.

        The job of a worker that died ends with `BrokenProcessPool`, and so do all others.
        """
        ended = wait(jobs, seconds, FIRST_COMPLETED).done
        if not ended and any(not process.is_alive() for process in self._processes):
            self._kill_workers()  # the executor waits for the rest of a result, or for processes of the dead one
        return ended

    def kill(self) -> None:
        """End all workers at once, whatever they do; jobs that were not done end with `BrokenProcessPool`."""
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
        ending = threading.Thread(target=self._executor.shutdown)
        ending.start()  # the executor alone waits for its workers: of two that wait for a process one is not told
        ending.join(seconds)
        if ending.is_alive():
            self._kill_workers()
            ending.join()
        if any(process.exitcode for process in self._processes):
            renew_worker_logs()  # a worker that was killed may have held a lock
            self._kill_workers()  # what bots have started outlives a worker that could not end it

    def _kill_workers(self) -> None:
        """Kill the workers, all that could still write their results, and all that bots have started."""
        workers = [process.pid for process in self._processes if process.is_alive() and process.pid is not None]
        strays = marked_processes(self._results, f"{_MARK}={self._mark}")
        for pid in strays.union(*map(process_tree, workers)):
            kill_tree(pid)
