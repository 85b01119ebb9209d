"""Does a run end with the same bytes however often its processes are killed? `make kill-study` runs this script.

Games of random bots take microseconds, so that workers often die while they send results.
"""

import argparse
import filecmp
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from medina_arena.tournament.processes import child_processes

COMMAND = [str(Path(sys.executable).with_name("medina-arena"))]
PATIENCE = 20
"""A run that takes so many times as long as undisturbed hangs."""
PAUSE = 0.7
"""Seconds between two kills at most."""
PARENT = 0.05
"""The share of kills that hit the run itself, which is then resumed."""


def _export(folder: Path) -> Path:
    """The games of a run as a file."""
    file = folder.with_suffix(".csv")
    subprocess.run([*COMMAND, "export", str(folder), "--out", str(file)], check=True)
    return file


def _start(folder: Path, games: int) -> subprocess.Popen[bytes]:
    """A run, or what is left of it."""
    begun = (folder / "games.sqlite").exists()
    options = ["--resume", str(folder)] if begun else ["--games", str(games), "--out", str(folder)]
    bots = [] if begun else ["--bots", "random,random:label=b"]
    return subprocess.Popen(
        [*COMMAND, "run", *bots, *options, "--workers", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _disturb(folder: Path, games: int, rng: random.Random, seconds: float) -> tuple[int, int, int]:
    """Play a run while its processes are killed: its exit status, and how many workers and parents were killed."""
    workers = parents = 0
    end = time.monotonic() + seconds
    run = _start(folder, games)
    while run.poll() is None:
        if time.monotonic() > end:
            run.kill()
            raise SystemExit(f"after {workers} workers and {parents} parents that were killed the run hangs")
        time.sleep(rng.uniform(0, PAUSE))
        if not (folder / "run.log").exists():
            continue
        if rng.random() < PARENT:
            run.kill()
            run.wait()
            parents += 1
            run = _start(folder, games)
        elif alive := sorted(child_processes(run.pid)):
            with suppress(ProcessLookupError):
                os.kill(rng.choice(alive), signal.SIGKILL)
                workers += 1
    return run.wait(), workers, parents


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the runs; 0 if each ended as if undisturbed, else 1."""
    parser = argparse.ArgumentParser(description="Kill workers and runs at random moments.")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--games", type=int, default=1_000_000, help="games of a run")
    parser.add_argument("--seed", type=int, default=0, help="seed of the moments of the first run; the others follow")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        begin = time.monotonic()
        expected = Path(name, "undisturbed")
        _start(expected, options.games).wait()
        seconds = PATIENCE * (time.monotonic() - begin)
        table = _export(expected)
        for seed in range(options.seed, options.seed + options.runs):
            folder = Path(name, f"run{seed}")
            status, workers, parents = _disturb(folder, options.games, random.Random(seed), seconds)
            same = status == 0 and filecmp.cmp(table, _export(folder), shallow=False)
            verdict = "the same bytes" if same else f"DIFFERENT (exit status {status})"
            sys.stdout.write(f"seed {seed}: {workers} workers and {parents} parents killed: {verdict}\n")
            sys.stdout.flush()
            if not same:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
