"""Are differences between variants found where they are, not found where they are not, and told rightly?"""

import csv
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from simulated_games import Truth, as_batch, config_of, tournament
from statsmodels.stats.weightstats import ttost_paired

from medina_arena.results import (
    Comparison,
    Finding,
    GameBatch,
    Measure,
    ResultsError,
    Variant,
    compare_variants,
    format_comparison,
    format_comparison_csv,
    format_comparison_json,
    format_comparison_markdown,
)
from medina_arena.results.block_values import block_averages
from medina_arena.results.effects import cliffs_delta, paired_effects
from medina_arena.results.resampling import resample_means

TRUTH = Truth(np.array([60.0, 0.0, -60.0]), np.array([-20.0, 0.0, 20.0]), tie_gap=10)
CONFIG = config_of(["a", "b", "c"], 3)
MEASURES = [Measure("length", "moves", 1.0), Measure("margin", "points", None)]
NO_MARGIN = np.array([np.nan])


def games_of(seed: int, games: int = 240) -> GameBatch:
    rng = np.random.default_rng(seed)
    return as_batch(tournament(np.random.default_rng(1), TRUTH, games), rng)


def values_of(games: GameBatch, seed: int, shift: float = 0.0) -> NDArray[np.float64]:
    """Two measures that share luck with their block."""
    rng = np.random.default_rng(seed)
    luck = np.random.default_rng(99).standard_normal((int(games.block.max()) + 1, 2))[games.block]
    return 100 + 3 * luck + rng.standard_normal((len(games), 2)) + [shift, 0.0]


def compared(shift: float, seed: int = 5, control: bool = True) -> Comparison:
    games = games_of(1)
    variants = [
        Variant("x", CONFIG, games, values_of(games, 2)),
        Variant("y", CONFIG, games, values_of(games, seed, shift)),
    ]
    other = games_of(1)
    noise = Variant("x again", CONFIG, other, np.random.default_rng(8).normal(100, 3, (len(other), 2)))
    return compare_variants(variants, MEASURES, noise if control else None)


def row_of(comparison: Comparison, name: str) -> Any:
    return next(row for row in comparison.rows if row.metric == name)


def test_equal_games_differ_by_exactly_nothing() -> None:
    comparison = compared(0.0, seed=2)
    for row in comparison.rows:
        assert (row.difference, row.low, row.high, row.d_z, row.cliffs_delta) == (0, 0, 0, 0, 0)
        assert (row.p, row.p_holm, row.correlation, row.detectable) == (1, 1, 1, 0)
    assert row_of(comparison, "length").finding is Finding.SAME
    assert row_of(comparison, "margin").finding is Finding.OPEN
    assert {row.metric for row in comparison.rows} == {"length", "margin", "skill_gradient", "first_seat"}
    assert "no measure differs, every difference is exactly 0" in format_comparison(comparison)


def test_a_change_is_found_and_its_interval_holds_the_truth() -> None:
    row = row_of(compared(1.5), "length")
    assert row.finding is Finding.DIFFERS
    assert row.low < 1.5 < row.high
    assert row.p_holm < 0.01
    assert row.d_z > 1
    assert row.correlation > 0.8
    assert row.blocks == len(np.unique(games_of(1).blocks))
    little = row_of(compared(0.5), "length")
    assert little.finding is Finding.DIFFERS_LITTLE
    assert row_of(compared(0.5), "margin").finding is Finding.OPEN


def test_summary_claims_what_the_rows_say() -> None:
    text = format_comparison(compared(1.5))
    row = row_of(compared(1.5), "length")
    start = text.index("y against x: 1 of 4 measures differ, most clearly length")
    assert f"length +{row.difference:.2f} [+{row.low:.2f}, +{row.high:.2f}]." in text[start:].replace("\n", " ")
    assert "Noise floor: x (a) against itself under other seeds (b)" in text
    assert "As it should be, no measure differs." in text
    assert "Shown to be within the margin:" in text
    assert "## y (b) against x (a)" in format_comparison_markdown(compared(1.5))
    assert '"finding": "differs"' in format_comparison_json(compared(1.5))
    lines = format_comparison_csv(compared(1.5)).splitlines()
    assert len(lines) == 1 + 4 + 4
    for row in csv.DictReader(lines):
        for side in ("a", "b"):
            assert (row[f"{side}_games"], row[f"{side}_blocks"], row[f"{side}_prior_elo"]) == ("240", "40", "1500.0")
            assert (row[f"{side}_rules_version"], row[f"{side}_players"], row[f"{side}_faults"]) == ("1", "3", "0")
            assert 0 < float(row[f"{side}_tie_rate"]) < 0.2
            assert float(row[f"{side}_design_effect"]) > 0
            assert row[f"{side}_distinct_games"] == "240"
            assert row[f"{side}_reference"]
    assert text.count("240 games in 40 blocks, 240 distinct") == 3
    assert "prior N(0, (1500 Elo)²)" in text


def test_few_blocks_claim_nothing() -> None:
    games = games_of(1, games=60)
    variants = [Variant(name, CONFIG, games, values_of(games, seed)) for name, seed in (("x", 2), ("y", 3))]
    comparison = compare_variants(variants, MEASURES)
    assert all(row.p is row.low is row.p_holm is row.detectable is None for row in comparison.rows)
    assert all(row.finding is Finding.OPEN for row in comparison.rows)
    assert "too few blocks to tell anything" in format_comparison(comparison)


def test_games_that_cannot_be_paired_are_refused() -> None:
    games, others = games_of(1), games_of(1, games=300)
    good = Variant("x", CONFIG, games, values_of(games, 2))
    with pytest.raises(ResultsError, match="y was not played in the same blocks as x"):
        compare_variants([good, Variant("y", CONFIG, others, values_of(others, 2))], MEASURES)
    with pytest.raises(ResultsError, match=r"y must have the shape \(240, 2\), not \(240, 1\)"):
        compare_variants([good, Variant("y", CONFIG, games, values_of(games, 2)[:, :1])], MEASURES)
    with pytest.raises(ResultsError, match="at least two variants, not 1"):
        compare_variants([good], MEASURES)


def test_sign_flips_sound_a_false_alarm_in_about_5_of_100_cases() -> None:
    rng = np.random.default_rng(1)
    skewed = rng.exponential(1, (60, 1000)) - rng.exponential(1, (60, 1000))
    assert 0.03 <= np.mean(resample_means(skewed).p < 0.05) <= 0.07


def test_flipping_games_instead_of_blocks_would_sound_too_often() -> None:
    rng = np.random.default_rng(2)
    games = rng.standard_normal((60, 1, 200)) + rng.standard_normal((60, 6, 200))
    assert np.mean(resample_means(games.reshape(360, 200)).p < 0.05) > 0.15
    assert np.mean(resample_means(games.mean(axis=1)).p < 0.05) < 0.1


def test_bootstrap_intervals_hold_a_skewed_truth_in_about_95_of_100_cases() -> None:
    rng = np.random.default_rng(3)
    found = resample_means(rng.exponential(1, (80, 600)))
    assert 0.92 <= np.mean((found.low < 1) & (found.high > 1)) <= 0.975


def test_chance_agrees_with_scipy() -> None:
    d = np.random.default_rng(4).exponential(1, 60) - 0.8
    found = resample_means(d[:, None])
    oracle = stats.bootstrap((d,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(1))
    assert found.low[0] == pytest.approx(oracle.confidence_interval.low, abs=0.03)
    assert found.high[0] == pytest.approx(oracle.confidence_interval.high, abs=0.03)
    flips = stats.permutation_test(
        (d, np.zeros(60)), lambda x, y: np.mean(x - y), permutation_type="samples", n_resamples=20_000, rng=1
    )
    assert found.p[0] == pytest.approx(flips.pvalue, abs=0.01)


def test_the_same_seed_gives_the_same_chance_whatever_stands_beside() -> None:
    d = np.random.default_rng(5).standard_normal((50, 3))
    assert np.array_equal(resample_means(d).p[:1], resample_means(d[:, :1]).p)
    assert not np.array_equal(resample_means(d, seed=1).p, resample_means(d).p)


def test_equivalence_agrees_with_statsmodels_and_effects_with_their_definitions() -> None:
    rng = np.random.default_rng(6)
    a = rng.normal(0, 1, (50, 1))
    b = a + rng.normal(0.1, 0.5, (50, 1))
    effects = paired_effects(a, b, np.array([0.4]))
    assert effects.equivalence_p[0] == pytest.approx(ttost_paired(b[:, 0], a[:, 0], -0.4, 0.4)[0])
    d = (b - a)[:, 0]
    assert effects.d_z[0] == pytest.approx(d.mean() / d.std(ddof=1))
    pairs = [float(y > x) - float(y < x) for x in a[:, 0] for y in b[:, 0]]
    assert effects.delta[0] == pytest.approx(np.mean(pairs))
    assert cliffs_delta(np.array([1.0, 2.0, 2.0]), np.array([2.0, 3.0])) == pytest.approx(4 / 6)
    assert effects.correlation[0] == pytest.approx(stats.pearsonr(a[:, 0], b[:, 0]).statistic)
    assert np.isnan(paired_effects(a, b, NO_MARGIN).equivalence_p[0])


def test_equivalence_is_claimed_in_at_most_5_of_100_cases_at_the_margin() -> None:
    rng = np.random.default_rng(7)
    a = rng.standard_normal((40, 1000))
    effects = paired_effects(a, a + rng.normal(0.3, 1, (40, 1000)), np.full(1000, 0.3))
    assert np.mean(effects.equivalence_p < 0.05) <= 0.07


def test_the_detectable_difference_is_found_in_about_80_of_100_cases() -> None:
    rng = np.random.default_rng(8)
    a = rng.standard_normal((100, 1000))
    detectable = (1.96 + 0.8416) / 10
    assert paired_effects(a, a + rng.standard_normal((100, 1000)), np.full(1000, np.nan)).detectable.mean() == (
        pytest.approx(detectable, rel=0.02)
    )
    found = resample_means(rng.normal(detectable, 1, (100, 1000))).p < 0.05
    assert 0.76 <= found.mean() <= 0.84


def test_missing_values_leave_their_block_out() -> None:
    values = np.array([[1.0], [np.nan], [3.0], [np.nan], [np.nan], [7.0]])
    blocks = np.array([4, 4, 5, 5, 6, 7])
    means = block_averages(values, blocks)
    assert means[:, 0] == pytest.approx([1, 3, np.nan, 7], nan_ok=True)
    effects = paired_effects(means, np.where(np.arange(4) == 0, np.nan, 10.0)[:, None], NO_MARGIN)
    assert (effects.blocks[0], effects.difference[0]) == (2, 5)


def test_holm_is_silent_in_95_of_100_studies_of_nothing_with_other_seeds() -> None:
    rng = np.random.default_rng(9)
    games = games_of(1, games=180)
    measures = [Measure(f"m{n}", "", None) for n in range(12)]
    alarms = raw = 0
    for _ in range(40):
        noise = [Variant(name, CONFIG, games, rng.exponential(1, (180, 12))) for name in "xy"]
        rows = compare_variants(noise, measures).rows
        alarms += any((row.p_holm or 1) < 0.05 for row in rows)
        raw += any((row.p or 1) < 0.05 for row in rows)
    assert alarms <= 6  # 2 expected
    assert raw > 10


def test_a_stronger_skill_gradient_and_another_seat_are_measures_too() -> None:
    rng = np.random.default_rng(10)
    steep = Truth(3 * TRUTH.bots, TRUTH.seats + np.array([150.0, -75.0, -75.0]))
    plain = as_batch(tournament(np.random.default_rng(11), TRUTH, 1200), rng)
    other = as_batch(tournament(np.random.default_rng(11), steep, 1200), rng)
    none: NDArray[np.float64] = np.zeros((len(plain), 0))
    comparison = compare_variants([Variant("x", CONFIG, plain, none), Variant("y", CONFIG, other, none)], [])
    gradient, seat = (row_of(comparison, name) for name in ("skill_gradient", "first_seat"))
    assert gradient.about == "Elo of a minus c"
    for row, truth in ((gradient, 240), (seat, 225)):
        assert row.low < truth < row.high
        assert row.finding is Finding.DIFFERS
    table = {row.bot: row.elo for row in comparison.tables[1].bots}
    assert gradient.mean_b == pytest.approx((table["a"] or 0) - (table["c"] or 0))
