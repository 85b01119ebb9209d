"""What will each seat's final score be? A learned linear value at the end of a turn, and rewards made of it.

Weights are given at `N_KNOTS` stages of the game, by the part of all pieces that is left, and interpolated between
them. A search uses the weights of the stage at its root throughout.
"""

from typing import Any

import numpy as np

from medina_arena.engine import fill_scores
from medina_arena.engine.kernels import inner

from .features import N_FEATURES, fill_facts, fill_features, part_left

__all__ = ["N_KNOTS", "N_VALUE_WEIGHTS", "fill_rewards", "fill_stage", "stage_of"]

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
def fill_stage(s: Any, weights: Any, out: Any) -> None:
    """Write the weights for the position's stage, and last the spread, to `out`, float [N_FEATURES + 1]."""
    knot, share = stage_of(part_left(s))
    for i in range(_N_ROW):
        low = weights[knot * _N_ROW + i]
        out[i] = low + share * (weights[(knot + 1) * _N_ROW + i] - low)


@inner
def _fill_expected(s: Any, stage: Any, scores: Any, facts: Any, index: Any, value: Any, out: Any) -> None:
    """Write each seat's expected final score to `out`."""
    fill_facts(s, facts)
    left = part_left(s)
    for seat in range(s.players):
        n = fill_features(s, seat, scores[seat], left, facts, index, value)
        total = 0.0
        for i in range(n):
            total += stage[index[i]] * value[i]
        out[seat] = total


@inner
def fill_rewards(s: Any, stage: Any, scores: Any, facts: Any, index: Any, value: Any, out: Any) -> None:
    """Write each seat's reward, from 0 to 1, to `out`, float [8].

    Mostly the part of the opponents that it will end ahead of, and a little for the margin.
    """
    fill_scores(s, scores)
    spread = 0.0
    expected = out[4:]
    if s.n_legal > 0:
        _fill_expected(s, stage, scores, facts, index, value, expected)
        spread = stage[N_FEATURES]
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
