"""The bot that plays by a learned policy, without any search."""

from dataclasses import dataclass
from typing import Any

from medina_arena.engine import compiled

from ..base import CompiledBot
from ..weight_files import oldest_rules, weight_set
from .features import N_POLICY_WEIGHTS
from .rows import WORKSPACE, draw_by_policy
from .weights import policy_weights

__all__ = ["PolicyBot"]


@compiled
def _choose(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    """The kernel: parameters are the temperature, then the weights of all sets."""
    s = states[0]
    first = 1 + weight_set(s) * N_POLICY_WEIGHTS
    weights = parameters[first : first + N_POLICY_WEIGHTS]
    return draw_by_policy(s, rng, weights, parameters[0], memory.view(WORKSPACE)[0])


class PolicyBot(CompiledBot):
    """Plays by a learned policy: each move's chance comes from a few categories with learned weights."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """Parameters of the policy."""

        temperature: float = 0.5
        """How freely it chooses: 1 = as it was trained, less = more often the move that it likes best."""

        def __post_init__(self) -> None:
            """Refuse what cannot be drawn by."""
            if not 0.01 <= self.temperature <= 100.0:
                raise ValueError(f"temperature={self.temperature:g} must be from 0.01 to 100")

    kernel = _choose

    @classmethod
    def rules_learned(cls) -> int:
        """By which its weights were trained."""
        return oldest_rules(__package__ or "", "policy")

    @classmethod
    def kernel_parameters(cls, params: Any, budget: Any) -> list[float]:
        """The temperature, then the weights of all sets."""
        return [params.temperature, *policy_weights()]

    @classmethod
    def kernel_memory(cls, params: Any, budget: Any) -> int:
        """Room for the rows of a position."""
        return WORKSPACE.itemsize // 8
