"""Does the face of the engine check what comes in, and say what is wrong? The game stays as it was then."""

import pickle
from typing import Any

import numpy as np
import pytest
from engine_games import moves, play

from medina_arena.engine import MAX_SEED, Game, IllegalMoveError, Move, NotationError, RulesError, rule_set

SETUP = {"well": "h6", "inhabitant": "e4"}


# Making a game


@pytest.mark.parametrize(("rules", "players"), [("rulebook", 4), ("second-edition", 4), ("ditt", 2)])
def test_players_default_to_the_most(rules: str, players: int) -> None:
    assert Game(rules).players == players
    assert Game(rule_set(rules)).players == players


def test_moves_may_be_given_as_text_or_as_a_list() -> None:
    texts = "Ih6 Gb2 Kf2"
    game = Game("bsw", 3, moves=texts)
    assert [str(move) for move in game.moves] == texts.split()
    assert Game("bsw", 3, moves=[Move("Ih6"), "Gb2", int(Move("Kf2"))]) == game
    assert (game.ply, game.seed) == (3, 0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rules": "chess"}, ["'chess'", "bsw"]),
        ({"rules": 5}, ["5", "RuleSet", "'bsw'"]),
        ({"rules": "bsw", "players": 2}, ["bsw", "3 or 4", "2"]),
        ({"rules": "bsw:supply_walls=13"}, ["supply_walls=13", "12 walls"]),
        ({"rules": "bsw", "players": 4.0}, ["3 or 4", "4.0"]),
        ({"seed": -1}, ["seed", "2**53 - 1", "-1"]),
        ({"seed": MAX_SEED + 1}, ["seed", str(MAX_SEED + 1)]),
        ({"seed": 1.0}, ["seed", "1.0"]),
        ({"seed": "1"}, ["seed", "'1'"]),
        ({"seed": True}, ["seed", "True"]),
        ({"rules": "bsw", "setup": SETUP}, ["bsw", "nothing", "h6"]),
        ({"rules": "second-edition", "setup": {}}, ["well and inhabitant", "{}"]),
        ({"rules": "second-edition", "setup": ["well"]}, ["well and inhabitant", "['well']"]),
        ({"rules": "second-edition", "setup": {"well": "h6"}}, ["well and inhabitant", "h6"]),
        ({"rules": "second-edition:well=no", "setup": SETUP}, ["inhabitant", "well"]),
        ({"rules": "second-edition", "setup": {"well": "a6", "inhabitant": "e4"}}, ["inner squares", "'a6'"]),
        ({"rules": "second-edition", "setup": {"well": "h6", "inhabitant": "h11"}}, ["inner squares", "'h11'"]),
        ({"rules": "second-edition", "setup": {"well": "h6", "inhabitant": "h6"}}, ["different", "h6"]),
        (
            {"rules": "second-edition", "players": 2, "setup": {"well": "n6", "inhabitant": "h6"}},
            ["inner squares of the board", "'n6'"],
        ),
    ],
)
def test_what_makes_no_game_is_refused(arguments: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        Game(**arguments)
    assert [word for word in words if word not in str(caught.value)] == []
    assert "\n" not in str(caught.value)


def test_set_up_on_no_square_is_refused() -> None:
    with pytest.raises(NotationError, match="'z9' is no square"):
        Game("second-edition", setup={"well": "z9", "inhabitant": "e4"})


@pytest.mark.parametrize(("texts", "error"), [("Ih6 Gh6", IllegalMoveError), ("Ih6 hello", NotationError)])
def test_moves_that_cannot_be_played_are_refused(texts: str, error: type[ValueError]) -> None:
    with pytest.raises(error, match=repr(texts.split()[1])):
        Game("bsw", moves=texts)


# Playing


@pytest.mark.parametrize(
    "move",
    ["Ii8", "Gh6", "Dh6", "Db2", "Nf2", "T", "-", "?G", "??", "Kf4", "Sa1", "Gb3", int(Move("Gb3")), Move("Ga1")],
)
def test_illegal_move_changes_nothing_and_is_named(move: str | int) -> None:
    game = play(Game("bsw", 3, seed=9), "Ih6 Gb2 Db2 Kf2")
    before = pickle.dumps(game)
    assert not game.is_legal(move)
    with pytest.raises(IllegalMoveError) as caught:
        game.play(move)
    text = move if isinstance(move, str) else str(Move(move))
    assert repr(text) in str(caught.value)
    assert "seat 1" in str(caught.value)
    assert "Game('bsw', players=3, seed=9, moves='Ih6 Gb2 Db2 Kf2')" in str(caught.value)
    assert pickle.dumps(game) == before


def test_no_move_is_legal_when_the_game_is_over() -> None:
    game = Game("rulebook:supply_palace=1:supply_walls=0:supply_stables=0:supply_inhabitants=0", 3, moves="Ih6")
    while not game.is_over:
        game.play(game.legal_moves()[-1])
    assert (game.to_move, game.legal_moves()) == (None, [])
    assert not game.is_legal("Ga1")
    assert game.winners() != []
    with pytest.raises(IllegalMoveError, match=r"'Ga1' cannot be played: the game is over in Game\('rulebook:"):
        game.play("Ga1")


def test_numpy_integers_are_action_indices() -> None:
    game = Game("bsw")
    game.play(np.int16(int(Move("Ih6"))))  # type: ignore[arg-type]
    assert game.moves == [Move("Ih6")]


@pytest.mark.parametrize("given", [-1, 3072, 255, 10**12])
def test_numbers_that_are_no_moves_are_refused(given: int) -> None:
    with pytest.raises(NotationError, match=f"{given} is no move"):
        Game("bsw").play(given)
    with pytest.raises(NotationError, match=f"{given} is no move"):
        Game("bsw").is_legal(given)


# Reading


def test_everything_can_be_read_at_the_start() -> None:
    game = Game("bsw", 3)
    assert (game.to_move, game.is_over, game.ply, game.moves) == (0, False, 0, [])
    assert (game.scores(), game.ranks(), game.winners()) == ([0, 0, 0], [1, 1, 1], [])
    assert game.palace_tiles == game.tower_tiles == [None] * 4
    assert game.palaces() == []


def test_values_are_plain_python() -> None:
    game = play(Game("second-edition", 3, setup=SETUP), "Gb2 Gb3 Kf2 Db2")
    assert {type(score) for score in game.scores()} == {int}
    assert {type(tile) for tile in game.palace_tiles} <= {int, type(None)}
    assert {type(count) for hand in game.hands() for count in hand.values()} == {int}
    assert {type(move) for move in game.legal_moves()} == {Move}
    palace = game.palaces()[0]
    assert {type(value) for value in (palace.size, palace.owner, palace.value)} <= {int, type(None)}


def test_palaces_as_they_stand() -> None:
    game = play(Game("bsw", 3), "Ic4 Ga2 Ga3 Sb3 W4v W4v W4v Ic3 Da2 Kf2")
    grey, black = game.palaces()
    assert (grey.colour, grey.owner, grey.is_claimed, grey.is_open) == ("G", 0, True, False)
    assert grey.squares == ("a2", "a3", "b3")
    assert (grey.size, grey.stables, grey.inhabitants, grey.walls, grey.value) == (3, 1, 1, 2, 6)
    assert (black.colour, black.owner, black.is_claimed, black.is_open, black.value) == ("K", None, False, True, 1)


def test_lists_that_come_out_are_copies() -> None:
    game = play(Game("bsw"), "Ih6 Gb2")
    game.moves.clear()
    game.hands()[0]["G"] = 0
    game.legal_moves().clear()
    assert (game.ply, game.hands()[0]["G"]) == (2, 4)
    assert len(moves(game)) > 500
