"""What does the learned value see at the end of a turn? A few dozen numbers for each seat.

Most are entries of tables, so that features are written as pairs of index and value; all others are zero.
"""

from typing import Any

from medina_arena.engine import N_COLOURS
from medina_arena.engine.bits import popcount
from medina_arena.engine.geometry import ARM_LENGTH, ARM_SQUARE, N_ARMS, N_TOWERS
from medina_arena.engine.kernels import inner
from medina_arena.engine.state import DOME, INHABITANT, MAX_PLAYERS, NO_PALACE, NOBODY, STABLE, WALL

__all__ = ["MAX_ACTIVE", "N_FACTS", "N_FEATURES", "fill_facts", "fill_features", "part_left"]

# Facts of a position, int64 [N_FACTS, 4]; the column is a colour or a seat.
_WORTH, _IS_OPEN, _HOLDER_SIZE, _LARGEST_UNCLAIMED = range(4)  # by colour
_PALACES, _TOWER_POINTS, _PALACE_POINTS, _WALL_NEXT, _WALL_AFTER, _NEAR_CHAIN, _CAN_GROW, _HELD, _LOOSE = range(4, 13)
_MAY_CLAIM = 13  # by seat: the colours, as bits
_CONTENDERS = 14  # by colour: who may claim it, as bits; bit 0 is the seat whose turn begins, bit 1 the next one
N_FACTS = 15

_MAX_WORTH = 14
_N_DENSE = 28
_SEAT_TABLE = _N_DENSE  # turns until the seat moves
_DOMES_TABLE = _SEAT_TABLE + MAX_PLAYERS  # colours that it may still claim
_WORTH_TABLE = _DOMES_TABLE + N_COLOURS + 1  # [other contenders, of them before the seat, worth of the best palace]
_OPEN_TABLE = _WORTH_TABLE + MAX_PLAYERS * MAX_PLAYERS * (_MAX_WORTH + 1)  # [other contenders] where it can grow
_COLOUR_TABLE = _OPEN_TABLE + MAX_PLAYERS  # [other contenders, colour]
_OWNED_TABLE = _COLOUR_TABLE + MAX_PLAYERS * N_COLOURS  # [colour, whether it holds the tile]
N_FEATURES = _OWNED_TABLE + 2 * N_COLOURS
MAX_ACTIVE = _N_DENSE + 2 + 4 * N_COLOURS
"""The most features of a seat that are not zero."""


@inner
def part_left(s: Any) -> float:
    """The part of all pieces that is still in the hands, from 1 at the beginning to about 0 at the end."""
    held, placed = 0, 0
    for seat in range(s.players):
        for kind in range(WALL + 1):
            held += s.hand[seat, kind]
    for i in range(3):
        placed += popcount(s.occupied[i])
    for arm in range(N_ARMS):
        placed += s.arm[arm]
    return held / (held + placed)


@inner
def _fill_palace_facts(s: Any, facts: Any) -> None:
    """What the palaces say about colours and owners."""
    for palace in range(s.n_palaces):
        owner = s.owner[palace]
        colour = s.colour[palace]
        if owner == NOBODY:
            worth = s.size[palace] + s.n_inhabitants[palace] + s.n_walls[palace]
            holder = s.palace_tile[colour]
            if holder == NO_PALACE or s.size[palace] > s.size[holder]:
                worth += s.palace_tile_value[colour]
            for tower in range(N_TOWERS):
                if s.touching[palace] >> (2 * tower) & 3:
                    worth += s.tower_tile_value[tower]
            facts[_WORTH, colour] = max(facts[_WORTH, colour], worth)
            facts[_LARGEST_UNCLAIMED, colour] = max(facts[_LARGEST_UNCLAIMED, colour], s.size[palace])
        elif owner < MAX_PLAYERS:
            near, growth = 0, 0
            for i in range(3):
                near += popcount(s.target[INHABITANT, i] & s.palace_squares[palace, 1, i])
                growth |= s.target[STABLE, i] & s.palace_squares[palace, 1, i]
            facts[_NEAR_CHAIN, owner] += min(near, 2)
            facts[_CAN_GROW, owner] += growth != 0
            facts[_PALACES, owner] += 1


@inner
def _claimable_colours(s: Any, seat: int) -> int:
    """The colours, as bits, of which the seat may still claim a palace and somebody has one or can still build it."""
    if s.hand[seat, DOME] <= 0:
        return 0
    colours = ~s.claimed[seat]
    for colour in range(N_COLOURS):
        if s.closed[colour]:
            colours &= ~(1 << colour)
    return colours & (1 << N_COLOURS) - 1


@inner
def _turns_until(s: Any, seat: int) -> int:
    """How many turns begin before the seat's next one."""
    return seat - s.active if seat >= s.active else seat - s.active + s.players


@inner
def fill_facts(s: Any, facts: Any) -> None:
    """Write what the features of all seats are made of to `facts`, int64 [N_FACTS, 4]."""
    for row in range(N_FACTS):
        for column in range(4):
            facts[row, column] = 0
    _fill_palace_facts(s, facts)
    for colour in range(N_COLOURS):
        facts[_IS_OPEN, colour] = s.is_open[colour]
        holder = s.palace_tile[colour]
        if holder != NO_PALACE and s.owner[holder] < MAX_PLAYERS:
            facts[_HOLDER_SIZE, colour] = s.size[holder]
            facts[_PALACE_POINTS, s.owner[holder]] += s.palace_tile_value[colour]
            if facts[_LARGEST_UNCLAIMED, colour] > s.size[holder]:
                facts[_LOOSE, s.owner[holder]] += s.palace_tile_value[colour]
    for tower in range(N_TOWERS):
        owner = s.tower_tile[tower]
        if 0 <= owner < MAX_PLAYERS:
            facts[_TOWER_POINTS, owner] += s.tower_tile_value[tower]
    for arm in range(N_ARMS):
        if s.free_arms >> arm & 1:
            place = s.arm[arm]
            for step in range(2):
                if place + step < ARM_LENGTH[s.board, arm]:
                    palace = s.palace_at[ARM_SQUARE[s.board, arm, place + step]]
                    if palace != NO_PALACE and 0 <= s.owner[palace] < MAX_PLAYERS:
                        facts[_WALL_NEXT + step, s.owner[palace]] += 1
    for seat in range(s.players):
        may_claim = _claimable_colours(s, seat)
        facts[_MAY_CLAIM, seat] = may_claim
        for colour in range(N_COLOURS):
            facts[_CONTENDERS, colour] |= (may_claim >> colour & 1) << _turns_until(s, seat)
        for kind in range(WALL + 1):
            facts[_HELD, seat] += s.hand[seat, kind]


@inner
def _fill_colours(s: Any, seat: int, facts: Any, index: Any, value: Any, n: int) -> int:
    """Append the entries of the tables by colour; returns the number of features so far."""
    n_open = 0
    sooner = (1 << _turns_until(s, seat)) - 1
    for colour in range(N_COLOURS):
        if not facts[_MAY_CLAIM, seat] >> colour & 1:
            if s.claimed[seat] >> colour & 1:
                holder = s.palace_tile[colour]
                holds = holder != NO_PALACE and s.owner[holder] == seat
                index[n] = _OWNED_TABLE + 2 * colour + holds
                value[n] = 1.0
                n += 1
            continue
        n_open += 1
        others = popcount(facts[_CONTENDERS, colour]) - 1
        before = popcount(facts[_CONTENDERS, colour] & sooner)
        worth = min(facts[_WORTH, colour], _MAX_WORTH)
        index[n] = _WORTH_TABLE + (others * MAX_PLAYERS + before) * (_MAX_WORTH + 1) + worth
        index[n + 1] = _COLOUR_TABLE + others * N_COLOURS + colour
        value[n] = 1.0
        value[n + 1] = 1.0
        n += 2
        if facts[_IS_OPEN, colour]:
            index[n] = _OPEN_TABLE + others
            value[n] = 1.0
            n += 1
    index[n] = _DOMES_TABLE + n_open
    value[n] = 1.0
    return n + 1


@inner
def fill_features(s: Any, seat: int, score: int, left: float, facts: Any, index: Any, value: Any) -> int:
    """Write a seat's features that are not zero; returns their number.

    `score` is the seat's present score, `left` the position's `part_left`.
    """
    hand = s.hand[seat]
    palace_pieces = hand[0] + hand[1] + hand[2] + hand[3]
    palaces = facts[_PALACES, seat]
    grow = facts[_CAN_GROW, seat]
    others = 0
    others_tiles = 0
    for other in range(s.players):
        if other != seat:
            others += facts[_HELD, other]
            others_tiles += facts[_TOWER_POINTS, other]
    stables, inhabitants, walls = hand[STABLE], hand[INHABITANT], hand[WALL]
    value[0] = 1.0
    value[1] = score
    value[2] = left
    value[3] = facts[_HELD, seat] * 0.05
    value[4] = others * 0.02
    value[5] = stables
    value[6] = inhabitants
    value[7] = walls
    value[8] = palace_pieces
    value[9] = hand[DOME]
    value[10] = palaces
    value[11] = min(stables, 2 * grow)
    value[12] = stables * (grow > 0)
    value[13] = facts[_TOWER_POINTS, seat]
    value[14] = facts[_PALACE_POINTS, seat]
    value[15] = facts[_LOOSE, seat]
    value[16] = others_tiles
    value[17] = facts[_WALL_NEXT, seat]
    value[18] = facts[_WALL_AFTER, seat]
    value[19] = facts[_NEAR_CHAIN, seat]
    value[20] = grow
    value[21] = min(walls, facts[_WALL_NEXT, seat] + facts[_WALL_AFTER, seat])
    value[22] = min(inhabitants, facts[_NEAR_CHAIN, seat])
    value[23] = palaces * inhabitants * 0.1
    value[24] = palaces * walls * 0.1
    value[25] = facts[_TOWER_POINTS, seat] * left
    value[26] = facts[_PALACE_POINTS, seat] * left
    value[27] = score * left
    for i in range(_N_DENSE):
        index[i] = i
    n = _N_DENSE
    index[n] = _SEAT_TABLE + _turns_until(s, seat)
    value[n] = 1.0
    return _fill_colours(s, seat, facts, index, value, n + 1)
