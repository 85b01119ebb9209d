"""How are the numbers of a table written for a reader?"""

from collections.abc import Callable, Iterator, Sequence

from .by_seat import BotSeatRow
from .confidence import MIN_BOUND_BLOCKS
from .number_cells import NOTHING
from .separation import Separation
from .table_rows import BotRow, DifferenceRow, EloTable, SeatRow, SeatTest

_SURPRISE = 0.05
"""Adjusted p values below which a pair of bots is pointed out."""

BOT_HEADINGS = ("bot", "Elo", "± 95 %", "by wins", "place", "games", "blocks", "rank", "wins %", "score", "faults")
SEAT_HEADINGS = ("seat", "Elo", "± 95 %", "wins %", "score")


def bot_table(table: EloTable, rows: Sequence[BotRow]) -> list[tuple[str, ...]]:
    """The headings and one line of cells for each row; without the Elo by wins where it is the same."""
    form = _elo_form(table)
    cells = [BOT_HEADINGS, *(_bot_cells(row, form) for row in rows)]
    dropped = BOT_HEADINGS.index("by wins") if table.players == (2,) or table.win_only else len(BOT_HEADINGS)
    return [(*row[:dropped], *row[dropped + 1 :]) for row in cells]


def seat_table(table: EloTable, players: int | None = None) -> list[tuple[str, ...]]:
    """The headings and one line of cells for each seat of the games with so many players, or with the most."""
    players = table.players[-1] if players is None else players
    return [SEAT_HEADINGS, *(_seat_cells(row) for row in table.seats if row.players == players)]


def by_seat_table(table: EloTable, players: int) -> list[tuple[str, ...]]:
    """Elo of every bot on every seat, with its interval; empty if it was not asked for."""
    rows = [row for row in table.by_seat if row.players == players]
    seats = sorted({row.seat for row in rows})
    found = {(row.bot, row.seat): row for row in rows}
    bots = [row.bot for row in table.bots if any(other.bot == row.bot for other in rows)]
    lines = [(bot, *(_by_seat_cell(found.get((bot, seat))) for seat in seats)) for bot in bots]
    return [("bot", *(f"seat {seat}" for seat in seats)), *lines] if rows else []


def _by_seat_cell(row: BotSeatRow | None) -> str:
    """A bot's Elo on a seat."""
    if row is None or row.elo is None:
        return NOTHING
    return _number(row.elo, "+.0f") + ("" if row.half_width is None else f" ±{row.half_width:.0f}")


def faultless_table(table: EloTable) -> list[tuple[str, ...]]:
    """The headings and a line for each bot whose Elo is another one without faulty games; empty where there is none."""
    form = _elo_form(table)
    other = {row.bot: row for row in table.faultless}
    lines = [
        (
            row.bot,
            elo_cell(row.elo, row.separated, row.bound, form),
            elo_cell(found.elo, found.separated, found.bound, form),
            _number(found.half_width, ".1f"),
            str(found.games),
        )
        for row in table.bots
        if (found := other.get(row.bot)) is not None
    ]
    return [("bot", "Elo", "without", "± 95 %", "games"), *lines] if lines else []


def _elo_form(table: EloTable) -> str:
    """How Elo is written: with a sign where it is relative to a mean."""
    return ".1f" if table.has_anchors else "+.1f"


def _bot_cells(row: BotRow, form: str) -> tuple[str, ...]:
    """One bot's cells under BOT_HEADINGS."""
    return (
        row.bot,
        elo_cell(row.elo, row.separated, row.bound, form),
        _number(row.half_width, ".1f"),
        _number(row.win_elo, form) + ("!" if row.win_elo_differs else ""),
        _places(row),
        str(row.games),
        str(row.blocks),
        _number(row.mean_rank, ".2f"),
        _number(None if row.win_share is None else 100 * row.win_share, ".1f"),
        _number(row.mean_score, ".2f"),
        str(row.faults),
    )


def elo_cell(elo: float | None, side: Separation, bound: float | None, form: str) -> str:
    """An Elo, its bound, or that there is neither."""
    if side is Separation.NONE:
        return _number(elo, form)
    if side is Separation.OPEN or bound is None:
        return "?"
    return f"{'>' if side is Separation.ABOVE else '<'} {_number(bound, form.replace('.1f', '.0f'))}"


def _places(row: BotRow) -> str:
    """The best and the worst place."""
    if row.best_place is None:
        return NOTHING
    return str(row.best_place) if row.best_place == row.worst_place else f"{row.best_place}–{row.worst_place}"


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
    players = " and ".join(map(str, table.players))
    yield f"{players} players, rules: {table.rules} (version {table.rules_version})"
    yield (
        f"{_count(table.games, 'game')} in {_count(table.blocks, 'block')}, {table.distinct_games} distinct; "
        f"ties {100 * table.tie_rate:.1f} % of pairs; shared wins {100 * table.shared_win_rate:.1f} %"
    )
    faults = ", ".join(f"{n} {kind}" for kind, n in table.faults) or "none"
    left_out = f" ({_count(table.left_out, 'game')} with faults left out)" if table.left_out else ""
    yield f"design effect {_number(table.design_effect, '.2f')}; faults: {faults}{left_out}"
    if table.repeated:
        yield f"{_count(table.repeated, 'game')} that several runs hold counted once"


def foot_lines(table: EloTable) -> Iterator[str]:
    """What the numbers mean."""
    if table.has_elo:
        by = " on who won, not on the places behind" if table.win_only else ""
        zero = table.reference if table.has_anchors else f"0 = {table.reference}"
        yield f"Elo by Plackett–Luce{by}; {zero}; prior N(0, ({table.prior_elo:.0f} Elo)²)."
        yield from _bot_remarks(table)
    else:
        yield "No Elo: no two different bots met."
    if table.faulty_games == table.games:
        yield "Every game has a fault: there is no rating without them."
    if table.outdated:
        what = f"by another version of the rules than {table.rules_version}"
        yield f"Learned {what}, and perhaps weaker for it: {', '.join(table.outdated)}."
    if table.note is not None:
        yield table.note
    if table.precision is not None:
        widest = max((row.half_width for row in table.differences if row.half_width is not None), default=None)
        reached = "no interval is known yet" if widest is None else f"the widest interval is ±{widest:.1f}"
        yield f"Asked for beforehand: every difference to ±{table.precision:g} Elo; {reached}."


def residual_lines(table: EloTable) -> Iterator[str]:
    """The pairs of bots whose results their Elos do not explain."""
    for row in table.residuals:
        if row.p is not None and row.p < _SURPRISE and row.elo is not None:
            yield (
                f"{row.a} against {row.b}: ahead in {100 * row.observed:.1f} % of {row.meetings} meetings, "
                f"{100 * row.expected:.1f} % by Elo: {row.elo:+.0f} Elo, p {p_value(row.p)} of {len(table.residuals)}"
            )


def fairness_line(table: EloTable, test: SeatTest | None = None) -> str:
    """Whether the seats of the games with some number of players, or with the most, are equal."""
    test = table.seat_tests[-1] if test is None else test
    question = "all seats equal?" if len(table.seat_tests) == 1 else f"all {test.players} seats equal?"
    if test.p is None or test.statistic is None:
        return f"{question} too few blocks to tell"
    n_seats = sum(row.players == test.players for row in table.seats)
    return f"{question} chi2({n_seats - 1}) = {test.statistic:.1f}, p {p_value(test.p)}"


def p_value(p: float) -> str:
    """A p value behind the letter p."""
    return f"= {p:.3f}" if p >= 0.0005 else "< 0.001"


def _bot_remarks(table: EloTable) -> Iterator[str]:
    """What single marks in the table mean, where they occur."""
    sides = {row.separated for row in table.bots}
    if any(row.bound is not None for row in table.bots):
        yield "> or <: the bot finished ahead of, or behind, all others every time; the bound holds with 95 %."
    if Separation.OPEN in sides:
        yield "?: the games set no limit to the bot's Elo on either side."
    if any(row.separated and row.separated is not Separation.OPEN and row.bound is None for row in table.bots):
        yield f"?: ahead of all others every time, or behind them; a bound takes {MIN_BOUND_BLOCKS} blocks of a bot."
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
