"""How do simulated results become the games of a run?"""

from typing import Any

import numpy as np

from medina_arena.results import SOURCES, GameBatch

from .truth import Games


def as_batch(games: Games, rng: np.random.Generator, fault_rate: float = 0.0) -> GameBatch:
    """The games with points, seeds and hashes that fit nothing in particular; one line-up number for all."""
    n, seats = games.bots.shape
    starts = np.flatnonzero(np.diff(games.blocks, prepend=-1))
    seating = np.arange(n) - starts[np.searchsorted(starts, np.arange(n), side="right") - 1]
    return GameBatch(
        lineup=np.zeros(n, np.int32),
        block=games.blocks.astype(np.int32),
        seating=seating.astype(np.int16),
        seed=rng.integers(0, 2**53, (n,)),
        bots=games.bots.astype(np.int16),
        sources=rng.integers(-3, 9, (n, seats, len(SOURCES))).astype(np.int16),
        ranks=games.ranks.astype(np.int8),
        terminations=(rng.random((n, seats)) < fault_rate).astype(np.int8),
        placements=rng.integers(100, 150, (n,)).astype(np.int16),
        moves_hash=rng.integers(0, 2**64, (n,), dtype=np.uint64),
    )


def config_of(labels: list[str], players: int) -> dict[str, Any]:
    """The configuration of a run of these bots."""
    return {
        "bots": [{"label": label, "spec": label} for label in labels],
        "players": players,
        "rules": "rulebook",
        "rules_version": "1",
        "seed": 7,
    }
