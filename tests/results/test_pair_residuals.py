"""Are pairs found whose results their Elos do not explain, and only those?"""

import numpy as np
import pytest
from simulated_games import Games, Truth, tournament

from medina_arena.results import rate, residuals

SEATS = np.array([-20.0, 0.0, 20.0])


def test_pairs_that_follow_their_elos_raise_an_alarm_in_about_5_of_100_cases() -> None:
    rng = np.random.default_rng(1)
    alarms = 0
    for _ in range(150):
        games = tournament(rng, Truth(np.linspace(-100, 100, 5), SEATS, tie_gap=15, bot_luck=60), 480)
        found = residuals(games.bots, games.ranks, games.blocks, rate(games.bots, games.ranks, games.blocks))
        alarms += bool((found.p < 0.05).any())
    assert alarms <= 15  # 7.5 expected


def test_a_bot_that_beats_one_opponent_more_than_its_elo_says_is_named() -> None:
    rng = np.random.default_rng(2)
    bots = np.array([rng.permutation(4)[:2] for _ in range(3000)])
    edge = np.where(np.sort(bots, axis=1).tolist() == np.array([0, 3]), 150.0, 0.0).all(axis=1) * 150.0
    first_is_0 = bots[:, 0] == 0
    chance = 1 / (1 + 10 ** (-np.where(first_is_0, edge, -edge) / 400))
    ranks = np.where((rng.random(3000) < chance)[:, None], [1, 2], [2, 1])
    rating = rate(bots, ranks, np.arange(3000))
    found = residuals(bots, ranks, np.arange(3000), rating)
    worst = int(np.argmin(found.p))
    assert (found.a[worst], found.b[worst]) == (0, 3)
    assert found.p[worst] < 1e-6
    assert found.meetings.sum() == 3000
    met = (bots == 0).any(axis=1) & (bots == 3).any(axis=1)
    ahead = np.where(first_is_0, ranks[:, 0] < ranks[:, 1], ranks[:, 1] < ranks[:, 0])[met].mean()
    assert found.observed[worst] == pytest.approx(ahead)
    expected = 1 / (1 + 10 ** (-(rating.elo[0] - rating.elo[3]) / 400))
    assert found.expected[worst] == pytest.approx(expected, abs=0.005)
    assert 40 < found.elo[worst] < 120  # half of 150 goes into the Elos


def test_two_bots_alone_at_two_seats_leave_nothing_to_explain() -> None:
    games = tournament(np.random.default_rng(3), Truth(np.array([0.0, 80.0]), np.array([-10.0, 10.0])), 400)
    found = residuals(games.bots, games.ranks, games.blocks, rate(games.bots, games.ranks, games.blocks))
    assert found.observed == pytest.approx(found.expected, abs=1e-4)
    assert np.isnan(found.p).all()


def test_pairs_without_upsets_and_few_blocks_have_no_error() -> None:
    bots, ranks = np.tile([[0, 1, 2], [1, 0, 2]], (30, 1)), np.tile([[1, 2, 3], [1, 2, 3]], (30, 1))
    found = residuals(bots, ranks, np.arange(60), rate(bots, ranks, np.arange(60)))
    pair = {(a, b): place for place, (a, b) in enumerate(zip(found.a.tolist(), found.b.tolist(), strict=True))}
    assert np.isnan(found.p[pair[0, 2]])
    few = Games(bots[:10], ranks[:10], np.arange(10))
    assert np.isnan(residuals(few.bots, few.ranks, few.blocks, rate(few.bots, few.ranks, few.blocks)).p).all()
