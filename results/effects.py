"""How large is a difference between paired blocks, is it small enough not to matter, and what could have been found?"""

from dataclasses import dataclass

import numpy as np
from scipy import special

from .arrays import Floats

_POWER = 0.8
_RISK = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Effects:
    """One entry for each column of measures; nan where there is no such number."""

    blocks: Floats  # [columns]  with a value under both
    mean_a: Floats  # [columns]
    mean_b: Floats  # [columns]
    difference: Floats  # [columns]  of b minus a
    d_z: Floats  # [columns]  the difference in standard deviations of the blocks' differences
    delta: Floats  # [columns]  Cliff's: P(b's block is higher) - P(a's is), over all pairs of blocks
    correlation: Floats  # [columns]  of the blocks under both; what pairing them was worth
    detectable: Floats  # [columns]  the difference that would be found with a probability of 80 %
    equivalence_p: Floats  # [columns]  for "at least a margin apart", by two one-sided t tests


def paired_effects(a: Floats, b: Floats, margins: Floats) -> Effects:
    """The effects between two arrays [blocks, columns] of the same blocks; margins [columns], nan for none."""
    both = ~np.isnan(a) & ~np.isnan(b)
    first, second = np.where(both, a, np.nan), np.where(both, b, np.nan)
    n = both.sum(axis=0).astype(np.float64)
    columns = range(a.shape[1])
    pairs = [(first[both[:, c], c], second[both[:, c], c]) for c in columns]
    means = np.array([[_mean(x), _mean(y)] for x, y in pairs]).reshape(-1, 2)
    difference = np.array([_mean(y - x) for x, y in pairs])
    spread = np.array([np.std(y - x, ddof=1) if len(x) > 1 else np.nan for x, y in pairs])
    spread[spread < 1e-12 * np.abs(means).max(axis=1, initial=1.0)] = 0.0
    with np.errstate(invalid="ignore", divide="ignore"):
        se = spread / np.sqrt(n)
        d_z = np.where((difference == 0) & (spread == 0), 0.0, difference / spread)
        nearest = (margins - np.abs(difference)) / se
        equivalence_p = np.where(
            se == 0, np.where(np.abs(difference) < margins, 0.0, 1.0), special.stdtr(np.maximum(n - 1, 1), -nearest)
        )
    return Effects(
        blocks=n,
        mean_a=means[:, 0],
        mean_b=means[:, 1],
        difference=difference,
        d_z=np.where(np.isfinite(d_z), d_z, np.nan),
        delta=np.array([cliffs_delta(x, y) for x, y in pairs]),
        correlation=np.array([_correlation(x, y) for x, y in pairs]),
        detectable=(special.ndtri(1 - _RISK / 2) + special.ndtri(_POWER)) * se,
        equivalence_p=np.where(np.isnan(margins), np.nan, equivalence_p),
    )


def cliffs_delta(a: Floats, b: Floats) -> float:
    """P(b > a) - P(b < a) for a value of each drawn at random; nan without values."""
    if not len(a) or not len(b):
        return float("nan")
    ordered = np.sort(a)
    below, up_to = np.searchsorted(ordered, b, "left"), np.searchsorted(ordered, b, "right")
    return float((below + up_to - len(a)).mean() / len(a))


def _mean(values: Floats) -> float:
    """The mean, nan without values."""
    return float(values.mean()) if len(values) else float("nan")


def _correlation(a: Floats, b: Floats) -> float:
    """Pearson's, 1 for equal values; nan where one does not vary."""
    if len(a) and np.array_equal(a, b):
        return 1.0
    if len(a) < 3 or not np.ptp(a) or not np.ptp(b):
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])
