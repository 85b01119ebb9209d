"""``medina-arena export``: hand the games of a run to other programs."""

import sys
from pathlib import Path

import click

__all__ = ["export"]


@click.command(epilog="Example:  medina-arena export runs/first --format csv --out games.csv")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(["csv"]), default="csv", show_default=True, help="How to write.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="File to write.  [default: stdout]")
def export(folder: Path, form: str, out: Path | None) -> None:
    """Write the games of a run, one row a game; DIR is the run's folder."""
    from medina_arena.results import RunStore, export_csv

    with RunStore.open(folder) as store:
        if out is None:
            export_csv(store, store.config, sys.stdout)
            return
        with out.open("w", encoding="utf-8", newline="") as file:
            export_csv(store, store.config, file)
