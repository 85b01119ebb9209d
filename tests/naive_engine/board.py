"""What lies where? The city, its wall ring and everything put down so far, in the order of placement."""

from dataclasses import dataclass, field
from functools import cache

Square = tuple[
    int, int
]  # (column, row) from 1; a wall space or tower has column 0 or width + 1, or row 0 or height + 1

ARMS = ("1h", "1v", "2h", "2v", "3h", "3v", "4h", "4v")
# The two arms of each side (rules page, section 1).
SIDES = {"top": ("1h", "3h"), "bottom": ("4h", "2h"), "left": ("1v", "4v"), "right": ("3v", "2v")}
BUILDINGS = "GKBOS"  # palace pieces and stables: what counts as contact (rules page, section 4)


@dataclass(frozen=True)
class Dome:
    """A dome on a palace: from whose hand, and whether it claims (own) or only completes."""

    seat: int
    own: bool


@dataclass
class Board:
    """The things put down; all else is worked out from them."""

    width: int
    height: int
    well: Square | None = None
    pieces: dict[Square, str] = field(default_factory=dict)  # G K B O S I by square, in order of placement
    walls: list[Square] = field(default_factory=list)  # wall spaces, in order of placement
    domes: dict[Square, Dome] = field(default_factory=dict)  # by the palace's first piece, in order of claiming


@cache
def n4(square: Square) -> tuple[Square, ...]:
    """The orthogonal neighbours, those off the board included."""
    column, row = square
    return (column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)


@cache
def n8(square: Square) -> tuple[Square, ...]:
    """The orthogonal and diagonal neighbours, those off the board included."""
    column, row = square
    return tuple((column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))


def squares(board: Board) -> tuple[Square, ...]:
    """All squares of the city."""
    return _rectangle(board.width, board.height)


@cache
def _rectangle(width: int, height: int) -> tuple[Square, ...]:
    return tuple((column, row) for column in range(1, width + 1) for row in range(1, height + 1))


def inner_squares(board: Board) -> list[Square]:
    """The squares that are not on the border."""
    return [(column, row) for column in range(2, board.width) for row in range(2, board.height)]


def is_empty(board: Board, square: Square) -> bool:
    """Whether a place is a square of the city that holds neither a piece nor the well."""
    column, row = square
    in_city = 1 <= column <= board.width and 1 <= row <= board.height
    return in_city and square not in board.pieces and square != board.well


def arm_spaces(board: Board, arm: str) -> tuple[Square, ...]:
    """All wall spaces of the side that an arm grows along, counted from its tower (rules page, section 1)."""
    return _spaces(board.width, board.height, arm)


@cache
def _spaces(width: int, height: int, arm: str) -> tuple[Square, ...]:
    # 1 upper left, 2 lower right, 3 upper right, 4 lower left
    corners = {"1": (0, height + 1), "2": (width + 1, 0), "3": (width + 1, height + 1), "4": (0, 0)}
    column, row = corners[arm[0]]
    if arm[1] == "h":
        step = 1 if column == 0 else -1
        return tuple((column + step * k, row) for k in range(1, width + 1))
    step = 1 if row == 0 else -1
    return tuple((column, row + step * k) for k in range(1, height + 1))


def arm_walls(board: Board, arm: str) -> list[Square]:
    """The walls of an arm: from its tower up to the first empty space."""
    walls = []
    for space in arm_spaces(board, arm):
        if space not in board.walls:
            break
        walls.append(space)
    return walls


def place_wall(board: Board, arm: str) -> None:
    """Put the next wall of an arm."""
    board.walls.append(arm_spaces(board, arm)[len(arm_walls(board, arm))])


def format_square(square: Square) -> str:
    """The name of a square, like g5."""
    return "abcdefghijklmnop"[square[0] - 1] + str(square[1])


def parse_square(board: Board, text: str) -> Square:
    """The square of a name like g5; ValueError if the board has none of that name."""
    for square in squares(board):
        if format_square(square) == text:
            return square
    raise ValueError(f"there is no square {text!r} on a board of {board.width} × {board.height}")
