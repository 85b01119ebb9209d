"""How does a game end when every move is drawn at random?"""

from typing import Any

from .kernels import inner
from .legality import nth_legal_move
from .rng import draw_below
from .state import PHASE_OVER, State
from .turns import apply_move

__all__ = ["play_randomly"]


@inner
def play_randomly(s: State, rng: Any) -> int:
    """Play uniformly random legal moves until the game is over; returns their number."""
    n = 0
    while s.phase != PHASE_OVER:
        apply_move(s, nth_legal_move(s, draw_below(rng, s.n_legal)))
        n += 1
    return n
