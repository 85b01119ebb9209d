"""How is a game played move by move? Every seat asks its bot, and the seat of a faulted one goes on at random."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from medina_arena.engine import Game, Move, draw_below
from medina_arena.results import Termination

from .bot_calls import Reply, SeatedBot

__all__ = ["ForcedFault", "NotedFault", "Table"]


@dataclass(frozen=True, slots=True)
class ForcedFault:
    """A fault that is known beforehand: the bot is not asked again from a ply on."""

    ply: int
    kind: Termination
    text: str = "it is known to fail here and was not asked"


@dataclass(frozen=True, slots=True)
class NotedFault:
    """A fault, with the game as it stood."""

    seat: int
    reply: Reply
    ply: int
    moves: str
    position: str


class Table:
    """One game and the bots that play it."""

    def __init__(self, game: Game, bots: Sequence[SeatedBot], forced: Mapping[int, ForcedFault]) -> None:
        """A game that has not begun, a bot for each seat, and the faults of seats that are known beforehand."""
        self.game = game
        self.faults = [Termination.NORMAL] * len(bots)
        self.noted: list[NotedFault] = []
        self._bots = bots
        self._forced = forced

    def play(self, n_drawn: int, opening_rng: npt.NDArray[np.int64], stand_in_seeds: npt.NDArray[np.int64]) -> None:
        """Play to the end; the first moves are drawn."""
        game = self.game
        for seat, bot in enumerate(self._bots):
            if self._may_ask(seat):
                self._note(seat, bot.start(game))
        while (seat_to_move := game.to_move) is not None:
            moves = game.legal_moves()
            if game.ply < n_drawn:
                game.play(moves[draw_below(opening_rng, len(moves))])
                continue
            move = self._choose(seat_to_move, moves)
            stand_in = stand_in_seeds[seat_to_move : seat_to_move + 1]
            game.play(moves[draw_below(stand_in, len(moves))] if move is None else move)
        for seat, bot in enumerate(self._bots):
            if self._may_ask(seat):
                self._note(seat, bot.finish(game))

    def _may_ask(self, seat: int) -> bool:
        """Whether the seat's bot has not faulted, and is not known to fault now."""
        forced = self._forced.get(seat)
        if forced is not None and self.game.ply >= forced.ply and self.faults[seat] == Termination.NORMAL:
            self._note(seat, Reply(forced.kind, text=forced.text))
        return self.faults[seat] == Termination.NORMAL

    def _choose(self, seat: int, moves: list[Move]) -> Move | None:
        """The bot's move, or None if it has faulted, now or before."""
        if not self._may_ask(seat):
            return None
        reply = self._bots[seat].choose(self.game, moves)
        self._note(seat, reply)
        return Move(reply.move) if reply.fault == Termination.NORMAL else None

    def _note(self, seat: int, reply: Reply) -> None:
        """Count a fault, and keep it with the game as it stands."""
        if reply.fault != Termination.NORMAL:
            self.faults[seat] = reply.fault
            game = self.game
            self.noted.append(NotedFault(seat, reply, game.ply, " ".join(map(str, game.moves)), game.position()))
