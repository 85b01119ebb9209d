"""Does a bootstrap over blocks, which knows nothing of the sandwich, find the same errors?"""

import numpy as np
import pytest
from simulated_games import Truth, tournament

from medina_arena.results import ResultsError, bootstrap_elo, rate

TRUTH = Truth(np.array([-100.0, 0.0, 40.0, 60.0]), np.array([-20.0, 0.0, 20.0]), tie_gap=15, bot_luck=150)


def test_bootstrap_and_sandwich_find_the_same_errors() -> None:
    games = tournament(np.random.default_rng(1), TRUTH, 900)
    rating = rate(games.bots, games.ranks, games.blocks)
    found = bootstrap_elo(games.bots, games.ranks, games.blocks, resamples=400)
    assert found.mean(axis=0) == pytest.approx(rating.elo, abs=3)
    for a, b in ((0, 1), (1, 3), (2, 3)):
        assert (found[:, a] - found[:, b]).std() == pytest.approx(rating.difference_se(a, b), rel=0.1)
    by_game = bootstrap_elo(games.bots, games.ranks, np.arange(900), resamples=200)
    assert by_game.std(axis=0).mean() < 0.85 * found.std(axis=0).mean()


def test_the_same_seed_gives_the_same_resamples() -> None:
    games = tournament(np.random.default_rng(2), TRUTH, 120)
    one, same, other = (
        bootstrap_elo(games.bots, games.ranks, games.blocks, resamples=3, seed=seed) for seed in (1, 1, 2)
    )
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
    with pytest.raises(ResultsError, match="at least one resample, not 0"):
        bootstrap_elo(games.bots, games.ranks, games.blocks, resamples=0)
