"""Which palaces stand on the board? Their pieces, stables and room (rules page, sections 4 and 5)."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from .board import BUILDINGS, Board, Dome, Square, is_empty, n4, n8, squares
from .rules import COLOURS


@dataclass(frozen=True)
class Palace:
    """Orthogonally connected pieces of one colour with the stables beside them."""

    colour: str
    pieces: tuple[Square, ...]  # in order of placement
    stables: frozenset[Square]
    dome: Dome | None  # None = unclaimed

    @property
    def first(self) -> Square:
        """The square of the first piece, which names the palace."""
        return self.pieces[0]

    @cached_property
    def squares(self) -> set[Square]:
        """The squares of all pieces and stables."""
        return set(self.pieces) | self.stables

    @property
    def size(self) -> int:
        """Palace pieces and stables (rules page, section 10)."""
        return len(self.pieces) + len(self.stables)

    @property
    def owner(self) -> int | None:
        """The seat that claimed it; None if it is unclaimed, neutral or closed by a blocking dome."""
        return self.dome.seat if self.dome is not None and self.dome.own else None


def find_palaces(board: Board) -> tuple[Palace, ...]:
    """All palaces in the order in which they were begun."""
    return _palaces(tuple(board.pieces.items()), tuple(board.domes.items()))


@lru_cache(maxsize=64)
def _palaces(pieces: tuple[tuple[Square, str], ...], domes: tuple[tuple[Square, Dome], ...]) -> tuple[Palace, ...]:
    """The palaces among all pieces; remembered, because one position is asked about many times."""
    placed, dome_on = dict(pieces), dict(domes)
    found: list[Palace] = []
    seen: set[Square] = set()
    for square, kind in pieces:
        if kind not in COLOURS or square in seen:
            continue
        connected = _connected(placed, square)
        seen |= connected
        stables = frozenset(near for piece in connected for near in n4(piece) if placed.get(near) == "S")
        in_order = tuple(other for other in placed if other in connected)
        found.append(Palace(kind, in_order, stables, dome_on.get(in_order[0])))
    return tuple(found)


def _connected(placed: dict[Square, str], start: Square) -> set[Square]:
    connected = {start}
    waiting = [start]
    while waiting:
        for near in n4(waiting.pop()):
            if near not in connected and placed.get(near) == placed[start]:
                connected.add(near)
                waiting.append(near)
    return connected


def extension_squares(board: Board, palace: Palace) -> set[Square]:
    """The empty squares beside a piece of the palace without contact to another palace or the well.

    (rules page, section 4; a stable is no anchor)
    """
    own = palace.squares
    beside = {square for piece in palace.pieces for square in n4(piece) if is_empty(board, square)}
    return {square for square in beside if not any(_is_foreign(board, near, own) for near in n8(square))}


def _is_foreign(board: Board, square: Square, own: set[Square]) -> bool:
    is_building = square in board.pieces and board.pieces[square] in BUILDINGS
    return square == board.well or (is_building and square not in own)


def is_open(board: Board, palace: Palace) -> bool:
    """Whether it is unclaimed and has an extension square (rules page, section 4)."""
    return palace.dome is None and bool(extension_squares(board, palace))


def is_blocked(board: Board, palace: Palace) -> bool:
    """Whether it is unclaimed and has no extension square (rules page, section 4)."""
    return palace.dome is None and not extension_squares(board, palace)


def new_palace_squares(board: Board) -> set[Square]:
    """The empty squares without a palace piece, stable or well in N8 (rules page, sections 4 and 9)."""
    obstacles = [square for square, kind in board.pieces.items() if kind in BUILDINGS]
    if board.well is not None:
        obstacles.append(board.well)
    contact = {near for obstacle in obstacles for near in n8(obstacle)}
    return {square for square in squares(board) if square not in contact and is_empty(board, square)}


def palace_piece_squares(board: Board, colour: str, blocked_frees_colour: bool) -> set[Square]:
    """Where a piece of a colour may go (rules page, section 4)."""
    unclaimed = [palace for palace in find_palaces(board) if palace.colour == colour and palace.dome is None]
    extensions: set[Square] = set()
    for palace in unclaimed:
        extensions |= extension_squares(board, palace)
    if extensions:  # the colour has an open palace, which must be extended
        return extensions
    if unclaimed and not blocked_frees_colour:  # french: only after somebody has claimed the blocked palace
        return set()
    return new_palace_squares(board)


def stable_squares(board: Board, stables_may_touch: bool) -> set[Square]:
    """Where a stable may go: beside any palace, claimed or not, whoever owns it (rules page, section 5)."""
    places: set[Square] = set()
    for palace in find_palaces(board):
        places |= extension_squares(board, palace)
    if not stables_may_touch:  # dutch
        places = {square for square in places if not any(board.pieces.get(near) == "S" for near in n4(square))}
    return places
