"""Which errors does a run raise?"""

from medina_arena.engine import MedinaError

__all__ = ["RunError"]


class RunError(MedinaError):
    """A run that cannot be played as asked, or that could not go on; one sentence."""
