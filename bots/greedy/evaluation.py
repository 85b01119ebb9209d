"""How good is each move at a glance? A hand-made evaluation that looks one placement ahead, with weights `w`."""

from typing import Any

from medina_arena.engine.bits import popcount
from medina_arena.engine.geometry import (
    ARM_SQUARE,
    N_TOUCHING,
    N_TOWERS,
    NEIGHBOURS,
    STRIDE,
    TOUCHING_ARM,
    TOUCHING_PLACE,
)
from medina_arena.engine.kernels import inner
from medina_arena.engine.placement import palace_beside
from medina_arena.engine.state import DOME, NEUTRAL, NO_PALACE, NOBODY, WALL, State

from .weights import Weight

__all__ = [
    "dome_value",
    "extension_value",
    "inhabitant_value",
    "neutral_dome_value",
    "stable_value",
    "start_value",
    "wall_value",
]

_DOME_AT_0 = int(Weight.DOME_AT_0)
_BLOCKED = int(Weight.BLOCKED)
_FADE = int(Weight.FADE)
_TILE = int(Weight.TILE)
_EXTEND_FIRST = int(Weight.EXTEND_FIRST)
_EXTEND_FROM = int(Weight.EXTEND_FROM)
_RISK = int(Weight.RISK)
_RISK_LATER = int(Weight.RISK_LATER)
_SAFE = int(Weight.SAFE)
_SOLE = int(Weight.SOLE)
_OTHERS = int(Weight.OTHERS)
_NEAR_UNCLAIMED = int(Weight.NEAR_UNCLAIMED)
_START = int(Weight.START)
_START_CLAIMED = int(Weight.START_CLAIMED)
_EXTEND_CLAIMED = int(Weight.EXTEND_CLAIMED)
_WALL = int(Weight.WALL)
_INHABITANT = int(Weight.INHABITANT)
_STABLE = int(Weight.STABLE)
_NEUTRAL = int(Weight.NEUTRAL)


@inner
def _can_claim(s: State, seat: int, colour: int) -> bool:
    """Whether the seat may still claim a palace of the colour."""
    return s.hand[seat, DOME] > 0 and not s.claimed[seat] >> colour & 1


@inner
def _n_rivals(s: State, me: int, colour: int) -> int:
    """How many other seats may still claim a palace of the colour."""
    n = 0
    for seat in range(s.players):
        n += seat != me and _can_claim(s, seat, colour)
    return n


@inner
def _worth(s: State, me: int, palace: int, w: Any) -> float:
    """What the palace would bring if the seat claimed it now: its points and a share of the tiles."""
    colour = s.colour[palace]
    holder = s.palace_tile[colour]
    tiles = 0
    if holder == NO_PALACE or (s.size[palace] > s.size[holder] and s.owner[holder] != me):
        tiles += s.palace_tile_value[colour]
    for tower in range(N_TOWERS):
        if s.touching[palace] >> (2 * tower) & 3 and s.tower_tile[tower] != me:
            tiles += s.tower_tile_value[tower]
    return s.size[palace] + s.n_inhabitants[palace] + s.n_walls[palace] + w[_TILE] * tiles


@inner
def _claim_at(s: State, me: int, colour: int, w: Any) -> float:
    """The worth at which the seat claims a palace of the colour; it falls as the hand empties."""
    held = 0
    for kind in range(WALL + 1):
        held += s.hand[me, kind]
    return w[_DOME_AT_0 + _n_rivals(s, me, colour)] * min(1.0, held / w[_FADE])


@inner
def dome_value(s: State, palace: int, w: Any) -> float:
    """The value of claiming the palace now."""
    me = s.to_move
    colour = s.colour[palace]
    blocked = s.active_palace[colour] != palace or not s.is_open[colour]
    return _worth(s, me, palace, w) - _claim_at(s, me, colour, w) + (w[_BLOCKED] if blocked else 0.0)


@inner
def _risk(s: State, me: int, colour: int, worth: float, w: Any) -> float:
    """The cost of leaving an unclaimed palace of that worth to the others."""
    above = worth - w[_SAFE]
    if above <= 0.0:
        return 0.0
    following = me + 1 if me + 1 < s.players else 0
    if _can_claim(s, following, colour):
        return w[_RISK] * above
    return w[_RISK_LATER] * above if _n_rivals(s, me, colour) else 0.0


@inner
def _gain_of_square(s: State, palace: int, square: int) -> int:
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
def _value_of_growth(s: State, palace: int, gain: float, w: Any) -> float:
    """The value of an unclaimed palace becoming worth more by the gain."""
    me = s.to_move
    colour = s.colour[palace]
    worth = _worth(s, me, palace, w) + gain
    if not _can_claim(s, me, colour):
        return w[_EXTEND_CLAIMED] - _risk(s, me, colour, worth, w)
    if s.left >= 2 and worth >= _claim_at(s, me, colour, w) - w[_EXTEND_FROM]:
        return worth - _claim_at(s, me, colour, w) + w[_EXTEND_FIRST]
    if _n_rivals(s, me, colour) == 0:
        return w[_SOLE] * gain
    return -_risk(s, me, colour, worth, w)


@inner
def extension_value(s: State, colour: int, square: int, w: Any) -> float:
    """The value of extending the colour's open palace on the square."""
    palace = s.active_palace[colour]
    return _value_of_growth(s, palace, _gain_of_square(s, palace, square), w)


@inner
def start_value(s: State, colour: int, w: Any) -> float:
    """The value of beginning a palace of the colour, wherever it is."""
    return w[_START] if _can_claim(s, s.to_move, colour) else w[_START_CLAIMED]


@inner
def _tower_tiles_by_touch(s: State, palace: int, added: int) -> int:
    """The tower tile points that a claimed palace wins by touching more arms (a set of arms)."""
    tiles = 0
    before = s.touching[palace]
    for tower in range(N_TOWERS):
        old = before >> (2 * tower) & 3
        new = added >> (2 * tower) & 3 & ~old
        if new and (old == 0 or s.tower_by_arm) and s.tower_tile[tower] != s.owner[palace]:
            tiles += s.tower_tile_value[tower]
    return tiles


@inner
def _to_owner(s: State, palace: int, gain: float, w: Any) -> float:
    """The value of a gain of a claimed palace: good for its owner, bad for the others."""
    owner = s.owner[palace]
    if owner == s.to_move:
        return gain
    return 0.0 if owner == NEUTRAL else -w[_OTHERS] * gain


@inner
def stable_value(s: State, square: int, w: Any) -> float:
    """The value of a stable on the square."""
    palace = palace_beside(s, square)
    gain = float(_gain_of_square(s, palace, square))
    if s.owner[palace] == NOBODY:
        return w[_STABLE] + _value_of_growth(s, palace, gain, w)
    colour = s.colour[palace]
    holder = s.palace_tile[colour]
    tiles = 0
    if holder != palace and (holder == NO_PALACE or s.size[palace] + 1 > s.size[holder]):
        tiles += s.palace_tile_value[colour]
    added = 0
    for j in range(N_TOUCHING[s.board, square]):
        arm = TOUCHING_ARM[s.board, square, j]
        if s.arm[arm] > TOUCHING_PLACE[s.board, square, j]:
            added |= 1 << arm
    tiles += _tower_tiles_by_touch(s, palace, added)
    return w[_STABLE] + _to_owner(s, palace, gain + w[_TILE] * tiles, w)


@inner
def _beside_value(s: State, palace: int, w: Any) -> float:
    """The value of one more point for a palace by an inhabitant or a wall beside it."""
    if s.owner[palace] != NOBODY:
        return _to_owner(s, palace, 1.0, w)
    return w[_NEAR_UNCLAIMED] if _can_claim(s, s.to_move, s.colour[palace]) else -w[_NEAR_UNCLAIMED]


@inner
def inhabitant_value(s: State, square: int, w: Any) -> float:
    """The value of an inhabitant on the square."""
    right = s.palace_at[square + 1]
    above = s.palace_at[square + STRIDE]
    left = s.palace_at[square - 1] if square >= 1 else NO_PALACE
    below = s.palace_at[square - STRIDE] if square >= STRIDE else NO_PALACE
    value = w[_INHABITANT]
    if right != NO_PALACE:
        value += _beside_value(s, right, w)
    if above != NO_PALACE and above != right:
        value += _beside_value(s, above, w)
    if left != NO_PALACE and left != right and left != above:
        value += _beside_value(s, left, w)
    if below != NO_PALACE and below != right and below != above and below != left:
        value += _beside_value(s, below, w)
    return value


@inner
def wall_value(s: State, arm: int, w: Any) -> float:
    """The value of the next wall of the arm."""
    palace = s.palace_at[ARM_SQUARE[s.board, arm, s.arm[arm]]]
    if palace == NO_PALACE:
        return w[_WALL]
    value = w[_WALL] + _beside_value(s, palace, w)
    if s.owner[palace] != NOBODY:
        value += _to_owner(s, palace, w[_TILE] * _tower_tiles_by_touch(s, palace, 1 << arm), w)
    return value


@inner
def neutral_dome_value(s: State, palace: int, w: Any) -> float:
    """The value of denying the palace to everybody."""
    me = s.to_move
    colour = s.colour[palace]
    if _can_claim(s, me, colour):
        return -_worth(s, me, palace, w)
    return w[_NEUTRAL] * _worth(s, me, palace, w) if _n_rivals(s, me, colour) else -1.0
