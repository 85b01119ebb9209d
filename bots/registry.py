"""What does a specification text such as ``mcts:simulations=500,mybot.py:Hoarder:greed=0.7`` mean?"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from medina_arena.engine import RuleSet
from medina_arena.nearest import did_you_mean

from .base import Bot, Budget
from .errors import BotError
from .loading import RESERVED, load_bot_class

__all__ = ["BotSpec", "parse_bot", "parse_bots", "spec_labels"]

MAX_SIMULATIONS = 1_000_000
"""Room for the trees of so many takes some gigabytes."""
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot with all its parameters: what plays at a seat."""

    source: str
    """Name, ``file.py:Class`` or ``module:Class``."""
    options: tuple[tuple[str, str], ...] = ()
    """The options as typed, in the order of their names, without label."""
    label: str | None = None
    """What the user calls it."""
    folder: Path = field(default_factory=Path.cwd, compare=False, repr=False)
    """Where a relative path starts, whatever folder becomes the current one later."""

    @property
    def text(self) -> str:
        """The text that `parse_bot` reads."""
        label = (("label", self.label),) if self.label else ()
        return ":".join([self.source, *(f"{name}={value}" for name, value in (*self.options, *label))])

    @property
    def bot_class(self) -> type[Bot]:
        """The class; loaded at the first call."""
        return load_bot_class(self.source, self.folder)

    @property
    def params(self) -> Any:
        """The bot's parameters, typed."""
        return _params(self.bot_class, self.source, dict(self.options))

    @property
    def budget(self) -> Budget:
        """What the bot may spend on a move."""
        return _budget(self.bot_class, self.source, dict(self.options))

    @property
    def key(self) -> str:
        """Names the player whatever its label and folder: the source's name, every parameter, the budget."""
        home, _, name = self.source.rpartition(":")
        values = asdict(self.params) | {"simulations": self.budget.simulations, "time_ms": self.budget.time_ms}
        return ":".join([f"{Path(home).name}:{name}" if home else name, *(f"{k}={v!r}" for k, v in values.items())])

    def check_rules(self, rules: RuleSet) -> None:
        """Raise `BotError` unless the bot can play these rules."""
        names = self.bot_class.rule_sets
        if names and rules.name not in names:
            raise BotError(f"bot {self.source!r} plays {', '.join(names)} only, not {rules.name}")

    def create(self, seat: int, seed: int) -> Bot:
        """A new bot for one game at a seat."""
        return self.bot_class(seat, self.params, self.budget, seed)


def parse_bots(texts: str | Iterable[str]) -> list[BotSpec]:
    """The bots of one or more comma-separated texts, checked and with distinct labels; raises `BotError`."""
    parts = [part.strip() for text in ([texts] if isinstance(texts, str) else texts) for part in text.split(",")]
    specs = [parse_bot(part) for part in parts]
    spec_labels(specs)
    return specs


def parse_bot(text: str) -> BotSpec:
    """The bot that one text names; its class is loaded and its parameters are checked. Raises `BotError`."""
    pieces = text.split(":")
    source = pieces.pop(0)
    if pieces and len(source) == 1 and pieces[0][:1] in ("\\", "/"):  # a drive letter
        source += ":" + pieces.pop(0)
    if pieces and "=" not in pieces[0]:
        source += ":" + pieces.pop(0)
    if not source:
        raise BotError(f"no bot in {text!r}: write names with commas between them, such as mcts,greedy")
    options: dict[str, str] = {}
    for piece in pieces:
        name, equals, value = piece.partition("=")
        if not equals or not name or not value:
            raise BotError(f"{piece!r} in {text!r} is no parameter: write name=value")
        if name in options:
            raise BotError(f"{name} is given twice in {text!r}")
        options[name] = value
    label = options.pop("label", None)
    if label is not None and not label.isprintable():
        raise BotError(f"the label {label!r} has characters that cannot be printed")
    spec = BotSpec(source, tuple(sorted(options.items())), label)
    _ = spec.params, spec.budget
    return spec


def _budget(bot_class: type[Bot], source: str, options: dict[str, str]) -> Budget:
    """The budget, from the options or the bot's default."""
    default = bot_class.default_budget
    simulations, time_ms = default.simulations, default.time_ms
    if "simulations" in options:
        simulations = _convert(source, "simulations", options["simulations"], int)
        if not 1 <= simulations <= MAX_SIMULATIONS:
            raise BotError(f"bot {source!r}: simulations={simulations} must be from 1 to {MAX_SIMULATIONS}")
    if "time_ms" in options:
        time_ms = _convert(source, "time_ms", options["time_ms"], float)
        if not 0 < time_ms < float("inf"):
            raise BotError(f"bot {source!r}: time_ms={options['time_ms']} must be above 0")
        if "simulations" not in options:
            simulations = None
    return Budget(simulations, time_ms)


def _params(bot_class: type[Bot], source: str, options: dict[str, str]) -> Any:
    """The parameters as the bot's own frozen dataclass."""
    hints = get_type_hints(bot_class.Params)
    names = [one.name for one in fields(bot_class.Params)]
    values = {}
    for name, text in options.items():
        if name in RESERVED:
            continue
        if name not in names:
            known = [*names, *RESERVED]
            raise BotError(
                f"bot {source!r} has no parameter {name!r}{did_you_mean(name, known)}: it takes {', '.join(known)}"
            )
        values[name] = _convert(source, name, text, hints[name])
    try:
        return bot_class.Params(**values)
    except Exception as error:
        raise BotError(f"bot {source!r}: {str(error) or type(error).__name__}") from error


def _convert(source: str, name: str, text: str, kind: Any) -> Any:
    """A value of the annotated type."""
    if get_origin(kind) in (Union, UnionType):
        kinds = [arg for arg in get_args(kind) if arg is not NoneType]
        if text.lower() == "none" and len(kinds) < len(get_args(kind)):
            return None
        kind = kinds[0]
    if get_origin(kind) is Literal:
        for choice in get_args(kind):
            if str(choice) == text:
                return choice
        raise BotError(f"bot {source!r}: {name}={text} must be {' or '.join(map(str, get_args(kind)))}")
    if kind is bool:
        if text.lower() not in _YES_NO:
            raise BotError(f"bot {source!r}: {name}={text} must be yes or no")
        return _YES_NO[text.lower()]
    try:
        return kind(text)
    except ValueError:
        what = {int: "a whole number", float: "a number"}.get(kind, f"a {kind.__name__}")
        raise BotError(f"bot {source!r}: {name}={text} must be {what}") from None


def spec_labels(specs: Sequence[BotSpec]) -> list[str]:
    """A short text for each bot that tells it from the others; raises `BotError` where none does."""
    names = [spec.label or spec.source.rpartition(":")[2] for spec in specs]
    n_sources = Counter(name for name, _ in {(name, spec.source) for name, spec in zip(names, specs, strict=True)})
    bases = [
        spec.source if n_sources[name] > 1 and not spec.label else name for name, spec in zip(names, specs, strict=True)
    ]
    labels = []
    for spec, base in zip(specs, bases, strict=True):
        rivals = [dict(other.options) for other, name in zip(specs, bases, strict=True) if name == base]
        telling = [
            f"{name}={value}"
            for name, value in (() if spec.label else spec.options)
            if any(other.get(name) != value for other in rivals)
        ]
        labels.append(":".join([base, *telling]))
    for label in labels:
        if labels.count(label) > 1:
            raise BotError(f"two bots are called {label!r}: give one of them another label=")
    unnamed = {spec.key: spec.text for spec in reversed(specs) if not spec.label}
    for spec in specs:
        if not spec.label and unnamed[spec.key] != spec.text:
            raise BotError(f"{unnamed[spec.key]!r} and {spec.text!r} are the same bot: give one of them a label=")
    return labels
