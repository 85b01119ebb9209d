"""Does a bot author find the bots there are, a project to begin with, and what is wrong with a bot?"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from odd_bots import lawless

from medina_arena.bots import BotError, describe_bot, known_names, list_bots
from medina_arena.bots.loading import BUILT_IN
from medina_arena.tournament.bot_project import project_files
from medina_arena.tournament.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _invoke(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert "Traceback" not in result.output
    return result


def test_every_installed_bot_is_listed_with_one_line() -> None:
    entries = {entry.name: entry for entry in list_bots()}
    assert list(entries)[: len(BUILT_IN)] == list(BUILT_IN)
    assert all(entry.text.endswith(".") for entry in entries.values())
    lines = _invoke("bots").stdout.splitlines()
    assert max(map(len, lines)) <= 96
    assert [line.split()[0] for line in lines if line and line[0] != " "][: len(BUILT_IN)] == list(BUILT_IN)


def test_parameters_are_told_with_type_default_and_meaning() -> None:
    entry = describe_bot("mcts")
    style = next(parameter for parameter in entry.parameters if parameter.name == "style")
    assert (style.kind, style.default) == ("informed|plain", "informed")
    assert style.text.startswith("Priors and a learned value")
    assert entry.simulations == 30
    text = _invoke("bots", "mcts").stdout
    assert "style=informed  (informed|plain)  Priors and a learned value" in text
    assert "simulations=30" in text
    found = json.loads(_invoke("bots", "mcts", "--format", "json").stdout)
    assert found == [json.loads(json.dumps(entry.as_dict()))]


def test_types_are_named_for_readers() -> None:
    kinds = {parameter.name: parameter.kind for parameter in describe_bot("odd_bots.typed:Typed").parameters}
    assert kinds["n"] == "whole number"
    assert (kinds["bold"], kinds["limit"], kinds["mood"]) == ("yes|no", "whole number|none", "good|bad|none")
    assert "plays ditt only" in _invoke("bots", "odd_bots.lawless:Specialist").stdout


def test_plugin_that_cannot_be_loaded_does_not_hide_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "broken_bot-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-bot\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[medina_arena.bots]\nbroken = no_such_module_at_all:Bot\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert "broken" in known_names()
    text = " ".join(_invoke("bots").stdout.split())
    assert "broken cannot be loaded: bot 'broken' is installed but cannot be loaded" in text
    assert "greedy Plays" in text


def test_check_passes_a_good_bot_and_fails_a_bad_one() -> None:
    options = ["--rules", "ditt", "--skip", "travels-to-processes", "--skip", "time-budget-kept"]
    good = _invoke("check", "random", *options)
    assert (good.exit_code, good.stderr) == (0, "")
    assert good.stdout.splitlines()[-1] == "random keeps to the rules of bots"
    bad = _invoke("check", "odd_bots.lawless:Altering", *options)
    assert bad.exit_code == 1
    assert bad.stdout.splitlines()[-1] == "odd_bots.lawless:Altering fails 1 of 8 checks: game left alone"
    found = json.loads(_invoke("check", "odd_bots.lawless:Altering", *options, "--format", "json").stdout)
    assert [one["check"] for one in found["findings"] if one["outcome"] == "failed"] == ["game left alone"]
    assert lawless.Altering.__name__ in found["bot"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check", "ranodm"], "did you mean 'random'"),
        (["check", "random", "--skip", "speed"], "no check 'speed': there are legal moves"),
        (["check", "random", "--rules", "chess"], "'chess'"),
        (["check", "mcts:style=wild"], "style=wild must be informed or plain"),
        (["bots", "gredy"], "did you mean 'greedy'"),
        (
            ["new-bot", "My Bot"],
            "a bot's name is small letters, digits and single hyphens, such as my-bot, not 'My Bot'",
        ),
        (["new-bot", "greedy"], "there is a bot 'greedy' already"),
        (["new-bot", "json"], "Python knows 'json' already"),
        (["new-bot", "class"], "Python knows 'class' already"),
        (["new-bot", "taken"], "taken is there already"),
        (["chekc"], "no command 'chekc' (did you mean 'check'?)"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(arguments: list[str], sentence: str) -> None:
    Path("taken").mkdir()
    result = _invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr.splitlines()[-1]
    assert os.listdir() == ["taken"]


@pytest.mark.parametrize("command", ["bots", "check", "new-bot"])
def test_help_fits_on_a_screen_and_has_an_example(command: str) -> None:
    lines = _invoke(command, "--help").stdout.splitlines()
    assert len(lines) <= 36
    assert max(map(len, lines)) <= 80
    assert any(f"Example:  medina-arena {command}" in line for line in lines)


def test_new_bot_is_a_project_that_can_be_installed_and_passes_its_tests(tmp_path: Path) -> None:
    result = _invoke("new-bot", "keen-builder")
    assert result.exit_code == 0
    assert sorted(project_files("other-bot")) == [
        ".gitignore",
        "README.md",
        "other_bot.py",
        "pyproject.toml",
        "tests/test_other_bot.py",
    ]
    project = tmp_path / "keen-builder"
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(tests, cwd=project, capture_output=True, text=True, check=False)
    assert "2 passed" in done.stdout, done.stdout
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--target", str(site)]
    subprocess.run([*pip, str(project)], check=True, capture_output=True)
    command = [sys.executable, "-m", "medina_arena.tournament.cli", "bots", "keen-builder"]
    environment = os.environ | {"PYTHONPATH": str(site)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert re.match(r"keen-builder\s+Claims a palace when it is worth enough", done.stdout), done.stderr
    assert "enough=6  (whole number)  Points that make a palace worth a dome." in done.stdout


def test_bot_of_a_new_project_is_typed(tmp_path: Path) -> None:
    """Its author may want a strict type checker."""
    _invoke("new-bot", "keen-builder")
    strict = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--follow-imports=silent"]
    environment, folder = os.environ | {"MYPYPATH": str(ROOT)}, tmp_path / "keen-builder"
    command = [*strict, "keen_builder.py"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_unknown_source_is_one_sentence() -> None:
    with pytest.raises(BotError, match="there is no file"):
        describe_bot("gone.py:Bot")
