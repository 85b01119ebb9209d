"""Between which places does a bot lie for sure?"""

import numpy as np

from .arrays import Ints
from .multiplicity import holm
from .rating import Rating

_RISK = 0.05


def rank_ranges(rating: Rating) -> Ints:
    """[bots, 2] The best and the worst place of each bot on its island.

    With a probability of 95 % all ranges hold together: pairs are told apart by Holm's adjusted p values.
    """
    n = len(rating.names)
    first, second = np.triu_indices(n, 1)
    met = rating.island[first] == rating.island[second]
    first, second = first[met], second[met]
    superiority = np.array([rating.los(a, b) for a, b in zip(first.tolist(), second.tolist(), strict=True)])
    is_told = holm(2 * np.minimum(superiority, 1 - superiority)) < _RISK
    better = np.where(superiority > 0.5, first, second)[is_told]
    worse = np.where(superiority > 0.5, second, first)[is_told]
    members = np.bincount(rating.island)[rating.island]
    return np.stack([1 + np.bincount(worse, minlength=n), members - np.bincount(better, minlength=n)], axis=1)
