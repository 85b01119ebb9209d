"""How are the weights of the greedy evaluation tuned? By small random changes that are kept when they help. (1+1)

A change must help against a mixed pool: the weights at the start, others near them, the present ones, and random play.
Old and new weights meet the pool in the same games, in all seatings.
"""

import json
from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from medina_arena.engine import RULES_VERSION, RuleSet

from ..mcts.training_games import play_training_games
from ..random_bot import RandomBot
from ..seats import CompiledSeat
from ..weight_files import WEIGHT_SETS
from .bot import GreedyBot
from .evaluation import N_COMMON
from .weights import DEFAULT_WEIGHTS, Weight

__all__ = ["tune_greedy"]

_N_NEAR = 2
"""Opponents with weights near those at the start."""
_SPREAD = 0.4
_SHARE = 0.3
"""The part of the weights that a change touches."""
_SMALLEST = 0.3
"""What is added to a weight's size to get the size of its changes."""
Weights = npt.NDArray[np.float64]


def _greedy(weights: Weights) -> CompiledSeat:
    """A greedy player with these weights."""
    return CompiledSeat(GreedyBot, GreedyBot.Params(), weights.tolist() * len(WEIGHT_SETS), N_COMMON)


def _seatings(players: int) -> list[tuple[bool, ...]]:
    """Who of the seats is the player in question, in all ways that are as even as possible."""
    counts = {players // 2, players - players // 2}
    return sorted({seats for n in counts for seats in permutations([i < n for i in range(players)])})


def _part_ahead(rules: RuleSet, players: int, player: CompiledSeat, other: CompiledSeat, n: int, seed: int) -> float:
    """The part of its opponents that the player ends ahead of, in n games of each seating."""
    parts = []
    stream = np.array([seed], np.int64)
    for seating in _seatings(players):
        finals, _ = play_training_games(rules, [player if own else other for own in seating], n, stream)
        own = np.array(seating)
        lead = finals[:, own, None] - finals[:, None, ~own]
        parts.append(np.mean((lead > 0) + 0.5 * (lead == 0)))
    return float(np.mean(parts))


def _changed(weights: Weights, step: float, rng: np.random.Generator) -> Weights:
    """The weights with some of them changed at random."""
    touched = rng.random(len(weights)) < _SHARE
    return weights + touched * step * (np.abs(weights) + _SMALLEST) * rng.standard_normal(len(weights))


def tune_greedy(
    rules: RuleSet, players: int, generations: int, games: int, seed: int, report: Callable[[str], None]
) -> str:
    """The text of a weights file after so many changes were tried, each in about `games` games."""
    rng = np.random.default_rng(seed)
    start = np.array(DEFAULT_WEIGHTS)
    best = start
    near = [_greedy(_changed(start, _SPREAD, rng)) for _ in range(_N_NEAR)]
    pool = [_greedy(start), *near, CompiledSeat.of(RandomBot)]
    n = max(1, games // (len(_seatings(players)) * (len(pool) + 1)))

    def fitness(weights: Weights, opponent: Weights, stream: int) -> float:
        seat = _greedy(weights)
        parts = [_part_ahead(rules, players, seat, other, n, stream) for other in [*pool, _greedy(opponent)]]
        return float(np.mean(parts))

    step, n_kept = 0.3, 0
    for number in range(generations):
        stream = int(rng.integers(2**53))
        child = _changed(best, step, rng)
        gain = fitness(child, best, stream) - fitness(best, best, stream)
        if gain > 0:
            best, n_kept = child, n_kept + 1
        step *= 1.15 if gain > 0 else 0.965  # keeps about one change in five
        if number % 10 == 9:
            report(f"{number + 1} changes tried, {n_kept} kept")
    ahead = _part_ahead(rules, players, _greedy(best), _greedy(start), 10 * n, int(rng.integers(2**53)))
    origin: dict[str, Any] = {
        "command": f"medina-arena train greedy --rules {rules} --players {players} --generations {generations} "
        f"--games {games} --seed {seed}",
        "rules": str(rules),
        "rules_version": RULES_VERSION,
        "players": players,
        "kept": n_kept,
        "ahead_of_start": round(ahead, 3),
        "weights": {weight.name.lower(): round(float(best[weight]), 3) for weight in Weight},
    }
    return json.dumps(origin, indent=1) + "\n"
