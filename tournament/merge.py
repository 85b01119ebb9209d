"""How do runs of one configuration, played on several machines, become one?"""

import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from medina_arena.results import GameBatch, RunStore, Termination, format_id

from .errors import RunError

__all__ = ["WALL_CLOCK_FAULTS", "differences", "merge_runs"]

WALL_CLOCK_FAULTS = (Termination.TIMEOUT, Termination.MEMORY, Termination.CRASH)
"""Faults that depend on the machine."""
_SAME = ("bots", "players", "rules", "rules_version", "seed", "opening", "random_plies", "gauntlet", "neighbours")
"""What parts of one run have in common."""


def merge_runs(folders: Sequence[Path], out: Path) -> tuple[int, int]:
    """Make one run of several: each game once; the number of games, and of those that more than one run had.

    Raises `RunError` where runs are not of one configuration or do not agree in a game, and leaves no folder then. A
    game that depends on the machine is taken from the first run that has it. The folder is there when it is complete;
    until then it has another name beside it.
    """
    draft = out.with_name(f"{out.name}.merging")
    if out.exists() and any(out.iterdir()):
        raise RunError(f"{out} holds files already: name a new or empty folder")
    if draft.exists():
        shutil.rmtree(draft)
    with ExitStack() as stack:
        stores = [stack.enter_context(RunStore.open(folder)) for folder in folders]
        first = stores[0]
        for other in stores[1:]:
            _check_same(first, other)
        data = first.config | {"games": max(store.config.get("games", 0) for store in stores)}
        settings = dict(data.get("settings") or {}) | {"part": "1/1"}
        merged = stack.enter_context(RunStore.create(draft, data | {"settings": settings}))
        try:
            n_twice = sum(_add(merged, store) for store in stores)
        except BaseException:
            merged.discard()
            raise
        found = merged.n_games, n_twice
    draft.replace(out)  # takes the place of an empty folder
    return found


def differences(one: GameBatch, other: GameBatch) -> dict[str, npt.NDArray[np.bool_]]:
    """For each field, [games] which games are not the same in it; both batches hold the same ids in the same order."""
    result = {}
    for field in fields(GameBatch):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        result[field.name] = (mine != theirs).any(axis=tuple(range(1, mine.ndim)))
    return result


def _check_same(first: RunStore, other: RunStore) -> None:
    """Raise `RunError` unless two runs are of one configuration."""
    if first.config.get("neighbours"):
        raise RunError(f"{first.folder} is a run of neighbours: its rounds depend on its games, so it cannot be merged")
    for name in _SAME:
        mine, theirs = first.config.get(name), other.config.get(name)
        if mine != theirs:
            if name == "bots":
                mine, theirs = ([bot["label"] for bot in store.config["bots"]] for store in (first, other))
                if mine == theirs:
                    raise RunError(f"{first.folder} and {other.folder} cannot be merged: the files of a bot differ")
            raise RunError(
                f"{first.folder} and {other.folder} cannot be merged: {name} is {mine!r} there and {theirs!r} here"
            )


def _add(merged: RunStore, store: RunStore) -> int:
    """Add the games and faults of a run; how many games were there already."""
    n_twice = 0
    is_reproducible = store.config.get("is_reproducible", True)
    faults = store.faults()
    for games in store.read():
        known = merged.read_games(games.ids.tolist())
        again = games.take(np.isin(games.ids, known.ids))
        differs = np.any(list(differences(known, again).values()), axis=0)
        depends = np.isin(np.stack([known.terminations, again.terminations]), WALL_CLOCK_FAULTS).any(axis=(0, 2))
        wrong = np.flatnonzero(differs & ~depends)
        if len(wrong) and is_reproducible:
            game = format_id(int(again.ids[wrong[0]]))
            raise RunError(
                f"{store.folder} cannot be merged: its game {game} is another one than in the runs before it "
                "(medina-arena verify tells which is right)"
            )
        n_twice += len(again)
        new = games.take(~np.isin(games.ids, known.ids))
        ids = set(new.ids.tolist())
        merged.append(new, [fault for fault in faults if fault.game in ids])
    return n_twice
