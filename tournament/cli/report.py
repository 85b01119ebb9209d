"""``medina-arena report``: what does a run look like?"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from medina_arena.results import RunStore
    from medina_arena.results.report import Link, Plot

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
    """Write a page about a run or a comparison, with pictures and what to see in them.

    DIR is the folder of a run, which may still be going on, or of a comparison of rule sets. The page is one file that
    needs no network; the first games with faults get replays beside it.
    """
    from medina_arena.results.report import COMPARISON_FILE, build_comparison, read_comparison, write_figures

    target = out or folder / "report.html"
    if folder.is_dir() and not target.parent.is_dir():
        raise click.UsageError(f"--out {target}: there is no folder {target.parent}")
    if (folder / COMPARISON_FILE).is_file():
        page, plots = build_comparison(read_comparison(folder), name=str(folder))
    else:
        page, plots = _report_run(folder, target)
    target.write_text(page, encoding="utf-8", newline="\n")
    click.echo(str(target))
    if figures is not None:
        paths = write_figures(figures, {plot.name: plot.draw for plot in plots})
        click.echo(f"{figures}: {', '.join(path.name for path in paths)}")
    if is_opened:
        click.launch(str(target.resolve()))


def _report_run(folder: Path, target: Path) -> "tuple[str, list[Plot]]":
    """The page on a run and its pictures, with replays beside it."""
    from medina_arena.results import RunStore
    from medina_arena.results.report import build_report, faulty_games

    with RunStore.open(folder) as store:
        games, config = store.read_all(), store.config
        links = _write_replays(store, faulty_games(games)[:_MAX_REPLAYS], target.parent / "replays")
    return build_report(games, config, name=str(folder), links=links)


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
