"""What can be measured of one finished game? The measures of play and of scoring that come with the project.

Ideas from Browne (2008) and Ludii; every measure is one number a game, so that differences have error bars.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from medina_arena.engine import N_COLOURS, SOURCES, Game

from .trace import NOBODY, Trace

__all__ = ["BUILT_IN", "Metric"]


@dataclass(frozen=True, slots=True)
class Metric:
    """A function of a finished game and its trace; nan where a game has no such value."""

    name: str
    function: Callable[[Game, Trace], float]
    about: str = ""
    """What it is, in a few words with its unit."""
    margin: float | None = None
    """A difference too small to matter, fixed before any game is played; None = nobody has said."""


def _choice_bits(game: Game, trace: Trace) -> float:
    return float(np.log2(trace.choices).mean())


def _palace_size(game: Game, trace: Trace) -> float:
    sizes = [palace.size for palace in trace.palaces]
    return float(np.mean(sizes)) if sizes else float("nan")


def _palaces_blocked(game: Game, trace: Trace) -> float:
    return sum(palace.owner is None and not palace.is_open for palace in trace.palaces)


def _tile_changes(game: Game, trace: Trace) -> float:
    before, after = trace.tiles[:-1], trace.tiles[1:]
    return int(((before != after) & (before != NOBODY) & (after != NOBODY)).sum())


def _tiles_kept(game: Game, trace: Trace) -> float:
    """Tiles that somebody took and that their first owner has at the end, as a share."""
    taken = np.flatnonzero((trace.tiles != NOBODY).any(axis=0))
    if not len(taken):
        return float("nan")
    first = trace.tiles[(trace.tiles[:, taken] != NOBODY).argmax(axis=0), taken]
    return float((first == trace.tiles[-1, taken]).mean())


def _tiles_held(game: Game, trace: Trace, tiles: slice) -> float:
    return int((trace.tiles[-1, tiles] != NOBODY).sum())


def _points(game: Game, trace: Trace, source: str) -> float:
    return sum(row[source] for row in game.score_sources())


def _win_margin(game: Game, trace: Trace) -> float:
    best, second = np.sort(trace.scores[-1])[[-1, -2]]
    return int(best - second)


def _shared_win(game: Game, trace: Trace) -> float:
    return float(len(game.winners()) > 1)


def _drama(game: Game, trace: Trace) -> float:
    """How far the later winners lay behind the leader, on average over all plies."""
    deficits = trace.scores.max(axis=1, keepdims=True) - trace.scores
    return float(deficits[:, game.winners()].mean())


def _lead_changes(game: Game, trace: Trace) -> float:
    """How often another seat took the lead alone than had it alone before."""
    is_best = trace.scores == trace.scores.max(axis=1, keepdims=True)
    leaders = is_best[is_best.sum(axis=1) == 1].argmax(axis=1)
    return int((np.diff(leaders) != 0).sum())


def _neighbour_effect(game: Game, trace: Trace) -> float:
    """The correlation of a seat's score with that of the seat before it; with three seats it is always the same."""
    scores = trace.scores[-1] - trace.scores[-1].mean()
    if game.players < 4 or not scores.any():
        return float("nan")
    return float(scores @ np.roll(scores, 1) / (scores @ scores))


_ALL = (
    Metric("placements", lambda game, trace: game.ply, "moves made", 1.0),
    Metric("turns", lambda game, trace: int(trace.turns[-1]) + 1, "turns", 0.5),
    Metric("forced", lambda game, trace: int((trace.choices == 1).sum()), "placements without a choice", 0.5),
    Metric("free_choice", lambda game, trace: float((trace.choices > 1).mean()), "share with a choice", 0.01),
    Metric("choice_bits", _choice_bits, "mean log2 of the number of legal moves", 0.05),
    Metric("palaces", lambda game, trace: len(trace.palaces), "palaces begun", 0.25),
    Metric("palace_size", _palace_size, "pieces and stables of a palace", 0.1),
    Metric(
        "palaces_unclaimed",
        lambda game, trace: sum(not palace.is_claimed for palace in trace.palaces),
        "palaces without a dome at the end",
        0.25,
    ),
    Metric("palaces_blocked", _palaces_blocked, "palaces of nobody that cannot grow at the end", 0.25),
    Metric("tile_changes", _tile_changes, "tiles that went from one seat to another", 0.25),
    Metric("tiles_kept", _tiles_kept, "share of the tiles that stay with their first owner", 0.02),
    Metric("palace_tiles_held", partial(_tiles_held, tiles=slice(N_COLOURS)), "palace tiles with an owner", 0.1),
    Metric("tower_tiles_held", partial(_tiles_held, tiles=slice(N_COLOURS, None)), "tower tiles with an owner", 0.1),
    *(
        Metric(f"points_{source}", partial(_points, source=source), "points of all seats together", 1.0)
        for source in SOURCES
    ),
    Metric("win_margin", _win_margin, "points from the best seat to the next", 0.5),
    Metric("shared_win", _shared_win, "share of games with several winners", 0.02),
    Metric("drama", _drama, "mean points of the later winner behind the leader", 0.25),
    Metric("lead_changes", _lead_changes, "changes of the lead", 0.5),
    Metric("neighbour_effect", _neighbour_effect, "correlation with the score of the seat before", 0.05),
)

BUILT_IN = {metric.name: metric for metric in _ALL}
"""The measures that come with the project, by name."""
