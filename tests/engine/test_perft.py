"""Are there as many ways to go on as the perft suite says? Built with the naive engine by build_perft_suite.py."""

from pathlib import Path

import pytest
from engine_games import all_tables
from positions import OVERRIDES, read_naive
from positions import count_leaves as count_naively
from positions.perft_suite import describe_split, parse_line

from medina_arena.engine import Game, NotationError, count_leaves, split_leaves

FILES = sorted(Path(__file__).with_name("perft").glob("*.txt"))
LINES = [(path.stem, *parse_line(line)) for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]
SMALL = 60  # leaves that the naive engine counts again in a moment


def test_suite_has_every_set_and_number_of_players() -> None:
    words = [text.split() for _, text, _ in LINES]
    assert len(LINES) >= 70
    assert {(rules, int(players)) for rules, players, *_ in words} == {*all_tables(), *OVERRIDES}


@pytest.mark.parametrize(("name", "text", "counts"), LINES, ids=[f"{n}-{i}" for i, (n, *_) in enumerate(LINES)])
def test_counts_are_those_of_the_suite(name: str, text: str, counts: dict[int, int]) -> None:
    game = Game.from_position(text)
    assert {1, 2} <= set(counts)
    for depth, expected in counts.items():
        found = count_leaves(game, depth)
        if found != expected:
            split = describe_split(text, depth) if depth < 3 else split_leaves(game, depth)
            pytest.fail(f"{name}, depth {depth}: {found}, not {expected}\n{split}")


def test_small_counts_are_still_those_of_the_naive_engine() -> None:
    small = [
        (text, depth, n)
        for _, text, counts in LINES
        for depth, n in counts.items()
        if depth > 1 and n + counts[depth - 1] <= SMALL
    ]
    assert len(small) > 20
    for text, depth, expected in small[::5]:
        assert count_naively(read_naive(text), depth) == expected, describe_split(text, depth)


def test_split_adds_up_and_names_each_legal_move() -> None:
    game = Game("gift", 3, moves="Ih6 ?G ?K ?O")
    split = split_leaves(game, 2)
    assert list(split) == list(map(str, game.legal_moves()))
    assert sum(split.values()) == count_leaves(game, 2)
    assert set(split_leaves(game, 1).values()) == {1}


def test_a_game_that_ends_earlier_counts_for_nothing() -> None:
    game = next(Game.from_position(text) for _, text, counts in LINES if counts.get(3) == 0)
    assert [count_leaves(game, depth) for depth in (0, 3, 4)] == [1, 0, 0]
    while not game.is_over:
        game.play(game.legal_moves()[0])
    assert [count_leaves(game, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_counting_changes_nothing() -> None:
    game = Game("bsw", 3, moves="Ih6 Gb2")
    before = game.position()
    count_leaves(game, 2)
    assert (game.position(), game.ply) == (before, 2)


@pytest.mark.parametrize("depth", [-1, 10, 1.0, True, "2"])
def test_depth_that_is_none_is_refused(depth: int) -> None:
    with pytest.raises(NotationError, match="depth is a whole number from 0 to 9"):
        count_leaves(Game(), depth)


def test_views_and_empty_splits_are_refused() -> None:
    view = Game("gift", 3, moves="Ih6 ?G").view(2)
    with pytest.raises(NotationError, match="hidden picks"):
        count_leaves(view, 2)
    with pytest.raises(NotationError, match="depth of at least 1"):
        split_leaves(Game(), 0)
