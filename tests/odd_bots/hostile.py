"""Which bots break the rules? One class for each way to go wrong, mostly after some decent moves."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from medina_arena.bots import Bot
from medina_arena.engine import Game, Move

__all__ = [
    "ASKED",
    "ERRORS",
    "GARBAGE",
    "Alters",
    "Answers",
    "Cheats",
    "Misspells",
    "Raises",
    "Steady",
    "UnprintableError",
]

ASKED: list[tuple[int, int]] = []
"""Seat and ply of each decision that one of these bots was asked for; tests clear it."""


class UnprintableError(Exception):
    """Has no text."""

    def __str__(self) -> str:
        raise SystemExit(7)

    __repr__ = __str__


class _Touchy(int):
    """Cannot be compared."""

    def __le__(self, other: object) -> bool:
        raise ArithmeticError("do not touch")

    __lt__ = __ge__ = __gt__ = __eq__ = __le__
    __hash__ = int.__hash__


GARBAGE: dict[str, Any] = {
    "nothing": None,
    "empty": "",
    "words": "the best move",
    "endless": "G" * 100_000,
    "hidden": "??",
    "number": 1.5,
    "not a number": float("nan"),
    "yes": True,
    "negative": -1,
    "unused": 255,
    "huge": 10**400,
    "bytes": b"Ga1",
    "list": ["Ga1"],
    "array": np.zeros(3),
    "class": Move,
    "unprintable": UnprintableError(),
    "touchy": _Touchy(5),
    "forged": int.__new__(Move, 70_000),
    "forged unused": int.__new__(Move, 255),
}
"""What is no move, by name."""

ERRORS: dict[str, tuple[type[BaseException], str]] = {
    "error": (ValueError, "out of ideas\nand lines"),
    "exit": (SystemExit, "0"),
    "interrupt": (KeyboardInterrupt, ""),
    "memory": (MemoryError, ""),
    "unprintable": (UnprintableError, ""),
}
"""What a bot can raise, by name."""


class Steady(Bot):
    """Plays the moves of a fixed pattern."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """When to stop being decent."""

        after: int = 3
        """Decisions that are decent."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.n_decisions = 0

    def choose(self, game: Game, moves: list[Move]) -> Any:
        """Any legal move at first."""
        ASKED.append((self.seat, game.ply))
        self.n_decisions += 1
        decent = moves[self.n_decisions * 7 % len(moves)]
        return decent if self.n_decisions <= self.params.after else self.misbehave(game, moves, decent)

    def misbehave(self, game: Game, moves: list[Move], decent: Move) -> Any:
        """What to answer then."""
        return decent


class Cheats(Steady):
    """Plays on the square of the first inhabitant."""

    def misbehave(self, game: Game, moves: list[Move], decent: Move) -> Any:
        """A move that was legal once."""
        return str(game.moves[0])


class Answers(Steady):
    """Answers with what is no move."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """What to answer, and when."""

        what: str = "nothing"
        after: int = 3

    def misbehave(self, game: Game, moves: list[Move], decent: Move) -> Any:
        """No move."""
        return GARBAGE[self.params.what]


class Raises(Steady):
    """Raises what it can."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """What to raise, and when."""

        what: str = "error"
        where: Literal["init", "start", "choose", "finish"] = "choose"
        after: int = 3

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._raise_in("init")

    def _raise_in(self, where: str) -> None:
        if where == self.params.where:
            kind, text = ERRORS[self.params.what]
            raise kind(text)

    def start(self, game: Game) -> None:
        """Fail or not."""
        self._raise_in("start")

    def misbehave(self, game: Game, moves: list[Move], decent: Move) -> Any:
        """Fail or not."""
        self._raise_in("choose")
        return decent

    def finish(self, game: Game) -> None:
        """Fail or not."""
        self._raise_in("finish")


class Alters(Steady):
    """Plays as `Steady` does, and does what it likes to everything that it is given."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.kept: list[Game] = []

    def start(self, game: Game) -> None:
        """Keep the game."""
        self.kept.append(game)

    def misbehave(self, game: Game, moves: list[Move], decent: Move) -> Any:
        """Play on old games and this one, then spoil them and the list of moves."""
        for mine in (*self.kept, game):
            mine.determinize(np.random.default_rng(1))
            while not mine.is_over and mine.ply < game.ply + 20:
                mine.play(mine.legal_moves()[-1])
        self.kept = [game.copy()]
        game._moves.clear()
        game._states.view(np.uint8)[:] = 77
        game.seed = game.players = 0
        moves.clear()
        return decent


class Misspells(Bot):
    """Asks about a move that is none."""

    def choose(self, game: Game, moves: list[Move]) -> Move:
        return moves[game.is_legal("Zz99")]
