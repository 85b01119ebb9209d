"""How is a comparison of rule sets drawn? Its measures on one scale, and the seats of each variant."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from .axes import height_of, label_rows
from .style import COLOURS, INK, new_figure

__all__ = ["draw_pair", "draw_seats"]

_Row = Mapping[str, Any]


def draw_pair(rows: Sequence[_Row]) -> Figure:
    """Every measure's difference on one scale."""
    figure = new_figure(height_of(len(rows)))
    axes = figure.add_subplot()
    for place, row in enumerate(rows):
        if row["d_z"] is None:
            continue
        colour = COLOURS[5] if row["finding"].startswith("differs") else COLOURS[0]
        face = colour if row["finding"].startswith("differs") else "none"
        if row["low"] is not None and row["difference"]:
            scale = row["d_z"] / row["difference"]
            axes.plot([row["low"] * scale, row["high"] * scale], [place, place], color=colour)
        axes.plot(row["d_z"], place, "o", color=colour, markerfacecolor=face)
    axes.axvline(0, color=INK, linewidth=0.8, alpha=0.5)
    label_rows(axes, [row["metric"] for row in rows])
    axes.set_xlabel("difference in standard deviations of a block")
    return figure


def draw_seats(variants: Sequence[_Row]) -> Figure:
    """The seats of each variant, with intervals."""
    rows = [(variant["name"], seat) for variant in variants for seat in variant["table"]["seats"]]
    figure = new_figure(height_of(len(rows)))
    axes = figure.add_subplot()
    names = [variant["name"] for variant in variants]
    for place, (name, seat) in enumerate(rows):
        colour = COLOURS[names.index(name) % len(COLOURS)]
        axes.errorbar(seat["elo"], place, xerr=seat["half_width"] or 0.0, fmt="s", color=colour, capsize=3)
    axes.axvline(0, color=INK, linewidth=0.8, alpha=0.5)
    label_rows(axes, [f"{name}, seat {seat['seat']}" for name, seat in rows])
    axes.set_xlabel("Elo of the seat with 95 % interval")
    return figure
