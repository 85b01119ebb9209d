"""What is kept of a finished game?"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Self

import numpy as np
from numpy.typing import NDArray

from .errors import ResultsError

SOURCES = ("pieces", "stables", "inhabitants", "walls", "palace_tiles", "tower_tiles", "well")
"""Where points come from, in the order of the last axis of `GameBatch.sources`. A score is their sum."""

EMPTY_SEAT = -1
"""Stands in `bots` where nobody sits."""

LINEUP_SHIFT = 40
BLOCK_SHIFT = 8
MAX_LINEUP = (1 << (63 - LINEUP_SHIFT)) - 1
MAX_SEATING = (1 << BLOCK_SHIFT) - 1


class Termination(IntEnum):
    """How a seat's part in a game ended."""

    NORMAL = 0
    ILLEGAL_MOVE = 1
    EXCEPTION = 2
    TIMEOUT = 3
    MEMORY = 4
    CRASH = 5
    INTERRUPTED = 6


_LAYOUT: dict[str, tuple[str, int]] = {
    "lineup": ("int32", 1),
    "block": ("int32", 1),
    "seating": ("int16", 1),
    "seed": ("int64", 1),
    "bots": ("int16", 2),
    "sources": ("int16", 3),
    "ranks": ("int8", 2),
    "terminations": ("int8", 2),
    "placements": ("int16", 1),
    "moves_hash": ("uint64", 1),
}


@dataclass(frozen=True, slots=True, eq=False)
class GameBatch:
    """Finished games as arrays, one row a game, all with the same number of seats.

    A wrong shape or dtype, or an id out of range, raises `ResultsError`: nothing is converted silently.
    """

    lineup: NDArray[np.int32]  # [games]  number of the line-up, 0 … MAX_LINEUP
    block: NDArray[np.int32]  # [games]  number of the block within its line-up, >= 0
    seating: NDArray[np.int16]  # [games]  number of the seating within its block, 0 … MAX_SEATING
    seed: NDArray[np.int64]  # [games]  of the set-up, below 2**53
    bots: NDArray[np.int16]  # [games, seats]  index into the run's list of bots
    sources: NDArray[np.int16]  # [games, seats, SOURCES]  points
    ranks: NDArray[np.int8]  # [games, seats]  1 = best, equal = tied; a faulted seat is behind all others
    terminations: NDArray[np.int8]  # [games, seats]  values of Termination
    placements: NDArray[np.int16]  # [games]  moves made
    moves_hash: NDArray[np.uint64]  # [games]  equal for games with the same moves

    def __post_init__(self) -> None:
        """Check the layout and the range of the numbers that make up the id."""
        for field in fields(self):
            array = getattr(self, field.name)
            dtype, axes = _LAYOUT[field.name]
            if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != axes:
                came = f"{array.dtype}, {array.ndim} axes" if isinstance(array, np.ndarray) else type(array).__name__
                raise ResultsError(f"GameBatch.{field.name} must be an array of {dtype} with {axes} axes, not {came}")
            shape = (len(self.lineup), self.bots.shape[1], len(SOURCES))[:axes]
            if array.shape != shape:
                raise ResultsError(f"GameBatch.{field.name} must have the shape {shape}, not {array.shape}")
        for name, top in (("lineup", MAX_LINEUP), ("block", 2**31 - 1), ("seating", MAX_SEATING)):
            array = getattr(self, name)
            if len(array) and (array.min() < 0 or array.max() > top):
                raise ResultsError(f"GameBatch.{name} must lie in 0 … {top}: {array.min()} … {array.max()} came")

    def __len__(self) -> int:
        """The number of games."""
        return len(self.lineup)

    @property
    def seats(self) -> int:
        """The number of seats of every game."""
        return int(self.bots.shape[1])

    @property
    def ids(self) -> NDArray[np.int64]:
        """[games] The id of each game: line-up, block and seating in one number."""
        return game_ids(self.lineup, self.block, self.seating)

    @property
    def blocks(self) -> NDArray[np.int64]:
        """[games] One number for each block of the run, equal for the games of that block."""
        return self.ids >> BLOCK_SHIFT

    @property
    def scores(self) -> NDArray[np.int64]:
        """[games, seats] The points of each seat."""
        scores: NDArray[np.int64] = self.sources.sum(axis=2, dtype=np.int64)
        return scores

    def take(self, index: NDArray[np.integer] | NDArray[np.bool_] | slice) -> Self:
        """The games at an index, in its order."""
        return type(self)(**{field.name: getattr(self, field.name)[index] for field in fields(self)})

    @classmethod
    def concatenate(cls, batches: Sequence[Self]) -> Self:
        """All games of several batches of one run, in their order."""
        if not batches:
            raise ResultsError("cannot concatenate no batches at all: the number of seats would be unknown")
        seats = sorted({batch.seats for batch in batches})
        if len(seats) > 1:
            raise ResultsError(f"cannot concatenate batches with {' and '.join(map(str, seats))} seats")
        return cls(**{f.name: np.concatenate([getattr(b, f.name) for b in batches]) for f in fields(cls)})

    @classmethod
    def empty(cls, seats: int) -> Self:
        """No games."""
        shape = (0, seats, len(SOURCES))
        return cls(**{name: np.zeros(shape[:axes], dtype) for name, (dtype, axes) in _LAYOUT.items()})


def game_ids(
    lineup: NDArray[np.integer], block: NDArray[np.integer], seating: NDArray[np.integer]
) -> NDArray[np.int64]:
    """The ids of games; their order is that of (line-up, block, seating)."""
    high = lineup.astype(np.int64) << LINEUP_SHIFT
    return high | (block.astype(np.int64) << BLOCK_SHIFT) | seating.astype(np.int64)


def split_ids(ids: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int16]]:
    """The line-ups, blocks and seatings that ids are made of."""
    block = (ids >> BLOCK_SHIFT) & ((1 << (LINEUP_SHIFT - BLOCK_SHIFT)) - 1)
    return (
        (ids >> LINEUP_SHIFT).astype(np.int32),
        block.astype(np.int32),
        (ids & MAX_SEATING).astype(np.int16),
    )


def format_id(game_id: int) -> str:
    """An id as text: `L.B.S`, the numbers of its line-up, block and seating."""
    lineup, block, seating = (int(part[0]) for part in split_ids(np.array([game_id], np.int64)))
    return f"{lineup}.{block}.{seating}"


def parse_id(text: str) -> int:
    """The id that `format_id` writes as this text."""
    parts = text.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        raise ResultsError(f"a game's id is three numbers, line-up.block.seating such as 0.12.3, not {text!r}")
    lineup, block, seating = map(int, parts)
    if lineup > MAX_LINEUP or block >= 2**31 or seating > MAX_SEATING:
        raise ResultsError(f"no game can have the id {text!r}: its numbers are too large")
    return (lineup << LINEUP_SHIFT) | (block << BLOCK_SHIFT) | seating
