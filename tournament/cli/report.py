"""``medina-arena report``: what does a run look like?"""

from pathlib import Path

import click

__all__ = ["report"]


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

    DIR is the run's folder, and the run may still be going on. The page is one file that needs no network.
    """
    from medina_arena.results import RunStore
    from medina_arena.results.report import build_report, write_figures

    with RunStore.open(folder) as store:
        games, config = store.read_all(), store.config
    page, plots = build_report(games, config, name=str(folder))
    target = out or folder / "report.html"
    target.write_text(page, encoding="utf-8", newline="\n")
    click.echo(f"{target}: {len(games):,} games")
    if figures is not None:
        paths = write_figures(figures, {plot.name: plot.draw for plot in plots})
        click.echo(f"{figures}: {', '.join(path.name for path in paths)}")
    if is_opened:
        click.launch(str(target.resolve()))
