"""How are moves and squares written? (the notation page of the documentation)

`parse_move` and `format_move` are inverse to each other, as are `parse_square` and `format_square`.
"""

from typing import Self

from .errors import NotationError
from .geometry import BOARD_SIZES, N_ARMS, STRIDE
from .moves import MOVE_KINDS, N_ACTIONS, N_PICKS, NO_DOME, PICK, TEA, kind_of, make_move, place_of
from .state import WALL

__all__ = [
    "COLUMNS",
    "HIDDEN_PICK",
    "KIND_LETTERS",
    "MOVE_TABLE",
    "Move",
    "format_move",
    "format_square",
    "parse_move",
    "parse_square",
]

KIND_LETTERS = "GKBOSIWDN"
"""For each kind of piece: grey, black (or violet), brown, orange, stable, inhabitant, wall, dome, neutral dome."""

COLUMNS = "abcdefghijklmnop"
_ROWS = range(1, BOARD_SIZES[0][1] + 1)
_HIDDEN_PLACE = 255


def format_square(square: int) -> str:
    """The name of a square: a column letter and a row number."""
    return f"{COLUMNS[square % STRIDE]}{square // STRIDE + 1}"


def parse_square(text: str) -> int:
    """The square of that name on the larger board; raises `NotationError`."""
    square = _SQUARES.get(text)
    if square is None:
        raise NotationError(f"{text!r} is no square: write a column a to p and a row 1 to 11, such as g5")
    return square


_SQUARES = {format_square((row - 1) * STRIDE + c): (row - 1) * STRIDE + c for row in _ROWS for c in range(16)}


class Move(int):
    """One placement (or pick, tea, no dome): the action index, with its text as ``str``."""

    __slots__ = ()

    def __new__(cls, value: int | str) -> Self:
        """A move from its text or its action index; raises `NotationError`."""
        if isinstance(value, str):
            return super().__new__(cls, parse_move(value))
        if value not in _TEXTS:
            raise NotationError(f"{value!r} is no move: action indices are 0 to {N_ACTIONS - 1}, not all of them used")
        return super().__new__(cls, value)

    def __str__(self) -> str:
        """The text of the move."""
        return format_move(self)

    def __repr__(self) -> str:
        """An expression that makes the move again."""
        return f"Move({format_move(self)!r})"


def _wall_text(arm: int) -> str:
    return f"W{arm // 2 + 1}{'hv'[arm % 2]}"


def _make_texts() -> dict[int, str]:
    """Every move that can be written, with its text."""
    texts = {}
    for kind, letter in enumerate(KIND_LETTERS):
        if kind != WALL:
            texts.update({make_move(kind, square): letter + name for name, square in _SQUARES.items()})
    texts.update({make_move(WALL, arm): _wall_text(arm) for arm in range(N_ARMS)})
    texts.update({make_move(PICK, kind): "?" + KIND_LETTERS[kind] for kind in range(N_PICKS)})
    texts[make_move(PICK, _HIDDEN_PLACE)] = "??"
    texts[make_move(TEA, 0)] = "T"
    texts[make_move(NO_DOME, 0)] = "-"
    return texts


_TEXTS = _make_texts()
_MOVES = {text: int.__new__(Move, move) for move, text in _TEXTS.items()}
HIDDEN_PICK = _MOVES["??"]
"""A pick that the viewer may not know."""


def format_move(move: int) -> str:
    """The text of a move; raises `NotationError` for an index that no move uses."""
    text = _TEXTS.get(move)
    if text is None:
        raise NotationError(f"{int(move)} is no move: kind {kind_of(move)} of {MOVE_KINDS}, place {place_of(move)}")
    return text


def parse_move(text: str) -> Move:
    """The move that a text says, whether it is legal or not; raises `NotationError`."""
    move = _MOVES.get(text)
    if move is None:
        raise NotationError(
            f"{text!r} is no move: write a letter of {' '.join(KIND_LETTERS.replace('W', ''))} and a square "
            "(Gg5), a wall (W1h to W4v), a pick (?O), T or -"
        )
    return move


MOVE_TABLE: tuple[Move | None, ...] = tuple(
    _MOVES[_TEXTS[move]] if move in _TEXTS else None for move in range(N_ACTIONS)
)
"""The one `Move` object for each action index."""
