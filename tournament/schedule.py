"""Which games does a run consist of? Games are numbered in the order of play; each number makes one game.

Rounds follow each other: in a round every line-up plays one block, and the games of a block stand together. The last
round may have a part of the line-ups only.
"""

from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from medina_arena.results import split_ids

from .balance import balanced_lineups
from .config import RunConfig
from .errors import RunError
from .lineups import (
    all_lineups,
    gauntlet_lineups,
    lineup_numbers,
    n_block_games,
    n_lineups,
    numbered_lineup,
    seat_patterns,
)
from .seeds import fill_games, lineup_key

__all__ = [
    "Plan",
    "Round",
    "ScheduledGames",
    "locate_games",
    "make_plan",
    "n_blocks",
    "schedule_blocks",
    "schedule_games",
    "schedule_ids",
]

_WORTH_COMPLETING = 10
"""The last round is completed when that adds at most one in so many blocks."""


@dataclass(frozen=True, slots=True)
class Round:
    """What is played next in a run whose plan depends on its results."""

    lineups: tuple[tuple[int, ...], ...]
    """Each with different bots, ascending."""
    first_blocks: tuple[int, ...]
    """How many blocks of each line-up have been played before."""
    blocks: int
    """Blocks of each line-up."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """All games of a run, not yet written out."""

    seed: int
    seats: int
    members: npt.NDArray[np.int16]
    """The bots of each line-up, ordered by their keys [line-ups, width]."""
    numbers: npt.NDArray[np.int64]
    """The number of each line-up, ascending [line-ups]."""
    keys: npt.NDArray[np.int64]
    """The key of each line-up [line-ups]."""
    patterns: npt.NDArray[np.int64]
    """The seatings of a block, as places in a row of `members` [seatings, seats]; none mean rotations."""
    block_games: int
    """Games of a block."""
    rounds: int
    """Blocks that every line-up plays."""
    last_round: npt.NDArray[np.int64]
    """The line-ups that play one block more, in the order of play."""
    first_block: npt.NDArray[np.int64]
    """The number of the first block of each line-up [line-ups]: those below belong to earlier plans."""

    @property
    def n_lineups(self) -> int:
        """The number of line-ups."""
        return len(self.numbers)

    @property
    def n_blocks(self) -> int:
        """The number of blocks."""
        return self.rounds * self.n_lineups + len(self.last_round)

    @property
    def n_games(self) -> int:
        """The number of games."""
        return self.n_blocks * self.block_games


@dataclass(frozen=True, slots=True, eq=False)
class ScheduledGames:
    """Games to be played, one row a game."""

    lineup: npt.NDArray[np.int32]
    """[games] The line-up's number."""
    block: npt.NDArray[np.int32]
    """[games]"""
    seating: npt.NDArray[np.int16]
    """[games]"""
    bots: npt.NDArray[np.int16]
    """[games, seats] Places in the run's list of bots."""
    seeds: npt.NDArray[np.int64]
    """[games] Of the set-up, 0 to 2**53 - 1; the same for all games of a block, as are the opening's."""
    opening_seeds: npt.NDArray[np.int64]
    """[games] Draws the first inhabitant and the random moves at the beginning."""
    bot_seeds: npt.NDArray[np.int64]
    """[games, seats] Of the bot at each seat."""
    stand_in_seeds: npt.NDArray[np.int64]
    """[games, seats] Draws the moves of a seat whose bot has faulted."""

    def __len__(self) -> int:
        """The number of games."""
        return len(self.lineup)


def n_blocks(config: RunConfig) -> int:
    """How many blocks the games asked for are rounded up to.

    The last round over all line-ups is completed in a gauntlet, with fewer bots than seats, and where that is cheap.
    """
    n_bots, seats = _n_together(config), config.players
    of_round = n_lineups(n_bots, seats) if config.gauntlet is None else len(config.bots) - 1
    blocks = -(-config.games // n_block_games(n_bots, seats))
    missing = -blocks % of_round
    is_cheap = missing * _WORTH_COMPLETING <= blocks
    return blocks + missing if is_cheap or n_bots < seats or config.gauntlet is not None else blocks


def _n_together(config: RunConfig) -> int:
    """How many bots the line-ups are made of: two in each line-up of a gauntlet."""
    return len(config.bots) if config.gauntlet is None else 2


@lru_cache(maxsize=4)
def make_plan(config: RunConfig, one: Round | None = None) -> Plan:
    """The plan of a run, or of one round of it; a pure function of the arguments."""
    n_bots, seats = len(config.bots), config.players
    if one is not None:
        lineups = np.array(one.lineups, np.int16)
        order = np.argsort(lineup_numbers(lineups))
        return _plan(config, lineups[order], rounds=one.blocks, first_block=np.array(one.first_blocks)[order])
    if config.gauntlet is not None:
        lineups = gauntlet_lineups(config.labels.index(config.gauntlet), n_bots, seats)
        return _plan(config, lineups, rounds=n_blocks(config) // len(lineups))
    rounds, n_last = divmod(n_blocks(config), n_lineups(n_bots, seats))
    subset = balanced_lineups(n_bots, seats, n_last, config.seed) if n_last else np.empty((0, seats), np.int16)
    lineups = all_lineups(n_bots, seats) if rounds else subset[np.lexsort(subset.T)]
    return _plan(config, lineups, rounds=rounds, subset=subset)


def _plan(
    config: RunConfig,
    lineups: npt.NDArray[np.int16],
    *,
    rounds: int,
    subset: npt.NDArray[np.int16] | None = None,
    first_block: npt.NDArray[np.int64] | None = None,
) -> Plan:
    """The plan of line-ups, ascending by number and all with the same number of different bots."""
    seats = config.players
    n_different = len(set(lineups[0].tolist()))
    patterns = seat_patterns(n_different, seats)
    numbers = lineup_numbers(lineups)
    members = _members(lineups, config.bot_keys, has_patterns=bool(patterns))
    return Plan(
        seed=config.seed,
        seats=seats,
        members=members,
        numbers=numbers,
        keys=_keys(members, config.bot_keys, seats),
        patterns=np.array(patterns, np.int64).reshape(len(patterns), seats),
        block_games=n_block_games(n_different, seats),
        rounds=rounds,
        last_round=np.searchsorted(numbers, lineup_numbers(subset)) if subset is not None else np.zeros(0, np.int64),
        first_block=np.zeros(len(lineups), np.int64) if first_block is None else first_block,
    )


def _members(lineups: npt.NDArray[np.int16], bot_keys: list[str], *, has_patterns: bool) -> npt.NDArray[np.int16]:
    """The bots of each line-up in the order of their keys; for patterns, each bot once."""
    if has_patterns:
        lineups = np.array([sorted(set(row)) for row in lineups.tolist()], np.int16)
    by_key = np.array(sorted(range(len(bot_keys)), key=bot_keys.__getitem__), np.int16)
    places = np.argsort(by_key).astype(np.int16)
    return np.ascontiguousarray(by_key[np.sort(places[lineups], axis=1)])


def _keys(members: npt.NDArray[np.int16], bot_keys: list[str], seats: int) -> npt.NDArray[np.int64]:
    """The key of each line-up."""
    keys = [lineup_key(seats, [bot_keys[bot] for bot in row]) for row in members.tolist()]
    return np.array(keys, np.int64)


def schedule_games(plan: Plan, first: int, last: int) -> ScheduledGames:
    """Games `first` to `last` - 1 of the plan."""
    number = np.arange(first, last, dtype=np.int64)
    unit, seating = np.divmod(number, plan.block_games)
    block, lineup = np.divmod(unit, plan.n_lineups)
    is_last = block == plan.rounds
    lineup[is_last] = plan.last_round[lineup[is_last]]
    return _fill(plan, lineup, block + plan.first_block[lineup], seating)


def schedule_ids(config: RunConfig, ids: npt.NDArray[np.int64]) -> ScheduledGames:
    """The games of some ids, in their order, whether the plan has them or not; `RunError` for one that no plan has."""
    number, block, seating = split_ids(ids)
    numbers = np.unique(number)
    lineups = [numbered_lineup(one, config.players) for one in numbers.tolist()]
    different = np.array([len(set(lineup)) for lineup in lineups])
    games = _fill_nothing(config.players, len(ids))
    for n in np.unique(different):
        some = different == n
        if max(map(max, lineups)) >= len(config.bots):
            raise RunError("the run has games of bots that it does not know")
        plan = _plan(config, np.array(lineups, np.int16)[some], rounds=0)
        rows = np.flatnonzero(np.isin(number, numbers[some]))
        if (seating[rows] >= plan.block_games).any():
            raise RunError("the run has games in seatings that there are not")
        lineup = np.searchsorted(plan.numbers, number[rows])
        part = _fill(plan, lineup, block[rows].astype(np.int64), seating[rows].astype(np.int64))
        for field in fields(ScheduledGames):
            getattr(games, field.name)[rows] = getattr(part, field.name)
    return games


def _fill_nothing(seats: int, n: int) -> ScheduledGames:
    """Room for n games."""
    return ScheduledGames(
        lineup=np.empty(n, np.int32),
        block=np.empty(n, np.int32),
        seating=np.empty(n, np.int16),
        bots=np.empty((n, seats), np.int16),
        seeds=np.empty(n, np.int64),
        opening_seeds=np.empty(n, np.int64),
        bot_seeds=np.empty((n, seats), np.int64),
        stand_in_seeds=np.empty((n, seats), np.int64),
    )


def _fill(
    plan: Plan, lineup: npt.NDArray[np.int64], block: npt.NDArray[np.int64], seating: npt.NDArray[np.int64]
) -> ScheduledGames:
    """Games by their line-ups' places in the plan, their blocks and seatings."""
    games = _fill_nothing(plan.seats, len(lineup))
    games.lineup[:], games.block[:], games.seating[:] = plan.numbers[lineup], block, seating
    fill_games(
        plan.seed,
        plan.members,
        plan.keys,
        plan.patterns,
        np.stack([lineup, block, seating], axis=1),
        games.bots,
        games.seeds,
        games.opening_seeds,
        games.bot_seeds,
        games.stand_in_seeds,
    )
    return games


def schedule_blocks(plan: Plan, first: int, last: int) -> ScheduledGames:
    """The games of blocks `first` to `last` - 1 in the order of play."""
    return schedule_games(plan, first * plan.block_games, last * plan.block_games)


def locate_games(
    plan: Plan, lineup: npt.NDArray[np.int32], block: npt.NDArray[np.integer], seating: npt.NDArray[np.int16]
) -> npt.NDArray[np.int64]:
    """The numbers of games in the order of play, ascending; games that are not of the plan are left out."""
    place = np.minimum(np.searchsorted(plan.numbers, lineup), plan.n_lineups - 1)
    position = np.full(plan.n_lineups, -1)
    position[plan.last_round] = np.arange(len(plan.last_round))
    block = block - plan.first_block[place]
    is_last = block == plan.rounds
    in_round = np.where(is_last, position[place], place)
    known = (plan.numbers[place] == lineup) & (seating < plan.block_games) & (in_round >= 0)
    known &= (block >= 0) & (block <= plan.rounds)
    number = (block * plan.n_lineups + in_round) * plan.block_games + seating
    found: npt.NDArray[np.int64] = np.sort(number[known])
    return found
