"""Which games must always go the same way? One random game for each rule set and number of players, as records."""

import json
from collections import deque

from engine_games import all_tables

from .random_games import OVERRIDES, random_game

__all__ = ["play_games"]

SEED = 2001


def play_games() -> dict[str, list[str]]:
    """The lines of each file."""
    files: dict[str, list[str]] = {}
    for name, tables in (("", all_tables()), ("switches", OVERRIDES)):
        for rules, players in tables:
            game = deque(random_game(rules, players, SEED), maxlen=1)[0]
            bots = [f"random{seat}" for seat in range(players)]
            files.setdefault(f"{name or rules}.jsonl", []).append(json.dumps(game.record(bots)))
    return files
