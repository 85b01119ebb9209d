"""Does the text of a position say all that the game goes on with? Written, read and played on in all rule sets."""

import doctest
import pickle
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine_games import all_tables, engine_values, moves, play
from engine_games.lockstep import naive_values
from positions import OVERRIDES, random_game, read_naive

from medina_arena.engine import STATE, Game, IllegalMoveError, Move, NotationError, new_states
from medina_arena.engine.state import MAX_PALACES, NEUTRAL_ONE_PER_COLOUR, PHASE_OVER

PAGE = Path(__file__).resolve().parents[2] / "docs" / "positions.md"
TABLES = [*all_tables(), *OVERRIDES]
# What has no meaning, or the same in another order.
FREE_FIELDS = {"opening_square", "pick", "chain_end", "n_palaces"}
FREE_WHEN_OVER = {
    *("to_move", "active", "allotted", "left", "obliged", "domed", "limits_used", "whites_used", "n_given")
}


def state_of(game: Game) -> Any:
    states = new_states(1)
    game.write_state(states)
    return states[0]


def meaning(s: Any) -> dict[str, Any]:
    """The fields of a state that decide how the game goes on."""
    free = FREE_FIELDS | (FREE_WHEN_OVER if s["phase"] == PHASE_OVER else set())
    free |= {"domed"} if s["gifts"] else set()
    free |= set() if s["neutral_rule"] == NEUTRAL_ONE_PER_COLOUR else {"blocked_by"}
    fields: dict[str, Any] = {"chain_end": sorted(s["chain_end"].tolist()), "n_palaces": int(s["n_palaces"])}
    for name in STATE.names or ():
        if name not in free:
            value = s[name][: s["n_palaces"]] if s[name].shape[:1] == (MAX_PALACES,) else s[name]
            fields[name] = value.tolist()
    order = zip(fields["owner"], fields["completed_at"], strict=True)
    fields["completed_at"] = [place if owner >= 0 else None for owner, place in order]
    return fields


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_text_makes_the_same_state(rules: str, players: int) -> None:
    for game in random_game(rules, players, seed=4):
        if game.ply % 3 and not game.is_over:
            continue
        text = game.position()
        twin = Game.from_position(text)
        assert twin.position() == text
        assert meaning(state_of(twin)) == meaning(state_of(game)), text
        assert (twin.rules, twin.players) == (game.rules, game.players)


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_game_from_a_text_goes_on_in_the_same_way(rules: str, players: int) -> None:
    twin: Game | None = None
    for game in random_game(rules, players, seed=5):
        if twin is None:
            twin = Game.from_position(game.position()) if game.ply == 23 else None
            continue
        twin.play(game.moves[-1])
        assert engine_values(twin) == engine_values(game)
        assert twin.legal_moves() == game.legal_moves()
        assert twin.position() == game.position()
    assert twin is not None
    assert twin.is_over
    assert twin.moves == game.moves[23:]


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_naive_engine_reads_the_same_from_the_text(rules: str, players: int) -> None:
    for game in random_game(rules, players, seed=6):
        if game.ply % 10 == 0 or game.is_over:
            naive = naive_values(read_naive(game.position()))
            ours = engine_values(game)
            assert {name: ours[name] for name in naive} == naive, game.position()


def test_text_of_a_beginning() -> None:
    hand = "G6K6B6O6S4I8W10D4"
    empty = "/".join(["16"] * 11)
    assert Game("bsw", 3).position() == (
        f"bsw 3 {empty} walls=- palaces=- domes=- palace_tiles=-,-,-,- tower_tiles=-,-,-,- "
        f"hands={hand},{hand},{hand} phase=opening seat=0 turn=0"
    )


def test_text_in_the_middle_of_a_turn() -> None:
    game = play(Game("bsw", 3), "Ic4 Ga2 Ga3 Sb3 W4v W4v W4v Ic3 Da2 Kf2")
    assert game.position() == (
        "bsw 3 16/16/16/16/16/16/16/2I13/GSI13/G4K10/16 walls=4v3 palaces=a2,f2 domes=a2:0 palace_tiles=a2,-,-,- "
        "tower_tiles=-,-,-,0 hands=G4K6B6O6S4I7W10D3,G6K5B6O6S3I8W9D4,G6K6B6O6S4I8W8D4 "
        "phase=place seat=1 turn=5 left=1 obliged=no domed=no"
    )


def test_inhabitants_of_older_chains_are_small() -> None:
    game = next(
        game for game in random_game("bsw:supply_palace=12:supply_inhabitants=24", 4, 0) if len(game.chains()) == 3
    )
    board = game.position().split()[2]
    assert board.count("I") == len(game.chains()[-1])
    assert board.count("i") == sum(map(len, game.chains()[:-1]))


def test_picks_gifts_and_hidden_picks_are_written() -> None:
    game = Game("gift", 3, moves="Ih6 ?G ?K")
    assert game.position().endswith("phase=pick seat=0 picks=G,K,- obliged=no")
    assert game.view(1).position().endswith("picks=?,K,- obliged=no")
    game.play("?K")
    assert game.position().endswith("phase=place seat=0 gifts=G1K2 given=3 obliged=no")
    play(game, "Kb2 Kb3 Gf2")
    assert game.position().endswith("phase=dome seat=0 given=3 obliged=no")


def test_ditt_writes_what_the_turn_has_had() -> None:
    game = play(Game("ditt"), "Ih6 W1h Gb2 Kf2 Sb3 W1v Nf2")
    assert " domes=f2:n " in game.position()
    assert game.position().endswith("blocks=-,K phase=place seat=0 turn=5 left=3 obliged=no domed=no placed=-")
    play(game, "Sb1 Db2")
    assert game.position().endswith("seat=0 turn=5 left=1 obliged=no domed=yes placed=SD")


def test_every_field_is_on_the_page_and_written_somewhere() -> None:
    names = set(re.findall(r"^\| `(\w+)=", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE))
    written = {
        word.split("=")[0]
        for rules, players in (("second-edition", 3), ("gift", 3), ("ditt", 2))
        for game in random_game(rules, players, 1)
        for word in game.position().split()[3:]
    }
    assert names == written


def test_page_shows_what_comes_out() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False) == doctest.TestResults(failed=0, attempted=5)


def test_fields_may_come_in_any_order_and_with_more_spaces() -> None:
    text = Game("bsw", 3, moves="Ih6 Gb2").position()
    rules, players, board, *fields = text.split()
    random.Random(1).shuffle(fields)
    assert Game.from_position("  ".join([rules, players, board, *fields]) + "\n").position() == text


# The game that comes of it


def test_game_from_a_position_counts_from_there() -> None:
    text = Game("second-edition", 3, seed=9, moves="").position()
    game = Game.from_position(text)
    assert (game.moves, game.ply, game.seed, game.setup, game.start) == ([], 0, 0, {}, text)
    assert game.well == Game("second-edition", 3, seed=9).setup["well"]
    game.play(game.legal_moves()[3])
    assert game.ply == 1
    assert game.start == text


def test_repr_makes_the_game_again() -> None:
    text = Game("bsw", 3, moves="Ih6 Gb2").position()
    game = Game.from_position(text, moves="Db2")
    assert repr(game) == f"Game.from_position({text!r}, moves='Db2')"
    assert repr(Game.from_position(text)) == f"Game.from_position({text!r})"
    assert eval(repr(game)) == game


def test_games_from_positions_are_copied_pickled_and_compared() -> None:
    text = Game("bsw", 3, moves="Ih6 Gb2").position()
    game = Game.from_position(text, moves="Sb3")
    for twin in (game.copy(), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert repr(twin) == repr(game)
        assert twin.position() == game.position()
    assert game != Game("bsw", 3, moves="Ih6 Gb2 Sb3")
    assert game != Game.from_position(game.position())


def test_illegal_move_names_the_position() -> None:
    text = Game("bsw", 3, moves="Ih6 Gb2").position()
    with pytest.raises(IllegalMoveError) as caught:
        Game.from_position(text, moves="Db2 Gb2")
    assert f"'Gb2' is not legal for seat 1 in Game.from_position({text!r}, moves='Db2')" in str(caught.value)


# Hidden picks that were made before


def test_views_hide_the_picks_of_the_text() -> None:
    text = Game("gift", 4, moves="Ih6 ?G ?K").position()
    game = Game.from_position(text, moves="?O")
    view = game.view(1)
    assert view.start == text.replace("picks=G,K,-,-", "picks=?,K,-,-")
    assert list(map(str, view.moves)) == ["??"]
    assert "picks=?,K,?,-" in view.position()
    assert "G,K" not in str(view.record())
    assert game.view(0).start == text.replace("picks=G,K,-,-", "picks=G,?,-,-")
    assert game.start == text
    with pytest.raises(IllegalMoveError, match="hidden picks"):
        view.play("?B")


def test_determinize_fills_the_text_too() -> None:
    game = Game.from_position(Game("gift", 4, moves="Ih6 ?G ?K").view(2).position())
    assert "picks=?,?,-,-" in game.position()
    assert moves(game) == ["?G", "?K", "?B", "?O", "?S", "?I", "?W"]
    with pytest.raises(IllegalMoveError, match="hidden picks"):
        game.play("?O")
    game.determinize(np.random.default_rng(5))
    assert game.start is not None
    assert "?" not in game.start
    assert "?" not in game.position()
    game.play(Move("?O"))
    assert Game.from_position(game.start, moves="?O") == game


@pytest.mark.parametrize("given", [None, 5, b"bsw", ["bsw"]])
def test_what_is_no_text_is_refused(given: Any) -> None:
    with pytest.raises(NotationError, match="a position is a text such as"):
        Game.from_position(given)
