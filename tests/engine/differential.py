"""Do both engines agree in many random games? Run as a script: `python tests/engine/differential.py --games 1000`."""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

TESTS = str(Path(__file__).resolve().parents[1])
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)

from engine_games import compare  # noqa: E402  its folder comes first

from medina_arena.engine import RULE_SETS, parse_rules  # noqa: E402

BATCH = 5  # games in one job of a worker


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare the compiled engine with the naive one in random games.")
    parser.add_argument("--games", type=int, default=100, help="games for each rule set, number of players and style")
    parser.add_argument(
        "--sets", default=",".join(RULE_SETS), help="rule sets, separated by commas; bsw:tower_connection=tower is one"
    )
    parser.add_argument("--players", type=int, help="only this number of players (default: all that are allowed)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game; the others follow")
    parser.add_argument(
        "--biased", choices=("no", "yes", "both"), default="both", help="play for larger palaces and more domes"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison; 0 if both engines agree, else 1."""
    options = _parse(arguments)
    styles = {"no": (False,), "yes": (True,), "both": (False, True)}[options.biased]
    started = time.perf_counter()
    plies = n_games = 0
    compare("rulebook", 4, 1, 0, False)  # compiles before the workers are forked
    with ProcessPoolExecutor(options.workers, multiprocessing.get_context("fork")) as pool:
        jobs = {
            pool.submit(compare, rules, players, min(BATCH, options.games - first), options.seed + first, biased): first
            for first in range(0, options.games, BATCH)
            for rules in options.sets.split(",")
            for players in parse_rules(rules).players
            if options.players in (None, players)
            for biased in styles
        }
        for job in as_completed(jobs):
            if job.exception() is not None:
                pool.shutdown(cancel_futures=True)
                sys.stdout.write(f"{job.exception()}\n")
                return 1
            plies += job.result()
            n_games += min(BATCH, options.games - jobs[job])
    sys.stdout.write(f"{n_games} games, {plies} plies: no difference ({time.perf_counter() - started:.0f} s)\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
