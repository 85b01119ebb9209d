"""How unequal are the seats, with chance taken off?"""

from collections.abc import Sequence

import numpy as np

from .table_rows import SeatRow


def spread_of_seats(seats: Sequence[SeatRow]) -> float | None:
    """The standard deviation of the seats' true Elos; None without errors.

    Seats that differ by chance alone give 0 on average of its square, which the largest minus the smallest does not.
    """
    errors = [row.se for row in seats]
    known = [error for error in errors if error is not None]
    if len(known) < len(errors) or len(seats) < 2:
        return None
    n = len(seats)
    found = sum(row.elo**2 for row in seats) / (n - 1)
    by_chance = float(np.sum(np.square(known))) / (n - 1)
    return float(np.sqrt(max(found - by_chance, 0.0)))
