"""``medina-arena merge``: make one run of parts that were played on several machines."""

from pathlib import Path

import click

__all__ = ["merge"]


@click.command(epilog="Example:  medina-arena merge runs/a runs/b --out runs/both")
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", required=True, metavar="DIR", type=click.Path(path_type=Path), help="New folder of the run.")
def merge(folders: tuple[Path, ...], out: Path) -> None:
    """Put the games of runs of one configuration together, each once; each DIR is a run's folder.

    Runs that differ in bots, files of bots, rules, players or seed are refused, and so are games that differ. Parts of
    a run are played by medina-arena run --part.
    """
    from medina_arena.tournament.merge import merge_runs

    n_games, n_twice = merge_runs(folders, out)
    again = f", {n_twice:,} that came more than once" if n_twice else ""
    click.echo(f"{out}: {n_games:,} games{again}; rate them with: medina-arena rate {out}")
