"""What is kept of a bot's fault, so that its author can see it again?"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from typing import Any

from .errors import ResultsError
from .games import Termination

__all__ = ["Fault", "fault_row", "read_fault"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One bot's fault in one game."""

    game: int
    """The game's id."""
    seat: int
    bot: int
    """Its place in the run's list of bots."""
    kind: Termination
    ply: int
    """How many moves had been made."""
    text: str
    """What was wrong, in one line."""
    trace: str
    """The traceback, where there is one."""
    moves: str
    """The moves that had been made."""
    position: str
    """The position as `Game.position` writes it."""


COLUMNS = tuple(field.name for field in fields(Fault))


def fault_row(fault: Fault) -> tuple[int | str, ...]:
    """A fault as a row of the store."""
    return tuple(int(value) if isinstance(value, int) else value for value in astuple(fault))


def read_fault(row: Iterable[object]) -> Fault:
    """The fault that `fault_row` made a row of; raises `ResultsError` for what is none."""
    values: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
    try:
        return Fault(**values | {"kind": Termination(values["kind"])})
    except ValueError as error:
        raise ResultsError(f"the record of a fault is damaged: {error}") from None
