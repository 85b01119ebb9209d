"""What may a bot use that plays in a process of its own?"""

from dataclasses import dataclass

from .errors import RunError

__all__ = ["DEFAULT_MEMORY_MB", "DEFAULT_MOVE_SECONDS", "NO_LIMITS", "Limits"]

DEFAULT_MOVE_SECONDS = 60.0
DEFAULT_MEMORY_MB = 2000


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on one bot at one seat; None = no limit of that sort. Making one raises `RunError`."""

    move_seconds: float | None = DEFAULT_MOVE_SECONDS
    """Wall time of a move, and processor time of all that the bot has started."""
    memory_mb: int | None = DEFAULT_MEMORY_MB
    """Resident memory of all that the bot has started; what processes share counts in parts."""

    def __post_init__(self) -> None:
        """Check every value."""
        if self.move_seconds is not None and not 0 < self.move_seconds < float("inf"):
            raise RunError(f"the time for a move is a number of seconds above 0, not {self.move_seconds!r}")
        if self.memory_mb is not None and self.memory_mb < 1:
            raise RunError(f"the memory of a bot is a whole number of megabytes of at least 1, not {self.memory_mb!r}")


NO_LIMITS = Limits(None, None)
"""Processes of their own without any limit: to see which bot ends its process."""
