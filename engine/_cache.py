"""Where does numba keep compiled code, so that an edit is never answered with old machine code?

numba stamps a cached function with its own file only: a constant or a callee that changed in another file goes
unnoticed. The cache folder's name therefore holds a hash of every source file that compiled code is made of and of
every ``NUMBA_`` setting, bounds checking included. This module must be imported before numba.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

__all__ = ["PROJECT_SOURCES", "compiled_sources", "fingerprint", "use_own_cache_folder"]

_ENGINE = Path(__file__).resolve().parent
PROJECT_SOURCES = tuple(
    _ENGINE.parent / name for name in ("engine", "bots", "tournament") if (_ENGINE.parent / name).is_dir()
)
"""Packages whose functions are kept on disk."""
_PREFIX = "medina-arena-"


def compiled_sources() -> list[Path]:
    """The files that compiled code is made of: the engine, the bots, and what the tournament compiles itself.

    The tournament's compiled files import none of its others, so that those cannot change what is compiled.
    """
    files = [path for folder in PROJECT_SOURCES for path in sorted(folder.rglob("*.py"))]
    return [path for path in files if path.parts[len(_ENGINE.parts) - 1] != "tournament" or _compiles(path)]


def _compiles(path: Path) -> bool:
    """Whether a file has compiled functions of its own."""
    return b"\n@compiled" in path.read_bytes()


def fingerprint(settings: Mapping[str, str]) -> str:
    """16 hexadecimal digits that change with any of the `compiled_sources` and any ``NUMBA_`` setting."""
    digest = hashlib.sha256()
    for path in compiled_sources():
        digest.update(str(path.relative_to(_ENGINE.parent)).encode() + b"\0" + path.read_bytes() + b"\0")
    for name in sorted(settings):
        if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR":
            digest.update(f"{name}={settings[name]}\0".encode())
    return digest.hexdigest()[:16]


def _candidates(settings: Mapping[str, str]) -> Iterator[Path]:
    """Folders that may hold the cache, the preferred one first."""
    if chosen := settings.get("NUMBA_CACHE_DIR"):
        path = Path(chosen)
        yield path.parent if path.name.startswith(_PREFIX) else path  # a parent process has been here before
    if chosen := settings.get("XDG_CACHE_HOME"):
        yield Path(chosen)
    yield Path(os.path.expanduser("~/.cache"))
    yield Path(tempfile.gettempdir()) / f"medina-arena-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


def use_own_cache_folder() -> Path:
    """Point numba to this version's cache folder and return it; a folder that cannot be written is passed over."""
    name = _PREFIX + fingerprint(os.environ)
    for base in _candidates(os.environ):
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        break
    else:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if "numba" in sys.modules:  # imported earlier, in a notebook for example: the variable was read then
        sys.modules["numba"].config.CACHE_DIR = str(folder)
    return folder
