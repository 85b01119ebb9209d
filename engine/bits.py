"""How are sets of squares counted and searched? 64-bit words as instructions of the processor.

Words are signed 64-bit integers: numba turns a mix of unsigned words and literals into floats, and none of these
operations looks at the sign.
"""

import os

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .kernels import compiled

__all__ = ["ctz", "multiply_high", "nth_bit", "popcount", "shift_right"]

_HAS_PDEP = binding.get_host_cpu_features().get("bmi2", False) and "NUMBA_CPU_NAME" not in os.environ


@intrinsic
def popcount(typing_context, word):  # type: ignore[no-untyped-def]
    """Number of set bits."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def ctz(typing_context, word):  # type: ignore[no-untyped-def]
    """Index of the lowest set bit; the word must not be 0."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def shift_right(typing_context, word, count):  # type: ignore[no-untyped-def]
    """The word moved right, filled with zeros."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.lshr(args[0], args[1])

    return types.int64(types.int64, types.int64), generate


@intrinsic
def multiply_high(typing_context, a, b):  # type: ignore[no-untyped-def]
    """The upper 64 bits of the unsigned 128-bit product."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.int64(types.int64, types.int64), generate


if _HAS_PDEP:

    @intrinsic
    def _deposit(typing_context, bits, mask):  # type: ignore[no-untyped-def]
        """Spread the low bits of the first word over the set bits of the second."""

        def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
            word = ir.IntType(64)
            function = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
            )
            return builder.call(function, args)

        return types.int64(types.int64, types.int64), generate

    @compiled
    def nth_bit(word: int, n: int) -> int:
        """Index of the n-th set bit, counted from 0 at the lowest; there must be more than n."""
        return ctz(_deposit(1 << n, word))

else:

    @compiled
    def nth_bit(word: int, n: int) -> int:
        """Index of the n-th set bit, counted from 0 at the lowest; there must be more than n."""
        index = 0
        width = 32
        while width:
            below = popcount(shift_right(word, index) & ((1 << width) - 1))
            if n >= below:
                n -= below
                index += width
            width >>= 1
        return index
