"""Does the test of equal seats sound the alarm as often as it says, and when it should?"""

import numpy as np
from scipy import stats
from simulated_games import Truth, finish, tournament

from medina_arena.results import rate


def test_fair_seats_are_called_unfair_in_about_5_of_100_cases() -> None:
    rng = np.random.default_rng(1)
    alarms = 0
    for _ in range(300):
        bots = np.zeros((120, 4), np.int64)
        luck = 150 * rng.standard_normal((30, 4)).repeat(4, axis=0)  # of a seat with the seed of its block
        rating = rate(bots, finish(rng, luck, 10), np.arange(120) // 4)
        alarms += rating.seats[0].p < 0.05
    assert 5 <= alarms <= 26  # 15 expected


def test_counting_games_as_independent_would_sound_too_often() -> None:
    rng = np.random.default_rng(2)
    alarms = 0
    for _ in range(150):
        luck = 150 * rng.standard_normal((30, 4)).repeat(4, axis=0)
        rating = rate(np.zeros((120, 4), np.int64), finish(rng, luck, 10), np.arange(120))
        alarms += rating.seats[0].p < 0.05
    assert alarms > 20


def test_few_blocks_are_judged_by_hotelling_and_many_by_chi_square() -> None:
    rng = np.random.default_rng(4)
    for blocks, many in ((40, False), (99, False), (100, True)):
        ranks = finish(rng, np.zeros((2 * blocks, 4)), 10)
        effects = rate(np.zeros((2 * blocks, 4), np.int64), ranks, np.arange(2 * blocks) // 2).seats[0]
        scaled = effects.statistic * (blocks - 3) / ((blocks - 1) * 3)
        wanted = stats.chi2.sf(effects.statistic, 3) if many else stats.f.sf(scaled, 3, blocks - 3)
        assert abs(effects.p - wanted) < 1e-9


def test_a_seat_worth_thirty_elo_is_found() -> None:
    truth = Truth(np.linspace(-100, 100, 5), np.array([30.0, -10.0, -10.0, -10.0]))
    games = tournament(np.random.default_rng(3), truth, 4000)
    effects = rate(games.bots, games.ranks, games.blocks).seats[0]
    assert effects.p < 1e-6
    assert abs(effects.elo[0] - 30) < effects.half_width[0] * 1.5
    assert abs(effects.elo.sum()) < 1e-9
