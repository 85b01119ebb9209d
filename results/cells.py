"""How are the numbers of a table written for a reader?"""

from collections.abc import Callable, Iterator, Sequence

from .separation import Separation
from .tables import BotRow, DifferenceRow, EloTable, SeatRow

NOTHING = "–"
"""Stands where the games tell no number."""

BOT_HEADINGS = ("bot", "Elo", "± 95 %", "by wins", "games", "blocks", "rank", "wins %", "score", "faults")
SEAT_HEADINGS = ("seat", "Elo", "± 95 %", "wins %", "score")


def bot_table(table: EloTable, rows: Sequence[BotRow]) -> list[tuple[str, ...]]:
    """The headings and one line of cells for each row; for two players without the Elo by wins, which is the same."""
    cells = [BOT_HEADINGS, *map(_bot_cells, rows)]
    dropped = BOT_HEADINGS.index("by wins") if table.players == 2 else len(BOT_HEADINGS)
    return [(*row[:dropped], *row[dropped + 1 :]) for row in cells]


def seat_table(table: EloTable) -> list[tuple[str, ...]]:
    """The headings and one line of cells for each seat."""
    return [SEAT_HEADINGS, *map(_seat_cells, table.seats)]


def _bot_cells(row: BotRow) -> tuple[str, ...]:
    """One bot's cells under BOT_HEADINGS."""
    return (
        row.bot,
        elo_cell(row.elo, row.separated, row.bound, "+.1f"),
        _number(row.half_width, ".1f"),
        _number(row.win_elo, "+.1f") + ("!" if row.win_elo_differs else ""),
        str(row.games),
        str(row.blocks),
        _number(row.mean_rank, ".2f"),
        _number(None if row.win_share is None else 100 * row.win_share, ".1f"),
        _number(row.mean_score, ".2f"),
        str(row.faults),
    )


def elo_cell(elo: float | None, side: Separation, bound: float | None, form: str) -> str:
    """An Elo, its bound, or that there is neither."""
    if side is Separation.OPEN:
        return "?"
    if side is Separation.NONE or bound is None:
        return _number(elo, form)
    return f"{'>' if side is Separation.ABOVE else '<'} {_number(bound, '+.0f')}"


def _seat_cells(row: SeatRow) -> tuple[str, ...]:
    """One seat's cells under SEAT_HEADINGS."""
    return (
        str(row.seat),
        _number(row.elo, "+.1f"),
        _number(row.half_width, ".1f"),
        _number(100 * row.win_share, ".1f"),
        _number(row.mean_score, ".2f"),
    )


def islands(table: EloTable) -> list[list[BotRow]]:
    """The bots' rows, those that met together."""
    numbers = list(dict.fromkeys(row.island for row in table.bots))
    return [[row for row in table.bots if row.island == number] for number in numbers]


def difference_cells(table: EloTable, rows: Sequence[BotRow]) -> list[list[str]]:
    """[rows, rows] Elo of row minus column, with its interval or as a bound."""
    return _square(table, rows, _difference_cell)


def superiority_cells(table: EloTable, rows: Sequence[BotRow]) -> list[list[str]]:
    """[rows, rows] The probability in per cent that the row is stronger than the column."""
    return _square(table, rows, lambda d: _number(None if d.los is None else 100 * d.los, ".1f"))


def _difference_cell(difference: DifferenceRow) -> str:
    """An Elo difference."""
    text = elo_cell(difference.elo, difference.separated, difference.bound, "+.0f")
    return text if difference.half_width is None else f"{text} ±{difference.half_width:.0f}"


def _square(table: EloTable, rows: Sequence[BotRow], write: Callable[[DifferenceRow], str]) -> list[list[str]]:
    """The cells of every pair of rows, either way round."""
    found = {(d.a, d.b): d for d in table.differences}
    found |= {(d.b, d.a): d.reversed() for d in table.differences}
    return [["·" if a is b else write(found[a.bot, b.bot]) for b in rows] for a in rows]


def head_lines(table: EloTable) -> Iterator[str]:
    """What was played."""
    yield f"{table.players} players, rules: {table.rules} (version {table.rules_version})"
    yield (
        f"{_count(table.games, 'game')} in {_count(table.blocks, 'block')}, {table.distinct_games} distinct; "
        f"ties {100 * table.tie_rate:.1f} % of pairs; shared wins {100 * table.shared_win_rate:.1f} %"
    )
    faults = ", ".join(f"{n} {kind}" for kind, n in table.faults) or "none"
    yield f"design effect {_number(table.design_effect, '.2f')}; faults: {faults}"


def foot_lines(table: EloTable) -> Iterator[str]:
    """What the numbers mean."""
    if table.has_elo:
        yield f"Elo by Plackett–Luce; 0 = {table.reference}; prior N(0, ({table.prior_elo:.0f} Elo)²)."
        yield from _bot_remarks(table)
    else:
        yield "No Elo: no two different bots met."
    if table.note is not None:
        yield table.note


def fairness_line(table: EloTable) -> str:
    """Whether the seats are equal."""
    if table.seat_p is None or table.seat_statistic is None:
        return "all seats equal? too few blocks to tell"
    p = f"= {table.seat_p:.3f}" if table.seat_p >= 0.0005 else "< 0.001"
    return f"all seats equal? chi2({len(table.seats) - 1}) = {table.seat_statistic:.1f}, p {p}"


def _bot_remarks(table: EloTable) -> Iterator[str]:
    """What single marks in the table mean, where they occur."""
    sides = {row.separated for row in table.bots}
    if sides & {Separation.ABOVE, Separation.BELOW}:
        yield "> or <: the bot finished ahead of, or behind, all others every time; the bound holds with 95 %."
    if Separation.OPEN in sides:
        yield "?: the games set no limit to the bot's Elo on either side."
    if any(row.win_elo_differs for row in table.bots):
        yield "!: the Elo by who won alone differs by more than two standard errors from that by all places."
    if len({row.island for row in table.bots}) > 1:
        yield "The bots of separate tables never met, not even over others: their Elos cannot be compared."


def _count(number: int, what: str) -> str:
    """So many of something."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _number(value: float | None, form: str) -> str:
    """A number in this form, with -0 as 0."""
    if value is None:
        return NOTHING
    text = format(value, form)
    return text.replace("-", "+" if "+" in form else "") if float(text) == 0 else text
