"""What is a run? Its bots, rules and numbers, checked, and as plain JSON values."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal, get_args

from medina_arena.bots import BotSpec, parse_bot, spec_labels
from medina_arena.engine import MAX_SEED, RULES_VERSION, RuleSet, parse_rules

from .errors import RunError
from .fingerprints import fingerprint
from .lineups import max_bots

__all__ = [
    "MAX_GAMES",
    "MAX_RANDOM_PLIES",
    "Opening",
    "RunConfig",
    "changed_bots",
    "config_from_json",
    "config_to_json",
]

Opening = Literal["drawn", "bot"]

MAX_GAMES = 1_000_000_000
MAX_RANDOM_PLIES = 100
"""Few games are shorter; such a one is drawn whole."""


@dataclass(frozen=True, slots=True)
class RunConfig:
    """Everything that a run's games depend on. Making one raises `RunError`, `RulesError` or `BotError`."""

    bots: tuple[BotSpec, ...]
    rules: RuleSet
    players: int
    games: int = 1000
    """As asked for; the plan rounds it up to whole blocks."""
    seed: int = 0
    opening: Opening = "drawn"
    """Whether the first inhabitant is drawn for each block, or set by the bot at seat 0."""
    random_plies: int = 0
    """How many more moves are drawn for each block before the bots decide."""
    gauntlet: str | None = None
    """The label of the bot that plays each other one alone; None = all line-ups."""
    neighbours: bool = False
    """Whether those play who stand together in the table so far."""

    def __post_init__(self) -> None:
        """Check every value."""
        self.rules.check_players(self.players)
        if not self.bots:
            raise RunError("a run needs at least one bot")
        if len(self.bots) > max_bots(self.players):
            raise RunError(
                f"a run with {self.players} players takes at most {max_bots(self.players)} bots, not {len(self.bots)}"
            )
        spec_labels(self.bots)
        for spec in self.bots:
            spec.check_rules(self.rules)
        _check_number("games", self.games, 1, MAX_GAMES)
        _check_number("seed", self.seed, 0, MAX_SEED)
        _check_number("random_plies", self.random_plies, 0, MAX_RANDOM_PLIES)
        if self.gauntlet is not None and (self.gauntlet not in self.labels or len(self.bots) < 2):
            raise RunError(
                f"a gauntlet needs one of the run's bots and an opponent, not {self.gauntlet!r}: "
                f"the bots are {', '.join(self.labels)}"
            )
        if self.neighbours and (len(self.bots) <= self.players or self.gauntlet is not None):
            what = "is no gauntlet" if self.gauntlet is not None else f"needs more than {self.players} bots"
            raise RunError(f"a run of neighbours with {self.players} players {what}")
        if self.opening not in get_args(Opening):
            raise RunError(f"opening is {' or '.join(get_args(Opening))}, not {self.opening!r}")

    @property
    def labels(self) -> list[str]:
        """What the bots are called, in their order."""
        return spec_labels(self.bots)

    @property
    def bot_keys(self) -> list[str]:
        """What each bot is, whatever it is called; bots that are the same are numbered from the second on."""
        keys = [spec.key for spec in self.bots]
        nth = [keys[: place + 1].count(key) for place, key in enumerate(keys)]
        return [key if n == 1 else f"{key}\t{n}" for key, n in zip(keys, nth, strict=True)]

    @property
    def n_drawn(self) -> int:
        """How many moves at the beginning of a game are drawn by chance."""
        return int(self.opening == "drawn" and self.rules.opening == "first_player") + self.random_plies

    @property
    def is_reproducible(self) -> bool:
        """Whether the games depend on this configuration alone; a time budget depends on the machine as well."""
        return all(spec.budget.time_ms is None for spec in self.bots)


def _check_number(name: str, value: object, low: int, high: int) -> None:
    """Raise `RunError` unless the value is a whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RunError(f"{name} is a whole number from {low} to {high}, not {value!r}")


def config_to_json(config: RunConfig) -> dict[str, Any]:
    """The configuration as plain values, with the versions of everything that plays a part."""
    return {
        "bots": [
            {
                "label": label,
                "spec": spec.text,
                "key": spec.key,
                "fingerprint": fingerprint(spec),
                "rules_learned": spec.bot_class.rules_learned(),
            }
            for label, spec in zip(config.labels, config.bots, strict=True)
        ],
        "players": config.players,
        "rules": str(config.rules),
        "rules_version": RULES_VERSION,
        "games": config.games,
        "seed": config.seed,
        "opening": config.opening,
        "random_plies": config.random_plies,
        "gauntlet": config.gauntlet,
        "neighbours": config.neighbours,
        "is_reproducible": config.is_reproducible,
        "versions": {
            "medina-arena": _installed("medina-arena"),
            "numba": _installed("numba"),
            "numpy": _installed("numpy"),
            "python": platform.python_version(),
        },
    }


def config_from_json(data: Mapping[str, Any], *, check_files: bool = True) -> RunConfig:
    """The configuration that `config_to_json` wrote.

    Raises `RunError` for missing values, for another version of the rules, and for a bot that is no longer what it was:
    its parameters, or its files if they are to be checked.
    """
    if data.get("rules_version") != RULES_VERSION:
        raise RunError(
            f"the run was played by version {data.get('rules_version')!r} of the rules, "
            f"and this program has version {RULES_VERSION}"
        )
    try:
        bots = tuple(_same_bot(bot["spec"], bot["key"]) for bot in data["bots"])
        if check_files and (changed := changed_bots(data, bots)):
            raise RunError(
                f"the files of {' and '.join(changed)} are not what they were when the run began: "
                "put them back, or begin a new run"
            )
        names = ("players", "games", "seed", "opening", "random_plies")
        values = {name: data[name] for name in names}
        values |= {"gauntlet": data.get("gauntlet"), "neighbours": data.get("neighbours", False)}
        return RunConfig(bots, parse_rules(data["rules"]), **values)
    except KeyError as error:
        raise RunError(f"the run's configuration has no {error}") from None


def changed_bots(data: Mapping[str, Any], bots: Sequence[BotSpec]) -> list[str]:
    """The labels of bots whose files have changed since the run began; runs of earlier versions do not tell."""
    entries = zip(data["bots"], bots, strict=True)
    return [
        repr(str(entry["label"]))
        for entry, spec in entries
        if entry.get("fingerprint") not in (None, fingerprint(spec))
    ]


def _same_bot(text: str, key: str) -> BotSpec:
    """The bot that a text names, if it still has the same parameters and budget."""
    spec = parse_bot(text)
    if spec.key != key:
        raise RunError(f"bot {text!r} is not what it was when the run began: it is {spec.key!r} now and was {key!r}")
    return spec


def _installed(package: str) -> str:
    """The version of a package; "unknown" for one that is used without being installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
