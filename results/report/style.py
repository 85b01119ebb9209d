"""How do plots look? The same in all reports: colours that the colour-blind can tell, text in the page's ink."""

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

__all__ = ["COLOURS", "INK", "SOURCE_COLOURS", "draw_svg", "new_figure", "write_figures"]

INK = "#0a0b0c"
"""Of text and axes; in a page it becomes the page's own, light or dark."""
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999")
"""Okabe and Ito 2008."""
SOURCE_COLOURS = ("#0072b2", "#56b4e9", "#009e73", "#e69f00", "#cc79a7", "#d55e00", "#999999")
"""One for each source of points."""

_NO_METADATA: dict[str, Any] = {"Date": None, "Creator": None, "Format": None, "Type": None}
_WIDTH = 4.8
"""Inches: on a phone the text is still of its size."""
_SETTINGS: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "system-ui", "sans-serif"],
    "font.size": 9.0,
    "svg.fonttype": "none",
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 9.0,
    "grid.color": INK,
    "grid.alpha": 0.15,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.w_pad": 0.14,  # half a number stands out beyond the last tick
}


@contextmanager
def _look(salt: str) -> Iterator[None]:
    """The settings of all plots; ids in an SVG follow from the salt, so that a page can hold many."""
    with mpl.rc_context({**_SETTINGS, "svg.hashsalt": salt}):
        yield


def new_figure(height: float) -> Figure:
    """An empty figure of so many inches; belongs to no window."""
    return Figure(figsize=(_WIDTH, height), layout="constrained")


def draw_svg(name: str, draw: Callable[[], Figure]) -> str:
    """A figure as SVG to put into a page."""
    with _look(name):
        file = io.StringIO()
        draw().savefig(file, format="svg", transparent=True, metadata=_NO_METADATA)
    text = file.getvalue()
    text = re.sub(r'<g id="[^"]*"', "<g", text)  # the same in every figure, and nothing refers to them
    return text[text.index("<svg") :].replace(INK, "currentColor")


def write_figures(folder: Path, figures: dict[str, Callable[[], Figure]]) -> list[Path]:
    """Write each figure as SVG and PNG, on white; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, draw in figures.items():
        with _look(name):
            figure = draw()
            for suffix, metadata in (("svg", _NO_METADATA), ("png", {"Software": None})):
                path = folder / f"{name}.{suffix}"
                figure.savefig(path, dpi=200, facecolor="white", metadata=metadata)
                paths.append(path)
    return paths
