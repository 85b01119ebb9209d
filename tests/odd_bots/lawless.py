"""Which bots break one rule of bots each? They all play legal moves to the end."""

import multiprocessing
import random
import time
from typing import Any, ClassVar

import numpy as np

from medina_arena.bots import Bot, Budget
from medina_arena.engine import Game, Move

__all__ = [
    "Altering",
    "Clocked",
    "Colluding",
    "Counting",
    "Emptying",
    "Homebound",
    "Idle",
    "Miscounting",
    "Printing",
    "Remembering",
    "Slow",
    "Specialist",
    "Unseeded",
    "UsingCommonRandom",
]


class _Seeded(Bot):
    """Plays any move by its seed."""

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """Any move."""
        chosen: Any = moves[self.rng.integers(len(moves))]
        return Move(chosen)


class Altering(_Seeded):
    """Tries its move out on the game that it is shown."""

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """Any move."""
        chosen = super().choose(game, moves)
        game.determinize(self.rng)
        game.play(chosen)
        return chosen


class Emptying(_Seeded):
    """Empties the list of moves."""

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """Any move."""
        chosen = super().choose(game, moves)
        moves.clear()
        return chosen


class Printing(_Seeded):
    """Says good-bye."""

    def finish(self, game: Game) -> None:
        """Print a line."""
        print("good game")  # noqa: T201


class UsingCommonRandom(Bot):
    """Draws from Python's common generator."""

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """Any move."""
        return random.choice(moves)


class Unseeded(Bot):
    """Has a generator without a seed."""

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """Any move."""
        return moves[np.random.default_rng().integers(len(moves))]


class Remembering(Bot):
    """Plays otherwise in every second game of a process."""

    n_games: ClassVar[int] = 0

    def start(self, game: Game) -> None:
        """Count the games."""
        Remembering.n_games += self.seat == 0

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """The first or the last move."""
        return moves[-(Remembering.n_games % 2)]


class Colluding(Bot):
    """Seat 1 plays by what seat 0 thinks."""

    thought: ClassVar[int] = 0

    def start(self, game: Game) -> None:
        """Forget."""
        Colluding.thought = 0

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """The first move, or one that the other seat decides."""
        if self.seat == 0:
            Colluding.thought = len(moves)
        return moves[Colluding.thought % len(moves) if self.seat == 1 else 0]


class Homebound(Bot):
    """Plays otherwise in a process that another one has started."""

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """The first or the last move."""
        return moves[0 if multiprocessing.parent_process() is None else -1]


class Slow(_Seeded):
    """Takes 30 ms whatever it is allowed."""

    default_budget: ClassVar[Budget] = Budget(time_ms=10.0)

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """Any move, after a while."""
        end = time.process_time() + 0.03
        while time.process_time() < end:
            pass
        return super().choose(game, moves)


class Clocked(_Seeded):
    """Takes the time that it is allowed."""

    default_budget: ClassVar[Budget] = Budget(time_ms=1.0)

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """Any move, after a while."""
        end = time.process_time() + (self.budget.time_ms or 0.0) / 1000
        while time.process_time() < end:
            pass
        return super().choose(game, moves)


class Idle(_Seeded):
    """Says that it needs time, and takes none."""

    default_budget: ClassVar[Budget] = Budget(time_ms=10.0)


class Counting(Clocked):
    """Makes as many simulations as it is told."""

    default_budget: ClassVar[Budget] = Budget(simulations=5)
    surplus = 0

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """Any move."""
        self.simulations_done = (self.budget.simulations or 0) + self.surplus
        return super().choose(game, moves)


class Miscounting(Counting):
    """Makes one simulation more."""

    surplus = 1


class Specialist(_Seeded):
    """Plays one rule set only, and fails in others."""

    rule_sets: ClassVar[tuple[str, ...]] = ("ditt",)

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """Any move."""
        assert game.rules.name == "ditt"
        return super().choose(game, moves)
