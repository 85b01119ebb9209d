"""Is an edit ever answered with old machine code? The folder in which numba keeps what it compiled."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from medina_arena.engine._cache import PROJECT_SOURCES, compiled_sources, fingerprint

ROOT = Path(__file__).resolve().parents[2]

# Rows 1 to 10 are full: is there a square for a new palace? That depends on a constant of geometry.py, the height.
ASK_FOR_ROOM = """
import numpy as np
from medina_arena.engine import compiled, new_states
from medina_arena.engine.geometry import STRIDE
from medina_arena.engine.legality import refresh
from medina_arena.engine.state import NEW_PALACE
states = new_states(1)
for square in range(10 * STRIDE):
    states["occupied"][0][square >> 6] |= np.int64(1) << np.int64(square & 63)
@compiled
def ask(states):
    refresh(states[0])
    return states[0].n_target[NEW_PALACE] > 0
print(bool(ask(states)))
"""
SHOW_FOLDER = "import medina_arena.engine.kernels, os; print(os.environ['NUMBA_CACHE_DIR'])"


def copy_project(target: Path) -> Path:
    """A copy of what the engine needs, under another folder."""
    shutil.copytree(ROOT / "engine", target / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    (target / "medina_arena").mkdir()
    shutil.copy(ROOT / "medina_arena" / "__init__.py", target / "medina_arena")
    shutil.copy(ROOT / "pyproject.toml", target)
    return target


def run(code: str, project: Path, **environment: str) -> str:
    """The output of a program that imports that copy of the project, with a clean environment."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "XDG_", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project,
        env=plain | {"PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_edited_constant_of_another_file_is_seen(tmp_path: Path) -> None:
    project = copy_project(tmp_path / "project")
    caches = tmp_path / "caches"
    assert run(ASK_FOR_ROOM, project, NUMBA_CACHE_DIR=str(caches)) == "True"
    first = list(caches.rglob("*refresh-*.nbc"))
    assert len(first) == 1
    assert run(ASK_FOR_ROOM, project, NUMBA_CACHE_DIR=str(caches)) == "True"
    assert list(caches.rglob("*refresh-*.nbc")) == first  # the second time it is read from there
    geometry = project / "engine" / "geometry.py"
    text = geometry.read_text()
    assert "((16, 11), (14, 10))" in text
    geometry.write_text(text.replace("((16, 11), (14, 10))", "((16, 10), (14, 10))"))
    assert run(ASK_FOR_ROOM, project, NUMBA_CACHE_DIR=str(caches)) == "False"
    geometry.write_text(text)
    assert run(ASK_FOR_ROOM, project, NUMBA_CACHE_DIR=str(caches)) == "True"


def test_fingerprint_covers_all_that_is_compiled() -> None:
    assert [folder.name for folder in PROJECT_SOURCES] == ["engine", "bots", "tournament"]
    files = {path for folder in PROJECT_SOURCES for path in folder.rglob("*.py")}
    others = files - set(compiled_sources())
    assert others  # what no compiled code is made of
    for path in others:
        assert path.is_relative_to(PROJECT_SOURCES[2])
        assert not re.search(r"@(compiled|inner|inlined)\b|\bnjit\b", path.read_text()), path


def test_compiled_files_of_the_tournament_depend_on_no_other_file_of_it() -> None:
    own = [path for path in compiled_sources() if path.is_relative_to(PROJECT_SOURCES[2])]
    assert {path.name for path in own} >= {"batch.py", "seeds.py"}
    for path in own:
        imports = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
        assert not [node for node in imports if node.level or "tournament" in str(node.module)], path


@pytest.mark.parametrize("name", ["NUMBA_BOUNDSCHECK", "NUMBA_CPU_NAME", "NUMBA_OPT"])
def test_fingerprint_changes_with_settings_of_numba(name: str) -> None:
    settings = {"HOME": "/home/x"}
    assert fingerprint(settings | {name: "1"}) != fingerprint(settings)
    assert fingerprint(settings | {name: "1"}) != fingerprint(settings | {name: "0"})


def test_fingerprint_does_not_change_with_anything_else() -> None:
    assert fingerprint({}) == fingerprint({"HOME": "/home/x", "NUMBA_CACHE_DIR": "/somewhere", "PATH": "/bin"})
    assert len(fingerprint({})) == 16


def test_unwritable_home_still_runs(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    nowhere = "/dev/null/home"  # no folder can be made there, not even by root
    folder = Path(run(SHOW_FOLDER, ROOT, HOME=nowhere, TMPDIR=str(temporary)))
    assert folder.is_relative_to(temporary)
    assert folder.is_dir()


def test_chosen_folder_comes_before_home(tmp_path: Path) -> None:
    chosen, home = tmp_path / "chosen", tmp_path / "home"
    folder = Path(run(SHOW_FOLDER, ROOT, HOME=str(home), NUMBA_CACHE_DIR=str(chosen)))
    assert folder.parent == chosen
    assert Path(run(SHOW_FOLDER, ROOT, HOME=str(home), XDG_CACHE_HOME=str(chosen))).parent == chosen
    assert Path(run(SHOW_FOLDER, ROOT, HOME=str(home))).parent == home / ".cache"


def test_child_process_uses_the_folder_of_its_parent(tmp_path: Path) -> None:
    code = f"""
import subprocess, sys
{SHOW_FOLDER}
print(subprocess.run([sys.executable, "-c", {SHOW_FOLDER!r}], capture_output=True, text=True).stdout)
"""
    folders = run(code, ROOT, NUMBA_CACHE_DIR=str(tmp_path)).split()
    assert len(folders) == 2
    assert folders[0] == folders[1]
