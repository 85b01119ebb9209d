"""What must a run's configuration hold, and how is it kept?"""

import json
from collections.abc import Mapping
from typing import Any

from .errors import ResultsError

__all__ = ["config_text"]


def config_text(config: Mapping[str, Any]) -> str:
    """A run's configuration as JSON, if it has what the tables need."""
    bots = config.get("bots") if isinstance(config, Mapping) else None
    if not isinstance(bots, list | tuple) or not all(isinstance(b, Mapping) and "label" in b for b in bots):
        raise ResultsError('a run\'s configuration needs "bots", a list of {"label": …, …} for its bots')
    if not isinstance(config.get("players"), int):
        raise ResultsError('a run\'s configuration needs "players", the number of seats')
    try:
        return json.dumps(config, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ResultsError(f"a run's configuration must be plain JSON values: {error}") from None
