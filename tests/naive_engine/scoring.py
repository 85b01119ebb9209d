"""Who wins, and with how many points from where? The score (rules page, section 10)."""

from .board import n4
from .palaces import Palace, find_palaces
from .rules import COLOURS
from .state import State

SOURCES = ("pieces", "stables", "inhabitants", "walls", "palace_tiles", "tower_tiles", "well")
WELL_POINTS = 4  # rules page, section 10


def score_sources(state: State, seat: int) -> dict[str, int]:
    """The points of a seat by where they come from; unclaimed palaces score nothing."""
    own = [palace for palace in find_palaces(state.board) if palace.owner == seat]
    palace_holders = [state.tile_owner(state.palace_tiles[colour]) for colour in COLOURS]
    tower_holders = [state.tile_owner(state.tower_tiles[tower]) for tower in (1, 2, 3, 4)]
    values = state.rules["palace_tiles"], state.rules["tower_tiles"]
    return {
        "pieces": sum(len(palace.pieces) for palace in own),
        "stables": sum(len(palace.stables) for palace in own),
        "inhabitants": sum(_inhabitants_beside(state, palace) for palace in own),
        "walls": sum(_walls_beside(state, palace) for palace in own),
        "palace_tiles": sum(v for holder, v in zip(palace_holders, values[0], strict=True) if holder == seat),
        "tower_tiles": sum(v for holder, v in zip(tower_holders, values[1], strict=True) if holder == seat),
        "well": sum(_well_points(state, palace) for palace in own),
    }


def _inhabitants_beside(state: State, palace: Palace) -> int:
    """Each different inhabitant N4 to a piece or stable counts once for the palace."""
    near = {square for own in palace.squares for square in n4(own)}
    return sum(state.board.pieces.get(square) == "I" for square in near)


def _walls_beside(state: State, palace: Palace) -> int:
    """Each wall N4 to a piece or stable; a corner square can have two."""
    near = {space for own in palace.squares for space in n4(own)}
    return sum(space in state.board.walls for space in near)


def _well_points(state: State, palace: Palace) -> int:
    """Points for each square exactly two steps orthogonally from the well (second-edition)."""
    if state.board.well is None:
        return 0
    column, row = state.board.well
    marked = {(column - 2, row), (column + 2, row), (column, row - 2), (column, row + 2)}
    return WELL_POINTS * len(marked & palace.squares)


def scores(state: State) -> list[int]:
    """The points of all seats."""
    return [sum(score_sources(state, seat).values()) for seat in state.seats]


def winners(state: State) -> list[int]:
    """The seats that win, or would win if the game ended now."""
    points = scores(state)
    tied = [seat for seat in state.seats if points[seat] == max(points)]
    if state.rules["final_tie"] == "shared":
        return tied
    # largest_palace: the larger largest own palace, then the earlier claim of a palace of that size.
    largest = {seat: max((p.size for p in _owned(state, seat)), default=0) for seat in tied}
    tied = [seat for seat in tied if largest[seat] == max(largest.values())]
    if largest[tied[0]] == 0:  # none owns a palace
        return tied
    claims = list(state.board.domes)
    claim = {s: min(claims.index(p.first) for p in _owned(state, s) if p.size == largest[s]) for s in tied}
    return [seat for seat in tied if claim[seat] == min(claim.values())]


def _owned(state: State, seat: int) -> list[Palace]:
    return [palace for palace in find_palaces(state.board) if palace.owner == seat]


def ranks(state: State) -> list[int]:
    """1 = best, equal = tied; a tie-break decides the win only, lower ties stay shared (chosen)."""
    points, best = scores(state), winners(state)
    keys = [(points[seat], seat in best) for seat in state.seats]
    return [1 + sum(other > key for other in keys) for key in keys]
