"""The bot that plays the best move of a hand-made evaluation."""

from typing import Any

import numpy as np

from medina_arena.engine import N_COLOURS, compiled, draw_below, nth_legal_move
from medina_arena.engine.bits import ctz
from medina_arena.engine.kernels import inner
from medina_arena.engine.legality import n_place_words, place_word
from medina_arena.engine.state import (
    N_PIECES,
    PHASE_DOME,
    PHASE_OPENING,
    PHASE_PICK,
)

from ..base import CompiledBot
from ..weight_files import oldest_rules, weight_set
from .evaluation import N_COMMON, fill_common, move_value, start_value
from .weights import N_WEIGHTS, Weight, load_weights

__all__ = ["GreedyBot", "choose_greedily"]

_TEA = int(Weight.TEA)


@inner
def choose_greedily(s: Any, rng: Any, w: Any, common: Any) -> int:
    """The index of the best legal move in the fixed order; among equals one is drawn. `common` is overwritten."""
    if s.phase == PHASE_OPENING or s.phase == PHASE_PICK:
        return draw_below(rng, s.n_legal)
    fill_common(s, w, common)
    best = -1e9
    n_best = 0
    chosen = 0
    index = 0
    for kind in range(N_PIECES):
        if s.n_legal_kind[kind] == 0:
            continue
        if kind < N_COLOURS and not s.is_open[kind]:  # all squares are alike
            value = start_value(s, kind, w)
            n = s.n_legal_kind[kind]
            if value > best:
                best = value
                n_best = 0
            if value == best:
                n_best += n
                pick = draw_below(rng, n_best)
                if pick < n:
                    chosen = index + pick
            index += n
            continue
        for word in range(n_place_words(kind)):
            bits = place_word(s, kind, word)
            while bits:
                value = move_value(s, kind, (word << 6) + ctz(bits), w, common)
                bits &= bits - 1
                if value > best:
                    best = value
                    n_best = 1
                    chosen = index
                elif value == best:
                    n_best += 1
                    if draw_below(rng, n_best) == 0:
                        chosen = index
                index += 1
    if s.may_skip:
        value = 0.0 if s.phase == PHASE_DOME else w[_TEA]
        if value > best:
            chosen = index
    return chosen


@compiled
def _choose(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    s = states[0]
    first = weight_set(s) * N_WEIGHTS
    weights = parameters[first : first + N_WEIGHTS]
    return nth_legal_move(s, choose_greedily(s, rng, weights, memory.view(np.float64)))


class GreedyBot(CompiledBot):
    """Plays the best move of a hand-made evaluation that looks one placement ahead."""

    kernel = _choose

    @classmethod
    def rules_learned(cls) -> int:
        """By which its weights were tuned."""
        return oldest_rules(__package__ or "", "weights")

    @classmethod
    def kernel_parameters(cls, params: Any, budget: Any) -> list[float]:
        """The weights of all sets."""
        return list(load_weights())

    @classmethod
    def kernel_memory(cls, params: Any, budget: Any) -> int:
        """Room for what the moves of a position have in common."""
        return N_COMMON
