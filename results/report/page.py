"""What does a report say, and in which order? One page without a script that needs no network."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cells import bot_table, difference_cells, fairness_line, foot_lines, head_lines, islands, seat_table
from ..games import GameBatch, Termination, format_id
from ..tables import EloTable, bot_labels, elo_table
from ..web import build_page, escape
from .html import figure_section, html_table, read_style
from .plot import Plot
from .plots import MAX_BOTS, make_plots

__all__ = ["Link", "build_report", "faulty_games"]

_MAX_FAULTS = 20
"""Faults that are listed; of the others the number."""
_CONFIG_LINES = ("rules", "rules_version", "players", "games", "seed", "opening", "random_plies", "is_reproducible")


@dataclass(frozen=True, slots=True)
class Link:
    """Where a game can be seen."""

    address: str
    """Relative to the report."""
    text: str = "replay"


def build_report(
    games: GameBatch, config: Mapping[str, Any], *, name: str, links: Mapping[int, Link] | None = None
) -> tuple[str, list[Plot]]:
    """The page on a run of that name, and its plots; `links` says where single games can be seen, by their ids.

    No games raise `ResultsError`.
    """
    table = elo_table(games, config)
    plots = list(make_plots(table, games, bot_labels(config)))
    body = "\n".join(
        [
            f"<header><h1>Run {escape(name)}</h1>",
            *(f"<p class=soft>{escape(line)}</p>" for line in head_lines(table)),
            "</header><main>",
            *_table_section(table),
            *_plot_section(table, plots),
            *_matrix_section(table),
            *_seat_section(table),
            *_fault_section(games, bot_labels(config), links or {}, name),
            *_config_section(config),
            "</main>",
        ]
    )
    return build_page(f"Medina Arena: {name}", body, style=read_style()), plots


def _table_section(table: EloTable) -> Iterator[str]:
    """The Elo table."""
    yield "<h2>Elo</h2>"
    if table.has_elo:
        for rows in islands(table):
            yield html_table(bot_table(table, rows))
    yield from (f"<p class=hint>{escape(line)}</p>" for line in foot_lines(table))


def _plot_section(table: EloTable, plots: Sequence[Plot]) -> Iterator[str]:
    """The pictures with what to see in them."""
    if len(table.bots) > MAX_BOTS:
        yield f"<p>The pictures show the {MAX_BOTS} strongest of {len(table.bots)} bots.</p>"
    yield from figure_section(plots)


def _matrix_section(table: EloTable) -> Iterator[str]:
    """All differences as numbers."""
    if len(table.bots) < 2 or not table.has_elo:
        return
    yield "<h2>Elo of row minus column</h2>"
    for rows in islands(table):
        numbers = [str(n) for n in range(1, len(rows) + 1)]
        cells = zip(numbers, rows, difference_cells(table, rows), strict=True)
        yield html_table([("bot", *numbers), *((f"{n} {row.bot}", *line) for n, row, line in cells)])


def _seat_section(table: EloTable) -> Iterator[str]:
    """The seats as numbers."""
    yield f"<h2>Seats as numbers</h2>{html_table(seat_table(table))}<p>{escape(fairness_line(table))}</p>"


def faulty_games(games: GameBatch) -> list[int]:
    """The ids of games in which some bot faulted, in their order."""
    ids: list[int] = np.sort(games.ids[(games.terminations != Termination.NORMAL).any(axis=1)]).tolist()
    return ids


def _fault_section(games: GameBatch, labels: Sequence[str], links: Mapping[int, Link], folder: str) -> Iterator[str]:
    """Who faulted in which game, and how to see it."""
    yield "<h2>Faults</h2>"
    rows, seats = np.nonzero(games.terminations != Termination.NORMAL)
    if not len(rows):
        yield "<p>No bot faulted.</p>"
        return
    yield f"<p>{len(rows)} times a bot answered with an illegal move, raised, or used up what it was allowed.</p>"
    yield "<div class=wide><table><tr><th>game</th><th></th><th class=text>bot</th><th>seat</th>"
    yield "<th class=text>fault</th></tr>"
    for row, seat in zip(rows[:_MAX_FAULTS].tolist(), seats[:_MAX_FAULTS].tolist(), strict=True):
        game_id = int(games.ids[row])
        link = links.get(game_id)
        seen = f'<a href="{escape(link.address)}">{escape(link.text)}</a>' if link else ""
        kind = Termination(games.terminations[row, seat]).name.lower().replace("_", " ")
        yield (
            f"<tr><td>{format_id(game_id)}</td><td>{seen}</td><td class=text>"
            f"{escape(labels[games.bots[row, seat]])}</td><td>{seat}</td><td class=text>{kind}</td></tr>"
        )
    yield "</table></div>"
    if len(rows) > _MAX_FAULTS:
        yield f"<p>These are the first {_MAX_FAULTS}.</p>"
    yield f"<p class=hint>Any game can be seen: <code>medina-arena view {escape(folder)} GAME</code></p>"


def _config_section(config: Mapping[str, Any]) -> Iterator[str]:
    """What the run was."""
    yield "<h2>Configuration</h2><div class=wide><table class=config>"
    for bot in config["bots"]:
        yield f"<tr><td>bot {escape(bot['label'])}</td><td>{escape(bot.get('spec', ''))}</td></tr>"
    for name in _CONFIG_LINES:
        if name in config:
            value = (
                {True: "yes", False: "no"}.get(config[name], config[name]) if name.startswith("is_") else config[name]
            )
            yield f"<tr><td>{escape(name.replace('_', ' '))}</td><td>{escape(value)}</td></tr>"
    for name, version in config.get("versions", {}).items():
        yield f"<tr><td>{escape(name)}</td><td>{escape(version)}</td></tr>"
    yield "</table></div>"
