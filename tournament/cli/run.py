"""``medina-arena run``: play a tournament."""

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from .options import INTERRUPTED, WholeNumber

if TYPE_CHECKING:
    from medina_arena.results import RunStore
    from medina_arena.tournament.config import Opening, RunConfig

__all__ = ["run"]

_KEPT_OPTIONS = ("bots", "games", "players", "rules", "seed", "out", "opening", "random_plies")
"""What a run that is resumed keeps as it was."""


@click.command(epilog="Example:  medina-arena run --bots mcts:simulations=500,greedy --games 1000 --seed 7")
@click.option("--bots", multiple=True, metavar="BOTS", help="Bots with commas between them; may be repeated.")
@click.option(
    "--games", metavar="N", type=WholeNumber(1), default=1000, show_default=True, help="Rounded up to whole blocks."
)
@click.option(
    "--players", metavar="N", type=WholeNumber(1), help="Seats of a game.  [default: 4, or the most the rules allow]"
)
@click.option("--rules", default="rulebook", show_default=True, metavar="RULES", help="Rule set, as in bsw:tea=no.")
@click.option(
    "--seed", metavar="N", type=WholeNumber(0, 2**53 - 1), default=0, show_default=True, help="Decides every game."
)
@click.option("--workers", metavar="N", type=WholeNumber(1), help="Processes that play.  [default: one a processor]")
@click.option(
    "--out", metavar="DIR", type=click.Path(path_type=Path), help="New folder of the run.  [default: runs/<time>]"
)
@click.option(
    "--opening",
    type=click.Choice(["drawn", "bot"]),
    default="drawn",
    show_default=True,
    help="Who sets the first inhabitant: chance, or the bot at seat 0.",
)
@click.option(
    "--random-plies",
    metavar="N",
    type=WholeNumber(0, 100),
    default=0,
    show_default=True,
    help="Moves more that chance makes.",
)
@click.option("--resume", type=click.Path(path_type=Path), metavar="DIR", help="Go on with a run that was stopped.")
@click.pass_context
def run(
    ctx: click.Context,
    bots: tuple[str, ...],
    games: int,
    players: int | None,
    rules: str,
    seed: int,
    workers: int | None,
    out: Path | None,
    opening: "Opening",
    random_plies: int,
    resume: Path | None,
) -> None:
    """Play a tournament and print how strong its bots are.

    The same options and seed give the same games, however many workers play them. Ctrl-C keeps what is finished.
    """
    if resume is not None:
        for name in _KEPT_OPTIONS:
            if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
                option = f"--{name.replace('_', '-')}"
                raise click.UsageError(f"{option} cannot be given with --resume: a run goes on as it began")
    elif not bots:
        raise click.UsageError("name the bots that play, such as --bots mcts,greedy")

    from medina_arena.results import RunStore
    from medina_arena.tournament.config import config_from_json, config_to_json
    from medina_arena.tournament.pool import available_cpus

    from .playing import compile_for, play_and_report

    if resume is not None:
        store = RunStore.open(resume)
    else:
        config = _new_config(bots, games, players, rules, seed, opening, random_plies)
        store = RunStore.create(_new_folder(out), config_to_json(config))
    with store:
        try:
            config = config_from_json(store.config)
            compile_for(config)
        except BaseException:
            if resume is None:
                _discard(store)
            raise
        is_complete = play_and_report(config, store, workers or available_cpus())
    if not is_complete:
        ctx.exit(INTERRUPTED)


def _new_config(
    bots: tuple[str, ...], games: int, players: int | None, rules: str, seed: int, opening: "Opening", plies: int
) -> "RunConfig":
    """The configuration that the options ask for."""
    from medina_arena.bots import parse_bots
    from medina_arena.engine import parse_rules
    from medina_arena.tournament.config import RunConfig

    rule_set = parse_rules(rules)
    if players is None:
        players = 4 if 4 in rule_set.players else max(rule_set.players)
    rule_set.check_players(players)
    return RunConfig(tuple(parse_bots(bots)), rule_set, players, games, seed, opening, plies)


def _discard(store: "RunStore") -> None:
    """Remove a run that could not begin, so that its folder's name is free again."""
    store.close()
    (store.folder / "games.sqlite").unlink()
    with suppress(OSError):  # a folder with something else in it stays
        store.folder.rmdir()


def _new_folder(out: Path | None) -> Path:
    """The folder for a new run: the one that was named, if it is empty or not there yet, or else one of the date."""
    from medina_arena.tournament.errors import RunError

    if out is not None:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            what = "holds files already" if out.is_dir() else "is a file"
            raise RunError(f"--out {out} {what}: name a new or empty folder, or go on with a run by --resume")
        return out
    name = time.strftime("%Y-%m-%d-%H%M%S")
    folder, n = Path("runs", name), 1
    while folder.exists():
        n += 1
        folder = Path("runs", f"{name}-{n}")
    return folder
