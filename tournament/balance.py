"""Which line-ups are played when there is no time for all? A drawn subset, balanced in bots and pairs."""

from collections.abc import Iterator
from random import Random

import numpy as np
import numpy.typing as npt

__all__ = ["balanced_lineups"]

_SEATS_FIRST = 1e9
"""Weighs how often a bot sits against how often a pair meets: no pair meets so often."""


def balanced_lineups(n_bots: int, seats: int, count: int, seed: int) -> npt.NDArray[np.int16]:
    """So many different line-ups of different bots, [count, seats] in the order in which they were drawn.

    Each is made of the bots that sat least so far, and of those the ones that met each other least; chance decides
    between equals. The first lines of a longer list are the shorter list. Needs `n_bots` >= `seats` and no more
    line-ups than there are.
    """
    chance = Random(seed)
    sat = np.zeros(n_bots)
    met = np.zeros((n_bots, n_bots))
    drawn: dict[tuple[int, ...], None] = {}
    for _ in range(count):
        cost = sat * _SEATS_FIRST + np.array([chance.random() for _ in range(n_bots)])
        lineup = next(one for one in _by_cost([], seats, cost, met) if one not in drawn)
        drawn[lineup] = None
        together = list(lineup)
        sat[together] += 1
        met[np.ix_(together, together)] += 1
    return np.array(list(drawn), np.int16).reshape(count, seats)


def _by_cost(
    chosen: list[int], seats: int, cost: npt.NDArray[np.float64], met: npt.NDArray[np.float64]
) -> Iterator[tuple[int, ...]]:
    """The line-ups with the chosen bots, in the order in which a greedy choice would try them."""
    if len(chosen) == seats:
        yield tuple(sorted(chosen))
        return
    costs = cost + met[chosen].sum(axis=0)
    for bot in np.argsort(costs, kind="stable").tolist():
        if bot not in chosen:
            yield from _by_cost([*chosen, bot], seats, cost, met)
