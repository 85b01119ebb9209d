"""``medina-arena report``: what does a run look like?"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from medina_arena.results import RunStore
    from medina_arena.results.report import Link

__all__ = ["report"]

_MAX_REPLAYS = 10
"""Games with faults that get a page of their own."""


@click.command(epilog="Example:  medina-arena report runs/first --figures figures")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Page.  [default: DIR/report.html]"
)
@click.option(
    "--figures", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help="Write pictures, SVG and PNG."
)
@click.option("--open", "is_opened", is_flag=True, help="Show it in the browser.")
def report(folder: Path, out: Path | None, figures: Path | None, is_opened: bool) -> None:
    """Write a page about a run: Elo with intervals, differences, seats, points by source, length, faults.

    DIR is the run's folder, and the run may still be going on. The page is one file that needs no network; the first
    games with faults get replays beside it.
    """
    from medina_arena.results import RunStore
    from medina_arena.results.report import build_report, faulty_games, write_figures

    with RunStore.open(folder) as store:
        games, config = store.read_all(), store.config
        target = out or folder / "report.html"
        links = _write_replays(store, faulty_games(games)[:_MAX_REPLAYS], target.parent / "replays")
    page, plots = build_report(games, config, name=str(folder), links=links)
    target.write_text(page, encoding="utf-8", newline="\n")
    click.echo(f"{target}: {len(games):,} games")
    if figures is not None:
        paths = write_figures(figures, {plot.name: plot.draw for plot in plots})
        click.echo(f"{figures}: {', '.join(path.name for path in paths)}")
    if is_opened:
        click.launch(str(target.resolve()))


def _write_replays(store: "RunStore", ids: list[int], folder: Path) -> "dict[int, Link]":
    """A page for each of some games beside the report; those that cannot be played again have none."""
    from medina_arena.results import format_id
    from medina_arena.results.report import Link

    links = {}
    for game_id in ids:
        from medina_arena.engine import MedinaError
        from medina_arena.tournament.pages import replay_page
        from medina_arena.tournament.stored_games import replay_stored_game

        try:
            replay = replay_stored_game(store, game_id)
        except MedinaError as error:
            click.echo(f"Warning: no replay: {error}", err=True)
            continue
        folder.mkdir(exist_ok=True)
        name = f"{format_id(game_id)}.html"
        ply = min((fault["ply"] for fault in replay.faults), default=replay.game.ply)
        (folder / name).write_text(replay_page(replay, ply), encoding="utf-8")
        links[game_id] = Link(f"{folder.name}/{name}")
    return links
