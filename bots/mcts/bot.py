"""The bot that searches: Monte Carlo tree search for any number of players."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from ..base import Budget, CompiledBot, Kernel
from ..weight_files import oldest_rules
from .informed import DONE, choose_by_search, n_informed_words
from .model import search_weights
from .search import SIMULATIONS, choose_by_plain_search, n_plain_words
from .tree import ROOT_VISITS

__all__ = ["MctsBot", "search_parameters"]

_FIRST_SLICE = 32
"""Simulations of the first call under a time limit, which shows how fast it goes."""
_SLICE = {"informed": 0.8, "plain": 0.95}
"""The part of the time left that the next call is meant to take; of a plain search it is the last one."""
_TIMED_PER_MS = 500
_MOST_TIMED = 50_000
"""Simulations that there is room for under a time limit: so many for each millisecond, and at most."""


def search_parameters(params: "MctsBot.Params", simulations: int, weights: Sequence[float]) -> list[float]:
    """The numbers of the informed kernel; `weights` are those of all sets one after another."""
    return [
        float(simulations),
        params.c,
        params.temperature,
        params.playout_temperature,
        float(params.playout_turns),
        *weights,
    ]


class MctsBot(CompiledBot):
    """Tree search by simulations, led by a learned prior and a learned value; plain UCT with style=plain."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """Parameters of the search."""

        style: Literal["informed", "plain"] = "informed"
        """Priors and a learned value, or UCT over all moves with random playouts."""
        c: float = 0.35
        """Exploration: how much a move gains by having been tried little; rewards lie between 0 and 1."""
        temperature: float = 1.4
        """How much flatter the prior is than it was learned (informed)."""
        playout_temperature: float = 0.3
        """How freely playouts choose by the prior: 1 = as learned, less = more often its best move (informed)."""
        playout_turns: int = 4
        """For how many turns they go on when the turn is over in which they began (informed)."""

        def __post_init__(self) -> None:
            """Refuse what makes no search."""
            if not 0.0 <= self.c <= 100.0:
                raise ValueError(f"c={self.c:g} must be from 0 to 100")
            for name in ("temperature", "playout_temperature"):
                if not 0.01 <= getattr(self, name) <= 1000.0:
                    raise ValueError(f"{name}={getattr(self, name):g} must be from 0.01 to 1000")
            if not 0 <= self.playout_turns <= 1000:
                raise ValueError(f"playout_turns={self.playout_turns} must be from 0 to 1000")

    default_budget: ClassVar[Budget] = Budget(simulations=30)
    kernel = choose_by_search

    @classmethod
    def kernel_for(cls, params: Any) -> Kernel:
        """One for each style, so that a run compiles only what it plays with."""
        return choose_by_plain_search if params.style == "plain" else choose_by_search

    @classmethod
    def rules_learned(cls) -> int:
        """By which its weights were trained."""
        return oldest_rules(__package__ or "", "search")

    @classmethod
    def kernel_parameters(cls, params: Any, budget: Budget) -> list[float]:
        """Budget and parameters, with style=informed also the weights of all sets."""
        simulations = budget.simulations or 0
        if params.style == "plain":
            return [float(simulations), params.c]
        return search_parameters(params, simulations, search_weights())

    @classmethod
    def kernel_memory(cls, params: Any, budget: Budget) -> int:
        """Room for a tree that grows with the simulations; with a time limit for as many as may be done in it."""
        simulations = budget.simulations
        if simulations is None:
            simulations = min(_MOST_TIMED, int((budget.time_ms or 0.0) * _TIMED_PER_MS) + 2 * _FIRST_SLICE)
        return n_plain_words(simulations) if params.style == "plain" else n_informed_words(simulations)

    def run_kernel(
        self,
        states: npt.NDArray[np.void],
        rng: npt.NDArray[np.int64],
        parameters: npt.NDArray[np.float64],
        memory: npt.NDArray[np.int64],
    ) -> int:
        """The move after all simulations, or after as many as fit into the processor time that is allowed.

        A tree that is full is used on; a plain search begins anew with each call, so that only its last one counts.
        """
        if states[0]["n_legal"] == 1:
            self.simulations_done = 0
            return super().run_kernel(states, rng, parameters, memory)
        counter = ROOT_VISITS if self.params.style == "plain" else DONE
        time_ms = self.budget.time_ms
        if time_ms is None:
            move = super().run_kernel(states, rng, parameters, memory)
            self.simulations_done = int(memory[counter])
            return move
        most = self.budget.simulations or _MOST_TIMED
        if self.params.style == "plain":
            most = min(most, (len(memory) - n_plain_words(0)) // (n_plain_words(1) - n_plain_words(0)))
        end = thread_time() + time_ms / 1000.0
        n = min(_FIRST_SLICE, most)
        done = 0
        while True:
            start = thread_time()
            parameters[SIMULATIONS] = n
            move = super().run_kernel(states, rng, parameters, memory)
            now = thread_time()
            done = int(memory[counter]) + (0 if self.params.style == "plain" else done)
            self.simulations_done = done
            n = min(int(n * (end - now) / max(now - start, 1e-6) * _SLICE[self.params.style]), most - done)
            is_solved = memory[counter] == 0
            if n < 1 or is_solved or (self.params.style == "plain" and done > _FIRST_SLICE):
                return move
