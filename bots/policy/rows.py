"""Which rows has a position, what does the policy think of each, and which move is drawn from one?"""

from typing import Any

import numpy as np

from medina_arena.engine import N_COLOURS, draw_below, draw_float, nth_legal_move
from medina_arena.engine.bits import ctz, nth_bit, popcount
from medina_arena.engine.geometry import N_WORDS
from medina_arena.engine.kernels import inner
from medina_arena.engine.legality import n_place_words, place_word
from medina_arena.engine.moves import NO_DOME, TEA
from medina_arena.engine.state import (
    DOME,
    INHABITANT,
    N_PIECES,
    PHASE_DOME,
    PHASE_OPENING,
    PHASE_PICK,
    STABLE,
    WALL,
    State,
)

from ..points import square_gain, walls_beside
from .features import (
    BESIDE,
    N_CATEGORIES,
    N_CONTEXT,
    N_START_PARTS,
    PLAIN,
    QUIET_ARMS,
    START_BESIDE,
    START_PLAIN,
    fill_context,
    growing_points,
    put_common,
    put_dome,
    put_growth,
    put_inhabitant,
    put_neutral_dome,
    put_quiet,
    put_start,
    put_wall,
)

__all__ = [
    "MAX_ROWS",
    "WORKSPACE",
    "draw_by_policy",
    "draw_from_row",
    "draw_row",
    "fill_rows",
    "fill_shares",
    "nth_of_row",
    "row_of",
    "row_size",
]

MAX_ROWS = 640
"""More than there can be: no square is in two rows of one kind, and no colours share one."""
ANY = -1
"""Stands in `moves` for a row of all legal moves; `_code` for one of the places of a kind that are alike."""


WORKSPACE = np.dtype(
    [
        ("context", np.int64, N_CONTEXT),
        ("rows", np.int64, (MAX_ROWS, N_CATEGORIES)),  # the categories of each row
        ("moves", np.int64, MAX_ROWS),  # the move of each row, or a negative number where it stands for several
        ("logits", np.float64, MAX_ROWS),  # the sum of the categories' weights
        ("shares", np.float64, MAX_ROWS),  # the chance of each row
    ]
)
"""Room for the rows of one position after another."""


@inner
def _code(kind: int, part: int) -> int:
    """What stands in `moves` for places of a kind that are alike.

    For a new palace the part tells what it begins beside, where a palace grows the number of the palace, else 0.
    """
    return ANY - 1 - (part << 8 | kind)


@inner
def _alike(s: State, work: Any, code: int, word: int) -> int:
    """A word of the places that the code stands for, as bits."""
    context = work.context
    kind, part = (ANY - 1 - code) & 255, (ANY - 1 - code) >> 8
    bits = place_word(s, kind, word)
    if kind == WALL:
        return bits & context[QUIET_ARMS]
    if kind == INHABITANT:
        return bits & ~context[BESIDE + word]
    if kind == STABLE or s.is_open[kind]:
        return bits & context[PLAIN + word] & s.palace_squares[part, 1, word]
    if part == START_BESIDE:
        return bits & s.beside_inhabitant[word]
    if part == START_PLAIN:
        return bits & context[PLAIN + word]
    return bits & ~context[PLAIN + word] & ~s.beside_inhabitant[word]


@inner
def _add_alike(s: State, work: Any, kind: int, part: int, n: int) -> int:
    """Append the row of the places that are alike, if there are any; returns the number of rows so far."""
    code = _code(kind, part)
    for word in range(n_place_words(kind)):
        if _alike(s, work, code, word):
            work.moves[n] = code
            if kind < N_COLOURS:
                put_start(s, work, kind, part, n)
            else:
                put_quiet(s, work, kind, n)
            return n + 1
    return n


@inner
def _add_growth(s: State, work: Any, kind: int, palace: int, n: int) -> int:
    """Append the rows of a piece or a stable beside the palace; returns the number of rows so far."""
    context, moves = work.context, work.moves
    now = -1
    has_plain = False
    for word in range(N_WORDS):
        bits = s.target[kind, word] & s.palace_squares[palace, 1, word]
        while bits:
            if now < 0:
                now = growing_points(s, work, palace)
            plain = bits & context[PLAIN + word]
            if plain:
                bits ^= plain
                if has_plain:
                    continue
                has_plain = True
                moves[n] = _code(kind, palace)
                put_growth(s, work, kind, palace, now, 1, 0, n)
            else:
                square = (word << 6) + ctz(bits)
                bits &= bits - 1
                moves[n] = kind << 8 | square
                put_growth(s, work, kind, palace, now, square_gain(s, palace, square), walls_beside(s, square), n)
            n += 1
    return n


@inner
def _add_kind(s: State, work: Any, kind: int, n: int) -> int:
    """Append the rows of a kind of which there is a legal move; returns the number of rows so far."""
    context, moves = work.context, work.moves
    if kind == STABLE:
        for palace in range(s.n_palaces):
            n = _add_growth(s, work, kind, palace, n)
        return n
    if kind < N_COLOURS:
        if s.is_open[kind]:
            return _add_growth(s, work, kind, int(s.active_palace[kind]), n)
        for part in range(N_START_PARTS):
            n = _add_alike(s, work, kind, part, n)
        return n
    for word in range(n_place_words(kind)):
        bits = place_word(s, kind, word)
        if kind == INHABITANT:
            bits &= context[BESIDE + word]
        elif kind == WALL:
            bits &= ~context[QUIET_ARMS]
        while bits:
            place = (word << 6) + ctz(bits)
            bits &= bits - 1
            if kind == INHABITANT:
                put_inhabitant(s, work, place, n)
            elif kind == WALL:
                put_wall(s, work, place, n)
            elif kind == DOME:
                put_dome(s, work, place, n)
            else:
                put_neutral_dome(s, work, place, n)
            moves[n] = kind << 8 | (place if kind <= WALL else s.first[place])
            n += 1
    return _add_alike(s, work, kind, 0, n) if kind in (INHABITANT, WALL) else n


@inner
def fill_rows(s: State, weights: Any, work: Any) -> int:
    """Write the rows of the position with their moves and logits; returns their number."""
    rows, moves, logits = work.rows, work.moves, work.logits
    n = 0
    if s.phase == PHASE_OPENING or s.phase == PHASE_PICK:
        moves[0], logits[0] = ANY, 0.0
        for i in range(N_CATEGORIES):
            rows[0, i] = 0
        return 1
    fill_context(s, work)
    for kind in range(N_PIECES):
        if s.n_legal_kind[kind] > 0:
            n = _add_kind(s, work, kind, n)
    if s.may_skip:
        skip = NO_DOME if s.phase == PHASE_DOME else TEA
        put_common(work, skip, s.tea[s.to_move], n)
        moves[n] = skip << 8
        n += 1
    for row in range(n):
        total = 0.0
        for i in range(N_CATEGORIES):
            total += weights[rows[row, i]]
        logits[row] = total
    return n


@inner
def fill_shares(work: Any, n: int, temperature: float) -> None:
    """Write the chance of each of the n rows: the softmax of the logits divided by the temperature."""
    logits, shares = work.logits, work.shares
    best = logits[0]
    for row in range(1, n):
        best = max(best, logits[row])
    total = 0.0
    for row in range(n):
        shares[row] = np.exp((logits[row] - best) / temperature)
        total += shares[row]
    for row in range(n):
        shares[row] /= total


@inner
def draw_row(rng: Any, work: Any, n: int) -> int:
    """One of the n rows, drawn by its chance."""
    rest = draw_float(rng)
    for row in range(n - 1):
        rest -= work.shares[row]
        if rest < 0.0:
            return row
    return n - 1


@inner
def row_size(s: State, work: Any, row: int) -> int:
    """How many moves the row stands for."""
    move = work.moves[row]
    if move >= 0:
        return 1
    if move == ANY:
        return int(s.n_legal)
    total = 0
    for word in range(n_place_words((ANY - 1 - move) & 255)):
        total += popcount(_alike(s, work, move, word))
    return total


@inner
def nth_of_row(s: State, work: Any, row: int, n: int) -> int:
    """The n-th move of the row, 0 <= n < `row_size`."""
    move = work.moves[row]
    if move >= 0:
        return move
    if move == ANY:
        return nth_legal_move(s, n)
    kind = (ANY - 1 - move) & 255
    for word in range(n_place_words(kind)):
        bits = _alike(s, work, move, word)
        here = popcount(bits)
        if n < here:
            return kind << 8 | (word << 6) + nth_bit(bits, n)
        n -= here
    return ANY


@inner
def row_of(s: State, work: Any, n: int, move: int) -> int:
    """Which of the n rows has the legal move."""
    kind, place = move >> 8, move & 255
    several = 0
    for row in range(n):
        code = work.moves[row]
        if code == move:
            return row
        if code < ANY and (ANY - 1 - code) & 255 == kind and _alike(s, work, code, place >> 6) >> (place & 63) & 1:
            several = row
    return several


@inner
def draw_from_row(s: State, rng: Any, work: Any, row: int) -> int:
    """A move of the row, all equally likely."""
    return (
        work.moves[row] if work.moves[row] >= 0 else nth_of_row(s, work, row, draw_below(rng, row_size(s, work, row)))
    )


@inner
def draw_by_policy(s: State, rng: Any, weights: Any, temperature: float, work: Any) -> int:
    """A legal move, drawn by the policy."""
    n = fill_rows(s, weights, work)
    fill_shares(work, n, temperature)
    return draw_from_row(s, rng, work, draw_row(rng, work, n))
