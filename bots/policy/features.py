"""What does the policy see of each move? A handful of categories, whose learned weights are summed. (linear softmax)

Moves that are alike, such as those by which a palace grows by nothing but the piece itself, stand together in one row.
A row's categories are entries of tables; entry 0 of all tables together means none and always weighs nothing.
"""

from typing import Any

from medina_arena.engine import N_COLOURS
from medina_arena.engine.bits import popcount
from medina_arena.engine.geometry import ARM_SQUARE, INNER_SQUARES, N_ARMS, N_WORDS, STRIDE
from medina_arena.engine.kernels import inner
from medina_arena.engine.moves import MOVE_KINDS
from medina_arena.engine.scoring import palace_value
from medina_arena.engine.state import (
    DOME,
    INHABITANT,
    NEUTRAL,
    NEUTRAL_DOME,
    NO_PALACE,
    NOBODY,
    STABLE,
    WALL,
    State,
)

from ..points import can_claim, claim_tiles, takes_palace_tile, tower_gain

__all__ = [
    "BESIDE",
    "N_CATEGORIES",
    "N_CONTEXT",
    "N_POLICY_WEIGHTS",
    "N_START_PARTS",
    "PLAIN",
    "QUIET_ARMS",
    "START_BESIDE",
    "START_PLAIN",
    "fill_context",
    "growing_points",
    "put_common",
    "put_dome",
    "put_growth",
    "put_inhabitant",
    "put_neutral_dome",
    "put_quiet",
    "put_start",
    "put_wall",
]

N_CATEGORIES = 7
"""The most categories of a row."""

_N_PHASES = 6
_FIRST_HELD = (2, 4, 7, 11, 16)
"""Pieces in hand from which the second, third … phase of a seat's game counts, backwards from its end."""
_N_POINTS = 16
_N_RIVALS = 4
_N_HELD = 6
_N_PIECES = 3

# What is said of the moves of a position together, int64 [N_CONTEXT]: the numbers below, then a line a colour.
_PHASE, _MANY = range(2)  # of the seat's game; 1 = more placements than this one are left in the turn
_RIVALS, _MINE, _NEXT, _POINTS = range(4)  # other seats that may claim; whether this one may, the next; the points now
_BEST_CLAIM, _BEST_POINTS, _SECOND_POINTS = range(2, 5)  # the palace that brings the seat most, and the next best
_FIRST_LINE, _N_LINE = 5, 4
BESIDE = _FIRST_LINE + N_COLOURS * _N_LINE  # squares beside any palace, as words
PLAIN = BESIDE + N_WORDS  # squares away from the edge and from inhabitants, as words
QUIET_ARMS = PLAIN + N_WORDS  # arms whose next wall is beside no palace, as bits
N_CONTEXT = QUIET_ARMS + 1

# Where a new palace can be: squares of `PLAIN`; beside an inhabitant; at the edge.
START_PLAIN, START_BESIDE, _START_EDGE = range(3)
N_START_PARTS = 3

# Where each table begins; the numbers of its axes stand behind it.
_KIND = 1  # kind (a new palace is kind NEW_PALACE_KIND), phase, many
_NEW_PALACE_KIND = MOVE_KINDS
_HELD = _KIND + (MOVE_KINDS + 1) * _N_PHASES * 2  # kind, pieces of it in hand, phase
_DOME_A = _HELD + (MOVE_KINDS + 1) * _N_HELD * _N_PHASES  # points, blocked, rivals, many
_DOME_B = _DOME_A + _N_POINTS * 2 * _N_RIVALS * 2  # points, phase, rivals
_DOME_C = _DOME_B + _N_POINTS * _N_PHASES * _N_RIVALS  # points, next seat may claim, many, blocked
_GROW_A = _DOME_C + _N_POINTS * 2 * 2 * 2  # by a piece or a stable; points, mine, rivals, many
_GROW_B = _GROW_A + 2 * _N_POINTS * 2 * _N_RIVALS * 2  # by; points, phase, mine, rivals
_GROW_C = _GROW_B + 2 * _N_POINTS * _N_PHASES * 2 * _N_RIVALS  # by; points, next, many, mine
_GROW_D = _GROW_C + 2 * _N_POINTS * 2 * 2 * 2  # by; gain, mine, many, blocked
_START_A = _GROW_D + 2 * _N_HELD * 2 * 2 * 2  # mine, rivals, phase, many
_START_B = _START_A + 2 * _N_RIVALS * _N_PHASES * 2  # mine, next, many, unclaimed palaces of the colour
_SERVE_A = _START_B + 2 * 2 * 2 * 4  # stable, inhabitant or wall; own gain, gain of others, many
_SERVE_B = _SERVE_A + 3 * 8 * 8 * 2  # ...; own gain, phase
_SERVE_C = _SERVE_B + 3 * 8 * _N_PHASES  # ...; gain of others, phase
_SERVE_D = _SERVE_C + 3 * 8 * _N_PHASES  # ...; unclaimed palaces beside: that it may claim, that it may not, many
_NEUTRAL_A = _SERVE_D + 3 * 3 * 3 * 2  # points, mine, rivals
_DOME_D = _NEUTRAL_A + _N_POINTS * 2 * _N_RIVALS  # points, own pieces of the colour, own stables, many, blocked
_DOME_E = _DOME_D + _N_POINTS * _N_PIECES * _N_PIECES * 2 * 2  # points, half those of the best other claim, phase, many
_START_C = _DOME_E + _N_POINTS * (_N_POINTS // 2) * _N_PHASES * 2  # part, mine, rivals, phase
N_POLICY_WEIGHTS = _START_C + N_START_PARTS * 2 * _N_RIVALS * _N_PHASES


@inner
def fill_context(s: State, work: Any) -> None:
    """Write what the moves of the position have in common."""
    context = work.context
    me = int(s.to_move)
    held = 0
    for kind in range(WALL + 1):
        held += s.hand[me, kind]
    phase = 0
    for first in _FIRST_HELD:
        phase += held >= first
    context[_PHASE] = phase
    context[_MANY] = s.left >= 2
    following = me + 1 if me + 1 < s.players else 0
    for colour in range(N_COLOURS):
        line = _FIRST_LINE + colour * _N_LINE
        rivals = 0
        for seat in range(s.players):
            rivals += seat != me and can_claim(s, seat, colour)
        context[line + _RIVALS] = rivals
        context[line + _MINE] = can_claim(s, me, colour)
        context[line + _NEXT] = can_claim(s, following, colour)
        palace = int(s.active_palace[colour])
        context[line + _POINTS] = 0
        if palace != NO_PALACE:
            context[line + _POINTS] = palace_value(s, palace) + claim_tiles(s, me, palace, 1)
    for i in range(N_WORDS):
        context[BESIDE + i] = s.beside_pieces[i] | s.beside_stables[i]
        context[PLAIN + i] = INNER_SQUARES[s.board, i] & ~s.beside_inhabitant[i]
    best, most, second = NO_PALACE, 0, 0
    if s.n_legal_kind[DOME] > 0:
        for palace in range(s.n_palaces):
            if s.owner[palace] == NOBODY and context[_FIRST_LINE + s.colour[palace] * _N_LINE + _MINE]:
                points = palace_value(s, palace) + claim_tiles(s, me, palace, 0)
                if points > most:
                    best, most, second = palace, points, most
                elif points > second:
                    second = points
    context[_BEST_CLAIM], context[_BEST_POINTS], context[_SECOND_POINTS] = best, most, second
    context[QUIET_ARMS] = 0
    for arm in range(N_ARMS):
        if s.free_arms >> arm & 1 and s.palace_at[ARM_SQUARE[s.board, arm, s.arm[arm]]] == NO_PALACE:
            context[QUIET_ARMS] |= 1 << arm


@inner
def put_common(work: Any, kind: int, n_held: int, row: int) -> None:
    """Write the first two categories of a row, and none for the others."""
    context, rows = work.context, work.rows
    phase = context[_PHASE]
    rows[row, 0] = _KIND + (kind * _N_PHASES + phase) * 2 + context[_MANY]
    rows[row, 1] = _HELD + (kind * _N_HELD + min(n_held, _N_HELD - 1)) * _N_PHASES + phase
    for i in range(2, N_CATEGORIES):
        rows[row, i] = 0


@inner
def put_dome(s: State, work: Any, palace: int, row: int) -> None:
    """Write the categories of claiming the palace."""
    context, rows = work.context, work.rows
    colour = int(s.colour[palace])
    line = _FIRST_LINE + colour * _N_LINE
    points = min(palace_value(s, palace) + claim_tiles(s, int(s.to_move), palace, 0), _N_POINTS - 1)
    blocked = s.active_palace[colour] != palace or not s.is_open[colour]
    rivals, phase, many = context[line + _RIVALS], context[_PHASE], context[_MANY]
    put_common(work, DOME, s.hand[s.to_move, DOME], row)
    rows[row, 2] = _DOME_A + ((points * 2 + blocked) * _N_RIVALS + rivals) * 2 + many
    rows[row, 3] = _DOME_B + (points * _N_PHASES + phase) * _N_RIVALS + rivals
    rows[row, 4] = _DOME_C + ((points * 2 + context[line + _NEXT]) * 2 + many) * 2 + blocked
    pieces = min(s.hand[s.to_move, colour], _N_PIECES - 1)
    stables = min(s.hand[s.to_move, STABLE], _N_PIECES - 1)
    rows[row, 5] = _DOME_D + (((points * _N_PIECES + pieces) * _N_PIECES + stables) * 2 + many) * 2 + blocked
    best_other = context[_SECOND_POINTS if palace == context[_BEST_CLAIM] else _BEST_POINTS]
    other = min(best_other, _N_POINTS - 1) // 2
    rows[row, 6] = _DOME_E + ((points * (_N_POINTS // 2) + other) * _N_PHASES + phase) * 2 + many


@inner
def growing_points(s: State, work: Any, palace: int) -> int:
    """The points of an unclaimed palace and the tiles that the seat would win with it, made larger by a piece."""
    context = work.context
    if s.owner[palace] != NOBODY:
        return 0
    colour = int(s.colour[palace])
    if s.active_palace[colour] == palace:
        return context[_FIRST_LINE + colour * _N_LINE + _POINTS]
    return palace_value(s, palace) + claim_tiles(s, int(s.to_move), palace, 1)


@inner
def put_growth(s: State, work: Any, kind: int, palace: int, now: int, gain: int, arms: int, row: int) -> None:
    """Write the categories of a piece or a stable beside the palace; `now` are its `growing_points`.

    `gain` is the `square_gain`, `arms` are the `walls_beside` the square.
    """
    context, rows = work.context, work.rows
    owner = s.owner[palace]
    put_common(work, kind, s.hand[s.to_move, kind], row)
    if owner == NEUTRAL:
        return
    if owner != NOBODY:
        if arms:
            gain += tower_gain(s, palace, arms)
        if takes_palace_tile(s, palace):
            gain += s.palace_tile_value[s.colour[palace]]
        is_own = owner == s.to_move
        _put_service(work, 0, gain if is_own else 0, 0 if is_own else gain, 0, 0, row)
        return
    by = int(kind == STABLE)
    colour = int(s.colour[palace])
    line = _FIRST_LINE + colour * _N_LINE
    blocked = s.active_palace[colour] != palace
    points = min(now + gain, _N_POINTS - 1)
    mine, rivals, phase, many = context[line + _MINE], context[line + _RIVALS], context[_PHASE], context[_MANY]
    rows[row, 2] = _GROW_A + (((by * _N_POINTS + points) * 2 + mine) * _N_RIVALS + rivals) * 2 + many
    rows[row, 3] = _GROW_B + (((by * _N_POINTS + points) * _N_PHASES + phase) * 2 + mine) * _N_RIVALS + rivals
    rows[row, 4] = _GROW_C + (((by * _N_POINTS + points) * 2 + context[line + _NEXT]) * 2 + many) * 2 + mine
    rows[row, 5] = _GROW_D + (((by * _N_HELD + min(gain, _N_HELD - 1)) * 2 + mine) * 2 + many) * 2 + blocked


@inner
def put_start(s: State, work: Any, colour: int, part: int, row: int) -> None:
    """Write the categories of beginning a palace of the colour on a square of the part."""
    context, rows = work.context, work.rows
    line = _FIRST_LINE + colour * _N_LINE
    mine, rivals, phase, many = context[line + _MINE], context[line + _RIVALS], context[_PHASE], context[_MANY]
    waiting = min(popcount(s.unclaimed[colour]), 3)
    put_common(work, _NEW_PALACE_KIND, s.hand[s.to_move, colour], row)
    rows[row, 2] = _START_A + ((mine * _N_RIVALS + rivals) * _N_PHASES + phase) * 2 + many
    rows[row, 3] = _START_B + ((mine * 2 + context[line + _NEXT]) * 2 + many) * 4 + waiting
    rows[row, 4] = _START_C + ((part * 2 + mine) * _N_RIVALS + rivals) * _N_PHASES + phase


@inner
def _put_service(work: Any, by: int, own: int, others: int, claimable: int, foreign: int, row: int) -> None:
    """Write the categories of a stable (0), inhabitant (1) or wall (2) by the points that it brings to whom.

    `claimable` and `foreign` are unclaimed palaces beside it that the seat may or may not claim.
    """
    context, rows = work.context, work.rows
    own, others = min(own, 7), min(others, 7)
    phase, many = context[_PHASE], context[_MANY]
    rows[row, 2] = _SERVE_A + ((by * 8 + own) * 8 + others) * 2 + many
    rows[row, 3] = _SERVE_B + (by * 8 + own) * _N_PHASES + phase
    rows[row, 4] = _SERVE_C + (by * 8 + others) * _N_PHASES + phase
    rows[row, 5] = _SERVE_D + ((by * 3 + min(claimable, 2)) * 3 + min(foreign, 2)) * 2 + many


@inner
def put_inhabitant(s: State, work: Any, square: int, row: int) -> None:
    """Write the categories of an inhabitant on the square."""
    context = work.context
    own, others, claimable, foreign = 0, 0, 0, 0
    seen = 0  # the palaces beside it, as bits
    for side in range(4):
        beside = square + (1 if side == 0 else STRIDE if side == 1 else -1 if side == 2 else -STRIDE)
        palace = int(s.palace_at[beside]) if beside >= 0 else NO_PALACE
        if palace != NO_PALACE and not seen >> palace & 1:
            seen |= 1 << palace
            owner = s.owner[palace]
            if owner == NOBODY:
                mine = context[_FIRST_LINE + s.colour[palace] * _N_LINE + _MINE]
                claimable += mine
                foreign += 1 - mine
            elif owner == s.to_move:
                own += 1
            elif owner != NEUTRAL:
                others += 1
    put_common(work, INHABITANT, s.hand[s.to_move, INHABITANT], row)
    _put_service(work, 1, own, others, claimable, foreign, row)


@inner
def put_quiet(s: State, work: Any, kind: int, row: int) -> None:
    """Write the categories of an inhabitant or a wall that is beside no palace."""
    put_common(work, kind, s.hand[s.to_move, kind], row)
    _put_service(work, 1 if kind == INHABITANT else 2, 0, 0, 0, 0, row)


@inner
def put_wall(s: State, work: Any, arm: int, row: int) -> None:
    """Write the categories of the next wall of the arm, which is beside a palace."""
    context = work.context
    palace = int(s.palace_at[ARM_SQUARE[s.board, arm, s.arm[arm]]])
    own, others, claimable, foreign = 0, 0, 0, 0
    owner = s.owner[palace]
    if owner == NOBODY:
        claimable = context[_FIRST_LINE + s.colour[palace] * _N_LINE + _MINE]
        foreign = 1 - claimable
    elif owner == s.to_move:
        own = 1 + tower_gain(s, palace, 1 << arm)
    elif owner != NEUTRAL:
        others = 1 + tower_gain(s, palace, 1 << arm)
    put_common(work, WALL, s.hand[s.to_move, WALL], row)
    _put_service(work, 2, own, others, claimable, foreign, row)


@inner
def put_neutral_dome(s: State, work: Any, palace: int, row: int) -> None:
    """Write the categories of a neutral dome on the palace."""
    context, rows = work.context, work.rows
    line = _FIRST_LINE + s.colour[palace] * _N_LINE
    points = min(palace_value(s, palace), _N_POINTS - 1)
    put_common(work, NEUTRAL_DOME, s.hand[s.to_move, NEUTRAL_DOME], row)
    rows[row, 2] = _NEUTRAL_A + (points * 2 + context[line + _MINE]) * _N_RIVALS + context[line + _RIVALS]
