"""Do the weighted choices stand for the average over every order consistent with the ties?"""

from itertools import pairwise, permutations, product
from math import exp, log

import numpy as np
import pytest

from medina_arena.results.orders import choices, seat_sets

PATTERNS = [ranks for n in (2, 3, 4) for ranks in product(range(1, n + 1), repeat=n)]


def consistent_orders(ranks: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All orders of the seats in which nobody stands before somebody of better rank."""
    return [order for order in permutations(range(len(ranks))) if all(ranks[a] <= ranks[b] for a, b in pairwise(order))]


def log_likelihood(order: tuple[int, ...], worths: list[float]) -> float:
    """Plackett–Luce of one order, written out."""
    return sum(worths[seat] - log(sum(exp(worths[other]) for other in order[n:])) for n, seat in enumerate(order))


@pytest.mark.parametrize("ranks", PATTERNS)
def test_ties_are_averaged_over_every_consistent_order(ranks: tuple[int, ...]) -> None:
    worths = [0.3, -1.1, 0.8, 0.05][: len(ranks)]
    orders = consistent_orders(ranks)
    wanted = sum(log_likelihood(order, worths) for order in orders) / len(orders)
    chosen, weights = choices(ranks)
    found = float(np.dot(chosen, worths))
    for seats, weight in zip(seat_sets(len(ranks)), weights, strict=True):
        found -= weight * log(sum(exp(worths[seat]) for seat in seats))
    assert found == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("ranks", [(1, 2), (2, 3, 1, 4), (1, 1, 3), (4, 1, 1, 1), (1, 1)])
def test_wins_alone_are_one_choice_out_of_all_shared_by_the_winners(ranks: tuple[int, ...]) -> None:
    chosen, weights = choices(ranks, win_only=True)
    winners = ranks.count(1)
    assert chosen == tuple((rank == 1) / winners for rank in ranks)
    assert dict(zip(seat_sets(len(ranks)), weights, strict=True))[tuple(range(len(ranks)))] == 1
    assert sum(weights) == 1
