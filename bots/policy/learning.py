"""How is the policy trained? It plays games, and what it did in good ones becomes more likely. (REINFORCE)

The reward of a choice is what the seat's lead over the mean of the others changes by until the end of the game.
Source: Williams 1992.
"""

from typing import Any

import numpy as np

from medina_arena.engine import (
    apply_move,
    begin_game,
    compiled,
    copy_state,
    draw_setup,
    fill_scores,
    observe,
)
from medina_arena.engine.kernels import inner
from medina_arena.engine.state import MAX_PLAYERS, N_PIECES, PHASE_OPENING

from .features import N_CATEGORIES
from .rows import draw_from_row, draw_row, fill_rows, fill_shares

__all__ = ["N_STAGES", "play_and_learn"]

N_STAGES = 16
"""Stages of a game, by the pieces that a seat still holds, for which rewards are compared with their mean."""
_PIECES_OF_STAGE = 2
_SMALLEST_SLOPE = 0.002
_MEAN_OVER = 2000.0
"""Choices over which the means of the rewards are taken."""


@inner
def _lead(scores: Any, players: int, seat: int) -> float:
    """How far the seat is ahead of the mean of the others."""
    total = 0.0
    for other in range(players):
        total += scores[other]
    return (scores[seat] * players - total) / (players - 1)


@inner
def _stage(s: Any) -> int:
    """The stage of the game for the seat to move."""
    held = 0
    for kind in range(N_PIECES):
        held += s.hand[s.to_move, kind]
    return min(held // _PIECES_OF_STAGE, N_STAGES - 1)


@compiled
def play_and_learn(
    kernels: Any,
    parameters: Any,
    n_parameters: Any,
    memory: Any,
    n_memory: Any,
    is_learner: Any,
    works: Any,
    states: Any,
    rng: Any,
    weights: Any,
    means: Any,
    traces: Any,
    gradient: Any,
    finals: Any,
) -> None:
    """Play a game of the rules in ``states[0]`` for each row of `finals`, which get the final scores.

    Learners choose by the policy; the others have kernels. The gradient of the learners' rewards is added to
    `gradient` [weights], the mean reward of each stage is kept in `means`; `traces`, [players, 2, weights], and
    `works`, one WORKSPACE, are overwritten.
    """
    blank, s, view = states[0], states[1], states[2:]
    players = blank.players
    work = works[0]
    scores = np.empty(MAX_PLAYERS, np.int64)
    n_choices = np.empty((MAX_PLAYERS, N_STAGES))
    leads = np.empty((MAX_PLAYERS, N_STAGES))
    n_weights = weights.shape[0]
    for game in range(finals.shape[0]):
        copy_state(s, blank)
        well, inhabitant = draw_setup(s, rng)
        begin_game(s, well, inhabitant)
        memory[:] = 0
        traces[:] = 0.0
        n_choices[:] = 0.0
        leads[:] = 0.0
        while s.n_legal > 0:
            seat = s.to_move
            if not is_learner[seat]:
                observe(view[0], s, seat)
                move = kernels[seat](view, rng, parameters[seat, : n_parameters[seat]], memory[seat, : n_memory[seat]])
                apply_move(s, move)
                continue
            n = fill_rows(s, weights, work)
            fill_shares(work, n, 1.0)
            chosen = draw_row(rng, work, n)
            if s.phase != PHASE_OPENING and n > 1:
                fill_scores(s, scores)
                stage = _stage(s)
                lead = _lead(scores, players, seat)
                n_choices[seat, stage] += 1.0
                leads[seat, stage] += lead
                base = lead + means[stage]
                for row in range(n):
                    slope = (row == chosen) - work.shares[row]
                    if abs(slope) > _SMALLEST_SLOPE:
                        for i in range(N_CATEGORIES):
                            traces[seat, 0, work.rows[row, i]] += slope
                            traces[seat, 1, work.rows[row, i]] += slope * base
            apply_move(s, draw_from_row(s, rng, work, chosen))
        fill_scores(s, scores)
        for seat in range(players):
            finals[game, seat] = scores[seat]
            if is_learner[seat]:
                lead = _lead(scores, players, seat)
                for i in range(1, n_weights):
                    gradient[i] += lead * traces[seat, 0, i] - traces[seat, 1, i]
                for stage in range(N_STAGES):
                    n_here = n_choices[seat, stage]
                    if n_here > 0.0:
                        mean = lead - leads[seat, stage] / n_here
                        means[stage] += (mean - means[stage]) * n_here / _MEAN_OVER
