"""Is every package listed for the wheel, and importable under one name only?"""

import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import medina_arena
from medina_arena import bots, engine, results, tournament

ROOT = Path(__file__).resolve().parents[1]
TOP = ("bots", "engine", "results", "tournament")


def test_every_package_is_listed() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {
        "medina_arena." + ".".join(init.parent.relative_to(ROOT).parts)
        for top in TOP
        for init in (ROOT / top).rglob("__init__.py")
    }
    assert set(listed) == found | {"medina_arena"}


@pytest.mark.parametrize("name", TOP)
def test_top_level_folder_is_no_second_package(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import {name}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"import medina_arena.{name}" in done.stderr


def test_playing_imports_nothing_that_rates() -> None:
    program = (
        "import sys\nimport medina_arena.tournament.play\n"
        "assert not {'scipy.sparse', 'scipy.special', 'medina_arena.results.rating'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("package", [medina_arena, bots, engine, results, tournament])
def test_public_names_are_what_they_say(package: ModuleType) -> None:
    for module in pkgutil.iter_modules(package.__path__):  # a module of a public name would take its place
        assert module.name not in package.__all__
    assert [name for name in package.__all__ if isinstance(getattr(package, name), ModuleType)] == []
    assert not set(package.__all__) - set(dir(package))
