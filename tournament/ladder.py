"""How strong is a bot against a fixed pool of others? A direct difference to each of them.

Strength is not transitive: a bot may beat one style by far and another one hardly, so that one Elo number would depend
on who else sat at the tables. Each opponent's games are therefore rated alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from medina_arena.bots import BotSpec, parse_bots
from medina_arena.engine import RuleSet
from medina_arena.results import GameBatch, elo_table
from medina_arena.results.tables import DifferenceRow

from .config import RunConfig, config_to_json

__all__ = ["REFERENCE_POOL", "Step", "ladder_config", "ladder_steps"]

REFERENCE_POOL = (
    "random",
    "greedy",
    "policy",
    "mcts:style=plain:simulations=200:label=uct-200",
    "mcts:style=plain:simulations=800:label=uct-800",
    "mcts:simulations=10:label=mcts-10",
    "mcts",
)
"""The bots that any other one is held against; "uct" is the plain search without anything learned."""


@dataclass(frozen=True, slots=True)
class Step:
    """How a bot did against one opponent."""

    opponent: str
    difference: DifferenceRow
    """The bot's Elo minus the opponent's."""
    games: int
    faults: int
    """Of the bot itself."""


def ladder_config(bot: BotSpec, rules: RuleSet, players: int, games: int, seed: int) -> RunConfig:
    """A gauntlet of the bot through the pool, without the bot itself, with so many games against each of them."""
    pool = [opponent for opponent in parse_bots(REFERENCE_POOL) if opponent.key != bot.key]
    bots = (bot, *pool)
    labels = RunConfig(bots, rules, players).labels
    return RunConfig(bots, rules, players, games * len(pool), seed, gauntlet=labels[0])


def ladder_steps(games: GameBatch, config: RunConfig) -> Sequence[Step]:
    """The results against each opponent, in the order of the pool; those without games are left out."""
    steps = []
    for opponent in range(1, len(config.bots)):
        own = games.take((games.bots == opponent).any(axis=1))
        if len(own) == 0:
            continue
        pair = replace(own, bots=(own.bots == opponent).astype(np.int16))
        data = config_to_json(config)
        table = elo_table(pair, data | {"bots": [data["bots"][0], data["bots"][opponent]]})
        (row,) = table.differences
        faults = int(((own.terminations != 0) & (own.bots == 0)).sum())
        is_first = row.a == config.labels[0]
        steps.append(Step(config.labels[opponent], row if is_first else row.reversed(), len(own), faults))
    return steps
