"""How far does chance move a mean of blocks? Sign flips and bootstrap, shared by all columns at once."""

from dataclasses import dataclass

import numpy as np
from scipy import special

from .arrays import Bools, Floats

FLIPS = 10_000
RESAMPLES = 2_000
_AT_ONCE = 1 << 22
"""Random numbers held at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Resampled:
    """What chance says of the means of columns."""

    p: Floats  # [columns]  two-sided, for "a block's difference is as likely to have the other sign"
    low: Floats  # [columns]  95 % interval of the mean, BCa
    high: Floats  # [columns]


def resample_means(differences: Floats, *, seed: int = 0) -> Resampled:
    """Judge the means of differences [blocks, columns], nan where a block has none; the same for the same seed."""
    known = ~np.isnan(differences)
    values = np.where(known, differences, 0.0)
    rng = np.random.default_rng(seed)
    return Resampled(_flip_signs(values, rng), *_bootstrap(values, known, rng))


def _flip_signs(values: Floats, rng: np.random.Generator) -> Floats:
    """[columns] The share of flips whose sum is at least as far from 0 as the one found, that one included."""
    found = np.abs(values.sum(axis=0))
    as_far = np.zeros(values.shape[1])
    tolerance = 1e-9 * np.abs(values).sum(axis=0)
    step = max(_AT_ONCE // max(len(values), 1), 1)
    for start in range(0, FLIPS, step):
        signs = rng.integers(0, 2, (min(step, FLIPS - start), len(values)), np.int8) * 2.0 - 1.0
        as_far += (np.abs(signs @ values) >= found - tolerance).sum(axis=0)
    p: Floats = (1 + as_far) / (1 + FLIPS)
    return p


def _bootstrap(values: Floats, known: Bools, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """[columns] Bias-corrected and accelerated bootstrap limits of the means (Efron 1987)."""
    blocks, columns = values.shape
    counts = known.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = values.sum(axis=0) / counts
    means = np.empty((RESAMPLES, columns))
    step = max(_AT_ONCE // max(blocks, 1), 1)
    for start in range(0, RESAMPLES, step):
        size = min(step, RESAMPLES - start)
        drawn = rng.multinomial(blocks, np.full(blocks, 1 / blocks), size).astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            means[start : start + size] = (drawn @ values) / (drawn @ known)
    centred = np.where(known, values - mean, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        acceleration = (centred**3).sum(axis=0) / (6 * (centred**2).sum(axis=0) ** 1.5)
        below = ((means < mean).mean(axis=0) + (means <= mean).mean(axis=0)) / 2
        bias = special.ndtri(np.clip(below, 0.5 / RESAMPLES, 1 - 0.5 / RESAMPLES))
        limits = []
        for z in special.ndtri([0.025, 0.975]):
            shares = special.ndtr(bias + (bias + z) / (1 - acceleration * (bias + z)))
            limits.append([_quantile(means[:, c], mean[c], shares[c]) for c in range(columns)])
    return np.array(limits[0]), np.array(limits[1])


def _quantile(means: Floats, mean: float, share: float) -> float:
    """A quantile of resampled means; the mean itself where nothing varies."""
    finite = means[np.isfinite(means)]
    if not len(finite):
        return float("nan")
    return float(mean) if np.ptp(finite) == 0 or not np.isfinite(share) else float(np.quantile(finite, share))
