"""Which value has each block, of a measure of its games or of a strength fitted to all of them?"""

import numpy as np

from .arrays import Floats, Ints
from .fit import ELO
from .rating import Rating
from .separation import Separation


def block_averages(values: Floats, blocks: Ints) -> Floats:
    """[blocks, columns] The means over the games of each block, in ascending order, of values [games, columns].

    nan stands for no value; a block without any has none.
    """
    names, numbers = np.unique(blocks, return_inverse=True)
    numbers = numbers.reshape(-1)
    known = ~np.isnan(values)
    result = np.full((len(names), values.shape[1]), np.nan)
    for column in range(values.shape[1]):
        rows = known[:, column]
        total = np.bincount(numbers[rows], values[rows, column], len(names))
        count = np.bincount(numbers[rows], minlength=len(names))
        result[count > 0, column] = total[count > 0] / count[count > 0]
    return result


def skill_values(rating: Rating, strong: int, weak: int) -> Floats | None:
    """[blocks] Elo of one bot minus another's, spread over the blocks; None where the games set no limit to it."""
    if rating.island[strong] != rating.island[weak] or rating.difference_side(strong, weak) is not Separation.NONE:
        return None
    contrast = np.zeros(len(rating.fitted.parameters))
    contrast[strong], contrast[weak] = ELO, -ELO
    return _spread(rating, contrast)


def first_seat_values(rating: Rating) -> Floats:
    """[blocks] Elo of the first seat minus the mean of the others, spread over the blocks."""
    group = rating.seats[-1]
    start = len(rating.fitted.parameters) - len(group.seats)
    contrast = np.zeros(len(rating.fitted.parameters))
    contrast[start:] = -ELO / (len(group.seats) - 1)
    contrast[start] = ELO
    return _spread(rating, contrast)


def _spread(rating: Rating, contrast: Floats) -> Floats:
    """A linear function of the parameters as a mean of one value a block: its value, and how the block moves it."""
    influence = rating.fitted.block_scores @ (rating.fitted.inverse @ contrast) * rating.n_blocks
    value = float(contrast @ rating.fitted.parameters)
    spread: Floats = value + influence - influence.mean()
    return spread
