"""Is a bot pointed out that wins more, or less, often than its places say?"""

import numpy as np
import pytest
from simulated_games import Games, Truth, tournament

from medina_arena.results import Separation, rate
from medina_arena.results.wins import win_elo

TRUTH = Truth(np.linspace(-120, 120, 5), np.array([-20.0, 0.0, 5.0, 15.0]), tie_gap=15)


def test_two_ways_of_counting_agree_on_games_of_the_model() -> None:
    rng = np.random.default_rng(1)
    flagged = 0
    ratios = []
    for _ in range(20):
        games = tournament(rng, TRUTH, 800)
        rating = rate(games.bots, games.ranks, games.blocks)
        wins = win_elo(games.bots, games.ranks, games.blocks, rating)
        flagged += int(wins.differs.sum())
        ratios.append(wins.difference / wins.difference_se)
    assert flagged <= 12  # of 100, five expected
    assert 0.8 < np.std(ratios) < 1.25
    assert wins.elo.mean() == pytest.approx(0, abs=1e-9)


def test_two_players_have_one_elo() -> None:
    truth = Truth(TRUTH.bots, np.zeros(2), tie_gap=15)
    games = tournament(np.random.default_rng(2), truth, 1000)
    rating = rate(games.bots, games.ranks, games.blocks)
    wins = win_elo(games.bots, games.ranks, games.blocks, rating)
    assert wins.elo == pytest.approx(rating.elo, abs=1e-6)
    assert not (np.abs(wins.difference) > 1e-6).any()


def test_a_bot_that_wins_or_comes_last_is_pointed_out() -> None:
    games = tournament(np.random.default_rng(3), TRUTH, 2000)
    gambler = games.bots == 2
    rng = np.random.default_rng(4)
    marks = games.ranks + 0.5 * rng.random(games.ranks.shape)
    marks[gambler] = np.where(rng.random(gambler.sum()) < 0.5, 0.0, 9.0)
    ranks = np.argsort(np.argsort(marks, axis=1), axis=1) + 1
    rating = rate(games.bots, ranks, games.blocks)
    wins = win_elo(games.bots, ranks, games.blocks, rating)
    assert wins.differs[2]
    assert wins.elo[2] > rating.elo[2] + 50


def test_a_bot_that_never_won_has_no_elo_by_wins() -> None:
    games = tournament(np.random.default_rng(5), TRUTH, 800)
    order = np.argsort(games.ranks, axis=1, kind="stable")
    ranks = np.argsort(order, axis=1) + 1
    for row in range(len(ranks)):  # bot 0 changes places with the second wherever it won
        winner, second = order[row, 0], order[row, 1]
        if games.bots[row, winner] == 0:
            ranks[row, [winner, second]] = ranks[row, [second, winner]]
    games = Games(games.bots, ranks, games.blocks)
    rating = rate(games.bots, games.ranks, games.blocks)
    assert rating.separated[0] is Separation.NONE
    wins = win_elo(games.bots, games.ranks, games.blocks, rating)
    assert np.isnan(wins.elo[0])
    assert not wins.differs[0]
    assert wins.elo[1:].mean() == pytest.approx(rating.elo[1:].mean(), abs=1e-9)


def test_rate_by_wins_alone_uses_only_who_won() -> None:
    games = tournament(np.random.default_rng(6), TRUTH, 800)
    only = rate(games.bots, games.ranks, games.blocks, win_only=True)
    scrambled = np.where(games.ranks == 1, 1, np.random.default_rng(7).integers(2, 5, games.ranks.shape))
    again = rate(games.bots, scrambled, games.blocks, win_only=True)
    assert again.elo == pytest.approx(only.elo, abs=1e-9)
    assert only.se.mean() > rate(games.bots, games.ranks, games.blocks).se.mean()
