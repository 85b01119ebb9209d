"""Search by simulation."""

from .bot import MctsBot

__all__ = ["MctsBot"]
