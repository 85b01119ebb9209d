"""Which games show what random games hardly reach? Searches them anew: `python tests/engine/find_games.py`.

For each event the first game in which it happens is written to data/games.jsonl: its moves, the ply of the event, and
what the *naive* engine says there and at the end. The compiled engine only finds the games.
"""

import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

TESTS = str(Path(__file__).resolve().parents[1])
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)

import rare_events as events  # noqa: E402  this folder and its parent come first
from naive_engine import NaiveGame  # noqa: E402

from medina_arena.engine import STATE, Game  # noqa: E402

DATA = Path(__file__).with_name("data") / "games.jsonl"
MAX_SEEDS = 20_000


SEARCHES: list[tuple[str, int, events.Event]] = [
    ("rulebook", 3, events.is_held_to_a_dome),
    ("bsw", 3, events.is_held_to_a_dome),
    ("dutch", 4, events.is_held_to_a_dome),
    ("second-edition", 2, events.is_held_to_a_dome),
    ("ditt", 2, events.is_held_to_a_dome),
    ("gift", 3, events.may_not_decline),
    ("gift:last_player=domes", 4, events.may_not_decline),
    ("gift", 4, events.throws_gifts_away),
    ("gift", 3, events.places_gifts_without_pieces),
    ("rulebook", 4, events.comes_back),
    ("rulebook", 3, events.begins_third_chain),
    ("dutch", 3, events.has_no_square_for_stables),
    ("bsw", 4, events.closes_without_space),
    ("french", 4, events.waits_for_a_claim),
    ("rulebook", 3, events.claims_beside_an_open_one),
    ("bsw", 3, events.wins_two_towers),
    ("second-edition", 3, events.burns_merchants),
    ("second-edition", 4, events.pays_merchants),
    ("second-edition", 2, events.takes_tile_from_neutral),
    ("second-edition", 3, events.gives_tea_at_the_end),
    ("ditt", 2, events.is_cut_short_by_limits),
    ("rulebook", 4, events.ends_in_a_tie),
    ("second-edition", 4, events.ends_in_a_tie),
]


def choose(moves: list[str], rng: random.Random, weights: dict[str, float]) -> str:
    """A random kind of piece by weight, then one of its moves."""
    letters = sorted({move[0] for move in moves})
    letter = rng.choices(letters, [weights.get(kind, 1.0) for kind in letters])[0]
    return rng.choice([move for move in moves if move[0] == letter])


def find(rules: str, players: int, event: events.Event) -> tuple[Game, int]:
    """The first game in which the event happens, and the ply of the move with which it does."""
    for seed in range(MAX_SEEDS):
        rng = random.Random(seed)
        weights = {kind: rng.choice((0.1, 0.5, 1.0, 3.0)) for kind in "GKBOSIWDNT-"}
        game, steps, ply = Game(rules, players, seed), [], -1
        while not game.is_over:
            states = np.zeros(2, STATE)
            game.write_state(states[:1], game.to_move or 0)
            move = choose(list(map(str, game.legal_moves())), rng, weights)
            game.play(move)
            game.write_state(states[1:], 0)
            steps.append(events.Step(states[0], move, states[1]))
            if ply < 0 and event(steps):
                ply = len(steps) - 1
        is_tie = game.scores().count(max(game.scores())) > 1
        if ply >= 0 and (event is not events.ends_in_a_tie or is_tie):
            return game, ply
    raise LookupError(f"{event.__name__} does not happen in {MAX_SEEDS} games of {rules}")


def describe(game: Game, ply: int, name: str) -> dict[str, Any]:
    """A line of the data file, with the words of the naive engine."""
    naive = NaiveGame(game.rules.name, game.players, game.rules.overrides, game.setup)
    kinds: Counter[str] = Counter()
    for number, move in enumerate(map(str, game.moves)):
        if number == ply:
            kinds.update(legal[0] for legal in naive.legal_moves())
        naive.play(move)
    return {
        "event": name,
        "rules": str(game.rules),
        "players": game.players,
        "setup": game.setup,
        "ply": ply,
        "legal": dict(sorted(kinds.items())),
        "score_sources": [list(sources.values()) for sources in naive.score_sources()],
        "ranks": naive.ranks(),
        "winners": naive.winners(),
        "palace_tiles": naive.palace_tiles,
        "tower_tiles": naive.tower_tiles,
        "moves": " ".join(naive.moves),
    }


def main() -> None:
    """Write the data file."""
    lines = []
    for rules, players, event in SEARCHES:
        game, ply = find(rules, players, event)
        lines.append(json.dumps(describe(game, ply, event.__name__)))
        sys.stdout.write(f"{rules} {players} {event.__name__}: seed {game.seed}, ply {ply} of {game.ply}\n")
        sys.stdout.flush()
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
