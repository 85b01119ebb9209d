"""Are the tables of the board those of its picture? (rules page, section 1)"""

import numpy as np
import pytest

from medina_arena.engine.geometry import (
    ALL_SQUARES,
    ARM_LENGTH,
    ARM_SQUARE,
    BOARD_SIZES,
    INNER_SQUARES,
    LARGE_BOARD,
    N_ARMS,
    N_SQUARES,
    N_TOUCHING,
    NEIGHBOURS,
    OPPOSITE_ARM,
    SMALL_BOARD,
    STRIDE,
    TOUCHING_ARM,
    TOUCHING_PLACE,
    ZONE,
    n_wall_spaces,
)
from medina_arena.engine.notation import format_square, parse_square

BOARDS = (LARGE_BOARD, SMALL_BOARD)


def members(words: np.ndarray) -> set[int]:
    """The squares of a set."""
    return {square for square in range(N_SQUARES) if int(words[square >> 6]) >> (square & 63) & 1}


def names(words: np.ndarray) -> set[str]:
    return {format_square(square) for square in members(words)}


def arm_names(board: int, arm: int) -> list[str]:
    return [format_square(square) for square in ARM_SQUARE[board, arm, : ARM_LENGTH[board, arm]].tolist()]


@pytest.mark.parametrize(
    ("board", "squares", "border", "walls"), [(LARGE_BOARD, 176, 50, 54), (SMALL_BOARD, 140, 44, 48)]
)
def test_counts(board: int, squares: int, border: int, walls: int) -> None:
    everything, inner = members(ALL_SQUARES[board]), members(INNER_SQUARES[board])
    assert len(everything) == squares
    assert inner < everything
    assert len(everything - inner) == border
    assert ARM_LENGTH[board].sum() == 2 * walls  # two arms share each side
    assert n_wall_spaces(board) == walls - 4  # a gate on each side


@pytest.mark.parametrize("board", BOARDS)
def test_names_of_the_squares(board: int) -> None:
    columns, rows = BOARD_SIZES[board]
    letters = "abcdefghijklmnop"[:columns]
    assert names(ALL_SQUARES[board]) == {f"{c}{r}" for c in letters for r in range(1, rows + 1)}
    assert names(INNER_SQUARES[board]) == {f"{c}{r}" for c in letters[1:-1] for r in range(2, rows)}


@pytest.mark.parametrize(
    ("board", "arm", "first", "last"),
    [
        (LARGE_BOARD, 0, "a11 b11 c11", "p11"),
        (LARGE_BOARD, 1, "a11 a10 a9", "a1"),
        (LARGE_BOARD, 2, "p1 o1 n1", "a1"),
        (LARGE_BOARD, 3, "p1 p2 p3", "p11"),
        (LARGE_BOARD, 4, "p11 o11 n11", "a11"),
        (LARGE_BOARD, 5, "p11 p10 p9", "p1"),
        (LARGE_BOARD, 6, "a1 b1 c1", "p1"),
        (LARGE_BOARD, 7, "a1 a2 a3", "a11"),
        (SMALL_BOARD, 0, "a10 b10 c10", "n10"),
        (SMALL_BOARD, 1, "a10 a9 a8", "a1"),
        (SMALL_BOARD, 2, "n1 m1 l1", "a1"),
        (SMALL_BOARD, 3, "n1 n2 n3", "n10"),
        (SMALL_BOARD, 4, "n10 m10 l10", "a10"),
        (SMALL_BOARD, 5, "n10 n9 n8", "n1"),
        (SMALL_BOARD, 6, "a1 b1 c1", "n1"),
        (SMALL_BOARD, 7, "a1 a2 a3", "a10"),
    ],
)
def test_arms_grow_from_their_tower(board: int, arm: int, first: str, last: str) -> None:
    squares = arm_names(board, arm)
    assert (squares[:3], squares[-1]) == (first.split(), last)
    assert len(squares) == len(set(squares)) == BOARD_SIZES[board][arm % 2]
    # The arm that comes the other way walls the same squares.
    assert arm_names(board, int(OPPOSITE_ARM[arm])) == squares[::-1]
    assert OPPOSITE_ARM[OPPOSITE_ARM[arm]] == arm


@pytest.mark.parametrize("board", BOARDS)
def test_walls_beside_each_square(board: int) -> None:
    beside: dict[int, set[tuple[int, int]]] = {square: set() for square in members(ALL_SQUARES[board])}
    for arm in range(N_ARMS):
        for place, square in enumerate(ARM_SQUARE[board, arm, : ARM_LENGTH[board, arm]].tolist()):
            beside[square].add((arm, place))
    for square, pairs in beside.items():
        n = N_TOUCHING[board, square]
        arms, places = TOUCHING_ARM[board, square, :n], TOUCHING_PLACE[board, square, :n]
        assert set(zip(arms.tolist(), places.tolist(), strict=True)) == pairs
        assert len(pairs) == n
    corners = {square for square, pairs in beside.items() if len(pairs) == 4}
    assert corners == {ARM_SQUARE[board, arm, 0] for arm in range(N_ARMS)}
    assert {square for square, pairs in beside.items() if not pairs} == members(INNER_SQUARES[board])


@pytest.mark.parametrize("board", BOARDS)
def test_neighbours_and_zones(board: int) -> None:
    places = {square: (square % STRIDE, square // STRIDE) for square in members(ALL_SQUARES[board])}
    for square, (x, y) in places.items():
        apart = {other: (abs(x - column), abs(y - row)) for other, (column, row) in places.items()}
        assert members(NEIGHBOURS[board, square]) == {other for other, (dx, dy) in apart.items() if dx + dy == 1}
        assert members(ZONE[board, square]) == {other for other, (dx, dy) in apart.items() if max(dx, dy) <= 1}


@pytest.mark.parametrize("board", BOARDS)
def test_guard_column_keeps_rows_apart(board: int) -> None:
    for row in range(BOARD_SIZES[LARGE_BOARD][1]):
        assert row * STRIDE + STRIDE - 1 not in members(ALL_SQUARES[board])
    last = "p" if board == LARGE_BOARD else "n"
    assert names(NEIGHBOURS[board, parse_square(f"{last}5")]) == {f"{last}4", f"{last}6", f"{chr(ord(last) - 1)}5"}
    assert names(NEIGHBOURS[board, parse_square("a6")]) == {"a5", "a7", "b6"}


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_lies_off_the_board(board: int) -> None:
    off = [square for square in range(N_SQUARES) if square not in members(ALL_SQUARES[board])]
    assert not NEIGHBOURS[board, off].any()
    assert not ZONE[board, off].any()
    assert not N_TOUCHING[board, off].any()
