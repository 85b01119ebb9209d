"""How are whole games played inside compiled code? Every seat has a kernel, and nothing leaves until the end."""

from typing import Any

import numba
import numpy as np

from medina_arena.bots.kernel import KERNEL_TYPE, STATES_TYPE, compile_loop
from medina_arena.engine import (
    SETUP_STREAM,
    apply_move,
    begin_game,
    compiled,
    copy_state,
    draw_below,
    draw_setup,
    fill_ranks,
    fill_score_sources,
    fill_scores,
    is_legal,
    mix,
    nth_legal_move,
    observe,
)
from medina_arena.engine.state import MAX_PLAYERS

__all__ = ["ILLEGAL_MOVE", "MAX_KERNELS", "fold_move", "play_batch", "rank_faulted_last"]

MAX_KERNELS = 8
"""Different kernels that games of one batch can have."""
ILLEGAL_MOVE = 1
"""The value of `medina_arena.results.Termination.ILLEGAL_MOVE` for compiled code."""


@compiled
def fold_move(moves_hash: int, move: int) -> int:
    """The hash of a list of moves with one more move."""
    return mix(moves_hash, move + 1)


@compiled
def rank_faulted_last(ranks: Any, faults: Any, players: int) -> None:
    """Make the ranks of faulted seats (fault not 0) equal and behind all others, and close the gaps before them."""
    n_sound = 0
    for seat in range(players):
        if faults[seat] == 0:
            n_sound += 1
            n_gaps = 0
            for other in range(players):
                n_gaps += faults[other] != 0 and ranks[other] < ranks[seat]
            ranks[seat] -= n_gaps
    for seat in range(players):
        if faults[seat] != 0:
            ranks[seat] = n_sound + 1


@compiled
def _play_batch(
    kernels: Any,
    kernel_of: Any,
    parameters: Any,
    n_parameters: Any,
    memory: Any,
    n_memory: Any,
    states: Any,
    n_drawn: int,
    bots: Any,
    seeds: Any,
    opening_seeds: Any,
    bot_seeds: Any,
    stand_in_seeds: Any,
    sources: Any,
    ranks: Any,
    faults: Any,
    placements: Any,
    hashes: Any,
) -> None:
    """Play a game for each seed; ``states[0]`` is empty with its rules set, [1] the game, the rest the kernels'.

    `bots` [games, seats] are places in the lists of what each bot needs; `memory` has a row for each seat.
    """
    blank, s = states[0], states[1]
    players = blank.players
    view = states[2:]
    rngs = np.empty((MAX_PLAYERS, 1), np.int64)
    rng = np.empty(1, np.int64)
    stand_ins = np.empty((MAX_PLAYERS, 1), np.int64)
    scores = np.empty(MAX_PLAYERS, np.int64)
    for game in range(seeds.shape[0]):
        copy_state(s, blank)
        rng[0] = mix(seeds[game], SETUP_STREAM)
        well, inhabitant = draw_setup(s, rng)
        begin_game(s, well, inhabitant)
        for seat in range(players):
            rngs[seat, 0] = bot_seeds[game, seat]
            stand_ins[seat, 0] = stand_in_seeds[game, seat]
            memory[seat, : n_memory[bots[game, seat]]] = 0
            faults[game, seat] = 0
        rng[0] = opening_seeds[game]
        moves_hash = 0
        n = 0
        while s.n_legal > 0:
            seat = s.to_move
            if n < n_drawn:
                move = nth_legal_move(s, draw_below(rng, s.n_legal))
            elif faults[game, seat] == 0:
                observe(view[0], s, seat)
                bot = bots[game, seat]
                move = kernels[kernel_of[bot]](
                    view, rngs[seat], parameters[bot, : n_parameters[bot]], memory[seat, : n_memory[bot]]
                )
                if not is_legal(s, move):
                    faults[game, seat] = ILLEGAL_MOVE
                    continue
            else:
                move = nth_legal_move(s, draw_below(stand_ins[seat], s.n_legal))
            apply_move(s, move)
            moves_hash = fold_move(moves_hash, move)
            n += 1
        fill_score_sources(s, sources[game])
        fill_scores(s, scores)
        fill_ranks(s, scores, ranks[game])
        rank_faulted_last(ranks[game], faults[game], players)
        placements[game] = n
        hashes[game] = moves_hash


_TYPES = (
    numba.types.UniTuple(KERNEL_TYPE, MAX_KERNELS),
    numba.types.int64[::1],
    numba.types.float64[:, ::1],
    numba.types.int64[::1],
    numba.types.int64[:, ::1],
    numba.types.int64[::1],
    STATES_TYPE,
    numba.types.int64,
    numba.types.int64[:, ::1],
    *[numba.types.int64[::1]] * 2,
    *[numba.types.int64[:, ::1]] * 2,
    numba.types.int64[:, :, ::1],
    *[numba.types.int64[:, ::1]] * 2,
    *[numba.types.int64[::1]] * 2,
)


def play_batch(*arguments: object) -> None:
    """`_play_batch`, compiled at the first call."""
    compile_loop(_play_batch, *_TYPES)(*arguments)
