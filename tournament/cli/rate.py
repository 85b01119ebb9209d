"""``medina-arena rate``: who is stronger in a run, or in several?"""

from contextlib import ExitStack
from pathlib import Path

import click

__all__ = ["rate"]


@click.command(epilog="Example:  medina-arena rate runs/first --anchor random=1000 --format markdown")
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--anchor", "anchors", multiple=True, metavar="BOT=ELO", help="Give a bot its Elo; may be repeated.")
@click.option("--win-only", is_flag=True, help="Count who won, not the places behind.")
@click.option("--by-seat", is_flag=True, help="Rate every bot on every seat as well.")
@click.option("--without-faults", is_flag=True, help="Leave out games in which a bot faulted.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json", "markdown"]),
    default="table",
    show_default=True,
    help="How to print.",
)
def rate(
    folders: tuple[Path, ...],
    anchors: tuple[str, ...],
    win_only: bool,
    by_seat: bool,
    without_faults: bool,
    form: str,
) -> None:
    """Rate the bots by the games of runs, all in one table.

    DIR is the folder of a run, which may still be going on. Several anchors fix the mean of their Elos.
    """
    given = dict(map(_parse_anchor, anchors))

    from medina_arena.results import (
        RunStore,
        elo_table,
        format_csv,
        format_json,
        format_markdown,
        format_text,
        merge_runs,
    )

    forms = {"table": format_text, "csv": format_csv, "json": format_json, "markdown": format_markdown}
    with ExitStack() as stack:
        merged = merge_runs([stack.enter_context(RunStore.open(folder)) for folder in folders])
    table = elo_table(
        merged.games,
        merged.config,
        anchors=given,
        win_only=win_only,
        by_seat=by_seat,
        without_faults=without_faults,
        repeated=merged.n_repeated,
    )
    click.echo(forms[form](table), nl=False)


def _parse_anchor(text: str) -> tuple[str, float]:
    """A bot's label and its Elo."""
    label, _, number = text.rpartition("=")
    try:
        elo = float(number)
    except ValueError:
        elo = float("nan")
    if not label or not abs(elo) < 1e6:
        raise click.UsageError(f"--anchor takes a bot and its Elo, such as random=1000, not {text!r}")
    return label, elo
