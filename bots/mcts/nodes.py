"""How does the informed search keep its tree? In one flat array: all children of a node stand side by side.

The memory is int64 [`n_words`]: `N_WORDS_BEFORE` words about the tree, then a row of `N_FIELDS` words for each node,
which `node_rows` shows as int64 [nodes, N_FIELDS]. A node that was never visited is only a candidate.
"""

from typing import Any

import numpy as np

from medina_arena.engine import compiled, is_legal
from medina_arena.engine.kernels import inner

__all__ = [
    "COUNT",
    "FIRST",
    "LIMIT",
    "MOVE",
    "NEXT_SEAT",
    "NO_NODE",
    "N_FIELDS",
    "N_WORDS_BEFORE",
    "OUTLOOK",
    "PRIOR",
    "SEAT",
    "TOTAL",
    "VISITS",
    "add_children",
    "back_up",
    "best_child",
    "most_visited",
    "n_words",
    "node_rows",
]

NO_NODE = -1
MOVE = 0  # the move that leads to the node
SEAT = 1  # the seat that makes it
NEXT_SEAT = 2  # the seat that moves from the node
PRIOR = 3  # probability of the move at first; a float in the bits of the word, as the next four
TOTAL = 4  # sum of the rewards of the seat that moved into the node
OUTLOOK = 5  # ... of the seat that moves from it
MEAN = 6  # the total divided by the visits
PULL = 7  # the prior divided by the visits and one
VISITS = 8
FIRST = 9  # its first child, or NO_NODE
COUNT = 10  # the number of its children
LIMIT = 11  # the number of candidates that it was expanded with
N_FIELDS = 12
N_WORDS_BEFORE = 8

_BONUS = 0.5
"""Weight of the prior bonus for an exploration of 1."""


def n_words(n_nodes: int) -> int:
    """The memory that a tree of so many nodes needs."""
    return N_WORDS_BEFORE + n_nodes * N_FIELDS


@compiled
def node_rows(memory: Any) -> Any:
    """The nodes of a memory; ``.view(np.float64)`` shows their floats."""
    n_nodes = (memory.shape[0] - N_WORDS_BEFORE) // N_FIELDS
    return memory[N_WORDS_BEFORE : N_WORDS_BEFORE + n_nodes * N_FIELDS].reshape((n_nodes, N_FIELDS))


@inner
def add_children(rows: Any, node: int, free: int, seat: int, moves: Any, priors: Any, n: int) -> int:
    """Give the node children for the moves, in the rows from `free` on; returns the next free row.

    Children that it has are kept, with their subtrees. There must be room for `n` and the present children.
    """
    floats = rows.view(np.float64)
    first = free
    old_first, old_end = rows[node, FIRST], rows[node, FIRST] + rows[node, COUNT]
    for i in range(n + rows[node, COUNT]):
        old = NO_NODE
        if i < n:
            for child in range(old_first, old_end):
                if rows[child, MOVE] == moves[i]:
                    old = child
        else:
            old = old_first + i - n
            if rows[old, MOVE] == NO_NODE:  # moved already
                continue
        if old == NO_NODE:
            for field in range(N_FIELDS):
                rows[free, field] = 0
            rows[free, MOVE] = moves[i]
            rows[free, SEAT] = seat
            rows[free, FIRST] = NO_NODE
        else:
            for field in range(N_FIELDS):
                rows[free, field] = rows[old, field]
            rows[old, MOVE] = NO_NODE
        if i < n:
            floats[free, PRIOR] = priors[i]
            floats[free, PULL] = priors[i] / (1.0 + rows[free, VISITS])
        free += 1
    rows[node, FIRST] = first
    rows[node, COUNT] = free - first
    return free


@inner
def best_child(s: Any, rows: Any, node: int, exploration: float) -> int:
    """The child with the best sum of mean reward and prior bonus (PUCT), or `NO_NODE` if none is legal in `s`."""
    floats = rows.view(np.float64)
    visits = rows[node, VISITS]
    untried = floats[node, OUTLOOK] / visits if visits else 0.5  # a move is as good as its parent until it is tried
    bonus = _BONUS * exploration * np.sqrt(visits + 1.0)
    best = NO_NODE
    best_value = -1e9
    for child in range(rows[node, FIRST], rows[node, FIRST] + rows[node, COUNT]):
        value = floats[child, MEAN] if rows[child, VISITS] else untried
        value += bonus * floats[child, PULL]
        # With hidden picks a move may be legal in some simulations only.
        if value > best_value and (not s.gifts or is_legal(s, rows[child, MOVE])):
            best, best_value = child, value
    return best


@inner
def back_up(rows: Any, path: Any, length: int, rewards: Any) -> None:
    """Add one simulation to the nodes of the path: each counts its own two seats' rewards."""
    floats = rows.view(np.float64)
    for i in range(length):
        node = path[i]
        n = rows[node, VISITS] + 1
        rows[node, VISITS] = n
        floats[node, TOTAL] += rewards[rows[node, SEAT]]
        floats[node, MEAN] = floats[node, TOTAL] / n
        floats[node, PULL] = floats[node, PRIOR] / (1.0 + n)
        floats[node, OUTLOOK] += rewards[rows[node, NEXT_SEAT]]


@inner
def most_visited(rows: Any, node: int) -> int:
    """The child with most visits; among equals the one with the larger total, then the first."""
    floats = rows.view(np.float64)
    best = rows[node, FIRST]
    for child in range(best + 1, best + rows[node, COUNT]):
        more = rows[child, VISITS] - rows[best, VISITS]
        if more > 0 or (more == 0 and floats[child, TOTAL] > floats[best, TOTAL]):
            best = child
    return best
