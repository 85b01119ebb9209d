"""Where are the weights of the learned value, and where do they come from? One JSON file for each number of players.

A file holds the weights and their origin: the command, rules version, seed, games and how well they foresee scores.
Every rule set uses the weights of its number of players; those for 3 and 4 players were made with ``rulebook``, those
for 2 with ``second-edition``.
"""

from functools import cache

from ..weight_files import read_weights
from .value import N_VALUE_WEIGHTS

__all__ = ["load_value_weights"]


@cache
def load_value_weights(players: int) -> tuple[float, ...]:
    """The weights for that number of players, as `value` reads them; raises `ValueError` if they do not fit."""
    assert __package__ is not None
    return read_weights(__package__, f"value-{players}.json", N_VALUE_WEIGHTS)
