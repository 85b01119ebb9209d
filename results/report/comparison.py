"""What does a comparison of rule sets look like? From the JSON that it leaves in its folder."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..cells import p_value
from ..comparison import Finding
from ..comparison_text import SHORT_FINDINGS
from ..errors import ResultsError
from ..number_cells import NOTHING, chance_cell, fixed_cell, measure_cell
from ..web import build_page, escape
from .comparison_plots import draw_pair, draw_seats
from .html import figure_section, html_table, read_style
from .plot import Plot

__all__ = ["COMPARISON_FILE", "build_comparison", "read_comparison"]

COMPARISON_FILE = "comparison.json"

_Row = Mapping[str, Any]

_LITTLE = 0.05
"""A spread of the seats, in Elo, that is printed as 0.0."""
_FOOT = (
    "Intervals hold with 95 %, over blocks that both rules played. d_z: the difference in standard deviations of a "
    "block; p: chance of such a difference if there is none, adjusted for the number of measures (Holm). The margin, "
    "below which a difference is of no consequence, was fixed for each measure beforehand: 'differs little' is surely "
    "less than it, 'same' too, and 'open' is neither shown to differ nor to be the same."
)


def read_comparison(folder: Path) -> dict[str, Any]:
    """What a comparison found; raises `ResultsError` for a file that says nothing of the kind."""
    path = folder / COMPARISON_FILE
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        _ = [Finding(row["finding"]) for row in [*data["rows"], *data.get("control", [])]]
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
        Plot(f"differences-{number}", f"{b} against {a}", _pair_sentence(rows), lambda rows=rows: draw_pair(rows))  # type: ignore[misc]
        for number, ((a, b), rows) in enumerate(pairs.items(), 1)
    ]
    variants = data["variants"]
    plots.append(Plot("seats", "Seats", _seats_sentence(variants), lambda: draw_seats(variants)))
    body = [
        f"<header><h1>Comparison {escape(name)}</h1>",
        f"<p class=soft>{escape(_head(variants))}</p></header><main>",
        *figure_section(plots),
    ]
    for (a, b), rows in pairs.items():
        body += [f"<h2>{escape(b)} minus {escape(a)}</h2>", html_table(list(_cells(rows)), texts=_TEXTS)]
    body.append(f"<p class=hint>{escape(_FOOT)}</p>")
    if data.get("control"):
        body += ["<h2>The noise floor: the first rules against themselves under other seeds</h2>"]
        body += [html_table(list(_cells(data["control"])), texts=_TEXTS)]
    body += ["<h2>Seats as numbers</h2>", html_table(list(_seat_cells(variants)))]
    body += [f"<p>{escape(line)}</p>" for line in _fairness_lines(variants)]
    return build_page(f"Medina Arena: {name}", "\n".join([*body, "</main>"]), style=read_style()), plots


def _head(variants: Sequence[_Row]) -> str:
    """What was compared."""
    games = variants[0]["table"]["games"]
    return f"{', '.join(variant['name'] for variant in variants)}: {games} games of each, in the same blocks"


_TEXTS = (7, 8)
"""Columns of `_cells` that are words."""


def _cells(rows: Sequence[_Row]) -> Iterator[list[str]]:
    """The headings and a line for each measure."""
    yield [
        *("measure", rows[0]["a"], rows[0]["b"], "difference", "95 % interval", "d_z", "p (Holm)"),
        *("finding", "what it is"),
    ]
    for row in rows:
        interval = NOTHING if row["low"] is None else f"{measure_cell(row['low'])} … {measure_cell(row['high'])}"
        means = [measure_cell(row[name], signed=False) for name in ("mean_a", "mean_b")]
        numbers = [*means, measure_cell(row["difference"]), interval, fixed_cell(row["d_z"], "+.2f")]
        yield [
            row["metric"],
            *numbers,
            chance_cell(row["p_holm"]),
            SHORT_FINDINGS[Finding(row["finding"])],
            row["about"],
        ]


def _pair_sentence(rows: Sequence[_Row]) -> str:
    """How many measures differ, and which most."""
    found = Counter(Finding(row["finding"]) for row in rows)
    differ = [row for row in rows if Finding(row["finding"]) in (Finding.DIFFERS, Finding.DIFFERS_LITTLE)]
    text = f"{len(differ)} of {len(rows)} measures differ"
    if differ:
        most = max(differ, key=lambda row: abs(row["d_z"] or 0.0))
        text += (
            f", {found[Finding.DIFFERS_LITTLE]} of them by less than their margin, most clearly {most['metric']}, by "
        )
        text += measure_cell(most["difference"])
    return (
        f"{text}; {found[Finding.SAME]} are shown to be the same, {found[Finding.OPEN]} are open. Dots are differences "
        "in standard deviations of a block, lines 95 % intervals; full dots differ."
    )


def _seats_sentence(variants: Sequence[_Row]) -> str:
    """Under which rules the seats are most unequal."""
    text = "What a seat is worth under each of the rules"
    known = [variant for variant in variants if variant.get("seat_spread") is not None]
    if not known:
        return f"{text}; there are too few blocks to tell chance from it."
    worst = max(known, key=lambda variant: variant["seat_spread"])
    if worst["seat_spread"] < _LITTLE:
        return f"{text}: the seats spread no more than chance would have it, whatever the rules."
    return (
        f"{text}: the seats are most unequal under {worst['name']}, where they spread by "
        f"{worst['seat_spread']:.1f} Elo, chance taken off."
    )


def _seat_cells(variants: Sequence[_Row]) -> Iterator[list[str]]:
    """The headings and a line for each seat of each variant."""
    yield ["rules", "seat", "Elo", "± 95 %", "wins %", "score"]
    for variant in variants:
        for seat in variant["table"]["seats"]:
            numbers = [fixed_cell(seat["elo"], "+.1f"), fixed_cell(seat["half_width"], ".1f")]
            shares = [f"{100 * seat['win_share']:.1f}", f"{seat['mean_score']:.2f}"]
            yield [variant["name"], str(seat["seat"]), *numbers, *shares]


def _fairness_lines(variants: Sequence[_Row]) -> Iterator[str]:
    """Whether the seats are equal under each of the rules."""
    for variant in variants:
        for test in variant["table"].get("seat_tests", []):
            chance = "too few blocks to tell" if test["p"] is None else f"p {p_value(test['p'])}"
            yield f"{variant['name']}: all seats equal? {chance}"
