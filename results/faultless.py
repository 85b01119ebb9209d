"""What would the ratings be without the games in which a bot faulted?"""

from collections.abc import Mapping

import numpy as np

from .games import GameBatch, Termination
from .table_rows import EloTable
from .tables import elo_table

__all__ = ["format_faultless"]


def format_faultless(games: GameBatch, config: Mapping[str, object], table: EloTable) -> str:
    """The bots whose Elo is another one without faulty games, as text below a table; empty where there is none.

    The games that are left are no fair sample: a bot may fault where it stands badly.
    """
    faulty = (games.terminations != Termination.NORMAL).any(axis=1)
    if not faulty.any() or not table.has_elo:
        return ""
    if faulty.all():
        return "\nEvery game has a fault: there is no rating without them.\n"
    sound = elo_table(games.take(np.flatnonzero(~faulty)), config)
    without = {row.bot: row.elo for row in sound.bots}
    pairs = [(row.bot, row.elo, without.get(row.bot)) for row in table.bots]
    changed = [(bot, _format(elo), _format(other)) for bot, elo, other in pairs if _format(elo) != _format(other)]
    if not changed:
        return ""
    width = max(len(bot) for bot, _, _ in changed)
    lines = [f"{bot:<{width}}  {elo:>8}  {other:>8}" for bot, elo, other in [("bot", "Elo", "without"), *changed]]
    return "\n".join(["", f"without the {int(faulty.sum()):,} games with a fault", *lines]) + "\n"


def _format(elo: float | None) -> str:
    """An Elo as a table prints it."""
    return "?" if elo is None else f"{elo:+.1f}"
