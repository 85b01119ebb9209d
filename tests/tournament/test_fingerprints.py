"""Does a bot's fingerprint change with its files, and with nothing else?"""

from pathlib import Path

import pytest

from medina_arena.bots import parse_bot
from medina_arena.tournament.fingerprints import bot_files, fingerprint

CLASS = "from medina_arena import Bot\nclass Mine(Bot):\n    def choose(self, game, moves):\n        return moves[0]\n"


def _bot(folder: Path, text: str = CLASS) -> str:
    folder.mkdir(exist_ok=True)
    (folder / "mine.py").write_text(text)
    return f"{folder / 'mine.py'}:Mine"


def test_folder_is_no_part_of_it(tmp_path: Path) -> None:
    one, two = _bot(tmp_path / "one"), _bot(tmp_path / "two")
    (tmp_path / "two" / "notes.txt").write_text("not mine")
    assert fingerprint(parse_bot(one)) == fingerprint(parse_bot(two))
    assert fingerprint(parse_bot(one)) == fingerprint(parse_bot(f"{one}:label=x"))


def test_imports_and_named_files_are_part_of_it(tmp_path: Path) -> None:
    text = f"import helper, json\n{CLASS}WEIGHTS = 'weights.bin'\n"
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "helper.py").write_text("from tools import sharp\n")
    (bot / "tools").mkdir()
    (bot / "tools" / "__init__.py").write_text("sharp = 1\n")
    (bot / "tools" / "data.json").write_text("{}")
    (bot / "weights.bin").write_bytes(b"123")
    (bot / "other.py").write_text("")
    (bot / "other.bin").write_bytes(b"456")
    spec = parse_bot(_bot(bot, text))
    assert sorted(bot_files(spec)) == ["helper.py", "mine.py", "tools/__init__.py", "tools/data.json", "weights.bin"]
    found = {fingerprint(spec)}
    for name in bot_files(spec):
        path = bot / name
        before = path.read_bytes()
        path.write_bytes(before + b"\n")
        found.add(fingerprint(spec))
        path.write_bytes(before)
    assert len(found) == 6
    (bot / "other.py").write_text("x = 1")
    assert fingerprint(spec) in found


def test_parameters_and_files_that_they_name_are_part_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    weights = tmp_path / "net.txt"
    weights.write_text("1")
    one = fingerprint(parse_bot("odd_bots.typed:Typed:name=net.txt"))
    weights.write_text("2")
    assert fingerprint(parse_bot("odd_bots.typed:Typed:name=net.txt")) != one
    assert fingerprint(parse_bot("mcts:simulations=5")) != fingerprint(parse_bot("mcts:simulations=6"))


def test_bot_in_a_package_is_its_package() -> None:
    files = bot_files(parse_bot("mcts"))
    assert {"bot.py", "tree.py"} <= set(files)
    assert any(name.startswith("data/") for name in files)
    assert not {"loading.py", "random_bot.py"} & set(files)
    assert sorted(bot_files(parse_bot("random"))) == ["random_bot.py"]
    assert "hostile.py" in bot_files(parse_bot("odd_bots.typed:Plain"))


def test_bot_in_a_folder_that_is_no_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    _bot(tmp_path / "loose")
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "games.sqlite").write_bytes(b"")
    assert sorted(bot_files(parse_bot("loose.mine:Mine"))) == ["mine.py"]
