"""Does a seat's view hide the picks of the others, everywhere, and can it be filled in? (notation page)"""

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from engine_games import moves, play

from medina_arena.engine import STATE, Game, IllegalMoveError, RulesError
from medina_arena.engine.state import HIDDEN, NO_PICK

PICKING = "Ih6 ?W ?S"  # seat 2 picks next


def picking() -> Game:
    return Game("gift", 3, moves=PICKING)


def picks(game: Game, viewer: int) -> list[int]:
    states = np.zeros(1, STATE)
    game.write_state(states, viewer)
    found: list[int] = states[0]["pick"].tolist()
    return found


@pytest.mark.parametrize(
    ("viewer", "seen"), [(0, "Ih6 ?W ??"), (1, "Ih6 ?? ?S"), (2, "Ih6 ?? ??")], ids=["giver 0", "giver 1", "picker"]
)
def test_only_the_own_pick_is_seen(viewer: int, seen: str) -> None:
    view = picking().view(viewer)
    assert " ".join(map(str, view.moves)) == seen
    assert view.record()["moves"] == seen
    assert seen in repr(view)
    expected = [6, 4, NO_PICK, NO_PICK]
    assert picks(picking(), viewer) == [
        pick if pick == NO_PICK or seat == viewer else HIDDEN for seat, pick in enumerate(expected)
    ]
    assert picks(view, viewer) == picks(picking(), viewer)


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_views_of_games_that_differ_in_hidden_picks_are_the_same_bytes(viewer: int) -> None:
    own = {0: "?W", 1: "?S"}
    games = [
        Game("gift", 3, moves=["Ih6", own[0] if viewer == 0 else first, own[1] if viewer == 1 else second])
        for first in ("?W", "?G", "?I")
        for second in ("?S", "?O", "?W")
    ]
    assert len({pickle.dumps(game) for game in games}) > 1
    assert len({pickle.dumps(game.view(viewer)) for game in games}) == 1
    assert len({pickle.dumps(pickle.loads(pickle.dumps(game.view(viewer)))) for game in games}) == 1
    assert len({str(game.view(viewer).hands()) for game in games}) == 1
    assert len({str(game.view(viewer).legal_moves()) for game in games}) == 1
    states = np.zeros(len(games), STATE)
    for i, game in enumerate(games):
        game.write_state(states[i : i + 1], viewer)
    assert len({states[i].tobytes() for i in range(len(games))}) == 1


def test_view_hides_nothing_once_the_gifts_lie_open() -> None:
    game = play(picking(), "?G")
    assert all(game.view(viewer) == game for viewer in range(3))
    assert " ".join(map(str, game.view(0).moves)) == "Ih6 ?W ?S ?G"


def test_picks_of_earlier_turns_stay_open() -> None:
    game = play(picking(), "?G Gb2 Sb3 W1h - ?K")
    assert (game.to_move, str(game.view(2).moves[-1])) == (2, "??")
    assert " ".join(map(str, game.view(2).moves)) == "Ih6 ?W ?S ?G Gb2 Sb3 W1h - ??"
    assert str(game.view(1).moves[-1]) == "?K"


@pytest.mark.parametrize("rules", ["bsw", "second-edition", "ditt"])
def test_view_without_gifts_is_the_game(rules: str) -> None:
    game = Game(rules, seed=2)
    game.play(game.legal_moves()[0])
    for seat in range(game.players):
        assert game.view(seat) == game
        assert pickle.dumps(game.view(seat)) == pickle.dumps(game)


@pytest.mark.parametrize("seat", [-1, 3, "0", None])
def test_view_of_no_seat_is_refused(seat: Any) -> None:
    with pytest.raises(RulesError, match=f"a seat is a whole number from 0 to 2, not {seat!r}"):
        picking().view(seat)


def test_view_is_a_copy() -> None:
    game = picking()
    view = game.view(0)
    view.determinize(np.random.default_rng(1))
    view.play("?G")
    assert " ".join(map(str, game.moves)) == PICKING
    assert (game.to_move, picks(game, 1)[1]) == (2, 4)


def test_view_cannot_be_played_past_a_hidden_pick() -> None:
    view = picking().view(2)
    assert moves(view) == ["?G", "?K", "?B", "?O", "?S", "?I", "?W"]  # what the picker has to choose from
    before = pickle.dumps(view)
    with pytest.raises(IllegalMoveError, match=r"'\?G' cannot be played past hidden picks: call determinize first"):
        view.play("?G")
    assert pickle.dumps(view) == before
    view.determinize(np.random.default_rng(1))
    view.play("?G")
    assert view.ply == 4


def test_first_picker_has_nothing_hidden() -> None:
    view = Game("gift", 3, moves="Ih6").view(0)
    view.play("?G")
    assert str(view.moves[-1]) == "?G"


def test_determinize_keeps_what_the_viewer_knows() -> None:
    for seed in range(50):
        view = picking().view(1)
        view.determinize(np.random.default_rng(seed))
        first, second = map(str, view.moves[1:])
        assert second == "?S"
        assert first in ("?G", "?K", "?B", "?O", "?S", "?I", "?W")
        assert picks(view, 0)[0] == "GKBOSIW".index(first[1])
        assert "??" not in repr(view)
        assert Game("gift", 3, moves=view.moves) == view  # a game that could have been played
        play(view, "?W")
        assert view.hands()[0][first[1]] == picking().hands()[0][first[1]] - 1


def test_determinize_draws_each_piece_of_the_hand_equally_often() -> None:
    size = 2000
    found: Counter[str] = Counter()
    for seed in range(size):
        view = picking().view(2)
        view.determinize(np.random.default_rng(seed))
        found[str(view.moves[1])] += 1
    hand = {"?G": 6, "?K": 6, "?B": 6, "?O": 6, "?S": 4, "?I": 8, "?W": 10}
    for pick, pieces in hand.items():
        expected = size * pieces / 46
        assert abs(found[pick] - expected) < 5 * expected**0.5, pick


def test_determinize_draws_from_what_is_left_only() -> None:
    few = "gift:supply_palace=1:supply_stables=0:supply_inhabitants=0:supply_walls=1"
    game = Game(few, 3, moves="Ih6 ?W ?W ?W W1h W1h W1h ?G ?K")
    found = set()
    for seed in range(100):
        view = game.view(0)
        view.determinize(np.random.default_rng(seed))
        found |= set(map(str, view.moves[-2:]))
    assert found == {"?G", "?K", "?B", "?O"}


def test_determinize_without_hidden_picks_does_nothing() -> None:
    for game in (picking(), Game("bsw", moves="Ih6"), Game("gift", moves="Ih6 ?W ?W ?W ?W")):
        before = pickle.dumps(game)
        game.determinize(np.random.default_rng(0))
        assert pickle.dumps(game) == before


def test_same_generator_fills_the_same_way() -> None:
    filled = []
    for _ in range(2):
        view = picking().view(2)
        view.determinize(np.random.default_rng(8))
        filled.append(view)
    assert filled[0] == filled[1]


def test_hidden_pick_is_no_move() -> None:
    for game in (picking(), Game("bsw")):
        assert not game.is_legal("??")
        with pytest.raises(IllegalMoveError, match=r"'\?\?'"):
            game.play("??")
