"""How do the games of a run become a likelihood?"""

from collections.abc import Iterator

import numpy as np

from .arrays import Ints
from .kinds import Kinds, distinct_rows
from .likelihood import Chunk, Likelihood, SeatGroup
from .orders import choices, seat_sets

_CHUNK = 1 << 13
"""Kinds worked on at once: their arrays stay in the processor's cache."""


def likelihood(kinds: Kinds, *, win_only: bool = False, seat_terms: bool = True) -> Likelihood:
    """The likelihood of games: of their whole finishing order, or only of who won; seats may all count as equal."""
    groups = tuple(seat_groups(kinds, seat_terms))
    chunks = tuple(chunk for group in groups for chunk in _chunks(kinds, group, win_only))
    return Likelihood(chunks, groups, kinds.n_bots, len(kinds.counts))


def seat_groups(kinds: Kinds, seat_terms: bool = True) -> Iterator[SeatGroup]:
    """The seats that occur with each number of players; equal ones stand for each other."""
    start = kinds.n_bots
    for players in np.unique(kinds.players):
        used = (kinds.bots[kinds.players == players] >= 0).any(axis=0)
        seats = tuple(int(seat) for seat in np.flatnonzero(used)[: None if seat_terms else 1])
        yield SeatGroup(int(players), seats, start)
        start += len(seats)


def _chunks(kinds: Kinds, group: SeatGroup, win_only: bool) -> Iterator[Chunk]:
    """A group's kinds by the seats that are occupied."""
    of_group = np.flatnonzero(kinds.players == group.players)
    occupied = kinds.bots[of_group] >= 0
    first, of_kind = distinct_rows(occupied.astype(np.int64), 2)
    for number, row in enumerate(first):
        all_rows = of_group[of_kind == number]
        seats = np.flatnonzero(occupied[row])
        index = np.array([group.start + (group.seats.index(s) if s in group.seats else 0) for s in seats.tolist()])
        for begin in range(0, len(all_rows), _CHUNK):
            rows = all_rows[begin : begin + _CHUNK]
            yield _chunk(kinds, rows, seats, index, win_only)


def _chunk(kinds: Kinds, rows: Ints, seats: Ints, index: Ints, win_only: bool) -> Chunk:
    """Some kinds with the same seats occupied."""
    ranks = kinds.ranks[np.ix_(rows, seats)]
    first, of_row = distinct_rows(ranks, len(seats) + 1)
    found = [choices(tuple(pattern), win_only) for pattern in ranks[first].tolist()]
    weights = np.array([weights for _, weights in found])
    used = np.flatnonzero(weights.any(axis=0))
    return Chunk(
        bots=np.ascontiguousarray(kinds.bots[np.ix_(rows, seats)].T),
        seats=index,
        chosen=np.ascontiguousarray(np.array([chosen for chosen, _ in found])[of_row].T),
        sets=tuple(seat_sets(len(seats))[number] for number in used.tolist()),
        weights=np.ascontiguousarray(weights[:, used][of_row].T),
        counts=kinds.counts[rows].astype(np.float64),
        rows=rows,
    )
