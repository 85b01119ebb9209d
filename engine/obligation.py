"""When must a player place a dome? The last-player rule in its three versions. (rules page, sections 8 and 9)"""

from .kernels import inner
from .legality import claimable, claimable_neutral
from .rules import N_COLOURS
from .state import (
    DOME,
    INHABITANT,
    LAST_PLAYER_DOMES,
    LAST_PLAYER_PIECES,
    NEUTRAL_ANY,
    NEUTRAL_DOME,
    NEW_PALACE,
    STABLE,
    WALL,
    State,
)

__all__ = ["is_obliged"]


@inner
def _startable(s: State) -> int:
    """The colours, as bits, of which a palace can still be started: not closed, a piece in some hand, a square."""
    if s.n_target[NEW_PALACE] == 0:
        return 0
    colours = 0
    for seat in range(s.players):
        for colour in range(N_COLOURS):
            colours |= int(s.hand[seat, colour] > 0) << colour
    return colours


@inner
def _can_ever_claim(s: State, seat: int) -> bool:
    """Whether the seat can ever put an own dome on a palace again."""
    return s.hand[seat, DOME] > 0 and (claimable(s, seat) != 0 or _startable(s) & ~s.claimed[seat] != 0)


@inner
def _can_ever_place(s: State, seat: int) -> bool:
    """Whether the seat can ever place a piece again; what is mostly true and quickly seen comes first."""
    if s.hand[seat, WALL] > 0 and s.free_arms:
        return True
    if s.hand[seat, INHABITANT] > 0 and s.n_target[INHABITANT] > 0:
        return True
    for colour in range(N_COLOURS):
        if s.hand[seat, colour] > 0 and (s.is_open[colour] or s.n_target[NEW_PALACE] > 0):
            return True
    extension = False  # some palace has an extension square
    for i in range(3):
        extension |= s.beside_pieces[i] & s.once[i] & ~s.twice[i] & ~s.occupied[i] != 0
    if s.hand[seat, STABLE] > 0 and (extension or _startable(s)):
        return True
    if _can_ever_claim(s, seat):
        return True
    if s.neutral_rule and s.hand[seat, NEUTRAL_DOME] > 0:
        startable = _startable(s)
        open_to_it = startable if s.neutral_rule == NEUTRAL_ANY else startable & ~s.blocked_by[seat]
        return claimable_neutral(s, seat) != 0 or open_to_it != 0
    return False


@inner
def is_obliged(s: State, seat: int) -> bool:
    """Whether the last-player obligation holds for the seat whose turn begins."""
    if s.last_player == LAST_PLAYER_PIECES:
        for other in range(s.players):  # the usual case: a wall can always be placed
            if other != seat and s.hand[other, WALL] > 0 and s.free_arms:
                return False
    if s.last_player == LAST_PLAYER_DOMES:
        for other in range(s.players):
            if other != seat and s.hand[other, DOME] > 0:
                return False
        return True
    for other in range(s.players):
        if other == seat:
            continue
        if s.last_player == LAST_PLAYER_PIECES:
            if _can_ever_place(s, other):
                return False
        elif _can_ever_claim(s, other):
            return False
    return True
