"""What would play games at no cost, and misbehave on demand? Stands in for `medina_arena.tournament.play`.

Results are drawn from the games' seeds alone. The environment says what goes wrong, so that forked workers know it too:

- ``FAKE_SECONDS``: each game takes so long;
- ``FAKE_KILL``: the worker that plays the game with this id kills itself;
- ``FAKE_ONCE``: a file; no worker kills itself and no game raises anything once it is there;
- ``FAKE_RAISE``: the game with this id raises an exception;
- ``FAKE_STUCK``: the game with this id never ends;
- ``FAKE_LOG``: the game with this id logs a warning.
"""

import importlib
import logging
import os
import pkgutil
import signal
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import pytest

from medina_arena import tournament
from medina_arena.bots import parse_bots
from medina_arena.engine import parse_rules
from medina_arena.results import SOURCES, GameBatch, format_id, game_ids
from medina_arena.tournament import play
from medina_arena.tournament.config import RunConfig
from medina_arena.tournament.schedule import ScheduledGames

__all__ = ["SMALL_RUN", "Counter", "install", "play_games", "warm_up"]

SMALL_RUN = RunConfig(tuple(parse_bots("random,random:label=b,random:label=c")), parse_rules("rulebook"), 4, 1200)
"""Three bots, three line-ups, blocks of four games."""


class Counter:
    """Progress for tests."""

    def __init__(self) -> None:
        self.total = self.faults = 0

    def advance(self, n_games: int, n_faults: int = 0) -> None:
        self.total += n_games
        self.faults += n_faults

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the place of the real functions, and of nothing that outlives the patch.

    A module that is imported while they are replaced would keep these for ever: all are imported before.
    """
    for module in pkgutil.iter_modules(tournament.__path__):
        importlib.import_module(f"{tournament.__name__}.{module.name}")
    for name in tournament.__all__:
        getattr(tournament, name)
    monkeypatch.setattr(play, "play_games", play_games)
    monkeypatch.setattr(play, "warm_up", warm_up)


def warm_up(config: RunConfig) -> None:
    """Compile nothing."""


def play_games(config: RunConfig, scheduled: ScheduledGames, **options: object) -> GameBatch:
    """Results that depend on the seeds, with ties; the options of the real one change nothing."""
    for game_id in game_ids(scheduled.lineup, scheduled.block, scheduled.seating).tolist():
        _misbehave(format_id(game_id))
    n, seats = scheduled.bots.shape
    words = scheduled.bot_seeds ^ scheduled.stand_in_seeds ^ (scheduled.seeds ^ scheduled.opening_seeds)[:, None]
    sources = np.stack([(words >> 7 * place) & 7 for place in range(len(SOURCES))], axis=2).astype(np.int16)
    scores = sources.sum(axis=2)
    ranks = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    return GameBatch(
        lineup=scheduled.lineup,
        block=scheduled.block,
        seating=scheduled.seating,
        seed=scheduled.seeds,
        bots=scheduled.bots,
        sources=sources,
        ranks=ranks.astype(np.int8),
        terminations=np.zeros((n, seats), np.int8),
        placements=np.full(n, 100, np.int16),
        moves_hash=words[:, 0].astype(np.uint64),
    )


def _misbehave(game: str) -> None:
    """Do with this game what the environment asks for."""
    asked = os.environ
    time.sleep(float(asked.get("FAKE_SECONDS", 0)))
    if game == asked.get("FAKE_LOG"):
        logging.getLogger("fake").warning("game %s is odd", game)
    while game == asked.get("FAKE_STUCK"):
        time.sleep(1)
    if game not in (asked.get("FAKE_RAISE"), asked.get("FAKE_KILL")):
        return
    once = asked.get("FAKE_ONCE")
    if once is not None:
        if Path(once).exists():
            return
        Path(once).touch()
    if game == asked.get("FAKE_RAISE"):
        raise ArithmeticError("this game is not for playing")
    os.kill(os.getpid(), signal.SIGKILL)
