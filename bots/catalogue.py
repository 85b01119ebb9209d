"""What bots are installed, and which parameters do they take?"""

import ast
import inspect
import textwrap
from dataclasses import MISSING, asdict, dataclass, fields
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from .base import Bot
from .errors import BotError
from .loading import known_names, load_bot_class

__all__ = ["BotEntry", "ParameterEntry", "describe_bot", "list_bots"]


@dataclass(frozen=True, slots=True)
class ParameterEntry:
    """One parameter of a bot."""

    name: str
    kind: str
    """Its type or its choices, for a reader."""
    default: Any
    """None also where it has to be given."""
    text: str
    """What the string below the field says; may be empty."""


@dataclass(frozen=True, slots=True)
class BotEntry:
    """One bot."""

    name: str
    text: str
    """The first line of its docstring."""
    simulations: int | None
    """Its budget unless another one is asked for; None = no limit."""
    time_ms: float | None
    rule_sets: tuple[str, ...]
    """Those that it plays; none means all."""
    parameters: tuple[ParameterEntry, ...]
    error: str | None = None
    """Why it cannot be loaded."""

    def as_dict(self) -> dict[str, Any]:
        """The entry as plain values."""
        return asdict(self)


def list_bots() -> list[BotEntry]:
    """All installed bots, the built-in ones first; those that cannot be loaded too."""
    entries = []
    for name in known_names():
        try:
            entries.append(describe_bot(name))
        except BotError as error:
            entries.append(BotEntry(name, "", None, None, (), (), str(error)))
    return entries


def describe_bot(source: str) -> BotEntry:
    """The bot that a name, ``file.py:Class`` or ``module:Class`` means; raises `BotError`."""
    bot_class = load_bot_class(source)
    return BotEntry(
        name=source,
        text=_first_line(bot_class),
        simulations=bot_class.default_budget.simulations,
        time_ms=bot_class.default_budget.time_ms,
        rule_sets=bot_class.rule_sets,
        parameters=tuple(_parameters(bot_class.Params)),
    )


def _first_line(bot_class: type[Bot]) -> str:
    """What the bot's own docstring begins with."""
    text = inspect.cleandoc(bot_class.__doc__ or "")
    return text.partition("\n")[0]


def _parameters(params: Any) -> list[ParameterEntry]:
    """The fields of a dataclass of parameters."""
    hints, texts = get_type_hints(params), _field_texts(params)
    return [
        ParameterEntry(
            name=field.name,
            kind=_describe_kind(hints[field.name]),
            default=None if field.default is MISSING else field.default,
            text=texts.get(field.name, ""),
        )
        for field in fields(params)
    ]


def _describe_kind(kind: Any) -> str:
    """A type for a reader: its choices, or its name."""
    if get_origin(kind) is Literal:
        return "|".join(map(str, get_args(kind)))
    if get_origin(kind) in (Union, UnionType):
        return "|".join("none" if one is NoneType else _describe_kind(one) for one in get_args(kind))
    names = {bool: "yes|no", int: "whole number", float: "number", str: "text"}
    return names.get(kind) or str(getattr(kind, "__name__", kind))


def _field_texts(params: type) -> dict[str, str]:
    """The string below each field in the source, where it can be read."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(params)))
    except (OSError, TypeError, SyntaxError):
        return {}
    body = tree.body[0].body if tree.body and isinstance(tree.body[0], ast.ClassDef) else []
    texts = {}
    for field, below in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            text = getattr(below.value, "value", None)
            if isinstance(text, str):
                texts[field.target.id] = " ".join(text.split())
    return texts
