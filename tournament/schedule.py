"""Which games does a plan consist of? They are numbered in the order of play, and named by their ids."""

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from medina_arena.results import split_ids

from .config import RunConfig
from .errors import RunError
from .lineups import numbered_lineup
from .plan import Plan, Round, make_plan, n_blocks, plan_lineups
from .seeds import fill_games

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
        plan = plan_lineups(config, np.array(lineups, np.int16)[some], rounds=0)
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
