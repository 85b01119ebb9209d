"""Do independent programs find the same strengths and the same errors?"""

from itertools import permutations
from typing import Any

import choix
import evalica
import numpy as np
import pytest
import statsmodels.api as sm
from scipy.optimize import minimize
from simulated_games import Games, Truth, tournament

from medina_arena.results import rate

ELO = 400 / np.log(10)


def in_all_rotations(games: Games) -> Games:
    """Each game once more from every seat, so that the seats are equal exactly."""
    turns = range(games.bots.shape[1])
    return Games(
        np.vstack([np.roll(games.bots, turn, axis=1) for turn in turns]),
        np.vstack([np.roll(games.ranks, turn, axis=1) for turn in turns]),
        np.tile(games.blocks, len(turns)),
    )


def test_two_players_with_draws_are_bradley_terry() -> None:
    truth = Truth(np.linspace(-150, 150, 6), np.zeros(2), tie_gap=40)
    games = in_all_rotations(tournament(np.random.default_rng(1), truth, 2000))
    rating = rate(games.bots, games.ranks, games.blocks, prior_elo=np.inf)
    winner = np.sign(games.ranks[:, 1] - games.ranks[:, 0])
    names = {1: evalica.Winner.X, 0: evalica.Winner.Draw, -1: evalica.Winner.Y}
    result: Any = evalica.bradley_terry(
        [str(bot) for bot in games.bots[:, 0]],
        [str(bot) for bot in games.bots[:, 1]],
        [names[int(sign)] for sign in winner],
        tolerance=1e-12,
        limit=100_000,
    )
    elo = ELO * np.log(np.array([result.scores[str(bot)] for bot in range(6)]))
    assert rating.elo == pytest.approx(elo - elo.mean(), abs=0.01)


def test_four_players_without_ties_are_plackett_luce() -> None:
    truth = Truth(np.linspace(-150, 150, 6), np.zeros(4))
    games = in_all_rotations(tournament(np.random.default_rng(2), truth, 800))
    rating = rate(games.bots, games.ranks, games.blocks, prior_elo=np.inf)
    orders = np.take_along_axis(games.bots, np.argsort(games.ranks, axis=1), axis=1)
    theta = choix.ilsr_rankings(6, [tuple(order) for order in orders.tolist()], alpha=0, tol=1e-12)
    assert rating.elo == pytest.approx(ELO * (theta - theta.mean()), abs=0.001)


def test_two_players_with_seats_and_blocks_are_a_clustered_logit() -> None:
    truth = Truth(np.linspace(-150, 150, 5), np.array([-20.0, 20.0]), tie_gap=30, bot_luck=100)
    games = tournament(np.random.default_rng(3), truth, 2000)
    rating = rate(games.bots, games.ranks, games.blocks, prior_elo=np.inf)
    design = np.zeros((len(games), 6))
    design[np.arange(len(games)), games.bots[:, 0]] += 1
    design[np.arange(len(games)), games.bots[:, 1]] -= 1
    design[:, 5] = 1  # the first seat
    result = (1 + np.sign(games.ranks[:, 1] - games.ranks[:, 0])) / 2
    free = design[:, [1, 2, 3, 4, 5]]  # against bot 0
    groups = {"groups": games.blocks, "use_correction": False}
    glm = sm.GLM(result, free, family=sm.families.Binomial()).fit(cov_type="cluster", cov_kwds=groups, tol=1e-14)
    assert rating.elo[1:] - rating.elo[0] == pytest.approx(ELO * glm.params[:4], abs=1e-6)
    assert rating.seats[0].elo[0] - rating.seats[0].elo[1] == pytest.approx(ELO * glm.params[4], abs=1e-6)
    clusters = rating.n_blocks
    spread = [rating.covariance[b, b] + rating.covariance[0, 0] - 2 * rating.covariance[0, b] for b in range(1, 5)]
    wanted = ELO * glm.bse[:4] * np.sqrt(clusters / (clusters - 1))
    assert np.sqrt(spread) == pytest.approx(wanted, rel=0.002)


def test_ties_seats_prior_and_repeated_bots_agree_with_the_likelihood_written_out() -> None:
    truth = Truth(np.array([-80.0, 0.0, 90.0]), np.array([-20.0, 0.0, 0.0, 20.0]), tie_gap=60)
    rng = np.random.default_rng(4)
    bots = rng.integers(0, 3, (60, 4))
    games = Games(bots, tournament(rng, Truth(np.zeros(8), truth.seats, 60), 60).ranks[:60], np.arange(60))
    rating = rate(games.bots, games.ranks, games.blocks, prior_elo=300)

    def loss(parameters: Any) -> float:
        total = 0.5 * np.sum(parameters**2) * (ELO / 300) ** 2
        for seats, ranks in zip(games.bots, games.ranks, strict=True):
            worths = parameters[seats] + parameters[3:]
            orders = [o for o in permutations(range(4)) if all(np.diff(ranks[list(o)]) >= 0)]
            for order in orders:
                left = worths[list(order)]
                total -= sum(left[n] - np.log(np.exp(left[n:]).sum()) for n in range(4)) / len(orders)
        return float(total)

    best = minimize(loss, np.zeros(7), method="BFGS", options={"gtol": 1e-4}).x
    assert rating.elo == pytest.approx(ELO * (best[:3] - best[:3].mean()), abs=0.01)
    assert rating.seats[0].elo == pytest.approx(ELO * (best[3:] - best[3:].mean()), abs=0.01)
