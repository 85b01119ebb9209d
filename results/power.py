"""How many games are needed, for errors of a given size or to find an effect of a given size?"""

from itertools import combinations
from math import ceil, sqrt

import numpy as np
from scipy import special

from .errors import ResultsError
from .fit import ELO

_MAX_BLOCKS = 10_000_000


def expected_half_width(n_bots: int, players: int, games: int, *, design_effect: float = 1.0) -> float:
    """The half-width in Elo of the 95 % interval of a difference, for bots of about equal strength without ties.

    Bots of unequal strength have wider ones, ties narrower ones.
    """
    information = _information(n_bots, players) * games / design_effect
    return float(special.ndtri(0.975) * ELO * sqrt(2 * (n_bots - 1) / information))


def games_for_half_width(n_bots: int, players: int, half_width: float, *, design_effect: float = 1.0) -> int:
    """The games of a run whose differences will have about this half-width in Elo."""
    if not 0 < half_width < float("inf"):
        raise ResultsError(f"the precision must be above 0 Elo, not {half_width:g}")
    one = expected_half_width(n_bots, players, 1, design_effect=design_effect)
    return ceil((one / half_width) ** 2)


def _information(n_bots: int, players: int) -> float:
    """What a game tells of all differences: the expected 1 - Σ q² over its choices, q being the bots' shares.

    A choice is made among the seats that are left, every set of them being equally likely.
    """
    if n_bots < 2 or players < 2:
        raise ResultsError(f"differences need at least two bots and two players, not {n_bots} and {players}")
    if n_bots >= players:
        lineups = [tuple(range(players))]
    else:
        lineups = [
            (*(tuple(range(n_bots)) * (players // n_bots)), *more)
            for more in combinations(range(n_bots), players % n_bots)
        ]
    total = 0.0
    for size in range(2, players + 1):
        sets = [left for lineup in lineups for left in combinations(lineup, size)]
        total += sum(1 - sum((left.count(bot) / size) ** 2 for bot in set(left)) for left in sets) / len(sets)
    return total


def blocks_for_effect(d_z: float, *, power: float = 0.8, risk: float = 0.05) -> int:
    """The paired blocks that find an effect of this size, in standard deviations of the blocks' differences."""
    if not (0 < abs(d_z) < float("inf")):
        raise ResultsError(f"the size of an effect must be a number other than 0, not {d_z:g}")
    if not (0 < risk < power < 1):
        raise ResultsError(
            f"the risk must lie above 0 and below the power, and that below 1, not {risk:g} and {power:g}"
        )
    low, high = 2, 4
    while _power(abs(d_z), high, risk) < power:
        low, high = high, 2 * high
        if high > _MAX_BLOCKS:
            raise ResultsError(f"an effect of {d_z:g} standard deviations would need more than {_MAX_BLOCKS:,} blocks")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _power(abs(d_z), middle, risk) >= power else (middle, high)
    return high


def effect_of_blocks(blocks: int, *, power: float = 0.8, risk: float = 0.05) -> float:
    """The effect that so many paired blocks find, in standard deviations of their differences."""
    if blocks < 2:
        raise ResultsError(f"an effect needs at least two blocks, not {blocks}")
    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if _power(middle, blocks, risk) >= power else (middle, high)
    return high


def _power(d_z: float, blocks: int, risk: float) -> float:
    """The probability that a two-sided t test of paired blocks finds an effect."""
    limit = special.stdtrit(blocks - 1, 1 - risk / 2)
    shift = d_z * sqrt(blocks)
    if blocks > 2000:  # where Student's t is the normal distribution
        return float(special.ndtr(shift - limit) + special.ndtr(-shift - limit))
    found = 1 - special.nctdtr(blocks - 1, shift, limit) + special.nctdtr(blocks - 1, shift, -limit)
    return float(np.nan_to_num(found, nan=1.0))
