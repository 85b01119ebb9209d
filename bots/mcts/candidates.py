"""Which moves does the informed search look at? The best few of each kind by the greedy evaluation.

Squares for a new palace all have the same value, so a few are drawn; values get a little noise, so that no square is
preferred for its number.
"""

from typing import Any

import numpy as np

from medina_arena.engine import N_COLOURS, draw_below, draw_float, nth_legal_move
from medina_arena.engine.bits import ctz
from medina_arena.engine.kernels import inner
from medina_arena.engine.legality import claimable, claimable_neutral
from medina_arena.engine.state import DOME, N_PIECES, N_TARGETS, PHASE_OPENING, PHASE_PICK, WALL

from ..greedy.evaluation import fill_common, move_value, start_value
from ..greedy.weights import Weight

__all__ = ["MAX_CANDIDATES", "fill_candidates"]

MAX_CANDIDATES = 256
"""Room that `fill_candidates` needs."""
_MAX_PER_KIND = 24
_NOISE = 0.02
_TEA = int(Weight.TEA)


@inner
def _offer(moves: Any, values: Any, first: int, n: int, most: int, move: int, value: float) -> int:
    """Put a move into the list of the best `most` from index `first`, if it is one; returns the list's length."""
    i = first + n
    if n == most:
        i -= 1
        if value <= values[i]:
            return n
    while i > first and values[i - 1] < value:
        values[i] = values[i - 1]
        moves[i] = moves[i - 1]
        i -= 1
    values[i] = value
    moves[i] = move
    return min(n + 1, most)


@inner
def _fill_kind(s: Any, rng: Any, w: Any, common: Any, kind: int, most: int, moves: Any, values: Any, first: int) -> int:
    """Write the best moves of a kind from index `first` on; returns their number."""
    n = 0
    for word in range(3 if kind < N_TARGETS else 1):
        if kind < N_TARGETS:
            bits = s.target[kind, word]
        elif kind == WALL:
            bits = s.free_arms
        elif kind == DOME:
            bits = claimable(s, s.to_move)
        else:
            bits = claimable_neutral(s, s.to_move)
        while bits:
            place = (word << 6) + ctz(bits)
            bits &= bits - 1
            value = move_value(s, kind, place, w, common) + _NOISE * draw_float(rng)
            if kind >= DOME:
                place = s.first[place]
            n = _offer(moves, values, first, n, most, kind << 8 | place, value)
    return n


@inner
def _fill_sample(
    s: Any, rng: Any, index: int, n_moves: int, n: int, value: float, moves: Any, values: Any, first: int
) -> int:
    """Write up to `n` different moves of those with the legal indices from `index` on; returns their number."""
    n = min(n, n_moves)
    step = n_moves // n
    for i in range(n):  # one from each part of the range, so that none comes twice
        moves[first + i] = nth_legal_move(s, index + i * step + draw_below(rng, step))
        values[first + i] = value
    return n


@inner
def _keep_best(moves: Any, values: Any, n: int, limit: int) -> int:
    """Bring the best `limit` of the first `n` to the front, in descending order; returns their number."""
    n_kept = 0
    for i in range(n):
        n_kept = _offer(moves, values, 0, n_kept, limit, moves[i], values[i])
    return n_kept


@inner
def fill_candidates(
    s: Any, rng: Any, w: Any, common: Any, temperature: float, limit: int, moves: Any, priors: Any
) -> int:
    """Write the candidates, best first, and their prior probabilities; returns their number, at most about `limit`.

    `moves` and `priors` have room for `MAX_CANDIDATES`. Of each kind a third of the limit is kept, of the squares for
    new palaces of a colour a twelfth.
    """
    if s.phase == PHASE_OPENING or s.phase == PHASE_PICK:
        n = _fill_sample(s, rng, 0, int(s.n_legal), limit, 0.0, moves, priors, 0)
    else:
        fill_common(s, w, common)
        n = 0
        index = 0
        for kind in range(N_PIECES):
            n_kind = int(s.n_legal_kind[kind])
            if n_kind == 0:
                continue
            if kind < N_COLOURS and not s.is_open[kind]:
                value = start_value(s, kind, w)
                n += _fill_sample(s, rng, index, n_kind, max(1, limit // 12), value, moves, priors, n)
            else:
                n += _fill_kind(s, rng, w, common, kind, min(limit // 3, _MAX_PER_KIND), moves, priors, n)
            index += n_kind
        if s.may_skip:
            moves[n] = nth_legal_move(s, s.n_legal - 1)
            priors[n] = w[_TEA] if s.n_legal_kind[DOME] < s.n_legal - 1 else 0.0
            n += 1
        n = _keep_best(moves, priors, n, limit)
    total = 0.0
    best = priors[0]
    for i in range(n):
        priors[i] = np.exp((priors[i] - best) / temperature)
        total += priors[i]
    for i in range(n):
        priors[i] /= total
    return n
