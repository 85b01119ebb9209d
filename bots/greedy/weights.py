"""What do the numbers of the greedy evaluation mean, and what are they?"""

from enum import IntEnum
from functools import cache

from ..weight_files import WEIGHT_SETS, read_file

__all__ = ["DEFAULT_WEIGHTS", "N_WEIGHTS", "Weight", "load_weights"]


class Weight(IntEnum):
    """Index of each number; points of score unless said otherwise."""

    DOME_AT_0 = 0  # worth at which a palace is claimed while no other seat can claim the colour
    DOME_AT_1 = 1  # ... one other seat can
    DOME_AT_2 = 2
    DOME_AT_3 = 3
    BLOCKED = 4  # taken from that where the palace cannot grow any more
    FADE = 5  # pieces in hand below which that falls towards 0 in proportion
    TILE = 6  # share of a tile's points that counts, since it may be lost again
    EXTEND_FIRST = 7  # added to extending a palace that is then claimed in the same turn
    EXTEND_FROM = 8  # taken from the worth at which that begins
    RISK = 9  # cost of each point left to the next seat, above SAFE
    RISK_LATER = 10  # ... to a seat after the next one
    SAFE = 11  # worth that may be left to others
    SOLE = 12  # share of a point that growth counts where no other seat can claim the palace
    OTHERS = 13  # share of a point that another seat's gain costs
    NEAR_UNCLAIMED = 14  # value of an inhabitant or wall beside a palace that this seat may still claim
    START = 15  # value of beginning a palace of a colour that this seat may still claim
    START_CLAIMED = 16  # ... of a colour that it has claimed
    EXTEND_CLAIMED = 17  # value of extending a palace of a colour that it has claimed
    WALL = 18  # value of spending a wall
    INHABITANT = 19  # ... an inhabitant
    STABLE = 20  # ... a stable
    NEUTRAL = 21  # share of a palace's worth that denying it to the others is worth
    TEA = 22  # value of giving a tea tile instead of a piece


N_WEIGHTS = len(Weight)

DEFAULT_WEIGHTS = (
    9.0, 6.0, 7.0, 8.0, 1.5, 15.0, 0.8, 0.6, 0.5, 0.5, 0.2, 3.0,
    0.7, 0.4, 0.1, -0.2, 0.0, -0.2, -0.1, -0.1, -0.3, 0.3, 0.0,
)  # fmt: skip
"""Made by hand; where tuning begins."""


@cache
def load_weights() -> tuple[float, ...]:
    """The weights of all sets one after another, from data files that hold their origin too."""
    weights = []
    assert __package__ is not None
    for key in WEIGHT_SETS:
        named = read_file(__package__, "weights", key)["weights"]
        weights += [float(named[weight.name.lower()]) for weight in Weight]
    return tuple(weights)
