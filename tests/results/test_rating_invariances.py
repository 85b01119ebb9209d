"""Does a rating depend only on what happened, not on how it is written down?"""

import numpy as np
import pytest
from simulated_games import Games, Truth, tournament

from medina_arena.results import rate

TRUTH = Truth(np.linspace(-150, 150, 6), np.array([-20.0, 0.0, 5.0, 15.0]), tie_gap=20)


@pytest.fixture(scope="module")
def games() -> Games:
    return tournament(np.random.default_rng(5), TRUTH, 1200)


def test_new_names_move_nothing(games: Games) -> None:
    new = np.random.default_rng(6).permutation(6)
    before = rate(games.bots, games.ranks, games.blocks)
    after = rate(new[games.bots], games.ranks, games.blocks)
    assert after.elo[new] == pytest.approx(before.elo, abs=1e-9)
    assert after.covariance[np.ix_(new, new)] == pytest.approx(before.covariance, abs=1e-9)
    assert after.seats[0].elo == pytest.approx(before.seats[0].elo, abs=1e-9)


def test_the_order_of_games_moves_nothing(games: Games) -> None:
    shuffled = games[np.random.default_rng(7).permutation(len(games))]
    before, after = (rate(g.bots, g.ranks, g.blocks) for g in (games, shuffled))
    assert after.elo == pytest.approx(before.elo, abs=1e-9)
    assert after.se == pytest.approx(before.se, abs=1e-9)


def test_only_the_order_of_ranks_counts(games: Games) -> None:
    before = rate(games.bots, games.ranks, games.blocks)
    without_gaps = 1 + np.array([np.searchsorted(np.unique(row), row) for row in games.ranks])
    after = rate(games.bots, without_gaps, games.blocks * 3 - 1000)
    assert after.elo == pytest.approx(before.elo, abs=1e-9)
    assert np.array_equal(before.counts.mean_rank, after.counts.mean_rank)


def test_turning_the_seats_turns_their_effects_only(games: Games) -> None:
    before = rate(games.bots, games.ranks, games.blocks)
    after = rate(np.roll(games.bots, 1, axis=1), np.roll(games.ranks, 1, axis=1), games.blocks)
    assert after.elo == pytest.approx(before.elo, abs=1e-9)
    assert after.seats[0].elo == pytest.approx(np.roll(before.seats[0].elo, 1), abs=1e-9)
    assert after.seats[0].p == pytest.approx(before.seats[0].p)


def test_twice_the_blocks_shrink_errors_by_the_root_of_two(games: Games) -> None:
    twice = Games(
        np.tile(games.bots, (2, 1)),
        np.tile(games.ranks, (2, 1)),
        np.concatenate([games.blocks, games.blocks + 100_000]),
    )
    once, doubled = (rate(g.bots, g.ranks, g.blocks) for g in (games, twice))
    assert doubled.elo == pytest.approx(once.elo, abs=0.1)  # the prior counts for half
    assert once.se / doubled.se == pytest.approx(np.full(6, np.sqrt(2)), rel=0.02)


def test_unused_names_and_an_empty_seat_change_no_elo(games: Games) -> None:
    before = rate(games.bots, games.ranks, games.blocks)
    column = np.full((len(games), 1), -1)
    after = rate(
        np.hstack([games.bots, column]),
        np.hstack([games.ranks, column]),
        games.blocks,
        names=list("abcdefgh"),
    )
    assert after.elo[:6] == pytest.approx(before.elo, abs=1e-9)
    assert np.isnan(after.elo[6:]).all()
    assert np.isnan(after.se[6:]).all()
    assert after.counts.games[6:].tolist() == [0, 0]
    assert after.seats[0].seats == (0, 1, 2, 3)


def test_many_bots_and_seats_are_counted_without_overflow() -> None:
    rng = np.random.default_rng(8)
    bots = np.array([rng.permutation(np.arange(9, 250, 20))[:6] for _ in range(40)])
    ranks = np.argsort(rng.random((40, 6)), axis=1) + 1
    small = np.searchsorted(np.unique(bots), bots)
    wide, narrow = (rate(b, ranks, np.arange(40)) for b in (bots, small))
    assert wide.elo[np.unique(bots)] == pytest.approx(narrow.elo, abs=1e-9, nan_ok=True)
