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

from .parts import PartCompiler, keep_on_disk, register  # noqa: E402

if numba.config.DISABLE_JIT:
    raise ImportError("NUMBA_DISABLE_JIT is set, but the engine runs compiled only: unset it")

__all__ = ["compiled", "inlined", "inner"]

P = ParamSpec("P")
R = TypeVar("R")


def _jit(function: Callable[..., Any], keep: Callable[..., None], **options: Any) -> Any:
    """A dispatcher of the function; only the project's own are kept on disk, by `keep`.

    A function from any other file (a user's bot) is compiled anew in each run: its cache could not notice an edit in a
    file that it imports.
    """
    dispatcher = numba.njit(error_model="numpy", **options)(function)
    source = Path(function.__code__.co_filename).resolve()
    if any(source.is_relative_to(folder) for folder in PROJECT_SOURCES):
        keep(dispatcher, function)
    ask = dispatcher.get_call_template

    def ask_plainly(args: Any, kws: Any) -> Any:
        return ask([_plain(arg) for arg in args], {name: _plain(arg) for name, arg in kws.items()})

    dispatcher.get_call_template = ask_plainly
    return dispatcher


def _plain(kind: Any) -> Any:
    """The type for which a function is compiled that compiled code calls with this one.

    Without this numba compiles it for each width of integers and for each constant.
    """
    kind = numba.types.unliteral(kind)
    is_narrow = isinstance(kind, numba.types.Integer) and kind.bitwidth < numba.types.int64.bitwidth
    return numba.types.int64 if is_narrow else kind


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function when it is first called, from Python or from compiled code."""
    result: Callable[P, R] = _jit(function, lambda dispatcher, _: dispatcher.enable_caching())
    return result


def inner(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    """Compile a function for calls from compiled code only; calling it from Python raises `TypeError`.

    It is optimised in its callers only, which takes half as long to compile. It counts no references: it runs faster,
    but it can neither make an array nor return one, and it must not take one from a function that makes it. It cannot
    define a function of its own.
    """
    dispatcher = _jit(
        function,
        keep_on_disk,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        _nrt=False,
        pipeline_class=PartCompiler,
        **options,
    )

    def refuse(*args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"{function.__name__} can be called from compiled code only")

    def add(overload: Any) -> None:
        """Keep a compiled signature, without an entry for Python: there is no machine code to point to."""
        result = overload.signature.return_type
        if any(isinstance(part, numba.types.Array) for part in getattr(result, "types", [result])):
            raise TypeError(f"{function.__name__} returns an array: it must be under @compiled")
        register(dispatcher, overload)

    dispatcher.add_overload = add
    dispatcher._compile_for_args = refuse
    result: Callable[P, R] = dispatcher
    return result


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """As `inner`, and always made part of its callers: for what every placement runs through."""
    return inner(function, forceinline=True)
