"""``medina-arena verify``: are the games of a run what its seeds say?"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import WholeNumber

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["verify"]

_MAX_SHOWN = 10


@click.command(epilog="Example:  medina-arena verify runs/first --games 1000")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--games", metavar="N", type=WholeNumber(0), default=100, help="Play so many again.  [default: 100]")
@click.option("--all", "is_all", is_flag=True, help="Play all of them again.")
@click.pass_context
def verify(ctx: click.Context, folder: Path, games: int, *, is_all: bool) -> None:
    """Check the file of a run, all seeds of its games, and play some games again; DIR is the run's folder.

    Ends with status 0 if all is as stored, and with 1 if something differs.
    """
    from medina_arena.results import RunStore
    from medina_arena.tournament.config import config_from_json

    with RunStore.open(folder) as store:
        config = config_from_json(store.config)
        from medina_arena.tournament.play import warm_up
        from medina_arena.tournament.verify import verify_run

        warm_up(config)
        verdict = verify_run(config, store, None if is_all else games)
    _show("other seeds or seats than the configuration gives", verdict.wrong_seeds)
    _show(f"other {', '.join(verdict.differing_in)} when played again", verdict.differing)
    if len(verdict.skipped):
        click.echo(f"{len(verdict.skipped):,} games with faults of the machine are not kept well enough to play again")
    if not config.is_reproducible:
        click.echo("a time budget was used: games cannot be played again")
    click.echo(
        f"{folder}: file sound, {verdict.n_games:,} games with {len(verdict.wrong_seeds):,} wrong seeds, "
        f"{verdict.n_played:,} played again, {len(verdict.differing):,} of them differ"
    )
    ctx.exit(0 if verdict.is_sound else 1)


def _show(what: str, ids: "npt.NDArray[np.int64]") -> None:
    """Name games with something wrong."""
    from medina_arena.results import format_id

    if len(ids):
        names = ", ".join(map(format_id, ids[:_MAX_SHOWN].tolist()))
        click.echo(f"{len(ids):,} games have {what}: {names}{' …' if len(ids) > _MAX_SHOWN else ''}")
