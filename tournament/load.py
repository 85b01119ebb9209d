"""Does the machine keep up with the run? Measured by the processor time that workers get while they play."""

import logging

from .pool import available_cpus

__all__ = ["Load"]

_LOG = logging.getLogger(__name__)
_ENOUGH = 0.7
"""A worker that plays should have this share of a processor."""
_MIN_SECONDS = 20.0
"""Less play says nothing."""


class Load:
    """How busy the workers of a run were."""

    def __init__(self, workers: int) -> None:
        """Say at once where more workers are wanted than there are processors."""
        self._wall = self._cpu = 0.0
        if workers > (cpus := available_cpus()):
            _LOG.warning("%s workers share %s processors: moves take longer, by the clock", workers, cpus)

    def note(self, wall_seconds: float, cpu_seconds: float) -> None:
        """Count the time of a finished job, by the clock and of processors."""
        self._wall += wall_seconds
        self._cpu += cpu_seconds

    def report(self) -> None:
        """Log if the workers had to wait much."""
        if self._wall >= _MIN_SECONDS and self._cpu < _ENOUGH * self._wall:
            _LOG.warning(
                "a worker that played had %.0f %% of a processor: the machine was busy or bots waited, and limits of "
                "time hit them sooner",
                100 * self._cpu / self._wall,
            )
