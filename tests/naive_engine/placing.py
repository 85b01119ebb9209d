"""Where may a seat put each kind of piece? Squares, arms and palaces (rules page, sections 4 to 8)."""

from collections.abc import Iterable

from .board import (
    ARMS,
    SIDES,
    Board,
    Square,
    arm_spaces,
    arm_walls,
    format_square,
    is_empty,
    n4,
    squares,
)
from .palaces import Palace, find_palaces, palace_piece_squares, stable_squares
from .rules import COLOURS, KINDS, WHITE
from .state import State


def inhabitant_squares(board: Board) -> set[Square]:
    """Where an inhabitant may go once the opening one stands (rules page, section 6)."""
    growth = {
        square
        for member in latest_chain(board)
        if _inhabitants_near(board, member) <= 1  # an end
        for square in n4(member)
        if is_empty(board, square) and _inhabitants_near(board, square) == 1
    }
    if growth:
        return growth
    # Only if the chain cannot grow: a new one, without an N4 inhabitant (chosen).
    return {square for square in squares(board) if is_empty(board, square) and _inhabitants_near(board, square) == 0}


def latest_chain(board: Board) -> set[Square]:
    """The chain of the inhabitant placed last: only the latest chain ever grows (rules page, section 6)."""
    inhabitants = [square for square, kind in board.pieces.items() if kind == "I"]
    chain: set[Square] = set()
    waiting = inhabitants[-1:]
    while waiting:
        member = waiting.pop()
        chain.add(member)
        waiting += [near for near in n4(member) if near in inhabitants and near not in chain]
    return chain


def _inhabitants_near(board: Board, square: Square) -> int:
    return sum(board.pieces.get(near) == "I" for near in n4(square))


def growing_arms(board: Board) -> list[str]:
    """The arms that may take a wall: one space of the side must stay empty (rules page, section 7)."""
    growing: list[str] = []
    for arms in SIDES.values():
        together = sum(len(arm_walls(board, arm)) for arm in arms)
        if together <= len(arm_spaces(board, arms[0])) - 2:
            growing += arms
    return [arm for arm in ARMS if arm in growing]


def claimed_by(palaces: Iterable[Palace], seat: int) -> set[str]:
    """The colours of which a seat has claimed a palace."""
    return {palace.colour for palace in palaces if palace.owner == seat}


def blocked_by(palaces: Iterable[Palace], seat: int) -> set[str]:
    """The colours on which a seat has put a neutral or blocking dome."""
    return {p.colour for p in palaces if p.dome is not None and p.dome.seat == seat and not p.dome.own}


def dome_palaces(state: State, seat: int) -> list[Palace]:
    """The unclaimed palaces of the colours that a seat has not claimed (rules page, section 8)."""
    palaces = find_palaces(state.board)
    claimed = claimed_by(palaces, seat)
    return [palace for palace in palaces if palace.dome is None and palace.colour not in claimed]


def neutral_palaces(state: State, seat: int) -> list[Palace]:
    """The palaces that a seat's neutral or blocking dome could complete (rules page, section 8)."""
    palaces = find_palaces(state.board)
    used = blocked_by(palaces, seat) if state.rules["neutral"] == "one per colour" else set()
    return [palace for palace in palaces if palace.dome is None and palace.colour not in used]


def placements_of(state: State, seat: int, kind: str) -> list[str]:
    """The texts of all ways to place one piece of a kind now, hands and turn limits apart."""
    board, rules = state.board, state.rules
    if kind == "W":
        return ["W" + arm for arm in growing_arms(board)]
    if kind in COLOURS:
        places = palace_piece_squares(board, kind, rules["blocked_frees_colour"])
    elif kind == "S":
        places = stable_squares(board, rules["stables_may_touch"])
    elif kind == "I":
        places = inhabitant_squares(board)
    elif kind == "D":
        places = {palace.first for palace in dome_palaces(state, seat)}
    else:
        places = {palace.first for palace in neutral_palaces(state, seat)}
    return [kind + format_square(square) for square in places]


def placements(state: State, seat: int, placed: list[str]) -> list[str]:
    """All placements of a seat that has put down some kinds in this turn, the obligation apart."""
    moves: list[str] = []
    for kind in KINDS:
        if state.hands[seat][kind] > 0 and not (state.rules["turn_limits"] and _is_spent(kind, placed)):
            moves += placements_of(state, seat, kind)
    return moves


def _is_spent(kind: str, placed: list[str]) -> bool:
    """Whether the limits of a turn forbid another piece of a kind (rules page, section 11: turn_limits)."""
    if kind in WHITE:
        return sum(earlier in WHITE for earlier in placed) == 2
    return kind in placed
