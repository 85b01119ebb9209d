"""How would the rules page play, read word by word? A slow second engine, sharing nothing with the first."""

from .game import NaiveGame

__all__ = ["NaiveGame"]
