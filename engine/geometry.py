"""Where are the squares, the walls and the neighbours? (rules page, section 1)

A square is the number ``row * STRIDE + column``, counted from a1 at the lower left; one guard column at the right keeps
neighbours apart. A set of squares is `N_WORDS` 64-bit words. Arm ``2 * (tower - 1)`` is the horizontal arm of a tower,
the next number its vertical one. Tables have the board first: 0 = 16 x 11, 1 = 14 x 10.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

__all__ = [
    "ALL_SQUARES",
    "ARM_LENGTH",
    "ARM_SQUARE",
    "BOARD_SIZES",
    "INNER_SQUARES",
    "LARGE_BOARD",
    "NEIGHBOURS",
    "N_ARMS",
    "N_SQUARES",
    "N_TOUCHING",
    "N_TOWERS",
    "N_WORDS",
    "OPPOSITE_ARM",
    "SMALL_BOARD",
    "STRIDE",
    "TOUCHING_ARM",
    "TOUCHING_PLACE",
    "ZONE",
    "n_wall_spaces",
]

STRIDE = 17
N_WORDS = 3
N_SQUARES = 64 * N_WORDS  # room in the words; the boards use fewer
N_TOWERS = 4
N_ARMS = 2 * N_TOWERS
LARGE_BOARD, SMALL_BOARD = 0, 1
BOARD_SIZES = ((16, 11), (14, 10))  # columns, rows
_MAX_ARM = 16
_MAX_TOUCHING = 4  # wall spaces beside a corner square: two sides, from two towers each

# The arm that grows towards this one along the same side.
OPPOSITE_ARM = np.array([4, 7, 6, 5, 0, 3, 2, 1], np.int8)
# Corner of towers 1 to 4: upper left, lower right, upper right, lower left.
_TOWER_IS_RIGHT = (False, True, True, False)
_TOWER_IS_TOP = (True, False, True, False)

Words = npt.NDArray[np.int64]


def _words(squares: Iterable[int]) -> Words:
    """The set of the given squares."""
    words = [0] * N_WORDS
    for square in squares:
        words[square >> 6] |= 1 << (square & 63)
    return np.array(words, np.uint64).view(np.int64)


def _on_board(size: tuple[int, int], column: int, row: int) -> bool:
    return 0 <= column < size[0] and 0 <= row < size[1]


def _square_tables() -> tuple[Words, Words, Words, Words]:
    """All squares and inner squares [2, 3]; orthogonal neighbours and 3 x 3 zones [2, N_SQUARES, 3]."""
    all_squares, inner = np.zeros((2, 2, N_WORDS), np.int64)
    neighbours, zone = np.zeros((2, 2, N_SQUARES, N_WORDS), np.int64)
    for board, size in enumerate(BOARD_SIZES):
        cells = [(c, r) for r in range(size[1]) for c in range(size[0])]
        all_squares[board] = _words(r * STRIDE + c for c, r in cells)
        inner[board] = _words(r * STRIDE + c for c, r in cells if 0 < c < size[0] - 1 and 0 < r < size[1] - 1)
        for c, r in cells:
            near = [(x, y) for x in range(c - 1, c + 2) for y in range(r - 1, r + 2) if _on_board(size, x, y)]
            square = r * STRIDE + c
            zone[board, square] = _words(y * STRIDE + x for x, y in near)
            neighbours[board, square] = _words(y * STRIDE + x for x, y in near if abs(x - c) + abs(y - r) == 1)
    return all_squares, inner, neighbours, zone


def _wall_tables() -> tuple[npt.NDArray[np.int16], ...]:
    """Arm lengths and squares beside each wall space; for each square the (arm, place) pairs that touch it."""
    length = np.zeros((2, N_ARMS), np.int16)
    square_of = np.zeros((2, N_ARMS, _MAX_ARM), np.int16)
    n_touching = np.zeros((2, N_SQUARES), np.int16)
    touching_arm, touching_place = np.zeros((2, 2, N_SQUARES, _MAX_TOUCHING), np.int16)
    for board, (columns, rows) in enumerate(BOARD_SIZES):
        for arm in range(N_ARMS):
            right, top, vertical = _TOWER_IS_RIGHT[arm // 2], _TOWER_IS_TOP[arm // 2], arm % 2 == 1
            length[board, arm] = rows if vertical else columns
            for place in range(int(length[board, arm])):
                column = place if not vertical else 0
                row = place if vertical else 0
                column = columns - 1 - column if right else column
                row = rows - 1 - row if top else row
                square = row * STRIDE + column
                square_of[board, arm, place] = square
                touching_arm[board, square, n_touching[board, square]] = arm
                touching_place[board, square, n_touching[board, square]] = place
                n_touching[board, square] += 1
    return length, square_of, n_touching, touching_arm, touching_place


ALL_SQUARES, INNER_SQUARES, NEIGHBOURS, ZONE = _square_tables()
ARM_LENGTH, ARM_SQUARE, N_TOUCHING, TOUCHING_ARM, TOUCHING_PLACE = _wall_tables()


def n_wall_spaces(board: int) -> int:
    """How many walls a board can take, one gate left open on each side."""
    columns, rows = BOARD_SIZES[board]
    return 2 * (columns - 1) + 2 * (rows - 1)
