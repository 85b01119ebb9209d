"""How is a run played? One plan, or one round after the other, until every game is stored."""

from collections.abc import Iterator
from functools import partial

from medina_arena.results import RunStore, split_ids

from .config import RunConfig
from .dispatch import Dispatch
from .fault_watch import FaultWatch
from .interrupt import stop_on_signals
from .job_play import play_job
from .jobs import Job, JobQueue, gaps
from .load import Load
from .neighbours import next_round, round_total, stored_rounds
from .pool import WorkerPool
from .progress import Progress
from .schedule import Plan, Round, locate_games, make_plan
from .settings import Settings

__all__ = ["find_todo", "games_of_part", "play_run", "run_size"]

_JOBS_PER_WORKER = 2
"""Jobs in flight: one that is played and one that waits."""


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


def run_size(config: RunConfig, store: RunStore, part: tuple[int, int] = (1, 1)) -> tuple[int, int]:
    """How many games of a run, or of a part of it, are stored, and how many it will have."""
    if config.neighbours:
        plans = [make_plan(config, one) for one in stored_rounds(store.config)]
        missing = sum(len(job) for plan in plans for job in find_todo(plan, store))
        return sum(plan.n_games for plan in plans) - missing, round_total(config, store)
    plan = make_plan(config)
    first, last = games_of_part(plan, part)
    return last - first - sum(map(len, find_todo(plan, store, part))), last - first


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
    load = Load(workers)
    watch = FaultWatch(config.labels, store, settings.on_fault)
    try:
        with stop_on_signals() as stop:
            for one in _rounds(config, store):
                plan = make_plan(config, one)
                todo = find_todo(plan, store, settings.part)
                if not todo:
                    continue
                n_workers = min(workers, sum(map(len, todo)))
                with WorkerPool(partial(play_job, config=config, one=one, limits=settings.limits), n_workers) as pool:
                    dispatch = Dispatch(plan, watch, JobQueue(todo, n_workers), pool, progress, load)
                    if not dispatch.play(stop, n_workers * _JOBS_PER_WORKER):
                        return False
            return True
    finally:
        load.report()


def _rounds(config: RunConfig, store: RunStore) -> Iterator[Round | None]:
    """One round after the other, each planned when those before it are complete; None is the whole plan of a run."""
    if not config.neighbours:
        yield None
        return
    n_done = 0
    for one in stored_rounds(store.config):
        yield one
        n_done += make_plan(config, one).n_games
    while (following := next_round(config, store, n_done)) is not None:
        yield following
        n_done += make_plan(config, following).n_games
