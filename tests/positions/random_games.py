"""How is a game played at random so that it reaches many sorts of positions? First a kind of move, then a move."""

import random
from collections.abc import Iterator

from medina_arena.engine import Game, parse_rules

OVERRIDES = (
    ("bsw:supply_palace=12:supply_inhabitants=24", 4),
    ("rulebook:supply_palace=2:supply_stables=1:supply_inhabitants=2:supply_walls=0", 3),
    ("dutch:close_without_space=yes:supply_palace=12", 4),
    ("french:supply_palace=9", 4),
    ("gift:last_player=claims:supply_walls=2", 4),
    ("second-edition:last_player=pieces:palace_tie=completed_first", 3),
    ("second-edition:well=no:neutral=none", 2),
    ("ditt:last_player=domes:supply_walls=0", 2),
)
"""Rules with changed switches, and numbers of players."""


def random_game(rules: str, players: int, seed: int) -> Iterator[Game]:
    """The same game at every ply, from its beginning to its end; kinds of moves are preferred anew in each game."""
    rng = random.Random(f"{rules} {players} {seed}")
    weights = {kind: rng.choice((0.1, 0.5, 1.0, 3.0)) for kind in "GKBOSIWDNT-?"}
    game = Game(parse_rules(rules), players, seed)
    yield game
    while not game.is_over:
        by_kind: dict[str, list[str]] = {}
        for text in map(str, game.legal_moves()):
            by_kind.setdefault(text[0], []).append(text)
        kind = rng.choices(list(by_kind), [weights[kind] for kind in by_kind])[0]
        game.play(rng.choice(by_kind[kind]))
        yield game
