"""``medina-arena reproduce``: let a bot's fault happen again."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from medina_arena.results import Fault
    from medina_arena.tournament.config import RunConfig
    from medina_arena.tournament.limits import Limits

__all__ = ["reproduce"]


@click.command(epilog="Example:  medina-arena reproduce runs/first 0.12.3")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("game", metavar="GAME")
@click.option("--here", is_flag=True, help="Play in this process, as a debugger needs it.")
@click.pass_context
def reproduce(ctx: click.Context, folder: Path, game: str, *, here: bool) -> None:
    """Show the faults of a game, and lead each bot to the very moment again; DIR is a run's folder, GAME an id.

    The bot plays as it is now, in a process of its own with the limits of the run. Ends with status 0 if every fault
    happens again, and with 1 if one does not.
    """
    from medina_arena.results import RunStore, format_id, parse_id
    from medina_arena.tournament.config import changed_bots, config_from_json
    from medina_arena.tournament.errors import RunError
    from medina_arena.tournament.limits import NO_LIMITS
    from medina_arena.tournament.settings import settings_from_json

    with RunStore.open(folder) as store:
        config = config_from_json(store.config, check_files=False)
        number = parse_id(game)
        stored, faults = store.read_games([number]), store.faults(number)
    if not len(stored):
        raise RunError(f"{folder} has no game {format_id(number)}")
    if not stored.terminations.any():
        raise RunError(f"no bot faulted in game {format_id(number)}")
    if not faults:
        faults = _play_for_faults(config, number)
    if changed := changed_bots(store.config, config.bots):
        click.echo(f"the files of {' and '.join(changed)} have changed since", err=True)
    limits = None if here else settings_from_json(store.config.get("settings") or {}).limits or NO_LIMITS
    is_again = [_show(config, fault, limits) for fault in faults]
    ctx.exit(0 if all(is_again) else 1)


def _play_for_faults(config: "RunConfig", game: int) -> "list[Fault]":
    """The faults of a game of which nothing was kept but that they were there."""
    import numpy as np

    from medina_arena.tournament.limits import NO_LIMITS
    from medina_arena.tournament.play import play_games
    from medina_arena.tournament.schedule import schedule_ids

    faults: list[Fault] = []
    play_games(config, schedule_ids(config, np.array([game])), limits=NO_LIMITS, faults=faults)
    return faults


def _show(config: "RunConfig", fault: "Fault", limits: "Limits | None") -> bool:
    """Show a fault and what comes of it now; whether it happens again."""
    import numpy as np

    from medina_arena.engine import Game
    from medina_arena.results import Termination, format_id
    from medina_arena.tournament.job_play import NO_MOMENT
    from medina_arena.tournament.reproduce import reproduce_fault
    from medina_arena.tournament.schedule import schedule_ids

    scheduled = schedule_ids(config, np.array([fault.game]))
    kind = fault.kind.name.lower().replace("_", " ")
    click.echo(f"{config.labels[fault.bot]} at seat {fault.seat} of game {format_id(fault.game)}, ply {fault.ply}")
    click.echo(f"seeds: game {scheduled.seeds[0]}, bot {scheduled.bot_seeds[0, fault.seat]}")
    game = Game(config.rules, config.players, int(scheduled.seeds[0]), moves=fault.moves)
    click.echo(f"position: {fault.position}\n\n{game.draw()}\n")
    click.echo(f"then: {kind}: {fault.text}")
    if fault.trace:
        click.echo(fault.trace)
    if fault.text == NO_MOMENT:
        click.echo("now: the moment is not known: only that the game cannot be played with this bot")
        return False
    found = reproduce_fault(config, scheduled, fault, limits)
    if found.other_moves:
        click.echo(f"the bot chooses other moves now, first at ply {found.other_moves[0]}")
    if found.reply.fault == Termination.NORMAL:
        click.echo("now: it does not happen again")
        return False
    click.echo(f"now: {found.reply.fault.name.lower().replace('_', ' ')} at ply {found.ply}: {found.reply.text}")
    if found.reply.trace and found.reply.trace != fault.trace:
        click.echo(found.reply.trace)
    return (found.reply.fault, found.ply) == (fault.kind, fault.ply)
