"""Does `medina-arena show` draw the right game at the right ply?"""

import io
import json
import re
from collections import deque
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from positions import random_game

from medina_arena.engine import Game
from medina_arena.tournament.cli import main
from medina_arena.tournament.cli.show import takes_colour

GAMES = [deque(random_game(rules, players, 3), maxlen=1)[0] for rules, players in (("bsw", 3), ("second-edition", 2))]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    lines = ["", *(json.dumps(game.record()) for game in GAMES)]
    Path("games.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _show(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["show", *arguments])
    assert "Traceback" not in result.output
    return result


def test_first_record_at_its_end_by_default() -> None:
    assert _show("games.jsonl").stdout == GAMES[0].draw() + "\n"


@pytest.mark.parametrize("ply", [0, 1, 40])
def test_line_and_ply_are_chosen(ply: int) -> None:
    game = Game("second-edition", 2, 3, setup=GAMES[1].setup, moves=GAMES[1].moves[:ply])
    assert _show("games.jsonl", "--line", "3", "--ply", str(ply)).stdout == game.draw() + "\n"


def test_position_is_drawn() -> None:
    text = Game("bsw", 3, moves="Ih6 Gb2").position()
    assert _show("--position", text).stdout == Game.from_position(text).draw() + "\n"


def test_colours_are_asked_for() -> None:
    coloured = _show("games.jsonl", "--colour", "always").stdout
    assert coloured == GAMES[0].draw(colour=True) + "\n"
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == _show("games.jsonl", "--colour", "never").stdout


@pytest.mark.parametrize(
    ("is_terminal", "variables", "has_colour"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colours_where_the_terminal_has_them(
    is_terminal: bool, variables: dict[str, str], has_colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert takes_colour(stream) == has_colour


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a FILE of records or a --position, one of them"),
        (["games.jsonl", "--position", "bsw"], "one of them"),
        (["--position", "bsw", "--ply", "3"], "--line and --ply belong to a FILE of records"),
        (["--position", "bsw"], "no position: it begins with rules, players, board"),
        (["games.jsonl", "--line", "1"], "games.jsonl has no record on line 1"),
        (["games.jsonl", "--line", "9"], "games.jsonl has no record on line 9"),
        (["games.jsonl", "--line", "0"], "'0' is no whole number of at least 1"),
        (["games.jsonl", "--ply", "999"], f"the record has {GAMES[0].ply} plies, so that ply 999 cannot be shown"),
        (["games.jsonl", "--ply", "-1"], "'-1' is no whole number of at least 0"),
        (["gone.jsonl"], "gone.jsonl: No such file or directory"),
        (["empty.jsonl"], "empty.jsonl has no record"),
    ],
)
def test_what_cannot_be_shown_is_said(arguments: list[str], sentence: str) -> None:
    Path("empty.jsonl").touch()
    result = _show(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr.splitlines()[-1]
