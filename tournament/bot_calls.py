"""What does a bot do when it is asked? The one place that calls bots and catches what they raise."""

import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import shorten
from typing import Protocol

import numpy as np

from medina_arena.bots import Bot, BotSpec, CompiledBot
from medina_arena.engine import Game, Move, NotationError
from medina_arena.results import Termination

__all__ = ["LocalBot", "Reply", "SeatedBot", "describe", "writable"]

_MAX_TEXT = 300
"""Characters of an error in one line; the whole of it follows in the traceback."""
_MAX_TRACE = 8000
"""Characters of a traceback, its end."""
_NO_MOVE = -1


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of asking a bot."""

    fault: Termination = Termination.NORMAL
    move: int = _NO_MOVE
    """The legal move that it chose, where it was asked for one."""
    text: str = ""
    """What was wrong, in one line."""
    trace: str = ""


class SeatedBot(Protocol):
    """A bot at a seat of one game; it is not asked again after a fault."""

    def start(self, game: Game) -> Reply:
        """Show it the first position."""

    def choose(self, game: Game, moves: list[Move]) -> Reply:
        """Have it choose one of the legal moves."""

    def finish(self, game: Game) -> Reply:
        """Show it the finished game."""


class LocalBot:
    """A bot in this process: all that Python can catch is caught."""

    def __init__(self, spec: BotSpec, seat: int, seed: int) -> None:
        """A bot that is made when it is first shown the game."""
        self._spec = spec
        self._seat = seat
        self._seed = seed
        self._owner = os.getpid()
        self._bot: Bot | None = None

    def start(self, game: Game) -> Reply:
        """Make the bot and show it the first position."""
        view = game.view(self._seat)

        def begin() -> Reply:
            self._bot = self._spec.create(self._seat, self._seed)
            self._bot.start(view)
            return Reply()

        return self._guard(begin)

    def choose(self, game: Game, moves: list[Move]) -> Reply:
        """Have the bot choose one of the legal moves."""
        view, own_moves = game.view(self._seat), moves.copy()

        def decide() -> Reply:
            assert self._bot is not None
            try:
                answer = self._bot.choose(view, own_moves)
            except NotationError as error:
                if not isinstance(self._bot, CompiledBot):
                    raise  # about something else than the answer
                return Reply(Termination.ILLEGAL_MOVE, text=describe(error))
            try:
                move = game.parse_move(answer)
                if game.is_legal(move):
                    return Reply(move=int(move))
                return Reply(Termination.ILLEGAL_MOVE, text=f"{move} is not legal")
            except NotationError as error:
                return Reply(Termination.ILLEGAL_MOVE, text=describe(error))

        return self._guard(decide)

    def finish(self, game: Game) -> Reply:
        """Show the bot the finished game."""
        view = game.view(self._seat)

        def end() -> Reply:
            assert self._bot is not None
            self._bot.finish(view)
            return Reply()

        return self._guard(end)

    def _guard(self, ask: Callable[[], Reply]) -> Reply:
        """Ask, and make a fault of whatever is raised: workers ignore the keyboard, so the bot has raised it.

        Settings of Python and numpy that would make other bots fail are as before afterwards.
        """
        depth, numeric = sys.getrecursionlimit(), np.geterr()
        try:
            reply = ask()
        except BaseException as error:
            reply = Reply(Termination.EXCEPTION, text=describe(error), trace=_format_trace(error))
        finally:
            sys.setrecursionlimit(depth)
            np.seterr(**numeric)
        if os.getpid() != self._owner:
            os._exit(0)  # the bot has forked, and this is its copy of the program
        return reply


def describe(error: BaseException) -> str:
    """An error in a short line, even if it cannot be printed."""
    try:
        text = str(error)
    except BaseException:
        text = "(its text cannot be had)"
    return writable(shorten(f"{type(error).__name__}: {text[: 10 * _MAX_TEXT]}", _MAX_TEXT))


def writable(text: str) -> str:
    """A text as a file can hold it: what is no character, as parts of undecodable file names, is spelled out."""
    return text.encode("utf-8", "backslashreplace").decode()


def _format_trace(error: BaseException) -> str:
    """The traceback of an error, as far as it can be printed."""
    try:
        text = "".join(traceback.format_exception(error))
    except BaseException:
        text = "".join(traceback.format_tb(error.__traceback__)) + describe(error)
    return writable(text[-_MAX_TRACE:])
