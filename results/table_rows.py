"""Which rows does an Elo table have?"""

from dataclasses import dataclass, replace
from typing import Self

from .by_seat import BotSeatRow
from .separation import Separation


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
    best_place: int | None  # on its island; the ranges of all bots hold together with 95 %
    worst_place: int | None
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
    """One seat of the games with one number of players."""

    players: int
    seat: int
    elo: float  # relative to the mean of the seats
    se: float | None
    half_width: float | None
    win_share: float
    mean_score: float


@dataclass(frozen=True, slots=True)
class SeatTest:
    """Whether the seats of the games with one number of players are equal; None with too few blocks."""

    players: int
    statistic: float | None  # Wald's chi square
    p: float | None


@dataclass(frozen=True, slots=True)
class ResidualRow:
    """What one bot did against another beyond their Elos; errors are None where there are none."""

    a: str
    b: str
    meetings: int  # pairs of seats at a common table
    observed: float  # share of the meetings in which a finished ahead, a tie counting half
    expected: float  # by the table
    se: float | None
    elo: float | None  # by how much a's Elo would have to be higher in these meetings
    p: float | None  # for "as expected", Holm's over all pairs


@dataclass(frozen=True, slots=True)
class FaultlessRow:
    """A bot whose Elo is another one without the games in which a bot faulted."""

    bot: str
    elo: float | None
    half_width: float | None  # of the 95 % interval; None where there is a bound instead
    separated: Separation
    bound: float | None
    games: int  # that are left


@dataclass(frozen=True, slots=True)
class EloTable:
    """Everything a table prints, before it is formatted."""

    bots: tuple[BotRow, ...]  # by island, the strongest first
    differences: tuple[DifferenceRow, ...]
    seats: tuple[SeatRow, ...]  # by number of players
    seat_tests: tuple[SeatTest, ...]  # one for each number of players
    residuals: tuple[ResidualRow, ...]  # of the pairs that met; none by wins only
    by_seat: tuple[BotSeatRow, ...]  # if asked for
    faultless: tuple[FaultlessRow, ...]  # the bots whose Elo is another one without faulty games
    has_elo: bool  # False where no two different bots met
    games: int
    blocks: int
    distinct_games: int  # with different moves
    design_effect: float | None
    tie_rate: float  # share of the pairs of seats of a game that are tied
    shared_win_rate: float  # share of the games with more than one winner
    win_only: bool  # whether only who won counts, not the order behind
    reference: str  # what 0 Elo is, or which bots' Elo was given
    has_anchors: bool
    prior_elo: float  # standard deviation of the prior
    players: tuple[int, ...]  # of the games, ascending
    rules: str
    rules_version: str
    faults: tuple[tuple[str, int], ...]  # kind and number of seats, most frequent first
    faulty_games: int  # games in which a bot faulted
    precision: float | None  # half-width of all differences, in Elo, that was asked for before the first game
    left_out: int  # games with faults that were asked to be left out
    repeated: int  # games that stand in several runs and count once
    outdated: tuple[str, ...]  # bots that have learned by another version of the rules, with that version
    note: str | None  # how many games would give error bars, where there are too few

    @property
    def seat_p(self) -> float | None:
        """The p value of equal seats in the games with the most players."""
        return self.seat_tests[-1].p
