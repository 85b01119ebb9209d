"""How does each of them misbehave?"""

import contextlib
import ctypes
import faulthandler
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from multiprocessing import connection
from pathlib import Path
from typing import Any

import numpy as np

from medina_arena.bots import Bot
from medina_arena.engine import Game, Move

FOREVER = 3600.0


def leave_trace() -> None:
    """Say that this process is there."""
    Path(os.environ["HOSTILE_PIDS"], str(os.getpid())).touch()


class Hostile(Bot):
    """Plays the first moves decently."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """When to stop being decent."""

        after: int = 3

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.n_decisions = 0

    def choose(self, game: Game, moves: list[Move]) -> Any:
        """A decent move, and from some decision on what it likes."""
        self.n_decisions += 1
        decent = moves[self.n_decisions * 7 % len(moves)]
        if self.n_decisions == self.params.after + 1:
            answer = self.misbehave(game)
            return decent if answer is None else answer
        return decent

    def misbehave(self, game: Game) -> Any:
        """Do something bad once; None goes on decently."""


class SpinsInC(Hostile):
    def misbehave(self, game: Game) -> Any:
        re.match(r"(a+)+$", "a" * 64 + "b")


class SwallowsMemory(Hostile):
    def misbehave(self, game: Game) -> Any:
        hoard = []
        while True:
            hoard.append(np.ones(2_000_000))


class Forks(Hostile):
    """Leaves children behind that sleep."""

    def misbehave(self, game: Game) -> Any:
        for _ in range(5):
            if os.fork() == 0:
                leave_trace()
                time.sleep(FOREVER)


class ForksAndReturns(Hostile):
    """Comes back twice."""

    def misbehave(self, game: Game) -> Any:
        if os.fork() == 0:
            leave_trace()


class Daemonizes(Hostile):
    """Has a grandchild in a session of its own whose parent is gone."""

    def misbehave(self, game: Game) -> Any:
        child = os.fork()
        if child == 0:
            os.setsid()
            if os.fork() == 0:
                leave_trace()
                time.sleep(FOREVER)
            os._exit(0)
        os.waitpid(child, 0)


class ClosesFiles(Hostile):
    """Closes its standard streams and all else."""

    def misbehave(self, game: Game) -> Any:
        os.closerange(0, 4096)


class Exits(Hostile):
    def misbehave(self, game: Game) -> Any:
        os._exit(0)


class Interrupts(Hostile):
    def misbehave(self, game: Game) -> Any:
        raise KeyboardInterrupt


class ExitsByException(Hostile):
    def misbehave(self, game: Game) -> Any:
        sys.exit(3)


class Prints(Hostile):
    """Prints megabytes in every way."""

    def misbehave(self, game: Game) -> Any:
        for _ in range(20):
            print("x" * 100_000)  # noqa: T201
            print("y" * 100_000, file=sys.stderr)  # noqa: T201
            os.write(1, b"z" * 10_000)
            logging.getLogger("hostile").error("w" * 10_000)


class Alters(Hostile):
    """Spoils its copy of the game."""

    def misbehave(self, game: Game) -> Any:
        game._states.view(np.uint8)[:] = 77
        game._moves.clear()
        game.players = 0


class Sleeps(Hostile):
    def misbehave(self, game: Game) -> Any:
        time.sleep(FOREVER)


class SleepsAtStart(Hostile):
    def start(self, game: Game) -> None:
        time.sleep(FOREVER)


class Recurses(Hostile):
    def misbehave(self, game: Game) -> Any:
        return self.misbehave(game)


class OverflowsStack(Hostile):
    def misbehave(self, game: Game) -> Any:
        faulthandler.disable()  # pytest's would fill the screen
        callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda a, b: 0)
        size = 2**27
        ctypes.CDLL(None).qsort(ctypes.c_void_p(1), ctypes.c_size_t(size), ctypes.c_size_t(8), callback)


class Threads(Hostile):
    """Starts threads that never end and calculate in others' time."""

    def misbehave(self, game: Game) -> Any:
        def spin() -> None:
            while True:
                time.sleep(0.001)

        for _ in range(3):
            threading.Thread(target=spin).start()


class Crashes(Hostile):
    def misbehave(self, game: Game) -> Any:
        faulthandler.disable()
        ctypes.string_at(0)


class FailsInInit(Hostile):
    def __init__(self, *args: Any) -> None:
        raise RuntimeError("not today")


class FailsAtEnd(Hostile):
    def finish(self, game: Game) -> None:
        raise RuntimeError("a bad loser")


class AnswersRubbish(Hostile):
    def misbehave(self, game: Game) -> Any:
        return {"move": [1, 2, 3]}


class KillsItself(Hostile):
    def misbehave(self, game: Game) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class LeavesAProgram(Hostile):
    """Exits before a program that it has started, which has none of its files."""

    def misbehave(self, game: Game) -> Any:
        program = subprocess.Popen(["sleep", str(FOREVER)])
        Path(os.environ["HOSTILE_PIDS"], str(program.pid)).touch()
        os._exit(0)


class SignalsItsGroup(Hostile):
    def misbehave(self, game: Game) -> Any:
        os.kill(0, signal.SIGKILL)


class EndsInRealTime(Hostile):
    """Dies of a signal that has no name."""

    def misbehave(self, game: Game) -> Any:
        os.kill(os.getpid(), signal.SIGRTMIN + 6)


class SpeaksNoUnicode(Hostile):
    def misbehave(self, game: Game) -> Any:
        raise ValueError(os.fsdecode(b"caf\xe9"))


class SetsTraps(Hostile):
    """Leaves settings in which others fail."""

    def misbehave(self, game: Game) -> Any:
        np.seterr(all="raise")
        sys.setrecursionlimit(200)


class LeavesAChild(Hostile):
    """Dies before its child, which has all that it had."""

    def misbehave(self, game: Game) -> Any:
        if os.fork() == 0:
            leave_trace()
            time.sleep(FOREVER)
        os.kill(os.getpid(), signal.SIGKILL)


class DiesInMidSentence(Hostile):
    """Sees to it that its process dies while it sends a result."""

    def misbehave(self, game: Game) -> Any:
        def send_half(self: connection.Connection, text: bytes) -> None:
            os.write(self.fileno(), text[: len(text) // 2])
            os.kill(os.getpid(), signal.SIGKILL)

        connection.Connection._send = send_half  # type: ignore[attr-defined]


class StopsItself(Hostile):
    def misbehave(self, game: Game) -> Any:
        os.kill(os.getpid(), signal.SIGSTOP)


class KillsItsParent(Hostile):
    def misbehave(self, game: Game) -> Any:
        os.kill(os.getppid(), signal.SIGKILL)


class ChangesItsWorld(Hostile):
    """Goes elsewhere, forgets its environment and listens to no signal."""

    def misbehave(self, game: Game) -> Any:
        os.chdir("/")
        os.environ.clear()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
            signal.signal(number, signal.SIG_IGN)


class SpeaksForItself(Hostile):
    """Writes what is no answer to every file that it has."""

    def misbehave(self, game: Game) -> Any:
        for number in range(3, 64):
            with contextlib.suppress(OSError):
                os.write(number, b'{"move": 3')


class Tampers(Hostile):
    """Takes the program apart."""

    def misbehave(self, game: Game) -> Any:
        Game.legal_moves = None  # type: ignore[method-assign,assignment]
