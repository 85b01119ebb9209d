"""How is code compiled? One decorator for all of it.

Kernels see integers, floats, arrays and records. They neither validate nor raise, and take no lock, clock or global
random state; the Python face checks its input once at the door.
"""

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from ._cache import PROJECT_SOURCES, use_own_cache_folder

use_own_cache_folder()

import numba  # noqa: E402  the cache folder comes first

__all__ = ["compiled"]

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function when it is first called; the project's own functions are kept on disk.

    A function from any other file (a user's bot) is compiled anew in each run: its cache could not notice an edit in a
    file that it imports.
    """
    source = Path(function.__code__.co_filename).resolve()
    own = any(source.is_relative_to(folder) for folder in PROJECT_SOURCES)
    result: Callable[P, R] = numba.njit(cache=own, error_model="numpy")(function)
    return result
