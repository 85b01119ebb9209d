"""``medina-arena play``: play a game yourself."""

import json
import os
import secrets
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from .options import WholeNumber
from .records import record_at
from .show import takes_colour

if TYPE_CHECKING:
    from medina_arena.tournament.sitting import Sitting

__all__ = ["play"]


@click.command(epilog="Example:  medina-arena play --rules bsw --bots human,mcts,greedy")
@click.option(
    "--bots", metavar="BOTS", default="human,mcts,greedy", show_default=True, help="Who sits where; human is you."
)
@click.option("--rules", default="rulebook", show_default=True, metavar="RULES", help="Rule set, as in bsw:tea=no.")
@click.option("--seed", metavar="N", type=WholeNumber(0, 2**53 - 1), help="Decides chance and bots.  [default: drawn]")
@click.option("--hint", metavar="BOT", default="mcts:simulations=3000", show_default=True, help="Who gives advice.")
@click.option("--browser", is_flag=True, help="Play in a page, served to this machine only.")
@click.option("--port", metavar="N", type=WholeNumber(0, 65535), default=0, help="Of the page.  [default: a free one]")
@click.option(
    "--record",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the game is kept.  [default: play-<time>.jsonl]",
)
@click.option(
    "--resume", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Go on with a game that was kept."
)
@click.pass_context
def play(
    ctx: click.Context,
    bots: str,
    rules: str,
    seed: int | None,
    hint: str,
    browser: bool,
    port: int,
    record: Path | None,
    resume: Path | None,
) -> None:
    """Play against bots, or together with other people: in the terminal, or in a page with --browser.

    Type a move as it is written, such as Gg5; help shows what else can be typed. The game ends in a record, from which
    it can be gone on with, viewed or replayed.
    """
    if resume is not None:
        for name in ("bots", "rules", "seed", "record"):
            if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
                raise click.UsageError(f"--{name} cannot be given with --resume: the game goes on as it began")

    from medina_arena.bots import parse_bot
    from medina_arena.engine import parse_rules
    from medina_arena.tournament.errors import RunError
    from medina_arena.tournament.sitting import PERSON, Person, Sitting, parse_seats

    adviser = parse_bot(hint)
    if resume is not None:
        sitting = Sitting.from_record(record_at(str(resume), None)[1], hint=adviser)
    else:
        seats = parse_seats(bots)
        seed = secrets.randbelow(2**53) if seed is None else seed
        sitting = Sitting(parse_rules(rules), seats, seed, hint=adviser)
    if not any(isinstance(seat, Person) for seat in sitting.seats):
        raise RunError(f"nobody to play with: name a seat {PERSON} in --bots, as in human,mcts,greedy")
    file = resume or record or Path(time.strftime("play-%Y-%m-%d-%H%M%S.jsonl"))
    if resume is None and file.exists():
        raise RunError(f"--record {file} is there already: name another file, or go on with it by --resume")

    def save() -> str:
        _write(sitting, file)
        state = "the game is over" if sitting.game.is_over else f"go on with: medina-arena play --resume {file}"
        return f"{file}: {sitting.game.ply} plies; {state}"

    if browser:
        from medina_arena.tournament.play_server import serve

        serve(sitting, save, port=port, announce=click.echo, open_page=click.launch)
    else:
        from medina_arena.tournament.terminal import play_in_terminal

        try:
            play_in_terminal(sitting, save, colour=takes_colour(sys.stdout))
        except KeyboardInterrupt:
            click.echo(f"\n{save()}")
            raise


def _write(sitting: "Sitting", file: Path) -> None:
    """Put the record into its file, whole or not at all."""
    draft = file.with_name(f"{file.name}.new")
    draft.write_text(json.dumps(sitting.record()) + "\n", encoding="utf-8")
    os.replace(draft, file)
