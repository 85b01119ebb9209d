"""``medina-arena new-bot``: how does one begin with a bot of one's own?"""

import shlex
from pathlib import Path

import click

__all__ = ["new_bot"]


@click.command("new-bot", epilog="Example:  medina-arena new-bot my-bot")
@click.argument("name", metavar="NAME")
@click.option(
    "--in",
    "parent",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path(),
    help="Where to put its folder.  [default: here]",
)
def new_bot(name: str, parent: Path) -> None:
    """Write the project of a new bot: a class, its entry point, a test and a page. It plays as it is.

    NAME is what the bot is called on the command line: small letters, digits and hyphens.
    """
    from medina_arena.tournament.bot_project import write_bot_project

    folder = write_bot_project(name, parent)
    module = name.replace("-", "_")
    click.echo(f"{folder}: {module}.py holds the bot. Go on with:")
    for command in (
        f"cd {shlex.quote(str(folder))}",
        "pip install -e .",
        f"medina-arena check {name}",
        f"medina-arena run --bots {name},greedy,random --games 300",
    ):
        click.echo(f"  {command}")
