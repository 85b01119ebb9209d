"""What does a piece change on the board, and who gets which tile? (rules page, sections 4 to 8 and 10)

Nothing here looks at turns: `turns` calls these and then counts what may be done next. All functions are unchecked.
"""

from .bits import popcount
from .geometry import (
    ARM_LENGTH,
    ARM_SQUARE,
    N_TOUCHING,
    N_TOWERS,
    NEIGHBOURS,
    OPPOSITE_ARM,
    STRIDE,
    TOUCHING_ARM,
    TOUCHING_PLACE,
    ZONE,
)
from .kernels import inlined, inner
from .state import (
    INHABITANT,
    MAX_PLAYERS,
    N_HANDS,
    NEUTRAL,
    NEUTRAL_ANY,
    NO_PALACE,
    NOBODY,
    VIOLET,
    State,
)

__all__ = [
    "close_colour",
    "complete_palace",
    "palace_beside",
    "place_inhabitant",
    "place_palace_piece",
    "place_stable",
    "place_wall",
]


@inlined
def _takes_tiles(s: State, palace: int) -> bool:
    """Whether the palace is completed and takes part in the tiles (a blocking dome keeps it out)."""
    owner = s.owner[palace]
    return owner != NOBODY and (owner != NEUTRAL or s.neutral_rule == NEUTRAL_ANY)


@inner
def _contest_palace_tile(s: State, palace: int) -> None:
    """Give the colour's tile to a completed palace that has just been completed or has grown, if it is now due."""
    colour = s.colour[palace]
    holder = s.palace_tile[colour]
    if holder == palace:
        return
    if (
        holder == NO_PALACE
        or s.size[palace] > s.size[holder]
        or (s.completed_first and s.size[palace] == s.size[holder] and s.completed_at[palace] < s.completed_at[holder])
    ):
        s.palace_tile[colour] = palace


@inner
def _connect(s: State, palace: int, before: int) -> None:
    """Give the tower tiles for the arms that the palace touches now and did not touch before (a set of arms)."""
    now = s.touching[palace]
    owner = s.owner[palace]
    for tower in range(N_TOWERS):
        old = before >> (2 * tower) & 3
        added = now >> (2 * tower) & 3 & ~old
        if added and (old == 0 or s.tower_by_arm):
            s.tower_tile[tower] = owner
            if s.merchants[tower]:
                if owner != NEUTRAL:
                    s.hand[owner, INHABITANT] += s.merchants[tower]
                s.merchants[tower] = 0


@inlined
def _grow(s: State, palace: int, square: int) -> None:
    """Add a square, under a piece or a stable, to a palace: its zone, neighbours, walls and size."""
    board = s.board
    s.palace_at[square] = palace
    s.size[palace] += 1
    s.occupied[square >> 6] |= 1 << (square & 63)
    for i in range(3):
        added = ZONE[board, square, i] & ~s.palace_squares[palace, 0, i]
        s.twice[i] |= s.once[i] & added
        s.once[i] |= added
        s.palace_squares[palace, 0, i] |= added
    if s.beside_inhabitant[square >> 6] >> (square & 63) & 1:
        new = 0
        for i in range(3):
            new += popcount(NEIGHBOURS[board, square, i] & s.inhabitants[i] & ~s.palace_squares[palace, 1, i])
        s.n_inhabitants[palace] += new
    for i in range(3):
        s.palace_squares[palace, 1, i] |= NEIGHBOURS[board, square, i]
    for j in range(N_TOUCHING[board, square]):
        arm = TOUCHING_ARM[board, square, j]
        if s.arm[arm] > TOUCHING_PLACE[board, square, j]:
            s.n_walls[palace] += 1
            s.touching[palace] |= 1 << arm


@inlined
def _begin_palace(s: State, colour: int, square: int) -> int:
    """Start an empty palace of the colour and return its number."""
    palace = s.n_palaces
    s.n_palaces += 1
    s.colour[palace] = colour
    s.owner[palace] = NOBODY
    s.size[palace] = 0
    s.stables[palace] = 0
    s.n_inhabitants[palace] = 0
    s.n_walls[palace] = 0
    s.touching[palace] = 0
    s.first[palace] = square
    s.active_palace[colour] = palace
    s.unclaimed[colour] |= 1 << palace
    for i in range(3):
        s.palace_squares[palace, 0, i] = 0
        s.palace_squares[palace, 1, i] = 0
        s.beside_active[colour, i] = 0
    return palace


@inlined
def place_palace_piece(s: State, colour: int, square: int) -> None:
    """Extend the colour's open palace, or begin a new one."""
    palace = s.active_palace[colour] if s.is_open[colour] else _begin_palace(s, colour, square)
    _grow(s, palace, square)
    for i in range(3):
        near = NEIGHBOURS[s.board, square, i]
        s.beside_active[colour, i] |= near
        s.beside_pieces[i] |= near


@inlined
def palace_beside(s: State, square: int) -> int:
    """The palace of an extension square: the only one that has a square beside it."""
    palace = s.palace_at[square + 1]
    if palace == NO_PALACE:
        palace = s.palace_at[square + STRIDE]
    if palace == NO_PALACE and square >= 1:
        palace = s.palace_at[square - 1]
    if palace == NO_PALACE and square >= STRIDE:
        palace = s.palace_at[square - STRIDE]
    return palace


@inlined
def place_stable(s: State, square: int) -> None:
    """Add a stable to the palace beside it, and pass on the tiles that it wins."""
    palace = palace_beside(s, square)
    before = s.touching[palace]
    _grow(s, palace, square)
    s.stables[palace] += 1
    for i in range(3):
        s.beside_stables[i] |= NEIGHBOURS[s.board, square, i]
    if _takes_tiles(s, palace):
        _contest_palace_tile(s, palace)
        if s.touching[palace] != before:
            _connect(s, palace, before)


@inlined
def place_inhabitant(s: State, square: int) -> None:
    """Add an inhabitant to an end of the active chain, or begin a new chain."""
    board = s.board
    if not s.beside_inhabitant[square >> 6] >> (square & 63) & 1:
        s.chain_end[0] = square
        s.chain_end[1] = square
    elif NEIGHBOURS[board, s.chain_end[0], square >> 6] >> (square & 63) & 1:
        s.chain_end[0] = square
    else:
        s.chain_end[1] = square
    s.occupied[square >> 6] |= 1 << (square & 63)
    s.inhabitants[square >> 6] |= 1 << (square & 63)
    for i in range(3):
        near = NEIGHBOURS[board, square, i]
        s.between_inhabitants[i] |= s.beside_inhabitant[i] & near
        s.beside_inhabitant[i] |= near
    right = s.palace_at[square + 1]
    above = s.palace_at[square + STRIDE]
    left = s.palace_at[square - 1] if square >= 1 else NO_PALACE
    below = s.palace_at[square - STRIDE] if square >= STRIDE else NO_PALACE
    if right != NO_PALACE:
        s.n_inhabitants[right] += 1
    if above != NO_PALACE and above != right:
        s.n_inhabitants[above] += 1
    if left != NO_PALACE and left != right and left != above:
        s.n_inhabitants[left] += 1
    if below != NO_PALACE and below != right and below != above and below != left:
        s.n_inhabitants[below] += 1


@inlined
def place_wall(s: State, arm: int) -> None:
    """Lengthen an arm by one wall, and pass on the tower tile that it wins."""
    board = s.board
    square = ARM_SQUARE[board, arm, s.arm[arm]]
    s.arm[arm] += 1
    opposite = OPPOSITE_ARM[arm]
    if s.arm[arm] + s.arm[opposite] > ARM_LENGTH[board, arm] - 2:
        s.free_arms &= ~(1 << arm | 1 << opposite)
    palace = s.palace_at[square]
    if palace == NO_PALACE:
        return
    s.n_walls[palace] += 1
    before = s.touching[palace]
    if not before >> arm & 1:
        s.touching[palace] = before | 1 << arm
        if _takes_tiles(s, palace):
            _connect(s, palace, before)


@inner
def close_colour(s: State, colour: int) -> None:
    """Close a colour: its palace pieces leave all hands."""
    s.closed[colour] = 1
    for row in range(N_HANDS):
        s.hand[row, colour] = 0


@inner
def complete_palace(s: State, palace: int, owner: int) -> None:
    """Put a dome of a seat, or a neutral one (owner `NEUTRAL`), on a palace."""
    colour = s.colour[palace]
    s.owner[palace] = owner
    s.completed_at[palace] = s.n_completed
    s.n_completed += 1
    s.unclaimed[colour] &= ~(1 << palace)
    if s.active_palace[colour] == palace:
        s.active_palace[colour] = NO_PALACE
        for i in range(3):
            s.beside_active[colour, i] = 0
    if _takes_tiles(s, palace):
        _contest_palace_tile(s, palace)
        _connect(s, palace, 0)
    if s.tea_left and colour == VIOLET:
        if owner != NEUTRAL:
            s.tea[owner] += s.tea_left
        s.tea_left -= 1
    if owner < MAX_PLAYERS:
        s.claimed[owner] |= 1 << colour
        s.n_claims[colour] += 1
        if s.n_claims[colour] == s.players:
            close_colour(s, colour)
