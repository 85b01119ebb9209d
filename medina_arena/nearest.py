"""What may somebody have meant who gave a name that is not known?"""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["did_you_mean"]


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A remark with the nearest name that is known, to put behind a name that is not; empty where none is near."""
    near = get_close_matches(given, known, 1)
    return f" (did you mean {near[0]!r}?)" if near else ""
