"""Which axes do plots of bots have? One row a bot, the first at the top."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from ..arrays import Floats
from .style import COLOURS, INK

__all__ = ["draw_ranges", "height_of", "label_rows", "shorten"]

_MAX_LABEL = 24


def shorten(name: str) -> str:
    """A label that leaves room for the picture."""
    return name if len(name) <= _MAX_LABEL else f"{name[: _MAX_LABEL // 2]}…{name[1 - _MAX_LABEL // 2 :]}"


def label_rows(axes: Axes, names: Sequence[str]) -> None:
    """The bots from top to bottom."""
    axes.set_yticks(range(len(names)), [shorten(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x")
    axes.set_axisbelow(True)


def height_of(n: int) -> float:
    """Inches for so many rows."""
    return 0.9 + 0.3 * n


def draw_ranges(axes: Axes, quantiles: Sequence[Floats]) -> None:
    """For each row a dot at the median, a thick line over the middle half, a thin one over nine tenths."""
    for place, (lowest, low, median, high, highest) in enumerate(quantiles):
        colour = COLOURS[place % len(COLOURS)]
        axes.plot([lowest, highest], [place, place], color=colour, linewidth=1.2)
        axes.plot([low, high], [place, place], color=colour, linewidth=5, solid_capstyle="butt", alpha=0.75)
        axes.plot(median, place, "o", color=colour, markeredgecolor=INK, markersize=5)
