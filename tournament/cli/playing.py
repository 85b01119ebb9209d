"""What does a user see of a run, from the first line to the table?"""

import json
import logging
import shlex
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from medina_arena.results import RunStore, Termination, elo_table, format_csv, format_json, format_text
from medina_arena.tournament.config import config_from_json
from medina_arena.tournament.extend import extend_run
from medina_arena.tournament.lineups import n_lineups
from medina_arena.tournament.logs import LOG_FILE, EventHandler, TerminalHandler, run_logs
from medina_arena.tournament.merge import WALL_CLOCK_FAULTS
from medina_arena.tournament.pool import use_fork
from medina_arena.tournament.precision import precision_from_json
from medina_arena.tournament.progress import EventProgress, show_progress, write_event
from medina_arena.tournament.runner import games_of_part, play_run, run_size
from medina_arena.tournament.schedule import Plan, make_plan, schedule_games
from medina_arena.tournament.settings import Settings, settings_from_json

if TYPE_CHECKING:
    from medina_arena.tournament.config import RunConfig

__all__ = ["Output", "compile_for", "describe_plan", "play_and_report", "play_missing", "say"]

_LOG = logging.getLogger(__name__)

_TABLE_FILES = {"table.csv": format_csv, "table.json": format_json}


@dataclass(frozen=True, slots=True)
class Output:
    """How a run tells of itself."""

    is_json: bool = False
    """Events on the standard output instead of a table."""
    is_verbose: bool = False

    def log_handler(self) -> logging.Handler:
        """Shows what is logged."""
        level = logging.INFO if self.is_verbose else logging.WARNING
        return EventHandler(level) if self.is_json else TerminalHandler(level)


def compile_for(store: RunStore) -> tuple["RunConfig", Settings]:
    """Say what the run is, and compile in this process what its workers need; raises `BotError`."""
    from medina_arena.tournament.play import warm_up

    config, settings = config_from_json(store.config), settings_from_json(store.config.get("settings") or {})
    use_fork()
    plan = make_plan(config)
    say(describe_plan(config, plan, settings))
    say("compiling (up to a minute the first time) …")
    schedule_games(plan, 0, 1)
    warm_up(config)
    return config, settings


def play_and_report(
    config: "RunConfig", store: RunStore, workers: int, settings: Settings, output: Output | None = None
) -> bool:
    """Play what is missing, then rate all games; whether the run is complete."""
    output = output or Output()
    precision = precision_from_json(store.config.get("precision"))
    is_complete = False
    try:
        is_complete = play_missing(config, store, workers, settings, output)
        while precision is not None and is_complete:
            games = precision.next_games(elo_table(store.read_all(), store.config), make_plan(config).n_games)
            if games is None:
                break
            is_complete = False
            config = extend_run(store, config, games=games)
            is_complete = play_missing(config, store, workers, settings, output)
        if n_games := store.n_games:
            say(f"rating {n_games:,} games …")
            _report(store, output, is_complete=is_complete)
    finally:
        if not is_complete:
            n_done, total = run_size(config, store, settings.part)
            command = f"medina-arena run --resume {shlex.quote(str(store.folder))}"
            say(f"stopped after {n_done:,} of {total:,} games; go on with: {command}")
    return is_complete


def play_missing(config: "RunConfig", store: RunStore, workers: int, settings: Settings, output: Output) -> bool:
    """Play the games that are not stored yet, with logs and a bar; whether the run is complete."""
    n_done, total = run_size(config, store, settings.part)
    if output.is_json:
        write_event(sys.stdout, "start", folder=str(store.folder), games=n_done, of=total, config=store.config)
    bar = EventProgress(total, n_done, sys.stdout) if output.is_json else show_progress(total, n_done)
    with run_logs(store.folder, output.log_handler()), bar as progress:
        _LOG.info("%s of %s games are stored, %s workers: %s", n_done, total, workers, store.config)
        is_complete = play_run(config, store, workers=workers, progress=progress, settings=settings)
        _LOG.info("%s games are stored", store.n_games)
    return is_complete


def say(text: str) -> None:
    """Tell the user something that is no result."""
    click.echo(text, err=True)


def describe_plan(config: "RunConfig", plan: Plan, settings: Settings) -> str:
    """What will be played, in a few lines."""
    if config.neighbours:
        return (
            f"{', '.join(config.labels)} with {config.players} players by {config.rules}, seed {config.seed}\n"
            f"at least {config.games:,} games in rounds: those play who stand together in the table so far"
        )
    lineups = n_lineups(len(config.bots), config.players) if config.gauntlet is None else plan.n_lineups
    rounded = f" ({config.games:,} rounded up to whole blocks)" if plan.n_games > config.games else ""
    lines = [
        f"{', '.join(config.labels)} with {config.players} players by {config.rules}, seed {config.seed}",
        f"{plan.n_games:,} games{rounded}: {plan.n_blocks:,} block{'s'[: plan.n_blocks != 1]} of {plan.block_games}, "
        f"{plan.n_lineups:,} of {lineups:,} line-ups",
    ]
    if config.gauntlet is not None:
        lines.append(f"a gauntlet: {config.gauntlet} against each other bot alone")
    if plan.n_lineups < lineups:
        lines.append("the line-ups are drawn from the seed so that bots and pairs of bots sit equally often")
    if settings.part != (1, 1):
        first, last = games_of_part(plan, settings.part)
        lines.append("part {} of {}: {:,} games".format(*settings.part, last - first))
    if not config.is_reproducible:
        lines.append("a time budget is used: the games cannot be reproduced")
    return "\n".join(lines)


def _report(store: RunStore, output: Output, *, is_complete: bool) -> None:
    """Print the table and leave it in the run's folder."""
    games = store.read_all()
    table = elo_table(games, store.config)
    for name, form in _TABLE_FILES.items():
        (store.folder / name).write_text(form(table), encoding="utf-8", newline="\n")
    if output.is_json:
        write_event(sys.stdout, "end", is_complete=is_complete, table=json.loads(format_json(table)))
    else:
        click.echo(format_text(table), nl=False)
    n_depending = sum(int((games.terminations == kind).sum()) for kind in WALL_CLOCK_FAULTS)
    if n_depending:
        say(f"{n_depending:,} faults of time, memory or crashes depend on the machine: another run may differ there")
    if (games.terminations != Termination.NORMAL).any():
        say(f"see a fault again with: medina-arena reproduce {shlex.quote(str(store.folder))} GAME")
    say(f"{store.folder}: games.sqlite, {', '.join(_TABLE_FILES)}, {LOG_FILE}")
