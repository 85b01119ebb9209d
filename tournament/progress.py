"""How far is a run? A bar in a terminal, a plain line now and then elsewhere, or events for programs."""

import json
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Protocol, Self, TextIO

from tqdm import tqdm

__all__ = [
    "EventProgress",
    "NotedProgress",
    "PlainProgress",
    "Progress",
    "TerminalProgress",
    "show_progress",
    "write_event",
]

_LINE_SECONDS = 60.0
_EVENT_SECONDS = 1.0


class Progress(Protocol):
    """Counts the games that are stored."""

    def advance(self, n_games: int, n_faults: int = 0) -> None:
        """Count games that have just been stored, and the faults in them."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the last state on the screen."""


class NotedProgress(Progress, Protocol):
    """Says something of the run beside the numbers."""

    def note(self, text: str) -> None:
        """Say this from now on."""


def show_progress(n_games: int, n_done: int, stream: TextIO | None = None) -> NotedProgress:
    """Progress on a stream, stderr by default, of a run of which some games may have been played before."""
    stream = sys.stderr if stream is None else stream
    kind = TerminalProgress if stream.isatty() else PlainProgress
    return kind(n_games, n_done, stream)


class _Bar(tqdm):  # type: ignore[type-arg]
    """A bar without a thread of its own: workers are forked beside it."""

    monitor_interval = 0


class TerminalProgress:
    """A bar with games a second and the time left."""

    def __init__(self, n_games: int, n_done: int, stream: TextIO) -> None:
        """Show the bar."""
        self._n_faults = 0
        self._note = ""
        self._bar = _Bar(total=n_games, initial=n_done, unit=" games", file=stream, dynamic_ncols=True, smoothing=0.1)

    def advance(self, n_games: int, n_faults: int = 0) -> None:
        """Move the bar on."""
        self._n_faults += n_faults
        self._label()
        self._bar.update(n_games)

    def note(self, text: str) -> None:
        """Show a text behind the bar."""
        self._note = text
        self._label()

    def _label(self) -> None:
        faults = f"{self._n_faults:,} faults" if self._n_faults else ""
        self._bar.set_postfix_str(", ".join(filter(None, [faults, self._note])), refresh=False)

    def __enter__(self) -> Self:
        """The bar itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the bar as it is."""
        self._bar.close()


class PlainProgress:
    """A line a minute, and one at the end."""

    def __init__(
        self, n_games: int, n_done: int, stream: TextIO, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Start the clock."""
        self._n_games = n_games
        self._n_before = self._n_done = n_done
        self._n_faults = 0
        self._stream = stream
        self._clock = clock
        self._start = self._last_line = clock()
        self._note = ""

    def note(self, text: str) -> None:
        """Write a text at the end of the lines."""
        self._note = f", {text}"

    def advance(self, n_games: int, n_faults: int = 0) -> None:
        """Count, and write a line if it is time."""
        self._n_done += n_games
        self._n_faults += n_faults
        if self._clock() - self._last_line >= _LINE_SECONDS:
            self._write()

    def _write(self) -> None:
        """Write a line."""
        self._last_line = self._clock()
        seconds = self._last_line - self._start
        played = self._n_done - self._n_before
        line = f"{self._n_done:,} of {self._n_games:,} games"
        if played and seconds > 0:
            rate = played / seconds
            line += f", {_format_rate(rate)}"
            if left := self._n_games - self._n_done:
                line += f", {format_seconds(left / rate)} left"
        if self._n_faults:
            line += f", {self._n_faults:,} faults"
        print(line + self._note, file=self._stream, flush=True)

    def __enter__(self) -> Self:
        """The progress itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the last line."""
        self._write()


def write_event(stream: TextIO, event: str, **values: object) -> None:
    """Write one event as a line of JSON."""
    stream.write(json.dumps({"event": event, **values}, ensure_ascii=False, allow_nan=False) + "\n")
    stream.flush()


class EventProgress:
    """An event a second at most, and one at the end."""

    def __init__(
        self, n_games: int, n_done: int, stream: TextIO, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Start the clock."""
        self._n_games = n_games
        self._n_before = self._n_done = n_done
        self._n_faults = 0
        self._stream = stream
        self._clock = clock
        self._start = self._last = clock()

    def advance(self, n_games: int, n_faults: int = 0) -> None:
        """Count, and write an event if it is time."""
        self._n_done += n_games
        self._n_faults += n_faults
        if self._clock() - self._last >= _EVENT_SECONDS:
            self._write()

    def _write(self) -> None:
        """Write an event."""
        self._last = self._clock()
        seconds = self._last - self._start
        rate = (self._n_done - self._n_before) / seconds if seconds > 0 else 0.0
        left = (self._n_games - self._n_done) / rate if rate > 0 else None
        write_event(
            self._stream,
            "progress",
            games=self._n_done,
            of=self._n_games,
            games_per_second=round(rate, 3),
            seconds_left=None if left is None else round(left, 1),
            faults=self._n_faults,
        )

    def __enter__(self) -> Self:
        """The progress itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the last event."""
        self._write()


def _format_rate(rate: float) -> str:
    """Games a second, with a decimal only where it matters."""
    return f"{rate:,.0f} games/s" if rate >= 10 else f"{rate:.2g} games/s"


def format_seconds(seconds: float) -> str:
    """A time as 42s, 3:05 or 2:03:05."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}" if minutes else f"{rest}s"
