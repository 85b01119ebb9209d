"""The bot that plays any legal move, all equally likely."""

from typing import Any

from medina_arena.engine import compiled, draw_below, nth_legal_move

from .base import CompiledBot

__all__ = ["RandomBot"]


@compiled
def _choose(states: Any, rng: Any, parameters: Any, memory: Any) -> int:
    s = states[0]
    return nth_legal_move(s, draw_below(rng, s.n_legal))


class RandomBot(CompiledBot):
    """Plays any legal move, all equally likely."""

    kernel = _choose
