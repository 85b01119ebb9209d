"""Where are the weights of the learned value? In data files, with their origin and how well they foresee scores."""

from functools import cache

from ..weight_files import read_weights
from .value import N_VALUE_WEIGHTS

__all__ = ["value_weights"]


@cache
def value_weights() -> tuple[float, ...]:
    """The weights of all sets one after another, as kernels take them; raises `ValueError` if they do not fit."""
    assert __package__ is not None
    return read_weights(__package__, "value", N_VALUE_WEIGHTS)
