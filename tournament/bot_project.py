"""What does the project of a new bot hold? A class, its entry point, a test and a page; all of it works as it is."""

import importlib.util
import keyword
import re
from pathlib import Path
from string import Template

from medina_arena.bots import known_names

from .errors import RunError

__all__ = ["project_files", "write_bot_project"]

_PYPROJECT = """\
[build-system]
requires = ["setuptools>=64"]
build-backend = "setuptools.build_meta"

[project]
name = "$name"
version = "0.1.0"
description = "A bot for Medina Arena."
requires-python = ">=3.11"
dependencies = ["medina-arena"]

[project.entry-points."medina_arena.bots"]
$name = "$module:$class_name"

[tool.setuptools]
py-modules = ["$module"]

[tool.pytest.ini_options]
pythonpath = ["."]
"""

_BOT = '''\
"""The bot $name: see `$class_name`."""

from dataclasses import dataclass

import medina_arena as ma


class $class_name(ma.Bot):
    """Claims a palace when it is worth enough, and otherwise builds at random."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """Set on the command line, as in $name:enough=8."""

        enough: int = 6
        """Points that make a palace worth a dome."""

    def choose(self, game: ma.Game, moves: list[ma.Move]) -> ma.Move:
        """One of the legal moves. Leave `game` as it is; try moves out on ``game.copy()``."""
        worth = {f"D{palace.squares[0]}": palace.value for palace in game.palaces()}
        best = max(moves, key=lambda move: worth.get(str(move), 0))
        if worth.get(str(best), 0) >= self.params.enough:
            return best
        others = [move for move in moves if str(move) not in worth] or moves
        return others[self.rng.integers(len(others))]  # self.rng only: then the same seed plays the same game
'''

_TEST = '''\
"""Does $name keep to the rules of bots, and do what it is meant to do?"""

from $module import $class_name

import medina_arena as ma
from medina_arena.bots import check_bot, parse_bot


def test_keeps_to_the_rules_of_bots() -> None:
    report = check_bot($class_name)
    assert report.is_passed, f"\\n{report}"


def test_claims_a_palace_that_is_worth_enough() -> None:
    game = ma.Game("bsw", players=3, moves="Ih6 Gc3 Gc4 Gd3 Gd4 Ge4 Ge3")
    bot = parse_bot("$module:$class_name:enough=6").create(seat=0, seed=1)
    assert str(bot.choose(game, game.legal_moves())) == "Dc3"
'''

_README = """\
# $name

A bot for Medina Arena, in `$module.py`.

```console
$$ pip install -e .
$$ medina-arena check $name
$$ medina-arena run --bots $name,greedy,random --games 300
$$ python -m pytest
```

The first command makes the name $name known, the second says whether the bot keeps to the rules of bots, the third how
strong it is; the last runs its own tests.

`choose` gets the game as its seat may know it and the legal moves, and returns one of them. Parameters are the fields
of `Params`. Everything random comes from `self.rng`.
"""

_IGNORED = "__pycache__/\n*.egg-info/\n.venv/\nbuild/\nruns/\n"


def project_files(name: str) -> dict[str, str]:
    """The files of a project by their paths; raises `RunError` for a name that no bot can have."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise RunError(f"a bot's name is small letters, digits and single hyphens, such as my-bot, not {name!r}")
    if name in known_names():
        raise RunError(f"there is a bot {name!r} already: take another name")
    module = name.replace("-", "_")
    known = importlib.util.find_spec(module)
    if keyword.iskeyword(module) or (known is not None and known.origin is not None):  # else a folder of that name
        raise RunError(f"Python knows {module!r} already: take another name, such as {name}-bot")
    class_name = "".join(part.capitalize() for part in name.split("-"))
    files = {
        "pyproject.toml": _PYPROJECT,
        f"{module}.py": _BOT,
        f"tests/test_{module}.py": _TEST,
        "README.md": _README,
        ".gitignore": _IGNORED,
    }
    return {
        path: Template(text).substitute(name=name, module=module, class_name=class_name) for path, text in files.items()
    }


def write_bot_project(name: str, parent: Path) -> Path:
    """Write the project of a new bot into a folder of its name and return that; an existing folder is left alone."""
    files = project_files(name)
    folder = parent / name
    if folder.exists():
        raise RunError(f"{folder} is there already: take another name, or another folder by --in")
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return folder
