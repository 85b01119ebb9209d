"""How is a comparison told: in a terminal, in a Markdown page, in words?"""

import math
from collections.abc import Callable, Iterator, Sequence

from .cells import fairness_line, head_lines
from .comparison import CONTROL, Comparison, ComparisonRow, Finding
from .fairness import spread_of_seats
from .number_cells import NOTHING, chance_cell, fixed_cell, measure_cell
from .table_rows import EloTable
from .tables_text import align, pipes, wrap

_HEADINGS = ("metric", "a", "b", "b - a", "95 %", "d_z", "delta", "p", "Holm", "margin", "finding", "rho", "detectable")
SHORT_FINDINGS = {
    Finding.DIFFERS: "differs",
    Finding.DIFFERS_LITTLE: "differs little",
    Finding.SAME: "same",
    Finding.OPEN: "open",
}
"""Findings as tables have them."""
_NAMED = 4
"""Measures that a summary names at most."""


def format_comparison(comparison: Comparison) -> str:
    """A comparison as aligned plain text."""
    lines = [*_variant_lines(comparison, align)]
    for rows in _pairs(comparison.rows):
        lines += ["", f"b = {rows[0].b} against a = {rows[0].a}", *align(_cells(rows), left=0), *wrap(_summary(rows))]
    if comparison.control:
        lines += ["", _control_title(comparison), *align(_cells(comparison.control), left=0)]
        lines += wrap([_control_summary(comparison.control)])
    return "\n".join([*lines, "", *wrap(_foot_lines(comparison))]) + "\n"


def format_comparison_markdown(comparison: Comparison) -> str:
    """A comparison as Markdown."""
    lines = [*_variant_lines(comparison, lambda cells: ["", *pipes(cells), ""])]
    for rows in _pairs(comparison.rows):
        lines += ["", f"## {rows[0].b} (b) against {rows[0].a} (a)", "", *pipes(_cells(rows)), ""]
        lines += [f"{line}  " for line in _summary(rows)]
    if comparison.control:
        lines += ["", f"## {_control_title(comparison)}", "", *pipes(_cells(comparison.control)), ""]
        lines.append(_control_summary(comparison.control))
    return "\n".join([*lines, "", *(f"{line}  " for line in _foot_lines(comparison))]) + "\n"


def _pairs(rows: Sequence[ComparisonRow]) -> list[list[ComparisonRow]]:
    """The rows of each pair of variants together."""
    names = dict.fromkeys((row.a, row.b) for row in rows)
    return [[row for row in rows if (row.a, row.b) == pair] for pair in names]


def _variant_lines(comparison: Comparison, form: Callable[[Sequence[Sequence[str]]], list[str]]) -> Iterator[str]:
    """What was played under each variant, and how fair its seats are."""
    names, tables = comparison.variants, comparison.tables
    for name, table in zip(names, tables, strict=True):
        yield f"{name}:"
        yield from wrap(head_lines(table))
    if comparison.control_table is not None:
        yield f"{names[0]}, {CONTROL}:"
        yield from wrap(head_lines(comparison.control_table))
    cells = [("variant", *(f"seat {row.seat}" for row in tables[0].seats), "spread"), *map(_seats, names, tables)]
    yield ""
    yield "Elo of each seat with its 95 % interval, and the spread of the seats with chance taken off"
    yield from form(cells)
    for name, table in zip(names, tables, strict=True):
        yield f"{name}: {fairness_line(table)}"


def _seats(name: str, table: EloTable) -> tuple[str, ...]:
    """The seats of a variant in a line."""
    cells = [f"{row.elo:+.1f}" + ("" if row.half_width is None else f" ±{row.half_width:.1f}") for row in table.seats]
    spread = spread_of_seats(table.seats)
    return (name, *cells, NOTHING if spread is None else f"{spread:.1f}")


def _cells(rows: Sequence[ComparisonRow]) -> list[tuple[str, ...]]:
    """The headings and one line for each measure."""
    return [_HEADINGS, *map(_row_cells, rows)]


def _row_cells(row: ComparisonRow) -> tuple[str, ...]:
    """One measure's cells."""
    interval = NOTHING if row.low is None or row.high is None else f"{measure_cell(row.low)} … {measure_cell(row.high)}"
    return (
        row.metric,
        measure_cell(row.mean_a, signed=False),
        measure_cell(row.mean_b, signed=False),
        measure_cell(row.difference),
        interval,
        fixed_cell(row.d_z, "+.2f"),
        fixed_cell(row.cliffs_delta, "+.2f"),
        chance_cell(row.p),
        chance_cell(row.p_holm),
        measure_cell(row.margin, signed=False),
        SHORT_FINDINGS[row.finding],
        fixed_cell(row.correlation, ".2f"),
        measure_cell(row.detectable, signed=False),
    )


def _summary(rows: Sequence[ComparisonRow]) -> Iterator[str]:
    """Two lines: what differs, and what is the same or not known."""
    a, b = rows[0].a, rows[0].b
    if all(row.p_holm is None for row in rows):
        yield f"{b} against {a}: too few blocks to tell anything."
        yield f"A comparison needs at least 20 blocks, and these are {rows[0].blocks}."
        return
    told = [row for row in rows if row.finding in (Finding.DIFFERS, Finding.DIFFERS_LITTLE)]
    told.sort(key=lambda row: -abs(row.d_z) if row.d_z is not None else -math.inf)
    if told:
        named = "; ".join(f"{row.metric} {measure_cell(row.difference)}{_interval(row)}" for row in told[:_NAMED])
        more = f" and {len(told) - _NAMED} more" if len(told) > _NAMED else ""
        yield f"{b} against {a}: {len(told)} of {len(rows)} measures differ, most clearly {named}{more}."
    elif all(row.difference in (0, None) for row in rows):
        yield f"{b} against {a}: no measure differs, every difference is exactly 0."
    else:
        yield f"{b} against {a}: no difference is shown in any of {len(rows)} measures."
    same = sum(row.finding in (Finding.SAME, Finding.DIFFERS_LITTLE) for row in rows)
    undecided = [row.metric for row in rows if row.finding is Finding.OPEN]
    names = ", ".join(undecided[:_NAMED]) + (", …" if len(undecided) > _NAMED else "")
    left = f"; neither is shown for {len(undecided)} ({names})" if undecided else ""
    yield f"Shown to be within the margin: {same} of {len(rows)}{left}."


def _interval(row: ComparisonRow) -> str:
    """The interval in brackets."""
    return "" if row.low is None or row.high is None else f" [{measure_cell(row.low)}, {measure_cell(row.high)}]"


def _control_title(comparison: Comparison) -> str:
    """What the noise floor is."""
    return f"Noise floor: {comparison.variants[0]} (a) against itself under other seeds (b)"


def _control_summary(rows: Sequence[ComparisonRow]) -> str:
    """What the noise floor says."""
    told = [row.metric for row in rows if row.finding in (Finding.DIFFERS, Finding.DIFFERS_LITTLE)]
    if all(row.p_holm is None for row in rows):
        return "Too few blocks to tell anything."
    if not told:
        return "As it should be, no measure differs."
    return f"Chance alone made these differ, as it does in 1 study of 20: {', '.join(told)}."


def _foot_lines(comparison: Comparison) -> Iterator[str]:
    """What the columns mean."""
    yield (
        "Differences of paired blocks: 95 % by BCa bootstrap; d_z in standard deviations of the differences; "
        "delta is Cliff's; p by 10,000 sign flips, Holm over all measures and pairs of variants."
    )
    yield (
        "same: within the margin by two one-sided tests, Holm too; differs little: both; open: neither. "
        "rho: correlation of the paired blocks. "
        "detectable: found with 80 % at a risk of 5 % for one measure alone. Margins are fixed beforehand."
    )
    yield (
        f"Elo by Plackett–Luce, prior N(0, ({comparison.tables[0].prior_elo:.0f} Elo)²): seats from their mean, "
        "skill_gradient and first_seat as differences."
    )
