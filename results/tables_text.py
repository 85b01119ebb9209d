"""How does a table look in a terminal, and in a Markdown page?"""

import textwrap
from collections.abc import Iterable, Sequence

from .cells import (
    bot_table,
    by_seat_table,
    difference_cells,
    fairness_line,
    faultless_table,
    foot_lines,
    head_lines,
    islands,
    residual_lines,
    seat_table,
    superiority_cells,
)
from .table_rows import BotRow, EloTable

WIDTH = 100
"""No line of a text table is longer, in characters."""
_MATRIX_BOTS = 8
"""Differences are printed for at most so many bots."""
_GAP = "  "
_BY_SEAT = "Elo of each bot on each seat, 0 = mean of all bots on all seats"
_RESIDUALS = "Pairs that the Elos do not explain"


def format_text(table: EloTable) -> str:
    """A table as aligned plain text."""
    lines = wrap(head_lines(table))
    if table.has_elo:
        for rows in islands(table):
            lines += ["", *_bots(table, rows)]
            if 2 <= len(rows) <= _MATRIX_BOTS:
                numbers = [str(n) for n in range(1, len(rows) + 1)]
                for title, cells in _matrices(table, rows):
                    numbered = [(number, *row) for number, row in zip(numbers, cells, strict=True)]
                    lines += ["", title, *align([("#", *numbers), *numbered])]
    for test in table.seat_tests:
        lines += ["", *align(seat_table(table, test.players)), fairness_line(table, test)]
        if by_seat := by_seat_table(table, test.players):
            lines += ["", _BY_SEAT, *align(by_seat, left=0)]
    if surprises := wrap(residual_lines(table)):
        lines += ["", _RESIDUALS, *surprises]
    if faultless := faultless_table(table):
        lines += ["", _faultless_title(table), *align(faultless, left=0)]
    return "\n".join([*lines, "", *wrap(foot_lines(table))]) + "\n"


def format_markdown(table: EloTable) -> str:
    """A table as Markdown."""
    lines = [f"{line}  " for line in head_lines(table)]
    if table.has_elo:
        for rows in islands(table):
            lines += ["", *pipes(bot_table(table, rows))]
            for title, cells in _matrices(table, rows) if 2 <= len(rows) <= _MATRIX_BOTS else ():
                numbered = [(row.bot, *line) for row, line in zip(rows, cells, strict=True)]
                lines += ["", f"{title}:", "", *pipes([("", *(row.bot for row in rows)), *numbered])]
    for test in table.seat_tests:
        lines += ["", *pipes(seat_table(table, test.players)), "", fairness_line(table, test)]
        if by_seat := by_seat_table(table, test.players):
            lines += ["", f"{_BY_SEAT}:", "", *pipes(by_seat)]
    if surprises := list(residual_lines(table)):
        lines += ["", f"{_RESIDUALS}:", "", *(f"- {line}" for line in surprises)]
    if faultless := faultless_table(table):
        lines += ["", f"{_faultless_title(table)}:", "", *pipes(faultless)]
    return "\n".join([*lines, "", *(f"{line}  " for line in foot_lines(table))]) + "\n"


def _faultless_title(table: EloTable) -> str:
    """What the Elos without faulty games leave out."""
    return f"Elo without the {table.faulty_games} games with a fault, which may be no fair sample"


def _bots(table: EloTable, rows: Sequence[BotRow]) -> list[str]:
    """The main table, numbered from 1; labels are cut in the middle until it fits."""
    cells = [(str(number) if number else "#", *row) for number, row in enumerate(bot_table(table, rows))]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    room = WIDTH - sum(widths) - len(_GAP) * (len(widths) - 1) + widths[1]
    return align([(row[0], _cut(row[1], room), *row[2:]) for row in cells], left=1)


def _matrices(table: EloTable, rows: Sequence[BotRow]) -> list[tuple[str, list[list[str]]]]:
    """The differences between all pairs, and how sure they are, each with its title."""
    matrices = [("Elo of row minus column", difference_cells(table, rows))]
    if table.note is None:
        matrices.append(("probability in % that row is stronger", superiority_cells(table, rows)))
    return matrices


def wrap(lines: Iterable[str]) -> list[str]:
    """Lines broken at spaces where they are too long."""
    return [part for line in lines for part in textwrap.wrap(line, WIDTH)]


def _cut(label: str, room: int) -> str:
    """A label of at most this length, without its middle where it is too long."""
    if len(label) <= room:
        return label
    tail = (room - 1) // 2
    return f"{label[: room - 1 - tail]}…{label[-tail:]}"


def align(cells: Sequence[Sequence[str]], left: int = -1) -> list[str]:
    """Cells in columns, to the right except for one."""
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return [
        _GAP.join(
            cell.ljust(width) if column == left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]


def pipes(cells: Sequence[Sequence[str]]) -> list[str]:
    """Cells as a Markdown table, the first column to the left."""
    rows = ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in cells]
    return [rows[0], "|:--" + "|--:" * (len(cells[0]) - 1) + "|", *rows[1:]]
