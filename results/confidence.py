"""How wide is an interval, given the independent blocks behind it?

A contrast of two bots rests on the blocks that either took part in, which may be few in a run of many. Its errors are
Student's t with one degree of freedom less than the smaller of the two numbers, so that intervals keep 95 % there too.
"""

import numpy as np
from scipy import special

MIN_BLOCKS = 20
"""Blocks of a run below which nothing has an error bar: the size of the error would itself be a guess."""
MIN_BOUND_BLOCKS = 5
"""Blocks of a bot below which it has no bound: at one block bounds that claim 95 % were wrong in up to 19 of 100 runs
(three players, equal seats, 600 Elo apart, as the few games mistake luck for seats), at five in no more than 3."""
NORMAL_BLOCKS = 100
"""Blocks of a contrast from which on the normal distribution serves instead of Student's t."""


def critical_value(blocks: int, run_blocks: int) -> float:
    """How many standard errors a 95 % interval reaches to each side; nan where there are too few blocks."""
    if run_blocks < MIN_BLOCKS or blocks < 2:
        return float("nan")
    return float(special.ndtri(0.975) if blocks >= NORMAL_BLOCKS else special.stdtrit(blocks - 1, 0.975))


def probability_below(z: float, blocks: int, run_blocks: int) -> float:
    """The probability that a standardised error lies below z; nan where there are too few blocks."""
    if run_blocks < MIN_BLOCKS or blocks < 2 or not np.isfinite(z):
        return float("nan")
    return float(special.ndtr(z) if blocks >= NORMAL_BLOCKS else special.stdtr(blocks - 1, z))


def wald_p(statistic: float, rank: int, blocks: int) -> float:
    """The p value of a Wald statistic: chi square, below NORMAL_BLOCKS blocks Hotelling's F; nan with too few."""
    if blocks < MIN_BLOCKS or not np.isfinite(statistic):
        return float("nan")
    if blocks >= NORMAL_BLOCKS:
        return float(special.chdtrc(rank, statistic))
    rest = blocks - rank
    return float(special.fdtrc(rank, rest, statistic * rest / ((blocks - 1) * rank)))
