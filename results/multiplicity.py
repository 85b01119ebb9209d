"""What remains of p values when many questions are asked at once? Holm's adjustment."""

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Floats


def holm(p: ArrayLike) -> Floats:
    """P values adjusted so that a false alarm anywhere among them is as rare as each p says; nan stays, uncounted."""
    values = np.asarray(p, np.float64)
    adjusted = np.full(values.shape, np.nan)
    known = np.flatnonzero(~np.isnan(values))
    order = known[np.argsort(values[known], kind="stable")]
    raised = values[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(raised), 1.0)
    return adjusted
