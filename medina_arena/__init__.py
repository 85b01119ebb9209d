"""Medina Arena: write bots for the board game Medina and read who is stronger.

The public names are imported when they are first used, so that ``import medina_arena`` compiles nothing.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from medina_arena.lazy import lazy_names

_root = Path(__file__).resolve().parent.parent
if (_root / "pyproject.toml").is_file() and (_root / "engine" / "__init__.py").is_file():
    __path__.insert(0, str(_root))  # a source tree: the sub-packages are the top-level folders

if TYPE_CHECKING:
    from medina_arena.bots import Bot, Budget
    from medina_arena.engine import (
        RULES_VERSION,
        Game,
        IllegalMoveError,
        MedinaError,
        Move,
        NotationError,
        RecordError,
        RulesError,
        RuleSet,
        rule_set,
    )

_HOME = {
    "Bot": "bots",
    "Budget": "bots",
    "Game": "engine",
    "IllegalMoveError": "engine",
    "MedinaError": "engine",
    "Move": "engine",
    "NotationError": "engine",
    "RULES_VERSION": "engine",
    "RecordError": "engine",
    "RuleSet": "engine",
    "RulesError": "engine",
    "rule_set": "engine",
}

__all__ = [
    "RULES_VERSION",
    "Bot",
    "Budget",
    "Game",
    "IllegalMoveError",
    "MedinaError",
    "Move",
    "NotationError",
    "RecordError",
    "RuleSet",
    "RulesError",
    "rule_set",
]

__getattr__, __dir__ = lazy_names(__name__, _HOME)
