"""Which games does a worker get next? Ranges of games, sized so that each takes about the same time."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["JOB_SECONDS", "MAX_ATTEMPTS", "Job", "JobQueue", "gaps"]

JOB_SECONDS = 1.0
"""How long a job should take: long against the cost of handing it over and storing it, which takes processor time from
the workers where all processors play (about 4 ms a job), short against a person's patience."""
_GROWTH = 8
"""A job is at most so many times as large as the largest one that was timed."""
_MAX_GAMES = 50_000
"""Games of a job at most: about 6 MB of results."""
_SHARES = 3
"""Near the end a job is at most one in so many shares that each worker could still get."""
MAX_ATTEMPTS = 7
"""A single game is tried alone, with isolated bots, without each of four bots, without all of them; then no more."""


@dataclass(frozen=True, slots=True)
class Job:
    """Games `first` to `last` - 1 in the order of play."""

    first: int
    last: int
    attempts: int = 0
    """How often it, a single game, killed the worker that played nothing else."""

    def __len__(self) -> int:
        """The number of games."""
        return self.last - self.first


def gaps(done: npt.NDArray[np.int64], n_games: int) -> list[Job]:
    """The ranges of games that are not done yet; `done` is ascending and lies below `n_games`."""
    edges = np.concatenate([[-1], done, [n_games]])
    holes = np.flatnonzero(np.diff(edges) > 1)
    return [Job(int(edges[i]) + 1, int(edges[i + 1])) for i in holes]


class JobQueue:
    """The games that are still to be handed out.

    Jobs that were lost with a worker are suspects: they come first and are to be played alone, so that the one that
    kills its worker is known for sure. It is halved until a single game is left.
    """

    def __init__(self, todo: list[Job], workers: int) -> None:
        """All games to be played, and by how many workers."""
        self._todo = deque(todo)
        self._n_left = sum(map(len, todo))
        self._workers = workers
        self._suspects: deque[Job] = deque()
        self._rate = 0.0
        self._largest_timed = 0

    @property
    def has_suspects(self) -> bool:
        """Whether the next job is to be played alone."""
        return bool(self._suspects)

    @property
    def job_games(self) -> int:
        """How many games the next job has at most."""
        fair = -(-self._n_left // (self._workers * _SHARES))
        wanted = min(int(self._rate * JOB_SECONDS), self._largest_timed * _GROWTH, _MAX_GAMES, fair)
        return max(wanted, 1)

    def take(self) -> Job | None:
        """The next job; None when all have been handed out."""
        if self._suspects:
            return self._suspects.popleft()
        if not self._todo:
            return None
        whole = self._todo.popleft()
        job = Job(whole.first, min(whole.last, whole.first + self.job_games))
        if job.last < whole.last:
            self._todo.appendleft(Job(job.last, whole.last))
        self._n_left -= len(job)
        return job

    def note_time(self, n_games: int, seconds: float) -> None:
        """Learn from a finished job how long games take."""
        rate = n_games / max(seconds, 1e-6)
        self._rate = rate if self._largest_timed == 0 else 0.7 * self._rate + 0.3 * rate
        self._largest_timed = max(self._largest_timed, n_games)

    def suspect(self, jobs: list[Job]) -> None:
        """Play again, alone, what was lost or could not be handed over when some worker died."""
        self._suspects.extend(jobs)

    def blame(self, job: Job) -> bool:
        """Try again what killed its worker, in halves; whether there is still hope."""
        if len(job) > 1:
            self._suspects.extendleft(reversed(list(_halves(job))))
            return True
        again = Job(job.first, job.last, job.attempts + 1)
        self._suspects.appendleft(again)
        return again.attempts < MAX_ATTEMPTS


def _halves(job: Job) -> Iterator[Job]:
    """Both halves of a job of several games."""
    middle = (job.first + job.last) // 2
    yield Job(job.first, middle)
    yield Job(middle, job.last)
