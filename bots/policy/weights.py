"""Where are the policy's weights? In data files, with their origin."""

from functools import cache

from ..weight_files import read_weights
from .features import N_POLICY_WEIGHTS

__all__ = ["policy_weights"]


@cache
def policy_weights() -> tuple[float, ...]:
    """The weights of all sets one after another, as kernels take them; raises `ValueError` if they do not fit."""
    assert __package__ is not None
    return read_weights(__package__, "policy", N_POLICY_WEIGHTS)
