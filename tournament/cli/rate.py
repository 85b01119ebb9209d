"""``medina-arena rate``: who is stronger in a run?"""

from pathlib import Path

import click

__all__ = ["rate"]


@click.command(epilog="Example:  medina-arena rate runs/first --format markdown")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json", "markdown"]),
    default="table",
    show_default=True,
    help="How to print.",
)
def rate(folder: Path, form: str) -> None:
    """Rate the bots by the games of a run; DIR is its folder, and the run may still be going on."""
    from medina_arena.results import RunStore, elo_table, format_csv, format_json, format_markdown, format_text
    from medina_arena.results.faultless import format_faultless

    forms = {"table": format_text, "csv": format_csv, "json": format_json, "markdown": format_markdown}
    with RunStore.open(folder) as store:
        games = store.read_all()
    table = elo_table(games, store.config)
    below = format_faultless(games, store.config, table) if form == "table" else ""
    click.echo(forms[form](table) + below, nl=False)
