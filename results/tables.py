"""What does the Elo table of a run say?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from .arrays import Ints
from .confidence import MIN_BLOCKS
from .errors import ResultsError
from .games import GameBatch, Termination
from .rating import Rating, rate
from .seats import SeatEffects
from .separation import Separation
from .wins import WinElo, win_elo

REFERENCE = "mean of the bots without a bound"


@dataclass(frozen=True, slots=True)
class BotRow:
    """One bot. Elo and errors are None where the games do not tell them."""

    bot: str
    elo: float | None
    se: float | None
    half_width: float | None  # of the 95 % interval; None where there is a bound instead
    separated: Separation  # on which side the Elo has no limit
    bound: float | None  # one-sided 95 % bound of such an Elo
    win_elo: float | None  # from who won alone; None with two players, where it is the same
    win_elo_differs: bool  # by more than two standard errors
    island: int  # bots with different numbers never met, not even over others
    games: int
    blocks: int
    mean_rank: float | None
    win_share: float | None  # of its seats; a win shared by k counts 1/k
    mean_score: float | None
    faults: int  # seats that did not end normally


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """Two bots, the one that stands higher in the table first."""

    a: str
    b: str
    elo: float | None  # of a minus b
    se: float | None
    half_width: float | None  # of the 95 % interval; None where there is a bound instead
    separated: Separation  # on which side the difference has no limit
    bound: float | None  # one-sided 95 % bound of such a difference
    los: float | None  # probability that a is stronger

    def reversed(self) -> Self:
        """The same with b first."""
        sides = {Separation.ABOVE: Separation.BELOW, Separation.BELOW: Separation.ABOVE}
        return replace(
            self,
            a=self.b,
            b=self.a,
            elo=None if self.elo is None else -self.elo,
            separated=sides.get(self.separated, self.separated),
            bound=None if self.bound is None else -self.bound,
            los=None if self.los is None else 1 - self.los,
        )


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat."""

    seat: int
    elo: float  # relative to the mean of the seats
    se: float | None
    half_width: float | None
    win_share: float
    mean_score: float


@dataclass(frozen=True, slots=True)
class EloTable:
    """Everything a table prints, before it is formatted."""

    bots: tuple[BotRow, ...]  # by island, the strongest first
    differences: tuple[DifferenceRow, ...]
    seats: tuple[SeatRow, ...]
    seat_statistic: float | None  # Wald's chi square for "all seats are equal"
    seat_p: float | None
    has_elo: bool  # False where no two different bots met
    games: int
    blocks: int
    distinct_games: int  # with different moves
    design_effect: float | None
    tie_rate: float  # share of the pairs of seats of a game that are tied
    shared_win_rate: float  # share of the games with more than one winner
    reference: str  # what 0 Elo is
    prior_elo: float  # standard deviation of the prior
    players: int
    rules: str
    rules_version: str
    faults: tuple[tuple[str, int], ...]  # kind and number of seats, most frequent first
    note: str | None  # how many games would give error bars, where there are too few


def elo_table(games: GameBatch, config: Mapping[str, object]) -> EloTable:
    """Rate a run's games; `config` is the run's configuration. No games raise `ResultsError`."""
    names = bot_labels(config)
    if not len(games):
        raise ResultsError("the run holds no finished game yet: there is nothing to rate")
    rating = rate(games.bots, games.ranks, games.blocks, names=names)
    wins = win_elo(games.bots, games.ranks, games.blocks, rating) if games.seats > 2 else None
    order, scores = _order(rating), games.scores
    tied = np.array([games.ranks[:, a] == games.ranks[:, b] for a in range(games.seats) for b in range(a)], np.bool_)
    effects = rating.seats[-1]
    return EloTable(
        bots=tuple(_bot_row(bot, rating, wins, games, scores) for bot in order),
        differences=tuple(_difference_row(a, b, rating) for place, a in enumerate(order) for b in order[place + 1 :]),
        seats=tuple(_seat_row(number, effects, games, scores) for number in range(len(effects.seats))),
        seat_statistic=_known(effects.statistic),
        seat_p=_known(effects.p),
        has_elo=rating.has_elo,
        games=len(games),
        blocks=rating.n_blocks,
        distinct_games=len(np.unique(games.moves_hash)),
        design_effect=_known(rating.design_effect),
        tie_rate=float(tied.mean()),
        shared_win_rate=float(((games.ranks == 1).sum(axis=1) > 1).mean()),
        reference=REFERENCE,
        prior_elo=rating.prior_elo,
        players=games.seats,
        rules=str(config.get("rules", "unknown")),
        rules_version=str(config.get("rules_version", "unknown")),
        faults=_faults(games),
        note=_note(rating),
    )


def bot_labels(config: Mapping[str, object]) -> list[str]:
    """The labels of a run's bots, in the order of their indexes."""
    bots = config.get("bots")
    if not isinstance(bots, list | tuple):
        raise ResultsError('a run\'s configuration needs "bots", a list of {"label": …, …} for its bots')
    return [str(bot["label"]) for bot in bots]


def _order(rating: Rating) -> list[int]:
    """The bots that played, island by island (the largest first), the strongest first."""
    played = [int(bot) for bot in np.flatnonzero(rating.counts.games)]
    sizes = np.bincount(rating.island)

    def key(bot: int) -> tuple[float, int, float, int]:
        island = int(rating.island[bot])
        return (-float(sizes[island]), island, -float(np.nan_to_num(rating.elo[bot])), bot)

    return sorted(played, key=key)


def _bot_row(bot: int, rating: Rating, wins: WinElo | None, games: GameBatch, scores: Ints) -> BotRow:
    """One bot's part of a rating."""
    sits = games.bots == bot
    half_width = float(rating.half_width[bot])
    return BotRow(
        bot=rating.names[bot],
        elo=_known(rating.elo[bot]),
        se=_known(rating.se[bot]) if np.isfinite(half_width) else None,
        half_width=_known(half_width) if rating.separated[bot] is Separation.NONE else None,
        separated=rating.separated[bot],
        bound=_known(rating.bound[bot]),
        win_elo=_known(wins.elo[bot]) if wins is not None else None,
        win_elo_differs=wins is not None and bool(wins.differs[bot]),
        island=int(rating.island[bot]),
        games=int(rating.counts.games[bot]),
        blocks=int(rating.counts.blocks[bot]),
        mean_rank=_known(rating.counts.mean_rank[bot]),
        win_share=_known(rating.counts.win_share[bot]),
        mean_score=_known(scores[sits].mean()),
        faults=int((games.terminations[sits] != Termination.NORMAL).sum()),
    )


def _difference_row(a: int, b: int, rating: Rating) -> DifferenceRow:
    """Two bots' part of a rating."""
    met = rating.island[a] == rating.island[b]
    se, critical = rating.difference_se(a, b), rating.critical(a, b)
    side = rating.difference_side(a, b)
    return DifferenceRow(
        a=rating.names[a],
        b=rating.names[b],
        elo=_known(rating.elo[a] - rating.elo[b]) if met else None,
        se=_known(se) if np.isfinite(critical) else None,
        half_width=_known(se * critical) if side is Separation.NONE else None,
        separated=side,
        bound=_known(rating.difference_bound(a, b)),
        los=_known(rating.los(a, b)),
    )


def _seat_row(number: int, effects: SeatEffects, games: GameBatch, scores: Ints) -> SeatRow:
    """One seat's part of a rating."""
    seat = effects.seats[number]
    half_width = float(effects.half_width[number])
    won = games.ranks == 1
    return SeatRow(
        seat=seat,
        elo=float(effects.elo[number]),
        se=_known(effects.se[number]) if np.isfinite(half_width) else None,
        half_width=_known(half_width),
        win_share=float((won[:, seat] / won.sum(axis=1)).mean()),
        mean_score=float(scores[:, seat].mean()),
    )


def _faults(games: GameBatch) -> tuple[tuple[str, int], ...]:
    """How many seats ended in which way other than normally."""
    numbers = np.bincount(games.terminations.ravel(), minlength=len(Termination))
    found = [(kind.name.lower(), int(numbers[kind])) for kind in Termination if kind is not Termination.NORMAL]
    return tuple(sorted(((kind, n) for kind, n in found if n), key=lambda fault: -fault[1]))


def _note(rating: Rating) -> str | None:
    """How many games would give error bars, in one sentence; None where there are enough."""
    if rating.n_blocks >= MIN_BLOCKS:
        return None
    games = MIN_BLOCKS * -(-rating.n_games // rating.n_blocks)
    return f"Error bars need at least {MIN_BLOCKS} blocks and this run has {rating.n_blocks}: {games} games would do."


def _known(value: float | np.floating) -> float | None:
    """A number, or None for one that is not finite."""
    return float(value) if np.isfinite(value) else None
