"""Which bots have a finite Elo, and relative to whom?

Strengths have finite best values where every bot can be reached from every other over "finished ahead of or tied
with". A bot that finished ahead of all others in every game is stronger by an unknown amount: it is separated.
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from .arrays import Bools, Ints
from .kinds import Kinds


class Separation(Enum):
    """On which side of its island's centre a bot's Elo has no limit."""

    NONE = "none"
    ABOVE = "above"
    BELOW = "below"
    OPEN = "open"  # on both sides

    def __bool__(self) -> bool:
        """Whether there is a side without a limit."""
        return self is not Separation.NONE


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Who can be compared with whom."""

    island: Ints  # [bots]  bots of different islands never met, not even over others
    separated: tuple[Separation, ...]  # of each bot
    centre: Bools  # [bots]  whose mean is the zero of the bot's island
    ahead: Bools  # [bots, bots]  the row finished ahead of or tied with the column, directly or over others


def standing(kinds: Kinds, *, win_only: bool = False) -> Standing:
    """Find islands and separated bots; with `win_only` a winner is ahead and nobody else."""
    n = kinds.n_bots
    met = np.zeros((n, n), np.bool_)
    for i in range(kinds.bots.shape[1]):
        for j in range(kinds.bots.shape[1]):
            both = (kinds.ranks[:, i] > 0) & (kinds.ranks[:, i] <= kinds.ranks[:, j])
            if win_only:
                both &= kinds.ranks[:, i] == 1
            met[kinds.bots[both, i], kinds.bots[both, j]] = True
    graph = csr_array(met.astype(np.int8))
    island = connected_components(graph, connection="weak")[1].astype(np.int64)
    strong = connected_components(graph, connection="strong")[1].astype(np.int64)
    ahead = np.zeros((n, n), np.bool_)
    for bot in range(n):
        ahead[bot, breadth_first_order(graph, bot, return_predecessors=False)] = True
    games = np.zeros(n, np.int64)
    for seat in range(kinds.bots.shape[1]):
        taken = kinds.bots[:, seat] >= 0
        games += np.bincount(kinds.bots[taken, seat], kinds.counts[taken], n).astype(np.int64)
    separated = [Separation.NONE] * n
    centre = np.zeros(n, np.bool_)
    for number in range(int(island.max()) + 1):
        members = np.flatnonzero(island == number)
        core = _core(members, strong, games)
        centre[core if len(core) else members] = True
        for bot in members.tolist():
            if bot not in core:
                found = side(bot, core if len(core) else members[members != bot], ahead)
                separated[bot] = Separation.OPEN if found is Separation.NONE else found
    return Standing(island, tuple(separated), centre, ahead)


def _core(members: Ints, strong: Ints, games: Ints) -> Ints:
    """The largest set of an island's bots that are comparable with each other; empty where no two are."""
    if len(members) == 1:
        return members
    parts = [members[strong[members] == part] for part in np.unique(strong[members])]
    best = max(parts, key=lambda part: (len(part), games[part].sum()))
    return best if len(best) > 1 else members[:0]


def side(bot: int, others: Ints | int, ahead: Bools) -> Separation:
    """On which side a bot is separated from another, or from a set of bots that it is no part of."""
    is_ahead = bool(ahead[bot, others].any())
    is_behind = bool(ahead[others, bot].any())
    if is_ahead and is_behind:
        return Separation.NONE
    if is_ahead == is_behind:
        return Separation.OPEN
    return Separation.ABOVE if is_ahead else Separation.BELOW
