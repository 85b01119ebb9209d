"""Which Elos are other ones without the games in which a bot faulted?

The games that are left are no fair sample: a bot may fault where it stands badly.
"""

from collections.abc import Iterator, Mapping, Sequence

from .errors import ResultsError
from .games import GameBatch, Termination
from .numbers import known
from .rating import Rating, rate
from .separation import Separation
from .table_rows import FaultlessRow

__all__ = ["faultless_games", "faultless_rows"]


def faultless_games(games: GameBatch) -> GameBatch:
    """The games in which no bot faulted."""
    return games.take((games.terminations == Termination.NORMAL).all(axis=1))


def faultless_rows(
    games: GameBatch, rating: Rating, order: Sequence[int], *, win_only: bool, anchors: Mapping[int, float]
) -> Iterator[FaultlessRow]:
    """The bots, in this order, whose Elo is another one without faulty games; none where all games are faulty.

    `rating` is that of all games, with the same options. None as well where an anchor has no finite Elo without them.
    """
    sound = faultless_games(games)
    if not 0 < len(sound) < len(games):
        return
    try:
        other = rate(sound.bots, sound.ranks, sound.blocks, names=rating.names, win_only=win_only, anchors=anchors)
    except ResultsError:
        return
    for bot in order:
        if _shown(other, bot) != _shown(rating, bot):
            side = other.separated[bot]
            yield FaultlessRow(
                bot=rating.names[bot],
                elo=known(other.elo[bot]),
                half_width=known(other.half_width[bot]) if side is Separation.NONE else None,
                separated=side,
                bound=known(other.bound[bot]),
                games=int(other.counts.games[bot]),
            )


def _shown(rating: Rating, bot: int) -> tuple[Separation, float | None]:
    """What a table shows of a bot's Elo."""
    side = rating.separated[bot]
    value = known(rating.bound[bot] if side else rating.elo[bot])
    return side, None if value is None else round(value, 1)
