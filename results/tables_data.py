"""How is a table handed to other programs?"""

import csv
import io
import json
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from .by_seat import BotSeatRow
from .separation import Separation
from .table_rows import BotRow, EloTable

_OF_RUN = (
    "games",
    "blocks",
    "distinct_games",
    "design_effect",
    "tie_rate",
    "shared_win_rate",
    "prior_elo",
    "reference",
    "win_only",
    "rules",
    "rules_version",
    "faulty_games",
    "precision",
    "left_out",
    "repeated",
)
"""What every row of a CSV says of the games behind it."""

_FAULTLESS = "elo_without_faults"

_DIGITS = 6
"""Decimals kept: more than any error bar, fewer than machines differ in."""


def format_json(table: EloTable) -> str:
    """A table as JSON; what the games do not tell is null."""
    return to_json(table_values(table))


def table_values(table: EloTable) -> dict[str, Any]:
    """A table as plain JSON values."""
    values: dict[str, Any] = plain(table)
    return values | {"faults": dict(table.faults)}


def to_json(data: dict[str, Any]) -> str:
    """Plain values as a file."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def format_csv(table: EloTable) -> str:
    """The bots of a table as CSV, one row each; what the games do not tell is empty.

    Each row ends with what was played. Without the games with faults there is an Elo where it is another one. A table
    by seat has a row for each bot on each seat.
    """
    rows: tuple[BotRow, ...] | tuple[BotSeatRow, ...] = table.by_seat or table.bots
    names = [field.name for field in fields(BotSeatRow if table.by_seat else BotRow)]
    faultless: dict[str, dict[str, Any]] = {}
    if not table.by_seat:
        names.append(_FAULTLESS)
        faultless = {row.bot: {_FAULTLESS: plain(row.elo)} for row in table.faultless}
    run = run_values(table, "run_")
    file = io.StringIO()
    writer = csv.DictWriter(file, [*names, *run], lineterminator="\n")
    writer.writeheader()
    writer.writerows(plain(row) | faultless.get(row.bot, {}) | run for row in rows)
    return file.getvalue()


def run_values(table: EloTable, prefix: str) -> dict[str, Any]:
    """What was played, as the last columns of a CSV, whose names begin with a prefix."""
    values = {name: plain(getattr(table, name)) for name in _OF_RUN}
    values |= {"players": "+".join(map(str, table.players)), "faults": sum(n for _, n in table.faults)}
    return {prefix + name: value for name, value in values.items()}


def plain(value: object) -> Any:
    """A value as JSON has them, numbers rounded, "not separated" as nothing."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Enum):
        return None if value is Separation.NONE else value.value
    return round(value, _DIGITS) + 0.0 if isinstance(value, float) else value
