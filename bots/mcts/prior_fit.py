"""How are the weights of the prior made? It is to foresee what a long search chooses. (softmax regression)

The prior is the softmax over rows of moves that comes closest to the shares of the search's visits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from ..policy.features import N_POLICY_WEIGHTS
from .prior_games import Opinions
from .value_fit import CHECKED

__all__ = ["fit_prior"]

_RIDGE = 1e-5
_ITERATIONS = 150

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Sample:
    """Positions for the fit."""

    categories: npt.NDArray[np.int64]  # [rows, N_CATEGORIES]
    shares: Floats  # [rows]
    first: npt.NDArray[np.int64]  # the first row of each position
    position: npt.NDArray[np.int64]  # the position of each row

    @classmethod
    def of(cls, batches: Sequence[Opinions]) -> "_Sample":
        """All batches together."""
        sizes = np.concatenate([batch.sizes for batch in batches])
        return cls(
            np.concatenate([batch.categories for batch in batches]).astype(np.int64),
            np.concatenate([batch.shares for batch in batches]),
            np.cumsum(sizes) - sizes,
            np.repeat(np.arange(len(sizes)), sizes),
        )

    def probabilities(self, weights: Floats) -> Floats:
        """What the prior gives each row."""
        logits = weights[self.categories].sum(axis=1)
        odds = np.exp(logits - np.maximum.reduceat(logits, self.first)[self.position])
        found: Floats = odds / np.add.reduceat(odds, self.first)[self.position]
        return found

    def loss(self, weights: Floats) -> tuple[float, Floats]:
        """The cross-entropy of a position, in nats, with the ridge, and its gradient."""
        found = self.probabilities(weights)
        n = len(self.first)
        loss = -(self.shares @ np.log(found)) / n + _RIDGE * weights @ weights
        slopes = (found - self.shares) / n
        gradient = 2.0 * _RIDGE * weights
        for categories in self.categories.T:
            gradient += np.bincount(categories, slopes, len(weights))
        gradient[0] = 0.0  # no category
        return float(loss), gradient

    def figures(self, weights: Floats) -> dict[str, float]:
        """How near the prior comes: its cross-entropy, what is the least possible, and how often both like one best."""
        found = self.probabilities(weights)
        n = len(self.first)
        is_best = self.shares == np.maximum.reduceat(self.shares, self.first)[self.position]
        is_liked = found == np.maximum.reduceat(found, self.first)[self.position]
        agrees = np.maximum.reduceat(is_best & is_liked, self.first)
        shares = self.shares[self.shares > 0.0]
        return {
            "cross_entropy": round(float(-(self.shares @ np.log(found)) / n), 4),
            "entropy": round(float(-(shares @ np.log(shares)) / n), 4),
            "agrees": round(float(np.mean(agrees)), 4),
        }


def fit_prior(
    batches: Iterable[Opinions], start: npt.NDArray[np.float64] | None
) -> tuple[npt.NDArray[np.float64], dict[str, float]]:
    """Weights [N_POLICY_WEIGHTS], found from others or from zeros, and how near they come in games not seen.

    Each tenth batch is kept out of the fit and shows how good it is.
    """
    parts: tuple[list[Opinions], list[Opinions]] = ([], [])
    for number, batch in enumerate(batches):
        parts[number % CHECKED == 1].append(batch)
    seen, kept = map(_Sample.of, parts)
    begin = np.zeros(N_POLICY_WEIGHTS) if start is None else start
    found = minimize(seen.loss, begin, jac=True, method="L-BFGS-B", options={"maxiter": _ITERATIONS})
    weights: npt.NDArray[np.float64] = found.x
    return weights, kept.figures(weights)
