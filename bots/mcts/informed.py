"""How does the informed search choose a move? Few candidates with priors, short playouts, a learned value. (max^n)

A simulation walks down by PUCT among the candidates of each node, adds a node, plays on by the prior for some turns,
and adds to each node of its path the reward of its seats that the learned value foresees.
Sources: Rosin 2011 (PUCT); Sturtevant 2008 (max^n in trees of simulations); Gelly and Wang 2006 (first-play urgency);
Cowling, Powley and Whitehouse 2012 (hidden information: every simulation fills it in anew).
"""

from typing import Any

import numpy as np

from medina_arena.engine import apply_move, compiled, copy_state, fill_hidden_picks, mix, nth_legal_move
from medina_arena.engine.geometry import N_ARMS
from medina_arena.engine.kernels import inner
from medina_arena.engine.state import MAX_PLAYERS, N_PIECES, PHASE_OPENING

from ..policy.features import N_POLICY_WEIGHTS
from ..policy.rows import WORKSPACE, draw_by_policy
from ..weight_files import weight_set
from .candidates import MAX_CANDIDATES, fill_candidates
from .endgame import MAX_PLACEMENTS, NO_MOVE, solve
from .features import MAX_ACTIVE, N_FACTS
from .nodes import (
    COUNT,
    FIRST,
    LIMIT,
    MOVE,
    N_FIELDS,
    N_WORDS_BEFORE,
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
from .search import EXPLORATION, SIMULATIONS
from .value import N_VALUE_WEIGHTS, fill_rewards

__all__ = [
    "DONE",
    "N_SEARCH_WEIGHTS",
    "PLAYOUT_TEMPERATURE",
    "PLAYOUT_TURNS",
    "TEMPERATURE",
    "WEIGHTS",
    "choose_by_search",
    "fill_visits",
    "n_informed_words",
]

# Indices of the kernel's parameters behind those of a plain search; from the last one on the weights, set after set.
TEMPERATURE, PLAYOUT_TEMPERATURE, PLAYOUT_TURNS, WEIGHTS = range(EXPLORATION + 1, EXPLORATION + 5)
N_SEARCH_WEIGHTS = N_POLICY_WEIGHTS + N_VALUE_WEIGHTS
"""Numbers of a set: the weights of the prior, which are those of the policy's categories, then those of the value."""

_ROOT_LIMIT = 40
_LIMIT = 12
_WIDE_LIMIT = 100
_VISITS_TO_WIDEN = (100, 1500)
"""Visits at which a node gets the candidates of the root, and at which it gets the widest list."""
_MAX_DEPTH = 1024
# Words before the tree: its size, what it is a tree of, and the simulations of the last call (0 = solved).
_FREE, _POSITION, _ROOT, _NEXT_POSITION, _NEXT_ROOT, DONE = range(6)

_ROOM = np.dtype(
    [
        ("work", WORKSPACE),
        ("order", np.int64, MAX_CANDIDATES),
        ("moves", np.int64, MAX_CANDIDATES),
        ("priors", np.float64, MAX_CANDIDATES),
        ("path", np.int64, _MAX_DEPTH),  # the nodes of a simulation
        ("facts", np.int64, (N_FACTS, 4)),
        ("index", np.int64, MAX_ACTIVE),  # the features of a seat
        ("value", np.float64, MAX_ACTIVE),  # and their values
        ("scores", np.int64, MAX_PLAYERS),
        ("rewards", np.float64, 2 * MAX_PLAYERS),  # of `fill_rewards`
        ("place", np.int64, MAX_PLACEMENTS),  # as the next three: of `solve`
        ("width", np.int64, MAX_PLACEMENTS),
        ("mover", np.int64, MAX_PLACEMENTS),
        ("outcome", np.float64, (MAX_PLACEMENTS, MAX_PLAYERS)),
    ]
)
"""What a search works with, at the end of its memory."""
_ROOM_WORDS = _ROOM.itemsize // 8


def n_informed_words(simulations: int) -> int:
    """The memory that the search needs: room for the trees of two placements."""
    return n_words(2 * (_LIMIT + 4) * simulations + 4 * _WIDE_LIMIT) + _ROOM_WORDS


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


@inner
def _expand(s: Any, rng: Any, memory: Any, rows: Any, node: int, weights: Any, temperature: float, room: Any) -> None:
    """Give the node candidates: few at first, more when it has been visited often; none if the tree is full."""
    visits = rows[node, VISITS]
    limit = _ROOT_LIMIT if node == memory[_ROOT] or visits >= _VISITS_TO_WIDEN[0] else _LIMIT
    if visits >= _VISITS_TO_WIDEN[1]:
        limit = _WIDE_LIMIT
    free = memory[_FREE]
    if limit > rows[node, LIMIT] and free + limit + rows[node, COUNT] <= rows.shape[0]:
        n = fill_candidates(s, rng, weights, room.work, temperature, limit, room.order, room.moves, room.priors)
        memory[_FREE] = add_children(rows, node, free, s.to_move, room.moves, room.priors, n)
        rows[node, LIMIT] = limit


@inner
def _simulate(
    s: Any,
    rng: Any,
    memory: Any,
    rows: Any,
    weights: Any,
    exploration: float,
    temperature: float,
    playout_temperature: float,
    playout_turns: int,
    room: Any,
) -> int:
    """Walk down the tree from its root, add a node and play on to the end of the turn and for `playout_turns` more.

    Returns the path's length.
    """
    node = memory[_ROOT]
    path = room.path
    path[0] = node
    length = 1
    while s.n_legal > 0 and length < _MAX_DEPTH and (length == 1 or rows[node, VISITS] > 0):
        _expand(s, rng, memory, rows, node, weights, temperature, room)
        child = best_child(s, rows, node, exploration)
        if child == NO_NODE:
            break
        if rows[node, VISITS] == 0:
            rows[node, NEXT_SEAT] = s.to_move
        node = child
        path[length] = node
        length += 1
        apply_move(s, rows[node, MOVE])
    if rows[node, VISITS] == 0:
        rows[node, NEXT_SEAT] = s.to_move
    turns = playout_turns
    while s.n_legal > 0 and (turns > 0 or not _is_turn_over(s)):
        turns -= _is_turn_over(s)
        apply_move(s, draw_by_policy(s, rng, weights, playout_temperature, room.work))
    return length


@inner
def _search(states: Any, rng: Any, memory: Any, rows: Any, parameters: Any, room: Any) -> int:
    """The most visited move after the simulations; near the end the best one, if it takes no more games to find it."""
    root, s = states[0], states[1]
    exploration, temperature = parameters[EXPLORATION], parameters[TEMPERATURE]
    playout_temperature, playout_turns = parameters[PLAYOUT_TEMPERATURE], int(parameters[PLAYOUT_TURNS])
    first = WEIGHTS + weight_set(root) * N_SEARCH_WEIGHTS
    prior = parameters[first : first + N_POLICY_WEIGHTS]
    value = parameters[first + N_POLICY_WEIGHTS : first + N_SEARCH_WEIGHTS]
    simulations = int(parameters[SIMULATIONS])
    memory[DONE] = 0
    move = solve(root, s, simulations, value, room)
    if move != NO_MOVE:
        return move
    top = _begin(root, memory, rows)
    for _ in range(simulations):
        memory[DONE] += 1
        copy_state(s, root)
        fill_hidden_picks(s, rng)
        length = _simulate(
            s, rng, memory, rows, prior, exploration, temperature, playout_temperature, playout_turns, room
        )
        fill_rewards(s, value, room.scores, room.facts, room.index, room.value, room.rewards)
        back_up(rows, room.path, length, room.rewards)
    best = most_visited(rows, top)
    memory[_NEXT_POSITION] = 0
    if not root.gifts:
        copy_state(s, root)
        apply_move(s, rows[best, MOVE])
        memory[_NEXT_POSITION] = _position_hash(s)
        memory[_NEXT_ROOT] = best
    return rows[best, MOVE]


@inner
def fill_visits(memory: Any, moves: Any, visits: Any) -> int:
    """Write which moves the last search looked at and how often, from the memory of the kernel; returns their number.

    It must have searched the position, and not played the end exactly.
    """
    words = memory[N_WORDS_BEFORE:]
    first = memory[_ROOT] * N_FIELDS
    n = words[first + COUNT]
    for i in range(n):
        child = (words[first + FIRST] + i) * N_FIELDS
        moves[i] = words[child + MOVE]
        visits[i] = words[child + VISITS]
    return n


@compiled
def choose_by_search(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    """The most visited move after exactly so many simulations from ``states[0]``; ``states[1]`` is used.

    This is the kernel of `MctsBot`.
    """
    if states[0].n_legal == 1:
        return nth_legal_move(states[0], 0)
    end = memory.shape[0] - _ROOM_WORDS
    tree, room = memory[:end], memory[end:].view(_ROOM)
    return _search(states, rng, tree, node_rows(tree), parameters, room[0])
