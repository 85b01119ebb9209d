"""How are learned weights kept? In JSON files that hold their origin too: command, rule set, rules version, figures."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["PLAYER_COUNTS", "oldest_rules", "read_weights", "weights_file"]

PLAYER_COUNTS = (2, 3, 4)
"""There are weights for each number of players, made with ``rulebook``, for 2 players with ``second-edition``."""


def weights_file(origin: Mapping[str, Any], weights: npt.NDArray[np.float64]) -> str:
    """The text of a data file: the origin, then the rows of weights [rows, n]."""
    rows = ",\n".join(json.dumps([round(number, 4) for number in row]) for row in weights.tolist())
    return f'{json.dumps(origin, indent=1)[:-2]},\n "weights": [\n{rows}\n]}}\n'


def oldest_rules(package: str, name: str) -> int:
    """The oldest version of the rules that a package's files ``name-2.json``, ``name-3.json`` … were made by."""
    folder = files(package).joinpath("data")
    texts = [folder.joinpath(f"{name}-{players}.json").read_text(encoding="utf-8") for players in PLAYER_COUNTS]
    return min(int(json.loads(text)["rules_version"]) for text in texts)


def read_weights(package: str, file: str, size: int) -> tuple[float, ...]:
    """The weights of a package's data file; raises `ValueError` if there are not so many."""
    rows = json.loads(files(package).joinpath("data", file).read_text(encoding="utf-8"))["weights"]
    weights = tuple(float(number) for row in rows for number in row)
    if len(weights) != size:
        raise ValueError(f"{file} has {len(weights)} weights, but {size} are needed")
    return weights
