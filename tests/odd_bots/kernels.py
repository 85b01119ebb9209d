"""Which compiled bots look for what they should not see, or play what they may not?"""

from dataclasses import dataclass
from typing import Any

from medina_arena.bots import Budget, CompiledBot
from medina_arena.bots.greedy import GreedyBot
from medina_arena.engine import Game, Move, compiled, draw_below, nth_legal_move
from medina_arena.engine.state import PHASE_PICK

__all__ = ["NoField", "NoName", "NoNumber", "NotCompiled", "Probe", "WithoutRng", "Wrapped"]

_MANY = 200  # more than a seat decides in a game


@compiled
def _choose(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    s = states[0]
    memory[0] += 1
    if memory[0] > _MANY:
        return -2  # the memory is not new
    if s.phase == PHASE_PICK:
        for seat in range(s.players):
            if seat != s.to_move and s.pick[seat] >= 0:
                return -3  # a pick is not hidden
    if memory[0] > parameters[0]:
        return int(parameters[1])
    return nth_legal_move(s, draw_below(rng, s.n_legal))


class Probe(CompiledBot):
    """Plays at random, an illegal move where something is wrong, and whatever it is told after some moves."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """When to play what."""

        after: int = 1000
        move: int = -1

    kernel = _choose

    @classmethod
    def kernel_memory(cls, params: Any, budget: Budget) -> int:
        """A counter."""
        return 1


class Wrapped(GreedyBot):
    """Greedy with a decision of its own in Python, which happens to be the kernel's."""

    n_asked = 0

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """The kernel's move."""
        Wrapped.n_asked += 1
        return super().choose(game, moves)


def _plain(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    return nth_legal_move(states[0], 0)


@compiled
def _without_rng(states: Any) -> int:
    return nth_legal_move(states[0], 0)


@compiled
def _no_field(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    n: int = states[0].n_camels
    return n


@compiled
def _no_name(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    return best_move(states[0])  # type: ignore[name-defined,no-any-return]  # noqa: F821


@compiled
def _no_number(states: Any, rng: Any, parameters: Any, memory: Any) -> Any:
    return "Gg5"


class NotCompiled(CompiledBot):
    """Forgot the decorator."""

    kernel = _plain


class WithoutRng(CompiledBot):
    """Takes too little."""

    kernel = _without_rng  # type: ignore[assignment]


class NoField(CompiledBot):
    """Reads what no state has."""

    kernel = _no_field


class NoName(CompiledBot):
    """Calls what is not there."""

    kernel = _no_name


class NoNumber(CompiledBot):
    """Answers with a text."""

    kernel = _no_number
