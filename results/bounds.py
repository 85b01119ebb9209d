"""How strong is a bot at least that always won, and how strong at most one that always lost?

Where the games show no limit to a bot's strength, everything that holds for a proportion of 0 or 1 holds along the
one direction in which the likelihood keeps rising, with everybody else's strength as fitted.
"""

from dataclasses import dataclass, replace

import numpy as np

from .arrays import Floats
from .likelihood import Chunk, Likelihood
from .separation import Separation, Standing

_ERROR = 0.05
_FAR = 60.0
"""A shift in log-worths that leaves nothing to chance."""
_HALVINGS = 50


@dataclass(frozen=True, slots=True, eq=False)
class Escape:
    """The direction in which a separated bot, and all that are still further out, could move without end."""

    chunks: tuple[Chunk, ...]  # the games between those that move and those that stay
    parameters: Floats  # as fitted
    direction: Floats  # [parameters]  +1 or -1 for those that move, else 0
    limit: float  # of the log-likelihood
    design_effect: float  # by which the games count for less, at least 1
    reach: float = float("nan")  # the one-sided 95 % bound of the shift; nan with too few blocks

    def shortfall(self, shift: float) -> float:
        """How far the log-likelihood after a shift stays below its limit."""
        moved = self.parameters + shift * self.direction
        return (self.limit - sum(chunk.value(moved) for chunk in self.chunks)) / self.design_effect

    def superiority(self, shift: float) -> float:
        """The probability of lying beyond a shift, as for n wins of n under a flat prior: 1 - 2^-(n + 1)."""
        return float(1 - np.exp(-self.shortfall(shift)) / 2)


def escape(
    model: Likelihood, parameters: Floats, standing: Standing, bot: int, design_effect: float, *, enough: bool
) -> Escape | None:
    """A bot's escape: upwards with all ahead of it, or downwards with all behind; None for one not separated.

    It has no bound unless there are enough blocks.
    """
    side = standing.separated[bot]
    if side is Separation.NONE:
        return None
    is_down = side is Separation.BELOW
    moves = standing.ahead[bot] if is_down else standing.ahead[:, bot]
    direction = np.zeros(model.n_parameters)
    direction[: model.n_bots][moves] = -1.0 if is_down else 1.0
    chunks = []
    for chunk in model.chunks:
        n_moving = moves[chunk.bots].sum(axis=0)
        mixed = (n_moving > 0) & (n_moving < len(chunk.seats))
        if mixed.any():
            chunks.append(chunk.select(mixed))
    limit = sum(chunk.value(parameters + _FAR * direction) for chunk in chunks)
    found = Escape(tuple(chunks), parameters, direction, limit, float(np.fmax(1.0, design_effect)))
    return replace(found, reach=_reach(found)) if enough else found


def _reach(escape: Escape) -> float:
    """The shift at which the games, as they came, had a probability of 5 %."""
    low, high = -_FAR, _FAR
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if escape.shortfall(middle) > -np.log(_ERROR):
            low = middle
        else:
            high = middle
    return low
