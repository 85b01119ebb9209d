"""Which games of a run are the same as far as a rating can tell?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Bools, Ints
from .errors import ResultsError
from .games import EMPTY_SEAT


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """The different games of a run: the same bots on the same seats with the same finishing order are one kind."""

    bots: Ints  # [kinds, seats]
    ranks: Ints  # [kinds, seats]  1 + the number of seats ahead; 0 at an empty seat
    of_game: Ints  # [games]  index of each game's kind
    counts: Ints  # [kinds]  games of each kind
    n_bots: int

    @property
    def players(self) -> Ints:
        """[kinds] The number of occupied seats."""
        players: Ints = (self.bots >= 0).sum(axis=1)
        return players


def game_kinds(bots: ArrayLike, ranks: ArrayLike, n_bots: int | None = None) -> Kinds:
    """Sort games into kinds; input that is no list of finished games raises `ResultsError`."""
    seats = _integers("bots", bots, 2)
    order = _integers("ranks", ranks, 2)
    if seats.shape != order.shape:
        raise ResultsError(f"bots and ranks must have one shape, not {seats.shape} and {order.shape}")
    if not seats.size:
        raise ResultsError("there are no games to rate: a rating needs at least one finished game")
    known = int(seats.max()) + 1 if n_bots is None else n_bots
    if seats.min() < EMPTY_SEAT or seats.max() >= known:
        raise ResultsError(
            f"bots must be indexes 0 … {known - 1}, or {EMPTY_SEAT} for an empty seat: "
            f"{seats.min()} … {seats.max()} came"
        )
    taken = seats >= 0
    if taken.sum(axis=1).min() < 2:
        raise ResultsError("a game needs at least two occupied seats to be rated")
    if order[taken].min() < 1 or order[taken].max() > seats.shape[1]:
        raise ResultsError(
            f"ranks must be 1 (best) … {seats.shape[1]}, the number of seats: "
            f"{order[taken].min()} … {order[taken].max()} came"
        )
    places = _places(order, taken)
    digits = (seats + 1) * (seats.shape[1] + 1) + places
    first, of_game = distinct_rows(digits, (known + 1) * (seats.shape[1] + 1))
    return Kinds(seats[first], places[first], of_game, np.bincount(of_game), known)


def distinct_rows(digits: Ints, base: int) -> tuple[Ints, Ints]:
    """The first row of each different one, and [rows] which of these each row equals; digits are 0 … base - 1."""
    width = digits.shape[1]
    if base**width < 2**63:
        codes = digits @ np.array([base**column for column in range(width)], np.int64)
    else:
        codes = np.unique(digits, axis=0, return_inverse=True)[1].reshape(-1)
    _, first, of_row = np.unique(codes, return_index=True, return_inverse=True)
    return first, of_row.reshape(-1)


def _places(ranks: Ints, taken: Bools) -> Ints:
    """Ranks as 1 + the number of seats ahead, whatever numbers told the order; 0 at an empty seat."""
    places = np.zeros_like(ranks)
    for seat in range(ranks.shape[1]):
        ahead = (ranks < ranks[:, [seat]]) & taken
        places[:, seat] = np.where(taken[:, seat], 1 + ahead.sum(axis=1), 0)
    return places


def _integers(name: str, values: ArrayLike, axes: int) -> Ints:
    """Values as an array of integers with this many axes."""
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise ResultsError(f"{name} must be whole numbers, not {array.dtype}")
    if array.ndim != axes:
        raise ResultsError(f"{name} must have {axes} axes, not {array.ndim}")
    return array.astype(np.int64)


def block_numbers(blocks: ArrayLike, n_games: int) -> tuple[Ints, int]:
    """[games] Blocks numbered from 0 on, and how many there are."""
    array = _integers("blocks", blocks, 1)
    if len(array) != n_games:
        raise ResultsError(f"blocks must hold one number for each of the {n_games} games, not {len(array)}")
    names, numbers = np.unique(array, return_inverse=True)
    return numbers.reshape(-1), len(names)
