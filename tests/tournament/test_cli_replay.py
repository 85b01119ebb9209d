"""Does `medina-arena replay` tell true records from others, by its words and its exit status?"""

import json
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from positions import random_game

from medina_arena.engine import Game
from medina_arena.tournament.cli import main

GAMES = [
    deque(random_game(rules, players, 3), maxlen=1)[0] for rules, players in (("bsw", 3), ("gift", 3), ("ditt", 2))
]
RECORDS = [game.record() for game in GAMES]


def _replay(*records: Any, arguments: tuple[str, ...] = ("games.jsonl",), text: str | None = None) -> Result:
    if text is None:
        text = "".join(json.dumps(record) + "\n" for record in records)
    Path("games.jsonl").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", *arguments], input=text)
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_true_records_are_counted() -> None:
    result = _replay(*RECORDS)
    plies = sum(game.ply for game in GAMES)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"3 records, {plies} plies: all as recorded\n"
    one = _replay(RECORDS[0], arguments=("-",))
    assert (one.exit_code, one.stdout) == (0, f"1 record, {GAMES[0].ply} plies: all as recorded\n")


def test_first_difference_ends_with_status_1() -> None:
    result = _replay(RECORDS[0], RECORDS[1] | {"scores": [9, 9, 9]}, RECORDS[2] | {"scores": [0, 0]})
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"Error: games.jsonl, line 2: ply {GAMES[1].ply}, the end: "
        f"scores: expected {RECORDS[1]['scores']}, found [9, 9, 9]\n"
    )


def test_illegal_move_ends_with_status_1_and_one_sentence() -> None:
    moves = RECORDS[0]["moves"].split()
    result = _replay(RECORDS[0] | {"moves": " ".join([*moves[:5], moves[4], *moves[6:]])})
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: games.jsonl, line 1: ply 5: expected one of ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "games.jsonl: no record"),
        ("\n\n", "games.jsonl: no record"),
        ("hello\n", "games.jsonl, line 1: no JSON: Expecting value, column 1"),
        ("[]\n", "games.jsonl, line 1: a record is a JSON object, not []"),
        ("{}\n", "games.jsonl, line 1: the record has no entry format"),
        ('\n{"format": 1, "rules": "chess", "players": 4, "moves": ""}\n', "games.jsonl, line 2: no rule set 'chess'"),
        ('{"format": 1, "rules": "gift", "players": 3, "moves": "Ih6 ??"}\n', "line 1: a record with hidden picks"),
        ('{"format": 1, "rules": "bsw", "players": 3, "moves": "Ih6 hello"}\n', "line 1: ply 1: 'hello' is no move"),
    ],
)
def test_what_cannot_be_read_ends_with_status_2(text: str, sentence: str) -> None:
    result = _replay(text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1


def test_file_that_is_not_there_ends_with_status_2() -> None:
    result = _replay(arguments=("gone.jsonl",))
    assert result.exit_code == 2
    assert "gone.jsonl: No such file or directory" in result.stderr


def test_other_rules_versions_are_warned_of_once() -> None:
    result = _replay(RECORDS[0], RECORDS[1] | {"rules_version": 7}, RECORDS[2] | {"rules_version": 7})
    assert result.exit_code == 0
    assert result.stderr == "Warning: games.jsonl, line 2: rules version 7, and these are 1\n"


def test_record_of_a_position_is_replayed() -> None:
    game = Game.from_position(Game("bsw", 3, moves="Ih6 Gb2").position(), moves="Db2 Kf2")
    assert _replay(game.record()).stdout == "1 record, 2 plies: all as recorded\n"
