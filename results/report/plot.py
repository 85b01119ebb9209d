"""What is a picture of a report?"""

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.figure import Figure

__all__ = ["Plot"]


@dataclass(frozen=True, slots=True)
class Plot:
    """One picture with the sentence that says what to see in it."""

    name: str
    """Of its file, without suffix."""
    title: str
    sentence: str
    draw: Callable[[], Figure]
