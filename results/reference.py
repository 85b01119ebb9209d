"""From where is Elo measured?

Only differences show in games. The zero of each island is the mean of its bots with a finite Elo, or else anchors:
bots whose mean Elo is given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import Bools, Floats, Ints
from .errors import ResultsError
from .separation import Standing


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """What every island's Elo is relative to."""

    centre: Bools  # [bots]  whose mean is known
    centring: Floats  # [bots, bots]  turns strengths into strengths from the mean of the island's centre
    offset: Floats  # [bots]  Elo of that mean


def reference(standing: Standing, names: Sequence[str], anchors: Mapping[int, float] | None = None) -> Reference:
    """Measure from the anchors, by index, on every island that has some; a bot without a finite Elo can be none."""
    centre, offset = standing.centre.copy(), np.zeros(len(names))
    given = dict(anchors or {})
    for bot, elo in given.items():
        if not 0 <= bot < len(names):
            raise ResultsError(f"an anchor is a bot's index, 0 … {len(names) - 1}, not {bot}")
        if not np.isfinite(elo):
            raise ResultsError(f"the Elo of the anchor {names[bot]} must be a finite number, not {elo}")
        if standing.separated[bot] or np.count_nonzero(standing.island == standing.island[bot]) == 1:
            raise ResultsError(f"{names[bot]} cannot be an anchor: its games set no finite Elo")
    for number in {int(standing.island[bot]) for bot in given}:
        members = standing.island == number
        chosen = [bot for bot in given if members[bot]]
        centre[members] = False
        centre[chosen] = True
        offset[members] = np.mean([given[bot] for bot in chosen])
    return Reference(centre, centring_of(standing.island, centre), offset)


def centring_of(island: Ints, centre: Bools) -> Floats:
    """[bots, bots] What turns strengths into strengths from the mean of an island's bots under a mask.

    nan for the bots of an island without any.
    """
    weights = ((island[:, None] == island) & centre).astype(np.float64)
    size = weights.sum(axis=1, keepdims=True)
    centring: Floats = np.eye(len(island)) - weights / np.where(size > 0, size, np.nan)
    return centring
