"""Who plays whom, and where: runs, their schedule and workers, and the command line.

The public names are imported when they are first used, so that the command line answers at once.
"""

from typing import TYPE_CHECKING

from medina_arena.lazy import lazy_names

if __name__ != "medina_arena.tournament":
    raise ImportError("import medina_arena.tournament: the folder tournament/ is not a package of its own")

if TYPE_CHECKING:
    from .config import RunConfig, config_from_json, config_to_json
    from .errors import RunError
    from .limits import Limits
    from .play import play_games, warm_up
    from .runner import play_run
    from .schedule import Plan, ScheduledGames, make_plan, schedule_blocks, schedule_games
    from .settings import Settings

_HOME = {
    "Limits": "limits",
    "Plan": "schedule",
    "RunConfig": "config",
    "RunError": "errors",
    "ScheduledGames": "schedule",
    "Settings": "settings",
    "config_from_json": "config",
    "config_to_json": "config",
    "make_plan": "schedule",
    "play_games": "play",
    "play_run": "runner",
    "schedule_blocks": "schedule",
    "schedule_games": "schedule",
    "warm_up": "play",
}

__all__ = [
    "Limits",
    "Plan",
    "RunConfig",
    "RunError",
    "ScheduledGames",
    "Settings",
    "config_from_json",
    "config_to_json",
    "make_plan",
    "play_games",
    "play_run",
    "schedule_blocks",
    "schedule_games",
    "warm_up",
]

__getattr__, __dir__ = lazy_names(__name__, _HOME)
