"""What does a palace look like to a program? A frozen copy of what the state says of it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import doors
from .notation import KIND_LETTERS, format_square
from .state import MAX_PLAYERS, NOBODY

__all__ = ["Palace", "read_palace"]


@dataclass(frozen=True, slots=True)
class Palace:
    """One palace as it stands."""

    colour: str
    """Its letter: G, K, B or O."""
    owner: int | None
    """The seat whose dome it bears; None without a dome or under a neutral one."""
    is_claimed: bool
    """Whether it bears a dome, a neutral one included."""
    is_open: bool
    """Whether a palace piece can still be added."""
    squares: tuple[str, ...]
    """Its pieces and stables, the first piece first."""
    size: int
    """Pieces and stables."""
    stables: int
    inhabitants: int
    """Different inhabitants beside it."""
    walls: int
    """Walls beside it."""
    value: int
    """Its points, without tiles and well."""


def read_palace(states: npt.NDArray[np.void], palace: int) -> Palace:
    """The palace with that number in ``states[0]``."""
    s = states[0]
    first = int(s["first"][palace])
    squares = np.flatnonzero(s["palace_at"] == palace).tolist()
    owner = int(s["owner"][palace])
    return Palace(
        colour=KIND_LETTERS[int(s["colour"][palace])],
        owner=owner if 0 <= owner < MAX_PLAYERS else None,
        is_claimed=owner != NOBODY,
        is_open=bool(doors.is_open_palace(states, palace)),
        squares=tuple(format_square(sq) for sq in sorted(squares, key=lambda sq: (sq != first, sq))),
        size=int(s["size"][palace]),
        stables=int(s["stables"][palace]),
        inhabitants=int(s["n_inhabitants"][palace]),
        walls=int(s["n_walls"][palace]),
        value=int(doors.value_palace(states, palace)),
    )
