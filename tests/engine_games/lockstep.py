"""Do both engines see a game alike at every ply? Replayed games and random ones, compiled against naive."""

from collections.abc import Mapping
from typing import Any

from naive_engine import NaiveGame
from naive_engine.board import format_square
from naive_engine.compare import compare_games
from naive_engine.palaces import find_palaces, is_open

from medina_arena.engine import RULE_SETS, Game, parse_rules, rule_set


def all_tables() -> list[tuple[str, int]]:
    """Each rule set with each number of players that can play it."""
    return [(name, players) for name, rules in RULE_SETS.items() for players in rules.players]


def compare(rules: str, players: int, n_games: int, seed: int, biased: bool) -> int:
    """Play random games of rules given as text on both engines and return their plies.

    `AssertionError` names the first difference.
    """
    parsed = parse_rules(rules)
    return compare_games(_make_game, parsed.name, players, n_games, seed, biased, parsed.overrides)


def _make_game(name: str, players: int, overrides: Mapping[str, Any], seed: int) -> Game:
    return Game(rule_set(name, **overrides), players, seed)


def assert_agreement(game: Game) -> None:
    """Replay a game on both engines and hold every public value of every ply against the other's."""
    mine = Game(game.rules, game.players, game.seed, setup=game.setup)
    naive = NaiveGame(game.rules.name, game.players, game.rules.overrides, game.setup)
    for move in [*map(str, game.moves), None]:
        expected, got = naive_values(naive), engine_values(mine)
        for name, value in expected.items():
            assert got[name] == value, f"{name} of {mine!r}: {got[name]}, naive engine: {value}"
        if move is not None:
            mine.play(move)
            naive.play(move)


def engine_values(game: Game) -> dict[str, Any]:
    """What the compiled engine says of a position."""
    return {
        "to_move": game.to_move,
        "moves": sorted(map(str, game.legal_moves())),
        "hands": game.hands(),
        "sources": game.score_sources(),
        "palace_tiles": game.palace_tiles,
        "tower_tiles": game.tower_tiles,
        "ranks": game.ranks(),
        "winners": game.winners(),
        "palaces": [
            (p.colour, p.owner, p.is_claimed, p.is_open, p.stables, p.squares[0], frozenset(p.squares))
            for p in game.palaces()
        ],
    }


def naive_values(game: NaiveGame) -> dict[str, Any]:
    """What the naive engine says of a position, in the shape of `engine_values`."""
    board = game.state.board
    absent = [kind for kind, rule in (("N", "neutral"), ("T", "tea")) if game.rules[rule] in (False, "none")]
    return {
        "to_move": game.to_move,
        "moves": game.legal_moves(),
        "hands": [{kind: n for kind, n in hand.items() if kind not in absent} for hand in game.hands],
        "sources": game.score_sources(),
        "palace_tiles": game.palace_tiles,
        "tower_tiles": game.tower_tiles,
        "ranks": game.ranks(),
        "winners": game.winners() if game.is_over else [],
        "palaces": [
            (
                p.colour,
                p.owner,
                p.dome is not None,
                is_open(board, p),
                len(p.stables),
                format_square(p.first),
                frozenset(map(format_square, p.squares)),
            )
            for p in find_palaces(board)
        ],
    }
