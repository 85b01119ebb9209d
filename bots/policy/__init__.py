"""The learned fast policy."""

from .bot import PolicyBot

__all__ = ["PolicyBot"]
