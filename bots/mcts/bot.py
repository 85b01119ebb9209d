"""The bot that searches: Monte Carlo tree search for any number of players."""

from dataclasses import dataclass
from typing import Any, ClassVar

from medina_arena.engine import compiled

from ..base import Budget, CompiledBot
from .search import search
from .tree import n_words

__all__ = ["MctsBot"]


@compiled
def _choose(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    return search(states, rng, memory, int(parameters[1]), parameters[0])


class MctsBot(CompiledBot):
    """Multi-player UCT with random playouts: plays the move that most simulations went through."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """Parameters of the search."""

        c: float = 0.5
        """Exploration: how much a move gains by having been tried little; rewards lie between 0 and 1."""

        def __post_init__(self) -> None:
            """Refuse what makes no search."""
            if not 0.0 <= self.c <= 100.0:
                raise ValueError(f"c={self.c:g} must be from 0 to 100")

    default_budget: ClassVar[Budget] = Budget(simulations=100)
    kernel = _choose

    @classmethod
    def kernel_memory(cls, params: Any, budget: Budget) -> int:
        """A node for each simulation."""
        return n_words(budget.simulations or 0)
