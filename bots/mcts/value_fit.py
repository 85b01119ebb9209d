"""How are the weights of the learned value made? By least squares on the final scores of games."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from medina_arena.engine import compiled

from .features import MAX_ACTIVE, N_FEATURES
from .training_games import Samples
from .value import N_KNOTS, stage_of

__all__ = ["CHECKED", "fit_value"]

_N = N_KNOTS * N_FEATURES
CHECKED = 10
"""Each tenth batch of games is kept out of the fit."""
_RIDGE = 3.0
_SPREAD_OF_ERROR = 1.77
"""The spread of the reward's curve, in standard errors: both curves have the same slope where two seats are equal."""


@compiled
def _accumulate(index: Any, value: Any, left: Any, target: Any, products: Any, sums: Any) -> None:
    """Add samples to the normal equations: `products` [_N, _N] and `sums` [_N]."""
    for row in range(index.shape[0]):
        knot, share = stage_of(left[row])
        for i in range(MAX_ACTIVE):
            a = value[row, i]
            if a == 0.0:
                continue
            at = knot * N_FEATURES + index[row, i]
            low, high = a * (1.0 - share), a * share
            sums[at] += low * target[row]
            sums[at + N_FEATURES] += high * target[row]
            for j in range(MAX_ACTIVE):
                b = value[row, j]
                if b != 0.0:
                    to = knot * N_FEATURES + index[row, j]
                    products[at, to] += low * b * (1.0 - share)
                    products[at, to + N_FEATURES] += low * b * share
                    products[at + N_FEATURES, to] += high * b * (1.0 - share)
                    products[at + N_FEATURES, to + N_FEATURES] += high * b * share


@compiled
def _predict(index: Any, value: Any, left: Any, weights: Any, out: Any) -> None:
    """Write the expected scores of samples to `out`."""
    for row in range(index.shape[0]):
        knot, share = stage_of(left[row])
        out[row] = 0.0
        for i in range(MAX_ACTIVE):
            at = knot * N_FEATURES + index[row, i]
            out[row] += value[row, i] * ((1.0 - share) * weights[at] + share * weights[at + N_FEATURES])


def fit_value(batches: Iterable[Samples]) -> tuple[npt.NDArray[np.float64], list[dict[str, float]]]:
    """Weights with spreads [N_KNOTS, N_FEATURES + 1], and how well they foresee games that they have not seen.

    Each tenth batch is kept out of the fit and shows how good it is.
    """
    products, sums = np.zeros((_N, _N)), np.zeros(_N)
    kept: list[list[npt.NDArray[Any]]] = []
    for number, batch in enumerate(batches):
        if number % CHECKED == 1:
            kept.append([part.copy() for part in batch])
        else:
            _accumulate(*batch, products, sums)
    products[np.diag_indices(_N)] += _RIDGE
    weights = np.linalg.solve(products, sums)
    index, value, left, target = (np.concatenate(parts) for parts in zip(*kept, strict=True))
    expected = np.empty(len(left))
    _predict(index, value, left, weights, expected)
    error = target - expected
    gain = target - value[:, 1]
    stage = np.rint(left * (N_KNOTS - 1)).astype(int)
    spreads, figures = np.zeros(N_KNOTS), []
    for knot in range(N_KNOTS):
        here = stage == knot
        rmse = float(np.sqrt(np.mean(error[here] ** 2))) if here.any() else 0.0
        r2 = 1.0 - rmse**2 / float(np.var(gain[here])) if here.any() else 0.0
        spreads[knot] = _SPREAD_OF_ERROR * rmse
        figures.append({"part_left": knot / (N_KNOTS - 1), "rmse": round(rmse, 3), "r2_of_gain": round(r2, 3)})
    return np.column_stack([weights.reshape(N_KNOTS, N_FEATURES), spreads]), figures
