"""``medina-arena bench``: how fast is it here?"""

import json

import click

from .options import WholeNumber

__all__ = ["bench"]


@click.command(epilog="Example:  medina-arena bench --rules rulebook,bsw --format json")
@click.option("--rules", metavar="RULES", help="Rule sets with commas between them.  [default: all]")
@click.option("--repeats", metavar="N", type=WholeNumber(1, 1000), default=5, show_default=True, help="For the median.")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 60), default=0.5, show_default=True, help="How long a repeat takes."
)
@click.option(
    "--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True, help="How to print."
)
def bench(rules: str | None, repeats: int, seconds: float, form: str) -> None:
    """Measure random games, search, the engine's face and the tournament's overhead on one core.

    Compare two versions in one go on the same machine: the figures depend on its load. They are
    processor times, but for the tournament's overhead.
    """
    from medina_arena.engine import RULE_SETS, rule_set
    from medina_arena.tournament.bench import measure

    names = rules.split(",") if rules is not None else list(RULE_SETS)
    sets = [rule_set(name.strip()).name for name in names]
    click.echo("compiling and measuring …", err=True)
    figures = []
    for figure in measure(sets, repeats, seconds):
        figures.append(figure.as_dict())
        if form == "table":
            click.echo(
                f"{figure.name:20}  {figure.rules:15}  {figure.players} players  {figure.value:12,.1f} {figure.unit}"
            )
    if form == "json":
        click.echo(json.dumps(figures, indent=1))
