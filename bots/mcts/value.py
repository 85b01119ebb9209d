"""What will each seat's final score be? A learned linear value at the end of a turn, and rewards made of it.

Weights are given at `N_KNOTS` stages of the game, by the part of all pieces that is left, and interpolated between
them.
"""

from typing import Any

import numpy as np

from medina_arena.engine import fill_scores
from medina_arena.engine.kernels import inner

from .features import N_FEATURES, fill_facts, fill_features, part_left

__all__ = ["N_KNOTS", "N_VALUE_WEIGHTS", "fill_rewards", "stage_of"]

N_KNOTS = 6
_N_ROW = N_FEATURES + 1  # the weights, then the spread of the error
N_VALUE_WEIGHTS = N_KNOTS * _N_ROW
"""Numbers of one model: for each knot the weights of the features and the spread."""

_MARGIN_SHARE = 0.1
_MARGIN_SCALE = 0.02


@inner
def stage_of(left: float) -> tuple[int, float]:
    """The knot below a part left, and the share of the one above it."""
    stage = left * (N_KNOTS - 1)
    knot = min(int(stage), N_KNOTS - 2)
    return knot, stage - knot


@inner
def _fill_expected(s: Any, weights: Any, scores: Any, facts: Any, index: Any, value: Any, out: Any) -> float:
    """Write each seat's expected final score to `out`; returns the spread of the error."""
    fill_facts(s, facts)
    left = part_left(s)
    knot, share = stage_of(left)
    low, high = knot * _N_ROW, (knot + 1) * _N_ROW
    for seat in range(s.players):
        n = fill_features(s, seat, scores[seat], left, facts, index, value)
        below, above = 0.0, 0.0
        for i in range(n):
            below += weights[low + index[i]] * value[i]
            above += weights[high + index[i]] * value[i]
        out[seat] = below + share * (above - below)
    below, above = weights[low + N_FEATURES], weights[high + N_FEATURES]
    return below + share * (above - below)


@inner
def fill_rewards(s: Any, weights: Any, scores: Any, facts: Any, index: Any, value: Any, out: Any) -> None:
    """Write each seat's reward, from 0 to 1, to `out`, float [8]; `weights` are those of the value, [N_VALUE_WEIGHTS].

    Mostly the part of the opponents that it will end ahead of, and a little for the margin.
    """
    fill_scores(s, scores)
    spread = 0.0
    expected = out[4:]
    if s.n_legal > 0:
        spread = _fill_expected(s, weights, scores, facts, index, value, expected)
    else:
        for seat in range(s.players):
            expected[seat] = scores[seat]
    total = 0.0
    for seat in range(s.players):
        total += expected[seat]
        out[seat] = 0.0
    for seat in range(s.players):
        for other in range(seat):
            lead = expected[seat] - expected[other]
            if lead != 0.0:
                ahead = lead / np.sqrt(lead * lead + spread * spread)
                out[seat] += ahead
                out[other] -= ahead
    for seat in range(s.players):
        ahead = 0.5 + 0.5 * out[seat] / (s.players - 1)
        margin = 0.5 + _MARGIN_SCALE * (s.players * expected[seat] - total) / (s.players - 1)
        out[seat] = (1.0 - _MARGIN_SHARE) * ahead + _MARGIN_SHARE * min(max(margin, 0.0), 1.0)
