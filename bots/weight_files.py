"""How are learned weights kept, and which fit a position? JSON files, one for each set, that hold their origin too.

There is a set for each number of players, made with ``rulebook``, for 2 players with ``second-edition``, and one for
rules that limit what a turn may place, made with ``ditt``. A file says by which command, rule set and rules version its
weights were made, and how good they were.
"""

import json
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from medina_arena.engine.kernels import inner

__all__ = ["WEIGHT_SETS", "oldest_rules", "read_file", "read_weights", "weight_set", "weights_file"]

WEIGHT_SETS = ("2", "3", "4", "ditt")
"""In the order in which kernels are given them, one after another."""
_FEWEST_PLAYERS = 2
_LIMITED_TURNS = WEIGHT_SETS.index("ditt")


@inner
def weight_set(s: Any) -> int:
    """The index of the set for the position."""
    return _LIMITED_TURNS if s.turn_limits else s.players - _FEWEST_PLAYERS


def weights_file(origin: Mapping[str, Any], weights: Iterable[npt.NDArray[np.float64]]) -> str:
    """The text of a data file: the origin, then the rows of weights."""
    rows = ",\n".join(json.dumps([round(number, 4) for number in row]) for row in map(np.ndarray.tolist, weights))
    return f'{json.dumps(origin, indent=1)[:-2]},\n "weights": [\n{rows}\n]}}\n'


def read_file(package: str, name: str, key: str) -> Any:
    """What a package's data file for the set `key` holds."""
    return json.loads(files(package).joinpath("data", f"{name}-{key}.json").read_text(encoding="utf-8"))


def oldest_rules(package: str, name: str) -> int:
    """The oldest version of the rules by which a package's weights were made."""
    return min(int(read_file(package, name, key)["rules_version"]) for key in WEIGHT_SETS)


def read_weights(package: str, name: str, size: int) -> tuple[float, ...]:
    """The weights of all sets one after another; raises `ValueError` if one has not so many."""
    sets = [
        [float(number) for row in read_file(package, name, key)["weights"] for number in row] for key in WEIGHT_SETS
    ]
    for key, weights in zip(WEIGHT_SETS, sets, strict=True):
        if len(weights) != size:
            raise ValueError(f"{name}-{key}.json has {len(weights)} weights, but {size} are needed")
    return tuple(number for weights in sets for number in weights)
