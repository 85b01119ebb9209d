"""What do the tests of playing play? One block of every line-up, in every rule set, and parts of it."""

from dataclasses import fields, replace
from typing import Literal, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from medina_arena.bots import load_bot_class, parse_bots
from medina_arena.bots.loading import BUILT_IN
from medina_arena.engine import RULE_SETS, parse_rules
from medina_arena.results import GameBatch
from medina_arena.tournament.config import Opening, RunConfig
from medina_arena.tournament.schedule import ScheduledGames, make_plan, schedule_blocks, schedule_games

__all__ = ["TABLES", "assert_same", "built_in", "make_config", "one_block_each", "schedule", "take"]

TABLES = [(name, players) for name, rules in RULE_SETS.items() for players in rules.players]
"""Every rule set with every number of players that can play it."""


def built_in(simulations: int) -> list[str]:
    """The texts of all built-in bots in all their styles; those that search do it so often for a move."""
    texts = []
    for name in BUILT_IN:
        bot_class = load_bot_class(name)
        searches = bot_class.default_budget.simulations is not None
        text = f"{name}:simulations={simulations}" if searches else name
        hints = get_type_hints(bot_class.Params)
        styles = [
            f"{text}:{field.name}={choice}"
            for field in fields(bot_class.Params)
            if get_origin(hints[field.name]) is Literal
            for choice in get_args(hints[field.name])
            if choice != field.default
        ]
        texts += [text, *styles]
    return texts


def make_config(
    bots: str | list[str],
    rules: str = "rulebook",
    players: int | None = None,
    *,
    seed: int = 1,
    opening: Opening = "drawn",
    random_plies: int = 0,
    games: int = 1,
) -> RunConfig:
    """A run, by default with as many players as the rules allow."""
    rule_set = parse_rules(rules)
    players = players or max(rule_set.players)
    return RunConfig(tuple(parse_bots(bots)), rule_set, players, games, seed, opening, random_plies)


def one_block_each(config: RunConfig, rounds: int = 1) -> ScheduledGames:
    """The first blocks of every line-up."""
    plan = make_plan(replace(config, games=1_000_000))
    return schedule_blocks(plan, 0, rounds * plan.n_lineups)


def schedule(config: RunConfig) -> ScheduledGames:
    """All games of a run."""
    plan = make_plan(config)
    return schedule_games(plan, 0, plan.n_games)


def take(games: ScheduledGames, rows: slice | npt.NDArray[np.integer]) -> ScheduledGames:
    """Some of the games."""
    return ScheduledGames(**{field.name: getattr(games, field.name)[rows] for field in fields(games)})


def assert_same(one: GameBatch, other: GameBatch) -> None:
    """Both hold the same games, in the same order."""
    for field in fields(GameBatch):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        assert (mine == theirs).all(), f"{field.name}: {mine.tolist()} and {theirs.tolist()}"
