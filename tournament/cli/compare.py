"""``medina-arena compare``: what does a rule change?"""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from .folders import new_folder
from .options import INTERRUPTED, WholeNumber

if TYPE_CHECKING:
    from medina_arena.tournament.compare import CompareConfig

__all__ = ["compare"]

_SPELLED = {"texts": "rules", "more": "metrics", "margins": "margin"}
_KEPT_OPTIONS = ("texts", "bots", "games", "players", "seed", "more", "margins", "out")
"""What a comparison that is resumed keeps as it was."""


@click.command(epilog="Example:  medina-arena compare --rules rulebook,bsw --bots mcts,greedy,random")
@click.option("--rules", "texts", multiple=True, metavar="RULES", help="Rule sets with commas; may be repeated.")
@click.option("--bots", multiple=True, metavar="BOTS", help="Bots with commas between them; may be repeated.")
@click.option("--games", metavar="N", type=WholeNumber(1), default=1000, show_default=True, help="Of each rule set.")
@click.option("--players", metavar="N", type=WholeNumber(1), help="Seats of a game.  [default: the most all allow]")
@click.option("--seed", metavar="N", type=WholeNumber(0, 2**53 - 1), default=0, show_default=True)
@click.option(
    "--metrics", "more", multiple=True, metavar="NAMES", help="What is measured, as in all,mine.py:f.  [default: all]"
)
@click.option("--margin", "margins", multiple=True, metavar="NAME=X", help="A difference too small to matter.")
@click.option("--workers", metavar="N", type=WholeNumber(1), help="Processes that play.  [default: one a processor]")
@click.option("--out", metavar="DIR", type=click.Path(path_type=Path), help="New folder.  [default: runs/<time>]")
@click.option("--resume", metavar="DIR", type=click.Path(path_type=Path), help="Go on with one that was stopped.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json", "markdown"]),
    default="table",
    show_default=True,
    help="How to print.",
)
@click.pass_context
def compare(
    ctx: click.Context,
    texts: tuple[str, ...],
    bots: tuple[str, ...],
    games: int,
    players: int | None,
    seed: int,
    more: tuple[str, ...],
    margins: tuple[str, ...],
    workers: int | None,
    out: Path | None,
    resume: Path | None,
    form: str,
) -> None:
    """Play the same blocks by several rule sets, and print what differs.

    The first rule set is also played with other seeds, to show what chance does alone. One switch is compared by
    --rules bsw,bsw:tower_connection=tower. Ctrl-C keeps what is finished.
    """
    if resume is None and (not texts or not bots):
        raise click.UsageError("name rule sets and bots, such as --rules rulebook,bsw --bots mcts,greedy")
    if resume is not None:
        for name in _KEPT_OPTIONS:
            if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
                option = _SPELLED.get(name, name)
                raise click.UsageError(f"--{option} cannot be given with --resume: a comparison goes on as it began")

    from medina_arena.results import (
        format_comparison,
        format_comparison_csv,
        format_comparison_json,
        format_comparison_markdown,
    )
    from medina_arena.tournament.compare import compare_rules, n_played, play_comparison
    from medina_arena.tournament.compare_folder import PARTS, read_config, write_config, write_results
    from medina_arena.tournament.play import warm_up
    from medina_arena.tournament.pool import use_fork
    from medina_arena.tournament.progress import show_progress

    forms = {
        "table": format_comparison,
        "csv": format_comparison_csv,
        "json": format_comparison_json,
        "markdown": format_comparison_markdown,
    }
    if resume is None:
        config = _new_config(texts, bots, games, players, seed, more, margins)
        folder = new_folder(out)
    else:
        config, folder = read_config(resume), resume
    if resume is not None and not (folder / PARTS).is_dir():
        raise click.UsageError(f"--resume {folder}: the comparison is complete, {folder}/comparison.txt has it")
    runs = list(config.runs())
    use_fork()
    rounded = f" ({config.games:,} rounded up to whole rounds)" if runs[0].games > config.games else ""
    click.echo(f"{len(runs)} times {runs[0].games:,} games{rounded}: {', '.join(config.names)}, other seeds", err=True)
    click.echo("compiling (up to a minute the first time) …", err=True)
    for run in runs:
        warm_up(run)
    if resume is None:
        write_config(config, folder)
    with show_progress(len(runs) * runs[0].games, n_played(config, folder / PARTS)) as progress:
        is_complete = play_comparison(config, folder / PARTS, workers=workers, progress=progress)
    if not is_complete:
        click.echo(f"stopped; go on with: medina-arena compare --resume {shlex.quote(str(folder))}", err=True)
        ctx.exit(INTERRUPTED)
    comparison, variants = compare_rules(config, folder / PARTS)
    write_results(comparison, variants, config, folder)
    click.echo(forms[form](comparison), nl=False)
    click.echo(f"{folder}: the games of each rule set, comparison.txt, .md, .csv, .json", err=True)


def _new_config(
    texts: tuple[str, ...],
    bots: tuple[str, ...],
    games: int,
    players: int | None,
    seed: int,
    more: tuple[str, ...],
    margins: tuple[str, ...],
) -> "CompareConfig":
    """The configuration that the options ask for."""
    from medina_arena.bots import parse_bots
    from medina_arena.engine import parse_rules
    from medina_arena.tournament.compare import CompareConfig, variant_names
    from medina_arena.tournament.errors import RunError
    from medina_arena.tournament.metrics import BUILT_IN

    names = [name for text in texts for name in text.split(",")]
    variants = tuple(map(parse_rules, names))
    common = set.intersection(*(set(rules.players) for rules in variants))
    if players is None:
        if not common:
            raise RunError(f"no number of players can play all of {', '.join(names)}")
        players = max(common)
    chosen = [name for text in more for name in text.split(",")] or ["all"]
    metrics = [name for choice in chosen for name in (BUILT_IN if choice == "all" else [choice])]
    return CompareConfig(
        tuple(parse_bots(bots)),
        variants,
        variant_names(names),
        players,
        games,
        seed,
        tuple(metrics),
        tuple(map(_parse_margin, margins)),
    )


def _parse_margin(text: str) -> tuple[str, float]:
    """A measure and a difference in its unit."""
    name, _, number = text.rpartition("=")
    try:
        margin = float(number)
    except ValueError:
        margin = 0.0
    if not name or not 0 < margin < float("inf"):
        raise click.UsageError(f"--margin takes a measure and a number above 0, such as win_margin=1, not {text!r}")
    return name, margin
