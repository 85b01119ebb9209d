"""What holds in whatever way a game is played? Through the face of the engine only. (rules page, section 13)"""

import json
from collections import Counter
from itertools import combinations, pairwise

from engine_games import all_tables, engine_values
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import OVERRIDES

from medina_arena.engine import Game, Move, format_move, parse_move, parse_rules

TABLES = [*all_tables(), *OVERRIDES]
CHOICES = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 999)), min_size=10, max_size=130)
few = settings(max_examples=30, deadline=None, derandomize=True, database=None)


def choose(game: Game, choice: tuple[int, int]) -> Move:
    """A legal move: the first number decides for its kind, the second for one of that kind."""
    legal = game.legal_moves()
    letters = sorted({str(move)[0] for move in legal})
    moves = [move for move in legal if str(move)[0] == letters[choice[0] % len(letters)]]
    return moves[choice[1] % len(moves)]


def begin(table: tuple[str, int], seed: int) -> Game:
    return Game(parse_rules(table[0]), table[1], seed)


def place(square: str) -> tuple[int, int]:
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def distance(one: str, other: str) -> tuple[int, int]:
    """Steps between two squares, the larger and the smaller number."""
    (x1, y1), (x2, y2) = place(one), place(other)
    larger, smaller = sorted((abs(x1 - x2), abs(y1 - y2)), reverse=True)
    return larger, smaller


def pieces(game: Game) -> Counter[str]:
    """All pieces in hands, among the gifts and on the board; tea is none."""
    found = Counter[str](game.gifts)
    for hand in game.hands():
        found.update({letter: n for letter, n in hand.items() if letter != "T"})
    for palace in game.palaces():
        found.update({palace.colour: palace.size - palace.stables, "S": palace.stables})
        if palace.is_claimed:
            found.update("N" if palace.owner is None else "D")
    found.update({"W": sum(game.arms.values()), "I": sum(map(len, game.chains()))})
    return found


def check_position(game: Game) -> None:
    """What holds in each position by itself."""
    palaces = game.palaces()
    for one, other in combinations(palaces, 2):
        assert all(distance(a, b)[0] > 1 for a in one.squares for b in other.squares)
        assert one.owner is None or (one.owner, one.colour) != (other.owner, other.colour)
        if one.colour == other.colour:
            assert not (one.is_open and other.is_open)
            assert game.rules.blocked_frees_colour or one.is_claimed or other.is_claimed
    if game.well is not None:
        assert all(distance(square, game.well)[0] > 1 for palace in palaces for square in palace.squares)
    chains = game.chains()
    for chain in chains:
        assert all(distance(a, b) == (1, 0) for a, b in pairwise(chain))
        assert all(
            distance(a, b) != (1, 0) for a, b in combinations(chain, 2) if abs(chain.index(a) - chain.index(b)) > 1
        )
    for chain, other_chain in combinations(chains, 2):
        assert all(distance(a, b) != (1, 0) for a in chain for b in other_chain)
    columns, rows = (14, 10) if game.rules.board(game.players) else (16, 11)
    for one_arm, other_arm, length in (
        ("1h", "3h", columns),
        ("4h", "2h", columns),
        ("1v", "4v", rows),
        ("3v", "2v", rows),
    ):
        assert game.arms[one_arm] + game.arms[other_arm] < length
    for row in game.score_sources():
        assert all(n >= 0 for n in row.values())
    for source, values in (("palace_tiles", game.rules.palace_tiles), ("tower_tiles", game.rules.tower_tiles)):
        assert sum(row[source] for row in game.score_sources()) <= sum(values)
    assert [sum(row.values()) for row in game.score_sources()] == game.scores()
    assert (game.to_move is None) == game.is_over == (not game.legal_moves())


def check_step(before: Game, game: Game) -> None:
    """What one move changes and leaves."""
    move = str(game.moves[-1])
    old, new = before.palaces(), game.palaces()
    sizes = [palace.size for palace in old] + [0] * (len(new) - len(old))
    assert sum(a != b.size for a, b in zip(sizes, new, strict=True)) <= 1
    for one, other in zip(old, new, strict=False):
        assert (one.colour, one.squares[0]) == (other.colour, other.squares[0])
        assert other.is_claimed or one.is_open or not other.is_open
        assert not one.is_claimed or (other.is_claimed, other.owner) == (True, one.owner)
    if move[0] not in "DN":
        assert sum(a != b for a, b in zip(before.tower_tiles, game.tower_tiles, strict=True)) <= 1
    gone = pieces(before) - pieces(game)
    made = pieces(game) - pieces(before)
    may_leave = {"I", "S", *"GKBO"} if game.rules.gifts else set("GKBO")
    assert set(gone) <= may_leave
    first = game.ply == 1 and game.rules.opening == "first_player"
    merchants = game.rules.tower_merchants and before.tower_tiles != game.tower_tiles
    assert made == Counter({"I": 1} if first else {}) or (merchants and set(made) == {"I"} and made["I"] <= 6)


@few
@given(st.sampled_from(TABLES), st.integers(0, 99), CHOICES)
def test_invariants(table: tuple[str, int], seed: int, choices: list[tuple[int, int]]) -> None:
    game = begin(table, seed)
    for choice in choices:
        check_position(game)
        if game.is_over:
            break
        before = game.copy()
        game.play(choose(game, choice))
        check_step(before, game)


@few
@given(st.sampled_from(TABLES), st.integers(0, 99), CHOICES, st.data())
def test_position_says_all_that_a_game_goes_on_with(
    table: tuple[str, int], seed: int, choices: list[tuple[int, int]], data: st.DataObject
) -> None:
    game = begin(table, seed)
    at = data.draw(st.integers(0, len(choices) - 1))
    twin: Game | None = None
    for ply, choice in enumerate(choices):
        if ply == at:
            twin = Game.from_position(game.position())
            assert twin.position() == game.position()
        if game.is_over:
            break
        move = choose(game, choice)
        game.play(move)
        if twin is not None:
            twin.play(move)
            assert twin.legal_moves() == game.legal_moves()
    if twin is not None:
        assert engine_values(twin) == engine_values(game)
        assert twin.position() == game.position()


@few
@given(st.sampled_from(TABLES), st.integers(0, 99), CHOICES)
def test_every_legal_move_is_parsed_as_it_is_formatted(
    table: tuple[str, int], seed: int, choices: list[tuple[int, int]]
) -> None:
    game = begin(table, seed)
    for choice in choices[:25]:
        moves = game.legal_moves()
        texts = list(map(format_move, moves))
        assert list(map(parse_move, texts)) == moves
        assert list(map(game.parse_move, texts)) == moves
        assert len(set(texts)) == len(texts)
        assert moves == sorted(moves, key=lambda move: int(move) >> 8)
        if game.is_over:
            break
        game.play(choose(game, choice))


@few
@given(st.sampled_from(TABLES), st.integers(0, 99), CHOICES)
def test_copies_go_their_own_ways(table: tuple[str, int], seed: int, choices: list[tuple[int, int]]) -> None:
    game = begin(table, seed)
    for choice in choices[: len(choices) // 2]:
        if not game.is_over:
            game.play(choose(game, choice))
    before = (game.position(), game.moves, json.dumps(game.record()))
    twin = game.copy()
    assert twin == game
    for choice in choices[len(choices) // 2 :]:
        if not twin.is_over:
            twin.play(choose(twin, choice))
    assert (game.position(), game.moves, json.dumps(game.record())) == before
    assert Game.from_record(game.record()) == game
    if not game.is_over:
        assert game.copy().position() == before[0]
