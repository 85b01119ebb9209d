"""Who has how many points, from what, and who wins? (rules page, section 10)"""

from typing import Any

from .geometry import ALL_SQUARES, N_SQUARES, N_TOWERS, STRIDE
from .kernels import inner
from .rules import N_COLOURS
from .state import MAX_PLAYERS, NO_PALACE, NOBODY, State

__all__ = ["N_SOURCES", "SOURCES", "fill_ranks", "fill_score_sources", "fill_scores", "palace_value"]

SOURCES = ("pieces", "stables", "inhabitants", "walls", "palace_tiles", "tower_tiles", "well")
"""Where points come from; the order of the columns of `fill_score_sources`."""
N_SOURCES = len(SOURCES)
_PIECES, _STABLES, _INHABITANTS, _WALLS, _PALACE_TILES, _TOWER_TILES, _WELL = range(N_SOURCES)

_WELL_POINTS = 4
_WELL_DISTANCE = 2


@inner
def palace_value(s: State, palace: int) -> int:
    """The points that a palace is worth to its owner, without tiles and well."""
    return s.size[palace] + s.n_inhabitants[palace] + s.n_walls[palace]


@inner
def _well_owner(s: State, direction: int) -> int:
    """The owner of the square two steps from the well (0 to 3: right, left, up, down), or `NOBODY`."""
    step = STRIDE if direction >= 2 else 1
    square = s.well + (-_WELL_DISTANCE if direction & 1 else _WELL_DISTANCE) * step
    if not 0 <= square < N_SQUARES or not ALL_SQUARES[s.board, square >> 6] >> (square & 63) & 1:
        return NOBODY
    palace = s.palace_at[square]
    return NOBODY if palace == NO_PALACE else s.owner[palace]


@inner
def fill_scores(s: State, out: Any) -> None:
    """Write each seat's score to `out`, int [players]."""
    for seat in range(s.players):
        out[seat] = 0
    for palace in range(s.n_palaces):
        owner = s.owner[palace]
        if 0 <= owner < MAX_PLAYERS:
            out[owner] += palace_value(s, palace)
    for colour in range(N_COLOURS):
        if s.palace_tile[colour] != NO_PALACE:
            owner = s.owner[s.palace_tile[colour]]
            if owner < MAX_PLAYERS:
                out[owner] += s.palace_tile_value[colour]
    for tower in range(N_TOWERS):
        owner = s.tower_tile[tower]
        if 0 <= owner < MAX_PLAYERS:
            out[owner] += s.tower_tile_value[tower]
    if s.well >= 0:
        for direction in range(4):
            owner = _well_owner(s, direction)
            if 0 <= owner < MAX_PLAYERS:
                out[owner] += _WELL_POINTS


@inner
def fill_score_sources(s: State, out: Any) -> None:
    """Write each seat's points by source to `out`, int [players, N_SOURCES]; the rows sum to the scores."""
    for seat in range(s.players):
        for source in range(N_SOURCES):
            out[seat, source] = 0
    for palace in range(s.n_palaces):
        owner = s.owner[palace]
        if 0 <= owner < MAX_PLAYERS:
            out[owner, _PIECES] += s.size[palace] - s.stables[palace]
            out[owner, _STABLES] += s.stables[palace]
            out[owner, _INHABITANTS] += s.n_inhabitants[palace]
            out[owner, _WALLS] += s.n_walls[palace]
    for colour in range(N_COLOURS):
        if s.palace_tile[colour] != NO_PALACE:
            owner = s.owner[s.palace_tile[colour]]
            if owner < MAX_PLAYERS:
                out[owner, _PALACE_TILES] += s.palace_tile_value[colour]
    for tower in range(N_TOWERS):
        owner = s.tower_tile[tower]
        if 0 <= owner < MAX_PLAYERS:
            out[owner, _TOWER_TILES] += s.tower_tile_value[tower]
    if s.well >= 0:
        for direction in range(4):
            owner = _well_owner(s, direction)
            if 0 <= owner < MAX_PLAYERS:
                out[owner, _WELL] += _WELL_POINTS


@inner
def _largest_palace(s: State, seat: int) -> int:
    """A number that orders seats by their largest palace, then by its earlier completion; 0 without a palace."""
    best = 0
    for palace in range(s.n_palaces):
        if s.owner[palace] == seat:
            best = max(best, (s.size[palace] << 8) + 255 - s.completed_at[palace])
    return best


@inner
def fill_ranks(s: State, scores: Any, out: Any) -> None:
    """Write each seat's rank for the given scores to `out`, int [players]: 1 = best, equal = tied.

    Where the largest palace decides, it does so among the seats with the best score only.
    """
    best = scores[0]
    for seat in range(s.players):
        best = max(best, scores[seat])
    for seat in range(s.players):
        rank = 1
        for other in range(s.players):
            if scores[other] > scores[seat]:
                rank += 1
        out[seat] = rank
    if not s.largest_palace_wins:
        return
    largest = 0
    for seat in range(s.players):
        if scores[seat] == best:
            largest = max(largest, _largest_palace(s, seat))
    n_winners = 0
    for seat in range(s.players):
        n_winners += scores[seat] == best and _largest_palace(s, seat) == largest
    for seat in range(s.players):
        if scores[seat] == best and _largest_palace(s, seat) != largest:
            out[seat] = 1 + n_winners
