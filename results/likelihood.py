"""How likely are the games under given strengths, and which way is up?

The log-worth of a bot on a seat is theta[bot] + gamma[player count, seat]. Parameters are one vector: the thetas,
then the gammas of every player count that occurs.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from .arrays import Bools, Floats, Ints
from .orders import SeatSet


@dataclass(frozen=True, slots=True)
class SeatGroup:
    """The seats of the games with one number of players, and where their parameters stand."""

    players: int
    seats: tuple[int, ...]
    start: int  # index of the first seat's parameter

    @property
    def span(self) -> slice:
        """The group's parameters."""
        return slice(self.start, self.start + len(self.seats))


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """Kinds of games with the same seats occupied."""

    bots: Ints  # [players, kinds]  index of theta
    seats: Ints  # [players]  index of gamma
    chosen: Floats  # [players, kinds]  how often the seat is chosen
    sets: tuple[SeatSet, ...]  # which seats a choice is made from
    weights: Floats  # [sets, kinds]
    counts: Floats  # [kinds]  games
    rows: Ints  # [kinds]  index in Kinds

    def worths(self, parameters: Floats) -> Floats:
        """[players, kinds] The log-worths less the largest of each game."""
        worths = parameters[self.bots] + parameters[self.seats][:, None]
        worths -= worths.max(axis=0)
        return worths

    def value(self, parameters: Floats) -> float:
        """The log-likelihood of the games."""
        worths = self.worths(parameters)
        powers = np.exp(worths)
        total = (self.chosen * worths).sum(axis=0)
        for seats, weights in zip(self.sets, self.weights, strict=True):
            total -= weights * np.log(powers[list(seats)].sum(axis=0))
        return float(total @ self.counts)

    def derivatives(self, parameters: Floats) -> tuple[float, Floats, Floats]:
        """The log-likelihood, and for one game of each kind its gradient [players, kinds] and its negative second
        derivatives [players, players, kinds] in the log-worths.
        """
        worths = self.worths(parameters)
        powers = np.exp(worths)
        total = (self.chosen * worths).sum(axis=0)
        gradient = self.chosen.copy()
        players, kinds = worths.shape
        curvature = np.zeros((players, players, kinds))
        for seats, weights in zip(self.sets, self.weights, strict=True):
            members = list(seats)
            sums = powers[members].sum(axis=0)
            total -= weights * np.log(sums)
            shares = powers[members] / sums
            weighted = shares * weights
            gradient[members] -= weighted
            for i, a in enumerate(members):
                for j in range(i):
                    curvature[a, members[j]] -= weighted[i] * shares[j]
        for a in range(players):
            for b in range(a):
                curvature[b, a] = curvature[a, b]
        for a in range(players):
            curvature[a, a] = -curvature[a].sum(axis=0)  # a common shift of all changes nothing
        return float(total @ self.counts), gradient, curvature

    def select(self, mask: Bools) -> "Chunk":
        """The kinds under a mask."""
        return Chunk(
            self.bots[:, mask],
            self.seats,
            self.chosen[:, mask],
            self.sets,
            self.weights[:, mask],
            self.counts[mask],
            self.rows[mask],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Likelihood:
    """The games of a run as a function of the strengths."""

    chunks: tuple[Chunk, ...]
    groups: tuple[SeatGroup, ...]
    n_bots: int
    n_kinds: int

    @property
    def n_parameters(self) -> int:
        """Thetas and gammas."""
        last = self.groups[-1]
        return last.start + len(last.seats)

    def reweighted(self, counts: Floats) -> "Likelihood":
        """The same kinds with other numbers of games [kinds]; kinds without games are left out."""
        chunks = [chunk.select(counts[chunk.rows] > 0) for chunk in self.chunks]
        weighted = tuple(replace(chunk, counts=counts[chunk.rows]) for chunk in chunks if len(chunk.rows))
        return replace(self, chunks=weighted)

    def derivatives(self, parameters: Floats) -> tuple[float, Floats, Floats]:
        """The log-likelihood, its gradient [parameters] and its negative Hessian [parameters, parameters]."""
        n, bots = self.n_parameters, self.n_bots
        value, gradient, hessian = 0.0, np.zeros(n), np.zeros((n, n))
        for chunk in self.chunks:
            part, slopes, curvature = chunk.derivatives(parameters)
            value += part
            slopes *= chunk.counts
            curvature *= chunk.counts
            seated = chunk.bots.ravel()
            gradient[:bots] += np.bincount(seated, slopes.ravel(), bots)
            np.add.at(gradient, chunk.seats, slopes.sum(axis=1))  # equal seats share a parameter
            np.add.at(hessian, np.ix_(chunk.seats, chunk.seats), curvature.sum(axis=2))
            for a, seat in enumerate(chunk.seats):
                column = np.bincount(seated, curvature[a].ravel(), bots)
                hessian[:bots, seat] += column
                hessian[seat, :bots] += column
                for b in range(a):
                    pairs = chunk.bots[a] * bots + chunk.bots[b]
                    square = np.bincount(pairs, curvature[a, b], bots * bots).reshape(bots, bots)
                    hessian[:bots, :bots] += square + square.T
            own = np.concatenate([curvature[a, a] for a in range(len(chunk.seats))])
            hessian[range(bots), range(bots)] += np.bincount(seated, own, bots)
        return value, gradient, hessian

    def scores(self, parameters: Floats) -> sparse.csr_array:
        """[kinds, parameters] The gradient of one game of each kind."""
        values, rows, columns = [], [], []
        for chunk in self.chunks:
            slopes = chunk.derivatives(parameters)[1]
            seats = np.broadcast_to(chunk.seats[:, None], slopes.shape)
            for index in (chunk.bots, seats):
                values.append(slopes.ravel())
                rows.append(np.broadcast_to(chunk.rows, slopes.shape).ravel())
                columns.append(index.ravel())
        entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
        return sparse.coo_array(entries, shape=(self.n_kinds, self.n_parameters)).tocsr()
