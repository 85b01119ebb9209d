"""What is repeated when the engine's speed is measured?"""

from typing import Any

from medina_arena.engine import begin_game, compiled, copy_state, draw_setup, fill_scores, play_randomly

__all__ = ["copy_often", "play_random_games"]


@compiled
def play_random_games(states: Any, rng: Any, scores: Any, n: int) -> int:
    """Play n whole random games of the rules in ``states[0]`` in ``states[1]``; returns their moves in all."""
    moves = 0
    for _ in range(n):
        copy_state(states[1], states[0])
        well, inhabitant = draw_setup(states[1], rng)
        begin_game(states[1], well, inhabitant)
        moves += play_randomly(states[1], rng)
        fill_scores(states[1], scores)
    return moves


@compiled
def copy_often(states: Any, n: int) -> None:
    """Copy ``states[0]`` n times, each copy depending on the one before."""
    for _ in range(n):
        copy_state(states[1], states[0])
        states[0].turn = states[1].turn ^ 1
