"""Which line-ups and blocks does a run consist of, in which order?

Rounds follow each other: in a round every line-up plays one block, and the games of a block stand together. The last
round may have a part of the line-ups only.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from .balance import balanced_lineups
from .config import RunConfig
from .lineups import all_lineups, gauntlet_lineups, lineup_numbers, n_block_games, n_lineups, seat_patterns
from .seeds import lineup_key

__all__ = ["Plan", "Round", "make_plan", "n_blocks", "plan_lineups"]

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
        return plan_lineups(config, lineups[order], rounds=one.blocks, first_block=np.array(one.first_blocks)[order])
    if config.gauntlet is not None:
        lineups = gauntlet_lineups(config.labels.index(config.gauntlet), n_bots, seats)
        return plan_lineups(config, lineups, rounds=n_blocks(config) // len(lineups))
    rounds, n_last = divmod(n_blocks(config), n_lineups(n_bots, seats))
    subset = balanced_lineups(n_bots, seats, n_last, config.seed) if n_last else np.empty((0, seats), np.int16)
    lineups = all_lineups(n_bots, seats) if rounds else subset[np.lexsort(subset.T)]
    return plan_lineups(config, lineups, rounds=rounds, subset=subset)


def plan_lineups(
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
