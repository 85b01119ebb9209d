"""What does a comparison of rule sets look like? From the JSON that it leaves in its folder."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from ..errors import ResultsError
from ..web import build_page, escape
from .axes import height_of, label_rows
from .html import figure_section, html_table, read_style
from .plot import Plot
from .style import COLOURS, INK, new_figure

__all__ = ["COMPARISON_FILE", "build_comparison", "read_comparison"]

COMPARISON_FILE = "comparison.json"

_Row = Mapping[str, Any]


def read_comparison(folder: Path) -> dict[str, Any]:
    """What a comparison found; raises `ResultsError` for a file that says nothing of the kind."""
    path = folder / COMPARISON_FILE
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["rows"] and data["variants"] and all("table" in variant for variant in data["variants"]):
            found: dict[str, Any] = data
            return found
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ResultsError(f"{path} is damaged or no comparison: {error}") from None
    raise ResultsError(f"{path} holds no comparison that is finished")


def build_comparison(data: Mapping[str, Any], *, name: str) -> tuple[str, list[Plot]]:
    """The page on a comparison of that name, and its plots."""
    pairs: dict[tuple[str, str], list[_Row]] = {}
    for row in data["rows"]:
        pairs.setdefault((row["a"], row["b"]), []).append(row)
    plots = [
        Plot(f"differences-{number}", f"{b} against {a}", _pair_sentence(rows), lambda rows=rows: _draw_pair(rows))  # type: ignore[misc]
        for number, ((a, b), rows) in enumerate(pairs.items(), 1)
    ]
    variants = data["variants"]
    plots.append(Plot("seats", "Seats", _seats_sentence(variants), lambda: _draw_seats(variants)))
    body = [
        f"<header><h1>Comparison {escape(name)}</h1>",
        f"<p class=soft>{escape(_head(variants))}</p></header><main>",
        *figure_section(plots),
    ]
    for (a, b), rows in pairs.items():
        body += [f"<h2>{escape(b)} minus {escape(a)}</h2>", html_table(list(_cells(rows)))]
    if data.get("control"):
        body += ["<h2>The noise floor: the first rules against themselves under other seeds</h2>"]
        body += [html_table(list(_cells(data["control"])))]
    body += ["<h2>Seats as numbers</h2>", html_table(list(_seat_cells(variants))), "</main>"]
    return build_page(f"Medina Arena: {name}", "\n".join(body), style=read_style()), plots


def _head(variants: Sequence[_Row]) -> str:
    """What was compared."""
    games = variants[0]["table"]["games"]
    return f"{', '.join(variant['name'] for variant in variants)}: {games} games of each, in the same blocks"


def _number(value: float | None, form: str = ".4g") -> str:
    return "–" if value is None else format(value, form)


def _cells(rows: Sequence[_Row]) -> Iterator[list[str]]:
    """The headings and a line for each measure."""
    yield ["measure", rows[0]["a"], rows[0]["b"], "difference", "95 % interval", "d_z", "p (Holm)", "finding"]
    for row in rows:
        interval = "–" if row["low"] is None else f"{row['low']:.3g} … {row['high']:.3g}"
        numbers = [_number(row["mean_a"]), _number(row["mean_b"]), _number(row["difference"], "+.3g")]
        p = row["p_holm"]
        chance = "–" if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}"
        yield [row["metric"], *numbers, interval, _number(row["d_z"], "+.2f"), chance, row["finding"]]


def _pair_sentence(rows: Sequence[_Row]) -> str:
    """How many measures differ, and which most."""
    differ = [row for row in rows if row["finding"].startswith("differs")]
    same = sum(row["finding"].startswith("the same") for row in rows)
    text = f"{len(differ)} of {len(rows)} measures differ, {same} are the same within their margin"
    if differ:
        most = max(differ, key=lambda row: abs(row["d_z"] or 0.0))
        text += f"; most of all {most['metric']}, by {most['difference']:+.3g}"
    return f"{text}. Dots are differences in standard deviations of a block, lines 95 % intervals; full dots differ."


def _draw_pair(rows: Sequence[_Row]) -> Figure:
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


def _seats_sentence(variants: Sequence[_Row]) -> str:
    """Under which rules the seats are most unequal."""
    known = [variant for variant in variants if variant.get("seat_spread") is not None]
    if not known:
        return "What a seat is worth under each of the rules; there are too few blocks to tell chance from it."
    worst = max(known, key=lambda variant: variant["seat_spread"])
    return (
        f"What a seat is worth under each of the rules: the seats are most unequal under {worst['name']}, where they "
        f"spread by {worst['seat_spread']:.1f} Elo, chance taken off."
    )


def _draw_seats(variants: Sequence[_Row]) -> Figure:
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


def _seat_cells(variants: Sequence[_Row]) -> Iterator[list[str]]:
    """The headings and a line for each seat of each variant."""
    yield ["rules", "seat", "Elo", "± 95 %", "wins %", "score"]
    for variant in variants:
        for seat in variant["table"]["seats"]:
            numbers = [_number(seat["elo"], "+.1f"), _number(seat["half_width"], ".1f")]
            yield [
                variant["name"],
                str(seat["seat"]),
                *numbers,
                f"{100 * seat['win_share']:.1f}",
                f"{seat['mean_score']:.2f}",
            ]
