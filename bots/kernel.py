"""How are kernels handed to compiled loops? As typed function values of one signature.

A loop compiled for this signature takes any kernel without being compiled again; a call costs a few nanoseconds.
"""

import re
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

from medina_arena.engine import STATE

from .base import Kernel
from .errors import BotError

__all__ = ["KERNEL_TYPE", "STATES_TYPE", "compile_kernel", "compile_loop"]

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)  # function values are all we use of it

STATES_TYPE = numba.types.Array(numba.from_dtype(STATE), 1, "C")
_SIGNATURE = numba.types.int64(STATES_TYPE, numba.types.int64[::1], numba.types.float64[::1], numba.types.int64[::1])
KERNEL_TYPE = numba.types.FunctionType(_SIGNATURE)
"""The numba type of a kernel as an argument."""


def compile_kernel(bot_class: Any, params: Any) -> Kernel:
    """The kernel of a `CompiledBot` class for these parameters, compiled; raises `BotError` if it cannot be."""
    kernel: Any = bot_class.kernel_for(params)
    if not hasattr(kernel, "compile"):
        raise BotError(f"{bot_class.__name__}.kernel must be a function under @medina_arena.engine.compiled")
    try:
        kernel.compile(_SIGNATURE)
    except Exception as error:  # numba lets some errors of its own parts through
        code = kernel.py_func.__code__
        reason, place = _explain(error, (code.co_filename, code.co_firstlineno))
        wanted = "kernel(states, rng, parameters, memory) -> int"
        raise BotError(f"{bot_class.__name__}.kernel cannot be compiled as {wanted}: {reason} ({place})") from error
    result: Kernel = kernel
    return result


def _explain(error: Exception, kernel: tuple[str, int]) -> tuple[str, str]:
    """What numba says of an error in one line, and where: in the kernel if it does not say."""
    found = re.search(r" at (.+) \((\d+)\)$", str(error), re.MULTILINE)
    file, line = found.groups() if found else kernel
    lines = [text.strip() for text in str(error).splitlines() if text.strip() and not text.startswith("Failed in ")]
    reason = lines[0] if lines else type(error).__name__
    return reason if isinstance(error, NumbaError) else f"{type(error).__name__}: {reason}", f"{file}, line {line}"


@cache
def compile_loop(loop: Callable[..., None], *types: Any) -> Callable[..., None]:
    """A compiled function that takes kernels, made for exactly these argument types."""
    dispatcher: Any = loop
    dispatcher.compile(numba.types.void(*types))
    dispatcher.disable_compile()
    return loop
