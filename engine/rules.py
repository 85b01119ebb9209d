"""Which rule sets are there, and what are their switches and numbers? (rules page, sections 2 and 11)

A rule set is a set of switch values and nothing else: the engine has one code path.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from medina_arena.nearest import did_you_mean

from .errors import RulesError
from .geometry import LARGE_BOARD, N_TOWERS, SMALL_BOARD, n_wall_spaces

__all__ = [
    "N_COLOURS",
    "RULES_VERSION",
    "RULE_SETS",
    "RuleSet",
    "Supply",
    "can_be_changed",
    "format_value",
    "parse_rules",
    "rule_set",
]

RULES_VERSION = 1
"""Moves when any legal move or score changes, never for speed."""

N_COLOURS = 4


@dataclass(frozen=True, slots=True)
class Supply:
    """What each player starts with (rules page, section 2)."""

    palace: int
    """Palace pieces of each colour."""
    stables: int
    inhabitants: int
    walls: int
    domes: int = 4
    neutral_domes: int = 0


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The switch values of a rule set; `rule_set` and `parse_rules` make one. Sections are those of the rules page."""

    name: str
    supplies: tuple[tuple[int, Supply], ...]
    """The supply for each allowed number of players."""
    opening: Literal["first_player", "random"] = "first_player"
    """Who sets the first inhabitant: the first player as a move, or chance (section 3)."""
    opening_turns: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Placements of the first turns where they are shorter, for each number of players (section 3)."""
    placements: int = 2
    """Pieces placed in a turn; without meaning with gifts (section 3)."""
    turn_limits: bool = False
    """At most one piece of each colour, one dome of each sort and two white pieces in a turn (section 11)."""
    blocked_frees_colour: bool = True
    """A new palace may be started beside a blocked one of its colour (section 4)."""
    stables_may_touch: bool = True
    """Stables may be orthogonal neighbours (section 5)."""
    tower_connection: Literal["tower", "arm"] = "tower"
    """What counts as a palace's first connection: the tower, or each of its two arms (section 10)."""
    last_player: Literal["pieces", "domes", "claims"] = "pieces"
    """What the others must be unable to do before a player has to place a dome in each turn (section 8)."""
    close_without_space: bool = False
    """A colour closes when it has no open palace and no square for a new one (section 9)."""
    palace_tie: Literal["keep", "completed_first"] = "keep"
    """Who has the palace tile among equally large palaces: its holder, or the one claimed earlier (section 10)."""
    final_tie: Literal["shared", "largest_palace"] = "shared"
    """Equal best scores share the win, or the largest palace decides (section 10)."""
    well: bool = False
    tea: bool = False
    tower_merchants: bool = False
    neutral: Literal["none", "any", "one_per_colour"] = "none"
    """Domes that claim a palace for nobody (section 8)."""
    gifts: bool = False
    """Every player gives a piece, picked in secret, to the player whose turn it is (section 11)."""
    small_board_players: int = 0
    """The number of players that uses the 14 x 10 board; 0 = none (section 1)."""
    palace_tiles: tuple[int, ...] = (1, 2, 3, 4)
    """Points for the largest grey, black, brown and orange palace."""
    tower_tiles: tuple[int, ...] = (1, 2, 3, 4)
    """Points for towers 1 to 4."""
    supply_palace: int | None = None
    """Palace pieces of each colour for each player; None = the set's own number, as in the next three."""
    supply_stables: int | None = None
    supply_inhabitants: int | None = None
    supply_walls: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that can play it."""
        return tuple(players for players, _ in self.supplies)

    @property
    def overrides(self) -> dict[str, Any]:
        """The switches that differ from the set of that name, in the order of `RuleSet`, ready for JSON."""
        base = RULE_SETS[self.name]
        changed = {name: getattr(self, name) for name in _overridable(base)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in changed.items()
            if value != getattr(base, name)
        }

    def __str__(self) -> str:
        """The text that `parse_rules` reads: ``bsw:tower_connection=tower``."""
        return ":".join([self.name, *(f"{name}={format_value(value)}" for name, value in self.overrides.items())])

    def supply(self, players: int) -> Supply:
        """What each player starts with; the number of players must be allowed (`check_players`)."""
        base = dict(self.supplies)[players]
        given = {
            kind: getattr(self, f"supply_{kind}")
            for kind in _SUPPLY_LIMITS
            if getattr(self, f"supply_{kind}") is not None
        }
        return replace(base, **given)

    def board(self, players: int) -> int:
        """The board's index in the tables of `geometry`."""
        return SMALL_BOARD if players == self.small_board_players else LARGE_BOARD

    def check_players(self, players: int) -> None:
        """Raise `RulesError` unless the number of players can play this set."""
        if not isinstance(players, int) or players not in self.players:
            allowed = " or ".join(map(str, self.players))
            raise RulesError(f"{self.name} is played by {allowed} players, not by {players!r}")
        supply = self.supply(players)
        room = n_wall_spaces(self.board(players)) // players
        if supply.walls > room:
            raise RulesError(
                f"supply_walls={supply.walls} is more than the board can take: "
                f"with {players} players each may have at most {room} walls"
            )


_FAMILY = ((3, Supply(6, 4, 8, 10)), (4, Supply(5, 3, 6, 8)))
_SECOND_EDITION = (
    (2, Supply(8, 4, 12, 15, neutral_domes=2)),
    (3, Supply(6, 4, 8, 12, neutral_domes=1)),
    (4, Supply(5, 3, 6, 9)),
)

RULE_SETS = {
    rules.name: rules
    for rules in (
        RuleSet("rulebook", _FAMILY),
        RuleSet(
            "bsw",
            _FAMILY,
            tower_connection="arm",
            last_player="claims",
            close_without_space=True,
            palace_tie="completed_first",
        ),
        RuleSet("dutch", _FAMILY, stables_may_touch=False, last_player="domes"),
        RuleSet("french", _FAMILY, blocked_frees_colour=False),
        RuleSet("gift", _FAMILY, gifts=True),
        RuleSet(
            "second-edition",
            _SECOND_EDITION,
            opening="random",
            opening_turns=((2, (1,)), (3, (1, 1)), (4, (1, 1))),
            last_player="domes",
            final_tie="largest_palace",
            well=True,
            tea=True,
            tower_merchants=True,
            neutral="any",
            small_board_players=2,
        ),
        RuleSet(
            "ditt",
            ((2, Supply(9, 6, 12, 16, neutral_domes=4)),),
            opening_turns=((2, (0, 1, 2)),),
            placements=3,
            turn_limits=True,
            neutral="one_per_colour",
        ),
    )
}
"""Every set that can be played, by name."""

_EVERYWHERE = (
    "blocked_frees_colour",
    "stables_may_touch",
    "tower_connection",
    "last_player",
    "close_without_space",
    "palace_tie",
    "final_tie",
    "palace_tiles",
    "tower_tiles",
    "supply_palace",
    "supply_stables",
    "supply_inhabitants",
    "supply_walls",
)
_CAN_BE_SWITCHED_OFF = ("well", "tea", "tower_merchants", "neutral")
_SUPPLY_LIMITS = {"palace": (1, 12), "stables": (0, 12), "inhabitants": (0, 24), "walls": (0, 25)}
_MAX_TILE = 100
_MAX_DIGITS = 9  # Python refuses to read numbers of thousands of digits
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


def _overridable(rules: RuleSet) -> tuple[str, ...]:
    """The switches of this set that may be given another value."""
    off = tuple(name for name in _CAN_BE_SWITCHED_OFF if getattr(rules, name) not in (False, "none"))
    refused = ("close_without_space",) if rules.gifts else ()
    return tuple(name for name in _EVERYWHERE + (off if rules.well else ()) if name not in refused)


def format_value(value: object) -> str:
    """A switch value as text without spaces."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "/".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _allowed(name: str) -> str:
    """The values that a switch takes, in words."""
    if name in ("palace_tiles", "tower_tiles"):
        return f"four whole numbers from 0 to {_MAX_TILE} with / between them, such as 1/2/3/4"
    if name.startswith("supply_"):
        low, high = _SUPPLY_LIMITS[name.removeprefix("supply_")]
        return f"a whole number from {low} to {high}"
    if name in _CAN_BE_SWITCHED_OFF:
        return "no"
    if choices := _CHOICES.get(name):
        return " or ".join(choices)
    return "yes or no"


_CHOICES = {
    field.name: get_args(field.type)
    for field in fields(RuleSet)
    if field.name in ("tower_connection", "last_player", "palace_tie", "final_tie")
}


def can_be_changed(rules: RuleSet, switch: str) -> bool:
    """Whether `rule_set` takes another value for a switch of this set."""
    return switch in _overridable(RULE_SETS[rules.name])


def _parse_number(text: object) -> int | None:
    """A whole number of 0 or more from an int or its decimal text, else None."""
    if isinstance(text, int) and not isinstance(text, bool):
        return text if text >= 0 else None
    if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS:
        return int(text)
    return None


def _parse_value(base: RuleSet, name: str, given: object) -> Any:
    """A switch value from text or from Python; None if it is none that the switch takes."""
    if name in _CAN_BE_SWITCHED_OFF and given in (getattr(base, name), format_value(getattr(base, name))):
        return getattr(base, name)
    word = given.lower() if isinstance(given, str) else given
    if name in ("palace_tiles", "tower_tiles"):
        parts = given.split("/") if isinstance(given, str) else given
        if not isinstance(parts, (list, tuple)) or len(parts) != N_TOWERS:
            return None
        numbers = tuple(_parse_number(part) for part in parts)
        return numbers if all(n is not None and n <= _MAX_TILE for n in numbers) else None
    if name.startswith("supply_"):
        number = _parse_number(given)
        low, high = _SUPPLY_LIMITS[name.removeprefix("supply_")]
        return number if number is not None and low <= number <= high else None
    if name in _CHOICES:
        return word if word in _CHOICES[name] else None
    flag = word if isinstance(word, bool) else _YES_NO.get(word) if isinstance(word, str) else None
    if name == "neutral":
        return "none" if flag is False or word == "none" else None
    if name in _CAN_BE_SWITCHED_OFF:
        return False if flag is False else None
    return flag


def _unknown(what: str, given: str, known: tuple[str, ...]) -> RulesError:
    """The error for a name that is not known, with the nearest one that is."""
    return RulesError(f"no {what} {given!r}{did_you_mean(given, known)}: known are {', '.join(known)}")


def rule_set(name: str, /, **overrides: object) -> RuleSet:
    """The rule set of that name with some switches changed.

    Raises `RulesError` for an unknown set, a switch that this set does not let go, or a value that it does not take.
    """
    if not isinstance(name, str) or name not in RULE_SETS:
        raise _unknown("rule set", str(name), tuple(RULE_SETS))
    base = RULE_SETS[name]
    known = _overridable(base)
    values: dict[str, Any] = {}
    for switch, given in overrides.items():
        if switch not in known:
            if switch in {field.name for field in fields(RuleSet)}:
                raise RulesError(
                    f"{switch} makes {name} what it is and cannot be changed: switches are {', '.join(known)}"
                )
            raise _unknown("switch", switch, known)
        value = _parse_value(base, switch, given)
        if value is None and not (switch.startswith("supply_") and given is None):
            raise RulesError(f"{switch}={format_value(given)} is not allowed: it takes {_allowed(switch)}")
        values[switch] = value
    for number in ("palace", "stables", "inhabitants", "walls"):
        own = {getattr(supply, number) for _, supply in base.supplies}
        if own == {values.get(f"supply_{number}")}:  # the set's own number is no change
            del values[f"supply_{number}"]
    rules = replace(base, **values)
    if not any(_fits(rules, players) for players in rules.players):
        rules.check_players(rules.players[0])
    return rules


def _fits(rules: RuleSet, players: int) -> bool:
    try:
        rules.check_players(players)
    except RulesError:
        return False
    return True


def parse_rules(text: str) -> RuleSet:
    """The rule set that a text such as ``bsw:tower_connection=tower`` names; raises `RulesError`."""
    name, *parts = text.split(":")
    overrides: dict[str, object] = {}
    for part in parts:
        switch, equals, value = part.partition("=")
        if not equals:
            raise RulesError(f"{part!r} in {text!r} is no switch: write name=value, such as tower_connection=tower")
        if switch in overrides:
            raise RulesError(f"{switch} is given twice in {text!r}")
        overrides[switch] = value
    return rule_set(name, **overrides)
