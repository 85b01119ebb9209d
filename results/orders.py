"""Which choices does a finishing order stand for, when ties are averaged over every order consistent with them?

Plackett–Luce reads an order as choices, best first: the winner out of all, the second out of the rest, and so on.
The log-likelihood of one order is the sum of the log-worths of the chosen minus, for each choice, the log of the
summed worths of those to choose from. Averaged over the orders consistent with a tie, each set to choose from gets
the share of the orders in which it occurs as its weight; there is no need to list the orders.
"""

from functools import cache
from itertools import combinations
from math import comb

SeatSet = tuple[int, ...]


@cache
def seat_sets(players: int) -> tuple[SeatSet, ...]:
    """The sets a choice can be made from: those of at least two seats, small ones first."""
    return tuple(s for size in range(2, players + 1) for s in combinations(range(players), size))


@cache
def choices(ranks: tuple[int, ...], win_only: bool = False) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """How often each seat is chosen, and the weight of each of `seat_sets`, for seats that finished with these ranks.

    With `win_only` the first choice alone.
    """
    seats = range(len(ranks))
    places = sorted(set(ranks))
    if win_only:
        winners = ranks.count(places[0])
        chosen = tuple((rank == places[0]) / winners for rank in ranks)
        return chosen, tuple(float(len(s) == len(ranks)) for s in seat_sets(len(ranks)))
    last = ranks.count(places[-1])
    chosen = tuple(1 - (rank == places[-1]) / last for rank in ranks)  # the last one left is no choice
    weights: dict[SeatSet, float] = {}
    for place in places:
        level = [seat for seat in seats if ranks[seat] == place]
        behind = [seat for seat in seats if ranks[seat] > place]
        for left in range(1, len(level) + 1):
            for part in combinations(level, left):
                weights[tuple(sorted((*part, *behind)))] = 1 / comb(len(level), left)
    return chosen, tuple(weights.get(s, 0.0) for s in seat_sets(len(ranks)))
