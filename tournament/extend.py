"""How does a run become larger? More games, or more bots after those that it has; what is played stays."""

from collections.abc import Sequence
from dataclasses import replace

from medina_arena.bots import BotSpec
from medina_arena.results import RunStore

from .config import RunConfig, config_to_json
from .errors import RunError
from .settings import Settings, settings_to_json

__all__ = ["extend_run"]

_KEPT = ("rounds", "precision", "sprt")
"""What a run has stored about its course and its end."""


def extend_run(
    store: RunStore,
    config: RunConfig,
    *,
    games: int | None = None,
    bots: Sequence[BotSpec] = (),
    settings: Settings | None = None,
) -> RunConfig:
    """Store that the run has so many games in all, and these bots more, and return its configuration from now on.

    Raises `RunError` for fewer games than before and for bots that make no run.
    """
    if games is not None and games < config.games:
        raise RunError(f"the run has {config.games:,} games, and {games:,} are fewer: games are never taken away")
    larger = replace(config, bots=(*config.bots, *bots), games=config.games if games is None else games)
    if config.gauntlet is not None:
        larger = replace(larger, gauntlet=larger.labels[config.labels.index(config.gauntlet)])
    data = config_to_json(larger)
    how = store.config.get("settings") if settings is None else settings_to_json(settings)
    if larger != config or how != store.config.get("settings"):
        kept = {key: store.config[key] for key in _KEPT if key in store.config}
        store.replace_config(data | {"settings": how} | kept)
    return larger
