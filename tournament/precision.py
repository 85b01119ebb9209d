"""How long does a run go on that is to know its differences to a given precision?

The precision is fixed before the first game. After each part of the run the widest interval says how many games are
still missing; where a run stops depends on its games alone, whoever plays them.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from medina_arena.results import EloTable, games_for_half_width

from .config import RunConfig
from .errors import RunError
from .lineups import n_block_games

__all__ = ["Precision", "precision_from_json", "precision_to_json"]

_ENOUGH_BLOCKS = 24
"""For a first look: a few more than error bars need."""


@dataclass(frozen=True, slots=True)
class Precision:
    """What is asked for, and when to give up."""

    half_width: float
    """Elo to each side of every difference, at 95 %."""
    most_games: int

    def __post_init__(self) -> None:
        """Check the number."""
        if not 0 < self.half_width < float("inf"):
            raise RunError(f"the precision must be above 0 Elo, not {self.half_width:g}")

    def first_games(self, config: RunConfig) -> int:
        """The games before the first look: half of what bots of equal strength would need."""
        if len(config.bots) < 2:
            raise RunError("a precision needs at least two bots: one alone has no Elo")
        half = games_for_half_width(len(config.bots), config.players, self.half_width) // 2
        least = _ENOUGH_BLOCKS * n_block_games(len(config.bots), config.players)
        return min(max(half, least), self.most_games)

    def next_games(self, table: EloTable, games: int) -> int | None:
        """How many games there are to be in all, when so many gave this table; None when it is done.

        At most twice as many as before: few blocks tell the errors only roughly. A difference without a limit on one
        side has no interval, and is not waited for.
        """
        if games >= self.most_games:
            return None
        if table.note is not None:
            return min(2 * games, self.most_games)
        widest = max((row.half_width for row in table.differences if row.half_width is not None), default=0.0)
        if widest <= self.half_width:
            return None
        needed = int(games * (widest / self.half_width) ** 2) + 1
        return min(needed, 2 * games, self.most_games)


def precision_to_json(precision: Precision) -> dict[str, Any]:
    """The precision as plain values."""
    return asdict(precision)


def precision_from_json(data: Mapping[str, Any] | None) -> Precision | None:
    """The precision that `precision_to_json` wrote."""
    return None if data is None else Precision(float(data["half_width"]), int(data["most_games"]))
