"""How do the games of a run become a table for other programs?"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from .games import EMPTY_SEAT, SOURCES, GameBatch, Termination
from .kinds import distinct_rows
from .store import CHUNK, RunStore
from .tables import bot_labels


def export_csv(games: RunStore | GameBatch, config: Mapping[str, object], file: TextIO) -> None:
    """Write one row a game, in order of id; the same games give the same text, whoever played them when.

    Open the file with `newline=""`, so that lines end with a bare line feed on every system.
    """
    labels = bot_labels(config)
    rules = [_quoted(str(config.get(key, ""))) for key in ("rules", "rules_version")]
    seats, chunks = _chunks(games)
    file.write(",".join(header(seats)) + "\n")
    for chunk in chunks:
        file.writelines(_lines(chunk, labels, rules))


def header(seats: int) -> list[str]:
    """The names of the columns for games with this number of seats."""
    names = ["id", "lineup", "block", "seating", "rules", "rules_version", "seed"]
    for seat in range(seats):
        names += [f"{name}_{seat}" for name in ("bot", "score", *SOURCES, "rank")]
    return [*names, "placements", "moves_hash", *(f"termination_{seat}" for seat in range(seats))]


def _chunks(games: RunStore | GameBatch) -> tuple[int, Iterable[GameBatch]]:
    """The number of seats, and the games in order of id, some at a time."""
    if isinstance(games, RunStore):
        return games.seats, games.read()
    order = np.argsort(games.ids, kind="stable")
    return games.seats, (games.take(order[start : start + CHUNK]) for start in range(0, len(order), CHUNK))


def _lines(games: GameBatch, labels: Sequence[str], rules: Sequence[str]) -> Iterator[str]:
    """The lines of some games: columns of values, and one pattern that turns a value of each into a line."""
    names = np.array([*map(_quoted, labels), ""], object)  # EMPTY_SEAT finds the last one
    endings = np.array([kind.name.lower() for kind in sorted(Termination)], object)
    pattern = ["%d.%d.%d", "%s", "%d", "%d", *(rule.replace("%", "%%") for rule in rules), "%d"]
    columns: list[NDArray[Any]] = [games.lineup, games.block, games.seating, _lineups(games, labels)]
    columns += [games.block, games.seating, games.seed]
    for seat in range(games.seats):
        pattern += ["%s", *["%d"] * (len(SOURCES) + 2)]
        columns += [names[games.bots[:, seat]], games.scores[:, seat], *games.sources[:, seat].T, games.ranks[:, seat]]
    pattern += ["%d", "%016x", *["%s"] * games.seats]
    columns += [games.placements, games.moves_hash, *endings[games.terminations].T]
    line = ",".join(pattern) + "\n"
    return (line % values for values in zip(*(column.tolist() for column in columns), strict=True))


def _lineups(games: GameBatch, labels: Sequence[str]) -> NDArray[Any]:
    """[games] The labels of those who sit together, in the run's order."""
    together = np.sort(games.bots.astype(np.int64), axis=1)
    first, of_game = distinct_rows(together - EMPTY_SEAT, len(labels) + 1)
    texts = ["+".join(labels[bot] for bot in bots if bot != EMPTY_SEAT) for bots in together[first].tolist()]
    return np.array([_quoted(text) for text in texts], object)[of_game]


def _quoted(text: str) -> str:
    """A cell of CSV."""
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\r\n') else text
