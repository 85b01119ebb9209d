"""``medina-arena bots``: which bots are there, and which parameters do they take?"""

import json
import textwrap
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from medina_arena.bots import BotEntry

__all__ = ["bots"]

_WIDTH = 96


@click.command(epilog="Example:  medina-arena bots mcts")
@click.argument("name", metavar="[BOT]", required=False)
@click.option(
    "--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True, help="How to print."
)
def bots(name: str | None, form: str) -> None:
    """List the bots that are installed, with their parameters and defaults.

    BOT is one of them, or file.py:Class or module:Class, to see that one alone.
    """
    from medina_arena.bots import describe_bot, list_bots

    entries = list_bots() if name is None else [describe_bot(name)]
    if form == "json":
        click.echo(json.dumps([entry.as_dict() for entry in entries], ensure_ascii=False, indent=1))
        return
    width = max(len(entry.name) for entry in entries)
    click.echo("\n\n".join("\n".join(_describe(entry, width)) for entry in entries))
    if name is None:
        click.echo("\nEvery bot also takes simulations=, time_ms= and label=, as in mcts:simulations=500:label=deep.")
        click.echo("Bots of your own: file.py:Class, module:Class, or a package made by medina-arena new-bot.")


def _describe(entry: "BotEntry", width: int) -> list[str]:
    """One bot in a few lines."""
    head = f"{entry.name:{width}}  "
    if entry.error is not None:
        return _wrap(head, f"cannot be loaded: {entry.error}", len(head))
    lines = _wrap(head, entry.text or "(no description)", len(head))
    indent = " " * len(head)
    budget = [f"simulations={entry.simulations}"] * (entry.simulations is not None)
    budget += [f"time_ms={entry.time_ms:g}"] if entry.time_ms is not None else []
    lines += [f"{indent}{one}  (may spend on a move)" for one in budget]
    if entry.rule_sets:
        lines.append(f"{indent}plays {', '.join(entry.rule_sets)} only")
    for parameter in entry.parameters:
        default = {True: "yes", False: "no", None: "none"}.get(parameter.default, parameter.default)
        first = f"{indent}{parameter.name}={default}  ({parameter.kind})  "
        lines += _wrap(first, parameter.text, len(indent) + 4)
    return lines


def _wrap(first: str, text: str, indent: int) -> list[str]:
    """A text after its beginning, broken at spaces."""
    return textwrap.wrap(first + text, _WIDTH, subsequent_indent=" " * indent, drop_whitespace=True) or [first]
