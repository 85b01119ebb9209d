"""Which bot does better against which than their Elos say?

Strength need not be transitive. For each pair of bots the results at common tables are held against what the fitted
model expects of them, seats included. Errors are clustered by block and allow for the Elos having been fitted to the
same games.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse, special

from .arrays import Floats, Ints
from .confidence import MIN_BLOCKS
from .fit import ELO
from .kinds import Kinds, block_numbers, game_kinds
from .model import seat_groups
from .multiplicity import holm
from .rating import Rating

_FREEDOM = 1e-3
"""The share of its variance that fitting must leave to a residual: with two bots alone it explains everything."""
_UPSETS = 5
"""Meetings that the weaker bot should win, below which nothing can be said of a pair."""


@dataclass(frozen=True, slots=True, eq=False)
class Residuals:
    """One entry for each pair of bots that met, the smaller index first."""

    a: Ints  # [pairs]
    b: Ints  # [pairs]
    meetings: Ints  # [pairs]  pairs of seats at a common table
    observed: Floats  # [pairs]  share of the meetings in which a finished ahead, a tie counting half
    expected: Floats  # [pairs]  the same by the fitted model
    se: Floats  # [pairs]  of observed - expected; nan with too few blocks or upsets, or where the fit is free to follow
    elo: Floats  # [pairs]  how much higher a's Elo would be by these meetings, to the first order; nan with few upsets
    p: Floats  # [pairs]  for "as expected", Holm's over all pairs; nan without an error


def residuals(bots: ArrayLike, ranks: ArrayLike, blocks: ArrayLike, rating: Rating) -> Residuals:
    """What the pairs of bots did beyond their Elos, for games rated already by their whole order, with seat terms."""
    kinds = game_kinds(bots, ranks, len(rating.names))
    numbers, n_blocks = block_numbers(blocks, len(kinds.of_game))
    met = _meetings(kinds, rating.fitted.parameters)
    pairs, column = np.unique(met.pair, return_inverse=True)
    n, n_kinds = len(pairs), len(kinds.counts)
    weights = kinds.counts[met.kind].astype(np.float64)
    slope = met.expected * (1 - met.expected)
    meetings, won, wanted, steepness = (
        np.bincount(column, weights * values, n) for values in (np.ones(len(slope)), met.result, met.expected, slope)
    )
    by_kind = sparse.coo_array((met.result - met.expected, (met.kind, column)), shape=(n_kinds, n)).tocsr()
    members = sparse.coo_array((np.ones(len(numbers)), (numbers, kinds.of_game)), shape=(n_blocks, n_kinds)).tocsr()
    entries = (np.repeat(weights * slope, 4) * np.tile([1, -1, 1, -1], len(slope)), (np.repeat(column, 4), met.columns))
    pull = sparse.coo_array(entries, shape=(n, len(rating.fitted.parameters))).tocsr() @ rating.fitted.inverse
    variance = _variance((members @ by_kind).tocsr(), rating.fitted.block_scores, np.asarray(pull))
    upsets = np.minimum(wanted, meetings - wanted)
    variance[(upsets < _UPSETS) | (n_blocks < MIN_BLOCKS)] = np.nan
    excess = (won - wanted) / meetings
    with np.errstate(divide="ignore", invalid="ignore"):
        se = np.sqrt(variance * n_blocks / (n_blocks - 1)) / meetings
        p = 2 * special.ndtr(-np.abs(excess) / se)
        elo = np.where(upsets < _UPSETS, np.nan, ELO * (won - wanted) / steepness)
    a, b = np.divmod(pairs, kinds.n_bots)
    return Residuals(a, b, meetings.astype(np.int64), won / meetings, wanted / meetings, se, elo, holm(p))


@dataclass(frozen=True, slots=True, eq=False)
class _Meetings:
    """The pairs of seats with different bots in every kind of game."""

    kind: Ints  # [meetings]
    pair: Ints  # [meetings]  smaller bot × number of bots + larger bot
    result: Floats  # [meetings]  of the smaller bot: 1 ahead, 0.5 tied, 0 behind
    expected: Floats  # [meetings]
    columns: Ints  # [4 × meetings]  parameters of the bot and the other, the bot's seat and the other's


def _meetings(kinds: Kinds, parameters: Floats) -> _Meetings:
    """Who met whom, and what the parameters expect of it."""
    seat_column = np.zeros(kinds.bots.shape, np.int64)
    for group in seat_groups(kinds):
        seat_column[np.ix_(kinds.players == group.players, group.seats)] = np.arange(group.span.start, group.span.stop)
    found = []
    for i in range(kinds.bots.shape[1]):
        for j in range(kinds.bots.shape[1]):
            a, b = kinds.bots[:, i], kinds.bots[:, j]
            rows = np.flatnonzero((a >= 0) & (a < b))
            columns = np.stack([a[rows], b[rows], seat_column[rows, i], seat_column[rows, j]], axis=1)
            found.append((rows, np.sign(kinds.ranks[rows, j] - kinds.ranks[rows, i]), columns))
    kind, order, columns = (np.concatenate(part) for part in zip(*found, strict=True))
    edge = parameters[columns] @ np.array([1.0, -1.0, 1.0, -1.0])
    pair = columns[:, 0] * kinds.n_bots + columns[:, 1]
    return _Meetings(kind, pair, (1 + order) / 2, special.expit(edge), columns.ravel())


def _variance(by_block: sparse.csr_array, scores: sparse.csr_array, pull: Floats) -> Floats:
    """[pairs] The summed squares of the blocks' residuals, less what each block moves the fit towards itself."""
    own = np.asarray(by_block.multiply(by_block).sum(axis=0)).ravel()
    shared = np.asarray((by_block.T @ scores).toarray())
    meat = np.asarray((scores.T @ scores).toarray())
    left = own - 2 * np.einsum("pk,pk->p", pull, shared) + np.einsum("pk,kl,pl->p", pull, meat, pull)
    return np.where(left > _FREEDOM * own, left, np.nan)
