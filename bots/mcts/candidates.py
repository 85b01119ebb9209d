"""Which moves does the informed search look at? Those that the prior likes best.

Of moves that are all alike to it a few are drawn; likings get a little noise, so that no square is preferred
for its number.
"""

from typing import Any

from medina_arena.engine import draw_below, draw_float
from medina_arena.engine.kernels import inner

from ..policy.rows import fill_rows, fill_shares, nth_of_row, row_size

__all__ = ["MAX_CANDIDATES", "fill_candidates"]

MAX_CANDIDATES = 256
"""Room that `fill_candidates` needs."""
_NOISE = 0.02
_ALIKE_SHARE = 12
"""Of moves that are alike there is one for so many candidates."""


@inner
def _offer(rows: Any, values: Any, n: int, most: int, row: int, value: float) -> int:
    """Put a row into the descending list of the best `most`, if it is one; returns the list's length."""
    i = n
    if n == most:
        i -= 1
        if value <= values[i]:
            return n
    while i > 0 and values[i - 1] < value:
        values[i] = values[i - 1]
        rows[i] = rows[i - 1]
        i -= 1
    values[i] = value
    rows[i] = row
    return min(n + 1, most)


@inner
def fill_candidates(
    s: Any,
    rng: Any,
    weights: Any,
    work: Any,
    temperature: float,
    limit: int,
    order: Any,
    moves: Any,
    priors: Any,
) -> int:
    """Write the candidates and their prior probabilities, the best row first; returns their number, at most the limit.

    `order`, `moves` and `priors` have room for `MAX_CANDIDATES`; the first is overwritten.
    """
    n_rows = fill_rows(s, weights, work)
    fill_shares(work, n_rows, temperature)
    n_best = 0
    for row in range(n_rows):
        n_best = _offer(order, priors, n_best, limit, row, work.logits[row] + _NOISE * draw_float(rng))
    n = 0
    total = 0.0
    for place in range(n_best):
        row = order[place]
        n_drawn = 1
        if work.moves[row] >= 0:
            moves[n] = work.moves[row]
        else:
            size = row_size(s, work, row)
            n_drawn = min(size, limit if n_rows == 1 else max(1, limit // _ALIKE_SHARE), limit - n)
            step = size // n_drawn
            for i in range(n_drawn):  # one from each part of the row, so that none comes twice
                moves[n + i] = nth_of_row(s, work, row, i * step + draw_below(rng, step))
        for i in range(n, n + n_drawn):
            priors[i] = work.shares[row] / n_drawn
        total += work.shares[row]
        n += n_drawn
        if n == limit:
            break
    for i in range(n):
        priors[i] /= total
    return n
