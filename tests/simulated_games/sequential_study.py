"""Does the sequential test keep its risks over thousands of runs? Too slow for every run of the tests.

Run it with `PYTHONPATH=tests python -m simulated_games.sequential_study [runs [seed]]`; it ends with 1 if a figure lies
outside its range. The limits are what a risk of 5 % exceeds with a probability of about 0.1 %.
"""

import sys

import numpy as np

from medina_arena.results.betting import betting_capital

from .sequential import CAP, ELO0, ELO1, by_block, duel, n_accepted

RUNS = 10_000
SEED = 20240602
_LATE = 3.1
"""Standard errors to the limit."""


def main() -> int:
    """Print every figure, and return 1 if any lies outside its range."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else SEED
    few = max(runs // 10, 100)

    def most(n: int) -> int:
        return int(0.05 * n + _LATE * np.sqrt(0.05 * 0.95 * n))

    rng = np.random.default_rng(seed)
    checks = [
        (f"accepted at {ELO0:g} Elo by block", n_accepted(rng, ELO0, runs), runs, 0, most(runs)),
        (f"accepted at {ELO1:g} Elo by block", n_accepted(rng, ELO1, few), few, few - most(few), few),
        ("accepted at 0 Elo by pair, the wrong way", n_accepted(rng, 0, few, pairs=True), few, few // 10, few),
        ("confidence sequences that lost the truth", _n_lost(rng, few), few, 0, most(few)),
    ]
    failed = 0
    for name, found, n, low, high in checks:
        is_good = low <= found <= high
        failed += not is_good
        verdict = "ok" if is_good else "FAILED"
        sys.stdout.write(f"{name:42} {found:5} of {n:5}  wanted {low} … {high}  {verdict}\n")
    return int(failed > 0)


def _n_lost(rng: np.random.Generator, runs: int) -> int:
    """In how many of so many runs the any-time interval ever excluded the true mean, 0.5."""
    return sum(int(betting_capital(by_block(duel(rng, 0.0, CAP)), [0.5])[0] >= 20) for _ in range(runs))


if __name__ == "__main__":
    sys.exit(main())
