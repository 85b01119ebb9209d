"""Do people and bots play one game together as they should? Bots by themselves, people with second thoughts."""

import json
from typing import Any

import pytest

from medina_arena.bots import BotError, parse_bot
from medina_arena.bots.greedy import GreedyBot
from medina_arena.bots.random_bot import RandomBot
from medina_arena.engine import Game, IllegalMoveError, RulesError, parse_rules
from medina_arena.tournament import RunError
from medina_arena.tournament.sitting import Person, Sitting, parse_seats

HINT = parse_bot("greedy")


def _sitting(bots: str = "human,random,greedy", rules: str = "bsw", seed: int = 5) -> Sitting:
    return Sitting(parse_rules(rules), parse_seats(bots), seed, hint=HINT)


def _play_to_the_end(sitting: Sitting) -> None:
    while not sitting.game.is_over:
        sitting.advance()
        if sitting.person_to_move is not None:
            sitting.play(str(sitting.game.legal_moves()[0]))


def test_bots_move_until_a_person_has_to() -> None:
    sitting = _sitting()
    assert sitting.advance() == []
    sitting.play("Ih6")
    assert sitting.person_to_move == 0
    sitting.play("Gc3")
    sitting.play("Gc4")
    made = sitting.advance()
    assert [seat for seat, _ in made] == [1, 1, 2, 2]
    assert sitting.game.moves[3:] == [move for _, move in made]
    assert sitting.person_to_move == 0


def test_same_seed_and_moves_give_the_same_game() -> None:
    games = []
    for _ in range(2):
        sitting = _sitting()
        _play_to_the_end(sitting)
        games.append(sitting.game)
    assert games[0] == games[1]
    assert Game.from_record(json.loads(json.dumps(sitting.record()))) == games[0]


def test_illegal_move_changes_nothing() -> None:
    sitting = _sitting()
    with pytest.raises(IllegalMoveError, match="'Gc3' is not legal for seat 0"):
        sitting.play("Gc3")
    assert sitting.game.ply == 0
    _play_to_the_end(sitting)
    with pytest.raises(IllegalMoveError, match="no person is to move"):
        sitting.play("Gc3")


def test_own_moves_are_taken_back_one_by_one() -> None:
    sitting = _sitting()
    assert not sitting.take_back()
    for move in ("Ih6", "Gc3", "Gc4"):
        sitting.play(move)
    sitting.advance()
    assert sitting.game.ply == 7
    assert sitting.take_back()
    assert [str(move) for move in sitting.game.moves] == ["Ih6", "Gc3"]
    assert sitting.take_back()
    assert sitting.game.ply == 1
    sitting.play("Kc3")
    sitting.play("W1h")
    assert len(sitting.advance()) == 4


def test_each_person_takes_back_its_own_moves() -> None:
    sitting = _sitting("human:label=Ann,human:label=Bob,random")
    for move in ("Ih6", "Gc3", "Gc4", "Kk8"):
        sitting.play(move)
    assert sitting.person_to_move == 1
    assert sitting.take_back()
    assert sitting.game.ply == 3
    assert not sitting.take_back()
    assert sitting.labels == ["Ann", "Bob", "random"]


def test_advice_is_a_legal_move_and_changes_nothing() -> None:
    sitting = _sitting()
    sitting.play("Ih6")
    before = sitting.game.copy()
    assert sitting.advise() in before.legal_moves()
    assert sitting.advise() == sitting.advise()
    assert sitting.game == before


def test_person_does_not_see_hidden_picks() -> None:
    sitting = _sitting("random,human,random", "gift")
    sitting.advance()
    assert sitting.game.ply == 2
    assert [str(move) for move in sitting.shown().moves][1] == "??"
    assert "?" not in str(sitting.game.moves[1])[1:]


def test_game_goes_on_from_its_record() -> None:
    sitting = _sitting("human:label=Ann,random:label=dice,greedy")
    for move in ("Ih6", "Gc3", "Gc4"):
        sitting.play(move)
    sitting.advance()
    again = Sitting.from_record(json.loads(json.dumps(sitting.record())), hint=HINT)
    assert (again.game, again.seats, again.labels) == (sitting.game, sitting.seats, sitting.labels)
    assert isinstance(again.seats[0], Person)
    _play_to_the_end(again)


def test_bot_that_fails_goes_on_at_random_and_ranks_last() -> None:
    sitting = _sitting("human,odd_bots.hostile:Raises,greedy")
    _play_to_the_end(sitting)
    assert len(sitting.faults) == 1
    assert (sitting.faults[0]["seat"], sitting.faults[0]["kind"]) == (1, "exception")
    assert "failed and goes on with random moves: ValueError: out of ideas" in sitting.messages[0]
    record = sitting.record()
    assert record["ranks"][1] == 3
    assert 1 not in record["winners"]
    Game.from_record(record)


def test_keyboard_belongs_to_the_person() -> None:
    sitting = _sitting("odd_bots.hostile:Raises:what=interrupt:after=0,human,random")
    with pytest.raises(KeyboardInterrupt):
        sitting.advance()


@pytest.mark.parametrize(
    ("bots", "error", "sentence"),
    [
        ("human,ranodm", BotError, "did you mean 'random'"),
        ("human:level=5,random", RunError, "a person takes only a label, as in human:label=Ann"),
        ("human,", BotError, "no bot in ''"),
        ("human,random", RulesError, "players"),
        ("human,random,odd_bots.lawless:Specialist", BotError, "plays ditt only, not bsw"),
    ],
)
def test_what_cannot_sit_together_is_said(bots: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        _sitting(bots)


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"bots": []}, "no bot in ''"),
        ({"bots": ["human", "random"]}, "the record names 2 of 3 bots: only saved games"),
        ({"moves": "Ih6 Ih6"}, "ply 1: expected one of"),
    ],
)
def test_record_that_was_not_kept_by_play_is_refused(entries: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Sitting.from_record(_sitting().record() | entries, hint=HINT)


def test_bots_see_the_beginning_and_the_end_as_in_a_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int, int]] = []
    monkeypatch.setattr(RandomBot, "start", lambda bot, game: seen.append(("start", bot.seat, game.ply)))
    monkeypatch.setattr(RandomBot, "finish", lambda bot, game: seen.append(("finish", bot.seat, game.ply)))
    sitting = _sitting("human,random,random")
    _play_to_the_end(sitting)
    for _ in range(2):
        sitting.advance()
    end = sitting.game.ply
    assert seen == [("start", 1, 0), ("start", 2, 0), ("finish", 1, end), ("finish", 2, end)]


def test_ctrl_c_while_advice_is_sought_is_no_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    def press(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GreedyBot, "choose", press)
    with pytest.raises(KeyboardInterrupt):
        _sitting().advise()
