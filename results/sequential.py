"""Is one bot better than another, and may the games stop here?

A generalised sequential probability ratio test on block means. The Elo printed at an accepted stop is biased upwards:
the test stops where luck was good.
"""

from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Floats
from .errors import ResultsError
from .kinds import block_numbers, game_kinds

FIRST_LOOK = 16
"""Blocks before the first decision; with fewer the variance is too uncertain and errors too frequent."""
_ALIKE = 1e-12
"""A variance that rounding alone makes."""


class Verdict(Enum):
    """What a sequential test says after the games so far."""

    CONTINUE = "continue"
    ACCEPT = "accept"  # the difference is elo1 rather than elo0
    REJECT = "reject"  # the difference is elo0 rather than elo1


def gsprt_llr(x: ArrayLike, elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of `elo1` against `elo0`, given the mean result of each block, 0 … 1."""
    path = gsprt_path(x, elo0, elo1)
    return float(path[-1]) if len(path) else 0.0


def gsprt_path(x: ArrayLike, elo0: float, elo1: float) -> Floats:
    """[blocks] The log-likelihood ratio after each block.

    The variance is that of the blocks so far. While they are all alike, which would decide at once, it is what it would
    be if one of them had come out half a point off.
    """
    means = checked_means(x)
    if not (np.isfinite([elo0, elo1]).all() and elo0 < elo1):
        raise ResultsError(f"elo0 must lie below elo1, not {elo0:g} and {elo1:g}")
    n = np.arange(1, len(means) + 1)
    average = np.cumsum(means) / n
    variance = np.cumsum(means**2) / n - average**2
    variance = np.where(variance > _ALIKE, variance, 0.25 / n)
    low, high = (variance + (average - expected_result(elo)) ** 2 for elo in (elo0, elo1))
    path: Floats = n / 2 * np.log(low / high)
    return path


def checked_means(x: ArrayLike) -> Floats:
    """Block means as an array; anything else raises `ResultsError`."""
    try:
        means = np.asarray(x, np.float64)
    except (TypeError, ValueError):
        means = np.full((1, 1), np.nan)
    if means.ndim != 1 or not np.isfinite(means).all() or (len(means) and (means.min() < 0 or means.max() > 1)):
        raise ResultsError("the block means of a sequential test must be one list of numbers from 0 to 1")
    return means


def gsprt_bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """The log-likelihood ratios at which to reject and to accept.

    `alpha` is the risk of accepting at elo0, `beta` that of rejecting at elo1.
    """
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise ResultsError(f"the risks of a sequential test must lie between 0 and 0.5, not {alpha:g} and {beta:g}")
    return float(np.log(beta / (1 - alpha))), float(np.log((1 - beta) / alpha))


def gsprt_stop(
    x: ArrayLike, elo0: float, elo1: float, *, alpha: float = 0.05, beta: float = 0.05
) -> tuple[int, Verdict]:
    """After how many blocks the test stops, when one looks after each from FIRST_LOOK on, and what it says.

    Without a decision: all blocks, and to go on.
    """
    lower, upper = gsprt_bounds(alpha, beta)
    path = gsprt_path(x, elo0, elo1)
    decided = np.flatnonzero((path <= lower) | (path >= upper))
    decided = decided[decided >= FIRST_LOOK - 1]
    if not len(decided):
        return len(path), Verdict.CONTINUE
    first = int(decided[0])
    return first + 1, Verdict.ACCEPT if path[first] >= upper else Verdict.REJECT


def gsprt_verdict(x: ArrayLike, elo0: float, elo1: float, *, alpha: float = 0.05, beta: float = 0.05) -> Verdict:
    """What the test says after these blocks, when one looked after each of them."""
    return gsprt_stop(x, elo0, elo1, alpha=alpha, beta=beta)[1]


def expected_result(elo: float) -> float:
    """The probability of finishing ahead of a bot that is weaker by so many Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of_result(share: float) -> float:
    """The Elo that makes a bot finish ahead in this share of cases; infinite at 0 and 1."""
    with np.errstate(divide="ignore"):
        return float(-400 * np.log10(1 / np.float64(share) - 1)) if share > 0 else float("-inf")


def block_means(bots: ArrayLike, ranks: ArrayLike, blocks: ArrayLike, a: int, b: int) -> Floats:
    """[blocks with both bots] The share of the pairs of a seat of `a` and a seat of `b` at one table in which `a`
    finished ahead, a tie counting half; blocks in ascending order.
    """
    kinds = game_kinds(bots, ranks)
    numbers, n_blocks = block_numbers(blocks, len(kinds.of_game))
    points, pairs = np.zeros(len(kinds.counts)), np.zeros(len(kinds.counts))
    for i in range(kinds.bots.shape[1]):
        for j in range(kinds.bots.shape[1]):
            met = (kinds.bots[:, i] == a) & (kinds.bots[:, j] == b)
            mine, theirs = kinds.ranks[:, i], kinds.ranks[:, j]
            points += met * ((mine < theirs) + 0.5 * (mine == theirs))
            pairs += met
    total = np.bincount(numbers, points[kinds.of_game], n_blocks)
    weight = np.bincount(numbers, pairs[kinds.of_game], n_blocks)
    means: Floats = total[weight > 0] / weight[weight > 0]
    return means
