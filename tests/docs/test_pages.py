"""Does every command and every Python block of the documentation work, page by page, as a reader would go?"""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from medina_arena.tournament.cli import main

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md"))

_NOT_RUN = ("python3 -m venv", "pip install")
"""What changes the environment; the tests of bot projects install one."""
_TESTED_ELSEWHERE = ("statistics.md",)
"""Its runs take hours; it is tested with the statistics."""
_SHOWN_ONLY = ("json", "toml", "bash", "")
"""Languages of blocks that are not run."""


def _blocks(page: str) -> Iterator[tuple[str, str]]:
    """The fenced blocks of a page: language and text, with the files that they include."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield found[1], found[2]


@pytest.mark.parametrize("page", [page for page in PAGES if page not in _TESTED_ELSEWHERE])
def test_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for language, text in _blocks(page):
        if language == "console":
            for line in text.splitlines():
                if line.startswith("$ "):
                    _run(line.removeprefix("$ "))
        elif language == "python":
            _run_python(text, page, names)
        else:
            assert language in _SHOWN_ONLY, f"{page} has a block of {language}, which nothing runs"


def _run(command: str) -> None:
    """Run one command as a shell would; it must succeed."""
    words = shlex.split(command, comments=True)
    if command.startswith(_NOT_RUN):
        return
    if words[0] == "cd":
        os.chdir(words[1])
        return
    assert words[0] == "medina-arena", f"nothing runs {command!r}"
    before = sys.path.copy()
    result = CliRunner().invoke(main, words[1:], input="")  # whoever is asked for moves has none
    sys.path[:] = before
    assert result.exit_code == 0, f"{command}: {result.output}"


def _run_python(text: str, page: str, names: dict[str, Any]) -> None:
    """Run a block: an included file is saved, so are blocks that name one, sessions are compared."""
    if included := re.fullmatch(r'--8<-- "(.+)"\n', text):
        shutil.copy(ROOT / included[1], Path(included[1]).name)
    elif named := re.match(r"# file: (\S+)\n", text):
        Path(named[1]).write_text(text, encoding="utf-8")
    elif text.startswith(">>>"):
        test = doctest.DocTestParser().get_doctest(text, names, page, None, 0)
        results = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(test, clear_globs=False)
        assert results.failed == 0
        names.update(test.globs)
    else:
        exec(compile(text, page, "exec"), names)


def test_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--config-file",
        ".mkdocs.yml",
        "--site-dir",
        str(tmp_path / "site"),
    ]
    environment = os.environ | {"https_proxy": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    site = tmp_path / "site"
    assert "legal_moves" in (site / "reference" / "index.html").read_text(encoding="utf-8")
    assert "class Dreamer" in (site / "tutorial" / "index.html").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation() -> None:
    text = (ROOT / ".mkdocs.yml").read_text(encoding="utf-8")
    assert [page for page in PAGES if f" {page}\n" not in text] == []


def test_overview_has_every_command() -> None:
    overview = (DOCS / "howto" / "command-line.md").read_text(encoding="utf-8")
    commands = main.list_commands(click.Context(main))
    assert [command for command in commands if f"`{command}`" not in overview] == []
