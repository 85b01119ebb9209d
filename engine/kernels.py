"""How is code compiled? Two decorators for all of it: `compiled` for the doors, `inner` for what is behind them.

Kernels see integers, floats, arrays and records. They neither validate nor raise, and take no lock, clock or global
random state; the Python face checks its input once at the door.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, TypeVar

from ._cache import PROJECT_SOURCES, use_own_cache_folder

use_own_cache_folder()

import numba  # noqa: E402  the cache folder comes first

__all__ = ["compiled", "inlined", "inner"]

P = ParamSpec("P")
R = TypeVar("R")


def _jit(function: Callable[..., Any], **options: Any) -> Any:
    """The compiled function; only the project's own are kept on disk.

    A function from any other file (a user's bot) is compiled anew in each run: its cache could not notice an edit in a
    file that it imports.
    """
    source = Path(function.__code__.co_filename).resolve()
    own = any(source.is_relative_to(folder) for folder in PROJECT_SOURCES)
    return numba.njit(cache=own, error_model="numpy", **options)(function)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function when it is first called, from Python or from compiled code."""
    result: Callable[P, R] = _jit(function)
    return result


def inner(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    """Compile a function for calls from compiled code only; calling it from Python raises `TypeError`.

    Without the wrappers for Python, compiling takes about half as long. Such a function counts no references: it runs
    faster, but it can neither make an array nor return one, and it must not take one from a function that makes it.
    """
    dispatcher = _jit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False, **options)

    def refuse(*args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"{function.__name__} can be called from compiled code only")

    def add(overload: Any) -> None:
        """Keep a compiled signature, without an entry for Python: there is no wrapper to point to."""
        result = overload.signature.return_type
        if any(isinstance(part, numba.types.Array) for part in getattr(result, "types", [result])):
            raise TypeError(f"{function.__name__} returns an array: it must be under @compiled")
        dispatcher.overloads[tuple(overload.signature.args)] = overload

    dispatcher.add_overload = add
    dispatcher._compile_for_args = refuse
    result: Callable[P, R] = dispatcher
    return result


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """As `inner`, and always made part of its callers: for what every placement runs through."""
    return inner(function, forceinline=True)
