"""Which bot has a parameter of every type?"""

from dataclasses import dataclass
from typing import ClassVar, Literal, Optional

from medina_arena.bots import Bot, Budget
from medina_arena.engine import Game, Move

__all__ = ["Plain", "Typed"]


class Typed(Bot):
    """Plays the first move, whatever its parameters say."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """One of each type."""

        n: int = 1
        greed: float = 0.5
        bold: bool = False
        style: Literal["calm", "wild"] = "calm"
        depth: Literal[1, 2, 4] = 1
        limit: int | None = None
        factor: Optional[float] = 2.0  # noqa: UP045  users write both
        mood: Literal["good", "bad"] | None = None
        name: str = "x"

        def __post_init__(self) -> None:
            """Refuse some values."""
            if self.n == 13:
                raise ValueError("n=13 brings bad luck: take any other number")
            assert self.n != 14
            if self.n == 15:
                raise KeyError("n")

    default_budget: ClassVar[Budget] = Budget(simulations=100)

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """The first move."""
        return moves[0]


class Plain(Bot):
    """Plays the first move and has no parameters."""

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """The first move."""
        return moves[0]
