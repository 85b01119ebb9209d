"""How are kernels handed to compiled loops? As typed function values of one signature.

A loop compiled for this signature takes any kernel without being compiled again; a call costs a few nanoseconds.
"""

import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
from numba.core.errors import NumbaExperimentalFeatureWarning

from medina_arena.engine import STATE

from .base import Kernel
from .errors import BotError

__all__ = ["KERNEL_TYPE", "STATES_TYPE", "compile_kernel", "compile_loop"]

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)  # function values are all we use of it

STATES_TYPE = numba.types.Array(numba.from_dtype(STATE), 1, "C")
_SIGNATURE = numba.types.int64(STATES_TYPE, numba.types.int64[::1], numba.types.float64[::1], numba.types.int64[::1])
KERNEL_TYPE = numba.types.FunctionType(_SIGNATURE)
"""The numba type of a kernel as an argument."""


def compile_kernel(bot_class: Any) -> Kernel:
    """The kernel of a `CompiledBot` class, compiled for the one signature; raises `BotError` if it cannot be."""
    kernel: Any = bot_class.kernel
    if not hasattr(kernel, "compile"):
        raise BotError(f"{bot_class.__name__}.kernel must be a function under @medina_arena.engine.compiled")
    try:
        kernel.compile(_SIGNATURE)
    except numba.core.errors.NumbaError as error:
        reason = str(error).strip().splitlines()[0]
        wanted = "kernel(states, rng, parameters, memory) -> int"
        raise BotError(f"{bot_class.__name__}.kernel cannot be compiled as {wanted}: {reason}") from error
    result: Kernel = kernel
    return result


@cache
def compile_loop(loop: Callable[..., None], *types: Any) -> Callable[..., None]:
    """A compiled function that takes kernels, made for exactly these argument types."""
    dispatcher: Any = loop
    dispatcher.compile(numba.types.void(*types))
    dispatcher.disable_compile()
    return loop
