"""Does a bot spend what it is allowed? Exactly so many simulations, so much processor time."""

from collections.abc import Sequence
from dataclasses import replace

from ..base import Budget
from ..registry import BotSpec
from .checks import Verdict
from .games import Decision, Table, Watch, play_watched

__all__ = ["judge_simulations", "judge_time"]

_SIMULATIONS = (1, 7, 60)
_TIMES_MS = (10.0, 25.0)
_DECISIONS = 12
_TOLERANCE = 0.2
_ATTEMPTS = 3
"""A clock that somebody else has disturbed gets another chance."""


def judge_simulations(spec: BotSpec, table: Table, seed: int) -> Verdict:
    """Whether a bot that counts its simulations makes as many as it is told to."""
    if spec.bot_class.default_budget.simulations is None:
        return Verdict("skipped", "the bot does not search by simulations: its default_budget has none")
    for simulations in _SIMULATIONS:
        for decision in _decisions(_with(spec, simulations=simulations), table, seed):
            if decision.simulations is None:
                return Verdict("skipped", "the bot does not count: it leaves simulations_done at None")
            if decision.simulations != simulations:
                what = f"simulations={simulations}, and {decision.simulations} were made"
                return Verdict("failed", f"{what} in a game of {table}, ply {decision.shown.ply}")
    return Verdict("passed", f"simulations={', '.join(map(str, _SIMULATIONS))} are exact")


def judge_time(spec: BotSpec, table: Table, seed: int) -> Verdict:
    """Whether the processor time of a move stays within a fifth of the time allowed; a bot that searches uses it."""
    searches = spec.bot_class.default_budget != Budget()
    measured = []
    for time_ms in _TIMES_MS:
        least = time_ms * (1 - _TOLERANCE) if searches else 0.0
        for _ in range(_ATTEMPTS):
            times = [d.time_ms for d in _decisions(_with(spec, time_ms=time_ms), table, seed)][1:]
            if not times:
                return Verdict("skipped", "the bot did not get as far as deciding")
            mean = sum(times) / len(times)
            if least <= mean <= time_ms * (1 + _TOLERANCE):
                break
        else:
            advice = "see self.budget.time_ms" if mean > time_ms else "a search may use its time"
            return Verdict("failed", f"time_ms={time_ms:g}, and a move takes {mean:.3g} ms on average: {advice}")
        measured.append(f"{mean:.3g} ms of {time_ms:g}")
    return Verdict("passed", f"a move takes {', '.join(measured)} allowed, processor time on average")


def _with(spec: BotSpec, **budget: float) -> BotSpec:
    """The bot with another budget."""
    others = tuple((name, value) for name, value in spec.options if name not in ("simulations", "time_ms"))
    return replace(spec, options=(*others, *((name, f"{value:g}") for name, value in budget.items())))


def _decisions(spec: BotSpec, table: Table, seed: int) -> Sequence[Decision]:
    """Some decisions at one seat in which there was a choice."""
    watch = Watch()
    play_watched(spec, table, seed, watch, seats=[0], max_decisions=_DECISIONS)
    return [decision for decision in watch.decisions if len(decision.shown.legal_moves()) > 1]
