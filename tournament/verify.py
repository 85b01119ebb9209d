"""Are a run's games what its seeds say? The file is checked, seeds are computed and games are played again."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from medina_arena.results import GameBatch, RunStore

from . import play
from .config import RunConfig
from .merge import WALL_CLOCK_FAULTS, differences
from .schedule import schedule_ids
from .table import ForcedFault

__all__ = ["Verdict", "verify_run"]

_CHUNK = 1000
"""Games that are played at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What was found; ids of games, ascending."""

    n_games: int
    n_played: int
    """How many were played again."""
    wrong_seeds: npt.NDArray[np.int64]
    """Games with other seeds or seats than the configuration gives them."""
    differing: npt.NDArray[np.int64]
    """Games that went another way when they were played again."""
    differing_in: tuple[str, ...]
    """The fields of `GameBatch` in which some of them do."""
    skipped: npt.NDArray[np.int64]
    """Games of the sample that cannot be played again: when a fault that depends on the machine came is not known."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing differs."""
        return not len(self.wrong_seeds) and not len(self.differing)


def verify_run(config: RunConfig, store: RunStore, n_games: int | None) -> Verdict:
    """Check the file and all seeds, and play so many drawn games again; None = all of them.

    Raises `ResultsError` for a file that is damaged and `RunError` for games that no plan has.
    """
    store.check_integrity()
    all_ids = store.ids()
    wrong = [_wrong_seeds(config, games) for games in store.read()]
    n = len(all_ids) if n_games is None else min(n_games, len(all_ids))
    sample = (
        np.sort(np.random.default_rng().choice(all_ids, n, replace=False)) if config.is_reproducible else all_ids[:0]
    )
    forced: dict[int, dict[int, ForcedFault]] = {}
    for fault in store.faults():
        if fault.kind in WALL_CLOCK_FAULTS:
            forced.setdefault(fault.game, {})[fault.seat] = ForcedFault(fault.ply, fault.kind)
    differing, skipped, names = [], [], set()
    for start in range(0, len(sample), _CHUNK):
        games = store.read_games(sample[start : start + _CHUNK].tolist())
        unknown = _unknown_faults(games, forced)
        skipped.append(games.ids[unknown])
        games = games.take(~unknown)
        here = {game: forced[game] for game in games.ids.tolist() if game in forced}
        again = play.play_games(config, schedule_ids(config, games.ids), forced=here)
        by_field = differences(games, again)
        differing.append(games.ids[np.any(list(by_field.values()), axis=0)])
        names |= {name for name, differs in by_field.items() if differs.any()}
    none = np.zeros(0, np.int64)
    found = np.concatenate([none, *skipped])
    return Verdict(
        n_games=len(all_ids),
        n_played=len(sample) - len(found),
        wrong_seeds=np.concatenate([none, *wrong]),
        differing=np.concatenate([none, *differing]),
        differing_in=tuple(sorted(names)),
        skipped=found,
    )


def _wrong_seeds(config: RunConfig, games: GameBatch) -> npt.NDArray[np.int64]:
    """The games that have other seeds or seats than they should."""
    wanted = schedule_ids(config, games.ids)
    return games.ids[(wanted.seeds != games.seed) | (wanted.bots != games.bots).any(axis=1)]


def _unknown_faults(games: GameBatch, known: dict[int, dict[int, ForcedFault]]) -> npt.NDArray[np.bool_]:
    """[games] Whether a bot faulted at a moment that depends on the machine and was not kept."""
    depends = np.isin(games.terminations, WALL_CLOCK_FAULTS)
    unknown = np.zeros(len(games), np.bool_)
    for row, seat in np.argwhere(depends).tolist():
        unknown[row] |= seat not in known.get(int(games.ids[row]), {})
    return unknown
