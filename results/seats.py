"""Does a seat give an advantage?"""

from dataclasses import dataclass

import numpy as np

from .arrays import Floats
from .confidence import critical_value, wald_p
from .fit import ELO, Fit
from .likelihood import SeatGroup


@dataclass(frozen=True, slots=True, eq=False)
class SeatEffects:
    """The seats of the games with one number of players, in Elo relative to their mean."""

    players: int
    seats: tuple[int, ...]
    blocks: int  # with this number of players
    elo: Floats  # [seats]
    covariance: Floats  # [seats, seats]  Elo², sandwich clustered by block
    fisher: Floats  # [seats, seats]  Elo², of the penalised likelihood
    statistic: float  # Wald's, for "all seats are equal"
    p: float  # its p value; nan with too few blocks

    @property
    def se(self) -> Floats:
        """[seats] Standard errors: the larger of the two kinds."""
        return np.sqrt(np.maximum(np.diag(self.covariance), np.diag(self.fisher)))

    @property
    def half_width(self) -> Floats:
        """[seats] How far the 95 % interval reaches to each side; nan with too few blocks."""
        return critical_value(self.blocks, self.blocks) * self.se


def seat_effects(group: SeatGroup, fit: Fit, blocks: int) -> SeatEffects:
    """One group's part of a fit."""
    span = group.span
    n = len(group.seats)
    centring = np.eye(n) - 1 / n
    covariance = ELO**2 * centring @ fit.sandwich[span, span] @ centring
    fisher = ELO**2 * centring @ fit.inverse[span, span] @ centring
    elo = ELO * centring @ fit.parameters[span]
    statistic = min(_wald(elo, covariance), _wald(elo, fisher))
    return SeatEffects(
        group.players,
        group.seats,
        blocks,
        elo,
        covariance,
        fisher,
        statistic,
        wald_p(statistic, n - 1, blocks),
    )


def _wald(elo: Floats, covariance: Floats) -> float:
    """The squared length of the effects in standard errors; infinite where a covariance claims to know one exactly."""
    contrasts = elo[1:] - elo[0]
    differences = np.eye(len(elo))[1:] - np.eye(len(elo))[0]
    spread = differences @ covariance @ differences.T
    if np.linalg.matrix_rank(spread) < len(contrasts):
        return float("inf")
    return float(contrasts @ np.linalg.solve(spread, contrasts))
