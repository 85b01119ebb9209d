"""Where do bot classes come from, and what is said of those that cannot be had?"""

import pickle
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from medina_arena.bots import Bot, BotError, known_names, load_bot_class, loading, parse_bot
from medina_arena.bots.loading import BUILT_IN, ENTRY_POINT_GROUP
from medina_arena.engine import RULE_SETS

HEAD = "from dataclasses import dataclass\nfrom medina_arena.bots import Bot, CompiledBot\n"
GOOD = "class Good(Bot):\n    def choose(self, game, moves):\n        return moves[0]\n"

WriteFile = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[WriteFile]:
    """Writes a bot file; what it brings into the program is removed afterwards."""
    path, modules = list(sys.path), dict(sys.modules)

    def write_file(text: str, name: str = "mine.py", *, head: str = HEAD) -> Path:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(head + text)
        return file

    yield write_file
    sys.path[:] = path
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Makes the program believe that a package with a bot is installed."""
    found: list[EntryPoint] = []

    def list_entries(*, group: str) -> EntryPoints:
        assert group == ENTRY_POINT_GROUP
        return EntryPoints(found)

    monkeypatch.setattr("medina_arena.bots.loading.entry_points", list_entries)
    loading._load.cache_clear()
    yield lambda name, value: found.append(EntryPoint(name, value, ENTRY_POINT_GROUP))
    loading._load.cache_clear()


def _error(source: str) -> str:
    with pytest.raises(BotError) as caught:
        load_bot_class(source)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_names(name: str) -> None:
    bot_class = load_bot_class(name)
    assert issubclass(bot_class, Bot)
    assert bot_class.__doc__
    assert bot_class.__doc__.splitlines()[0].endswith(".")


def test_unknown_name_lists_the_known_ones() -> None:
    known = f"known are {', '.join(known_names())}, file.py:Class and module:Class"
    assert _error("deepmind") == f"no bot 'deepmind': {known}"
    assert _error("mtcs") == f"no bot 'mtcs' (did you mean 'mcts'?): {known}"
    assert _error("mine.py") == "bot 'mine.py': name its class too, as in mine.py:MyBot"


def test_class_of_a_file(write: WriteFile) -> None:
    source = f"{write(GOOD)}:Good"
    bot_class = load_bot_class(source)
    assert (bot_class.__name__, load_bot_class(source)) == ("Good", bot_class)


def test_file_is_run_once(write: WriteFile) -> None:
    file = write(GOOD + "class Better(Good):\n    pass\n")
    assert issubclass(load_bot_class(f"{file}:Better"), load_bot_class(f"{file}:Good"))


def test_file_is_looked_for_where_it_was_named(
    write: WriteFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(GOOD + "    home = 'first'\n", "first/mine.py")
    write(GOOD + "    home = 'second'\n", "second/mine.py")
    homes, specs = [], []
    for folder in ("first", "second"):
        monkeypatch.chdir(tmp_path / folder)
        specs.append(parse_bot("mine.py:Good"))
        homes.append(vars(load_bot_class("mine.py:Good"))["home"])
    assert homes == ["first", "second"]
    assert [vars(spec.bot_class)["home"] for spec in pickle.loads(pickle.dumps(specs))] == homes


def test_class_of_a_module() -> None:
    assert load_bot_class("odd_bots.typed:Plain").__module__ == "odd_bots.typed"


def test_module_in_the_current_folder(write: WriteFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(GOOD, "module_of_this_test.py")
    monkeypatch.chdir(tmp_path)
    assert load_bot_class("module_of_this_test:Good").__name__ == "Good"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = (1 +\n", r"'\(' was never closed \(.*mine\.py, line 3\)"),
        ("\n\nraise ValueError('no\\nluck')\n", r"ValueError: no luck \(.*mine\.py, line 5\)"),
        ("def f():\n    return 1 / 0\n\nf()\n", r"ZeroDivisionError: division by zero \(.*mine\.py, line 4\)"),
        ("import no_such_module\n", r"ModuleNotFoundError: No module named 'no_such_module' \(.*mine\.py, line 3\)"),
        ("import importlib\nimportlib.import_module('no_such')\n", r"ModuleNotFoundError: .* \(.*mine\.py, line 4\)"),
        ("import sys\nsys.exit(0)\n", r"SystemExit: 0 \(.*mine\.py, line 4\)"),
        ("assert False\n", r"AssertionError:  ?\(.*mine\.py, line 3\)"),
    ],
)
def test_file_that_cannot_be_run(write: WriteFile, text: str, reason: str) -> None:
    file = write(text)
    before = set(sys.modules)
    with pytest.raises(BotError, match=f"^bot '{file}:Good': mine.py cannot be run: {reason}$"):
        load_bot_class(f"{file}:Good")
    assert not {name for name in set(sys.modules) - before if "mine" in name}
    file.write_text(HEAD + GOOD)
    assert load_bot_class(f"{file}:Good").__name__ == "Good"  # a corrected file can be loaded


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        (GOOD, "Bad", "there is no class 'Bad', the bots there are Good"),
        (
            GOOD + "class Other(Good):\n    pass\n",
            "good",
            "there is no class 'good' (did you mean 'Good'?), the bots there are Good, Other",
        ),
        ("", "Good", "there is no class 'Good', the bots there are none"),
        ("class Good:\n    pass\n", "Good", "Good is no subclass of medina_arena.Bot"),
        ("Good = 3\n", "Good", "Good is no subclass of medina_arena.Bot"),
        ("class Good(Bot):\n    pass\n", "Good", "Good has no method choose(self, game, moves)"),
        ("class Good(CompiledBot):\n    pass\n", "Good", "Good has no kernel"),
        (GOOD + "    class Params:\n        greed = 1\n", "Good", "Good.Params must be a dataclass"),
        (
            f"{GOOD}    @dataclass\n    class Params:\n        label: str = 'x'\n",
            "Good",
            "label in Good.Params: every bot has simulations, time_ms, label",
        ),
        (
            GOOD + "    rule_sets = ('bsw', 'bws')\n",
            "Good",
            f"Good.rule_sets is a tuple of {', '.join(RULE_SETS)}, not 'bws'",
        ),
        (GOOD + "    rule_sets = 'bsw'\n", "Good", f"Good.rule_sets is a tuple of {', '.join(RULE_SETS)}, not 'bsw'"),
    ],
)
def test_class_that_cannot_play(write: WriteFile, text: str, name: str, sentence: str) -> None:
    source = f"{write(text)}:{name}"
    assert _error(source) == f"bot '{source}': {sentence}"


def test_default_value_that_its_own_class_refuses(write: WriteFile) -> None:
    file = write(
        GOOD + "    @dataclass\n    class Params:\n        greed: float\n"
        "        def __post_init__(self):\n            if self.greed > 1:\n"
        "                raise ValueError(f'greed={self.greed} must be at most 1')\n"
    )
    with pytest.raises(BotError, match="missing 1 required positional argument: 'greed'"):
        parse_bot(f"{file}:Good")
    with pytest.raises(BotError, match=r"greed=2\.0 must be at most 1"):
        parse_bot(f"{file}:Good:greed=2")
    assert parse_bot(f"{file}:Good:greed=1").params.greed == 1.0


def test_annotations_may_be_texts(write: WriteFile) -> None:
    body = (
        "    @dataclass\n    class Params:\n        greed: float | None = None\n        style: Literal['a', 'b'] = 'a'"
    )
    file = write(GOOD + body, head=f"from __future__ import annotations\nfrom typing import Literal\n{HEAD}")
    assert parse_bot(f"{file}:Good:greed=1:style=b").params.greed == 1.0


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("gone.py:Good", "bot 'gone.py:Good': there is no file 'gone.py'"),
        (".py:Good", "bot '.py:Good': there is no file '.py'"),
        ("no_such_module:Good", "module 'no_such_module' cannot be imported: ModuleNotFoundError: No module named"),
        ("odd_bots.nothing:Good", "module 'odd_bots.nothing' cannot be imported: ModuleNotFoundError"),
        ("odd_bots.typed:Gone", "there is no class 'Gone', the bots there are Typed, Plain"),
        ("json:loads", "bot 'json:loads': loads is no subclass of medina_arena.Bot"),
        ("..up:Good", "module '..up' cannot be imported: TypeError"),
    ],
)
def test_files_and_modules_that_are_not_there(source: str, sentence: str) -> None:
    assert sentence in _error(source)


def test_files_beside_a_bot_can_be_imported(write: WriteFile) -> None:
    write("ANSWER = 42\n", "helper_of_this_test.py", head="")
    file = write("from helper_of_this_test import ANSWER\n" + GOOD + "    answer = ANSWER\n")
    assert vars(load_bot_class(f"{file}:Good"))["answer"] == 42


def test_each_bot_file_finds_its_own_helper(write: WriteFile) -> None:
    """Two versions of a bot, in two folders, with helpers of the same names."""
    answers = []
    for version in ("old", "new"):
        write(f"ANSWER = '{version}'\n", f"{version}/shared_of_this_test.py", head="")
        (package := write("", f"{version}/package_of_this_test.txt", head="")).unlink()
        package.with_suffix("").mkdir()
        write(f"VALUE = '{version}'\n", f"{version}/package_of_this_test/__init__.py", head="")
        write("from . import VALUE\n", f"{version}/package_of_this_test/inner.py", head="")
        imports = "from shared_of_this_test import ANSWER\nfrom package_of_this_test.inner import VALUE\n"
        for name in ("one.py", "two.py"):
            file = write(imports + GOOD + "    answer = ANSWER, VALUE\n", f"{version}/{name}")
            answers.append(vars(load_bot_class(f"{file}:Good"))["answer"])
    assert answers == [("old", "old"), ("old", "old"), ("new", "new"), ("new", "new")]


def test_file_does_not_hide_a_library(write: WriteFile) -> None:
    """A helper named as a module of Python's library is not found; the library goes first."""
    write("raise ValueError\n", "json.py", head="")
    file = write("import json\n" + GOOD + "    loads = json.loads\n")
    assert vars(load_bot_class(f"{file}:Good"))["loads"]("1") == 1


def test_installed_bots(install: Callable[[str, str], None]) -> None:
    install("plain", "odd_bots.typed:Plain")
    install("another", "odd_bots.typed:Typed")
    assert known_names() == [*BUILT_IN, "another", "plain"]
    assert load_bot_class("plain").__name__ == "Plain"
    spec = parse_bot("another:n=3")
    assert (spec.params.n, spec.key.partition(":")[0]) == (3, "another")
    assert _error("plan").startswith("no bot 'plan' (did you mean 'plain'?): known are ")


def test_installed_bot_cannot_take_a_built_in_name(install: Callable[[str, str], None]) -> None:
    install("random", "odd_bots.typed:Plain")
    assert load_bot_class("random").__name__ == "RandomBot"
    assert known_names() == [*BUILT_IN]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("no-module", "no_such_module:Good", "bot 'no-module' is installed but cannot be loaded: ModuleNotFoundError"),
        ("no-class", "odd_bots.typed:Gone", "bot 'no-class' is installed but cannot be loaded: AttributeError"),
        ("no-bot", "json:loads", "bot 'no-bot': loads is no subclass of medina_arena.Bot"),
    ],
)
def test_installed_bot_that_is_broken(
    install: Callable[[str, str], None], name: str, value: str, sentence: str
) -> None:
    install(name, value)
    assert sentence in _error(name)
