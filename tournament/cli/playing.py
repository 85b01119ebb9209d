"""What does a user see of a run, from the first line to the table?"""

import logging
import shlex
from typing import TYPE_CHECKING

import click

from medina_arena.results import RunStore, elo_table, format_csv, format_json, format_text
from medina_arena.tournament.lineups import n_lineups
from medina_arena.tournament.logs import LOG_FILE, run_logs
from medina_arena.tournament.pool import use_fork
from medina_arena.tournament.progress import show_progress
from medina_arena.tournament.runner import play_run
from medina_arena.tournament.schedule import Plan, make_plan, schedule_games

if TYPE_CHECKING:
    from medina_arena.tournament.config import RunConfig

__all__ = ["compile_for", "play_and_report"]

_LOG = logging.getLogger(__name__)

_TABLE_FILES = {"table.csv": format_csv, "table.json": format_json}


def compile_for(config: "RunConfig") -> None:
    """Say what the run is, and compile in this process what its workers need; raises `BotError`."""
    from medina_arena.tournament.play import warm_up

    use_fork()
    plan = make_plan(config)
    _say(_describe(config, plan))
    _say("compiling (up to a minute the first time) …")
    schedule_games(plan, 0, 1)
    warm_up(config)


def play_and_report(config: "RunConfig", store: RunStore, workers: int) -> bool:
    """Play what is missing, then rate all games; whether the run is complete."""
    plan = make_plan(config)
    is_complete = False
    try:
        with run_logs(store.folder), show_progress(plan.n_games, store.n_games) as progress:
            _LOG.info("%s of %s games are stored, %s workers: %s", store.n_games, plan.n_games, workers, store.config)
            is_complete = play_run(config, store, workers=workers, progress=progress)
            _LOG.info("%s of %s games are stored", store.n_games, plan.n_games)
        if n_games := store.n_games:
            _say(f"rating {n_games:,} games …")
            _report(store)
    finally:
        if not is_complete:
            command = f"medina-arena run --resume {shlex.quote(str(store.folder))}"
            _say(f"stopped after {store.n_games:,} of {plan.n_games:,} games; go on with: {command}")
    return is_complete


def _say(text: str) -> None:
    """Tell the user something that is no result."""
    click.echo(text, err=True)


def _describe(config: "RunConfig", plan: Plan) -> str:
    """What will be played, in a few lines."""
    lineups = n_lineups(len(config.bots), config.players)
    rounded = f" ({config.games:,} rounded up to whole blocks)" if plan.n_games > config.games else ""
    lines = [
        f"{', '.join(config.labels)} with {config.players} players by {config.rules}, seed {config.seed}",
        f"{plan.n_games:,} games{rounded}: {plan.n_blocks:,} blocks of {plan.block_games}, "
        f"{plan.n_lineups:,} of {lineups:,} line-ups",
    ]
    if plan.n_lineups < lineups:
        lines.append("the line-ups are drawn from the seed so that bots and pairs of bots sit equally often")
    if not config.is_reproducible:
        lines.append("a time budget is used: the games cannot be reproduced")
    return "\n".join(lines)


def _report(store: RunStore) -> None:
    """Print the table and leave it in the run's folder."""
    table = elo_table(store.read_all(), store.config)
    for name, form in _TABLE_FILES.items():
        (store.folder / name).write_text(form(table), encoding="utf-8", newline="\n")
    click.echo(format_text(table), nl=False)
    _say(f"{store.folder}: games.sqlite, {', '.join(_TABLE_FILES)}, {LOG_FILE}")
