"""How do the games of several runs come into one table?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .arrays import Bools, Ints
from .errors import ResultsError
from .games import EMPTY_SEAT, GameBatch
from .store import RunStore

_SAME = ("rules", "rules_version")


@dataclass(frozen=True, slots=True, eq=False)
class MergedRuns:
    """The games of several runs as if they were one."""

    games: GameBatch  # blocks numbered anew; seats that a run has not are empty
    config: dict[str, Any]  # with the bots of all runs
    n_repeated: int  # games that stand in several runs and are here once


def merge_runs(stores: Sequence[RunStore]) -> MergedRuns:
    """Read several runs. A bot is the same if its parameters are; a block is the same if its games have one seed.

    Runs by different rules raise `ResultsError`: their Elos would mean nothing together.
    """
    first = stores[0]
    if len(stores) == 1:
        return MergedRuns(counted_games(first), first.config, 0)
    for name in _SAME:
        for store in stores[1:]:
            if store.config.get(name) != first.config.get(name):
                raise ResultsError(
                    f"{first.folder} was played with {name} {first.config.get(name)} and {store.folder} with "
                    f"{store.config.get(name)}: rate them apart"
                )
    labels, places = _bots(stores)
    seats = max(store.seats for store in stores)
    batches = [_widen(counted_games(store), np.array(own), seats) for store, own in zip(stores, places, strict=True)]
    kept, n_repeated = _without_repeats(batches)
    config = {
        "bots": [{"label": label} for label in labels],
        "players": seats,
        **{name: first.config[name] for name in _SAME if name in first.config},
    }
    return MergedRuns(_renumber(kept), config, n_repeated)


def counted_games(store: RunStore) -> GameBatch:
    """A run's games without the blocks that a sequential test played beyond its stop."""
    games, test = store.read_all(), store.config.get("sprt", {})
    return games.take(games.block < test["blocks"]) if "blocks" in test else games


def _bots(stores: Sequence[RunStore]) -> tuple[list[str], list[list[int]]]:
    """The labels of all bots, and for each run the places of its bots among them."""
    labels: dict[str, str] = {}
    places = []
    for store in stores:
        bots: list[Mapping[str, Any]] = store.config["bots"]
        keys = [str(bot.get("key", bot["label"])) for bot in bots]
        for key, bot in zip(keys, bots, strict=True):
            if key not in labels:
                choices = (str(bot["label"]), str(bot.get("spec", "")), f"{bot['label']} of {store.folder}")
                free = [text for text in choices if text and text not in labels.values()]
                labels[key] = free[0] if free else f"{choices[-1]} ({len(labels)})"
        places.append([list(labels).index(key) for key in keys])
    return list(labels.values()), places


def _widen(games: GameBatch, places: Ints, seats: int) -> GameBatch:
    """Games with the bots' places among all bots, and with empty seats up to so many."""
    missing = seats - games.seats
    bots = places[games.bots].astype(np.int16) if len(games) else games.bots
    return replace(
        games,
        bots=np.pad(bots, ((0, 0), (0, missing)), constant_values=EMPTY_SEAT),
        sources=np.pad(games.sources, ((0, 0), (0, missing), (0, 0))),
        ranks=np.pad(games.ranks, ((0, 0), (0, missing))),
        terminations=np.pad(games.terminations, ((0, 0), (0, missing))),
    )


def _without_repeats(batches: Sequence[GameBatch]) -> tuple[list[GameBatch], int]:
    """The batches without games that an earlier batch has as well, and the number of those."""
    kept: list[GameBatch] = []
    seen = np.zeros(0, np.void)
    n_repeated = 0
    for batch in batches:
        keys = _identities(batch)
        is_repeated: Bools = (
            np.isin(keys, seen) if len(seen) and _seeds_name_blocks(batch) else np.zeros(len(keys), bool)
        )
        n_repeated += int(is_repeated.sum())
        kept.append(batch.take(~is_repeated))
        seen = np.concatenate([seen, keys[~is_repeated]]) if len(seen) else keys
    return kept, n_repeated


def _identities(games: GameBatch) -> np.ndarray[Any, np.dtype[np.void]]:
    """[games] Seed, bots and moves of each game as one value."""
    numbers = np.column_stack([games.seed, games.moves_hash.view(np.int64), games.bots.astype(np.int64)])
    return np.ascontiguousarray(numbers).view(np.dtype((np.void, numbers.dtype.itemsize * numbers.shape[1]))).ravel()


def _seeds_name_blocks(games: GameBatch) -> bool:
    """Whether each block has one seed that no other block has, as in every run that was played here."""
    pairs = np.unique(np.column_stack([games.blocks, games.seed]), axis=0)
    return len(pairs) == len(np.unique(pairs[:, 0])) == len(np.unique(pairs[:, 1]))


def _renumber(batches: Sequence[GameBatch]) -> GameBatch:
    """All games with new numbers of blocks, the same for the same seed and number of players."""
    games = GameBatch.concatenate(batches)
    owner = np.repeat(np.arange(len(batches)), [len(batch) for batch in batches])
    names = np.array([_seeds_name_blocks(batch) for batch in batches])[owner]
    players = (games.bots != EMPTY_SEAT).sum(axis=1)
    keys = np.column_stack([np.where(names, -1, owner), np.where(names, games.seed, games.blocks), players])
    block = np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1)
    return replace(games, lineup=np.zeros(len(games), np.int32), block=block.astype(np.int32))
