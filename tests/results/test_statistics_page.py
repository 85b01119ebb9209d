"""Does what the statistics page shows work, and do its figures hold?"""

import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from medina_arena.engine import Game
from medina_arena.tournament.cli import main
from medina_arena.tournament.metrics import BUILT_IN

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_python_of_the_page_runs() -> None:
    rating, measure = blocks("python")
    names: dict[str, object] = {}
    exec(compile(rating, "statistics.md", "exec"), names)
    assert names["rating"].names == ("mine", "yours", "theirs")  # type: ignore[attr-defined]
    exec(compile(measure, "statistics.md", "exec"), names)
    assert names["longest_arm"](Game("rulebook", 4)) == 0  # type: ignore[operator]


def test_commands_of_the_page_are_understood_and_say_what_it_shows() -> None:
    commands = [line for text in blocks("console") for line in text.splitlines() if line.startswith("$ ")]
    assert len(commands) >= 8
    for line in commands:
        program, command, *arguments = shlex.split(line.removeprefix("$ "), comments=True)
        assert program == "medina-arena"
        options = set(re.findall(r"--[a-z-]+", " ".join(arguments)))
        shown = CliRunner().invoke(main, [command, "--help"])
        assert options <= set(re.findall(r"--[a-z0-9-]+", shown.stdout)) | {"--elo"}, line
    told = CliRunner().invoke(main, ["power", "--precision", "20", "--entrants", "8"]).stdout
    assert told in PAGE


def test_every_measure_is_named_on_the_page() -> None:
    missing = [name for name in BUILT_IN if not name.startswith("points_") and f"`{name}`" not in PAGE]
    assert missing == []
