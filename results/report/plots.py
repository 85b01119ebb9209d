"""Which pictures does a run's report have, and what is to be seen in each?"""

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.figure import Figure

from ..cells import elo_cell
from ..games import GameBatch
from ..separation import Separation
from ..tables import BotRow, DifferenceRow, EloTable
from .axes import height_of, label_rows, shorten
from .plot import Plot
from .point_plots import make_point_plots
from .style import COLOURS, INK, new_figure

__all__ = ["MAX_BOTS", "make_plots"]

MAX_BOTS = 12
"""Bots that a picture shows, the strongest ones."""


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
    yield from make_point_plots(names, seats, games)


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
    figure = new_figure(height_of(len(rows)))
    axes = figure.add_subplot()
    for place, row in enumerate(rows):
        colour = COLOURS[place % len(COLOURS)]
        if row.separated is Separation.NONE and row.elo is not None:
            axes.errorbar(row.elo, place, xerr=row.half_width or 0.0, fmt="o", color=colour, capsize=3)
        elif row.bound is not None:
            sign = ">" if row.separated is Separation.ABOVE else "<"
            axes.plot(row.bound, place, marker=sign, color=colour, markersize=8)
    axes.axvline(0, color=INK, linewidth=0.8, alpha=0.5)
    label_rows(axes, [row.bot for row in rows])
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
    axes.set_xticks(range(n), [shorten(name) for name in names], rotation=40, ha="right")
    axes.set_yticks(range(n), [shorten(name) for name in names])
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
    figure = new_figure(height_of(len(table.seats)))
    axes = figure.add_subplot()
    for row in table.seats:
        axes.errorbar(row.elo, row.seat, xerr=row.half_width or 0.0, fmt="s", color=COLOURS[0], capsize=3)
    axes.axvline(0, color=INK, linewidth=0.8, alpha=0.5)
    label_rows(axes, [f"seat {row.seat}: wins {100 * row.win_share:.1f} %" for row in table.seats])
    axes.set_xlabel("Elo of the seat with 95 % interval")
    return figure
