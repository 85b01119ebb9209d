"""Which record of a file is meant?"""

from typing import Any

import click

__all__ = ["record_at"]


def record_at(file: str, line: int | None) -> tuple[int, dict[str, Any]]:
    """The record on a line of a file (a dash is the standard input), or the first one, with the number of its line."""
    from medina_arena.engine import NotationError, read_records

    with click.open_file(file, "rb") as lines:
        for number, record in read_records(lines, file):
            if line in (None, number):
                return number, record
    what = "has no record" if line is None else f"has no record on line {line}"
    raise NotationError(f"{file} {what}")
