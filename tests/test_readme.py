"""Does what the README shows work?"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def _python_blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def bot_block() -> str:
    return next(block for block in _python_blocks() if "class Hoarder" in block)


def test_bot_of_readme_is_the_example_file(bot_block: str) -> None:
    assert bot_block == (ROOT / "docs" / "examples" / "hoarder.py").read_text(encoding="utf-8")
    assert len([line for line in bot_block.splitlines() if line.strip()]) <= 20


def test_bot_of_readme_plays_and_beats_random(bot_block: str, tmp_path: Path) -> None:
    (tmp_path / "hoarder.py").write_text(bot_block, encoding="utf-8")
    command = [sys.executable, "-m", "medina_arena.tournament.cli", "run", "--bots", "hoarder.py:Hoarder,random"]
    done = subprocess.run(
        [*command, "--games", "60", "--out", "run"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    first = next(line for line in done.stdout.splitlines() if line.startswith("1 "))
    assert "Hoarder" in first
    assert first.split()[-1] == "0"  # no faults


def test_python_of_readme_runs() -> None:
    block = next(block for block in _python_blocks() if "ma.Game(" in block)
    exec(compile(block, "README.md", "exec"), {})
