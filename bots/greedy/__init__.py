"""The best move at a glance."""

from .bot import GreedyBot, choose_greedily
from .weights import DEFAULT_WEIGHTS

__all__ = ["DEFAULT_WEIGHTS", "GreedyBot", "choose_greedily"]
