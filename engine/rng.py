"""Where do random numbers come from? One 64-bit generator (wyrand) whose state is an argument.

A generator is an int64 array of shape [1]. Seeds of different purposes are derived with `mix`, a hash of two words.
Source of the constants: Wang Yi, wyhash (public domain); SplitMix64, Steele, Lea and Flood 2014.
"""

from typing import Any

from .bits import multiply_high, shift_right
from .kernels import compiled

__all__ = ["draw", "draw_below", "draw_float", "mix"]


def _word(value: int) -> int:
    """An unsigned 64-bit constant as the signed word with the same bits."""
    return value - (1 << 64) if value >> 63 else value


_STEP = _word(0xA0761D6478BD642F)
_SCRAMBLE = _word(0xE7037ED1A0B428DB)
_GOLDEN = _word(0x9E3779B97F4A7C15)
_MIX_1 = _word(0xBF58476D1CE4E5B9)
_MIX_2 = _word(0x94D049BB133111EB)


@compiled
def mix(seed: int, value: int) -> int:
    """A 64-bit hash of two words: the seed of a stream of its own."""
    z = (seed ^ value * _MIX_2) + _GOLDEN
    z = (z ^ shift_right(z, 30)) * _MIX_1
    z = (z ^ shift_right(z, 27)) * _MIX_2
    z = (z ^ shift_right(z, 31)) + value * _GOLDEN
    z = (z ^ shift_right(z, 30)) * _MIX_1
    z = (z ^ shift_right(z, 27)) * _MIX_2
    return z ^ shift_right(z, 31)


@compiled
def draw(rng: Any) -> int:
    """The next 64 random bits."""
    rng[0] += _STEP
    state = rng[0]
    other = state ^ _SCRAMBLE
    return (state * other) ^ multiply_high(state, other)


@compiled
def draw_below(rng: Any, n: int) -> int:
    """A random integer in 0..n-1, all equally likely; 1 <= n < 2**31 (Lemire 2019, with 32-bit draws)."""
    while True:
        product = shift_right(draw(rng), 32) * n
        low = product & 0xFFFFFFFF
        if low >= n or low >= (0x100000000 - n) % n:
            return shift_right(product, 32)


@compiled
def draw_float(rng: Any) -> float:
    """A random float in [0, 1) with 53 bits."""
    return shift_right(draw(rng), 11) * (1.0 / 9007199254740992.0)
