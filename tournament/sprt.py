"""Is the first bot better than the second? Blocks are played until a sequential test decides."""

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from medina_arena.results import (
    FIRST_LOOK,
    GameBatch,
    RunStore,
    Verdict,
    block_means,
    confidence_sequence,
    elo_of_result,
    gsprt_bounds,
    gsprt_path,
    gsprt_stop,
)

from .config import RunConfig, config_to_json
from .errors import RunError
from .progress import NotedProgress
from .runner import play_run
from .schedule import make_plan

__all__ = ["Outcome", "SequentialTest", "outcome_of", "play_test", "read_test", "sequential_config"]

_STEP = 16
"""Blocks between two looks at first."""
_GROWTH = 8
"""Later a step is one in so many of the blocks so far, so that few are played beyond the stop."""


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """What is asked, and with which risks."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The risk of accepting a difference of `elo0`."""
    beta: float = 0.05
    """The risk of rejecting a difference of `elo1`."""

    def __post_init__(self) -> None:
        """Check every value; raises `ResultsError`."""
        gsprt_bounds(self.alpha, self.beta)
        gsprt_path([], self.elo0, self.elo1)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the test says of the blocks in the order of their numbers."""

    verdict: Verdict
    llr: float
    blocks: int
    """Counted: up to the stop, or all without a gap before them."""
    surplus: int
    """Blocks and parts of blocks that are stored as well."""
    low: float
    """Any-time 95 % interval of the difference in Elo."""
    high: float


def sequential_config(config: RunConfig, test: SequentialTest) -> dict[str, Any]:
    """The configuration of a run that is a sequential test."""
    if len(config.bots) != 2:
        raise RunError(f"a sequential test is between two bots, not {len(config.bots)}")
    return config_to_json(config) | {"sprt": asdict(test)}


def read_test(store: RunStore) -> SequentialTest:
    """The test that a run is; `RunError` for a run that is none."""
    if "sprt" not in store.config:
        raise RunError(f"{store.folder} is no sequential test: it was made by run, go on with run --resume")
    values = store.config["sprt"]
    return SequentialTest(*(float(values[name]) for name in ("elo0", "elo1", "alpha", "beta")))


def play_test(
    config: RunConfig, test: SequentialTest, store: RunStore, *, workers: int, progress: NotedProgress
) -> tuple[Outcome, bool]:
    """Play until the test decides or all games of the run are played; the outcome, and whether it is final.

    The outcome depends on the games alone: the test looks at each block in turn, and blocks that other workers have
    finished beyond the stop are stored, marked and not counted.
    """
    plan = make_plan(config)
    open_again = {name: value for name, value in store.config["sprt"].items() if name != "blocks"}
    if open_again != store.config["sprt"]:
        store.replace_config(store.config | {"sprt": open_again})
    while True:
        outcome, complete = outcome_of(config, test, store)
        progress.note(f"llr {outcome.llr:+.2f}")
        if outcome.verdict is not Verdict.CONTINUE or complete >= plan.n_blocks:
            marked = dict(store.config["sprt"]) | {"blocks": outcome.blocks}
            store.replace_config(store.config | {"sprt": marked})
            return outcome, True
        wanted = min(max(complete + max(_STEP, complete // _GROWTH), FIRST_LOOK), plan.n_blocks)
        part = replace(config, games=wanted * plan.block_games)
        if not play_run(part, store, workers=workers, progress=progress):
            return outcome_of(config, test, store)[0], False


def outcome_of(config: RunConfig, test: SequentialTest, store: RunStore) -> tuple[Outcome, int]:
    """What the stored games say so far, and how many blocks are complete without a gap before them."""
    games = store.read_all()
    size = make_plan(config).block_games
    complete = _n_complete(games, size)
    means = _means(games.take(games.block < complete))
    n, verdict = gsprt_stop(means, test.elo0, test.elo1, alpha=test.alpha, beta=test.beta)
    path = gsprt_path(means[:n], test.elo0, test.elo1)
    low, high = map(elo_of_result, confidence_sequence(means[:n]))
    surplus = len(np.unique(games.block)) - n
    return Outcome(verdict, float(path[-1]) if n else 0.0, n, surplus, low, high), complete


def _n_complete(games: GameBatch, size: int) -> int:
    """How many blocks from the first on are complete."""
    counts = np.bincount(games.block, minlength=1)
    return int(np.argmin(np.append(counts == size, False)))


def _means(games: GameBatch) -> npt.NDArray[np.float64]:
    """The first bot's result in each block."""
    return block_means(games.bots, games.ranks, games.blocks, 0, 1) if len(games) else np.zeros(0)
