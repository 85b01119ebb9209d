"""Can Elo be measured from given bots, and how sure are places?"""

import numpy as np
import pytest
from simulated_games import Games, Truth, tournament

from medina_arena.results import ResultsError, holm, rank_ranges, rate

TRUTH = Truth(np.array([-150.0, 0.0, 0.0, 150.0]), np.array([-20.0, 0.0, 20.0]), tie_gap=10)


@pytest.fixture(scope="module")
def games() -> Games:
    return tournament(np.random.default_rng(1), TRUTH, 1200)


def test_an_anchor_has_the_given_elo_exactly_and_differences_stay(games: Games) -> None:
    free = rate(games.bots, games.ranks, games.blocks)
    tied = rate(games.bots, games.ranks, games.blocks, anchors={2: 1500})
    assert tied.elo[2] == 1500
    assert tied.se[2] == 0
    assert tied.elo - tied.elo[0] == pytest.approx(free.elo - free.elo[0], abs=1e-9)
    for a, b in ((0, 1), (2, 3)):
        assert tied.difference_se(a, b) == pytest.approx(free.difference_se(a, b), abs=1e-9)
        assert tied.los(a, b) == pytest.approx(free.los(a, b), abs=1e-9)
    assert tied.se[0] == pytest.approx(free.difference_se(0, 2))


def test_several_anchors_fix_their_mean(games: Games) -> None:
    rating = rate(games.bots, games.ranks, games.blocks, anchors={0: 1000, 3: 1400})
    assert (rating.elo[0] + rating.elo[3]) / 2 == pytest.approx(1200, abs=1e-9)


def test_a_bound_is_measured_from_the_anchor_too() -> None:
    truth = Truth(np.array([0.0, 30.0, 1e6]), np.zeros(3))
    games = tournament(np.random.default_rng(2), truth, 300)
    free = rate(games.bots, games.ranks, games.blocks)
    tied = rate(games.bots, games.ranks, games.blocks, anchors={0: 500})
    assert tied.bound[2] - 500 == pytest.approx(free.bound[2] - free.elo[0], abs=1e-6)
    with pytest.raises(ResultsError, match="2 cannot be an anchor: its games set no finite Elo"):
        rate(games.bots, games.ranks, games.blocks, anchors={2: 500})


def test_islands_have_anchors_of_their_own() -> None:
    bots = np.tile([[0, 1], [1, 0], [2, 3], [3, 2]], (20, 1))
    ranks = np.random.default_rng(3).permuted(np.tile([1, 2], (80, 1)), axis=1)
    rating = rate(bots, ranks, np.arange(80), anchors={3: 800})
    assert rating.elo[3] == 800
    assert rating.elo[0] + rating.elo[1] == pytest.approx(0, abs=1e-9)


def test_holm_adjusts_as_in_the_textbook() -> None:
    adjusted = holm([0.01, 0.04, np.nan, 0.03, 0.005])
    assert adjusted == pytest.approx([0.03, 0.06, np.nan, 0.06, 0.02], nan_ok=True)
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]
    assert holm([]).tolist() == []


def test_equal_bots_share_places_and_others_have_their_own(games: Games) -> None:
    rating = rate(games.bots, games.ranks, games.blocks)
    assert rank_ranges(rating).tolist() == [[4, 4], [2, 3], [2, 3], [1, 1]]
    few = games[np.arange(60)]
    assert rank_ranges(rate(few.bots, few.ranks, few.blocks)).tolist() == [[1, 4]] * 4


def test_equal_bots_are_told_apart_in_at_most_about_5_of_100_cases() -> None:
    rng = np.random.default_rng(4)
    alarms = 0
    for _ in range(150):
        null = tournament(rng, Truth(np.zeros(5), np.zeros(3)), 360)
        ranges = rank_ranges(rate(null.bots, null.ranks, null.blocks))
        alarms += ranges.tolist() != [[1, 5]] * 5
    assert alarms <= 15  # 7.5 expected


def test_seats_can_count_as_equal(games: Games) -> None:
    rating = rate(games.bots, games.ranks, games.blocks, seat_terms=False)
    assert rating.seats == ()
    turned = rate(np.roll(games.bots, 1, axis=1), np.roll(games.ranks, 1, axis=1), games.blocks, seat_terms=False)
    assert turned.elo == pytest.approx(rating.elo, abs=1e-9)
    with_terms = rate(games.bots, games.ranks, games.blocks)
    assert rating.elo == pytest.approx(with_terms.elo, abs=6)
    assert with_terms.seat_elo == pytest.approx(with_terms.seats[0].elo)
    assert with_terms.seat_covariance.shape == (3, 3)
