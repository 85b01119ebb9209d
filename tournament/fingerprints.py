"""Is a bot still what it was? A hash of all its files and parameters, and of the rules' version.

A bot in a package is all files of its package, weights included. A bot in a single file, or in a folder that is no
package for want of an __init__.py, is that file, what it imports from its own folder, and the files of the folder that
these name in their text, such as weights.
"""

import ast
import hashlib
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from medina_arena.bots import BotSpec
from medina_arena.engine import RULES_VERSION

__all__ = ["bot_files", "fingerprint"]

_OWN_BOTS = "medina_arena.bots"
"""Its sub-packages are bots, not parts of one."""
_SKIPPED = "__pycache__"


def fingerprint(spec: BotSpec) -> str:
    """16 hexadecimal digits that change with anything that makes the bot; the folder where it lies is no part of it."""
    digest = hashlib.blake2b(f"{spec.key}\0{RULES_VERSION}\0".encode(), digest_size=8)
    for name, path in sorted(bot_files(spec).items()):
        digest.update(f"{name}\0".encode())
        digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


def bot_files(spec: BotSpec) -> dict[str, Path]:
    """The files that make a bot, by names that do not depend on where they lie."""
    module = sys.modules[spec.bot_class.__module__]
    file = Path(str(module.__file__)).resolve()
    package = _package(module.__name__, module.__package__ or "")
    home = import_module(package).__file__ if package else None
    if home:
        folder = Path(home).resolve().parent
        found = {str(path.relative_to(folder)): path for path in _all_files(folder)}
    else:
        sources = _imported_beside(file)
        paths = sources | set(_named_beside(file.parent, sources))
        found = {str(path.relative_to(file.parent)): path for path in paths}
    parameters = [Path(value) for _, value in spec.options]
    return found | {f"{path.name} as a parameter": path for path in parameters if path.is_file()}


def _package(module: str, package: str) -> str:
    """The package that is the bot; empty for a bot in a single file."""
    if package == _OWN_BOTS:
        return ""
    if package.startswith(f"{_OWN_BOTS}."):
        return ".".join(package.split(".")[:3])
    return package.partition(".")[0]


def _all_files(folder: Path) -> Iterator[Path]:
    """All files of a package."""
    return (path for path in folder.rglob("*") if path.is_file() and _SKIPPED not in path.parts)


def _imported_beside(file: Path) -> set[Path]:
    """A source file, and the files of its folder that it imports, itself or over others."""
    found: set[Path] = set()
    new = {file}
    while new:
        found |= new
        names = {name for path in new if path.suffix == ".py" for name in _imports(path)}
        modules = {file.parent / f"{name}.py" for name in names}
        packages = [file.parent / name for name in names if (file.parent / name / "__init__.py").is_file()]
        new = {path for path in modules if path.is_file()}.union(*map(_all_files, packages)) - found
    return found


def _imports(path: Path) -> Iterator[str]:
    """The first parts of the names that a source file imports."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _named_beside(folder: Path, sources: set[Path]) -> Iterator[Path]:
    """The files of a folder that sources name in their text, such as weights."""
    text = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in sources if path.suffix == ".py")
    return (path for path in folder.iterdir() if path.is_file() and path.suffix != ".py" and path.name in text)
