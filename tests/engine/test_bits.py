"""Do the instructions on words count and search as Python's integers do? Both versions of `nth_bit` included."""

import json
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from medina_arena.engine import compiled
from medina_arena.engine.bits import ctz, multiply_high, nth_bit, popcount, shift_right

ALL_BITS = (1 << 64) - 1


def sample_words() -> list[int]:
    """Words that are zero, full, single bits, dense and sparse, as unsigned integers."""
    rng = random.Random(1)
    dense = [rng.getrandbits(64) for _ in range(100)]
    sparse = [rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64) for _ in range(100)]
    return [0, ALL_BITS, *(1 << i for i in range(64)), *dense, *sparse, *(ALL_BITS ^ word for word in sparse)]


def signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def set_bits(word: int) -> list[int]:
    return [i for i in range(64) if word >> i & 1]


@compiled
def count_and_first(words: Any, counts: Any, first: Any) -> None:
    for i in range(words.size):
        counts[i] = popcount(words[i])
        first[i] = ctz(words[i]) if words[i] else -1


@compiled
def shift_and_multiply(words: Any, shifted: Any, products: Any) -> None:
    for i in range(words.size):
        shifted[i] = shift_right(words[i], i & 63)
        products[i] = multiply_high(words[i], words[words.size - 1 - i])


def test_popcount_and_ctz() -> None:
    words = sample_words()
    counts, first = np.zeros((2, len(words)), np.int64)
    count_and_first(np.array([signed(word) for word in words], np.int64), counts, first)
    assert counts.tolist() == [word.bit_count() for word in words]
    assert first.tolist() == [set_bits(word)[0] if word else -1 for word in words]


def test_shift_right_fills_with_zeros_and_multiply_high_is_unsigned() -> None:
    words = sample_words()
    shifted, products = np.zeros((2, len(words)), np.int64)
    shift_and_multiply(np.array([signed(word) for word in words], np.int64), shifted, products)
    assert shifted.view(np.uint64).tolist() == [word >> (i & 63) for i, word in enumerate(words)]
    pairs = zip(words, words[::-1], strict=True)
    assert products.view(np.uint64).tolist() == [a * b >> 64 for a, b in pairs]


def test_nth_bit() -> None:
    for word in sample_words():
        assert [nth_bit(signed(word), n) for n in range(word.bit_count())] == set_bits(word)


CHILD = """
import json, sys
from medina_arena.engine import bits
words = json.loads(sys.stdin.read())
found = [[bits.nth_bit(word, n) for n in range(count)] for word, count in words]
print(json.dumps([hasattr(bits, "_deposit"), found]))
"""


@pytest.mark.parametrize("cpu", ["generic", None], ids=["fallback", "host"])
def test_nth_bit_on_a_processor_with_and_without_deposit(cpu: str | None) -> None:
    words = sample_words()
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CPU_NAME"}
    if cpu is not None:
        environment["NUMBA_CPU_NAME"] = cpu
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        env=environment,
        input=json.dumps([(signed(word), word.bit_count()) for word in words]),
        capture_output=True,
        text=True,
        check=True,
    )
    has_deposit, found = json.loads(done.stdout)
    if cpu is not None:
        assert not has_deposit
    assert found == [set_bits(word) for word in words]
