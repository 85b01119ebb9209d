"""Does a bot win as often as its places say?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Bools, Floats
from .confidence import MIN_BLOCKS
from .fit import ELO, fit, sandwich
from .kinds import Kinds, block_numbers, game_kinds
from .model import likelihood
from .rating import Rating
from .reference import centring_of
from .separation import Separation, standing

_SUSPICIOUS = 2.0
"""Standard errors between the two Elos from which on a bot is pointed out."""


@dataclass(frozen=True, slots=True, eq=False)
class WinElo:
    """Elo from who won alone, the first choice of the same model, beside that from the whole order."""

    elo: Floats  # [bots]  with the same mean as the other; nan where wins alone give no finite Elo
    difference: Floats  # [bots]  to the Elo from the whole order
    difference_se: Floats  # [bots]  clustered by block; nan with too few blocks

    @property
    def differs(self) -> Bools:
        """[bots] Whether the two Elos of a bot differ by more than two standard errors."""
        with np.errstate(invalid="ignore"):
            return np.abs(self.difference) > _SUSPICIOUS * self.difference_se


def win_elo(bots: ArrayLike, ranks: ArrayLike, blocks: ArrayLike, rating: Rating) -> WinElo:
    """The Elo from who won alone, for games rated already."""
    kinds = game_kinds(bots, ranks, len(rating.names))
    numbers, n_blocks = block_numbers(blocks, len(kinds.of_game))
    won = fit(likelihood(kinds, win_only=True), numbers, n_blocks, kinds.of_game, rating.prior_elo)
    placed = rating.fitted
    comparable = _comparable(kinds, rating)
    centring = np.where(comparable[:, None], centring_of(rating.island, comparable), np.nan)
    both = sandwich(won.inverse, won.block_scores, placed.inverse, placed.block_scores)
    n = kinds.n_bots
    change = (won.sandwich + placed.sandwich - both - both.T)[:n, :n]
    difference = ELO * centring @ (won.parameters - placed.parameters)[:n]
    variance = ELO**2 * np.diag(centring @ change @ centring.T)
    se = np.sqrt(np.maximum(variance, 0.0))
    return WinElo(rating.elo + difference, difference, np.where(n_blocks < MIN_BLOCKS, np.nan, se))


def _comparable(kinds: Kinds, rating: Rating) -> Bools:
    """[bots] Who has a finite Elo by either way of counting."""
    by_wins = standing(kinds, win_only=True).separated
    return np.array([s is t is Separation.NONE for s, t in zip(by_wins, rating.separated, strict=True)], np.bool_)
