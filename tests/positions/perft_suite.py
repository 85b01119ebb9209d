"""What is in the perft suite? A line for each position: its text, then the counts by depth, as in ``...; D1 442``."""

import medina_arena.engine as engine

from .naive_reader import count_leaves, read_naive, split_leaves
from .random_games import random_game

__all__ = ["choose_positions", "count_position", "describe_split", "format_line", "parse_line"]

STAGES = (0.5, 0.8, 0.95)  # of the plies of a game
MAX_PLAYED = 60_000  # positions that the compiled engine plays for one count
MAX_NAIVE = 2_000  # the same for the naive engine, from depth 3 on


def format_line(text: str, counts: dict[int, int]) -> str:
    """A line of the suite."""
    return "; ".join([text, *(f"D{depth} {count}" for depth, count in counts.items())])


def parse_line(line: str) -> tuple[str, dict[int, int]]:
    """The position of a line, and its counts by depth."""
    text, *counts = line.split("; ")
    return text, {int(count[1]): int(count[3:]) for count in counts}


def count_position(text: str) -> dict[int, int]:
    """The counts of a position: those of both engines, which must agree, then the compiled engine's alone."""
    game, naive = engine.Game.from_position(text), read_naive(text)
    counts: dict[int, int] = {}
    for depth in (1, 2, 3):
        played = counts.get(depth - 1, 0)
        if played > MAX_PLAYED:
            break
        counts[depth] = engine.count_leaves(game, depth)
        if depth < 3 or played <= MAX_NAIVE:
            expected = count_leaves(naive, depth)
            if expected != counts[depth]:
                raise AssertionError(f"depth {depth}: {expected}, not {counts[depth]}: {describe_split(text, depth)}")
    return counts


def describe_split(text: str, depth: int) -> str:
    """Where the two engines differ, move by move."""
    ours, theirs = engine.split_leaves(engine.Game.from_position(text), depth), split_leaves(read_naive(text), depth)
    moves = sorted(move for move in {*ours, *theirs} if ours.get(move) != theirs.get(move))
    lines = [f"{move}: {ours.get(move)}, naive engine: {theirs.get(move)}" for move in moves]
    return "\n".join([text, *(lines or ["no difference to the naive engine"])])


def choose_positions(rules: str, players: int, seed: int) -> list[str]:
    """The opening, and positions in the middle and at the end of a random game."""
    texts = [game.position() for game in random_game(rules, players, seed)]
    return [texts[0], *(texts[round(stage * (len(texts) - 1))] for stage in STAGES), texts[-3]]
