"""How does a run of neighbours go on? In rounds, in which those play who stand together in the table so far.

The plan of a round follows from the complete rounds before it and is stored, so that the run goes on in the same way
wherever it is stopped. A round's line-ups are all windows of as many neighbours as there are seats.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from medina_arena.results import RunStore, rate

from .config import RunConfig
from .lineups import n_block_games
from .schedule import Round, make_plan

__all__ = ["next_round", "round_total", "stored_rounds"]

_ROUNDS = 10
"""Into so many rounds the games that are asked for are divided."""


def stored_rounds(data: Mapping[str, Any]) -> list[Round]:
    """The rounds in a run's stored configuration."""
    return [
        Round(tuple(map(tuple, entry["lineups"])), tuple(entry["first_blocks"]), entry["blocks"])
        for entry in data.get("rounds") or []
    ]


def next_round(config: RunConfig, store: RunStore, n_done: int) -> Round | None:
    """Plan and store the round after the `n_done` games of complete rounds; None if the run has its games."""
    if n_done >= config.games:
        return None
    before = stored_rounds(store.config)
    order = _table_order(config, store) if before else list(range(len(config.bots)))
    windows = [tuple(sorted(order[i : i + config.players])) for i in range(len(order) - config.players + 1)]
    played = {window: sum(one.blocks for one in before if window in one.lineups) for window in windows}
    found = Round(tuple(windows), tuple(played[window] for window in windows), _blocks(config))
    entry = {"lineups": found.lineups, "first_blocks": found.first_blocks, "blocks": found.blocks}
    store.replace_config(store.config | {"rounds": [*(store.config.get("rounds") or []), entry]})
    return found


def round_total(config: RunConfig, store: RunStore) -> int:
    """How many games the run will have in all."""
    planned = sum(make_plan(config, one).n_games for one in stored_rounds(store.config))
    left = max(config.games - planned, 0)
    windows = len(config.bots) - config.players + 1
    of_round = windows * _blocks(config) * n_block_games(len(config.bots), config.players)
    return planned + -(-left // of_round) * of_round


def _blocks(config: RunConfig) -> int:
    """How many blocks each line-up of a round plays."""
    windows = len(config.bots) - config.players + 1
    return -(-config.games // (_ROUNDS * windows * n_block_games(len(config.bots), config.players)))


def _table_order(config: RunConfig, store: RunStore) -> list[int]:
    """The bots from the strongest on; those that have not played stand last, in the order of the list."""
    games = store.read_all()
    elo = rate(games.bots, games.ranks, games.blocks, names=config.labels).elo
    strength = np.where(np.isnan(elo), -np.inf, elo)
    order: list[int] = np.argsort(-strength, kind="stable").tolist()
    return order
