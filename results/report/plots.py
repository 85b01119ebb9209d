"""Which pictures does a run's report have, and what is to be seen in each?"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..arrays import Floats, Ints
from ..cells import elo_cell
from ..games import SOURCES, GameBatch
from ..separation import Separation
from ..tables import BotRow, DifferenceRow, EloTable
from .style import COLOURS, INK, SOURCE_COLOURS, new_figure

__all__ = ["MAX_BOTS", "Plot", "make_plots"]

MAX_BOTS = 12
"""Bots that a picture shows, the strongest ones."""
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_MAX_LABEL = 24


@dataclass(frozen=True, slots=True)
class Plot:
    """One picture with the sentence that says what to see in it."""

    name: str
    """Of its file, without suffix."""
    title: str
    sentence: str
    draw: Callable[[], Figure]


def make_plots(table: EloTable, games: GameBatch, labels: Sequence[str]) -> Iterator[Plot]:
    """The pictures of a run; `labels` names the bots by their numbers in `games`."""
    shown = table.bots[:MAX_BOTS]
    names = [row.bot for row in shown]
    seats = [games.bots == labels.index(name) for name in names]
    if table.has_elo:
        yield Plot("elo", "Strength", _elo_sentence(table), lambda: _draw_elo(shown))
    if len(shown) > 1 and table.has_elo:
        yield Plot("differences", "Who is ahead of whom", _difference_sentence(table), lambda: _draw_matrix(table))
    yield Plot("seats", "Seats", _seat_sentence(table), lambda: _draw_seats(table))
    means = np.array([games.sources[sits].mean(axis=0) for sits in seats])
    yield Plot("points", "Where the points come from", _source_sentence(names, means), lambda: _bars(names, means))
    scores = games.scores
    totals = [np.quantile(scores[sits], _QUANTILES) for sits in seats]
    yield Plot("scores", "Scores", _score_sentence(names, totals), lambda: _draw_scores(names, totals))
    of_source = np.array([np.quantile(games.sources[sits], _QUANTILES, axis=0) for sits in seats])
    yield Plot("sources", "Scores by source", _SOURCES_SENTENCE, lambda: _draw_sources(names, of_source))
    yield Plot("length", "Length of games", _length_sentence(games), lambda: _draw_length(games))


_SOURCES_SENTENCE = (
    "Each panel is one source: the dot is the median, the thick line holds the middle half of a bot's games, the thin "
    "line nine of ten."
)


def _short(name: str) -> str:
    """A label that leaves room for the picture."""
    return name if len(name) <= _MAX_LABEL else f"{name[: _MAX_LABEL // 2]}…{name[1 - _MAX_LABEL // 2 :]}"


def _bot_axis(axes: Axes, names: Sequence[str]) -> None:
    """The bots from top to bottom."""
    axes.set_yticks(range(len(names)), [_short(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x")
    axes.set_axisbelow(True)


def _height(n: int) -> float:
    """Inches for so many rows."""
    return 0.9 + 0.3 * n


# --- strength


def _elo_sentence(table: EloTable) -> str:
    best = table.bots[0]
    if best.elo is None or best.half_width is None:
        return f"Dots are Elo. {table.note or 'A bot that is always ahead, or always behind, has a bound instead.'}"
    pairs = [(a, b) for a, b in zip(table.bots, table.bots[1:], strict=False) if a.elo is not None]
    apart = sum(_is_apart(table, a.bot, b.bot) for a, b in pairs)
    return (
        f"Dots are Elo, lines 95 % intervals: {best.bot} is first with {best.elo:+.0f} ± {best.half_width:.0f}. "
        f"Of {len(pairs)} neighbours in the order, {apart} differ clearly."
    )


def _is_apart(table: EloTable, a: str, b: str) -> bool:
    """Whether the interval of a difference leaves 0 out, or one of the two was ahead every time."""
    found = _differences(table).get((a, b))
    if found is None or found.elo is None:
        return False
    if found.separated in (Separation.ABOVE, Separation.BELOW):
        return True
    return found.half_width is not None and abs(found.elo) > found.half_width


def _differences(table: EloTable) -> dict[tuple[str, str], DifferenceRow]:
    """All differences, either way round."""
    found = {(row.a, row.b): row for row in table.differences}
    return found | {(row.b, row.a): row.reversed() for row in table.differences}


def _draw_elo(rows: Sequence[BotRow]) -> Figure:
    figure = new_figure(_height(len(rows)))
    axes = figure.add_subplot()
    for place, row in enumerate(rows):
        colour = COLOURS[place % len(COLOURS)]
        if row.separated is Separation.NONE and row.elo is not None:
            axes.errorbar(row.elo, place, xerr=row.half_width or 0.0, fmt="o", color=colour, capsize=3)
        elif row.bound is not None:
            sign = ">" if row.separated is Separation.ABOVE else "<"
            axes.plot(row.bound, place, marker=sign, color=colour, markersize=8)
    axes.axvline(0, color=INK, linewidth=0.8, alpha=0.5)
    _bot_axis(axes, [row.bot for row in rows])
    axes.set_xlabel("Elo with 95 % interval")
    return figure


def _difference_sentence(table: EloTable) -> str:
    clear = sum(_is_apart(table, row.a, row.b) for row in table.differences)
    return (
        f"Elo of the row minus the column: violet where the row is ahead, orange where it is behind; in bold the "
        f"{clear} of {len(table.differences)} pairs whose 95 % interval leaves 0 out."
    )


def _draw_matrix(table: EloTable) -> Figure:
    names = [row.bot for row in table.bots[:MAX_BOTS]]
    found = _differences(table)
    n = len(names)
    limit = max((abs(row.elo) for row in table.differences if row.elo and row.half_width), default=400.0)
    values = np.full((n, n), np.nan)
    for (a, b), row in found.items():
        if a in names and b in names and row.elo is not None:
            values[names.index(a), names.index(b)] = np.clip(row.elo, -limit, limit)
    figure = new_figure(1.1 + 0.38 * n)
    axes = figure.add_subplot()
    axes.imshow(values, cmap="PuOr", vmin=-2 * limit, vmax=2 * limit, aspect="auto")
    for (a, b), row in found.items():
        if a in names and b in names:
            text = elo_cell(row.elo, row.separated, row.bound, "+.0f")
            weight = "bold" if _is_apart(table, a, b) else "normal"
            spot = (names.index(b), names.index(a))
            axes.text(*spot, text, ha="center", va="center", color="#111111", weight=weight, size=9 if n < 9 else 7)
    axes.set_xticks(range(n), [_short(name) for name in names], rotation=40, ha="right")
    axes.set_yticks(range(n), [_short(name) for name in names])
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    return figure


# --- seats


def _seat_sentence(table: EloTable) -> str:
    best = max(table.seats, key=lambda row: row.elo)
    worst = min(table.seats, key=lambda row: row.elo)
    if table.seat_p is None:
        return (
            f"Seat {best.seat} did best and seat {worst.seat} worst; there are too few blocks to tell chance from it."
        )
    verdict = "more than chance would" if table.seat_p < 0.05 else "no more than chance may"
    p = f"p = {table.seat_p:.3f}" if table.seat_p >= 0.0005 else "p < 0.001"
    return (
        f"What a seat is worth whoever sits there: {best.elo:+.0f} Elo at seat {best.seat}, {worst.elo:+.0f} at seat "
        f"{worst.seat}. The seats differ {verdict} ({p})."
    )


def _draw_seats(table: EloTable) -> Figure:
    figure = new_figure(_height(len(table.seats)))
    axes = figure.add_subplot()
    for row in table.seats:
        axes.errorbar(row.elo, row.seat, xerr=row.half_width or 0.0, fmt="s", color=COLOURS[0], capsize=3)
    axes.axvline(0, color=INK, linewidth=0.8, alpha=0.5)
    _bot_axis(axes, [f"seat {row.seat}: wins {100 * row.win_share:.1f} %" for row in table.seats])
    axes.set_xlabel("Elo of the seat with 95 % interval")
    return figure


# --- points


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
    figure = new_figure(_height(len(names)) + 0.5)
    axes = figure.add_subplot()
    left = np.zeros(len(names))
    for source, (name, colour) in enumerate(zip(SOURCES, SOURCE_COLOURS, strict=True)):
        if means[:, source].any():
            axes.barh(range(len(names)), means[:, source], left=left, color=colour, label=name.replace("_", " "))
            left += means[:, source]
    _bot_axis(axes, names)
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


def _ranges(axes: Axes, quantiles: Sequence[Floats]) -> None:
    """For each row a dot at the median, a thick line over the middle half, a thin one over nine tenths."""
    for place, (lowest, low, median, high, highest) in enumerate(quantiles):
        colour = COLOURS[place % len(COLOURS)]
        axes.plot([lowest, highest], [place, place], color=colour, linewidth=1.2)
        axes.plot([low, high], [place, place], color=colour, linewidth=5, solid_capstyle="butt", alpha=0.75)
        axes.plot(median, place, "o", color=colour, markeredgecolor=INK, markersize=5)


def _draw_scores(names: Sequence[str], quantiles: Sequence[Floats]) -> Figure:
    figure = new_figure(_height(len(names)))
    axes = figure.add_subplot()
    _ranges(axes, quantiles)
    _bot_axis(axes, names)
    axes.set_xlabel("score: median, middle half, nine of ten games")
    return figure


def _draw_sources(names: Sequence[str], quantiles: Floats) -> Figure:
    used = [source for source in range(len(SOURCES)) if quantiles[:, :, source].any()]
    rows = -(-len(used) // 2)
    figure = new_figure(0.4 + rows * (0.7 + 0.22 * len(names)))
    for place, source in enumerate(used):
        axes = figure.add_subplot(rows, 2, place + 1)
        _ranges(axes, list(quantiles[:, :, source]))
        _bot_axis(axes, names if place % 2 == 0 else [""] * len(names))
        axes.set_title(SOURCES[source].replace("_", " "))
        axes.set_xlim(left=min(0.0, float(quantiles[:, :, source].min())) - 0.4)
    return figure


# --- length


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
