"""How are compiled bots handed to a loop that plays games for training? As one array argument of each sort."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from medina_arena.engine import RuleSet, fill_rules, new_states
from medina_arena.engine.state import MAX_PLAYERS

from .base import KERNEL_STATES, Budget
from .kernel import KERNEL_TYPE, STATES_TYPE, compile_kernel

__all__ = ["SEAT_TYPES", "CompiledSeat", "new_game_states", "pack_seats"]


@dataclass(frozen=True, slots=True)
class CompiledSeat:
    """Who plays at a seat."""

    bot: Any
    """A `CompiledBot` class."""
    params: Any
    """Its parameters, by which it has its kernel."""
    parameters: Sequence[float]
    """The kernel's numbers."""
    n_memory: int = 0
    noise: float = 0.0
    """The part of its moves that are random."""

    @classmethod
    def of(cls, bot: Any, noise: float = 0.0, simulations: int | None = None, **params: Any) -> "CompiledSeat":
        """A bot with these parameters, and others by default."""
        chosen = bot.Params(**params)
        budget = Budget(simulations) if simulations else bot.default_budget
        return cls(bot, chosen, bot.kernel_parameters(chosen, budget), bot.kernel_memory(chosen, budget), noise)


SEAT_TYPES = (
    numba.types.UniTuple(KERNEL_TYPE, MAX_PLAYERS),
    numba.types.float64[:, ::1],
    numba.types.int64[::1],
    numba.types.int64[:, ::1],
    numba.types.int64[::1],
    numba.types.float64[::1],
    STATES_TYPE,
)
"""The numba types of `pack_seats` and of the states."""


def pack_seats(seats: Sequence[CompiledSeat]) -> tuple[Any, ...]:
    """Kernels, parameters [seats, n], their numbers, memory [seats, n], its sizes, noise [seats]."""
    kernels = [compile_kernel(seat.bot, seat.params) for seat in seats]
    n_parameters = np.array([len(seat.parameters) for seat in seats], np.int64)
    parameters = np.zeros((len(seats), n_parameters.max()))
    for row, seat in zip(parameters, seats, strict=True):
        row[: len(seat.parameters)] = seat.parameters
    n_memory = np.array([seat.n_memory for seat in seats], np.int64)
    return (
        (*kernels, *kernels[:1] * (MAX_PLAYERS - len(seats))),
        parameters,
        n_parameters,
        np.zeros((len(seats), n_memory.max()), np.int64),
        n_memory,
        np.array([seat.noise for seat in seats]),
    )


def new_game_states(rules: RuleSet, players: int) -> npt.NDArray[np.void]:
    """States for a loop: the first is empty with its rules set, the second the game's, the rest are the kernels'."""
    states = new_states(2 + KERNEL_STATES)
    fill_rules(states[:1], rules, players)
    return states
