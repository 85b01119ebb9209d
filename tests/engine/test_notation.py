"""Can everything be written and read back, and is nothing else taken for a move? (notation page)"""

import doctest
from pathlib import Path

import pytest
from engine_games import moves, play

from medina_arena.engine import (
    N_ACTIONS,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    format_move,
    format_square,
    parse_move,
    parse_square,
)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "notation.md"
SQUARES = [f"{column}{row}" for row in range(1, 12) for column in "abcdefghijklmnop"]
ARMS = [tower + arm for tower in "1234" for arm in "hv"]
TEXTS = (
    [kind + square for kind in "GKBOSI" for square in SQUARES]
    + ["W" + arm for arm in ARMS]
    + [kind + square for kind in "DN" for square in SQUARES]
    + ["T", *("?" + kind for kind in "GKBOSIW"), "??", "-"]
)


def test_every_move_reads_back() -> None:
    indices = [int(parse_move(text)) for text in TEXTS]
    assert [format_move(index) for index in indices] == TEXTS
    assert [str(Move(text)) for text in TEXTS] == TEXTS
    assert [eval(repr(Move(text)), {"Move": Move}) for text in TEXTS] == indices
    assert indices == sorted(set(indices))
    assert indices[0] >= 0
    assert indices[-1] < N_ACTIONS == 3072


def test_every_other_number_is_no_move() -> None:
    used = {int(parse_move(text)) for text in TEXTS}
    for index in {*range(N_ACTIONS), -1, N_ACTIONS, 10**9} - used:
        with pytest.raises(NotationError, match=f"^{index} is no move"):
            format_move(index)
        with pytest.raises(NotationError, match=f"^{index} is no move: action indices are"):
            Game().play(index)
        with pytest.raises(NotationError, match=f"^{index} is no move: action indices are"):
            Move(index)


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("Ga1", 0),
        ("Gp1", 15),
        ("Ga2", 17),
        ("Gg5", 74),
        ("Gp11", 185),
        ("Ka1", 256),
        ("Ia1", 5 * 256),
        ("W1h", 6 * 256),
        ("W4v", 6 * 256 + 7),
        ("Dg5", 7 * 256 + 74),
        ("Ng5", 8 * 256 + 74),
        ("T", 9 * 256),
        ("?G", 10 * 256),
        ("?W", 10 * 256 + 6),
        ("??", 10 * 256 + 255),
        ("-", 11 * 256),
    ],
)
def test_action_indices_of_the_notation_page(text: str, index: int) -> None:
    assert Move(text) == index
    assert str(Move(index)) == text


def test_squares_read_back() -> None:
    assert [format_square(parse_square(name)) for name in SQUARES] == SQUARES
    assert len({parse_square(name) for name in SQUARES}) == 176


@pytest.mark.parametrize("text", ["", "a", "a0", "a12", "q1", "A1", "a01", "1a", " a1", "a1 ", "aa1", "a-1"])
def test_other_squares_are_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_square(text)
    assert str(caught.value).startswith(f"{text!r} is no square")
    assert "a to p" in str(caught.value)
    assert "1 to 11" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", "g5", "gg5", "GG5", "Gg12", "Gq1", "G", "W", "Wg5", "W5h", "W1", "?D", "?N", "?", "Tg5", "--", "Gg5 ", "Xg5"],
)
def test_other_texts_are_refused(text: str) -> None:
    for read in (parse_move, Move, Game().play, Game().is_legal, Game().parse_move):
        with pytest.raises(NotationError) as caught:
            read(text)
        assert str(caught.value).startswith(f"{text!r} is no move")
        assert all(example in str(caught.value) for example in ("Gg5", "W1h to W4v", "?O", "T", "-"))


@pytest.mark.parametrize("given", [None, 1.0, True, ["Ig6"], b"Ig6"])
def test_other_things_are_refused(given: object) -> None:
    with pytest.raises(NotationError, match="a move is a Move, its text or its action index"):
        Game().play(given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rules", "kind"), [("rulebook", "D"), ("ditt", "N")])
def test_a_dome_may_be_written_on_any_piece_of_its_palace(rules: str, kind: str) -> None:
    game = play(Game(rules), "Ih6 Gb2 W1h W1h Gc2 Sb3")
    assert moves(game, kind) == [f"{kind}b2"]
    for square in ("b2", "c2", "b3"):
        twin = game.copy()
        assert str(twin.parse_move(kind + square)) == f"{kind}b2"
        assert twin.is_legal(kind + square)
        twin.play(kind + square)
        assert str(twin.moves[-1]) == f"{kind}b2"
        assert twin.palaces()[0].is_claimed
    for square in ("b1", "h6"):
        assert not game.is_legal(kind + square)
        with pytest.raises(IllegalMoveError, match=f"'{kind}{square}' is not legal"):
            game.play(kind + square)
    assert not game.is_legal(int(Move(kind + "c2")))  # an action index is that of the first piece


def test_examples_of_the_notation_page() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 6
    assert failed == 0
