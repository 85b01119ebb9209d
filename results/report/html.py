"""How are tables and pictures put into a page?"""

from collections.abc import Container, Iterator, Sequence
from importlib.resources import files

from ..web import escape
from .plot import Plot
from .style import draw_svg

__all__ = ["figure_section", "html_table", "read_style"]


def read_style() -> str:
    """What reports look like besides what all pages have."""
    return files(__package__).joinpath("report.css").read_text(encoding="utf-8")


def html_table(rows: Sequence[Sequence[str]], *, texts: Container[int] = ()) -> str:
    """A table with one row of headings; cells are texts, and those of the columns `texts` are words."""
    head, *body = rows
    lines = [_line("th", head, texts), *(_line("td", row, texts) for row in body)]
    return f"<div class=wide><table>{''.join(lines)}</table></div>"


def _line(tag: str, cells: Sequence[str], texts: Container[int]) -> str:
    """One row of a table."""
    starts = [f"<{tag} class=text>" if place in texts else f"<{tag}>" for place in range(len(cells))]
    return f"<tr>{''.join(f'{start}{escape(cell)}</{tag}>' for start, cell in zip(starts, cells, strict=True))}</tr>"


def figure_section(plots: Sequence[Plot]) -> Iterator[str]:
    """Pictures, each with what to see in it."""
    yield "<div class=plots>"
    for plot in plots:
        label = escape(f"{plot.title}: {plot.sentence}")
        svg = draw_svg(plot.name, plot.draw).replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
        yield f'<figure id="{plot.name}"><h2>{escape(plot.title)}</h2>{svg}'
        yield f"<figcaption>{escape(plot.sentence)}</figcaption></figure>"
    yield "</div>"
