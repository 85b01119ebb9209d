"""Which error says that a bot cannot be had?"""

from medina_arena.engine import MedinaError

__all__ = ["BotError"]


class BotError(MedinaError):
    """An unknown bot or parameter, or a bot file that cannot be used; one sentence with the place."""
