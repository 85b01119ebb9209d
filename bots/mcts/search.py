"""How does plain multi-player UCT choose a move? Tree, random playout, and each seat's own reward. (max^n)

A simulation walks down the tree by UCB1 until it meets a move that has not been tried, adds it, plays on at random to
the end, and adds to each node of its path the reward of the seat that moved there.
Sources: Kocsis and Szepesvari 2006 (UCT); Sturtevant 2008 (multi-player UCT); Cowling, Powley and Whitehouse 2012
(hidden information: every simulation fills it in anew).
"""

from typing import Any

import numpy as np

from medina_arena.engine import (
    apply_move,
    compiled,
    copy_state,
    draw_below,
    fill_hidden_picks,
    fill_scores,
    is_legal,
    nth_legal_move,
    play_randomly,
)
from medina_arena.engine.kernels import inner
from medina_arena.engine.state import MAX_PLAYERS

from .tree import (
    NO_NODE,
    ROOT,
    add_child,
    back_up,
    clear,
    first_child,
    most_visited_move,
    move_of,
    n_children,
    n_words,
    next_index,
    next_sibling,
    path_offset,
    upper_bound,
    visits_of,
)

__all__ = ["EXPLORATION", "SIMULATIONS", "choose_by_plain_search", "n_plain_words"]

# Indices of the kernel's parameters.
SIMULATIONS, EXPLORATION = range(2)


def n_plain_words(simulations: int) -> int:
    """The memory that the search needs: the tree, and each seat's score and reward at its end."""
    return n_words(simulations) + 2 * MAX_PLAYERS


@inner
def _fill_rewards(s: Any, scores: Any, rewards: Any) -> None:
    """Write to `rewards`, float [players], the share of opponents that each seat is ahead of, ties half."""
    fill_scores(s, scores)
    for seat in range(s.players):
        ahead = 0.0
        for other in range(s.players):
            if other != seat:
                ahead += 1.0 if scores[seat] > scores[other] else 0.5 * (scores[seat] == scores[other])
        rewards[seat] = ahead / (s.players - 1)


@inner
def _is_tried(memory: Any, node: int, move: int) -> bool:
    """Whether the node has a child for the move."""
    child = first_child(memory, node)
    while child != NO_NODE:
        if move_of(memory, child) == move:
            return True
        child = next_sibling(memory, child)
    return False


@inner
def _best_child(s: Any, memory: Any, node: int, exploration: float) -> int:
    """The best legal child by UCB1."""
    log_of_parent = np.log(visits_of(memory, node) + 1.0)
    best = NO_NODE
    best_value = -1.0
    child = first_child(memory, node)
    while child != NO_NODE:
        if not s.gifts or is_legal(s, move_of(memory, child)):
            value = upper_bound(memory, child, log_of_parent, exploration)
            if value > best_value:
                best, best_value = child, value
        child = next_sibling(memory, child)
    return best


@inner
def _n_tried(s: Any, memory: Any, node: int) -> int:
    """How many of the legal moves have been tried."""
    if not s.gifts:
        return n_children(memory, node)
    n = 0  # with hidden picks a move may be legal in some simulations only
    child = first_child(memory, node)
    while child != NO_NODE:
        n += is_legal(s, move_of(memory, child))
        child = next_sibling(memory, child)
    return n


@inner
def _untried_move(s: Any, rng: Any, memory: Any, node: int) -> int:
    """A legal move that has not been tried; there must be one."""
    if not s.gifts:
        return nth_legal_move(s, next_index(memory, rng, node, int(s.n_legal)))
    move = nth_legal_move(s, draw_below(rng, s.n_legal))
    while _is_tried(memory, node, move):
        move = nth_legal_move(s, draw_below(rng, s.n_legal))
    return move


@compiled
def choose_by_plain_search(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    """The most visited move after exactly so many simulations from ``states[0]``; ``states[1]`` is used.

    This is the kernel of `MctsBot` with style=plain.
    """
    root, s = states[0], states[1]
    if root.n_legal == 1:
        return nth_legal_move(root, 0)
    simulations, exploration = int(parameters[SIMULATIONS]), parameters[EXPLORATION]
    room = memory[memory.shape[0] - 2 * MAX_PLAYERS :]
    scores, rewards = room[:MAX_PLAYERS], room[MAX_PLAYERS:].view(np.float64)
    path = path_offset(simulations)
    clear(memory)
    for i in range(simulations):
        copy_state(s, root)
        fill_hidden_picks(s, rng)
        memory[path] = ROOT
        length = 1
        node = ROOT
        while s.n_legal > 0:  # one walk down the tree
            is_new = _n_tried(s, memory, node) < s.n_legal
            if is_new:
                child = i + 1
                add_child(memory, node, child, _untried_move(s, rng, memory, node), s.to_move)
            else:
                child = _best_child(s, memory, node, exploration)
            node = child
            memory[path + length] = node
            length += 1
            apply_move(s, move_of(memory, node))
            if is_new:
                play_randomly(s, rng)
                break
        _fill_rewards(s, scores, rewards)
        back_up(memory, path, length, rewards)
    return most_visited_move(memory)
