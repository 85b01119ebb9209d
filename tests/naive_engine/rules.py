"""What does each rule set say? The switches and numbers of the rules page, sections 2 and 11."""

from collections.abc import Mapping
from typing import Any

COLOURS = "GKBO"  # grey, black (second-edition: violet), brown, orange (rules page, section 2)
WHITE = "SIW"  # stable, inhabitant, wall
KINDS = "GKBOSIWDN"

# The rulebook's column; every other set names only what it changes (rules page, section 11).
RULEBOOK: dict[str, Any] = {
    "players": (3, 4),
    "opening": "first_player",
    "opening_turns": {3: (), 4: ()},
    "placements": 2,
    "turn_limits": False,
    "blocked_frees_colour": True,
    "stables_may_touch": True,
    "tower_connection": "tower",
    "last_player": "pieces",
    "close_without_space": False,
    "palace_tie": "keep",
    "final_tie": "shared",
    "well": False,
    "tea": False,
    "tower_merchants": False,
    "neutral": "none",
    "gifts": False,
    "palace_tiles": (1, 2, 3, 4),
    "tower_tiles": (1, 2, 3, 4),
}
CHANGES: dict[str, dict[str, Any]] = {
    "rulebook": {},
    "bsw": {
        "tower_connection": "arm",
        "last_player": "claims",
        "close_without_space": True,
        "palace_tie": "completed_first",
    },
    "dutch": {"stables_may_touch": False, "last_player": "domes"},
    "french": {"blocked_frees_colour": False},
    "gift": {"gifts": True},
    "second-edition": {
        "players": (2, 3, 4),
        "opening": "random",
        "opening_turns": {2: (1,), 3: (1, 1), 4: (1, 1)},
        "last_player": "domes",  # (chosen)
        "final_tie": "largest_palace",
        "well": True,
        "tea": True,
        "tower_merchants": True,
        "neutral": "any",
    },
    "ditt": {
        "players": (2,),
        "opening_turns": {2: (0, 1, 2)},
        "placements": 3,
        "turn_limits": True,
        "neutral": "one per colour",
    },
}

# Palace pieces of each colour, stables, inhabitants, walls, domes, neutral domes (rules page, section 2).
SUPPLY_NAMES = (
    "supply_palace",
    "supply_stables",
    "supply_inhabitants",
    "supply_walls",
    "supply_domes",
    "supply_neutral",
)
FAMILY_SUPPLIES = {3: (6, 4, 8, 10, 4, 0), 4: (5, 3, 6, 8, 4, 0)}
OWN_SUPPLIES = {
    "second-edition": {2: (8, 4, 12, 15, 4, 2), 3: (6, 4, 8, 12, 4, 1), 4: (5, 3, 6, 9, 4, 0)},
    "ditt": {2: (9, 6, 12, 16, 4, 4)},  # stables, inhabitants and walls (chosen)
}

# What a user may override, and with what (rules page, section 11).
YES_NO = ("blocked_frees_colour", "stables_may_touch", "close_without_space")
CHOICES = {
    "tower_connection": ("tower", "arm"),
    "last_player": ("pieces", "domes", "claims"),
    "palace_tie": ("keep", "completed_first"),
    "final_tie": ("shared", "largest_palace"),
}
NUMBERS = ("supply_palace", "supply_stables", "supply_inhabitants", "supply_walls")
TILES = ("palace_tiles", "tower_tiles")
ONLY_OFF = {"well": False, "tea": False, "tower_merchants": False, "neutral": "none"}


def rule_set(name: str, players: int, overrides: Mapping[str, object] | None = None) -> dict[str, Any]:
    """All switches and numbers of a set after the overrides; ValueError if one is refused."""
    if name not in CHANGES:
        raise ValueError(f"there is no rule set {name!r}; known are {', '.join(CHANGES)}")
    rules = {"name": name} | RULEBOOK | CHANGES[name]
    if players not in rules["players"]:
        raise ValueError(f"{name} is for {rules['players']} players, not for {players}")
    rules["players"] = players
    rules["opening_turns"] = rules["opening_turns"][players]
    supplies = OWN_SUPPLIES.get(name, FAMILY_SUPPLIES)[players]
    rules |= dict(zip(SUPPLY_NAMES, supplies, strict=True))
    # The small board of the second edition for two (rules page, section 1).
    rules["width"], rules["height"] = (14, 10) if (name, players) == ("second-edition", 2) else (16, 11)
    for switch, value in (overrides or {}).items():
        rules[switch] = _overridden(rules, switch, value)
    if rules["neutral"] == "none":
        rules["supply_neutral"] = 0
    return rules


def _overridden(rules: Mapping[str, Any], switch: str, value: object) -> object:
    if switch in YES_NO and not (switch == "close_without_space" and rules["gifts"]):
        return _yes_or_no(switch, value)
    if switch in CHOICES and value in CHOICES[switch]:
        return value
    if switch in NUMBERS and str(value).isdecimal():
        return int(str(value))
    if switch in TILES:
        return _four_numbers(switch, value)
    if switch in ONLY_OFF and rules["name"] == "second-edition" and value in (False, "no", "none"):
        return ONLY_OFF[switch]
    raise ValueError(f"{rules['name']} has no override {switch}={value!r} (rules page, section 11)")


def _yes_or_no(switch: str, value: object) -> bool:
    if value in (True, "yes"):
        return True
    if value in (False, "no"):
        return False
    raise ValueError(f"{switch} is yes or no, not {value!r}")


def _four_numbers(switch: str, value: object) -> tuple[int, ...]:
    parts = value.split("/") if isinstance(value, str) else list(value) if isinstance(value, list | tuple) else []
    if len(parts) != 4 or not all(str(part).isdecimal() for part in parts):
        raise ValueError(f"{switch} is four numbers like 1/2/3/4, not {value!r}")
    return tuple(int(str(part)) for part in parts)
