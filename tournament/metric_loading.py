"""How does a name become a measure? Built-in names, entry points, and functions in files and modules."""

import hashlib
import importlib
import importlib.util
import math
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt

from medina_arena.engine import Game
from medina_arena.nearest import did_you_mean

from .errors import RunError
from .metrics import BUILT_IN, Metric
from .trace import trace_game

__all__ = ["ENTRY_POINT_GROUP", "known_metrics", "load_metric", "measure_game", "metric_fingerprint"]

ENTRY_POINT_GROUP = "medina_arena.metrics"


def known_metrics() -> list[str]:
    """The names of all measures that are installed: built-in ones, then those of entry points."""
    return [*BUILT_IN, *sorted({entry.name for entry in entry_points(group=ENTRY_POINT_GROUP)} - set(BUILT_IN))]


@cache
def load_metric(source: str) -> Metric:
    """The measure that a text names: a built-in or installed name, ``file.py:function`` or ``module:function``.

    A function takes a finished `Game` and returns a number; a `Metric` says more of itself. Raises `RunError`.
    """
    if source in BUILT_IN:
        return BUILT_IN[source]
    home, _, name = source.rpartition(":")
    try:
        if home:
            module = _load_file(Path(home)) if home.endswith(".py") else importlib.import_module(home)
            found = getattr(module, name)
        else:
            found = _installed(source)
    except RunError:
        raise
    except AttributeError:
        raise RunError(f"metric {source!r}: there is no function {name!r} in {home}") from None
    except (Exception, SystemExit) as error:
        raise RunError(f"metric {source!r} cannot be loaded: {type(error).__name__}: {error}") from error
    if isinstance(found, Metric):
        return found
    if not callable(found):
        raise RunError(f"metric {source!r} must be a function of a finished game, not {found!r}")
    return Metric(name or source, _of_game(found), about=(found.__doc__ or "").strip().partition("\n")[0])


def metric_fingerprint(source: str) -> str:
    """16 hexadecimal digits that change with the file of a measure that is not built in."""
    load_metric(source)
    home = source.rpartition(":")[0]
    file = home if home.endswith(".py") else getattr(sys.modules.get(home), "__file__", None)
    text = Path(file).read_bytes() if file else b""
    return hashlib.blake2b(text, digest_size=8).hexdigest()


def _of_game(function: Callable[[Game], float]) -> Callable[..., float]:
    """A function of a game as one that a `Metric` has."""
    return lambda game, trace: function(game)


def _installed(source: str) -> object:
    """What an entry point names."""
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        if entry.name == source:
            return entry.load()
    known = f"{', '.join(known_metrics())}, file.py:function and module:function"
    raise RunError(f"no metric {source!r}{did_you_mean(source, known_metrics())}: known are {known}")


def _load_file(path: Path) -> ModuleType:
    """A file as a module of its own name."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {str(path)!r}")
    name = f"medina_arena_metric_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def measure_game(game: Game, metrics: Sequence[Metric]) -> npt.NDArray[np.float64]:
    """[metrics] The values of a finished game, nan where it has none; `RunError` for a measure that fails."""
    trace = trace_game(game)
    values = np.empty(len(metrics))
    for place, metric in enumerate(metrics):
        try:
            value = float(metric.function(game, trace))
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise RunError(f"metric {metric.name!r} failed with {what} on {game!r}") from error
        if math.isinf(value):
            raise RunError(f"metric {metric.name!r} must be a finite number, or nan for none, not {value} on {game!r}")
        values[place] = value
    return values
