"""Does the sequential test keep its risks, and is it computed as written?"""

import numpy as np
import pytest
from simulated_games import n_accepted

from medina_arena.results import (
    ResultsError,
    Verdict,
    block_means,
    confidence_sequence,
    gsprt_bounds,
    gsprt_llr,
    gsprt_path,
    gsprt_stop,
    gsprt_verdict,
)
from medina_arena.results.betting import betting_capital


def test_the_ratio_is_the_one_written_down() -> None:
    x = np.array([0.5, 0.75, 0.25, 1.0, 0.625, 0.5])
    v, s0, s1 = x.var(), 0.5, 1 / (1 + 10**-0.1)
    wanted = 3 * np.log((v + (x.mean() - s0) ** 2) / (v + (x.mean() - s1) ** 2))
    assert gsprt_llr(x, 0, 40) == pytest.approx(wanted)
    assert gsprt_llr(1 - x, -40, 0) == pytest.approx(-wanted)
    assert gsprt_llr([], 0, 40) == 0


def test_the_ratio_holds_for_blocks_that_differ_little_from_sixteen_on() -> None:
    x = np.random.default_rng(11).normal(0.52, 0.02, 16)
    v, mean, s0, s1 = x.var(), x.mean(), 0.5, 1 / (1 + 10**-0.05)
    assert v < 0.25 / 16 / 10
    assert gsprt_llr(x, 0, 20) == pytest.approx(8 * np.log((v + (mean - s0) ** 2) / (v + (mean - s1) ** 2)))


def test_bounds_are_walds() -> None:
    lower, upper = gsprt_bounds(0.05, 0.1)
    assert upper == pytest.approx(np.log(0.9 / 0.05))
    assert lower == pytest.approx(np.log(0.1 / 0.95))


def test_verdict_waits_for_sixteen_blocks_and_then_follows_the_bounds() -> None:
    better = np.tile([1.0, 0.75], 100)
    assert gsprt_verdict(better[:15], 0, 200) is Verdict.CONTINUE
    assert gsprt_verdict(better, 0, 200) is Verdict.ACCEPT
    assert gsprt_verdict(1 - better, 0, 200) is Verdict.REJECT


def test_blocks_that_are_all_alike_do_not_decide_at_once() -> None:
    assert gsprt_verdict([0.5] * 16, 0, 20) is Verdict.CONTINUE
    assert gsprt_verdict([0.5] * 60, 0, 20) is Verdict.REJECT
    assert np.isfinite(gsprt_llr([1.0] * 50, 0, 20))
    assert gsprt_llr([0.6] * 9 + [0.6 + 1e-15], 0, 20) == pytest.approx(gsprt_llr([0.6] * 10, 0, 20))


def test_block_means_count_pairs_at_one_table() -> None:
    bots = [[0, 1, 0], [1, 0, 0], [2, 2, 0], [0, 1, 2]]
    ranks = [[1, 2, 3], [1, 1, 3], [1, 2, 3], [3, 2, 1]]
    assert block_means(bots, ranks, [5, 5, 6, 9], 0, 1) == pytest.approx([(1 + 0 + 0.5 + 0) / 4, 0])


@pytest.mark.parametrize(
    ("x", "elo0", "elo1", "message"),
    [
        ([0.5, 1.5], 0, 20, "from 0 to 1"),
        ([[0.5]], 0, 20, "one list"),
        ([float("nan")], 0, 20, "one list"),
        (["a"], 0, 20, "one list"),
        ([0.5], float("nan"), 20, "not nan and 20"),
        ([0.5], 20, 20, "not 20 and 20"),
    ],
)
def test_bad_input_is_named(x: list[float], elo0: float, elo1: float, message: str) -> None:
    with pytest.raises(ResultsError, match=message):
        gsprt_llr(x, elo0, elo1)


def test_risks_that_are_none_are_refused() -> None:
    with pytest.raises(ResultsError, match=r"not 0 and 0\.05"):
        gsprt_bounds(0)


def test_the_path_is_the_ratio_after_each_block() -> None:
    x = np.random.default_rng(5).integers(0, 9, 60) / 8
    path = gsprt_path(x, 0, 40)
    assert path == pytest.approx([gsprt_llr(x[:n], 0, 40) for n in range(1, 61)])
    assert gsprt_llr(x, 0, 40) == path[-1]


def test_the_test_stops_at_the_first_block_that_decides_and_later_ones_change_nothing() -> None:
    x = np.random.default_rng(6).integers(2, 9, 300) / 8
    n, verdict = gsprt_stop(x, 0, 40)
    assert (16 < n < 300, verdict) == (True, Verdict.ACCEPT)
    assert gsprt_stop(x[:n], 0, 40) == (n, verdict)
    assert gsprt_stop(x[: n - 1], 0, 40) == (n - 1, Verdict.CONTINUE)
    assert gsprt_stop(np.concatenate([x[:n], np.zeros(500)]), 0, 40) == (n, verdict)
    assert gsprt_stop([], 0, 40) == (0, Verdict.CONTINUE)


def test_no_difference_is_accepted_in_about_5_of_100_runs() -> None:
    assert 20 <= n_accepted(np.random.default_rng(1), 0, 1000) <= 73  # 50 expected


def test_a_difference_is_found_in_about_95_of_100_runs() -> None:
    assert n_accepted(np.random.default_rng(2), 40, 1000) >= 915  # 950 expected


def test_pairs_counted_as_independent_would_accept_too_often() -> None:
    assert n_accepted(np.random.default_rng(3), 0, 400, pairs=True) > 40


def test_a_confidence_sequence_holds_the_truth_at_all_times_in_95_of_100_runs() -> None:
    rng = np.random.default_rng(7)
    lost = sum(betting_capital(rng.integers(0, 9, 600) / 8, [0.5])[0] >= 20 for _ in range(400))
    assert lost <= 33  # 20 expected at most


def test_a_fixed_interval_looked_at_all_the_time_loses_the_truth() -> None:
    rng = np.random.default_rng(8)
    lost = 0
    for _ in range(200):
        x = rng.integers(0, 9, 600) / 8
        n = np.arange(1, 601)
        mean = np.cumsum(x) / n
        lost += bool((np.abs(mean - 0.5) > 1.96 * np.sqrt(1 / 15 / n))[20:].any())
    assert lost > 40


def test_a_confidence_sequence_shrinks_around_the_mean() -> None:
    x = np.clip(np.random.default_rng(9).normal(0.6, 0.15, 1000), 0, 1)
    low, high = confidence_sequence(x)
    assert 0.55 < low < 0.6 < high < 0.65
    early = confidence_sequence(x[:50])
    assert early[0] <= low
    assert early[1] >= high
    assert confidence_sequence([]) == (0, 1)
    assert confidence_sequence([1.0] * 200)[1] == 1
    assert confidence_sequence(1 - x) == pytest.approx((1 - high, 1 - low), abs=1e-3)


def test_capital_is_what_two_gamblers_have() -> None:
    x = np.array([0.75, 1.0, 0.25])
    up = down = most = 0.5
    total, squares = 0.5, 0.25
    for n, result in enumerate(x, 1):
        spread = squares / n
        bet = np.sqrt(2 * np.log(40) / (spread * n * np.log(n + 1)))
        up *= 1 + min(bet, 0.75 / 0.4) * (result - 0.4)
        down *= 1 - min(bet, 0.75 / 0.6) * (result - 0.4)
        most = max(most if n > 1 else 0, up, down)
        total += result
        squares += (result - total / (n + 1)) ** 2
    assert betting_capital(x, [0.4])[0] == pytest.approx(most)
