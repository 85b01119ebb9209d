"""Which values do options take, and which exit status says what?"""

import click

__all__ = ["INTERRUPTED", "WholeNumber"]

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


class WholeNumber(click.IntRange):
    """A whole number in a range; the error says what came and what is allowed."""

    def _describe_range(self) -> str:
        """Nothing: the help says only what the error does not."""
        return ""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that a text stands for."""
        text = str(value)
        number = int(text) if text.isascii() and text.removeprefix("-").isdecimal() else None
        if number is None or number < (self.min or 0) or (self.max is not None and number > self.max):
            limit = f"from {self.min} to {self.max}" if self.max is not None else f"of at least {self.min}"
            self.fail(f"{text!r} is no whole number {limit}", param, ctx)
        return number
