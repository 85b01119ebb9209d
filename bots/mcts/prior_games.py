"""What does a long search think of positions? It is asked at some placements of games that any compiled bots play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from medina_arena.engine import RuleSet, compiled, draw_float, observe
from medina_arena.engine.kernels import inner
from medina_arena.engine.state import PHASE_OPENING

from ..kernel import compile_loop
from ..policy.features import N_CATEGORIES
from ..policy.rows import MAX_ROWS, WORKSPACE, fill_rows, row_of
from ..seats import SEAT_TYPES, CompiledSeat, new_game_states, pack_seats
from .informed import DONE, WEIGHTS, choose_by_search, fill_visits
from .training_games import begin, place

__all__ = ["Opinions", "ask_search"]

_SHARE_OF_PLACEMENTS = 0.2
_MOST_PER_GAME = 60
_ROWS_PER_OPINION = 100
"""Room for so many rows a position on average; there are about 25."""
_MOST_CHILDREN = 1024


@dataclass(frozen=True, slots=True, eq=False)
class Opinions:
    """What a search did in some positions, by the rows of moves that a policy sees."""

    categories: npt.NDArray[np.int16]
    """The categories of each row [rows, N_CATEGORIES]; the rows of a position stand together."""
    shares: npt.NDArray[np.float64]
    """The part of the simulations that went to the moves of each row [rows]; 1 for all rows of a position."""
    sizes: npt.NDArray[np.int64]
    """The number of rows of each position [positions]."""


@inner
def _add_opinion(s: Any, memory: Any, weights: Any, moves: Any, visits: Any, work: Any, out: Any, shares: Any) -> int:
    """Write the rows of the position and the shares of the search's visits; returns how many, 0 without a choice."""
    n_children = fill_visits(memory, moves, visits)
    n = fill_rows(s, weights, work)
    if n < 2 or n > shares.shape[0]:
        return 0
    total = 0
    for i in range(n_children):
        total += visits[i]
    for row in range(n):
        shares[row] = 0.0
        for i in range(N_CATEGORIES):
            out[row, i] = work.rows[row, i]
    for i in range(n_children):
        shares[row_of(s, work, n, moves[i])] += visits[i] / total
    return n


@compiled
def _play_and_ask(
    kernels: Any,
    parameters: Any,
    n_parameters: Any,
    memory: Any,
    n_memory: Any,
    noise: Any,
    states: Any,
    rng: Any,
    n_games: int,
    asked: Any,
    asked_memory: Any,
    works: Any,
    categories: Any,
    shares: Any,
    sizes: Any,
    n_sizes: Any,
) -> None:
    """Play games of the rules in ``states[0]``, and write what the search with the parameters `asked` thinks of some.

    All chance comes from `rng`, int64 [1]; `n_sizes`, int64 [1], gets the number of positions.
    """
    blank, s, view = states[0], states[1], states[2:]
    moves, visits = np.empty(_MOST_CHILDREN, np.int64), np.empty(_MOST_CHILDREN, np.int64)
    n_rows, n = 0, 0
    for _ in range(n_games):
        begin(s, blank, memory, rng)
        while s.n_legal > 0:
            seat = s.to_move
            if s.phase != PHASE_OPENING and n < sizes.shape[0] and draw_float(rng) < _SHARE_OF_PLACEMENTS:
                observe(view[0], s, seat)
                asked_memory[: DONE + 1] = 0  # no tree is left
                choose_by_search(view, rng, asked, asked_memory)
                if asked_memory[DONE] > 0:  # else there was one move only, or the end was played exactly
                    added = _add_opinion(
                        view[0],
                        asked_memory,
                        asked[WEIGHTS:],
                        moves,
                        visits,
                        works[0],
                        categories[n_rows:],
                        shares[n_rows:],
                    )
                    if added > 0:
                        sizes[n] = added
                        n_rows += added
                        n += 1
            place(s, view, kernels, parameters, n_parameters, memory, n_memory, noise, rng)
    n_sizes[0] = n


_TYPES = (
    *SEAT_TYPES,
    numba.types.int64[::1],
    numba.types.int64,
    numba.types.float64[::1],
    numba.types.int64[::1],
    numba.types.Array(numba.from_dtype(WORKSPACE), 1, "C"),
    numba.types.int16[:, ::1],
    numba.types.float64[::1],
    *[numba.types.int64[::1]] * 2,
)


def ask_search(
    rules: RuleSet, seats: Sequence[CompiledSeat], n_games: int, stream: npt.NDArray[np.int64], asked: CompiledSeat
) -> Opinions:
    """What the search of `asked` thinks of positions in games of the seats; all chance comes from the stream, [1]."""
    most = n_games * _MOST_PER_GAME
    room = most * _ROWS_PER_OPINION + MAX_ROWS
    categories, shares = np.zeros((room, N_CATEGORIES), np.int16), np.zeros(room)
    sizes, n_sizes = np.zeros(most, np.int64), np.zeros(1, np.int64)
    states = new_game_states(rules, len(seats))
    compile_loop(_play_and_ask, *_TYPES)(
        *pack_seats(seats),
        states,
        stream,
        n_games,
        np.array(asked.parameters),
        np.zeros(asked.n_memory, np.int64),
        np.zeros(1, WORKSPACE),
        categories,
        shares,
        sizes,
        n_sizes,
    )
    sizes = sizes[: n_sizes[0]]
    n_rows = sizes.sum()
    return Opinions(categories[:n_rows].copy(), shares[:n_rows].copy(), sizes)
