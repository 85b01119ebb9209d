"""Do intervals hold the truth in 95 of 100 cases, and do the wrong ways fail? Too slow for every run of the tests.

Run it with `PYTHONPATH=tests python -m simulated_games.coverage_study [tournaments]`; it ends with 1 if a figure lies
outside its range. Under block luck the truth is what endless games of the same kind would show.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medina_arena.results import Rating, rate

from .truth import Games, Truth, pairs, tournament

SPREAD = np.linspace(-200, 200, 8)
LUCK = 150.0
SEED = 20240601


@dataclass(frozen=True)
class Case:
    """One cell of the study and the range its coverage must lie in."""

    name: str
    players: int
    games: int
    cover: Callable[[Games, NDArray[np.float64]], float]
    low: float
    high: float
    luck: float = 0.0


def by_block(games: Games, truth: NDArray[np.float64]) -> float:
    """The package as it is used."""
    return _share(rate(games.bots, games.ranks, games.blocks), truth)


def by_game(games: Games, truth: NDArray[np.float64]) -> float:
    """Every game taken for independent."""
    return _share(rate(games.bots, games.ranks, np.arange(len(games))), truth)


def by_pair(games: Games, truth: NDArray[np.float64]) -> float:
    """Every pair of seats taken for an independent game, with the errors of the likelihood."""
    both = pairs(games)
    rating = rate(both.bots, both.ranks, both.blocks)
    a, b = np.triu_indices(len(truth), 1)
    errors = (rating.elo - truth)[a] - (rating.elo - truth)[b]
    variance = np.diag(rating.fisher)[a] + np.diag(rating.fisher)[b] - 2 * rating.fisher[a, b]
    return float(np.mean(np.abs(errors) <= 1.96 * np.sqrt(variance)))


CASES = (
    Case("2 players", 2, 1000, by_block, 0.93, 0.97),
    Case("3 players", 3, 1000, by_block, 0.93, 0.97),
    Case("4 players", 4, 1000, by_block, 0.93, 0.97),
    Case("4 players, naive pairs", 4, 1000, by_pair, 0.0, 0.91),
    Case("3 players, 100 blocks with luck", 3, 600, by_block, 0.925, 0.97, LUCK),
    Case("3 players, the same by game", 3, 600, by_game, 0.0, 0.93, LUCK),
    Case("3 players, 20 blocks with luck", 3, 120, by_block, 0.925, 0.99, LUCK),
)


def main() -> int:
    """Print every case, and return 1 if any lies outside its range."""
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    failed = 0
    for case in CASES:
        coverage = study(case, tournaments)
        is_good = case.low <= coverage <= case.high
        failed += not is_good
        wanted = f"{case.low:.3f} … {case.high:.3f}"
        sys.stdout.write(f"{case.name:34} {coverage:.3f}  wanted {wanted}  {'ok' if is_good else 'FAILED'}\n")
        sys.stdout.flush()
    return int(failed > 0)


def study(case: Case, tournaments: int) -> float:
    """The coverage of one case over so many tournaments."""
    rng = np.random.default_rng(SEED)
    world = Truth(SPREAD, np.linspace(-30, 30, case.players), tie_gap=15, bot_luck=case.luck)
    truth = SPREAD
    if case.luck:
        endless = tournament(rng, world, 200_000)
        truth = rate(endless.bots, endless.ranks, endless.blocks).elo
    return float(np.mean([case.cover(tournament(rng, world, case.games), truth) for _ in range(tournaments)]))


def _share(rating: Rating, truth: NDArray[np.float64]) -> float:
    """The share of pairs whose interval holds the truth."""
    n = len(truth)
    hits = [
        abs(rating.elo[a] - rating.elo[b] - truth[a] + truth[b]) <= rating.critical(a, b) * rating.difference_se(a, b)
        for a in range(n)
        for b in range(a)
    ]
    return float(np.mean(hits))


if __name__ == "__main__":
    sys.exit(main())
