"""How does a game end if every seat plays as well as it can? All ways to the end are looked at, if there are few.

Each seat takes what brings itself the largest reward. (max^n: Luckhardt and Irani 1986)
"""

from typing import Any

from medina_arena.engine import apply_move, copy_state, nth_legal_move
from medina_arena.engine.kernels import inner
from medina_arena.engine.state import MAX_PLAYERS

from .value import fill_rewards

__all__ = ["MAX_PLACEMENTS", "NO_MOVE", "solve"]

NO_MOVE = -1
MAX_PLACEMENTS = 8
"""So many placements are looked ahead at most."""
_EQUAL = 1e-9
"""Rewards that differ by less are the same, and the move that comes first is taken."""


@inner
def solve(root: Any, s: Any, most: int, weights: Any, room: Any) -> int:
    """The best move, or `NO_MOVE` if more than `most` games would have to be looked at; `s` is overwritten.

    `weights` are those of the value. Of the arrays of `room` it uses `place`, `width` and `mover`, int64
    [`MAX_PLACEMENTS`], the rewards of the best way from each placement on, `outcome`, float64 [`MAX_PLACEMENTS`, 4],
    and those of `fill_rewards`.
    """
    if root.gifts:  # what others have picked is not known
        return NO_MOVE
    place, width, mover, outcome, rewards = room.place, room.width, room.mover, room.outcome, room.rewards
    depth = 0
    best = 0
    for _ in range(most):
        copy_state(s, root)
        for i in range(depth):
            apply_move(s, nth_legal_move(s, place[i]))
        while s.n_legal > 0:
            if depth == MAX_PLACEMENTS:
                return NO_MOVE
            place[depth], width[depth], mover[depth] = 0, s.n_legal, s.to_move
            depth += 1
            apply_move(s, nth_legal_move(s, 0))
        fill_rewards(s, weights, room.scores, room.facts, room.index, room.value, rewards)
        while depth > 0:  # what is better now is kept; where nothing is left to try, one step back
            i = depth - 1
            if place[i] == 0 or rewards[mover[i]] > outcome[i, mover[i]] + _EQUAL:
                for seat in range(MAX_PLAYERS):
                    outcome[i, seat] = rewards[seat]
                if i == 0:
                    best = place[0]
            place[i] += 1
            if place[i] < width[i]:
                break
            for seat in range(MAX_PLAYERS):
                rewards[seat] = outcome[i, seat]
            depth = i
        if depth == 0:
            return nth_legal_move(root, best)
    return NO_MOVE
