"""How good is each move at a glance? A hand-made evaluation that looks one placement ahead, with weights `w`.

Fields of the record are small integers; ``int`` keeps the functions from being compiled for each width.

What the moves of a position have in common is put into `common` first (`fill_common`), a line for each colour.
"""

from typing import Any

from medina_arena.engine.geometry import ARM_SQUARE, STRIDE
from medina_arena.engine.kernels import inner
from medina_arena.engine.placement import palace_beside
from medina_arena.engine.rules import N_COLOURS
from medina_arena.engine.scoring import palace_value
from medina_arena.engine.state import DOME, INHABITANT, NEUTRAL, NO_PALACE, NOBODY, STABLE, WALL, State

from ..points import can_claim, claim_tiles, square_gain, takes_palace_tile, tower_gain, walls_beside
from .weights import Weight

__all__ = [
    "N_COMMON",
    "fill_common",
    "move_value",
    "start_value",
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

# A line of `common`: seats that may still claim the colour besides the one to move, whether that one may, the worth at
# which it claims, the cost of each point left to the others, and the worth of the colour's latest palace.
_RIVALS, _MINE, _CLAIM_AT, _COST, _WORTH = range(5)
_N_LINE = 5
N_COMMON = N_COLOURS * _N_LINE


@inner
def _worth(s: State, me: int, palace: int, w: Any) -> float:
    """What the palace would bring if the seat claimed it now: its points and a share of the tiles."""
    return palace_value(s, palace) + w[_TILE] * claim_tiles(s, me, palace, 0)


@inner
def fill_common(s: State, w: Any, common: Any) -> None:
    """Write what the seat to move thinks of each colour to `common`, float [N_COMMON]."""
    me = int(s.to_move)
    held = 0
    for kind in range(WALL + 1):
        held += s.hand[me, kind]
    fade = min(1.0, held / w[_FADE])
    following = me + 1 if me + 1 < s.players else 0
    for colour in range(N_COLOURS):
        at = colour * _N_LINE
        rivals = 0
        for seat in range(s.players):
            rivals += seat != me and can_claim(s, seat, colour)
        common[at + _RIVALS] = rivals
        common[at + _MINE] = can_claim(s, me, colour)
        common[at + _CLAIM_AT] = w[_DOME_AT_0 + rivals] * fade
        common[at + _COST] = 0.0
        if rivals:
            common[at + _COST] = w[_RISK] if can_claim(s, following, colour) else w[_RISK_LATER]
        palace = int(s.active_palace[colour])
        common[at + _WORTH] = _worth(s, me, palace, w) if palace != NO_PALACE else 0.0


@inner
def _dome_value(s: State, palace: int, w: Any, common: Any) -> float:
    """The value of claiming the palace now."""
    colour = int(s.colour[palace])
    blocked = s.active_palace[colour] != palace or not s.is_open[colour]
    worth = _worth(s, int(s.to_move), palace, w)
    return worth - common[colour * _N_LINE + _CLAIM_AT] + (w[_BLOCKED] if blocked else 0.0)


@inner
def _growth_value(s: State, colour: int, gain: int, w: Any, common: Any) -> float:
    """The value of the colour's latest palace, unclaimed, becoming worth more by the gain."""
    at = colour * _N_LINE
    worth = common[at + _WORTH] + gain
    cost = common[at + _COST] * max(0.0, worth - w[_SAFE])
    if common[at + _MINE] == 0.0:
        return w[_EXTEND_CLAIMED] - cost
    if s.left >= 2 and worth >= common[at + _CLAIM_AT] - w[_EXTEND_FROM]:
        return worth - common[at + _CLAIM_AT] + w[_EXTEND_FIRST]
    return w[_SOLE] * gain if common[at + _RIVALS] == 0.0 else -cost


@inner
def start_value(s: State, colour: int, w: Any) -> float:
    """The value of beginning a palace of the colour, wherever it is."""
    return w[_START] if can_claim(s, int(s.to_move), colour) else w[_START_CLAIMED]


@inner
def _claimed_value(s: State, palace: int, gain: int, added: int, w: Any) -> float:
    """The value of a claimed palace gaining points and touching more arms (a set of arms)."""
    owner = s.owner[palace]
    if owner == NEUTRAL:
        return 0.0
    value = gain + w[_TILE] * tower_gain(s, palace, added)
    return value if owner == s.to_move else -w[_OTHERS] * value


@inner
def _stable_value(s: State, square: int, w: Any, common: Any) -> float:
    """The value of a stable on the square."""
    palace = int(palace_beside(s, square))
    gain = square_gain(s, palace, square)
    colour = int(s.colour[palace])
    if s.owner[palace] == NOBODY:
        return w[_STABLE] + _growth_value(s, colour, gain, w, common)
    value = w[_STABLE] + _claimed_value(s, palace, gain, walls_beside(s, square), w)
    if takes_palace_tile(s, palace):
        tile = w[_TILE] * s.palace_tile_value[colour]
        value += tile if s.owner[palace] == s.to_move else -w[_OTHERS] * tile if s.owner[palace] != NEUTRAL else 0.0
    return value


@inner
def _beside_value(s: State, palace: int, added: int, w: Any) -> float:
    """The value of one more point for a palace by an inhabitant or a wall (of the arms in `added`) beside it."""
    if s.owner[palace] != NOBODY:
        return _claimed_value(s, palace, 1, added, w)
    return w[_NEAR_UNCLAIMED] if can_claim(s, int(s.to_move), int(s.colour[palace])) else -w[_NEAR_UNCLAIMED]


@inner
def _inhabitant_value(s: State, square: int, w: Any) -> float:
    """The value of an inhabitant on the square."""
    value = w[_INHABITANT]
    seen = 0  # the palaces beside it, as bits
    for side in range(4):
        beside = square + (1 if side == 0 else STRIDE if side == 1 else -1 if side == 2 else -STRIDE)
        palace = int(s.palace_at[beside]) if beside >= 0 else NO_PALACE
        if palace != NO_PALACE and not seen >> palace & 1:
            seen |= 1 << palace
            value += _beside_value(s, palace, 0, w)
    return value


@inner
def _wall_value(s: State, arm: int, w: Any) -> float:
    """The value of the next wall of the arm."""
    palace = int(s.palace_at[ARM_SQUARE[s.board, arm, s.arm[arm]]])
    return w[_WALL] if palace == NO_PALACE else w[_WALL] + _beside_value(s, palace, 1 << arm, w)


@inner
def _neutral_dome_value(s: State, palace: int, w: Any, common: Any) -> float:
    """The value of denying the palace to everybody."""
    at = s.colour[palace] * _N_LINE
    worth = _worth(s, int(s.to_move), palace, w)
    if common[at + _MINE] != 0.0:
        return -worth
    return w[_NEUTRAL] * worth if common[at + _RIVALS] != 0.0 else -1.0


@inner
def move_value(s: State, kind: int, place: int, w: Any, common: Any) -> float:
    """The value of a move of that kind on its place (of a dome: the number of the palace).

    Of pieces for palaces only those that extend one are meant; for the others there is `start_value`.
    """
    if kind < N_COLOURS:
        return _growth_value(s, kind, square_gain(s, int(s.active_palace[kind]), place), w, common)
    if kind == STABLE:
        return _stable_value(s, place, w, common)
    if kind == INHABITANT:
        return _inhabitant_value(s, place, w)
    if kind == WALL:
        return _wall_value(s, place, w)
    if kind == DOME:
        return _dome_value(s, place, w, common)
    return _neutral_dome_value(s, place, w, common)
