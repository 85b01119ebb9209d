"""Is a record replayed, and one that its own moves contradict refused? (notation page, game records)"""

import json
from collections import deque
from typing import Any

import pytest
from positions import random_game

from medina_arena.engine import (
    Game,
    MedinaError,
    NotationError,
    RecordError,
    RulesError,
    check_record,
    read_records,
    replay_record,
)


def finished(rules: str = "bsw", players: int = 3, seed: int = 1) -> Game:
    return deque(random_game(rules, players, seed), maxlen=1)[0]


GAME = finished()
RECORD = GAME.record(["a", "b", "c"])


def changed(**entries: Any) -> dict[str, Any]:
    return json.loads(json.dumps(RECORD)) | entries  # type: ignore[no-any-return]


@pytest.mark.parametrize(("rules", "players"), [("bsw:supply_walls=3", 3), ("gift", 4), ("second-edition", 2)])
def test_record_makes_its_game_again(rules: str, players: int) -> None:
    game = finished(rules, players)
    record = json.loads(json.dumps(game.record()))
    twin = Game.from_record(record)
    assert twin == game
    assert twin.record() == record


def test_record_of_a_game_from_a_position() -> None:
    game = Game.from_position(Game("bsw", 3, moves="Ih6 Gb2").position(), moves="Db2 Kf2")
    record = json.loads(json.dumps(game.record()))
    assert (record["position"], record["moves"], record["seed"], record["setup"]) == (game.start, "Db2 Kf2", 0, {})
    assert list(record).index("position") == list(record).index("setup") + 1
    assert Game.from_record(record) == game
    with pytest.raises(NotationError, match="of bsw with 4 players, and its position of bsw with 3"):
        Game.from_record(record | {"players": 4})
    with pytest.raises(NotationError, match="impossible position: "):
        Game.from_record(record | {"position": record["position"].replace("G5", "G4", 1)})


def test_unfinished_record() -> None:
    record = Game("bsw", 3, moves="Ih6 Gb2").record()
    assert Game.from_record(record).record() == record


def test_some_plies_of_a_record() -> None:
    for plies in (0, 1, 30, GAME.ply):
        assert replay_record(Game, RECORD, plies).moves == GAME.moves[:plies]
    with pytest.raises(NotationError, match=f"the record has {GAME.ply} plies, so that ply {GAME.ply + 1} cannot"):
        replay_record(Game, RECORD, GAME.ply + 1)


def test_entries_that_are_not_there_are_not_asked_for() -> None:
    short = {name: RECORD[name] for name in ("format", "rules", "players", "moves")}
    assert Game.from_record(short).moves == GAME.moves


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"scores": [1, 2, 3]}, f"scores: expected {RECORD['scores']}, found [1, 2, 3]"),
        ({"scores": None}, "found None"),
        ({"ranks": [1, 1, 1]}, f"ranks: expected {RECORD['ranks']}, found [1, 1, 1]"),
        ({"winners": []}, f"winners: expected {RECORD['winners']}, found []"),
        ({"palace_tiles": [None] * 4}, "palace_tiles: expected ["),
        ({"tower_tiles": [0, 0, 0, 0]}, "tower_tiles: expected ["),
        ({"termination": "unfinished"}, "termination: expected \"normal\", found 'unfinished'"),
        ({"score_sources": RECORD["score_sources"][:2]}, "score_sources: expected [{"),
        (
            {"score_sources": [*RECORD["score_sources"][:2], RECORD["score_sources"][2] | {"walls": 99}]},
            f"walls of seat 2: expected {RECORD['score_sources'][2]['walls']}, found 99",
        ),
    ],
)
def test_first_difference_at_the_end_is_named(entries: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        Game.from_record(changed(**entries))
    assert str(caught.value).startswith(f"ply {GAME.ply}, the end: ")
    assert sentence in str(caught.value)


def test_illegal_move_is_named_with_its_ply() -> None:
    moves = RECORD["moves"].split()
    with pytest.raises(
        RecordError, match=r"^ply 3: expected one of \d+ legal moves, found 'Ih6': 'Ih6' is not legal for"
    ):
        Game.from_record(changed(moves=" ".join([*moves[:3], "Ih6", *moves[4:]])))
    with pytest.raises(RecordError, match=rf"^ply {GAME.ply}: expected none, found 'W1h': .*the game is over"):
        Game.from_record(changed(moves=RECORD["moves"] + " W1h"))
    with pytest.raises(NotationError, match=r"^ply 2: 'Xy' is no move"):
        Game.from_record(changed(moves=" ".join([*moves[:2], "Xy"])))


def test_seats_with_faults_rank_behind_the_others() -> None:
    record = finished("bsw", 3, 7).record()
    assert record["ranks"] == [1, 3, 2], "a game with other ranks would do as well"
    fault = {"seat": 0, "ply": 4, "kind": "crash"}
    faulted = record | {"faults": [fault], "termination": "crash", "ranks": [3, 2, 1], "winners": [2]}
    assert Game.from_record(faulted).is_over
    both = faulted | {"faults": [fault, {"seat": 2}], "ranks": [2, 1, 2], "winners": [1]}
    assert Game.from_record(both).is_over
    everybody = faulted | {"faults": [{"seat": seat} for seat in range(3)], "ranks": [1, 1, 1], "winners": []}
    assert Game.from_record(everybody).is_over
    with pytest.raises(RecordError, match=r"ranks: expected \[3, 2, 1\], found \[1, 3, 2\]"):
        Game.from_record(record | {"faults": [fault]})


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"format": 2}, "the record has format 2, and only 1 can be read"),
        ({"format": "1"}, "format of a record is a whole number, not '1'"),
        ({"rules": 5}, "rules of a record is a text, not 5"),
        ({"rules": "chess"}, "no rule set 'chess'"),
        ({"players": 7}, "bsw is played by 3 or 4 players, not by 7"),
        ({"players": True}, "players of a record is a whole number, not True"),
        ({"overrides": {"name": "x"}}, "name makes bsw what it is"),
        ({"overrides": {"tower_connection": ["arm"]}}, "it takes tower or arm"),
        ({"overrides": []}, "overrides of a record is an object"),
        ({"moves": ["Ih6"]}, "moves of a record is a text"),
        ({"seed": -1}, "a game's seed is a whole number"),
        ({"setup": {"well": "h6"}}, "the set-up of bsw has nothing"),
        ({"setup": {"well": []}}, "setup of a record names squares"),
        ({"faults": ["x", 3]}, "faults of a record name seats from 0 to 2, not 'x'"),
        ({"faults": [{"seat": 3}]}, "not {'seat': 3}"),
        ({"faults": {}}, "faults of a record is a list"),
        ({"position": 5}, "position of a record is a text"),
        ({"position": "bsw"}, "no position: it begins with"),
    ],
)
def test_what_is_no_record_is_refused(entries: dict[str, Any], sentence: str) -> None:
    with pytest.raises((NotationError, RulesError)) as caught:
        Game.from_record(changed(**entries))
    assert sentence in str(caught.value)


@pytest.mark.parametrize("name", ["format", "rules", "players", "moves"])
def test_missing_entry_is_named(name: str) -> None:
    with pytest.raises(NotationError, match=f"the record has no entry {name}"):
        Game.from_record({key: value for key, value in RECORD.items() if key != name})


@pytest.mark.parametrize("record", [None, [], "bsw", 3])
def test_what_is_no_object_is_refused(record: Any) -> None:
    with pytest.raises(NotationError, match="a record is an object with entries such as rules and moves"):
        Game.from_record(record)


def test_hidden_picks_are_refused() -> None:
    view = Game("gift", 3, moves="Ih6 ?G ?K").view(2)
    with pytest.raises(NotationError, match="a record with hidden picks, as one seat saw the game, cannot be replayed"):
        Game.from_record(view.record())
    with pytest.raises(NotationError, match="hidden picks"):
        Game.from_record(Game.from_position(view.position()).record())


def test_json_lines_are_numbered_and_empty_ones_passed_over() -> None:
    lines = [b'{"a": 1}\n', b"\n", b"  \r\n", b'{"b": "\xc3\xa4"}']
    assert list(read_records(lines, "x")) == [(1, {"a": 1}), (4, {"b": "ä"})]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"{", "x, line 2: no JSON: Expecting property name enclosed in double quotes, column 2"),
        (b"hello", "x, line 2: no JSON: Expecting value, column 1"),
        (b"[1]", "x, line 2: a record is a JSON object, not [1]"),
        (b"\xff\xfe", "x, line 2: no UTF-8 text"),
        (b'{"a": ' + b"1" * 5000 + b"}", "x, line 2: no JSON that can be read"),
        (b"[" * 100_000, "x, line 2: no JSON that can be read"),
    ],
)
def test_line_that_is_no_record_is_named(line: bytes, sentence: str) -> None:
    records = read_records([b"{}", line], "x")
    assert next(records) == (1, {})
    with pytest.raises(NotationError) as caught:
        next(records)
    assert str(caught.value).startswith(sentence)


def test_checking_is_apart_from_replaying() -> None:
    game = replay_record(Game, changed(scores=[0, 0, 0]))
    with pytest.raises(MedinaError, match="scores"):
        check_record(game, changed(scores=[0, 0, 0]))
