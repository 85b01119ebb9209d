"""What does the process of an isolated bot do? It waits for a question, asks its bot and sends the answer back."""

import json
import logging
import os
import pickle
import resource
import signal
import socket
import sys
from typing import Literal, NoReturn

from medina_arena.bots import BotSpec

from .bot_calls import LocalBot
from .processes import die_with_parent

__all__ = ["MAX_MESSAGE", "Question", "serve_bot"]

Question = Literal["start", "choose", "finish"]

MAX_MESSAGE = 100_000
"""Bytes of one message."""
_SOCKET = 3
_STANDARD_STREAMS = (0, 1, 2)


def serve_bot(connection: socket.socket, spec: BotSpec, seat: int, seed: int) -> NoReturn:
    """Answer until the other side is gone; called in a process that was just forked."""
    status = 1
    try:
        connection = _seclude(connection)
        bot = LocalBot(spec, seat, seed)
        while message := connection.recv(MAX_MESSAGE):
            number, what, game = pickle.loads(message)
            if what == "choose":
                reply = bot.choose(game, game.legal_moves())
            else:
                reply = bot.start(game) if what == "start" else bot.finish(game)
            answer = [number, reply.fault, reply.move, reply.text, reply.trace]
            connection.send(json.dumps(answer).encode())
        status = 0
    finally:
        os._exit(status)


def _seclude(connection: socket.socket) -> socket.socket:
    """Cut the process off from the terminal, the run's files and its messages; the connection is all that is left."""
    os.setsid()
    die_with_parent()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    logging.getLogger().handlers[:] = [logging.NullHandler()]
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in _STANDARD_STREAMS:
        os.dup2(nowhere, stream)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    kept = os.dup(connection.fileno())
    connection.detach()
    os.dup2(kept, _SOCKET, inheritable=False)
    os.closerange(_SOCKET + 1, os.sysconf("SC_OPEN_MAX"))
    return socket.socket(fileno=_SOCKET)
