"""Where are the weights of the learned value, and where do they come from? One JSON file for each number of players.

A file holds the weights and their origin: the command, rules version, seed, games and how well they foresee scores.
Every rule set uses the weights of its number of players; those for 3 and 4 players were made with ``rulebook``, those
for 2 with ``second-edition``.
"""

import json
from functools import cache
from importlib.resources import files

from .value import N_VALUE_WEIGHTS

__all__ = ["TRAINED_PLAYERS", "load_value_weights"]

TRAINED_PLAYERS = (2, 3, 4)


@cache
def load_value_weights(players: int) -> tuple[float, ...]:
    """The weights for that number of players, as `value` reads them; raises `ValueError` if they do not fit."""
    text = files(__package__).joinpath("data", f"value-{players}.json").read_text(encoding="utf-8")
    rows = json.loads(text)["weights"]
    weights = tuple(float(number) for row in rows for number in row)
    if len(weights) != N_VALUE_WEIGHTS:
        raise ValueError(f"value-{players}.json has {len(weights)} weights, the value needs {N_VALUE_WEIGHTS}")
    return weights
