"""What is a bot? A class with one method that decides; compiled bots name a kernel instead."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from medina_arena.engine import Game, Move, new_states

from .errors import BotError

__all__ = ["KERNEL_STATES", "Bot", "Budget", "CompiledBot", "Kernel"]

KERNEL_STATES = 4
"""States that a kernel is given: ``states[0]`` is the position, the others are its own to use."""

_WORD = 2**64 - 1

Kernel = Callable[[Any, Any, Any, Any], int]
"""``kernel(states, rng, parameters, memory) -> move``; see `CompiledBot`."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a bot may spend on one move; None = no limit of that sort."""

    simulations: int | None = None
    time_ms: float | None = None


class Bot:
    """A player. Subclass it, write `choose`, and describe the bot in the first line of the docstring.

    There is a new instance for each game and seat. Keep nothing outside of it, draw random numbers from `rng` only, and
    print nothing.
    """

    @dataclass(frozen=True, slots=True)
    class Params:
        """The bot's parameters, typed and with defaults; ``name:greed=0.7`` on the command line."""

    default_budget: ClassVar[Budget] = Budget()
    """Used for what the user does not set with ``simulations=`` or ``time_ms=``."""
    rule_sets: ClassVar[tuple[str, ...]] = ()
    """The names of the rule sets that it can play; none means all."""
    simulations_done: int | None = None
    """How many simulations the last decision took, from a bot that counts them; it is held to its budget then."""

    def __init__(self, seat: int, params: Any, budget: Budget, seed: int) -> None:
        """A bot for one game; `seed` is any 64-bit integer and the source of all its random numbers."""
        self.seat = seat
        self.params = params
        self.budget = budget
        self.seed = seed

    @cached_property
    def rng(self) -> np.random.Generator:
        """Random numbers that depend on the seed alone."""
        return np.random.default_rng(self.seed & _WORD)

    @classmethod
    def rules_learned(cls) -> int | None:
        """The version of the rules by which it has learned to play; None if it has not. Tables tell of another one."""
        return None

    def start(self, game: Game) -> None:
        """Called once before the first move, with the game as this seat may know it."""

    def choose(self, game: Game, moves: list[Move]) -> Move | str:
        """The move to play, or its text; `moves` are the legal moves, never empty.

        `game` holds what this seat may know. Leave it as it is, and try moves out on a ``game.copy()``.
        """
        raise TypeError(f"{type(self).__name__} has no method choose(self, game, moves)")

    def finish(self, game: Game) -> None:
        """Called once when the game is over."""


class CompiledBot(Bot):
    """A bot whose decision is a compiled function, so that whole games can be played inside compiled code.

    The kernel has the signature ``kernel(states, rng, parameters, memory) -> move``:

    - ``states``: records of dtype `STATE`, shape [`KERNEL_STATES`]; ``states[0]`` is the position as the seat may know
      it, the others hold anything;
    - ``rng``: int64 [1], for `draw`, `draw_below` and `draw_float`; the only source of random numbers;
    - ``parameters``: float64, from `kernel_parameters`;
    - ``memory``: int64 [`kernel_memory`], all zero before the seat's first move of a game, and kept between its moves.
      The kernel may change it at will; ``memory.view(np.float64)`` gives floats.
    """

    kernel: ClassVar[Kernel]

    @classmethod
    def kernel_for(cls, params: Any) -> Kernel:
        """The kernel that plays with these parameters; a bot of several styles may have one for each."""
        return cls.kernel

    @classmethod
    def kernel_parameters(cls, params: Any, budget: Budget) -> list[float]:
        """The numbers for the kernel: by default the parameters in their order, then the simulations (0 = none)."""
        numbers = asdict(params)
        for name, value in numbers.items():
            if not isinstance(value, int | float):
                raise BotError(f"a kernel takes numbers, and {name}={value!r} is none: write kernel_parameters for it")
        return [*map(float, numbers.values()), float(budget.simulations or 0)]

    @classmethod
    def kernel_memory(cls, params: Any, budget: Budget) -> int:
        """How many 64-bit words of memory the kernel needs."""
        return 0

    @cached_property
    def _buffers(
        self,
    ) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """The kernel's arguments, made at the first move."""
        return (
            new_states(KERNEL_STATES),
            np.array([self.seed & _WORD], np.uint64).view(np.int64),
            np.array(self.kernel_parameters(self.params, self.budget), np.float64),
            np.zeros(self.kernel_memory(self.params, self.budget), np.int64),
        )

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """The kernel's move; raises `NotationError` where it gave none."""
        buffers = self._buffers
        game.write_state(buffers[0], self.seat)
        return Move(self.run_kernel(*buffers))

    def run_kernel(
        self,
        states: npt.NDArray[np.void],
        rng: npt.NDArray[np.int64],
        parameters: npt.NDArray[np.float64],
        memory: npt.NDArray[np.int64],
    ) -> int:
        """The kernel's move; a bot that keeps to ``time_ms`` may call its kernel more than once."""
        return self.kernel_for(self.params)(states, rng, parameters, memory)
