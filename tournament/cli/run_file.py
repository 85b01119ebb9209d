"""How is a run described in a file? As TOML, with the names of the options; what is typed wins over it."""

import tomllib
from pathlib import Path
from typing import Any

import click

from medina_arena.nearest import did_you_mean

__all__ = ["read_run_file"]

_TEXT, _NUMBER, _SWITCH, _NUMBER_WITH_PART = (str,), (int,), (bool,), (int, float)
_KEYS: dict[str, tuple[type, ...]] = {
    "bots": (str, list),
    "games": _NUMBER,
    "players": _NUMBER,
    "rules": _TEXT,
    "seed": _NUMBER,
    "workers": _NUMBER,
    "out": _TEXT,
    "opening": _TEXT,
    "random_plies": _NUMBER,
    "gauntlet": _TEXT,
    "neighbours": _SWITCH,
    "precision": _NUMBER_WITH_PART,
    "part": _TEXT,
    "isolate": _SWITCH,
    "move_timeout": _NUMBER_WITH_PART,
    "memory": _NUMBER,
    "on_fault": _TEXT,
}
_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", list: "a list of texts"}


def read_run_file(ctx: click.Context, param: click.Parameter, path: Path | None) -> None:
    """Make what a file says the defaults of the other options."""
    if path is None:
        return
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    except tomllib.TOMLDecodeError as error:
        raise click.UsageError(f"{path} is no TOML: {error}") from None
    defaults: dict[str, Any] = {}
    for key, value in values.items():
        name = key.replace("-", "_")
        if name not in _KEYS:
            hint = did_you_mean(name, _KEYS)
            raise click.UsageError(f"{path}: there is no {key!r}{hint}: known are {', '.join(_KEYS)}")
        if type(value) not in _KEYS[name] or (isinstance(value, list) and not all(isinstance(v, str) for v in value)):
            kinds = " or ".join(_NAMES[kind] for kind in _KEYS[name])
            raise click.UsageError(f"{path}: {key} is {kinds}, not {value!r}")
        if any("\0" in text for text in (value if isinstance(value, list) else [str(value)])):
            raise click.UsageError(f"{path}: {key} has a null character, which no name can have")
        defaults[name] = [value] if name == "bots" and isinstance(value, str) else value
    ctx.default_map = defaults
