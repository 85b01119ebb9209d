"""What is a move as a number? One fixed range for all boards and rule sets.

A move is ``kind * 256 + place``, 0 <= move < `N_ACTIONS`. The place is a square (`geometry`) for pieces and domes (of a
dome: the square of the palace's first piece), an arm for walls, a kind of piece for picks, and 0 for tea and no dome.
"""

from .state import N_PIECES, WALL

__all__ = ["MOVE_KINDS", "NO_DOME", "N_ACTIONS", "PICK", "TEA", "kind_of", "make_move", "place_of"]

# The kinds below N_PIECES are those of `state`: G K B O S I W D N.
TEA, PICK, NO_DOME = N_PIECES, N_PIECES + 1, N_PIECES + 2
MOVE_KINDS = N_PIECES + 3
N_ACTIONS = MOVE_KINDS << 8

N_PICKS = WALL + 1  # every piece but domes can be given


def make_move(kind: int, place: int) -> int:
    """The move of that kind and place."""
    return kind << 8 | place


def kind_of(move: int) -> int:
    """The kind of a move."""
    return move >> 8


def place_of(move: int) -> int:
    """The place of a move."""
    return move & 255
