"""Which bots tell what they were shown? They write it all down and play on."""

import pickle
from dataclasses import dataclass
from typing import Any

from medina_arena.bots import Bot
from medina_arena.engine import Game, Move

__all__ = ["NOTES", "Note", "Spy"]


@dataclass(frozen=True, slots=True)
class Note:
    """What a bot was shown at one time."""

    seat: int
    when: str
    """start, choose or finish."""
    game: Game
    """A copy of what it got."""
    pickled: bytes
    """The same as bytes."""
    own: str
    """All that the bot has besides."""


NOTES: list[Note] = []
"""What was seen since a test cleared it."""


class Spy(Bot):
    """Plays at random and notes what it sees."""

    def _note(self, when: str, game: Game) -> None:
        own = {name: value for name, value in vars(self).items() if name != "rng"}
        NOTES.append(Note(self.seat, when, game.copy(), pickle.dumps(game), repr(own)))

    def start(self, game: Game) -> None:
        """Note the game."""
        self._note("start", game)

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """Any move."""
        self._note("choose", game)
        chosen: Any = moves[self.rng.integers(len(moves))]
        return Move(chosen)

    def finish(self, game: Game) -> None:
        """Note the whole game."""
        self._note("finish", game)
