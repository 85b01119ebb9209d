"""How does a number that may be missing leave the arrays?"""

import numpy as np


def known(value: float | np.floating) -> float | None:
    """A number, or None for one that is not finite."""
    return float(value) if np.isfinite(value) else None
