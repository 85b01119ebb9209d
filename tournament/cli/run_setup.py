"""Which run do the options of ``medina-arena run`` ask for? A new one in a new folder, or one that goes on."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from medina_arena.bots import parse_bots
from medina_arena.engine import parse_rules
from medina_arena.results import RunStore
from medina_arena.tournament.config import RunConfig, config_from_json, config_to_json
from medina_arena.tournament.errors import RunError
from medina_arena.tournament.extend import extend_run
from medina_arena.tournament.limits import DEFAULT_MEMORY_MB, DEFAULT_MOVE_SECONDS, Limits
from medina_arena.tournament.precision import Precision, precision_to_json
from medina_arena.tournament.settings import Settings, parse_part, settings_from_json, settings_to_json

from .folders import new_folder

__all__ = ["begin_run", "new_run", "resume_run"]

_Options = dict[str, Any]
_DEFAULT_GAMES = 1000
_MOST_GAMES = 100_000
"""Of a run that is to be precise, if nothing is said."""


def begin_run(options: _Options, given: set[str]) -> RunStore:
    """A new run in a new folder."""
    config, settings, precision = new_run(options, given)
    goal = {} if precision is None else {"precision": precision_to_json(precision)}
    data = config_to_json(config) | {"settings": settings_to_json(settings)} | goal
    return RunStore.create(new_folder(options["out"]), data)


def new_run(options: _Options, given: set[str]) -> tuple[RunConfig, Settings, Precision | None]:
    """What a new run is, up to its first look where it is to be precise, how it is played, and how precise it is."""
    config, settings, precision = _new_config(options), _new_settings(options, given), None
    _check_part(config, settings)
    if options["precision"] is not None:
        if config.neighbours or settings.part != (1, 1):
            raise RunError("--precision cannot be given with --neighbours or --part: it looks at the whole run")
        precision = Precision(options["precision"], options["games"] or _MOST_GAMES)
        config = replace(config, games=precision.first_games(config))
    return config, settings, precision


def resume_run(folder: Path, options: _Options, given: set[str]) -> RunStore:
    """A run that goes on, with more games or bots where they are asked for."""
    store = RunStore.open(folder)
    try:
        config = config_from_json(store.config)
        settings = _new_settings(options, given, settings_from_json(store.config.get("settings") or {}))
        _check_part(config, settings)
        bots = parse_bots(options["bots"]) if options["bots"] else []
        extend_run(store, config, games=options["games"], bots=bots, settings=settings)
    except BaseException:
        store.close()
        raise
    return store


def _new_config(options: _Options) -> RunConfig:
    """The configuration of a new run."""
    rule_set = parse_rules(options["rules"])
    players = options["players"]
    if players is None:
        players = 4 if 4 in rule_set.players else max(rule_set.players)
    rule_set.check_players(players)
    return RunConfig(
        tuple(parse_bots(options["bots"])),
        rule_set,
        players,
        options["games"] or _DEFAULT_GAMES,
        options["seed"],
        options["opening"],
        options["random_plies"],
        options["gauntlet"],
        options["neighbours"],
    )


def _new_settings(options: _Options, given: set[str], before: Settings | None = None) -> Settings:
    """How a run is to be played; what is not given is as it was before."""
    before = before or Settings()
    limits = before.limits
    if options["isolate"] or (limits is not None and {"move_timeout", "memory"} & given):
        if sys.platform != "linux":
            raise RunError("--isolate needs Linux: other systems do not tell what a process uses")
        seconds, memory = (DEFAULT_MOVE_SECONDS, DEFAULT_MEMORY_MB)
        if limits is not None:
            seconds, memory = limits.move_seconds or seconds, limits.memory_mb or memory
        asked = options["move_timeout"], options["memory"]
        limits = Limits(seconds if asked[0] is None else asked[0], memory if asked[1] is None else asked[1])
    elif {"move_timeout", "memory"} & given:
        raise RunError("--move-timeout and --memory need --isolate: only a process of its own can be stopped")
    return Settings(
        limits,
        options["on_fault"] if "on_fault" in given else before.on_fault,
        before.part if options["part"] is None else parse_part(options["part"]),
    )


def _check_part(config: RunConfig, settings: Settings) -> None:
    """Raise `RunError` for a part of a run that has none."""
    if config.neighbours and settings.part != (1, 1):
        raise RunError("--part cannot be given with --neighbours: each round depends on all games before it")
