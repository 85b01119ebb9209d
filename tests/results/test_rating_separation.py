"""What does a rating say of bots whose games set no limit to their strength?"""

import numpy as np
import pytest
from simulated_games import Games, Truth, finish, rotations, tournament

from medina_arena.results import Rating, ResultsError, Separation, rate

SPREAD = np.linspace(-150, 150, 5)
SEATS = np.array([-20.0, 0.0, 20.0])
MIDDLE = slice(1, 4)


def extreme_tournament(seed: int) -> Games:
    """Five bots of which the last always wins and the first always loses."""
    elo = SPREAD.copy()
    elo[0], elo[-1] = -1e6, 1e6
    return tournament(np.random.default_rng(seed), Truth(elo, SEATS), 1500)


def numbers(rating: Rating) -> np.ndarray:
    """Every number that a table would print of rated bots."""
    n = len(rating.names)
    pairs = [(rating.difference_se(a, b), rating.los(a, b)) for a in range(n) for b in range(n) if a != b]
    return np.concatenate([rating.elo, rating.se, rating.half_width, np.ravel(pairs), rating.seats[0].elo])


def test_always_first_and_always_last_have_bounds_and_no_nan() -> None:
    games = extreme_tournament(1)
    rating = rate(games.bots, games.ranks, games.blocks)
    none = Separation.NONE
    assert rating.separated == (Separation.BELOW, none, none, none, Separation.ABOVE)
    assert np.isfinite(numbers(rating)).all()
    assert np.isnan(rating.bound[MIDDLE]).all()
    assert rating.bound[0] < rating.elo[1:].min()
    assert rating.bound[4] > rating.elo[:4].max()
    assert rating.elo[MIDDLE].mean() == pytest.approx(0, abs=1e-9)
    assert rating.los(4, 0) > 0.9999
    assert rating.los(0, 1) < 0.0001


def test_extremes_do_not_move_the_others() -> None:
    games = extreme_tournament(2)
    kept = ~np.isin(games.bots, [0, 4])
    bots, ranks = np.where(kept, games.bots, -1), games.ranks
    enough = kept.sum(axis=1) >= 2
    alone = rate(bots[enough], ranks[enough], games.blocks[enough])
    rating = rate(games.bots, games.ranks, games.blocks)
    assert np.abs(rating.elo[MIDDLE] - alone.elo[MIDDLE]).max() < 6  # seats count apart for two and for three
    both = tournament(np.random.default_rng(3), Truth(np.array([-60.0, 0.0, 60.0]), SEATS), 1500)
    winner = finish(np.random.default_rng(4), np.tile([0.0, 1e6], (200, 1)), 0)
    with_winner = Games(
        np.vstack([both.bots, np.hstack([np.tile([0, 3], (200, 1)), np.full((200, 1), -1)])]),
        np.vstack([both.ranks, np.hstack([winner, np.full((200, 1), 9)])]),
        np.concatenate([both.blocks, 10_000 + np.arange(200)]),
    )
    before, after = (rate(g.bots, g.ranks, g.blocks) for g in (both, with_winner))
    assert np.abs(np.diff(before.elo) - np.diff(after.elo[:3])).max() < 1


@pytest.mark.parametrize("wins", [3, 10, 50])
def test_bound_of_two_bots_is_the_exact_one_of_a_proportion(wins: int) -> None:
    bots, ranks = np.tile([[0, 1], [1, 0]], (wins, 1)), np.tile([[1, 2], [2, 1]], (wins, 1))
    rating = rate(bots, ranks, np.arange(2 * wins))
    assert rating.separated == (Separation.ABOVE, Separation.BELOW)
    least = 0.05 ** (1 / (2 * wins))
    wanted = 400 * np.log10(least / (1 - least))
    assert rating.difference_bound(0, 1) == pytest.approx(wanted, abs=1e-3)
    assert rating.difference_bound(1, 0) == pytest.approx(-wanted, abs=1e-3)
    assert rating.bound == pytest.approx([wanted / 2, -wanted / 2], abs=1e-3)
    if wins >= 10:
        assert rating.los(0, 1) == pytest.approx(1 - 2.0 ** -(2 * wins + 1))
        assert rating.los(1, 0) == pytest.approx(2.0 ** -(2 * wins + 1))


def test_bounds_hold_in_95_of_100_cases_where_they_are_printed() -> None:
    rng = np.random.default_rng(5)
    truth = 400.0
    bots = np.vstack([rotations(np.array([0, 1]))] * 12)
    exceeded = total = 0
    for _ in range(400):
        rating = rate(bots, finish(rng, np.array([truth, 0.0])[bots], 0), np.arange(24) // 2)
        if rating.separated[0] is Separation.ABOVE:
            total += 1
            exceeded += rating.difference_bound(0, 1) > truth
    assert total > 20
    assert exceeded / 400 <= 0.07


def test_a_chain_without_cycles_leaves_the_middle_open() -> None:
    bots = np.tile([[0, 1], [1, 0], [1, 2], [2, 1]], (15, 1))
    rating = rate(bots, np.tile([[1, 2], [2, 1]], (30, 1)), np.arange(60))
    assert rating.separated == (Separation.ABOVE, Separation.OPEN, Separation.BELOW)
    assert np.isnan(rating.bound[1])
    assert rating.bound[0] > 0 > rating.bound[2]
    assert rating.los(0, 1) > 0.999
    assert rating.los(1, 2) > 0.999
    assert rating.difference_bound(0, 2) > rating.difference_bound(0, 1) > 0


def test_two_winners_that_take_turns_stand_above_together() -> None:
    rng = np.random.default_rng(6)
    games = tournament(rng, Truth(np.array([-20.0, 20.0, 3000.0, 3020.0, 0.0]), np.zeros(4)), 800)
    rating = rate(games.bots, games.ranks, games.blocks)
    sides = [side.value for side in rating.separated]
    assert sides == ["none", "none", "above", "above", "none"]
    assert rating.difference_side(2, 3) is Separation.NONE
    assert rating.difference_se(2, 3) < 60
    assert rating.bound[2] > 200


def test_islands_are_rated_apart() -> None:
    rng = np.random.default_rng(7)
    truth = Truth(np.array([-50.0, 0.0, 50.0]), SEATS)
    one, two = tournament(rng, truth, 600), tournament(rng, truth, 600)
    rating = rate(
        np.vstack([one.bots, two.bots + 3]),
        np.vstack([one.ranks, two.ranks]),
        np.concatenate([one.blocks, two.blocks + 1000]),
    )
    assert len(set(rating.island[:3].tolist())) == len(set(rating.island[3:].tolist())) == 1
    assert rating.island[0] != rating.island[3]
    assert rating.elo[:3].sum() == pytest.approx(0, abs=1e-9)
    assert rating.elo[3:].sum() == pytest.approx(0, abs=1e-9)
    assert rating.difference_se(0, 3) == np.inf
    assert np.isfinite(rating.covariance).all()
    assert np.isnan(rating.los(0, 3))
    assert np.isfinite(rating.los(0, 2))


def test_bounds_on_an_island_are_as_without_the_others() -> None:
    bots, ranks = np.tile([[0, 1], [1, 0]], (30, 1)), np.tile([[1, 2], [2, 1]], (30, 1))
    alone = rate(bots, ranks, np.arange(60))
    both = rate(np.vstack([bots, bots + 2]), np.vstack([ranks, ranks]), np.arange(120))
    assert both.bound == pytest.approx(np.tile(alone.bound, 2), abs=1e-3)


def test_a_bot_of_one_game_has_a_wide_error_and_moves_nobody() -> None:
    games = tournament(np.random.default_rng(8), Truth(SPREAD, SEATS), 1500)
    before = rate(games.bots, games.ranks, games.blocks)
    after = rate(
        np.vstack([games.bots, [[1, 5, 3]]]),
        np.vstack([games.ranks, [[1, 2, 3]]]),
        np.append(games.blocks, games.blocks.max() + 1),
    )
    assert after.separated[5] is Separation.NONE
    assert after.se[5] > 150
    assert np.isnan(after.half_width[5])
    assert np.isfinite(after.half_width[:5]).all()
    assert np.abs(np.diff(after.elo[:5]) - np.diff(before.elo)).max() < 1


def test_one_bot_against_itself_has_seats_but_no_elo() -> None:
    rng = np.random.default_rng(9)
    seats = np.array([-60.0, 0.0, 60.0])
    rating = rate(np.zeros((800, 3), int), finish(rng, np.tile(seats, (800, 1)), 0), np.arange(800))
    assert not rating.has_elo
    assert np.isnan(rating.elo).all()
    assert rating.seats[0].elo == pytest.approx(seats, abs=25)
    assert rating.seats[0].p < 1e-6


def test_a_seat_that_always_wins_is_survived() -> None:
    rating = rate(np.zeros((40, 2), int), np.tile([1, 2], (40, 1)), np.arange(40))
    assert np.isfinite(rating.seats[0].elo).all()
    assert rating.seats[0].elo[0] > 500


def test_without_a_prior_a_separated_bot_is_refused() -> None:
    with pytest.raises(ResultsError, match="no finite Elo without a prior"):
        rate([[0, 1], [1, 0]], [[1, 2], [2, 1]], [0, 0], prior_elo=np.inf)


def test_no_bound_where_few_blocks_carry_none() -> None:
    """One block of six games can be won by luck for seats alone, and seats are fitted to it."""
    bots = np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]])
    ranks = np.array([[1, 2, 3], [1, 3, 2], [3, 1, 2], [1, 2, 3], [2, 1, 3], [2, 3, 1]])
    for n_blocks, is_known in ((1, False), (4, False), (5, True), (20, True)):
        blocks = np.repeat(np.arange(n_blocks), len(bots))
        rating = rate(np.tile(bots, (n_blocks, 1)), np.tile(ranks, (n_blocks, 1)), blocks)
        assert rating.separated == (Separation.ABOVE, Separation.BELOW)
        assert np.isfinite(rating.bound).all() == np.isfinite(rating.difference_bound(0, 1)) == is_known
