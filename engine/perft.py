"""How many ways to go on has a position? Sequences of legal moves, counted to hold engines against each other."""

from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import NotationError
from .kernels import compiled
from .legality import nth_legal_move
from .state import HIDDEN, copy_state, new_states
from .turns import apply_move

if TYPE_CHECKING:
    from .game import Game

__all__ = ["MAX_DEPTH", "count_leaves", "split_leaves"]

MAX_DEPTH = 9
"""Deeper than anything that ends."""


@compiled
def _count(states: Any, tried: Any, depth: int) -> int:
    """Count from ``states[0]`` with room for `depth` positions; the last moves are counted without playing them."""
    leaves = 0
    level = 0
    tried[0] = 0
    while level >= 0:
        s = states[level]
        if level == depth - 1:
            leaves += s.n_legal
        elif tried[level] < s.n_legal:
            copy_state(states[level + 1], s)
            apply_move(states[level + 1], nth_legal_move(s, tried[level]))
            tried[level] += 1
            level += 1
            tried[level] = 0
            continue
        level -= 1
    return leaves


def count_leaves(game: "Game", depth: int) -> int:
    """The number of sequences of `depth` legal moves; a game that ends earlier counts for nothing.

    Raises `NotationError` for a depth that is none or a view with hidden picks.
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= MAX_DEPTH:
        raise NotationError(f"the depth is a whole number from 0 to {MAX_DEPTH}, not {depth!r}")
    if depth == 0:
        return 1
    states = new_states(depth)
    game.write_state(states)
    if (states[0]["pick"] == HIDDEN).any():
        raise NotationError("moves past hidden picks cannot be counted: call determinize first")
    return int(_count(states, np.zeros(depth, np.int64), depth))


def split_leaves(game: "Game", depth: int) -> dict[str, int]:
    """The count after each legal move, by its text, in the order of the legal moves; depth at least 1."""
    if depth == 0:
        raise NotationError("a split needs a depth of at least 1")
    counts = {}
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        counts[str(move)] = count_leaves(after, depth - 1)
    return counts
