"""Where do log messages go? To a file in the run's folder, and warnings or all of them to the terminal or a program.

Workers send their messages through a queue to this process (multiprocessing-logging). Messages are about games, never
about single moves.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from multiprocessing_logging import MultiProcessingHandler, install_mp_handler, uninstall_mp_handler
from tqdm import tqdm

from .progress import write_event

__all__ = ["LOG_FILE", "EventHandler", "TerminalHandler", "renew_worker_logs", "run_logs"]

LOG_FILE = "run.log"


class TerminalHandler(logging.Handler):
    """Writes messages to the terminal without tearing a progress bar apart."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one message; its traceback is in the file."""
        tqdm.write(f"{record.levelname.lower()}: {record.getMessage()}", file=sys.stderr)


class EventHandler(logging.Handler):
    """Writes messages as events to the standard output."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one message; one that nobody reads any more is in the file."""
        with suppress(OSError, ValueError):
            write_event(sys.stdout, "log", level=record.levelname.lower(), message=record.getMessage())


class _File(logging.FileHandler):
    """A file that may become full: the run itself says so, once."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Lose the message."""


@contextmanager
def run_logs(folder: Path, shown: logging.Handler | None = None) -> Iterator[None]:
    """Collect the messages of this process and of workers that are forked from it.

    By default warnings are shown on the terminal. Must be entered before the workers are started. Raises `OSError` if
    the file cannot be written.
    """
    root = logging.getLogger()
    file = _File(folder / LOG_FILE, encoding="utf-8")
    file.setFormatter(logging.Formatter("%(asctime)s %(processName)s %(levelname)s %(name)s: %(message)s"))
    file.setLevel(logging.INFO)
    level = root.level
    before = list(root.handlers)
    root.handlers[:] = [file, shown or TerminalHandler(logging.WARNING)]
    root.setLevel(logging.INFO)
    install_mp_handler()
    try:
        yield
    finally:
        for handler in _worker_handlers():
            handler.close()  # writes what is in the queue, then closes the handler below
        root.handlers[:] = before
        root.setLevel(level)


def renew_worker_logs() -> None:
    """Put new queues in place of those whose lock a killed worker may hold; new workers must be forked afterwards."""
    old = _worker_handlers()
    if not old:
        return
    uninstall_mp_handler()
    for handler in old:
        handler.queue.cancel_join_thread()
        handler._is_closed = True  # ends its thread without closing the handler below, which goes on
    install_mp_handler()


def _worker_handlers() -> list[Any]:
    """The handlers with a queue for workers."""
    return [handler for handler in logging.getLogger().handlers if isinstance(handler, MultiProcessingHandler)]
