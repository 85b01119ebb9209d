"""Which strengths explain the games best, and how far would they move with other games?"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from .arrays import Floats, Ints
from .errors import ResultsError
from .likelihood import Likelihood

ELO = 400 / np.log(10)
"""Elo of one unit of log-worth: P(A ahead of B) = 1 / (1 + 10^(-difference / 400))."""

_MAX_STEPS = 100
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Fitted parameters with their two covariances, in log-worths."""

    parameters: Floats  # [parameters]
    inverse: Floats  # [parameters, parameters]  of the penalised Hessian: the Fisher covariance
    block_scores: sparse.csr_array  # [blocks, parameters]
    sandwich: Floats  # [parameters, parameters]  clustered by block
    game_sandwich: Floats  # [parameters, parameters]  as if every game were a block
    steps: int


def fit(model: Likelihood, blocks: Ints, n_blocks: int, of_game: Ints, prior_elo: float) -> Fit:
    """Fit by Newton's method and measure the errors; no convergence raises `ResultsError`.

    `blocks` [games] numbers the blocks from 0 on, `of_game` [games] names each game's kind, `prior_elo` is the
    standard deviation of the prior on every bot and seat.
    """
    parameters, hessian, steps = maximise(model, prior_elo)
    penalty = prior_penalty(model, prior_elo)
    inverse: Floats = np.linalg.inv(_curvature(model, hessian, penalty)).astype(np.float64)
    scores = model.scores(parameters)
    counts = np.bincount(of_game, minlength=model.n_kinds)
    members = sparse.coo_array((np.ones(len(of_game)), (blocks, of_game)), shape=(n_blocks, model.n_kinds)).tocsr()
    block_scores = (members @ scores).tocsr()
    by_game = (scores.T @ (sparse.diags_array(counts.astype(np.float64)) @ scores)).toarray()
    return Fit(
        parameters,
        inverse,
        block_scores,
        sandwich(inverse, block_scores, inverse, block_scores),
        inverse @ by_game @ inverse * _few_clusters(len(of_game)),
        steps,
    )


def sandwich(
    inverse: Floats, block_scores: sparse.csr_array, other_inverse: Floats, other_scores: sparse.csr_array
) -> Floats:
    """[parameters, parameters] The covariance of one fit with another to the same blocks, clustered by block."""
    meat = (block_scores.T @ other_scores).toarray()
    return np.asarray(inverse @ meat @ other_inverse * _few_clusters(block_scores.shape[0]))


def _few_clusters(clusters: int) -> float:
    """Makes up for the mean having been fitted to the same clusters."""
    return clusters / (clusters - 1) if clusters > 1 else 1.0


def prior_penalty(model: Likelihood, prior_elo: float) -> Floats:
    """[parameters] The prior's share in the negative Hessian."""
    return np.full(model.n_parameters, (ELO / prior_elo) ** 2)


def maximise(
    model: Likelihood, prior_elo: float, *, start: Floats | None = None, tolerance: float = _TOLERANCE
) -> tuple[Floats, Floats, int]:
    """The parameters of the highest penalised likelihood, the negative Hessian there, and the number of steps."""
    penalty = prior_penalty(model, prior_elo)
    failed = (
        f"the rating did not settle in {_MAX_STEPS} steps with a prior of {prior_elo:g} Elo: "
        "a bot that always won or lost has no finite Elo without a prior"
    )
    parameters = np.zeros(model.n_parameters) if start is None else start
    value, gradient, hessian = model.derivatives(parameters)
    for step_number in range(1, _MAX_STEPS + 1):
        slope = gradient - penalty * parameters
        try:
            step = cho_solve(cho_factor(_curvature(model, hessian, penalty)), slope)
        except (LinAlgError, ValueError):
            raise ResultsError(failed) from None
        here = value - 0.5 * float(penalty @ parameters**2)
        while True:
            there = parameters + step
            value, gradient, hessian = model.derivatives(there)
            size = float(np.abs(step).max())
            climbed = value - 0.5 * float(penalty @ there**2) - here
            if climbed >= -1e-9 * (1 + abs(here)) or size < tolerance:
                break
            step = step / 2
        parameters = there
        if size < tolerance:
            return parameters, hessian, step_number
    raise ResultsError(failed)


def _curvature(model: Likelihood, hessian: Floats, penalty: Floats) -> Floats:
    """The penalised Hessian, made regular: a common shift of all bots, or of a group's seats, changes no game."""
    full = hessian + np.diag(penalty)
    for span in (slice(0, model.n_bots), *(group.span for group in model.groups)):
        full[span, span] += 1.0
    return full
