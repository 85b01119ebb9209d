"""What does a rule set say, in words and side by side? (rules page, sections 2 and 11)

What is no publisher's rule but a decision of this project is marked with (chosen).
"""

import textwrap
from dataclasses import astuple

from .rules import RULE_SETS, RuleSet, can_be_changed, format_value

__all__ = ["SWITCHES", "describe_rules", "format_rules_table"]

_CHOSEN = "(chosen)"
_WIDTH = 80
SWITCHES = (
    "opening",
    "opening_turns",
    "placements",
    "turn_limits",
    "blocked_frees_colour",
    "stables_may_touch",
    "tower_connection",
    "last_player",
    "close_without_space",
    "palace_tie",
    "final_tie",
    "well",
    "tea",
    "tower_merchants",
    "neutral",
    "gifts",
    "palace_tiles",
    "tower_tiles",
)
_CHOSEN_SWITCHES = {("second-edition", "tower_connection"), ("second-edition", "last_player")}
_SUPPLIES = ("palace pieces of each colour", "stables", "inhabitants", "walls", "domes", "neutral domes")
_CHOSEN_SUPPLIES = {"ditt": ("stables", "inhabitants", "walls")}

_WORDS = {
    ("opening", "first_player"): "Seat 0 first sets an inhabitant, which is in no hand, on any inner square.",
    ("opening", "random"): "Chance sets the first inhabitant and the well, if there is one, on inner squares.",
    ("opening_turns", "none"): "All turns are equally long.",
    ("turn_limits", "yes"): "A turn has at most one palace piece of each colour, one own dome, one blocking dome and "
    "two of stables, inhabitants and walls together.",
    ("turn_limits", "no"): "The placements of a turn may be of any kinds.",
    (
        "blocked_frees_colour",
        "yes",
    ): "Beside an unclaimed palace that cannot grow a new one of its colour may be begun.",
    ("blocked_frees_colour", "no"): "While a palace is unclaimed no other one of its colour may be begun.",
    ("stables_may_touch", "yes"): "Stables of one palace may be beside each other.",
    ("stables_may_touch", "no"): "No stable may be beside another one; corners may touch.",
    ("tower_connection", "tower"): "A palace wins a tower's tile with its first connection to the tower only.",
    ("tower_connection", "arm"): "A palace wins a tower's tile with its first connection to each of the two arms.",
    ("last_player", "pieces"): "Who alone can ever place a piece again must place a dome in each turn, if possible.",
    ("last_player", "domes"): "Who alone has domes in hand must place one in each turn, if possible.",
    ("last_player", "claims"): "Who alone can ever claim a palace again must place a dome in each turn, if possible.",
    ("close_without_space", "yes"): "A colour closes when all have claimed one of its palaces, and also when it has no "
    "open palace and no square for a new one.",
    ("close_without_space", "no"): "A colour closes when all have claimed one of its palaces.",
    ("palace_tie", "keep"): "The holder of a palace tile keeps it against an equally large palace.",
    ("palace_tie", "completed_first"): "Among equally large palaces the one claimed first has the tile.",
    ("final_tie", "shared"): "Equal best scores share the win.",
    ("final_tie", "largest_palace"): "Among equal best scores the largest palace wins, then the one claimed first.",
    ("well", "yes"): "The square two steps to each side of the well brings 4 points to the owner of a palace there.",
    ("well", "no"): "There is no well.",
    ("tea", "yes"): "The first, second and third claim of a violet palace bring 3, 2 and 1 tea tiles; one may be given "
    "back instead of the second placement of a turn.",
    ("tea", "no"): "There is no tea.",
    ("tower_merchants", "yes"): "The tiles of towers 1 to 4 first bring 3, 2, 1 and 0 inhabitants.",
    ("tower_merchants", "no"): "Tower tiles bring points only.",
    ("neutral", "none"): "Every dome claims.",
    ("neutral", "any"): "A neutral dome completes any palace for nobody; the palace still takes part in the tiles.",
    ("neutral", "one_per_colour"): "A blocking dome completes a palace for nobody and takes it out of the tiles; each "
    "seat may place one on each colour.",
    (
        "gifts",
        "yes",
    ): "Every seat gives the active one a piece, picked in secret; it places them all and may then place one dome.",
    ("gifts", "no"): "Players place their own pieces.",
}
_CHOSEN_NOTES = (
    "What is legal is decided anew before each placement.",
    "A new chain of inhabitants begins on a square without an inhabitant beside it.",
    "Pieces that can never be placed do not hold up the last player's obligation, and nothing need be built in order "
    "to place a dome.",
    "Tower connections are those of palaces, not of players.",
)
_CHOSEN_NOTES_OF = {
    "bsw": (
        "The last player is that of the longer of two online guides, ties of palace tiles those of the shorter one, "
        "with completed taken as claimed; the first inhabitant stands on an inner square.",
    ),
    "dutch": (
        "Where the Dutch summary says nothing or less, the rulebook holds: opening, blocked palaces, chains, towers "
        "and supplies for three. Stables may not be beside each other.",
    ),
    "gift": (
        "Gifts that cannot be placed leave the game.",
        "The dome may not be declined when nobody gave a piece.",
    ),
    "second-edition": (
        "Neutral domes neither fulfil nor put off the last player's obligation.",
        "The tie-break decides the win only: ties below stay shared.",
    ),
    "ditt": ("Blocking domes neither fulfil nor put off the last player's obligation.",),
}


def _value(rules: RuleSet, switch: str) -> str:
    """The value of a switch as one word."""
    if switch == "opening_turns":
        return "/".join(f"{n}p:{'+'.join(map(str, turns))}" for n, turns in rules.opening_turns) or "none"
    if switch == "placements" and rules.gifts:
        return "gifts"
    return format_value(getattr(rules, switch))


def _is_chosen(rules: RuleSet, switch: str) -> bool:
    """Whether the value is the set's own and was decided here."""
    return (rules.name, switch) in _CHOSEN_SWITCHES and getattr(rules, switch) == getattr(RULE_SETS[rules.name], switch)


def _align(rows: list[list[str]]) -> list[str]:
    """Rows with columns of equal width."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def format_rules_table() -> str:
    """All rule sets side by side, then their supplies."""
    sets = list(RULE_SETS.values())
    base = sets[0]
    rows = [["switch", *RULE_SETS], ["players", *(",".join(map(str, rules.players)) for rules in sets)]]
    for switch in SWITCHES:
        values = [_value(base, switch)]
        for rules in sets[1:]:
            same = _value(rules, switch) == values[0] and not _is_chosen(rules, switch)
            values.append("=" if same else _value(rules, switch) + (f" {_CHOSEN}" if _is_chosen(rules, switch) else ""))
        star = " *" if can_be_changed(base, switch) or any(can_be_changed(rules, switch) for rules in sets) else ""
        rows.append([switch + star, *values])
    supplies = [["supplies", "players", *_SUPPLIES]]
    for rules in sets:
        supplies += [[rules.name, *row] for row in _supply_rows(rules)]
    notes = [
        "= as in rulebook.  * can be changed, as in bsw:tower_connection=tower; close_without_space not in gift, and",
        "well, tea, tower_merchants, neutral only in second-edition, where they can be switched off.  The supplies of",
        "palace pieces, stables, inhabitants and walls can be changed too: supply_palace, supply_stables,",
        "supply_inhabitants, supply_walls.  (chosen): decided by this project, no publisher's rule.",
    ]
    return "\n".join([*_align(rows), "", *_align(supplies), "", *notes])


def _supply_rows(rules: RuleSet) -> list[list[str]]:
    """For each number of players what a seat begins with; numbers decided here are marked."""
    rows = []
    for players in rules.players:
        supply, own = rules.supply(players), RULE_SETS[rules.name].supply(players)
        rows.append([str(players)])
        for name, number, usual in zip(_SUPPLIES, astuple(supply), astuple(own), strict=True):
            if name == "neutral domes" and rules.neutral == "none":
                number = 0
            is_chosen = number == usual and name in _CHOSEN_SUPPLIES.get(rules.name, ())
            rows[-1].append(f"{number} {_CHOSEN}" if is_chosen else str(number))
    return rows


def describe_rules(rules: RuleSet) -> str:
    """One rule set in words, with its supplies; what was changed is marked with the set's own value."""
    base = RULE_SETS[rules.name]
    *some, last = map(str, rules.players)
    players = f"{', '.join(some)} or {last}" if some else last
    lines = [f"{rules}: {players} players", ""]
    for switch in SWITCHES:
        marks = [_CHOSEN] if _is_chosen(rules, switch) else []
        if _value(rules, switch) != _value(base, switch):
            marks.append(f"(changed: {rules.name} has {_value(base, switch)})")
        if can_be_changed(base, switch):
            marks.append("*")
        lines.append(" ".join([f"{switch} = {_value(rules, switch)}", *marks]))
        lines += _wrap(_sentence(rules, switch), "    ")
    lines += ["", *_align([["players", *_SUPPLIES], *_supply_rows(rules)]), "", f"Decided by this project {_CHOSEN}:"]
    for note in (*_CHOSEN_NOTES, *_CHOSEN_NOTES_OF.get(rules.name, ())):
        lines += _wrap(note, "- ", "  ")
    return "\n".join(
        [*lines, "", "* can be changed, as can supply_palace, supply_stables, supply_inhabitants, supply_walls"]
    )


def _wrap(text: str, first: str, other: str | None = None) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=first if other is None else other)


def _sentence(rules: RuleSet, switch: str) -> str:
    """What the value of a switch means."""
    value = _value(rules, switch)
    if switch == "placements":
        return "As many as there are gifts." if rules.gifts else f"A turn has up to {value} placements, domes included."
    if switch == "opening_turns" and rules.opening_turns:
        parts = [f"{', '.join(map(str, turns))} with {n} players" for n, turns in rules.opening_turns]
        return f"The first turns have fewer placements: {'; '.join(parts)}."
    if switch == "palace_tiles":
        return "Points for the largest grey, black (violet), brown and orange palace."
    if switch == "tower_tiles":
        return "Points for the last connection to towers 1, 2, 3 and 4."
    return _WORDS[switch, value]
