"""How far would Elos move if other blocks had been played? A bootstrap over blocks, to check the errors of `rate`."""

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from .arrays import Floats
from .errors import ResultsError
from .fit import ELO, maximise
from .kinds import block_numbers, game_kinds
from .model import likelihood
from .rating import PRIOR_ELO

_TOLERANCE = 1e-4
"""Log-worths, 0.02 Elo: less than the resamples tell."""


def bootstrap_elo(
    bots: ArrayLike,
    ranks: ArrayLike,
    blocks: ArrayLike,
    *,
    resamples: int = 1000,
    seed: int = 0,
    prior_elo: float = PRIOR_ELO,
) -> Floats:
    """[resamples, bots] Elo from the mean of all bots, for blocks drawn with replacement; takes what `rate` takes."""
    if resamples < 1:
        raise ResultsError(f"a bootstrap needs at least one resample, not {resamples}")
    kinds = game_kinds(bots, ranks)
    numbers, n_blocks = block_numbers(blocks, len(kinds.of_game))
    shape = (len(kinds.counts), n_blocks)
    members = sparse.coo_array((np.ones(len(numbers)), (kinds.of_game, numbers)), shape=shape).tocsr()
    model = likelihood(kinds)
    start = maximise(model, prior_elo)[0]
    rng = np.random.default_rng(seed)
    found = np.empty((resamples, kinds.n_bots))
    for resample in range(resamples):
        drawn = np.bincount(rng.integers(0, n_blocks, n_blocks), minlength=n_blocks).astype(np.float64)
        part = model.reweighted(np.asarray(members @ drawn))
        found[resample] = maximise(part, prior_elo, start=start, tolerance=_TOLERANCE)[0][: kinds.n_bots]
    elo: Floats = ELO * (found - found.mean(axis=1, keepdims=True))
    return elo
