"""How is a run asked to stop? By Ctrl-C or SIGTERM, which then set a mark instead of tearing at whatever goes on."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["StopRequest", "stop_on_signals"]

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StopRequest:
    """How often somebody has asked the run to stop."""

    def __init__(self) -> None:
        """Nobody has."""
        self._count = 0

    def ask(self) -> None:
        """Ask once more."""
        self._count += 1

    @property
    def is_asked(self) -> bool:
        """Whether the run is to stop."""
        return self._count > 0

    @property
    def is_urgent(self) -> bool:
        """Whether the run is to stop without waiting for anything: it was asked again."""
        return self._count > 1


@contextmanager
def stop_on_signals() -> Iterator[StopRequest]:
    """A request that Ctrl-C and SIGTERM make; outside of the main thread nothing makes it."""
    request = StopRequest()

    def ask(number: int, frame: FrameType | None) -> None:
        request.ask()

    is_main = threading.current_thread() is threading.main_thread()
    before = {number: signal.signal(number, ask) for number in _SIGNALS} if is_main else {}
    try:
        yield request
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
