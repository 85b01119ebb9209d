"""``medina-arena run``: play a tournament."""

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from .options import INTERRUPTED, WholeNumber
from .run_file import read_run_file

__all__ = ["run"]

_KEPT_OPTIONS = ("players", "rules", "seed", "out", "opening", "random_plies", "gauntlet", "neighbours", "precision")
"""What a run that is resumed keeps as it was."""


@click.command(epilog="Example:  medina-arena run --bots mcts:simulations=500,greedy --games 1000 --seed 7")
@click.argument(
    "file", required=False, is_eager=True, expose_value=False, callback=read_run_file, type=click.Path(path_type=Path)
)
@click.option("--bots", multiple=True, metavar="BOTS", help="Bots with commas between them; may be repeated.")
@click.option("--games", metavar="N", type=WholeNumber(1), help="Rounded up to whole blocks.  [default: 1000]")
@click.option("--players", metavar="N", type=WholeNumber(1), help="Seats of a game.  [default: 4, or the most allowed]")
@click.option("--rules", default="rulebook", show_default=True, metavar="RULES", help="Rule set, as in bsw:tea=no.")
@click.option(
    "--seed", metavar="N", type=WholeNumber(0, 2**53 - 1), default=0, help="Decides every game.  [default: 0]"
)
@click.option("--workers", metavar="N", type=WholeNumber(1), help="Processes that play.  [default: one a CPU]")
@click.option(
    "--out", metavar="DIR", type=click.Path(path_type=Path), help="New folder of the run.  [default: runs/<time>]"
)
@click.option(
    "--opening",
    type=click.Choice(["drawn", "bot"]),
    default="drawn",
    help="First inhabitant by chance, or by seat 0.",
)
@click.option("--random-plies", metavar="N", type=WholeNumber(0, 100), default=0, help="Moves more that chance makes.")
@click.option("--gauntlet", metavar="BOT", help="One of the bots against each other alone.")
@click.option("--neighbours", is_flag=True, help="Those who are close in the table so far, in rounds.")
@click.option("--precision", metavar="ELO", type=float, help="Until all differences are known to ± ELO, or --games.")
@click.option("--part", metavar="K/N", help="Play this part of the run; merge puts them together.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="DIR", help="Go on; --games and --bots may add.")
@click.option("--isolate", is_flag=True, help="Play each bot in a process of its own.")
@click.option("--move-timeout", metavar="SECONDS", type=float, help="Isolated: for a move.  [default: 60]")
@click.option("--memory", metavar="MB", type=WholeNumber(1), help="Isolated: for a bot.  [default: 2000]")
@click.option(
    "--on-fault", type=click.Choice(["record", "stop"]), default="record", help="What to do when a bot fails."
)
@click.option("--dry-run", is_flag=True, help="Only say what would be played, and how long.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help="json: events.")
@click.option("-v", "--verbose", is_flag=True, help="Show all that goes into the log.")
@click.pass_context
def run(ctx: click.Context, /, resume: Path | None, form: str, *, dry_run: bool, verbose: bool, **options: Any) -> None:
    """Play a tournament and print how strong its bots are.

    The same options and seed give the same games, however many workers play them. Ctrl-C keeps what is finished. FILE
    (TOML) may hold the options.
    """
    given = {name for name in options if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT}
    if resume is not None:
        for name in _KEPT_OPTIONS:
            if name in given:
                option = f"--{name.replace('_', '-')}"
                raise click.UsageError(f"{option} cannot be given with --resume: a run goes on as it began")
    elif not options["bots"]:
        raise click.UsageError("name the bots that play, such as --bots mcts,greedy")
    for name in ("move_timeout", "memory"):
        if name in given and not options["isolate"] and resume is None:
            option = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{option} needs --isolate: only a process of its own can be stopped")

    from medina_arena.tournament.pool import available_cpus

    from .dry_run import describe_run
    from .playing import Output, compile_for, play_and_report
    from .run_setup import begin_run, new_run, resume_run

    workers = options["workers"] or available_cpus()
    if dry_run:
        if resume is not None:
            raise click.UsageError("--dry-run cannot be given with --resume: it tells of a run that has not begun")
        describe_run(*new_run(options, given), workers)
        return
    output = Output(is_json=form == "json", is_verbose=verbose)
    store = begin_run(options, given) if resume is None else resume_run(resume, options, given)
    with store:
        try:
            config, settings = compile_for(store)
        except BaseException:
            if resume is None:
                store.discard()
            raise
        is_complete = play_and_report(config, store, workers, settings, output)
    if not is_complete:
        ctx.exit(INTERRUPTED)
