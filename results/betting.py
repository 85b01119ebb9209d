"""Which mean results cannot be told from the games, whenever one looks?

A confidence sequence by betting (Waudby-Smith and Ramdas 2024): against each possible mean a gambler bets that the
results lie above it, another that they lie below. A mean against which they have multiplied their money twentyfold is
out; if it is the true one, that happens at any time at all with a probability of at most 5 %.
"""

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Floats
from .errors import ResultsError
from .sequential import checked_means

_GRID = 2000
"""Means that are tried, evenly from 0 to 1."""
_LARGEST_BET = 0.75
"""Of the stake that could be lost at once."""
_AT_ONCE = 512
"""Blocks worked on at once."""


def betting_capital(x: ArrayLike, means: ArrayLike, *, alpha: float = 0.05) -> Floats:
    """[means] The most that the two gamblers ever had between them against each mean, having begun with 1."""
    results = checked_means(x)
    against = np.asarray(means, np.float64)
    n = np.arange(1, len(results) + 1)
    average = (0.5 + np.cumsum(results)) / (n + 1)
    variance = (0.25 + np.cumsum((results - average) ** 2)) / (n + 1)
    before = np.concatenate([[0.25], variance[:-1]])  # a bet is made before its block is known
    bets = np.sqrt(2 * np.log(2 / alpha) / (before * n * np.log(n + 1)))
    up, down = np.zeros(len(against)), np.zeros(len(against))
    most = np.zeros(len(against))
    with np.errstate(divide="ignore"):
        limit_up, limit_down = _LARGEST_BET / against, _LARGEST_BET / (1 - against)
    for start in range(0, len(results), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        edge = results[part, None] - against
        stakes = bets[part, None]
        ups = up + np.cumsum(np.log1p(np.minimum(stakes, limit_up) * edge), axis=0)
        downs = down + np.cumsum(np.log1p(-np.minimum(stakes, limit_down) * edge), axis=0)
        most = np.maximum(most, np.maximum(ups, downs).max(axis=0) - np.log(2))
        up, down = ups[-1], downs[-1]
    return np.exp(np.minimum(most, 700.0))


def confidence_sequence(x: ArrayLike, *, alpha: float = 0.05) -> tuple[float, float]:
    """Between which values the true mean of block results 0 … 1 lies, valid after any number of blocks at once."""
    if not 0 < alpha < 1:
        raise ResultsError(f"the risk of a confidence sequence must lie between 0 and 1, not {alpha:g}")
    grid = np.linspace(0, 1, _GRID + 1)
    left = np.flatnonzero(betting_capital(x, grid, alpha=alpha) < 1 / alpha)
    if not len(left):
        return float("nan"), float("nan")
    step = 1 / _GRID
    return max(float(grid[left[0]]) - step, 0.0), min(float(grid[left[-1]]) + step, 1.0)
