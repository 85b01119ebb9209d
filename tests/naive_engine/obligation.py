"""Who can ever move again, and who must place a dome? The last player (rules page, sections 8 and 9)."""

from .palaces import extension_squares, find_palaces, is_open, new_palace_squares
from .placing import blocked_by, claimed_by, inhabitant_squares
from .rules import COLOURS
from .state import State


def is_closed(state: State, colour: str) -> bool:
    """Whether no more pieces of a colour may be built (rules page, section 9)."""
    palaces = [palace for palace in find_palaces(state.board) if palace.colour == colour]
    if all(any(palace.owner == seat for palace in palaces) for seat in state.seats):
        return True
    if not state.rules["close_without_space"]:
        return False
    # bsw: also without an open palace and without a square for a new one.
    return not any(is_open(state.board, palace) for palace in palaces) and not new_palace_squares(state.board)


def discard_closed_colours(state: State) -> None:
    """Take the pieces of closed colours out of all hands (rules page, section 9)."""
    for colour in COLOURS:
        if is_closed(state, colour):
            for hand in state.hands:
                state.discarded[colour] += hand[colour]
                hand[colour] = 0


def is_start_possible(state: State, colour: str) -> bool:
    """Whether a palace of a colour could still be begun by somebody (rules page, section 9)."""
    return (
        not is_closed(state, colour)
        and any(hand[colour] > 0 for hand in state.hands)
        and bool(new_palace_squares(state.board))
    )


def can_ever_claim(state: State, seat: int) -> bool:
    """Whether a seat can ever claim a palace again (rules page, section 9)."""
    palaces = find_palaces(state.board)
    if state.hands[seat]["D"] == 0:
        return False
    return any(
        any(palace.colour == colour and palace.dome is None for palace in palaces) or is_start_possible(state, colour)
        for colour in COLOURS
        if colour not in claimed_by(palaces, seat)
    )


def can_ever_place(state: State, seat: int) -> bool:
    """Whether a seat can ever place a piece again (rules page, section 9)."""
    hand = state.hands[seat]
    return (
        hand["W"] > 0
        or (hand["I"] > 0 and bool(inhabitant_squares(state.board)))
        or any(hand[colour] > 0 and _can_be_built(state, colour) for colour in COLOURS)
        or (hand["S"] > 0 and _can_stable_ever_go(state))
        or can_ever_claim(state, seat)
        or (hand["N"] > 0 and _can_neutral_ever_go(state, seat))
    )


def _can_be_built(state: State, colour: str) -> bool:
    if is_closed(state, colour):
        return False
    palaces = [palace for palace in find_palaces(state.board) if palace.colour == colour]
    return any(is_open(state.board, palace) for palace in palaces) or bool(new_palace_squares(state.board))


def _can_stable_ever_go(state: State) -> bool:
    has_extension = any(extension_squares(state.board, palace) for palace in find_palaces(state.board))
    return has_extension or any(is_start_possible(state, colour) for colour in COLOURS)


def _can_neutral_ever_go(state: State, seat: int) -> bool:
    palaces = find_palaces(state.board)
    # ditt: only colours on which it has placed no blocking dome
    used = blocked_by(palaces, seat) if state.rules["neutral"] == "one per colour" else set()
    return any(
        any(palace.colour == colour and palace.dome is None for palace in palaces) or is_start_possible(state, colour)
        for colour in COLOURS
        if colour not in used
    )


def is_obliged(state: State, seat: int) -> bool:
    """Whether a seat whose turn begins is the last player, who must place a dome (rules page, section 8)."""
    others = [other for other in state.seats if other != seat]
    if state.rules["last_player"] == "pieces":
        return not any(can_ever_place(state, other) for other in others)
    if state.rules["last_player"] == "domes":
        return not any(state.hands[other]["D"] > 0 for other in others)
    return not any(can_ever_claim(state, other) for other in others)  # claims
