"""What would a tournament look like whose true strengths are known?"""

from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

ELO = 400 / np.log(10)


@dataclass(frozen=True)
class Truth:
    """A world to draw games from, in Elo."""

    bots: NDArray[np.float64]
    seats: NDArray[np.float64]
    tie_gap: float = 0.0  # neighbours in a finishing order closer than this share their place
    bot_luck: float = 0.0  # standard deviation of a bot's luck with a block's seed
    seat_luck: float = 0.0  # the same of a seat


@dataclass(frozen=True)
class Games:
    """What `rate` takes."""

    bots: NDArray[np.int64]
    ranks: NDArray[np.int64]
    blocks: NDArray[np.int64]

    def __len__(self) -> int:
        """The number of games."""
        return len(self.blocks)

    def __getitem__(self, index: NDArray[np.int64] | NDArray[np.bool_]) -> "Games":
        """The games at an index."""
        return Games(self.bots[index], self.ranks[index], self.blocks[index])


def rotations(lineup: NDArray[np.int64]) -> NDArray[np.int64]:
    """All seatings where they are at most six, else the rotations: the block of a line-up."""
    seatings = sorted(set(permutations(lineup.tolist())))
    if len(seatings) <= 6:
        return np.array(seatings)
    return np.array([np.roll(lineup, turn) for turn in range(len(lineup))])


def finish(rng: np.random.Generator, worths: NDArray[np.float64], tie_gap: float) -> NDArray[np.int64]:
    """Ranks of games with these worths in Elo: the order of worth plus Gumbel noise is Plackett–Luce."""
    marks = worths + ELO * rng.gumbel(size=worths.shape)
    order = np.argsort(-marks, axis=1)
    best_first = np.take_along_axis(marks, order, axis=1)
    places = np.tile(np.arange(1, worths.shape[1] + 1), (len(worths), 1))
    for place in range(1, worths.shape[1]):
        tied = best_first[:, place - 1] - best_first[:, place] < tie_gap
        places[tied, place] = places[tied, place - 1]
    ranks = np.empty_like(places)
    np.put_along_axis(ranks, order, places, axis=1)
    return ranks


def tournament(rng: np.random.Generator, truth: Truth, n_games: int) -> Games:
    """About this many games in whole blocks, the line-ups drawn evenly."""
    n, seats = len(truth.bots), len(truth.seats)
    lineups = [np.array(lineup) for lineup in combinations(range(n), seats)]
    shuffled: list[NDArray[np.int64]] = []
    count = 0
    while count < n_games:
        lineup = rng.permutation(lineups[int(rng.integers(len(lineups)))])
        shuffled.append(rotations(lineup))
        count += len(shuffled[-1])
    bots = np.concatenate(shuffled)
    blocks = np.repeat(np.arange(len(shuffled)), [len(part) for part in shuffled])
    bot_luck = truth.bot_luck * rng.standard_normal((len(shuffled), n))
    seat_luck = truth.seat_luck * rng.standard_normal((len(shuffled), seats))
    worths = truth.bots[bots] + truth.seats + bot_luck[blocks[:, None], bots] + seat_luck[blocks]
    return Games(bots, finish(rng, worths, truth.tie_gap), blocks)


def pairs(games: Games) -> Games:
    """Every pair of seats as a game of its own, in a block of its own: the naive reading of a table of many."""
    n_seats = games.bots.shape[1]
    both = [(a, b) for a, b in combinations(range(n_seats), 2)]
    bots = np.concatenate([games.bots[:, [a, b]] for a, b in both])
    ranks = np.concatenate([games.ranks[:, [a, b]] for a, b in both])
    best = ranks.min(axis=1, keepdims=True)
    return Games(bots, np.where(ranks == best, 1, 2), np.arange(len(bots)))
