"""How does a name become a bot class? Built-in names, entry points, files and modules."""

import importlib
import importlib.util
import sys
import traceback
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from medina_arena.engine import RULE_SETS
from medina_arena.nearest import did_you_mean

from .base import Bot, CompiledBot
from .errors import BotError

__all__ = ["BUILT_IN", "ENTRY_POINT_GROUP", "FILE_PREFIX", "RESERVED", "known_names", "load_bot_class"]

BUILT_IN = {
    "random": "medina_arena.bots.random_bot:RandomBot",
    "greedy": "medina_arena.bots.greedy:GreedyBot",
    "policy": "medina_arena.bots.policy:PolicyBot",
    "mcts": "medina_arena.bots.mcts:MctsBot",
}
"""The bots that come with the project, by name."""

ENTRY_POINT_GROUP = "medina_arena.bots"

FILE_PREFIX = "medina_arena_bot_"
"""What the names of modules begin with that are made of bot files."""
RESERVED = ("simulations", "time_ms", "label")
"""Parameters of every bot."""
_OWN_FRAMES = (__file__, importlib.__file__, "<frozen ")
"""Files that only lead to the place of an error."""


def known_names() -> list[str]:
    """The names of all bots that are installed: built-in ones, then those of entry points."""
    return [*BUILT_IN, *sorted({entry.name for entry in entry_points(group=ENTRY_POINT_GROUP)} - set(BUILT_IN))]


def load_bot_class(source: str, folder: Path | None = None) -> type[Bot]:
    """The class that a source names: a built-in or installed name, ``file.py:Class`` or ``module:Class``.

    Files are looked for from the given folder, by default the current one. Raises `BotError`, also when the file cannot
    be run.
    """
    return _load(source, folder or Path.cwd())


@cache
def _load(source: str, folder: Path) -> type[Bot]:
    """As `load_bot_class`, looked for once."""
    home, _, class_name = (BUILT_IN.get(source) or source).rpartition(":")
    if home:
        module = _load_file(folder / home, source) if home.endswith(".py") else _import_module(home, source)
        return _checked_class(getattr(module, class_name, None), source, module, class_name)
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        if entry.name == source:
            try:
                found = entry.load()
            except (Exception, SystemExit) as error:
                raise BotError(f"bot {source!r} is installed but cannot be loaded: {_describe(error)}") from error
            return _checked_class(found, source, sys.modules[entry.module], entry.attr)
    if source.endswith(".py"):
        raise BotError(f"bot {source!r}: name its class too, as in {source}:MyBot")
    names = known_names()
    raise BotError(
        f"no bot {source!r}{did_you_mean(source, names)}: known are {', '.join(names)}, file.py:Class and module:Class"
    )


def _checked_class(found: object, source: str, module: ModuleType, class_name: str) -> type[Bot]:
    """The class if it can play."""
    if found is None:
        bots = [
            name
            for name, value in vars(module).items()
            if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__
        ]
        raise BotError(
            f"bot {source!r}: there is no class {class_name!r}{did_you_mean(class_name, bots)}, the bots there are "
            f"{', '.join(bots) or 'none'}"
        )
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BotError(f"bot {source!r}: {class_name} is no subclass of medina_arena.Bot")
    if found.choose is Bot.choose or (issubclass(found, CompiledBot) and not hasattr(found, "kernel")):
        wanted = "kernel" if issubclass(found, CompiledBot) else "method choose(self, game, moves)"
        raise BotError(f"bot {source!r}: {class_name} has no {wanted}")
    if not is_dataclass(found.Params):
        raise BotError(f"bot {source!r}: {class_name}.Params must be a dataclass")
    if taken := [one.name for one in fields(found.Params) if one.name in RESERVED]:
        raise BotError(
            f"bot {source!r}: {', '.join(taken)} in {class_name}.Params: every bot has {', '.join(RESERVED)}"
        )
    rule_sets = found.rule_sets
    if not isinstance(rule_sets, tuple) or (unknown := [name for name in rule_sets if name not in RULE_SETS]):
        what = repr(rule_sets) if not isinstance(rule_sets, tuple) else f"{unknown[0]!r}"
        raise BotError(f"bot {source!r}: {class_name}.rule_sets is a tuple of {', '.join(RULE_SETS)}, not {what}")
    return found


def _describe(error: BaseException) -> str:
    """An error in one line, with file and line where it is known."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} ({error.filename}, line {error.lineno})"
    places = [
        f" ({frame.f_code.co_filename}, line {line})"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith(_OWN_FRAMES)
    ]
    return f"{type(error).__name__}: {error}{places[-1] if places else ''}".replace("\n", " ")


def _import_module(name: str, source: str) -> ModuleType:
    """An importable module, looked for in the current folder too."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise BotError(f"bot {source!r}: module {name!r} cannot be imported: {_describe(error)}") from error


def _load_file(path: Path, source: str) -> ModuleType:
    """A bot file as a module of its own name, run once; files beside it can be imported from it."""
    if not path.is_file():
        raise BotError(f"bot {source!r}: there is no file {source.rpartition(':')[0]!r}")
    path = path.resolve()
    name = f"{FILE_PREFIX}{path.stem}_{abs(hash(str(path))):x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError(f"bot {source!r}: {str(path)!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    _prefer_siblings(path.parent)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BotError(f"bot {source!r}: {path.name} cannot be run: {_describe(error)}") from error
    return module


def _prefer_siblings(folder: Path) -> None:
    """Let the imports of a bot file find what stands beside it, not what another bot file has of the same name."""
    loaded = [module for name, module in sys.modules.items() if name.startswith(FILE_PREFIX)]
    others = {Path(str(module.__file__)).parent for module in loaded} - {folder}
    for sibling in folder.iterdir():
        file = getattr(sys.modules.get(sibling.stem), "__file__", None)
        if file and any(Path(file) in (other / sibling.name, other / sibling.name / "__init__.py") for other in others):
            for name in [name for name in sys.modules if f"{name}.".startswith(f"{sibling.stem}.")]:
                del sys.modules[name]
    places = [sys.path.index(str(other)) for other in others if str(other) in sys.path]
    before = min(places, default=len(sys.path))
    if str(folder) not in sys.path[:before]:
        sys.path.insert(before, str(folder))
