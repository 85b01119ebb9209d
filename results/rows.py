"""How does a game become one row of the store, and back?

A row is an id and a record of bytes. Records are packed and unpacked many at a time, without a Python object for each
number or even for each game: a run may bring 100,000 games a second.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .errors import ResultsError
from .games import SOURCES, GameBatch, Termination, split_ids


def record_type(n_seats: int) -> np.dtype[np.void]:
    """What the bytes of a game are, little-endian without gaps."""
    numbers = 1 + len(SOURCES) + 2  # of each seat: its bot, its points by source, its rank, its termination
    return np.dtype(
        [("seed", "<i8"), ("moves_hash", "<u8"), ("placements", "<i2"), ("seats", "<i2", (n_seats, numbers))]
    )


def pack_records(batch: GameBatch) -> bytes:
    """The records of games, one behind the other."""
    records = np.empty(len(batch), record_type(batch.seats))
    records["seed"] = batch.seed
    records["moves_hash"] = batch.moves_hash
    records["placements"] = batch.placements
    seats = records["seats"]
    seats[:, :, 0] = batch.bots
    seats[:, :, 1:-2] = batch.sources
    seats[:, :, -2] = batch.ranks
    seats[:, :, -1] = batch.terminations
    return records.tobytes()


def unpack_rows(rows: Sequence[tuple[int, bytes]], n_seats: int, n_bots: int, file: Path) -> GameBatch:
    """The games of rows of id and record; numbers that no game can have raise `ResultsError` with the file's name."""
    layout = record_type(n_seats)
    ids, blobs = zip(*rows, strict=True)
    if any(not isinstance(blob, bytes) or len(blob) != layout.itemsize for blob in blobs):
        raise ResultsError(f"{file} is damaged: a game does not take {layout.itemsize} bytes")
    records = np.frombuffer(b"".join(blobs), layout)
    seats = records["seats"]
    for what, field, low, high in (
        ("bot", 0, 0, n_bots - 1),
        ("rank", -2, 1, n_seats),
        ("termination", -1, 0, max(Termination)),
    ):
        numbers = seats[:, :, field]
        if numbers.min() < low or numbers.max() > high:
            raise ResultsError(f"{file} is damaged: a {what} lies outside {low} … {high}")
    lineup, block, seating = split_ids(np.array(ids, np.int64))
    return GameBatch(
        lineup=lineup,
        block=block,
        seating=seating,
        seed=records["seed"].astype(np.int64),
        bots=seats[:, :, 0].astype(np.int16),
        sources=seats[:, :, 1:-2].astype(np.int16),
        ranks=seats[:, :, -2].astype(np.int8),
        terminations=seats[:, :, -1].astype(np.int8),
        placements=records["placements"].astype(np.int16),
        moves_hash=records["moves_hash"].astype(np.uint64),
    )
