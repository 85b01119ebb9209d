"""Where are the weights of the search? In data files, with their origin and how well they foresee."""

from functools import cache

from ..weight_files import read_weights
from .informed import N_SEARCH_WEIGHTS

__all__ = ["search_weights"]


@cache
def search_weights() -> tuple[float, ...]:
    """The weights of all sets one after another, as kernels take them; raises `ValueError` if they do not fit."""
    assert __package__ is not None
    return read_weights(__package__, "search", N_SEARCH_WEIGHTS)
