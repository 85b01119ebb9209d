"""Does the sequential test keep its risks, and is it computed as written?"""

import numpy as np
import pytest
from numpy.typing import NDArray
from simulated_games import Games, finish, rotations

from medina_arena.results import ResultsError, Verdict, block_means, gsprt_bounds, gsprt_llr, gsprt_verdict

ELO0, ELO1 = 0.0, 40.0
CAP = 700
SEATINGS = rotations(np.array([0, 0, 1, 1]))


def results(rng: np.random.Generator, elo: float, blocks: int) -> Games:
    """Blocks of two against two in all six seatings, with ties and with luck that a block shares."""
    bots = np.tile(SEATINGS, (blocks, 1))
    numbers = np.repeat(np.arange(blocks), len(SEATINGS))
    luck = 60 * rng.standard_normal((blocks, 2))
    worths = np.array([elo, 0.0])[bots] + luck[numbers[:, None], bots]
    return Games(bots, finish(rng, worths, 15), numbers)


def first_verdict(x: NDArray[np.float64], start: int = 16) -> Verdict:
    """The verdict of one who looks after every block."""
    n = np.arange(1, len(x) + 1)
    means = np.cumsum(x) / n
    variance = np.maximum(np.cumsum(x**2) / n - means**2, 0.25 / n)
    low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (ELO0, ELO1))
    llr = n / 2 * np.log((variance + (means - low) ** 2) / (variance + (means - high) ** 2))
    lower, upper = gsprt_bounds()
    decided = np.flatnonzero((n >= start) & ((llr <= lower) | (llr >= upper)))
    if not len(decided):
        return Verdict.CONTINUE
    return Verdict.ACCEPT if llr[decided[0]] >= upper else Verdict.REJECT


def runs(elo: float, count: int, seed: int) -> list[NDArray[np.float64]]:
    """Block means of so many runs."""
    rng = np.random.default_rng(seed)
    games = results(rng, elo, count * CAP)
    return np.split(block_means(games.bots, games.ranks, games.blocks, 0, 1), count)


def test_the_ratio_is_the_one_written_down() -> None:
    x = np.array([0.5, 0.75, 0.25, 1.0, 0.625, 0.5])
    v, s0, s1 = x.var(), 0.5, 1 / (1 + 10**-0.1)
    wanted = 3 * np.log((v + (x.mean() - s0) ** 2) / (v + (x.mean() - s1) ** 2))
    assert gsprt_llr(x, 0, 40) == pytest.approx(wanted)
    assert gsprt_llr(1 - x, -40, 0) == pytest.approx(-wanted)
    assert gsprt_llr([], 0, 40) == 0


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
    assert np.isfinite(gsprt_llr([1.0] * 50, 0, 20))


def test_block_means_count_pairs_at_one_table() -> None:
    bots = [[0, 1, 0], [1, 0, 0], [2, 2, 0], [0, 1, 2]]
    ranks = [[1, 2, 3], [1, 1, 3], [1, 2, 3], [3, 2, 1]]
    assert block_means(bots, ranks, [5, 5, 6, 9], 0, 1) == pytest.approx([(1 + 0 + 0.5 + 0) / 4, 0])


@pytest.mark.parametrize(
    ("x", "elo0", "elo1", "message"),
    [([0.5, 1.5], 0, 20, "from 0 to 1"), ([[0.5]], 0, 20, "one list"), ([0.5], 20, 20, "not 20 and 20")],
)
def test_bad_input_is_named(x: list[float], elo0: float, elo1: float, message: str) -> None:
    with pytest.raises(ResultsError, match=message):
        gsprt_llr(x, elo0, elo1)


def test_risks_that_are_none_are_refused() -> None:
    with pytest.raises(ResultsError, match=r"not 0 and 0\.05"):
        gsprt_bounds(0)


def test_no_difference_is_accepted_in_about_5_of_100_runs() -> None:
    found = runs(ELO0, 400, seed=1)
    accepted = sum(first_verdict(x) is Verdict.ACCEPT for x in found)
    assert 5 <= accepted <= 33  # 20 expected
    assert first_verdict(found[0]) in {gsprt_verdict(found[0][:n], ELO0, ELO1) for n in range(16, CAP)}


def test_a_difference_is_found_in_about_95_of_100_runs() -> None:
    accepted = sum(first_verdict(x) is Verdict.ACCEPT for x in runs(ELO1, 400, seed=2))
    assert accepted >= 362  # 380 expected


def test_pairs_counted_as_independent_would_accept_too_often() -> None:
    rng = np.random.default_rng(3)
    accepted = 0
    for _ in range(200):
        games = results(rng, ELO0, 150)
        singles: list[NDArray[np.float64]] = []
        for a, b in ((0, 2), (0, 3), (1, 2), (1, 3)):
            order = np.argsort(games.bots, axis=1, kind="stable")
            ranks = np.take_along_axis(games.ranks, order, axis=1)
            singles.append((ranks[:, a] < ranks[:, b]) + 0.5 * (ranks[:, a] == ranks[:, b]))
        accepted += first_verdict(np.stack(singles, axis=1).ravel()) is Verdict.ACCEPT
    assert accepted > 20
