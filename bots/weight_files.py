"""How are learned weights kept? In JSON files that hold their origin too: command, rule set, rules version, figures."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["PLAYER_COUNTS", "read_weights", "weights_file"]

PLAYER_COUNTS = (2, 3, 4)
"""There are weights for each number of players, made with ``rulebook``, for 2 players with ``second-edition``."""


def weights_file(origin: Mapping[str, Any], weights: npt.NDArray[np.float64]) -> str:
    """The text of a data file: the origin, then the rows of weights [rows, n]."""
    rows = ",\n".join(json.dumps([round(number, 4) for number in row]) for row in weights.tolist())
    return f'{json.dumps(origin, indent=1)[:-2]},\n "weights": [\n{rows}\n]}}\n'


def read_weights(package: str, file: str, size: int) -> tuple[float, ...]:
    """The weights of a package's data file; raises `ValueError` if there are not so many."""
    rows = json.loads(files(package).joinpath("data", file).read_text(encoding="utf-8"))["weights"]
    weights = tuple(float(number) for row in rows for number in row)
    if len(weights) != size:
        raise ValueError(f"{file} has {len(weights)} weights, but {size} are needed")
    return weights
