"""What happens when a bot faults? It is counted, kept for its author and told to the user; and it may end the run."""

import logging

import numpy as np

from medina_arena.results import Fault, RunStore, Termination, format_id

from .errors import RunError
from .job_play import Played
from .settings import OnFault

__all__ = ["FaultWatch"]

_LOG = logging.getLogger(__name__)

_MAX_KEPT = 1000
"""Faults of each bot that are kept with all that is known of them; the others are counted."""
_MAX_SHOWN = 5
"""Faults of each bot that the terminal shows; the others are in the log."""
_FIRST_GAMES = 100
_ALARMING_SHARE = 0.05
"""A bot that faults in more of its first games is nothing to wait a night for."""


class FaultWatch:
    """Stores games and watches over the faults in them."""

    def __init__(self, labels: list[str], store: RunStore, on_fault: OnFault) -> None:
        """Count on from the faults that are kept already."""
        self._labels = labels
        self._store = store
        self._on_fault = on_fault
        self._kept = np.bincount([fault.bot for fault in store.faults()], minlength=len(labels))
        self._shown, self._games, self._faulty = np.zeros((3, len(labels)), np.int64)
        self._first: str | None = None

    def store(self, played: Played) -> int:
        """Store what a worker has brought back, and say what is wrong with it; the number of faults."""
        games = played.games
        kept = []
        for fault in played.faults:
            if self._kept[fault.bot] < _MAX_KEPT:
                self._kept[fault.bot] += 1
                kept.append(fault)
        self._store.append(games, kept)
        for fault in kept:
            self._tell(fault)
        for label in {self._labels[fault.bot] for fault in kept if self._kept[fault.bot] == _MAX_KEPT}:
            _LOG.warning("more faults of %s are counted only", label)
        n_faults = int((games.terminations != Termination.NORMAL).sum())
        if n_faults and self._first is None:
            self._first = self._name_first(played)
        for bot in np.flatnonzero(self._games < _FIRST_GAMES):
            self._watch_beginning(int(bot), played)
        return n_faults

    def check(self) -> None:
        """Raise `RunError` if a bot has faulted and that is to end the run."""
        if self._on_fault == "stop" and self._first is not None:
            raise RunError(f"{self._first}: the run stops there, as --on-fault stop asks")

    def _tell(self, fault: Fault) -> None:
        """Log a fault; the first ones of a bot go to the terminal too."""
        bot = self._labels[fault.bot]
        self._shown[fault.bot] += 1
        is_shown = self._shown[fault.bot] <= _MAX_SHOWN
        text = (
            f"{bot} at seat {fault.seat} of game {format_id(fault.game)}, ply {fault.ply}: {_kind(fault)}{fault.text}"
        )
        _LOG.log(logging.WARNING if is_shown else logging.INFO, "%s", text)
        if self._shown[fault.bot] == _MAX_SHOWN:
            _LOG.warning("more faults of %s are in the log only", bot)
        if fault.trace:
            _LOG.info("%s", fault.trace)

    def _name_first(self, played: Played) -> str:
        """The first fault of what a worker has brought back."""
        games = played.games
        row, seat = np.argwhere(games.terminations != Termination.NORMAL)[0].tolist()
        kind = Termination(int(games.terminations[row, seat])).name.lower()
        bot = self._labels[int(games.bots[row, seat])]
        game = format_id(int(games.ids[row]))
        return f"{bot} faulted at seat {seat} of game {game} ({kind.replace('_', ' ')})"

    def _watch_beginning(self, bot: int, played: Played) -> None:
        """Warn of a bot that faults often in its first games."""
        sits = played.games.bots == bot
        is_faulty = (sits & (played.games.terminations != Termination.NORMAL)).any(axis=1)[sits.any(axis=1)]
        first = is_faulty[: _FIRST_GAMES - int(self._games[bot])]
        self._games[bot] += len(first)
        self._faulty[bot] += first.sum()
        if self._games[bot] == _FIRST_GAMES and self._faulty[bot] > _ALARMING_SHARE * _FIRST_GAMES:
            _LOG.warning(
                "!!! %s FAULTED IN %s OF ITS FIRST %s GAMES !!! (--on-fault stop would end the run)",
                self._labels[bot],
                self._faulty[bot],
                _FIRST_GAMES,
            )


def _kind(fault: Fault) -> str:
    """The kind of a fault before its text, where the text does not tell it."""
    return "" if fault.kind == Termination.EXCEPTION else f"{fault.kind.name.lower().replace('_', ' ')}, "
