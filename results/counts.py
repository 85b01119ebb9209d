"""How often did each bot play, and how did it finish?"""

from dataclasses import dataclass

import numpy as np

from .arrays import Floats, Ints
from .kinds import Kinds


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Plain counts of each bot; the means are over its seats, so a bot that sits twice counts twice."""

    games: Ints  # [bots]
    blocks: Ints  # [bots]
    mean_rank: Floats  # [bots]  1 = best; nan without games
    win_share: Floats  # [bots]  a win shared by k seats counts 1/k


def counts(kinds: Kinds, blocks: Ints, n_blocks: int) -> Counts:
    """Count the games; `blocks` [games] numbers the blocks from 0 on."""
    n = kinds.n_bots
    games, in_blocks = np.zeros(n, np.int64), np.zeros(n, np.int64)
    seats, ranks, wins = np.zeros(n), np.zeros(n), np.zeros(n)
    won = kinds.ranks == 1
    shares = won / won.sum(axis=1, keepdims=True)
    for seat in range(kinds.bots.shape[1]):
        taken = kinds.bots[:, seat] >= 0
        bots, weights = kinds.bots[taken, seat], kinds.counts[taken]
        seats += np.bincount(bots, weights, n)
        ranks += np.bincount(bots, weights * kinds.ranks[taken, seat], n)
        wins += np.bincount(bots, weights * shares[taken, seat], n)
    for bot in range(n):
        sits = (kinds.bots == bot).any(axis=1)
        games[bot] = kinds.counts[sits].sum()
        in_blocks[bot] = np.count_nonzero(np.bincount(blocks[sits[kinds.of_game]], minlength=n_blocks))
    with np.errstate(invalid="ignore"):
        return Counts(games, in_blocks, ranks / seats, wins / seats)
