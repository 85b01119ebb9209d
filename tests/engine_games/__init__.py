"""What do the engine's tests play? Scripted positions, and games held against the naive engine."""

from .lockstep import all_tables, assert_agreement, compare, engine_values
from .scripts import WALLS, kinds, moves, play, sources

__all__ = [
    "WALLS",
    "all_tables",
    "assert_agreement",
    "compare",
    "engine_values",
    "kinds",
    "moves",
    "play",
    "sources",
]
