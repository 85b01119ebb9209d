"""Who is stronger, by how much, and how sure is that?

Plackett–Luce on the finishing order with an effect for each seat. At a table of any size
P(A ahead of B) = 1 / (1 + 10^(-difference / 400)); for two players it is Bradley–Terry, a draw being half a win.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Bools, Floats, Ints
from .bounds import Escape, escape
from .confidence import MIN_BLOCKS, MIN_BOUND_BLOCKS, critical_value, probability_below
from .counts import Counts, counts
from .errors import ResultsError
from .fit import ELO, Fit, fit
from .kinds import Kinds, block_numbers, game_kinds
from .likelihood import Likelihood
from .model import likelihood
from .reference import Reference, reference
from .seats import SeatEffects, seat_effects
from .separation import Separation, Standing, side, standing

PRIOR_ELO = 1500.0
"""Standard deviation of the prior on every bot and seat: far wider than any real spread."""


@dataclass(frozen=True, slots=True, eq=False)
class Rating:
    """The Elo of a run's bots relative to the mean of those that are not separated, or to anchors, island by island.

    Standard errors are the larger of two kinds: clustered by block, and of the penalised likelihood. That of two bots
    that never met, not even over others, is infinite; intervals are nan there, and where there are too few blocks.
    """

    names: tuple[str, ...]
    elo: Floats  # [bots]  nan for a bot that met no other
    covariance: Floats  # [bots, bots]  Elo², sandwich clustered by block
    fisher: Floats  # [bots, bots]  Elo², of the penalised likelihood
    bound: Floats  # [bots]  one-sided 95 % bound of a bot separated above or below, else nan
    escapes: tuple[Escape | None, ...]  # of the separated bots
    standing: Standing
    counts: Counts
    seats: tuple[SeatEffects, ...]  # one for each number of players, ascending; none without terms for seats
    n_games: int
    n_blocks: int
    design_effect: float  # mean ratio of block-clustered to game-clustered variance; nan where it is unknown
    prior_elo: float
    fitted: Fit  # the parameters behind it, in log-worths
    reference: Reference  # what Elo is relative to

    @property
    def separated(self) -> tuple[Separation, ...]:
        """[bots] Whose Elo has no limit on one side."""
        return self.standing.separated

    @property
    def island(self) -> Ints:
        """[bots] The same number for bots that met, directly or over others."""
        return self.standing.island

    @property
    def has_elo(self) -> bool:
        """Whether any two different bots met."""
        return bool(np.isfinite(self.elo).any())

    @property
    def seat_elo(self) -> Floats:
        """[seats] Elo of each seat relative to their mean, in the games with the most players."""
        return self.seats[-1].elo

    @property
    def seat_covariance(self) -> Floats:
        """[seats, seats] Elo², sandwich clustered by block, of `seat_elo`."""
        return self.seats[-1].covariance

    @property
    def se(self) -> Floats:
        """[bots] Standard error of each bot's Elo relative to the centre."""
        return np.sqrt(np.maximum(np.diag(self.covariance), np.diag(self.fisher)))

    @property
    def half_width(self) -> Floats:
        """[bots] How far the 95 % interval reaches to each side."""
        return self.se * [self.critical(bot) for bot in range(len(self.names))]

    def difference_se(self, a: int, b: int) -> float:
        """Standard error of `elo[a] - elo[b]`; infinite where no games lead from one to the other."""
        if self.island[a] != self.island[b]:
            return float("inf")
        both = [c[a, a] + c[b, b] - 2 * c[a, b] for c in (self.covariance, self.fisher)]
        return float(np.sqrt(max(*both, 0.0)))

    def difference_side(self, a: int, b: int) -> Separation:
        """On which side the difference of two bots has no limit."""
        return side(a, b, self.standing.ahead)

    def difference_bound(self, a: int, b: int) -> float:
        """The one-sided 95 % bound of a difference without a limit on one side, else nan."""
        side = self.difference_side(a, b)
        if side is Separation.BELOW:
            return -self.difference_bound(b, a)
        found = self._escape(a, b) if side is Separation.ABOVE else None
        return float("nan") if found is None else float(self.elo[a] - self.elo[b] + ELO * found.reach)

    def critical(self, a: int, b: int | None = None) -> float:
        """Standard errors to each side of the 95 % interval of a bot, or of a difference; nan: too few blocks."""
        return critical_value(self._blocks(a, b), self.n_blocks)

    def los(self, a: int, b: int) -> float:
        """Likelihood of superiority: the probability that a is stronger than b; nan with too few blocks."""
        side, blocks = self.difference_side(a, b), self._blocks(a, b)
        if side is Separation.NONE:
            return probability_below((self.elo[a] - self.elo[b]) / self.difference_se(a, b), blocks, self.n_blocks)
        if side is Separation.BELOW:
            return 1 - self.los(b, a)
        found = self._escape(a, b) if side is Separation.ABOVE else None
        if found is None or self.n_blocks < MIN_BLOCKS:
            return float("nan")
        return found.superiority((self.elo[b] - self.elo[a]) / ELO)

    def _escape(self, a: int, b: int) -> Escape | None:
        """What moves a away from b upwards, or b from a downwards."""
        if self.separated[a] in (Separation.ABOVE, Separation.OPEN):
            return self.escapes[a]
        return self.escapes[b] if self.separated[b] is Separation.BELOW else None

    def _blocks(self, a: int, b: int | None) -> int:
        """The blocks behind a contrast."""
        return int(self.counts.blocks[[a] if b is None else [a, b]].min())


def rate(
    bots: ArrayLike,
    ranks: ArrayLike,
    blocks: ArrayLike,
    *,
    names: Sequence[str] | None = None,
    prior_elo: float = PRIOR_ELO,
    win_only: bool = False,
    anchors: Mapping[int, float] | None = None,
    seat_terms: bool = True,
) -> Rating:
    """Rate bots by their games.

    `bots` [games, seats] holds indexes, -1 for an empty seat; `ranks` [games, seats] 1 for the best, equal for a
    tie; `blocks` [games] the same number for games that are not independent. With `win_only` only who won counts,
    not the order behind. `anchors` are bots whose Elo, or whose mean Elo, is given. Without `seat_terms` all seats
    count as equal. Input that cannot be rated, or a fit that does not settle, raises `ResultsError`.
    """
    if not prior_elo > 0:
        raise ResultsError(f"the prior's standard deviation must be above 0 Elo, not {prior_elo}")
    kinds = game_kinds(bots, ranks, None if names is None else len(names))
    numbers, n_blocks = block_numbers(blocks, len(kinds.of_game))
    n = kinds.n_bots
    labels = tuple(map(str, range(n) if names is None else names))
    if len(set(labels)) < n:
        raise ResultsError(f"the names of bots must differ: {', '.join(labels)} came")
    model = likelihood(kinds, win_only=win_only, seat_terms=seat_terms)
    fitted = fit(model, numbers, n_blocks, kinds.of_game, prior_elo)
    places = standing(kinds, win_only=win_only)
    zero = reference(places, labels, anchors)
    is_rated = np.bincount(places.island)[places.island] > 1
    counted = counts(kinds, numbers, n_blocks)
    effect = _design_effect(fitted, model, places, n_blocks)
    scaled = partial(_in_elo, centring=zero.centring, is_rated=is_rated)
    enough = counted.blocks >= MIN_BOUND_BLOCKS
    escapes = tuple(escape(model, fitted.parameters, places, bot, effect, enough=enough[bot]) for bot in range(n))
    return Rating(
        names=labels,
        elo=np.where(is_rated, zero.offset + ELO * zero.centring @ fitted.parameters[:n], np.nan),
        covariance=scaled(fitted.sandwich[:n, :n]),
        fisher=scaled(fitted.inverse[:n, :n]),
        bound=_bounds(fitted.parameters[:n], escapes, places, zero),
        escapes=escapes,
        standing=places,
        counts=counted,
        seats=tuple(
            seat_effects(group, fitted, _blocks_of_group(kinds, numbers, group.players))
            for group in model.groups
            if seat_terms
        ),
        n_games=len(kinds.of_game),
        n_blocks=n_blocks,
        design_effect=effect,
        prior_elo=prior_elo,
        fitted=fitted,
        reference=zero,
    )


def _in_elo(covariance: Floats, *, centring: Floats, is_rated: Bools) -> Floats:
    """A covariance of strengths as one of Elo from the centre; nan for who met nobody."""
    result: Floats = ELO**2 * centring @ covariance @ centring.T
    result[~is_rated] = np.nan
    result[:, ~is_rated] = np.nan
    return result


def _bounds(thetas: Floats, escapes: Sequence[Escape | None], places: Standing, zero: Reference) -> Floats:
    """[bots] The bounds of separated bots in Elo."""
    result = np.full(len(thetas), np.nan)
    for bot, found in enumerate(escapes):
        if found is not None and np.isfinite(found.reach) and places.separated[bot] is not Separation.OPEN:
            moved = thetas + found.reach * found.direction[: len(thetas)]
            centre = zero.centre & (places.island == places.island[bot])
            result[bot] = zero.offset[bot] + ELO * (moved[bot] - moved[centre].mean())
    return result


def _blocks_of_group(kinds: Kinds, numbers: Ints, players: int) -> int:
    """The blocks with games of one number of players."""
    return len(np.unique(numbers[(kinds.players == players)[kinds.of_game]]))


def _design_effect(fitted: Fit, model: Likelihood, places: Standing, n_blocks: int) -> float:
    """The mean ratio of variances over the differences of comparable bots, or of seats where no bots met."""
    core = places.centre & np.array([side is Separation.NONE for side in places.separated])
    pairs = core[:, None] & core & (places.island[:, None] == places.island)
    first, second = np.nonzero(np.triu(pairs, 1))
    if len(places.island) == len(np.unique(places.island)):
        group = model.groups[-1]
        first, second = np.triu_indices(len(group.seats), 1)
        first, second = first + group.start, second + group.start
    by_block, by_game = (
        np.diag(c)[first] + np.diag(c)[second] - 2 * c[first, second] for c in (fitted.sandwich, fitted.game_sandwich)
    )
    known = (by_game > 0) & (n_blocks >= MIN_BLOCKS)
    return float(np.mean(by_block[known] / by_game[known])) if known.any() else float("nan")
