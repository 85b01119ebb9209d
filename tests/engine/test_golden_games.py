"""Do the golden games still go as their records say? Rebuilt by build_golden_games.py."""

from pathlib import Path

import pytest
from engine_games import all_tables
from positions import OVERRIDES
from positions.golden_games import play_games

from medina_arena.engine import Game, read_records

FILES = sorted(Path(__file__).with_name("golden").glob("*.jsonl"))


def _read(path: Path) -> list[tuple[Game, dict[str, object]]]:
    with path.open("rb") as lines:
        return [(Game.from_record(record), record) for _, record in read_records(lines, path.name)]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_golden_games_replay_to_their_records(path: Path) -> None:
    for game, record in _read(path):
        assert game.is_over
        assert game.record(record["bots"]) == record  # type: ignore[arg-type]


def test_golden_games_are_there_for_all_tables() -> None:
    found = [(str(game.rules), game.players) for path in FILES for game, _ in _read(path)]
    assert sorted(found) == sorted([*all_tables(), *OVERRIDES])


def test_golden_files_are_what_their_command_writes() -> None:
    assert {path.name: path.read_text(encoding="utf-8").splitlines() for path in FILES} == play_games()
