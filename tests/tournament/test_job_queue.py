"""Is every game handed out exactly once, in jobs of a good size?"""

import numpy as np
import pytest

from medina_arena.tournament.jobs import JOB_SECONDS, MAX_ATTEMPTS, Job, JobQueue, gaps


def _drain(queue: JobQueue, games_a_second: float) -> list[Job]:
    jobs = []
    while (job := queue.take()) is not None:
        jobs.append(job)
        queue.note_time(len(job), len(job) / games_a_second)
    return jobs


@pytest.mark.parametrize(
    ("done", "holes"),
    [
        ([], [(0, 10)]),
        (range(10), []),
        ([0, 9], [(1, 9)]),
        ([3, 4, 7], [(0, 3), (5, 7), (8, 10)]),
        ([9], [(0, 9)]),
    ],
)
def test_gaps(done: list[int], holes: list[tuple[int, int]]) -> None:
    assert [(job.first, job.last) for job in gaps(np.array(done, np.int64), 10)] == holes


@pytest.mark.parametrize("speed", [0.01, 3.0, 1000.0, 90_000.0])
def test_every_game_is_handed_out_once(speed: float) -> None:
    jobs = _drain(JobQueue([Job(0, 70_000), Job(80_000, 100_000)] if speed > 10 else [Job(0, 50)], 2), speed)
    games = [game for job in jobs for game in range(job.first, job.last)]
    assert games == [*range(70_000), *range(80_000, 100_000)] if speed > 10 else list(range(50))


@pytest.mark.parametrize("speed", [1000.0, 20_000.0, 90_000.0])
def test_jobs_grow_to_the_wanted_time_and_shrink_at_the_end(speed: float) -> None:
    jobs = _drain(JobQueue([Job(0, 2_000_000)], 2), speed)
    assert len(jobs[0]) == 1
    seconds = [len(job) / speed for job in jobs]
    assert max(seconds) <= JOB_SECONDS * 1.01
    assert np.median(seconds[: len(seconds) // 2]) >= 0.1
    assert len(jobs[-1]) == 1


def test_slow_games_are_handed_out_one_by_one() -> None:
    assert {len(job) for job in _drain(JobQueue([Job(0, 100)], 4), games_a_second=0.1)} == {1}


def test_killer_is_found_by_halving_and_given_up_in_the_end() -> None:
    queue = JobQueue([Job(0, 64)], 1)
    queue.note_time(100, 0.001)
    queue.suspect([Job(64, 128)])
    killer, deaths = 99, 0
    survived: list[int] = []
    while (job := queue.take()) is not None:
        if job.first <= killer < job.last:
            deaths += 1
            if not queue.blame(job):
                break
        else:
            survived.extend(range(job.first, job.last))
    assert (job, deaths) == (Job(99, 100, MAX_ATTEMPTS - 1), 6 + MAX_ATTEMPTS)
    assert survived == list(range(64, 99))


def test_suspects_come_first() -> None:
    queue = JobQueue([Job(0, 100)], 1)
    queue.suspect([Job(200, 205), Job(300, 301)])
    assert [queue.take(), queue.take()] == [Job(200, 205), Job(300, 301)]
    assert not queue.has_suspects
    assert queue.take() == Job(0, 1)
