"""What does a worker do with a job? It plays the games, and leaves no process of theirs behind."""

import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from medina_arena.results import Fault, GameBatch, Termination, game_ids

from .config import RunConfig
from .jobs import Job
from .limits import NO_LIMITS, Limits
from .processes import child_processes, kill_tree
from .schedule import Round, ScheduledGames, make_plan, schedule_games
from .table import ForcedFault

__all__ = ["NO_MOMENT", "Played", "play_job"]

_ALONE = 1
"""A game that has killed its worker so often is played with its bots isolated."""
NO_MOMENT = "the worker died whenever this bot took part"
"""Said of a fault of which no more is known."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """What a worker brings back of a job."""

    games: GameBatch
    faults: list[Fault]
    wall_seconds: float
    cpu_seconds: float
    """Processor time of the worker and of the bots' own processes."""


def play_job(job: Job, config: RunConfig, *, one: Round | None = None, limits: Limits | None = None) -> Played:
    """Play a job of a run, or of one round of it. Its games depend on nothing but the arguments.

    With limits every bot plays in a process of its own.
    """
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
    fault = ForcedFault(0, Termination.CRASH, NO_MOMENT)
    game = int(game_ids(scheduled.lineup, scheduled.block, scheduled.seating)[0])
    return {game: {seat: fault for seat, bot in enumerate(seats) if bot in out}}


def _cpu_seconds() -> float:
    """Processor time of this process and its ended children."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system
