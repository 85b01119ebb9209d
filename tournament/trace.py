"""How did a finished game stand at every ply?"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from medina_arena.engine import N_COLOURS, Game, Palace, apply_move, compiled, fill_scores, new_states
from medina_arena.engine.geometry import N_TOWERS

__all__ = ["NOBODY", "Trace", "trace_game"]

NOBODY = -1
"""Stands where no seat holds a tile."""


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """Ply by ply; row 0 is the first position, the last row the end."""

    seats: npt.NDArray[np.int64]
    """[moves] Who made each move."""
    turns: npt.NDArray[np.int64]
    """[moves] The number of the turn that each move belongs to, from 0 on."""
    choices: npt.NDArray[np.int64]
    """[moves] How many legal moves there were."""
    scores: npt.NDArray[np.int64]
    """[moves + 1, players]"""
    tiles: npt.NDArray[np.int64]
    """[moves + 1, 8] The seats that hold the palace tiles, grey to orange, and the tower tiles 1 to 4, or NOBODY."""
    palaces: list[Palace]
    """At the end."""


@compiled
def _fill_trace(states: Any, moves: Any, seats: Any, turns: Any, choices: Any, scores: Any, tiles: Any) -> None:
    """Play the moves in ``states[0]`` and note how it stands before and after each; unchecked."""
    s = states[0]
    turn = -1
    last_turn, last_active = -1, -1
    for ply in range(moves.shape[0] + 1):
        fill_scores(s, scores[ply])
        for colour in range(N_COLOURS):
            palace = s.palace_tile[colour]
            owner = s.owner[palace] if palace >= 0 else NOBODY
            tiles[ply, colour] = owner if owner < s.players else NOBODY
        for tower in range(N_TOWERS):
            owner = s.tower_tile[tower]
            tiles[ply, N_COLOURS + tower] = owner if owner < s.players else NOBODY
        if ply < moves.shape[0]:
            if s.turn != last_turn or s.active != last_active:
                turn += 1
                last_turn, last_active = s.turn, s.active
            seats[ply] = s.to_move
            turns[ply] = turn
            choices[ply] = s.n_legal
            apply_move(s, moves[ply])


def trace_game(game: Game) -> Trace:
    """Follow a game from its beginning."""
    if game.start is None:
        beginning = Game(game.rules, game.players, game.seed, setup=game.setup)
    else:
        beginning = Game.from_position(game.start)
    states = new_states(1)
    beginning.write_state(states)
    n = game.ply
    seats, turns, choices = np.zeros((3, n), np.int64)
    scores, tiles = np.zeros((n + 1, game.players), np.int64), np.zeros((n + 1, 8), np.int64)
    _fill_trace(states, np.array(game.moves, np.int64), seats, turns, choices, scores, tiles)
    return Trace(seats, turns, choices, scores, tiles, game.palaces())
