"""What may a seat know? The position as it sees it, and hidden picks filled in. (rules page, section 11, gifts)"""

from typing import Any

from .kernels import inner
from .rng import draw_below
from .state import HIDDEN, NO_PICK, PHASE_PICK, WALL, State, copy_state

__all__ = ["fill_hidden_picks", "has_hidden_picks", "observe"]


@inner
def observe(target: State, source: State, viewer: int) -> None:
    """Make `target` the position as the viewer sees it: the others' picks are hidden until they lie open."""
    copy_state(target, source)
    if source.gifts and source.phase == PHASE_PICK:
        for seat in range(source.players):
            if seat != viewer and source.pick[seat] != NO_PICK:
                target.pick[seat] = HIDDEN


@inner
def has_hidden_picks(s: State) -> bool:
    """Whether the position hides picks, so that it cannot be played on."""
    if s.gifts and s.phase == PHASE_PICK:
        for seat in range(s.players):
            if s.pick[seat] == HIDDEN:
                return True
    return False


@inner
def fill_hidden_picks(s: State, rng: Any) -> None:
    """Replace each hidden pick by a piece drawn from that seat's hand, all its pieces equally likely."""
    if not s.gifts or s.phase != PHASE_PICK:
        return
    for seat in range(s.players):
        if s.pick[seat] != HIDDEN:
            continue
        n = 0
        for kind in range(WALL + 1):
            n += s.hand[seat, kind]
        n = draw_below(rng, n)
        kind = 0
        while n >= s.hand[seat, kind]:
            n -= s.hand[seat, kind]
            kind += 1
        s.pick[seat] = kind
