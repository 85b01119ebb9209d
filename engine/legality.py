"""Which moves are legal? Sets of squares by word operations, and their numbers. (rules page, sections 4 to 9)

`refresh` keeps the squares for each kind of piece up to date after a change on the board; `count` turns them into the
legal moves of the seat that decides. Moves are ordered by kind (G K B O S I W D N, then T or -), on squares from a1 row
by row, walls by arm, domes in the order in which the palaces were begun.
"""

from typing import Any

from .bits import ctz, nth_bit, popcount
from .geometry import ALL_SQUARES, INNER_SQUARES, N_WORDS, NEIGHBOURS
from .kernels import inlined, inner
from .moves import NO_DOME, PICK, TEA
from .rules import N_COLOURS
from .state import (
    DOME,
    GIFT_POOL,
    INHABITANT,
    N_PIECES,
    N_TARGETS,
    NEUTRAL_ANY,
    NEUTRAL_DOME,
    NEW_PALACE,
    NO_PALACE,
    PHASE_DOME,
    PHASE_PICK,
    STABLE,
    WALL,
    State,
)

__all__ = [
    "claimable",
    "claimable_neutral",
    "count",
    "count_gifts",
    "count_opening",
    "count_picks",
    "fill_legal_moves",
    "free_colour",
    "is_legal",
    "n_place_words",
    "nth_legal_move",
    "place_word",
    "refresh",
]

_MAX_WHITES = 2  # stables, inhabitants and walls in a turn under turn_limits


@inlined
def _set_target(s: State, kind: int, a: int, b: int, c: int) -> None:
    """Store the squares of a kind and their number."""
    s.target[kind, 0] = a
    s.target[kind, 1] = b
    s.target[kind, 2] = c
    s.n_target[kind] = popcount(a) + popcount(b) + popcount(c)


@inlined
def refresh(s: State) -> None:
    """Bring the squares for each kind of piece up to date with the board."""
    board = s.board
    empty0 = ALL_SQUARES[board, 0] & ~s.occupied[0]
    empty1 = ALL_SQUARES[board, 1] & ~s.occupied[1]
    empty2 = ALL_SQUARES[board, 2] & ~s.occupied[2]
    new0 = empty0 & ~s.once[0]
    new1 = empty1 & ~s.once[1]
    new2 = empty2 & ~s.once[2]
    # In exactly one zone: what lies here beside a palace touches no other.
    single0 = s.once[0] & ~s.twice[0] & empty0
    single1 = s.once[1] & ~s.twice[1] & empty1
    single2 = s.once[2] & ~s.twice[2] & empty2
    _set_target(s, NEW_PALACE, new0, new1, new2)
    for colour in range(N_COLOURS):
        a = s.beside_active[colour, 0] & single0
        b = s.beside_active[colour, 1] & single1
        c = s.beside_active[colour, 2] & single2
        is_open = (a | b | c) != 0
        s.is_open[colour] = is_open
        # Without branches, which the processor could not foresee: all ones where new squares count.
        may_start = not is_open and (s.blocked_frees_colour != 0 or s.active_palace[colour] == NO_PALACE)
        mask = -int(may_start)
        _set_target(s, colour, a | new0 & mask, b | new1 & mask, c | new2 & mask)
    a = s.beside_pieces[0] & single0
    b = s.beside_pieces[1] & single1
    c = s.beside_pieces[2] & single2
    if not s.stables_may_touch:
        a &= ~s.beside_stables[0]
        b &= ~s.beside_stables[1]
        c &= ~s.beside_stables[2]
    _set_target(s, STABLE, a, b, c)
    first, last = s.chain_end[0], s.chain_end[1]
    a = (NEIGHBOURS[board, first, 0] | NEIGHBOURS[board, last, 0]) & ~s.between_inhabitants[0] & empty0
    b = (NEIGHBOURS[board, first, 1] | NEIGHBOURS[board, last, 1]) & ~s.between_inhabitants[1] & empty1
    c = (NEIGHBOURS[board, first, 2] | NEIGHBOURS[board, last, 2]) & ~s.between_inhabitants[2] & empty2
    if not (a | b | c):  # no end can grow: a new chain
        a = empty0 & ~s.beside_inhabitant[0]
        b = empty1 & ~s.beside_inhabitant[1]
        c = empty2 & ~s.beside_inhabitant[2]
    _set_target(s, INHABITANT, a, b, c)


@inner
def free_colour(s: State, colour: int) -> None:
    """Bring the colour's squares up to date after a dome, which changes no others: no palace, so any new square."""
    if s.active_palace[colour] == NO_PALACE:
        s.is_open[colour] = 0
        s.n_target[colour] = s.n_target[NEW_PALACE]
        for i in range(N_WORDS):
            s.target[colour, i] = s.target[NEW_PALACE, i]


@inlined
def claimable(s: State, seat: int) -> int:
    """The palaces, as bits, that the seat may put an own dome on."""
    palaces = 0
    for colour in range(N_COLOURS):  # without branches, which the processor could not foresee
        palaces |= s.unclaimed[colour] & (s.claimed[seat] >> colour & 1) - 1
    return palaces


@inner
def claimable_neutral(s: State, seat: int) -> int:
    """The palaces, as bits, that the seat may put a neutral dome on."""
    palaces = 0
    for colour in range(N_COLOURS):
        if s.neutral_rule == NEUTRAL_ANY or not s.blocked_by[seat] >> colour & 1:
            palaces |= s.unclaimed[colour]
    return palaces


@inner
def _apply_turn_limits(s: State) -> None:
    """Take away the kinds that this turn has had enough of (rules page, section 11)."""
    for kind in range(N_PIECES):
        white = STABLE <= kind <= WALL
        if s.whites_used >= _MAX_WHITES if white else s.limits_used >> kind & 1:
            s.n_legal_kind[kind] = 0


@inlined
def count(s: State) -> int:
    """Count the legal placements of the seat to move, by kind and in all; 0 = the turn is over."""
    seat = s.to_move
    s.may_skip = 0
    # Without branches, which the processor could not foresee: all ones where the seat holds a piece.
    n_domes = popcount(claimable(s, seat) & -int(s.hand[seat, DOME] > 0))
    total = 0
    for kind in range(N_TARGETS):
        n = s.n_target[kind] & -int(s.hand[seat, kind] > 0)
        s.n_legal_kind[kind] = n
        total += n
    n = popcount(s.free_arms & -int(s.hand[seat, WALL] > 0))
    s.n_legal_kind[WALL] = n
    s.n_legal_kind[DOME] = n_domes
    s.n_legal_kind[NEUTRAL_DOME] = 0
    total += n + n_domes
    if s.neutral_rule and s.hand[seat, NEUTRAL_DOME] > 0:
        n = popcount(claimable_neutral(s, seat))
        s.n_legal_kind[NEUTRAL_DOME] = n
        total += n
    if s.turn_limits:
        _apply_turn_limits(s)
        total = 0
        for kind in range(N_PIECES):
            total += s.n_legal_kind[kind]
        n_domes = s.n_legal_kind[DOME]
    if s.obliged and s.left == 1 and not s.domed and n_domes > 0:
        for kind in range(N_PIECES):
            s.n_legal_kind[kind] = 0
        s.n_legal_kind[DOME] = n_domes
        total = n_domes
    elif s.tea_rule and s.left == 1 and s.allotted == 2 and s.tea[seat] > 0 and total > 0:
        s.may_skip = 1
        total += 1
    s.n_legal = total
    return total


@inner
def count_gifts(s: State) -> int:
    """Count what the active seat may place of the gifts, or its domes in the dome phase; 0 = neither."""
    s.may_skip = 0
    for kind in range(N_PIECES):
        s.n_legal_kind[kind] = 0
    if s.phase == PHASE_DOME:
        n_domes = popcount(claimable(s, s.to_move)) if s.hand[s.to_move, DOME] > 0 else 0
        s.n_legal_kind[DOME] = n_domes
        s.may_skip = 1 if n_domes > 0 and not s.obliged and s.n_given > 0 else 0
        s.n_legal = n_domes + s.may_skip
        return s.n_legal
    total = 0
    for kind in range(WALL + 1):
        if s.hand[GIFT_POOL, kind] > 0:
            n = popcount(s.free_arms) if kind == WALL else s.n_target[kind]
            s.n_legal_kind[kind] = n
            total += n
    s.n_legal = total
    return total


@inner
def count_opening(s: State) -> None:
    """Count the legal moves of the opening: an inhabitant on any inner square."""
    for kind in range(N_PIECES):
        s.n_legal_kind[kind] = 0
    board = s.board
    _set_target(s, INHABITANT, INNER_SQUARES[board, 0], INNER_SQUARES[board, 1], INNER_SQUARES[board, 2])
    s.n_legal_kind[INHABITANT] = s.n_target[INHABITANT]
    s.n_legal = s.n_target[INHABITANT]


@inner
def count_picks(s: State) -> None:
    """Count the kinds of pieces that the seat to move may give."""
    s.may_skip = 0
    total = 0
    for kind in range(N_PIECES):
        n = 1 if kind <= WALL and s.hand[s.to_move, kind] > 0 else 0
        s.n_legal_kind[kind] = n
        total += n
    s.n_legal = total


@inlined
def _palaces_for(s: State, kind: int) -> int:
    """The palaces, as bits, for a dome of that kind."""
    return claimable(s, s.to_move) if kind == DOME else claimable_neutral(s, s.to_move)


@inlined
def nth_legal_move(s: State, n: int) -> int:
    """The n-th legal move in the fixed order; unchecked: 0 <= n < n_legal."""
    # Selections instead of loops with an early end, which the processor could not foresee.
    kind, first, seen = 0, 0, 0
    for i in range(N_PIECES):
        seen += s.n_legal_kind[i]
        if n >= seen:
            kind, first = i + 1, seen
    n -= first
    if s.phase == PHASE_PICK:
        return PICK << 8 | kind
    if kind < N_TARGETS:
        low, middle = s.target[kind, 0], s.target[kind, 1]
        n_low = popcount(low)
        n_lower = n_low + popcount(middle)
        after_low, after_middle = -int(n >= n_low), -int(n >= n_lower)  # all ones if the move is further on
        bits = low ^ (low ^ middle) & after_low ^ (middle ^ s.target[kind, 2]) & after_middle
        n -= (n_low & after_low) + (n_lower - n_low & after_middle)
        return kind << 8 | nth_bit(bits, n) - 64 * (after_low + after_middle)
    if kind == WALL:
        return WALL << 8 | nth_bit(s.free_arms, n)
    if kind < N_PIECES:
        return kind << 8 | s.first[nth_bit(_palaces_for(s, kind), n)]
    return NO_DOME << 8 if s.phase == PHASE_DOME else TEA << 8


@inlined
def n_place_words(kind: int) -> int:
    """How many words the places of a kind take."""
    return N_WORDS if kind < N_TARGETS else 1


@inlined
def place_word(s: State, kind: int, word: int) -> int:
    """A word of the places for a kind, as bits: squares, arms for walls, palaces for domes."""
    if kind < N_TARGETS:
        return s.target[kind, word]
    return int(s.free_arms) if kind == WALL else _palaces_for(s, kind)


@inner
def fill_legal_moves(s: State, out: Any) -> int:
    """Write all legal moves in the fixed order to `out`, int array of at least n_legal; returns their number."""
    n = 0
    for kind in range(N_PIECES):
        if s.n_legal_kind[kind] == 0:
            continue
        if s.phase == PHASE_PICK:
            out[n] = PICK << 8 | kind
            n += 1
        elif kind < N_TARGETS:
            for word in range(3):
                bits = s.target[kind, word]
                while bits:
                    out[n] = kind << 8 | (word << 6) + ctz(bits)
                    bits &= bits - 1
                    n += 1
        else:
            bits = s.free_arms if kind == WALL else _palaces_for(s, kind)
            while bits:
                place = ctz(bits)
                out[n] = kind << 8 | (place if kind == WALL else s.first[place])
                bits &= bits - 1
                n += 1
    if s.may_skip:
        out[n] = (NO_DOME if s.phase == PHASE_DOME else TEA) << 8
        n += 1
    return n


@inner
def is_legal(s: State, move: int) -> bool:
    """Whether any integer is a legal move here."""
    kind, place = move >> 8, move & 255
    if s.n_legal == 0 or kind < 0 or kind > NO_DOME:
        return False
    if s.phase == PHASE_PICK:
        return kind == PICK and place < N_PIECES and s.n_legal_kind[place] > 0
    if kind >= N_PIECES:
        skip = NO_DOME if s.phase == PHASE_DOME else TEA
        return kind == skip and place == 0 and s.may_skip != 0
    if s.n_legal_kind[kind] == 0:
        return False
    if kind < N_TARGETS:
        return place < 192 and s.target[kind, place >> 6] >> (place & 63) & 1 != 0
    if kind == WALL:
        return place < 8 and s.free_arms >> place & 1 != 0
    if place >= 192:
        return False
    palace = s.palace_at[place]
    return palace != NO_PALACE and s.first[palace] == place and _palaces_for(s, kind) >> palace & 1 != 0
