"""How is a run played? Jobs go to workers, finished games go to the store as they come."""

import logging
import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

from medina_arena.results import RunStore, format_id, game_ids, split_ids

from .config import RunConfig
from .errors import RunError
from .fault_watch import FaultWatch
from .interrupt import StopRequest, stop_on_signals
from .jobs import MAX_ATTEMPTS, Job, JobQueue, gaps
from .logs import LOG_FILE
from .pool import Played, WorkerPool
from .progress import Progress
from .schedule import Plan, locate_games, make_plan, schedule_games
from .settings import Settings

__all__ = ["find_todo", "games_of_part", "play_run"]

_LOG = logging.getLogger(__name__)
_JOBS_PER_WORKER = 2
"""Jobs in flight: one that is played and one that waits."""
_POLL_SECONDS = 0.2
_GRACE_SECONDS = 2.0
"""How long a stopped run waits for the jobs that are being played."""

_Running = dict[Future[Played], Job]


def games_of_part(plan: Plan, part: tuple[int, int]) -> tuple[int, int]:
    """The first game of a part of the plan, and the one behind its last."""
    number, of = part
    return plan.n_blocks * (number - 1) // of * plan.block_games, plan.n_blocks * number // of * plan.block_games


def find_todo(plan: Plan, store: RunStore, part: tuple[int, int] = (1, 1)) -> list[Job]:
    """The ranges of games of a part of the plan that are not stored yet."""
    first, last = games_of_part(plan, part)
    done = locate_games(plan, *split_ids(store.ids()))
    done = done[(done >= first) & (done < last)] - first
    return [Job(first + job.first, first + job.last) for job in gaps(done, last - first)]


def play_run(
    config: RunConfig,
    store: RunStore,
    *,
    workers: int,
    progress: Progress,
    settings: Settings | None = None,
) -> bool:
    """Play the games that are not stored yet; whether all are stored now: False if Ctrl-C or SIGTERM came first.

    What is stored depends on the configuration alone, not on the number of workers or the order in which they finish;
    only faults of too much time or memory, which limits make, depend on the machine. Raises `RunError` when a game
    cannot be played, or when a bot faults and that is to end the run, and `ResultsError` when games cannot be stored.
    No worker is left in any case, and every game that came back is stored.
    """
    settings = settings or Settings()
    plan = make_plan(config)
    todo = find_todo(plan, store, settings.part)
    if not todo:
        return True
    workers = min(workers, sum(map(len, todo)))
    with stop_on_signals() as stop, WorkerPool(config, workers, settings.limits) as pool:
        watch = FaultWatch(config.labels, store, settings.on_fault)
        run = _Run(plan, watch, JobQueue(todo, workers), pool, progress)
        return run.play(stop, workers * _JOBS_PER_WORKER)


class _Run:
    """The state of a run while it is played."""

    def __init__(self, plan: Plan, watch: FaultWatch, queue: JobQueue, pool: WorkerPool, progress: Progress) -> None:
        self._plan = plan
        self._watch = watch
        self._queue = queue
        self._pool = pool
        self._progress = progress
        self._running: _Running = {}
        self._has_suspect = False

    def play(self, stop: StopRequest, in_flight: int) -> bool:
        """Play until nothing is left or somebody asks to stop; whether nothing is left."""
        try:
            while not stop.is_asked:
                is_whole = self._hand_out(in_flight)
                if is_whole and not self._running:
                    return True
                n_running = len(self._running)
                lost = self._collect(_POLL_SECONDS)
                if lost or not is_whole:
                    self._recover(lost, was_alone=n_running == 1)
        except RunError:
            self._finish_running(stop)
            raise
        self._finish_running(stop)
        return False

    def _hand_out(self, in_flight: int) -> bool:
        """Give the workers enough to do, but a suspect alone; False if a worker turns out to have died."""
        while len(self._running) < in_flight and not self._has_suspect:
            is_suspect = self._queue.has_suspects
            if is_suspect and self._running:
                break
            job = self._queue.take()
            if job is None:
                break
            try:
                self._running[self._pool.submit(job)] = job
            except BrokenProcessPool:
                self._queue.suspect([job])
                return False
            self._has_suspect = is_suspect
        return True

    def _collect(self, seconds: float) -> list[Job]:
        """Store what is finished, after waiting so long for it at most; the jobs that were lost with a worker."""
        lost = []
        failed: tuple[Job, Exception] | None = None
        for future in wait(self._running, seconds, FIRST_COMPLETED).done:
            job = self._running.pop(future)
            try:
                played = future.result()
            except BrokenProcessPool:
                lost.append(job)
            except Exception as reason:
                failed = failed or (job, reason)
            else:
                n_faults = self._watch.store(played)
                self._queue.note_time(len(played.games), played.wall_seconds)
                self._progress.advance(len(played.games), n_faults)
        if not self._running:
            self._has_suspect = False
        if failed is not None:
            job, error = failed
            _LOG.info("%s could not be played", self._name(job), exc_info=error)
            what = f"{type(error).__name__}: {error}".rstrip(": ")
            raise RunError(f"{self._name(job)} could not be played: {what} (more in {LOG_FILE})") from error
        self._watch.check()
        return lost

    def _recover(self, lost: list[Job], *, was_alone: bool) -> None:
        """Start new workers after one has died, and see that what it took with it is played again."""
        while self._running:  # the others end with it
            lost += self._collect(_POLL_SECONDS)
        if was_alone and lost:
            _LOG.info("a worker died of %s", self._name(lost[0]))
            if not self._queue.blame(lost[0]):
                raise RunError(
                    f"{self._name(lost[0])} killed its worker {MAX_ATTEMPTS} times, at last without any of its bots: "
                    "everything else so far is stored"
                )
        else:
            names = ", ".join(map(self._name, lost)) or "nothing"
            _LOG.warning("a worker died: %s will be played again", names)
            self._queue.suspect(lost)
        self._pool.restart()

    def _finish_running(self, stop: StopRequest) -> None:
        """Store what workers finish within a short time, and end them."""
        self._running = {future: job for future, job in self._running.items() if not future.cancel()}
        end = time.monotonic() + _GRACE_SECONDS
        while self._running and not stop.is_urgent and (left := end - time.monotonic()) > 0:
            with suppress(RunError):
                self._collect(min(left, _POLL_SECONDS))
        if self._running:
            self._pool.kill()

    def _name(self, job: Job) -> str:
        """The games of a job by their ids."""
        ends = [job.first] if len(job) == 1 else [job.first, job.last - 1]
        games = [schedule_games(self._plan, number, number + 1) for number in ends]
        ids = [format_id(int(game_ids(one.lineup, one.block, one.seating)[0])) for one in games]
        return f"game {ids[0]}" if len(ids) == 1 else f"games {ids[0]} to {ids[1]}"
