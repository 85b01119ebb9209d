"""Does a rating find the strengths that the games were drawn from, and does it know how far off it is?"""

import numpy as np
import pytest
from simulated_games import Games, Truth, pairs, tournament

from medina_arena.results import rate

SPREAD = np.linspace(-200, 200, 8)
SEATS = {2: [-25.0, 25.0], 3: [-30.0, 0.0, 30.0], 4: [-30.0, -10.0, 10.0, 30.0]}
UPPER = np.triu_indices(8, 1)


def truth(players: int, **luck: float) -> Truth:
    """Eight bots over 400 Elo, seats that matter, and ties."""
    return Truth(SPREAD, np.array(SEATS[players]), tie_gap=15, **luck)


def covered(games: Games) -> float:
    """The share of pairs whose 95 % interval holds the true difference."""
    rating = rate(games.bots, games.ranks, games.blocks)
    hits = [
        abs(rating.elo[a] - rating.elo[b] - (SPREAD[a] - SPREAD[b]))
        <= rating.critical(a, b) * rating.difference_se(a, b)
        for a, b in zip(*(side.tolist() for side in UPPER), strict=True)
    ]
    return float(np.mean(hits))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_thousand_games_find_the_truth(players: int) -> None:
    games = tournament(np.random.default_rng(players), truth(players), 5000)
    rating = rate(games.bots, games.ranks, games.blocks)
    errors = rating.elo - SPREAD
    limit = {2: 14, 3: 10, 4: 8}[players]  # the expected errors are 10, 7 and 5
    assert np.sqrt(np.mean(errors**2)) < limit
    assert np.abs(errors).max() < 2 * limit
    assert np.abs(rating.seats[0].elo - SEATS[players]).max() < limit


@pytest.mark.parametrize("players", [2, 3, 4])
def test_intervals_hold_the_truth_in_about_95_of_100_cases(players: int) -> None:
    rng = np.random.default_rng(10 + players)
    coverage = np.mean([covered(tournament(rng, truth(players), 600)) for _ in range(80)])
    assert 0.925 < coverage < 0.98


def test_naive_pairs_are_too_sure() -> None:
    rng = np.random.default_rng(20)
    hits = []
    for _ in range(60):
        games = pairs(tournament(rng, truth(4), 600))
        rating = rate(games.bots, games.ranks, games.blocks)
        variance = np.diag(rating.fisher)[UPPER[0]] + np.diag(rating.fisher)[UPPER[1]] - 2 * rating.fisher[UPPER]
        errors = (rating.elo - SPREAD)[UPPER[0]] - (rating.elo - SPREAD)[UPPER[1]]
        hits.append(np.mean(np.abs(errors) <= 1.96 * np.sqrt(variance)))
    assert np.mean(hits) < 0.92


def test_block_luck_widens_the_errors_and_shows_in_the_design_effect() -> None:
    rng = np.random.default_rng(30)
    lucky = tournament(rng, truth(3, bot_luck=150), 3000)
    by_block = rate(lucky.bots, lucky.ranks, lucky.blocks)
    by_game = rate(lucky.bots, lucky.ranks, np.arange(len(lucky)))
    assert by_block.design_effect > 1.5
    assert by_game.design_effect == pytest.approx(1)
    assert by_block.elo == pytest.approx(by_game.elo, abs=1e-9)
    assert (by_block.se > 1.15 * by_game.se).all()


def test_copies_of_games_in_their_block_leave_the_errors_alone() -> None:
    games = tournament(np.random.default_rng(40), truth(4), 800)
    five = Games(np.tile(games.bots, (5, 1)), np.tile(games.ranks, (5, 1)), np.tile(games.blocks, 5))
    once, copied = (rate(g.bots, g.ranks, g.blocks) for g in (games, five))
    assert copied.covariance == pytest.approx(once.covariance, rel=0.05, abs=2)
    assert np.diag(copied.fisher) == pytest.approx(np.diag(once.fisher) / 5, rel=0.02)


def test_mixed_player_counts_have_seat_effects_of_their_own() -> None:
    rng = np.random.default_rng(50)
    four = tournament(rng, truth(4), 3000)
    two = tournament(rng, Truth(SPREAD, np.array([40.0, -40.0])), 3000)
    empty = np.full((len(two), 2), -1)
    games = Games(
        np.vstack([four.bots, np.hstack([two.bots, empty])]),
        np.vstack([four.ranks, np.hstack([two.ranks, empty])]),
        np.concatenate([four.blocks, two.blocks + 10_000]),
    )
    rating = rate(games.bots, games.ranks, games.blocks)
    assert [effects.players for effects in rating.seats] == [2, 4]
    assert rating.seats[0].elo == pytest.approx([40, -40], abs=12)
    assert rating.seats[1].elo == pytest.approx(SEATS[4], abs=12)
    assert rating.elo == pytest.approx(SPREAD, abs=20)
