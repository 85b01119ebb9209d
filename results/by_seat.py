"""How strong is each bot on each seat?"""

from dataclasses import dataclass

import numpy as np

from .games import EMPTY_SEAT, GameBatch
from .rating import Rating, rate
from .separation import Separation


@dataclass(frozen=True, slots=True)
class BotSeatRow:
    """One bot on one seat of the games with one number of players. None where the games do not tell."""

    players: int
    bot: str
    seat: int
    elo: float | None  # relative to the mean of all bots on all seats
    half_width: float | None  # of the 95 % interval
    games: int
    win_share: float | None
    mean_score: float | None


def rate_by_seat(games: GameBatch, names: tuple[str, ...], *, win_only: bool = False) -> list[BotSeatRow]:
    """Rate every bot once for each seat, as if it were another bot there."""
    players = (games.bots != EMPTY_SEAT).sum(axis=1)
    rows = []
    for number in np.unique(players).tolist():
        part = games.take(players == number)
        entrants = np.where(part.bots == EMPTY_SEAT, EMPTY_SEAT, part.bots * part.seats + np.arange(part.seats))
        rating = rate(
            entrants,
            part.ranks,
            part.blocks,
            names=[f"{name}@{seat}" for name in names for seat in range(part.seats)],
            win_only=win_only,
            seat_terms=False,
        )
        rows += [
            _row(part, rating, number, names, bot, seat) for bot in range(len(names)) for seat in range(part.seats)
        ]
    return [row for row in rows if row.games]


def _row(games: GameBatch, rating: Rating, players: int, names: tuple[str, ...], bot: int, seat: int) -> BotSeatRow:
    """One bot's part on one seat."""
    entrant = bot * games.seats + seat
    elo, half_width = float(rating.elo[entrant]), float(rating.half_width[entrant])
    is_finite = rating.separated[entrant] is Separation.NONE
    n = int(rating.counts.games[entrant])
    return BotSeatRow(
        players=players,
        bot=names[bot],
        seat=seat,
        elo=elo if is_finite and np.isfinite(elo) else None,
        half_width=half_width if is_finite and np.isfinite(half_width) else None,
        games=n,
        win_share=float(rating.counts.win_share[entrant]) if n else None,
        mean_score=float(games.scores[games.bots[:, seat] == bot, seat].mean()) if n else None,
    )
