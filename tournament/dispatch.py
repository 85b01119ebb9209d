"""How are the games of a plan played? Jobs go to workers, and what they bring back goes to the store as it comes."""

import logging
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from textwrap import shorten

from medina_arena.results import format_id, game_ids

from .errors import RunError
from .fault_watch import FaultWatch
from .interrupt import StopRequest
from .job_play import Played
from .jobs import MAX_ATTEMPTS, Job, JobQueue
from .load import Load
from .logs import LOG_FILE
from .pool import WorkerPool
from .progress import Progress
from .schedule import Plan, schedule_games

__all__ = ["Dispatch"]

_LOG = logging.getLogger(__name__)
_POLL_SECONDS = 0.2
_MAX_TEXT = 300
"""Characters of an error that are shown; the whole of it is in the log."""
_GRACE_SECONDS = 2.0
"""How long a stopped run waits for the jobs that are being played."""

_Running = dict[Future[Played], Job]


class Dispatch:
    """The games of a plan while they are played."""

    def __init__(
        self,
        plan: Plan,
        watch: FaultWatch,
        queue: JobQueue,
        pool: WorkerPool[Job, Played],
        progress: Progress,
        load: Load,
    ) -> None:
        """Nothing is handed out yet."""
        self._plan = plan
        self._load = load
        self._watch = watch
        self._queue = queue
        self._pool = pool
        self._progress = progress
        self._running: _Running = {}
        self._has_suspect = False
        self._failure: Exception | None = None
        """What a job raised that was lost without its worker's death."""

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
        """Store what is finished, after waiting so long for it at most; the jobs that were lost.

        A job is lost with its worker, or when it raises something, as where a bot has tampered with the program.
        """
        lost = []
        for future in self._pool.wait(self._running, seconds):
            job = self._running.pop(future)
            try:
                played = future.result()
            except BrokenProcessPool:
                lost.append(job)
            except Exception as error:
                lost.append(job)
                self._failure = error
                _LOG.info("%s could not be played", self._name(job), exc_info=error)
            else:
                n_faults = self._watch.store(played)
                self._queue.note_time(len(played.games), played.wall_seconds)
                self._progress.advance(len(played.games), n_faults)
                self._load.note(played.wall_seconds, played.cpu_seconds)
        if not self._running:
            self._has_suspect = False
        self._watch.check()
        return lost

    def _recover(self, lost: list[Job], *, was_alone: bool) -> None:
        """Start new workers after one has died or failed, and see that what it took with it is played again."""
        failure, self._failure = self._failure, None
        what = "a worker died" if failure is None else f"a worker failed ({_shown(failure)})"
        self._pool.kill()  # the others too: a bot may have tampered with them
        while self._running:
            lost += self._collect(_POLL_SECONDS)
        if was_alone and lost:
            _LOG.info("%s of %s", what, self._name(lost[0]))
            if not self._queue.blame(lost[0]):
                raise RunError(f"{self._why_not(lost[0], failure)}: everything else so far is stored")
        else:
            names = ", ".join(map(self._name, lost)) or "nothing"
            _LOG.warning("%s: %s will be played again", what, names)
            self._queue.suspect(lost)
        self._pool.start()

    def _why_not(self, job: Job, failure: Exception | None) -> str:
        """Why a game is given up."""
        if failure is None:
            return f"{self._name(job)} killed its worker {MAX_ATTEMPTS} times, at last without any of its bots"
        what = f"{self._name(job)} could not be played, not even without its bots: {_shown(failure)}"
        return f"{what} (more in {LOG_FILE})"

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


def _shown(error: Exception) -> str:
    """What a worker raised, in a short line."""
    return shorten(f"{type(error).__name__}: {error}".rstrip(": "), _MAX_TEXT)
