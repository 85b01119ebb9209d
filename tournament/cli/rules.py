"""``medina-arena rules``: which rule sets are there, and what do they say?"""

import click

__all__ = ["rules"]


@click.command(epilog="Example:  medina-arena rules bsw:tower_connection=tower")
@click.argument("name", metavar="[RULES]", required=False)
def rules(name: str | None) -> None:
    """Print all rule sets side by side, or one of them in words.

    RULES is the name of a set, with changed switches if wanted, as in bsw:tower_connection=tower. What is no
    publisher's rule but was decided here is marked with (chosen).
    """
    from medina_arena.engine import describe_rules, format_rules_table, parse_rules

    click.echo(format_rules_table() if name is None else describe_rules(parse_rules(name)))
