"""``medina-arena show``: how does a game look at a ply?"""

import os
import sys
from typing import TextIO

import click

from .options import WholeNumber
from .records import record_at

__all__ = ["show", "takes_colour"]


@click.command(epilog="Example:  medina-arena show games.jsonl --line 3 --ply 40")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--line", metavar="N", type=WholeNumber(1), help="Line of FILE.  [default: the first record]")
@click.option("--ply", metavar="N", type=WholeNumber(0), help="Moves played.  [default: all]")
@click.option("--position", metavar="TEXT", help="Show a position as Game.position() writes it, instead of FILE.")
@click.option(
    "--colour",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="auto: on a terminal, unless NO_COLOR is set.",
)
def show(file: str | None, line: int | None, ply: int | None, position: str | None, colour: str) -> None:
    """Draw the board, tiles, scores and hands of a recorded game; FILE holds one record a line."""
    if (file is None) == (position is None):
        raise click.UsageError("name a FILE of records or a --position, one of them")
    if position is not None and (line, ply) != (None, None):
        raise click.UsageError("--line and --ply belong to a FILE of records")

    from medina_arena.engine import Game, replay_record

    has_colour = colour == "always" or (colour == "auto" and takes_colour(sys.stdout))
    if position is not None:
        click.echo(Game.from_position(position).draw(colour=has_colour), color=True)
        return
    assert file is not None
    _, record = record_at(file, line)
    click.echo(replay_record(Game, record, ply).draw(colour=has_colour), color=True)


def takes_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal with colours that its user has not declined."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
