"""How does a bot play that can hurt nobody? In a process of its own, watched from outside and ended when it is over.

Each bot gets a new process for each game, forked from the worker, so that it keeps nothing between games. Only bytes
come back, one message an answer, and they are checked like a stranger's.
"""

import json
import os
import pickle
import select
import signal
import socket
import time
from contextlib import suppress
from types import TracebackType
from typing import Self

from medina_arena.bots import BotSpec
from medina_arena.engine import Game, Move, NotationError
from medina_arena.results import Termination

from .bot_calls import Reply, writable
from .bot_process import MAX_MESSAGE, Question, serve_bot
from .limits import Limits
from .processes import child_processes, kill_tree, process_tree, usage

__all__ = ["BotProcesses", "RemoteBot"]

_LOOK_SECONDS = 0.05
"""How often a process that thinks is looked at."""
_LOOK_SHARE = 0.1
"""The share of its time that looking may take; it takes long where a bot has started many processes."""
_MAX_PROCESSES = 200
"""A bot that has started more is ended."""
_MAX_ROUNDS = 1000
"""How often what a game has left behind is looked for."""


class BotProcesses:
    """The processes of one game's bots, and of all that these start; none is left after the `with` block."""

    def __init__(self, limits: Limits) -> None:
        """None yet."""
        self._limits = limits
        self._bots: list[RemoteBot] = []

    def __call__(self, spec: BotSpec, seat: int, seed: int) -> "RemoteBot":
        """A bot in a new process."""
        self._bots.append(RemoteBot(spec, seat, seed, self._limits))
        return self._bots[-1]

    def __enter__(self) -> Self:
        """Remember which processes there are already."""
        self._before = child_processes(os.getpid())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all processes of the game, adopted orphans too."""
        for bot in self._bots:
            bot.end()
        for _ in range(_MAX_ROUNDS):
            strays = child_processes(os.getpid()) - self._before
            if not strays:
                return
            for pid in strays:
                kill_tree(pid)
                with suppress(ChildProcessError):
                    os.waitpid(pid, 0)


class RemoteBot:
    """A bot in a process of its own. Its process group stands still while it is not asked: others' time is theirs."""

    def __init__(self, spec: BotSpec, seat: int, seed: int, limits: Limits) -> None:
        """Start the process."""
        self._seat = seat
        self._limits = limits
        self._n_asked = 0
        self._next_look = 0.0
        self._spent = 0.0
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._pid = os.fork()
        if self._pid == 0:
            serve_bot(theirs, spec, seat, seed)
        theirs.close()

    def start(self, game: Game) -> Reply:
        """Have the bot made, and show it the first position."""
        return self._ask("start", game)

    def choose(self, game: Game, moves: list[Move]) -> Reply:
        """Have it choose one of the legal moves; the answer is checked here, whatever its process says."""
        reply = self._ask("choose", game)
        if reply.fault == Termination.NORMAL:
            with suppress(NotationError):
                if game.is_legal(reply.move):
                    return reply
            self.end()
            return Reply(Termination.ILLEGAL_MOVE, text=f"its process answered {reply.move}, which is not legal")
        return reply

    def finish(self, game: Game) -> Reply:
        """Show it the finished game."""
        return self._ask("finish", game)

    def end(self) -> None:
        """End the process and all below it; ending it again does nothing."""
        if self._pid:
            kill_tree(self._pid)
            os.waitpid(self._pid, 0)
            self._pid = 0
            self._socket.close()

    def _ask(self, what: Question, game: Game) -> Reply:
        """Ask, wait for the answer, and end the process on any fault."""
        self._n_asked += 1
        self._signal(signal.SIGCONT)
        try:
            question = pickle.dumps((self._n_asked, what, game.view(self._seat)), pickle.HIGHEST_PROTOCOL)
            self._socket.send(question, socket.MSG_DONTWAIT)
            reply = self._wait()
        except OSError:
            reply = self._cause_of_death()
        if reply.fault == Termination.NORMAL:
            self._signal(signal.SIGSTOP)
        else:
            self.end()
        return reply

    def _wait(self) -> Reply:
        """The answer to the last question, or what came instead."""
        start = time.monotonic()
        limit = self._limits.move_seconds or float("inf")
        is_new = True
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        while True:
            now = time.monotonic()
            if now > start + limit:
                return self._overtime(now - start)
            if now >= self._next_look:
                fault = self._look(is_new=is_new)
                is_new = False
                if fault is not None:
                    return fault
                end = time.monotonic()
                self._next_look = end + max(_LOOK_SECONDS, (end - now) / _LOOK_SHARE)
            wait = max(min(start + limit, self._next_look) - time.monotonic(), 0.001)
            if not poll.poll(1000 * wait):
                continue
            message = self._socket.recv(MAX_MESSAGE, socket.MSG_DONTWAIT)
            if not message:
                return self._cause_of_death()
            reply = _read(message, self._n_asked)
            if reply is not None:
                return reply

    def _look(self, *, is_new: bool) -> Reply | None:
        """Whether the process has ended or used too much; the first look at a move says what was used before it."""
        if os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return self._cause_of_death()
        tree = process_tree(self._pid)
        if len(tree) > _MAX_PROCESSES:
            return Reply(Termination.MEMORY, text=f"it has started {len(tree)} processes: {_MAX_PROCESSES} are allowed")
        seconds, size = usage(tree, precise=False)
        most_mb, most_seconds = self._limits.memory_mb, self._limits.move_seconds
        if most_mb is not None and size > most_mb:
            _, size = usage(tree, precise=True)
            if size > most_mb:
                return Reply(Termination.MEMORY, text=f"it took {size:,.0f} MB: {most_mb:,} MB are allowed")
        if is_new:
            self._spent = seconds
        if most_seconds is not None and seconds - self._spent > most_seconds:
            return self._overtime(seconds - self._spent)
        return None

    def _overtime(self, seconds: float) -> Reply:
        """Too much time for a move, by the clock or of processors."""
        return Reply(Termination.TIMEOUT, text=f"it took {seconds:.2f} s: {self._limits.move_seconds:g} s are allowed")

    def _cause_of_death(self) -> Reply:
        """How the process ended by itself."""
        end = time.monotonic() + _LOOK_SECONDS
        found = None
        while found is None and time.monotonic() < end:
            found = os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            text = "its process no longer answers"
        elif found.si_code == os.CLD_EXITED:
            text = f"its process ended with exit status {found.si_status}"
        else:
            text = f"its process was ended by {_signal_name(found.si_status)}"
        return Reply(Termination.CRASH, text=text)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the bot's process group."""
        with suppress(OSError):
            os.killpg(self._pid, number)


def _signal_name(number: int) -> str:
    """A signal's name; those for real time have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _read(message: bytes, n_asked: int) -> Reply | None:
    """The answer in a message from a bot's process; None for one to an earlier question."""
    try:
        number, fault, move, text, trace = json.loads(message)
        is_sound = isinstance(move, int) and isinstance(text, str) and isinstance(trace, str)
        reply = Reply(Termination(fault), move, writable(text), writable(trace))
    except (ValueError, TypeError, AttributeError, RecursionError):
        is_sound = False
    if not is_sound or not isinstance(number, int):
        return Reply(Termination.CRASH, text="its process sent what is no answer")
    return reply if number == n_asked else None
