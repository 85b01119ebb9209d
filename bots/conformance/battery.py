"""Which checks does a bot have to pass, and in which order?"""

import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from medina_arena.engine import RULE_SETS, RuleSet, parse_rules
from medina_arena.nearest import did_you_mean

from ..base import Bot, CompiledBot
from ..errors import BotError
from ..kernel import compile_kernel
from ..loading import FILE_PREFIX, load_bot_class
from ..registry import BotSpec, parse_bot
from .budgets import judge_simulations, judge_time
from .checks import Verdict, judge_games, judge_memory, judge_repetition
from .games import Table
from .report import Finding, Report
from .travel import judge_travel

__all__ = ["CHECKS", "check_bot"]

_SEEN_IN_GAMES = ("legal moves", "game left alone", "prints nothing", "own random numbers", "time a move")
CHECKS = (
    *_SEEN_IN_GAMES,
    "same seed same moves",
    "nothing kept between games",
    "travels to processes",
    "simulations exact",
    "time budget kept",
)
"""The names of all checks, in their order."""

_REPEATED_TABLES = 3
"""Tables at which whole games are played again."""


def check_bot(
    bot: str | BotSpec | type[Bot],
    *,
    rules: Iterable[str | RuleSet] | None = None,
    seed: int = 1,
    skip: Collection[str] = (),
    on_finding: Callable[[Finding], None] | None = None,
) -> Report:
    """Play with a bot and report whether it keeps to the rules of bots.

    `bot` is a specification text, what `parse_bot` makes of one, or a class. `rules` are the rule sets to play, by
    default all that the bot says it plays, with every number of players. `skip` names checks to leave out, and
    `on_finding` is told each finding as it comes. Raises `BotError` for what is no bot, and `RulesError`.
    """
    spec = _spec_of(bot)
    unknown = sorted(set(skip) - set(CHECKS))
    if unknown:
        raise BotError(f"no check {unknown[0]!r}{did_you_mean(unknown[0], CHECKS)}: there are {', '.join(CHECKS)}")
    tables = _tables(spec, rules)
    if issubclass(spec.bot_class, CompiledBot):
        compile_kernel(spec.bot_class, spec.params)
    findings = []
    for finding in _findings(spec, tables, seed, skip):
        findings.append(finding)
        if on_finding is not None:
            on_finding(finding)
    return Report(spec.text, tuple(findings))


def _findings(spec: BotSpec, tables: list[Table], seed: int, skip: Collection[str]) -> Iterator[Finding]:
    """The findings of all checks, one after another."""
    start = time.perf_counter()
    seen = judge_games(spec, tables, seed)
    has_faulted = seen["legal moves"].outcome == "failed"
    seconds = time.perf_counter() - start
    for name in _SEEN_IN_GAMES:
        if name not in skip:
            yield Finding(name, seen[name].outcome, seen[name].detail, seconds if name == _SEEN_IN_GAMES[0] else 0.0)
    few = tables[:: max(1, len(tables) // _REPEATED_TABLES)][:_REPEATED_TABLES]
    others: dict[str, Callable[[], Verdict]] = {
        "same seed same moves": lambda: judge_repetition(spec, few, seed),
        "nothing kept between games": lambda: judge_memory(spec, few, seed),
        "travels to processes": lambda: judge_travel(spec, tables[0], seed),
        "simulations exact": lambda: judge_simulations(spec, tables[0], seed),
        "time budget kept": lambda: judge_time(spec, tables[0], seed),
    }
    for name, judge in others.items():
        if name in skip:
            continue
        start = time.perf_counter()
        verdict = judge() if not has_faulted else Verdict("skipped", "not tried: the bot faults")
        yield Finding(name, verdict.outcome, verdict.detail, time.perf_counter() - start)


def _tables(spec: BotSpec, rules: Iterable[str | RuleSet] | None) -> list[Table]:
    """Where the bot is to play."""
    names = rules if rules is not None else spec.bot_class.rule_sets or RULE_SETS
    sets = [parse_rules(one) if isinstance(one, str) else one for one in names]
    if not sets:
        raise BotError("a bot is checked in at least one rule set, and rules names none")
    for one in sets:
        spec.check_rules(one)
    return [Table(one, players) for one in sets for players in one.players]


def _spec_of(bot: str | BotSpec | type[Bot]) -> BotSpec:
    """The bot with its parameters; a class by the name under which other processes find it."""
    if isinstance(bot, BotSpec):
        return bot
    if isinstance(bot, str):
        return parse_bot(bot)
    if not (isinstance(bot, type) and issubclass(bot, Bot)):
        raise BotError(f"a bot is a specification text, a BotSpec or a class of bots, not {bot!r:.60}")
    home = bot.__module__
    if home.startswith(FILE_PREFIX):
        home = _short(str(sys.modules[home].__file__))
    source = f"{home}:{bot.__qualname__}"
    with suppress(BotError):
        if load_bot_class(source) is bot:
            return parse_bot(source)
    raise BotError(f"{bot.__qualname__} cannot be found by name: put the class at the top level of a file or module")


def _short(home: str) -> str:
    """A path as seen from the current folder, where it is below it."""
    path = Path(home)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else home
