"""Who decides: the interface for bots, the bots that come with the project, and how they are named."""

if __name__ != "medina_arena.bots":
    raise ImportError("import medina_arena.bots: the folder bots/ is not a package of its own")

from .base import KERNEL_STATES, Bot, Budget, CompiledBot, Kernel
from .catalogue import BotEntry, describe_bot, list_bots
from .conformance import CHECKS, Finding, Report, check_bot
from .errors import BotError
from .loading import known_names, load_bot_class
from .registry import BotSpec, parse_bot, parse_bots, spec_labels

__all__ = [
    "CHECKS",
    "KERNEL_STATES",
    "Bot",
    "BotEntry",
    "BotError",
    "BotSpec",
    "Budget",
    "CompiledBot",
    "Finding",
    "Kernel",
    "Report",
    "check_bot",
    "describe_bot",
    "known_names",
    "list_bots",
    "load_bot_class",
    "parse_bot",
    "parse_bots",
    "spec_labels",
]
