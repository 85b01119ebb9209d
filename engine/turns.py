"""Whose turn is it, and when is the game over? (rules page, sections 3, 8, 9 and 11)

`apply_move` is the one way in which a position changes.
"""

from .kernels import inlined, inner
from .legality import count, count_gifts, count_opening, count_picks, free_colour, refresh
from .moves import PICK, TEA
from .obligation import is_obliged
from .placement import (
    close_colour,
    complete_palace,
    place_inhabitant,
    place_palace_piece,
    place_stable,
    place_wall,
)
from .rules import N_COLOURS
from .state import (
    DOME,
    GIFT_POOL,
    INHABITANT,
    N_PIECES,
    N_TARGETS,
    NEUTRAL,
    NEW_PALACE,
    NO_PICK,
    PHASE_DOME,
    PHASE_OPENING,
    PHASE_OVER,
    PHASE_PICK,
    PHASE_PLACE,
    STABLE,
    WALL,
    State,
)

__all__ = ["apply_move", "begin_play", "begin_turn", "close_without_space", "end_game"]


@inner
def end_game(s: State) -> None:
    """Nobody can place anything."""
    s.phase = PHASE_OVER
    s.n_legal = 0
    s.may_skip = 0
    for kind in range(N_PIECES):
        s.n_legal_kind[kind] = 0


@inner
def _holds_piece(s: State, seat: int) -> bool:
    """Whether the seat holds a piece other than a dome."""
    for kind in range(WALL + 1):
        if s.hand[seat, kind] > 0:
            return True
    return False


@inner
def _begin_gift_turn(s: State) -> bool:
    """Begin the turn of the active seat with the picks; False if the seat is skipped."""
    seat = s.active
    somebody_gives = False
    for other in range(s.players):
        somebody_gives |= _holds_piece(s, other)
    if not _holds_piece(s, seat):
        s.phase = PHASE_DOME
        s.n_given = 0
        s.obliged = 0
        s.to_move = seat
        if s.hand[seat, DOME] == 0 or not (somebody_gives or count_gifts(s) > 0):
            return False
    s.obliged = is_obliged(s, seat)
    s.n_given = 0
    for other in range(s.players):
        s.pick[other] = NO_PICK
    if somebody_gives:
        s.phase = PHASE_PICK
        s.to_move = seat
        while not _holds_piece(s, s.to_move):
            s.to_move = (s.to_move + 1) % s.players
        count_picks(s)
    else:
        s.phase = PHASE_DOME
        s.to_move = seat
        count_gifts(s)
    return True


@inner
def begin_turn(s: State) -> None:
    """Begin a turn with the active seat or the next one that has something to do; else the game is over."""
    for _ in range(s.players):
        if s.gifts:
            if _begin_gift_turn(s):
                return
        else:
            s.phase = PHASE_PLACE
            s.to_move = s.active
            s.domed = 0
            s.limits_used = 0
            s.whites_used = 0
            s.allotted = s.opening_turns[s.turn] if s.turn < s.n_opening_turns else s.placements
            s.left = s.allotted
            s.obliged = is_obliged(s, s.active)
            if s.left == 0:  # a first turn of no placements
                s.turn += 1
            elif count(s) > 0:
                s.turn += 1
                return
        s.active = s.active + 1 if s.active + 1 < s.players else 0
    end_game(s)


@inlined
def _end_turn(s: State) -> None:
    """Pass the turn on."""
    s.active = s.active + 1 if s.active + 1 < s.players else 0
    begin_turn(s)


@inner
def _go_on_with_gifts(s: State) -> None:
    """Go on placing gifts; if none can be placed the rest leaves the game and a dome may follow."""
    if s.phase == PHASE_PLACE:
        if count_gifts(s) > 0:
            return
        for kind in range(N_PIECES):
            s.hand[GIFT_POOL, kind] = 0
        s.phase = PHASE_DOME
        if count_gifts(s) > 0:
            return
    _end_turn(s)


@inner
def _give(s: State, kind: int) -> None:
    """Note the pick of the seat to move; after the last one the gifts lie open."""
    s.pick[s.to_move] = kind
    s.n_given += 1
    while True:
        s.to_move = s.to_move + 1 if s.to_move + 1 < s.players else 0
        if s.to_move == s.active or _holds_piece(s, s.to_move):
            break
    if s.to_move != s.active:
        count_picks(s)
        return
    for seat in range(s.players):
        if s.pick[seat] >= 0:
            s.hand[seat, s.pick[seat]] -= 1
            s.hand[GIFT_POOL, s.pick[seat]] += 1
    s.phase = PHASE_PLACE
    _go_on_with_gifts(s)


@inner
def close_without_space(s: State) -> None:
    """Close the colours that have no open palace, when no new one has a square."""
    if s.n_target[NEW_PALACE] == 0:
        for colour in range(N_COLOURS):
            if not s.closed[colour] and not s.is_open[colour]:
                close_colour(s, colour)


@inlined
def _place(s: State, kind: int, place: int) -> None:
    """Take a piece from the hand that it comes from and put it on the board."""
    seat = s.to_move
    s.hand[GIFT_POOL if s.gifts and kind != DOME else seat, kind] -= 1
    if kind == WALL:
        place_wall(s, place)
        return  # walls change no square
    if kind < STABLE:
        place_palace_piece(s, kind, place)
    elif kind == STABLE:
        place_stable(s, place)
    elif kind == INHABITANT:
        place_inhabitant(s, place)
    else:
        palace = s.palace_at[place]
        colour = s.colour[palace]
        if kind == DOME:
            s.domed = 1
            complete_palace(s, palace, seat)
        else:
            s.blocked_by[seat] |= 1 << colour
            complete_palace(s, palace, NEUTRAL)
        free_colour(s, colour)
    if kind < N_TARGETS:
        refresh(s)
    if s.close_without_space:
        close_without_space(s)


@inner
def _apply_opening(s: State, square: int) -> None:
    """Set the first inhabitant, which comes from no hand, and begin the first turn."""
    s.opening_square = square
    place_inhabitant(s, square)
    refresh(s)
    begin_turn(s)


@inner
def apply_move(s: State, move: int) -> None:
    """Play a move; unchecked: it must be legal (`is_legal`)."""
    kind, place = move >> 8, move & 255
    if s.phase == PHASE_OPENING:
        _apply_opening(s, place)
        return
    if kind >= N_PIECES:
        if kind == PICK:
            _give(s, place)
            return
        if kind == TEA:
            s.tea[s.to_move] -= 1
        _end_turn(s)
        return
    _place(s, kind, place)
    if s.gifts:
        _go_on_with_gifts(s)
        return
    if s.turn_limits:
        s.limits_used |= 1 << kind
        s.whites_used += STABLE <= kind <= WALL
    s.left -= 1
    if s.left <= 0 or count(s) == 0:
        _end_turn(s)


@inner
def begin_play(s: State, inhabitant: int) -> None:
    """Begin with the first inhabitant on its square; -1 = the first player sets it."""
    if inhabitant < 0:
        s.phase = PHASE_OPENING
        count_opening(s)
    else:
        _apply_opening(s, inhabitant)
