"""What would a run be? Its line-ups and games, how sure its ratings would be, and how long it would take."""

import time
from concurrent.futures.process import BrokenProcessPool
from functools import partial

import click
import numpy as np

from medina_arena.results import rate
from medina_arena.tournament.config import RunConfig
from medina_arena.tournament.errors import RunError
from medina_arena.tournament.job_play import play_job
from medina_arena.tournament.jobs import Job
from medina_arena.tournament.pool import WorkerPool, use_fork
from medina_arena.tournament.precision import Precision
from medina_arena.tournament.progress import format_seconds
from medina_arena.tournament.runner import games_of_part
from medina_arena.tournament.schedule import Plan, make_plan, schedule_games
from medina_arena.tournament.settings import Settings

from .playing import describe_plan, say

__all__ = ["describe_run"]

_MAX_LINEUPS = 12
"""Line-ups that are listed."""
_MAX_GAMES = 20_000
"""Games for which a rating is worked out; errors shrink with the root of their number."""
_SECONDS = 3.0
"""How long games are played to see how long they take."""


def describe_run(config: RunConfig, settings: Settings, precision: Precision | None, workers: int) -> None:
    """Print all of it; nothing is kept."""
    from medina_arena.tournament.play import warm_up

    plan = make_plan(config)
    first, last = games_of_part(plan, settings.part)
    click.echo(describe_plan(config, plan, settings))
    if precision is not None:
        known = f"all differences are known to ± {precision.half_width:g} Elo"
        click.echo(f"so far until the first look: the run goes on until {known}, or {precision.most_games:,} games")
    if config.neighbours:
        click.echo("below: what as many games of all line-ups would be")
    for members in plan.members[:_MAX_LINEUPS].tolist():
        click.echo("  " + ", ".join(config.labels[bot] for bot in members))
    if plan.n_lineups > _MAX_LINEUPS:
        click.echo(f"  … {plan.n_lineups - _MAX_LINEUPS:,} more")
    click.echo(f"expected precision: {_precision(config, plan)}")
    say("compiling (up to a minute the first time), then playing a few seconds …")
    use_fork()
    schedule_games(plan, 0, 1)
    warm_up(config)
    n_games, seconds = _measure(config, plan, settings)
    left = (last - first) * seconds / n_games / workers
    click.echo(
        f"expected time: {format_seconds(left)} on {workers} workers ({n_games:,} games took {seconds:.1f} s on one)"
    )


def _precision(config: RunConfig, plan: Plan) -> str:
    """How wide the intervals would be if all bots were equally strong, by games with drawn results."""
    if len(config.bots) < 2:
        return "one bot has no Elo"
    n = min(plan.n_games, _MAX_GAMES) // plan.block_games * plan.block_games
    games = schedule_games(plan, plan.n_games - n, plan.n_games)
    ranks = 1 + np.random.default_rng(0).permuted(np.tile(np.arange(config.players), (n, 1)), axis=1)
    blocks = games.block.astype(np.int64) * (1 + int(games.lineup.max())) + games.lineup
    widths = rate(games.bots, ranks, blocks, names=config.labels).half_width
    known = widths[np.isfinite(widths)]
    if not len(known):
        return "too few blocks for error bars"
    width = float(known.mean()) * (n / plan.n_games) ** 0.5
    return f"± {width:.1f} Elo (95 %) for bots of equal strength, more for others"


def _measure(config: RunConfig, plan: Plan, settings: Settings) -> tuple[int, float]:
    """How many games one worker has played in how many seconds."""
    n_games, seconds, size = 0, 0.0, 1
    end = time.monotonic() + _SECONDS
    with WorkerPool(partial(play_job, config=config, limits=settings.limits), 1) as pool:
        while n_games < plan.n_games and time.monotonic() < end:
            job = Job(n_games, min(n_games + size, plan.n_games))
            try:
                played = pool.submit(job)
                while not pool.wait([played], _SECONDS):
                    pass
                seconds += played.result().wall_seconds
            except BrokenProcessPool:
                raise RunError("a bot ends its worker process: a run would play on without it") from None
            n_games += len(job)
            size *= 2
    return n_games, max(seconds, 1e-9)
