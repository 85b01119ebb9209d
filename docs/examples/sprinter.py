"""A compiled bot: it takes the most points at once, in a tenth of a millisecond, and claims only what is worth it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from medina_arena.bots import CompiledBot
from medina_arena.engine import (
    apply_move,
    compiled,
    copy_state,
    draw_below,
    draw_float,
    fill_hidden_picks,
    fill_scores,
    nth_legal_move,
)

ENOUGH = 0  # the place of the parameter among the kernel's numbers
DOME = 7  # a move is 256 times its kind and a place; docs/notation.md has the kinds


@compiled
def choose(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    """The kernel: integers, floats, arrays and records only."""
    now, after = states[0], states[1]  # the position, and room to try moves out
    seat = now.to_move
    scores = np.empty(4, np.int64)
    fill_scores(now, scores)
    score = scores[seat]
    best = nth_legal_move(now, draw_below(rng, now.n_legal))
    best_value = -1.0
    for number in range(now.n_legal):
        move = nth_legal_move(now, number)
        copy_state(after, now)
        fill_hidden_picks(after, rng)  # in the gift variant the others' picks are secret
        apply_move(after, move)
        fill_scores(after, scores)
        gain = scores[seat] - score
        if move >> 8 == DOME and gain < parameters[ENOUGH]:
            continue
        value = gain + draw_float(rng)  # among equals any
        if value > best_value:
            best, best_value = move, value
    return best


class Sprinter(CompiledBot):
    """Takes the most points at once; claims a palace when that brings enough."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """What the kernel gets as its numbers, in this order."""

        enough: float = 8.0
        """Points that make a palace worth a dome."""

    kernel = choose
