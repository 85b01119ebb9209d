"""Which bots sit together, and in which seatings?

A line-up is written as the ascending list of its bots' places in the run's list of bots, one entry a seat: AABB is
0 0 1 1. Of two bots at three seats the line-ups AAB and ABB are played together, in one block; the line-up 0 0 1
stands for both.
"""

from itertools import combinations, permutations
from math import comb

import numpy as np
import numpy.typing as npt

from medina_arena.results.games import MAX_LINEUP

__all__ = [
    "all_lineups",
    "gauntlet_lineups",
    "lineup_numbers",
    "max_bots",
    "n_block_games",
    "n_lineups",
    "numbered_lineup",
    "seat_patterns",
]

_MAX_SEATINGS = 6
"""A block plays all distinct seatings if they are no more than this, else one rotation for each seat."""

_GROUP = (2, 3)
"""Bots and seats of the one case in which two line-ups share a block."""


def n_lineups(n_bots: int, seats: int) -> int:
    """How many line-ups there are."""
    if (n_bots, seats) == _GROUP:
        return 1
    return comb(n_bots, seats) if n_bots >= seats else comb(n_bots, seats % n_bots)


def all_lineups(n_bots: int, seats: int) -> npt.NDArray[np.int16]:
    """All line-ups in ascending order of their numbers, [line-ups, seats].

    With enough bots these are all choices of different ones; with fewer, every bot sits as often as any other, or once
    more.
    """
    if (n_bots, seats) == _GROUP:
        rows: list[tuple[int, ...]] = [(0, 0, 1)]
    elif n_bots >= seats:
        rows = [*combinations(range(n_bots), seats)]
    else:
        everyone = [*range(n_bots)] * (seats // n_bots)
        rows = [tuple(sorted((*everyone, *more))) for more in combinations(range(n_bots), seats % n_bots)]
    lineups = np.array(rows, np.int16)
    return lineups[np.lexsort(lineups.T)]


def gauntlet_lineups(bot: int, n_bots: int, seats: int) -> npt.NDArray[np.int16]:
    """The line-ups of one bot against each other one alone, in ascending order of their numbers, [bots - 1, seats]."""
    shape = all_lineups(2, seats)[0]
    pairs = np.array([sorted((bot, other)) for other in range(n_bots) if other != bot], np.int16)
    lineups = pairs[:, shape]
    return lineups[np.argsort(lineup_numbers(lineups))]


def lineup_numbers(lineups: npt.NDArray[np.int16]) -> npt.NDArray[np.int64]:
    """The number of each line-up: its rank among all multisets of bots, ordered by the last bot first.

    The number depends on nothing but the line-up: it stays when bots are added at the end of the list.
    """
    width = lineups.shape[1]
    places = np.arange(int(lineups.max(initial=0)) + width)
    numbers = np.zeros(len(lineups), np.int64)
    for seat in range(width):
        below = np.array([comb(int(place), seat + 1) for place in places], np.int64)
        numbers += below[lineups[:, seat] + seat]
    return numbers


def numbered_lineup(number: int, seats: int) -> tuple[int, ...]:
    """The line-up that `lineup_numbers` gives this number."""
    lineup: list[int] = []
    for seat in reversed(range(seats)):
        place = seat
        while comb(place + 1, seat + 1) <= number:
            place += 1
        number -= comb(place, seat + 1)
        lineup.insert(0, place - seat)
    return tuple(lineup)


def max_bots(seats: int) -> int:
    """How many bots a run can have before a line-up's number no longer fits into a game's id."""
    n_bots = 1
    while comb(n_bots + seats, seats) <= MAX_LINEUP + 1:
        n_bots += 1
    return n_bots


def seat_patterns(n_bots: int, seats: int) -> list[tuple[int, ...]]:
    """The seatings of a block, as places in the list of the line-up's different bots.

    Empty if there are too many: then a block plays the rotations of an order that is drawn for it.
    """
    shapes = [(0, 0, 1), (0, 1, 1)] if (n_bots, seats) == _GROUP else [all_lineups(min(n_bots, seats), seats)[0]]
    patterns = [seating for shape in shapes for seating in sorted(set(permutations(map(int, shape))))]
    return patterns if len(patterns) <= _MAX_SEATINGS else []


def n_block_games(n_bots: int, seats: int) -> int:
    """How many games a block has; the same for all blocks of a run."""
    return len(seat_patterns(n_bots, seats)) or seats
