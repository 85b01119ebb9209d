"""Which positions do tests start from? Random games ply by ply, and texts of positions read by the naive engine."""

from .naive_reader import count_leaves, read_naive, split_leaves
from .random_games import OVERRIDES, random_game

__all__ = ["OVERRIDES", "count_leaves", "random_game", "read_naive", "split_leaves"]
