"""How often does a sequential test decide which way, over many simulated runs?"""

import numpy as np
from numpy.typing import NDArray

from medina_arena.results import block_means, gsprt_stop
from medina_arena.results.sequential import Verdict

from .truth import Games, finish, rotations

ELO0, ELO1 = 0.0, 40.0
CAP = 700
"""Blocks of a run; few need so many."""
_FIRST, _MORE = 150, 550
SEATINGS = rotations(np.array([0, 0, 1, 1]))


def duel(rng: np.random.Generator, elo: float, blocks: int) -> Games:
    """Blocks of two against two in all six seatings, with ties and with luck that a block shares."""
    bots = np.tile(SEATINGS, (blocks, 1))
    numbers = np.repeat(np.arange(blocks), len(SEATINGS))
    luck = 60 * rng.standard_normal((blocks, 2))
    worths = np.array([elo, 0.0])[bots] + luck[numbers[:, None], bots]
    return Games(bots, finish(rng, worths, 15), numbers)


def by_block(games: Games) -> NDArray[np.float64]:
    """The results that the test is made for: a mean for each block."""
    return block_means(games.bots, games.ranks, games.blocks, 0, 1)


def by_pair(games: Games) -> NDArray[np.float64]:
    """Every pair of seats taken for a result of its own."""
    order = np.argsort(games.bots, axis=1, kind="stable")
    ranks = np.take_along_axis(games.ranks, order, axis=1)
    pairs = ((0, 2), (0, 3), (1, 2), (1, 3))
    singles = [(ranks[:, a] < ranks[:, b]) + 0.5 * (ranks[:, a] == ranks[:, b]) for a, b in pairs]
    return np.stack(singles, axis=1).ravel()


def n_accepted(rng: np.random.Generator, elo: float, runs: int, *, pairs: bool = False) -> int:
    """In how many of so many runs the test says that the difference is ELO1 rather than ELO0."""
    read = by_pair if pairs else by_block
    accepted = 0
    for _ in range(runs):
        x = read(duel(rng, elo, _FIRST))
        verdict = gsprt_stop(x, ELO0, ELO1)[1]
        if verdict is Verdict.CONTINUE:
            verdict = gsprt_stop(np.concatenate([x, read(duel(rng, elo, _MORE))]), ELO0, ELO1)[1]
        accepted += verdict is Verdict.ACCEPT
    return accepted
