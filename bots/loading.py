"""How does a name become a bot class? Built-in names, entry points, files and modules."""

import importlib
import importlib.util
import sys
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from .base import Bot, CompiledBot
from .errors import BotError

__all__ = ["BUILT_IN", "ENTRY_POINT_GROUP", "known_names", "load_bot_class"]

BUILT_IN = {
    "random": "medina_arena.bots.random_bot:RandomBot",
    "greedy": "medina_arena.bots.greedy:GreedyBot",
    "mcts": "medina_arena.bots.mcts:MctsBot",
}
"""The bots that come with the project, by name."""

ENTRY_POINT_GROUP = "medina_arena.bots"


def known_names() -> list[str]:
    """The names of all bots that are installed: built-in ones, then those of entry points."""
    return [*BUILT_IN, *sorted({entry.name for entry in entry_points(group=ENTRY_POINT_GROUP)} - set(BUILT_IN))]


@cache
def load_bot_class(source: str) -> type[Bot]:
    """The class that a source names: a built-in or installed name, ``file.py:Class`` or ``module:Class``.

    Raises `BotError`, also when the file cannot be run.
    """
    home, _, class_name = (BUILT_IN.get(source) or source).rpartition(":")
    if home:
        module = _load_file(Path(home), source) if home.endswith(".py") else _import_module(home, source)
        return _checked_class(getattr(module, class_name, None), source, module, class_name)
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        if entry.name == source:
            try:
                found = entry.load()
            except Exception as error:
                raise BotError(f"bot {source!r} is installed but cannot be loaded: {_describe(error)}") from error
            return _checked_class(found, source, sys.modules[entry.module], entry.attr)
    raise BotError(f"no bot {source!r}: known are {', '.join(known_names())}, file.py:Class and module:Class")


def _checked_class(found: object, source: str, module: ModuleType, class_name: str) -> type[Bot]:
    """The class if it can play."""
    if found is None:
        bots = [
            name
            for name, value in vars(module).items()
            if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__
        ]
        raise BotError(
            f"bot {source!r}: there is no class {class_name!r}, the bots there are {', '.join(bots) or 'none'}"
        )
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BotError(f"bot {source!r}: {class_name} is no subclass of medina_arena.Bot")
    if found.choose is Bot.choose or (issubclass(found, CompiledBot) and not hasattr(found, "kernel")):
        wanted = "kernel" if issubclass(found, CompiledBot) else "method choose(self, game, moves)"
        raise BotError(f"bot {source!r}: {class_name} has no {wanted}")
    return found


def _describe(error: BaseException) -> str:
    """An error in one line, with file and line where it is known."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} ({error.filename}, line {error.lineno})"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace is not None else ""
    return f"{type(error).__name__}: {error}{place}".replace("\n", " ")


def _import_module(name: str, source: str) -> ModuleType:
    """An importable module, looked for in the current folder too."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise BotError(f"bot {source!r}: module {name!r} cannot be imported: {_describe(error)}") from error


def _load_file(path: Path, source: str) -> ModuleType:
    """A bot file as a module of its own name; files beside it can be imported from it."""
    if not path.is_file():
        raise BotError(f"bot {source!r}: there is no file {str(path)!r}")
    path = path.resolve()
    name = f"medina_arena_bot_{path.stem}_{abs(hash(str(path))):x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError(f"bot {source!r}: {str(path)!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BotError(f"bot {source!r}: {path.name} cannot be run: {_describe(error)}") from error
    return module
