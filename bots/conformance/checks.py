"""Which rules of bots can be seen at the table? Legality, determinism, nothing kept, nothing touched."""

from collections.abc import Sequence
from dataclasses import dataclass

from medina_arena.engine import Move

from ..registry import BotSpec
from .games import Decision, Table, Watch, play_watched
from .report import Outcome

__all__ = ["Verdict", "judge_games", "judge_memory", "judge_repetition"]

_EXAMPLES = 2
"""Things that are wrong and are told; of the others the number."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a check and its sentence."""

    outcome: Outcome
    detail: str


def judge_games(spec: BotSpec, tables: Sequence[Table], seed: int) -> dict[str, Verdict]:
    """Play one game at every table, the bot at one seat against random moves; what that says, by check."""
    watch = Watch()
    for number, table in enumerate(tables):
        play_watched(spec, table, seed + number, watch, seats=[number % table.players])
    n = len(watch.decisions)
    names = ", ".join(dict.fromkeys(str(table.rules) for table in tables))
    times = [decision.time_ms for decision in watch.decisions] or [0.0]
    return {
        "legal moves": _verdict(watch.faults, f"{n} decisions in {len(tables)} games of {names}"),
        "game left alone": _verdict(watch.touched, "the games that it was shown were as before"),
        "prints nothing": _verdict(watch.printed, "nothing was printed"),
        "own random numbers": _verdict(watch.drawn, "the common generators of random and numpy were left alone"),
        "time a move": Verdict("passed", f"{sum(times) / len(times):.3g} ms on average, {max(times):.3g} ms at most"),
    }


def judge_repetition(spec: BotSpec, tables: Sequence[Table], seed: int) -> Verdict:
    """Whether games with the same seed are the same games."""
    if (refusal := _why_not_repeatable(spec)) is not None:
        return refusal
    for table in tables:
        first, second = (play_watched(spec, table, seed, Watch()) for _ in range(2))
        if first != second:
            return Verdict("failed", f"the same seed gave another game of {table}: {_describe(first, second)}")
    return Verdict("passed", f"{len(tables)} games were played twice")


def judge_memory(spec: BotSpec, tables: Sequence[Table], seed: int) -> Verdict:
    """Whether a game depends on games before it, or a bot on the other seats of its game."""
    if (refusal := _why_not_repeatable(spec)) is not None:
        return refusal
    seeds = (seed, seed + 1)
    forwards: dict[int, tuple[list[Move], list[Decision]]] = {}
    backwards = forwards.copy()
    for played, order in ((forwards, seeds), (backwards, seeds[::-1])):
        for one in order:
            watch = Watch()
            played[one] = (play_watched(spec, tables[0], one, watch), watch.decisions)
    for name, one in zip("AB", seeds, strict=True):
        if forwards[one][0] != backwards[one][0]:
            difference = _describe(forwards[one][0], backwards[one][0])
            return Verdict("failed", f"games A, B and then B, A: game {name} is another one, {difference}")
    for seat in range(tables[0].players):
        if (place := _differs_alone(spec, seat, seed, forwards[seed][1])) is not None:
            return Verdict(
                "failed", f"seat {seat} decides otherwise when the other seats are played elsewhere, at ply {place}"
            )
    return Verdict("passed", "games A, B and then B, A are the same, and each seat decides alone")


def _differs_alone(spec: BotSpec, seat: int, seed: int, decisions: Sequence[Decision]) -> int | None:
    """The ply at which a seat that sees its views only does not play as it did; None if there is none."""
    mine = [decision for decision in decisions if decision.seat == seat]
    if not mine or any(decision.move is None for decision in mine):
        return None
    bot = spec.create(seat, seed * 10 + seat)
    begin = mine[0].shown
    bot.start(type(begin)(begin.rules, begin.players, seed).view(seat))
    for decision in mine:
        shown = decision.shown.copy()
        answer = bot.choose(shown, shown.legal_moves())
        if decision.shown.parse_move(answer) != decision.move:
            return decision.shown.ply
    return None


def _why_not_repeatable(spec: BotSpec) -> Verdict | None:
    """Why the bot's moves may differ from one time to the next."""
    if spec.budget.time_ms is None:
        return None
    return Verdict("skipped", "with time_ms the moves depend on the machine")


def _verdict(problems: Sequence[str], success: str) -> Verdict:
    """Failed if there are problems, of which the first ones are told."""
    if not problems:
        return Verdict("passed", success)
    more = len(problems) - _EXAMPLES
    return Verdict("failed", "; ".join(problems[:_EXAMPLES]) + (f"; and {more} more" if more > 0 else ""))


def _describe(first: Sequence[Move], second: Sequence[Move]) -> str:
    """Where two games part."""
    for ply, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return f"{one} and then {other} at ply {ply}"
    return f"{len(first)} and then {len(second)} plies"
