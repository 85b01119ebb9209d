"""What does a drawing need to know of a game? Plain values, without the engine's arrays.

A ply says from when on something lies on the board: after so many moves, 0 for what was there before the first one.
"""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .geometry import BOARD_SIZES
from .moves import kind_of, place_of
from .position import ARM_NAMES
from .state import WALL

if TYPE_CHECKING:
    from .game import Game

__all__ = ["PieceOnBoard", "Snapshot", "WallOnBoard", "take_snapshot"]


@dataclass(frozen=True, slots=True)
class PieceOnBoard:
    """A palace piece, stable, inhabitant or dome."""

    kind: str
    """G, K, B, O, S, I; D for a dome, N for a neutral one."""
    square: str
    ply: int
    owner: int | None = None
    """The seat of a dome."""


@dataclass(frozen=True, slots=True)
class WallOnBoard:
    """One wall."""

    arm: str
    place: int
    """Its place in the arm, counted from the tower: 0 and on."""
    ply: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game as it stands."""

    rules: str
    columns: int
    rows: int
    players: int
    ply: int
    to_move: int | None
    pieces: tuple[PieceOnBoard, ...]
    walls: tuple[WallOnBoard, ...]
    well: str | None
    has_violet: bool
    """Whether the pieces called black are violet."""
    palace_tiles: tuple[tuple[int, int | None], ...]
    """For each colour the points of its tile, and the seat that holds it."""
    tower_tiles: tuple[tuple[int, int | None], ...]
    """The same for towers 1 to 4."""
    scores: tuple[int, ...]


def take_snapshot(game: "Game") -> Snapshot:
    """The snapshot of a game."""
    columns, rows = BOARD_SIZES[game.rules.board(game.players)]
    plies = {str(move): ply for ply, move in enumerate(game.moves, 1)}
    return Snapshot(
        rules=str(game.rules),
        columns=columns,
        rows=rows,
        players=game.players,
        ply=game.ply,
        to_move=game.to_move,
        pieces=tuple(_pieces(game, plies)),
        walls=tuple(_walls(game)),
        well=game.well,
        has_violet=game.rules.name == "second-edition",
        palace_tiles=tuple(zip(game.rules.palace_tiles, game.palace_tiles, strict=True)),
        tower_tiles=tuple(zip(game.rules.tower_tiles, game.tower_tiles, strict=True)),
        scores=tuple(game.scores()),
    )


def _pieces(game: "Game", plies: dict[str, int]) -> list[PieceOnBoard]:
    """Everything on squares, domes last."""
    stables = game.stables()
    pieces, domes = [], []
    for palace in game.palaces():
        for square in palace.squares:
            kind = "S" if square in stables else palace.colour
            pieces.append(PieceOnBoard(kind, square, plies.get(kind + square, 0)))
        if palace.is_claimed:
            kind = "N" if palace.owner is None else "D"
            square = palace.squares[0]
            domes.append(PieceOnBoard(kind, square, plies.get(kind + square, 0), palace.owner))
    inhabitants = [PieceOnBoard("I", square, plies.get("I" + square, 0)) for chain in game.chains() for square in chain]
    return [*pieces, *inhabitants, *domes]


def _walls(game: "Game") -> list[WallOnBoard]:
    """All walls; those that no move placed were there before."""
    placed = Counter(ARM_NAMES[place_of(move)] for move in game.moves if kind_of(move) == WALL)
    next_place = {arm: n - placed[arm] for arm, n in game.arms.items()}
    walls = [WallOnBoard(arm, place, 0) for arm, n in next_place.items() for place in range(n)]
    for ply, move in enumerate(game.moves, 1):
        if kind_of(move) == WALL:
            arm = ARM_NAMES[place_of(move)]
            walls.append(WallOnBoard(arm, next_place[arm], ply))
            next_place[arm] += 1
    return walls
