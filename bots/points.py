"""What would a move bring in points? Counting that several bots share."""

from medina_arena.engine.bits import popcount
from medina_arena.engine.geometry import N_TOUCHING, N_TOWERS, NEIGHBOURS, TOUCHING_ARM, TOUCHING_PLACE
from medina_arena.engine.kernels import inner
from medina_arena.engine.state import DOME, NO_PALACE, State

__all__ = ["can_claim", "claim_tiles", "square_gain", "takes_palace_tile", "tower_gain", "walls_beside"]


@inner
def can_claim(s: State, seat: int, colour: int) -> bool:
    """Whether the seat may still claim a palace of the colour."""
    return s.hand[seat, DOME] > 0 and not s.claimed[seat] >> colour & 1


@inner
def claim_tiles(s: State, seat: int, palace: int, growth: int) -> int:
    """The points of the tiles that the seat would win by claiming the palace, made larger by so many pieces."""
    colour = int(s.colour[palace])
    holder = s.palace_tile[colour]
    tiles = 0
    if holder == NO_PALACE or (s.size[palace] + growth > s.size[holder] and s.owner[holder] != seat):
        tiles += s.palace_tile_value[colour]
    for tower in range(N_TOWERS):
        if s.touching[palace] >> (2 * tower) & 3 and s.tower_tile[tower] != seat:
            tiles += s.tower_tile_value[tower]
    return tiles


@inner
def square_gain(s: State, palace: int, square: int) -> int:
    """The points that a palace gains by the square: itself, new inhabitants and walls beside it."""
    board = s.board
    gain = 1
    if s.beside_inhabitant[square >> 6] >> (square & 63) & 1:
        for i in range(3):
            gain += popcount(NEIGHBOURS[board, square, i] & s.inhabitants[i] & ~s.palace_squares[palace, 1, i])
    for j in range(N_TOUCHING[board, square]):
        gain += s.arm[TOUCHING_ARM[board, square, j]] > TOUCHING_PLACE[board, square, j]
    return gain


@inner
def walls_beside(s: State, square: int) -> int:
    """The arms, as bits, that have a wall beside the square."""
    arms = 0
    for j in range(N_TOUCHING[s.board, square]):
        arm = TOUCHING_ARM[s.board, square, j]
        if s.arm[arm] > TOUCHING_PLACE[s.board, square, j]:
            arms |= 1 << arm
    return arms


@inner
def tower_gain(s: State, palace: int, arms: int) -> int:
    """The points of the tower tiles that the owner of a claimed palace wins when it comes to touch the arms (bits)."""
    tiles = 0
    before = s.touching[palace]
    for tower in range(N_TOWERS):
        old = before >> (2 * tower) & 3
        new = arms >> (2 * tower) & 3 & ~old
        if new and (old == 0 or s.tower_by_arm) and s.tower_tile[tower] != s.owner[palace]:
            tiles += s.tower_tile_value[tower]
    return tiles


@inner
def takes_palace_tile(s: State, palace: int) -> bool:
    """Whether one more piece makes the palace of a claimed colour the holder of its tile."""
    holder = s.palace_tile[s.colour[palace]]
    return holder != palace and (holder == NO_PALACE or s.size[palace] + 1 > s.size[holder])
