"""How does the informed search choose a move? Few candidates with priors, short playouts, a learned value. (max^n)

A simulation walks down by PUCT among the candidates of each node, adds a node, plays on by the greedy evaluation to the
end of the turn, and adds to each node of its path the reward of its seats that the learned value foresees.
Sources: Rosin 2011 (PUCT); Sturtevant 2008 (max^n in trees of simulations); Gelly and Wang 2006 (first-play urgency);
Cowling, Powley and Whitehouse 2012 (hidden information: every simulation fills it in anew).
"""

from typing import Any

import numpy as np

from medina_arena.engine import apply_move, compiled, copy_state, fill_hidden_picks, mix, nth_legal_move
from medina_arena.engine.geometry import N_ARMS
from medina_arena.engine.kernels import inner
from medina_arena.engine.state import MAX_PLAYERS, N_PIECES, PHASE_OPENING

from ..greedy.bot import choose_greedily
from ..greedy.evaluation import N_COMMON
from ..greedy.weights import FEWEST_PLAYERS, N_PLAYER_COUNTS, N_WEIGHTS
from .candidates import MAX_CANDIDATES, fill_candidates
from .features import MAX_ACTIVE, N_FACTS, N_FEATURES
from .nodes import (
    COUNT,
    FIRST,
    LIMIT,
    MOVE,
    N_FIELDS,
    NEXT_SEAT,
    NO_NODE,
    VISITS,
    add_children,
    back_up,
    best_child,
    most_visited,
    n_words,
    node_rows,
)
from .search import search
from .value import N_VALUE_WEIGHTS, fill_rewards, fill_stage

__all__ = [
    "DONE",
    "EXPLORATION",
    "IS_INFORMED",
    "SIMULATIONS",
    "TEMPERATURE",
    "VALUE_WEIGHTS",
    "WEIGHTS",
    "choose_by_search",
    "n_informed_words",
]

# Indices of the kernel's parameters; the last two begin weights for 2, 3 and 4 players.
IS_INFORMED, SIMULATIONS, EXPLORATION, TEMPERATURE, WEIGHTS = range(5)
VALUE_WEIGHTS = WEIGHTS + N_PLAYER_COUNTS * N_WEIGHTS

_ROOT_LIMIT = 40
_LIMIT = 12
_WIDE_LIMIT = 100
_VISITS_TO_WIDEN = (100, 1500)
"""Visits at which a node gets the candidates of the root, and at which it gets the widest list."""
_MAX_DEPTH = 1024
# Words before the tree: its size, what it is a tree of, and the simulations of the last call.
_FREE, _POSITION, _ROOT, _NEXT_POSITION, _NEXT_ROOT, DONE = range(6)


def n_informed_words(simulations: int) -> int:
    """The memory that the search needs: room for the trees of two placements."""
    return n_words(2 * (_LIMIT + 4) * simulations + 4 * _WIDE_LIMIT)


@inner
def _position_hash(s: Any) -> int:
    """A number that tells the positions of one game apart; never 0."""
    result = mix(s.turn << 16 | s.left << 8 | s.to_move << 4 | s.active << 2, s.phase << 8 | s.n_completed)
    for kind in range(N_PIECES):  # what a seat has picked to give leaves its hand later
        result = mix(result, int(s.hand[s.active, kind]))
    for i in range(3):
        result = mix(result, s.occupied[i])
    for arm in range(N_ARMS):
        result = mix(result, s.arm[arm])
    return result | 1


@inner
def _is_turn_over(s: Any) -> bool:
    """Whether a turn begins here, or the game is over."""
    if s.n_legal == 0:
        return True
    if s.phase == PHASE_OPENING:
        return False
    return s.n_given == 0 if s.gifts else s.left == s.allotted


@inner
def _begin(root: Any, memory: Any, rows: Any) -> int:
    """The root of the tree for the position.

    A second call for a position goes on where the first one ended. The tree of the placement before is used if it has
    room; else there is a new one.
    """
    position = _position_hash(root)
    node = NO_NODE
    if position == memory[_POSITION]:
        node = memory[_ROOT]
    elif position == memory[_NEXT_POSITION] and 2 * memory[_FREE] <= rows.shape[0]:
        node = memory[_NEXT_ROOT]
    if node == NO_NODE:
        node = 0
        for field in range(N_FIELDS):
            rows[node, field] = 0
        rows[node, FIRST] = NO_NODE
        memory[_FREE] = 1
    memory[_POSITION] = position
    memory[_ROOT] = node
    return node


@compiled
def choose_by_search(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    """The most visited move after exactly so many simulations from ``states[0]``; ``states[1]`` is used.

    This is the kernel of `MctsBot`, with both styles of search.
    """
    simulations = int(parameters[SIMULATIONS])
    exploration, temperature = parameters[EXPLORATION], parameters[TEMPERATURE]
    if parameters[IS_INFORMED] == 0.0:
        return search(states, rng, memory, simulations, exploration)
    first = WEIGHTS + (states[0].players - FEWEST_PLAYERS) * N_WEIGHTS
    weights = parameters[first : first + N_WEIGHTS]
    first = VALUE_WEIGHTS + (states[0].players - FEWEST_PLAYERS) * N_VALUE_WEIGHTS
    value_weights = parameters[first : first + N_VALUE_WEIGHTS]
    root, s = states[0], states[1]
    if root.n_legal == 1:
        return nth_legal_move(root, 0)
    rows = node_rows(memory)
    common = np.empty(N_COMMON, np.float64)
    stage = np.empty(N_FEATURES + 1, np.float64)
    facts = np.empty((N_FACTS, 4), np.int64)
    index = np.empty(MAX_ACTIVE, np.int64)
    value = np.empty(MAX_ACTIVE, np.float64)
    scores = np.empty(MAX_PLAYERS, np.int64)
    rewards = np.empty(2 * MAX_PLAYERS, np.float64)
    moves = np.empty(MAX_CANDIDATES, np.int64)
    priors = np.empty(MAX_CANDIDATES, np.float64)
    path = np.empty(_MAX_DEPTH, np.int64)
    fill_stage(root, value_weights, stage)
    top = _begin(root, memory, rows)
    memory[DONE] = 0
    for _ in range(simulations):
        memory[DONE] += 1
        copy_state(s, root)
        fill_hidden_picks(s, rng)
        node = top
        path[0] = top
        length = 1
        is_leaf = False
        while not is_leaf or not _is_turn_over(s):
            if is_leaf:
                move = nth_legal_move(s, choose_greedily(s, rng, weights, common))
            else:
                child = NO_NODE
                visits = rows[node, VISITS]
                if s.n_legal > 0 and length < _MAX_DEPTH and (node == top or visits > 0):
                    limit = _ROOT_LIMIT if node == top or visits >= _VISITS_TO_WIDEN[0] else _LIMIT
                    if visits >= _VISITS_TO_WIDEN[1]:
                        limit = _WIDE_LIMIT
                    free = memory[_FREE]
                    if limit > rows[node, LIMIT] and free + limit + rows[node, COUNT] <= rows.shape[0]:
                        n = fill_candidates(s, rng, weights, common, temperature, limit, moves, priors)
                        memory[_FREE] = add_children(rows, node, free, s.to_move, moves, priors, n)
                        rows[node, LIMIT] = limit
                    child = best_child(s, rows, node, exploration)
                if child == NO_NODE:
                    is_leaf = True
                    if visits == 0:
                        rows[node, NEXT_SEAT] = s.to_move
                    continue
                node = child
                path[length] = node
                length += 1
                move = rows[node, MOVE]
            apply_move(s, move)
        fill_rewards(s, stage, scores, facts, index, value, rewards)
        back_up(rows, path, length, rewards)
    best = most_visited(rows, top)
    memory[_NEXT_POSITION] = 0
    if not root.gifts:
        copy_state(s, root)
        apply_move(s, rows[best, MOVE])
        memory[_NEXT_POSITION] = _position_hash(s)
        memory[_NEXT_ROOT] = best
    return rows[best, MOVE]
