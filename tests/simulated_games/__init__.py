"""What would the games of a run look like whose truth is known?"""

from .batches import as_batch, config_of
from .golden import assert_golden
from .sequential import duel, n_accepted
from .truth import Games, Truth, finish, pairs, rotations, tournament

__all__ = [
    "Games",
    "Truth",
    "as_batch",
    "assert_golden",
    "config_of",
    "duel",
    "finish",
    "n_accepted",
    "pairs",
    "rotations",
    "tournament",
]
