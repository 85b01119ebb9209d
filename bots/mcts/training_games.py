"""How are games played for training? Any compiled bots, some with random moves among theirs, inside compiled code.

Besides the final scores such games give samples: what the learned value sees at the beginning of some turns.
"""

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from medina_arena.engine import (
    RuleSet,
    apply_move,
    begin_game,
    compiled,
    copy_state,
    draw_below,
    draw_float,
    draw_setup,
    fill_scores,
    nth_legal_move,
    observe,
)
from medina_arena.engine.kernels import inner
from medina_arena.engine.state import MAX_PLAYERS, PHASE_OPENING

from ..kernel import compile_loop
from ..seats import SEAT_TYPES, CompiledSeat, new_game_states, pack_seats
from .features import MAX_ACTIVE, N_FACTS, fill_facts, fill_features, part_left

__all__ = ["SAMPLES", "Samples", "begin", "place", "play_training_games"]

SAMPLES = 24
"""The most positions that are taken from a game."""
_SHARE_OF_TURNS = 0.35

Samples = tuple[npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]
"""Indices and values of the features [n, MAX_ACTIVE], part left [n], final score [n]."""


@inner
def begin(s: Any, blank: Any, memory: Any, rng: Any) -> None:
    """Begin a game of the rules in `blank`, with nothing in the bots' memory."""
    copy_state(s, blank)
    well, inhabitant = draw_setup(s, rng)
    begin_game(s, well, inhabitant)
    memory[:] = 0


@inner
def place(
    s: Any,
    view: Any,
    kernels: Any,
    parameters: Any,
    n_parameters: Any,
    memory: Any,
    n_memory: Any,
    noise: Any,
    rng: Any,
) -> None:
    """Play the move of the seat's bot, or any one in the opening and as often as its `noise` says."""
    seat = s.to_move
    if s.phase == PHASE_OPENING or draw_float(rng) < noise[seat]:
        move = nth_legal_move(s, draw_below(rng, s.n_legal))
    else:
        observe(view[0], s, seat)
        move = kernels[seat](view, rng, parameters[seat, : n_parameters[seat]], memory[seat, : n_memory[seat]])
    apply_move(s, move)


@compiled
def _play_games(
    kernels: Any,
    parameters: Any,
    n_parameters: Any,
    memory: Any,
    n_memory: Any,
    noise: Any,
    states: Any,
    rng: Any,
    index: Any,
    value: Any,
    left: Any,
    target: Any,
    n_rows: Any,
    finals: Any,
) -> None:
    """Play a game of the rules in ``states[0]`` for each row of `finals`, which get the final scores.

    Samples are written as long as there is room, one row a seat and position, and their number to `n_rows`.
    """
    blank, s, view = states[0], states[1], states[2:]
    facts = np.empty((N_FACTS, 4), np.int64)
    scores = np.empty(MAX_PLAYERS, np.int64)
    players = blank.players
    n = 0
    for game in range(finals.shape[0]):
        begin(s, blank, memory, rng)
        first = n
        while s.n_legal > 0:
            begins = s.n_given == 0 if s.gifts else s.left == s.allotted
            if (
                begins
                and s.phase != PHASE_OPENING
                and n < first + SAMPLES * players
                and n + players <= left.shape[0]
                and draw_float(rng) < _SHARE_OF_TURNS
            ):
                fill_facts(s, facts)
                fill_scores(s, scores)
                for seat in range(players):
                    left[n] = part_left(s)
                    index[n, :] = 0
                    value[n, :] = 0.0
                    fill_features(s, seat, scores[seat], left[n], facts, index[n], value[n])
                    target[n] = seat
                    n += 1
            place(s, view, kernels, parameters, n_parameters, memory, n_memory, noise, rng)
        fill_scores(s, scores)
        for seat in range(players):
            finals[game, seat] = scores[seat]
        for row in range(first, n):
            target[row] = scores[int(target[row])]
    n_rows[0] = n


_TYPES = (
    *SEAT_TYPES,
    numba.types.int64[::1],
    numba.types.int64[:, ::1],
    numba.types.float64[:, ::1],
    *[numba.types.float64[::1]] * 2,
    numba.types.int64[::1],
    numba.types.int64[:, ::1],
)


def play_training_games(
    rules: RuleSet,
    seats: Sequence[CompiledSeat],
    n_games: int,
    stream: npt.NDArray[np.int64],
    n_samples: int = 0,
) -> tuple[npt.NDArray[np.int64], Samples]:
    """The final scores [n_games, seats] and up to `n_samples` samples; all chance comes from the stream, int64 [1]."""
    players = len(seats)
    index, value = np.zeros((n_samples, MAX_ACTIVE), np.int64), np.zeros((n_samples, MAX_ACTIVE))
    left, target, n_rows = np.zeros(n_samples), np.zeros(n_samples), np.zeros(1, np.int64)
    finals = np.zeros((n_games, players), np.int64)
    states = new_game_states(rules, players)
    compile_loop(_play_games, *_TYPES)(*pack_seats(seats), states, stream, index, value, left, target, n_rows, finals)
    n = int(n_rows[0])
    return finals, (index[:n], value[:n], left[:n], target[:n])
