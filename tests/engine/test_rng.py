"""Are random numbers those of wyrand, in range, and without bias? And are derived seeds all different?"""

import itertools
from typing import Any

import numpy as np
import pytest

from medina_arena.engine import compiled, draw, draw_below, draw_float, mix

MASK = (1 << 64) - 1


@compiled
def fill_draws(rng: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] = draw(rng)


@compiled
def fill_draws_below(rng: Any, n: int, out: Any) -> None:
    for i in range(out.size):
        out[i] = draw_below(rng, n)


@compiled
def fill_floats(rng: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] = draw_float(rng)


@compiled
def fill_mixes(seeds: Any, values: Any, out: Any) -> None:
    for i in range(seeds.size):
        for j in range(values.size):
            out[i, j] = mix(seeds[i], values[j])


def draws_below(n: int, size: int, seed: int = 1) -> np.ndarray:
    out = np.zeros(size, np.int64)
    fill_draws_below(np.array([seed], np.int64), n, out)
    return out


def mixes(seeds: np.ndarray, values: np.ndarray) -> np.ndarray:
    out = np.zeros((seeds.size, values.size), np.int64)
    fill_mixes(seeds.astype(np.int64), values.astype(np.int64), out)
    return out.view(np.uint64)


def wyrand(state: int) -> tuple[int, int]:
    """The published generator on Python's integers: new state and draw."""
    state = (state + 0xA0761D6478BD642F) & MASK
    product = state * (state ^ 0xE7037ED1A0B428DB)
    return state, (product >> 64) ^ (product & MASK)


@pytest.mark.parametrize("seed", [0, 1, -1, 2**62, -(2**63)])
def test_draws_are_those_of_wyrand(seed: int) -> None:
    rng, out = np.array([seed], np.int64), np.zeros(100, np.int64)
    fill_draws(rng, out)
    state, expected = seed & MASK, []
    for _ in range(100):
        state, value = wyrand(state)
        expected.append(value)
    assert out.view(np.uint64).tolist() == expected
    assert int(rng.view(np.uint64)[0]) == state


@pytest.mark.parametrize("n", [1, 2, 3, 7, 64, 176, 1000, 2**20 + 7, 2**31 - 1])
def test_draw_below_stays_in_range(n: int) -> None:
    out = draws_below(n, 20_000)
    assert out.min() >= 0
    assert out.max() < n
    if n <= 1000:
        assert set(out.tolist()) == set(range(n))
    else:
        assert out.max() > 0.99 * n


@pytest.mark.parametrize("n", [2, 3, 6, 10, 37, 126])
def test_draw_below_is_uniform(n: int) -> None:
    size = 200_000
    counts = np.bincount(draws_below(n, size), minlength=n)
    chi_squared = ((counts - size / n) ** 2 / (size / n)).sum()
    assert chi_squared < (n - 1) + 5 * np.sqrt(2 * (n - 1)) + 10


def test_draw_below_rejects_what_would_bias_large_ranges() -> None:
    # Without rejection the residues modulo 3 would come 3/8, 3/8, 2/8 of the time.
    shares = np.bincount(draws_below(3 * 2**29, 100_000) % 3, minlength=3) / 100_000
    assert np.abs(shares - 1 / 3).max() < 0.01


def test_draw_float_is_uniform_below_one() -> None:
    out = np.zeros(200_000)
    fill_floats(np.array([5], np.int64), out)
    assert 0.0 <= out.min() < 1e-4
    assert 1 - 1e-4 < out.max() < 1.0
    assert abs(out.mean() - 0.5) < 0.005
    assert abs(out.var() - 1 / 12) < 0.002
    assert (out * 2**53 == np.floor(out * 2**53)).all()


def test_mix_gives_each_pair_a_seed_of_its_own() -> None:
    small = np.arange(1000)
    assert len(np.unique(mixes(small, small))) == 1_000_000
    large = np.array([sign * 2**power + more for sign in (1, -1) for power in range(1, 63) for more in (-1, 0, 1)])
    large = np.unique(large)
    assert len(np.unique(mixes(large, large))) == large.size**2


def test_mix_of_swapped_words_differs() -> None:
    values = mixes(np.arange(200), np.arange(200))
    pairs = list(itertools.combinations(range(200), 2))
    assert all(values[a, b] != values[b, a] for a, b in pairs)


def test_mix_spreads_each_bit_over_the_whole_word() -> None:
    base = np.arange(500) * 7919
    plain = mixes(base, np.array([42]))[:, 0]
    for bit in range(0, 64, 7):
        by_seed = mixes(base ^ (np.int64(1) << bit), np.array([42]))[:, 0]
        by_value = np.array([mixes(base, np.array([42]) ^ (np.int64(1) << bit))[:, 0]])[0]
        for other in (by_seed, by_value):
            changed = np.bitwise_count(plain ^ other)
            assert abs(changed.mean() - 32) < 1.5, bit
            assert changed.min() >= 8


def test_streams_of_neighbouring_seeds_are_not_related() -> None:
    rngs = mixes(np.arange(100), np.array([1]))[:, 0].view(np.int64)
    streams = np.zeros((100, 1000))
    for rng, stream in zip(rngs, streams, strict=True):
        fill_floats(np.array([rng]), stream)
    correlations = np.corrcoef(streams) - np.eye(100)
    assert np.abs(correlations).max() < 0.16  # five standard deviations of 1000 independent pairs
