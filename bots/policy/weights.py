"""Where are the policy's weights? In one JSON file for each number of players, with their origin.

Every rule set uses the weights of its number of players.
"""

from functools import cache

from ..weight_files import PLAYER_COUNTS, read_weights
from .features import N_POLICY_WEIGHTS

__all__ = ["all_policy_weights", "load_policy_weights"]


@cache
def all_policy_weights() -> tuple[float, ...]:
    """The weights for 2, 3 and 4 players one after another, as kernels take them."""
    return tuple(number for players in PLAYER_COUNTS for number in load_policy_weights(players))


@cache
def load_policy_weights(players: int) -> tuple[float, ...]:
    """The weights for that number of players, as `fill_rows` reads them; raises `ValueError` if they do not fit."""
    assert __package__ is not None
    return read_weights(__package__, f"policy-{players}.json", N_POLICY_WEIGHTS)
