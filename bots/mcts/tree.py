"""How is a search tree kept in one flat array? One node for each simulation, children as linked lists.

The memory is int64 [`n_words` (simulations)]: a row of `_N_FIELDS` words for each node, then the path of the current
simulation. Node `ROOT` is the position to move in; a node is made by its first simulation. `total` is the sum of the
rewards of the seat that moved into the node, as a float in the bits of the word.
"""

from typing import Any

import numpy as np

from medina_arena.engine import draw_below
from medina_arena.engine.kernels import inner

__all__ = [
    "NO_NODE",
    "ROOT",
    "ROOT_VISITS",
    "add_child",
    "back_up",
    "clear",
    "first_child",
    "most_visited_move",
    "move_of",
    "n_children",
    "n_words",
    "next_index",
    "next_sibling",
    "path_offset",
    "upper_bound",
    "visits_of",
]

ROOT = 0
NO_NODE = -1

_MOVE, _SEAT, _FIRST_CHILD, _NEXT_SIBLING, _VISITS, _TOTAL, _N_CHILDREN, _NEXT_INDEX, _STRIDE = range(9)
_N_FIELDS = 9
ROOT_VISITS = ROOT * _N_FIELDS + _VISITS
"""The word with the simulations of the last search."""


def n_words(simulations: int) -> int:
    """The memory that a search needs: a node and a place in the path for each simulation, and the root's."""
    return (simulations + 1) * (_N_FIELDS + 1)


@inner
def path_offset(simulations: int) -> int:
    """The first word of the path of the current simulation."""
    return (simulations + 1) * _N_FIELDS


@inner
def _clear_node(memory: Any, node: int, move: int, seat: int, sibling: int) -> None:
    """Make a node without visits and children."""
    row = node * _N_FIELDS
    memory[row + _MOVE] = move
    memory[row + _SEAT] = seat
    memory[row + _FIRST_CHILD] = NO_NODE
    memory[row + _NEXT_SIBLING] = sibling
    memory[row + _VISITS] = 0
    memory.view(np.float64)[row + _TOTAL] = 0.0
    memory[row + _N_CHILDREN] = 0


@inner
def clear(memory: Any) -> None:
    """Begin a tree that consists of the root."""
    _clear_node(memory, ROOT, 0, NO_NODE, NO_NODE)


@inner
def add_child(memory: Any, parent: int, node: int, move: int, seat: int) -> None:
    """Make a child of a node for a move of a seat."""
    row = parent * _N_FIELDS
    _clear_node(memory, node, move, seat, memory[row + _FIRST_CHILD])
    memory[row + _FIRST_CHILD] = node
    memory[row + _N_CHILDREN] += 1


@inner
def n_children(memory: Any, node: int) -> int:
    """The number of the node's children."""
    return memory[node * _N_FIELDS + _N_CHILDREN]


@inner
def next_index(memory: Any, rng: Any, node: int, n: int) -> int:
    """The index of the next of n moves to try: all in an order of the node's own, none twice.

    The order begins anywhere and goes on in steps of any length that has no divisor in common with n.
    """
    row = node * _N_FIELDS
    if memory[row + _N_CHILDREN] == 0:
        memory[row + _NEXT_INDEX] = draw_below(rng, n)
        divisor = 0
        while divisor != 1:
            stride = 1 + draw_below(rng, n)
            divisor, rest = stride, n
            while rest > 0:
                divisor, rest = rest, divisor % rest
        memory[row + _STRIDE] = stride
    index = memory[row + _NEXT_INDEX]
    memory[row + _NEXT_INDEX] = (index + memory[row + _STRIDE]) % n
    return index


@inner
def first_child(memory: Any, node: int) -> int:
    """The child that was made last, or `NO_NODE`."""
    return memory[node * _N_FIELDS + _FIRST_CHILD]


@inner
def next_sibling(memory: Any, node: int) -> int:
    """The next child of the same parent, or `NO_NODE`."""
    return memory[node * _N_FIELDS + _NEXT_SIBLING]


@inner
def move_of(memory: Any, node: int) -> int:
    """The move that leads to the node."""
    return memory[node * _N_FIELDS + _MOVE]


@inner
def upper_bound(memory: Any, node: int, log_of_parent: float, exploration: float) -> float:
    """The UCB1 value of a visited node: mean reward of the seat that moves there, and a bonus for few visits."""
    row = node * _N_FIELDS
    visits = memory[row + _VISITS]
    return memory.view(np.float64)[row + _TOTAL] / visits + exploration * np.sqrt(log_of_parent / visits)


@inner
def visits_of(memory: Any, node: int) -> int:
    """How many simulations went through the node."""
    return memory[node * _N_FIELDS + _VISITS]


@inner
def back_up(memory: Any, path: int, length: int, rewards: Any) -> None:
    """Add one simulation to the nodes of the path (words from `path` on): each counts its own seat's reward."""
    for i in range(length):
        row = memory[path + i] * _N_FIELDS
        memory[row + _VISITS] += 1
        seat = memory[row + _SEAT]
        if seat != NO_NODE:
            memory.view(np.float64)[row + _TOTAL] += rewards[seat]


@inner
def most_visited_move(memory: Any) -> int:
    """The move of the root's child with most visits; among equals the one with the larger total."""
    best_visits = -1
    best_total = -1.0
    move = 0
    child = first_child(memory, ROOT)
    while child != NO_NODE:
        visits = visits_of(memory, child)
        total = memory.view(np.float64)[child * _N_FIELDS + _TOTAL]
        if visits > best_visits or (visits == best_visits and total > best_total):
            best_visits, best_total, move = visits, total, move_of(memory, child)
        child = next_sibling(memory, child)
    return move
