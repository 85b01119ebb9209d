"""Where do points come from, how many are there, and how long does a game take, in pictures?"""

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.figure import Figure

from ..arrays import Bools, Floats, Ints
from ..games import SOURCES, GameBatch
from .axes import draw_ranges, height_of, label_rows
from .plot import Plot
from .style import COLOURS, SOURCE_COLOURS, new_figure

__all__ = ["make_point_plots"]

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_SOURCES_SENTENCE = (
    "Each panel is one source: the dot is the median, the thick line holds the middle half of a bot's games, the thin "
    "line nine of ten."
)


def make_point_plots(names: Sequence[str], seats: Sequence[Bools], games: GameBatch) -> Iterator[Plot]:
    """The pictures of points and length; `seats` says for each name where it sits [games, seats]."""
    means = np.array([games.sources[sits].mean(axis=0) for sits in seats])
    yield Plot("points", "Where the points come from", _source_sentence(names, means), lambda: _bars(names, means))
    scores = games.scores
    totals = [np.quantile(scores[sits], _QUANTILES) for sits in seats]
    yield Plot("scores", "Scores", _score_sentence(names, totals), lambda: _draw_scores(names, totals))
    of_source = np.array([np.quantile(games.sources[sits], _QUANTILES, axis=0) for sits in seats])
    yield Plot("sources", "Scores by source", _SOURCES_SENTENCE, lambda: _draw_sources(names, of_source))
    yield Plot("length", "Length of games", _length_sentence(games), lambda: _draw_length(games))


def _source_sentence(names: Sequence[str], means: Floats) -> str:
    totals = means.sum(axis=1)
    best = int(totals.argmax())
    most = int(means[best].argmax())
    share = 100 * means[best, most] / max(totals[best], 1e-9)
    return (
        f"Mean points of a game: {names[best]} makes most, {totals[best]:.1f}, and {share:.0f} % of them by "
        f"{SOURCES[most].replace('_', ' ')}."
    )


def _bars(names: Sequence[str], means: Floats) -> Figure:
    figure = new_figure(height_of(len(names)) + 0.5)
    axes = figure.add_subplot()
    left = np.zeros(len(names))
    for source, (name, colour) in enumerate(zip(SOURCES, SOURCE_COLOURS, strict=True)):
        if means[:, source].any():
            axes.barh(range(len(names)), means[:, source], left=left, color=colour, label=name.replace("_", " "))
            left += means[:, source]
    label_rows(axes, names)
    axes.set_xlabel("mean points of a game")
    figure.legend(loc="outside upper center", ncols=4, fontsize=8, handlelength=1)
    return figure


def _score_sentence(names: Sequence[str], quantiles: Sequence[Floats]) -> str:
    medians = [float(row[2]) for row in quantiles]
    best = int(np.argmax(medians))
    low, high = quantiles[best][0], quantiles[best][-1]
    return (
        f"{names[best]} has the highest median, {medians[best]:.0f} points; nine of ten of its games end between "
        f"{low:.0f} and {high:.0f}."
    )


def _draw_scores(names: Sequence[str], quantiles: Sequence[Floats]) -> Figure:
    figure = new_figure(height_of(len(names)))
    axes = figure.add_subplot()
    draw_ranges(axes, quantiles)
    label_rows(axes, names)
    axes.set_xlabel("score: median, middle half, nine of ten games")
    return figure


def _draw_sources(names: Sequence[str], quantiles: Floats) -> Figure:
    used = [source for source in range(len(SOURCES)) if quantiles[:, :, source].any()]
    rows = -(-len(used) // 2)
    figure = new_figure(0.4 + rows * (0.7 + 0.22 * len(names)))
    for place, source in enumerate(used):
        axes = figure.add_subplot(rows, 2, place + 1)
        draw_ranges(axes, list(quantiles[:, :, source]))
        label_rows(axes, names if place % 2 == 0 else [""] * len(names))
        axes.set_title(SOURCES[source].replace("_", " "))
        axes.set_xlim(left=min(0.0, float(quantiles[:, :, source].min())) - 0.4)
    return figure


def _length_sentence(games: GameBatch) -> str:
    low, middle, high = np.quantile(games.placements, (0.05, 0.5, 0.95))
    return f"A game has {middle:.0f} moves in the middle; nine of ten have from {low:.0f} to {high:.0f}."


def _draw_length(games: GameBatch) -> Figure:
    lengths: Ints = games.placements.astype(np.int64)
    figure = new_figure(2.3)
    axes = figure.add_subplot()
    low, high = int(lengths.min()), int(lengths.max())
    step = max(1, -(-(high - low + 1) // 40))
    axes.hist(lengths, bins=[edge - 0.5 for edge in range(low, high + step + 1, step)], color=COLOURS[0])
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.set_xlabel("moves")
    axes.set_ylabel("games")
    return figure
