"""Which rule sets and switches are there, and what is refused? (rules page, sections 2 and 11)"""

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from medina_arena.engine import RULE_SETS, MedinaError, RulesError, RuleSet, parse_rules, rule_set
from medina_arena.engine.rules import Supply

NAMES = ("rulebook", "bsw", "dutch", "french", "gift", "second-edition", "ditt")
SWITCHES = (
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
ONLY_OFF = ("well", "tea", "tower_merchants", "neutral")


def test_all_sets_are_there() -> None:
    assert tuple(RULE_SETS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_name_is_the_text_of_a_set(name: str) -> None:
    assert str(RULE_SETS[name]) == name
    assert parse_rules(name) == rule_set(name) == RULE_SETS[name]
    assert RULE_SETS[name].overrides == {}


@pytest.mark.parametrize(
    "text",
    [
        "bsw:tower_connection=tower",
        "rulebook:blocked_frees_colour=no:stables_may_touch=no:close_without_space=yes",
        "gift:last_player=claims:palace_tie=completed_first:final_tie=largest_palace",
        "dutch:palace_tiles=0/10/20/100:tower_tiles=4/3/2/1",
        "ditt:supply_palace=12:supply_stables=0:supply_inhabitants=24:supply_walls=25",
        "second-edition:well=no:tea=no:tower_merchants=no:neutral=none",
        "french:supply_walls=0",
    ],
)
def test_text_round_trip(text: str) -> None:
    rules = parse_rules(text)
    assert parse_rules(str(rules)) == rules
    assert set(str(rules).split(":")) == set(text.split(":"))
    assert rule_set(rules.name, **rules.overrides) == rules


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("bsw:tower_connection=arm", "bsw"),
        ("rulebook:palace_tiles=1/2/3/4", "rulebook"),
        ("ditt:supply_palace=9:supply_walls=16", "ditt"),
        ("second-edition:well=yes:neutral=any", "second-edition"),
        ("rulebook:stables_may_touch=NO", "rulebook:stables_may_touch=no"),
        ("second-edition:neutral=no", "second-edition:neutral=none"),
    ],
)
def test_own_value_is_no_change(text: str, same: str) -> None:
    assert parse_rules(text) == parse_rules(same)
    assert str(parse_rules(text)) == same


@pytest.mark.parametrize(
    ("name", "given", "attribute", "value"),
    [
        ("bsw", {"close_without_space": False}, "close_without_space", False),
        ("bsw", {"palace_tiles": [4, 3, 2, 1]}, "palace_tiles", (4, 3, 2, 1)),
        ("bsw", {"palace_tiles": (4, 3, 2, 1)}, "palace_tiles", (4, 3, 2, 1)),
        ("bsw", {"supply_walls": 7}, "supply_walls", 7),
        ("bsw", {"supply_walls": None}, "supply_walls", None),
        ("second-edition", {"tea": False}, "tea", False),
    ],
)
def test_python_values_are_taken_too(name: str, given: dict[str, Any], attribute: str, value: object) -> None:
    assert getattr(rule_set(name, **given), attribute) == value


def test_supply_overrides_hold_for_each_number_of_players() -> None:
    rules = parse_rules("second-edition:supply_palace=3:supply_inhabitants=1")
    assert rules.supply(2) == Supply(3, 4, 1, 15, 4, 2)
    assert rules.supply(4) == Supply(3, 3, 1, 9, 4, 0)


# What is refused, and that the message says what is allowed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bws", ["'bws'", "did you mean 'bsw'", *NAMES]),
        ("", ["''", *NAMES]),
        ("bsw:tower", ["'tower'", "name=value"]),
        ("bsw:", ["''", "name=value"]),
        ("bsw:tower_conection=arm", ["'tower_conection'", "did you mean 'tower_connection'", *SWITCHES]),
        ("bsw:players=3", ["'players'", *SWITCHES]),
        ("bsw:placements=3", ["placements", "bsw", *SWITCHES]),
        ("bsw:well=yes", ["well", "bsw", *SWITCHES]),
        ("second-edition:gifts=yes", ["gifts", "second-edition", *SWITCHES, *ONLY_OFF]),
        ("gift:close_without_space=yes", ["close_without_space", "gift", "tower_connection"]),
        ("ditt:neutral=none", ["neutral", "ditt", *SWITCHES]),
        ("bsw:tower_connection=both", ["tower_connection=both", "tower or arm"]),
        ("bsw:last_player=", ["last_player=", "pieces or domes or claims"]),
        ("bsw:palace_tie=shared", ["palace_tie=shared", "keep or completed_first"]),
        ("bsw:final_tie=keep", ["final_tie=keep", "shared or largest_palace"]),
        ("bsw:stables_may_touch=maybe", ["stables_may_touch=maybe", "yes or no"]),
        ("bsw:palace_tiles=1/2/3", ["palace_tiles=1/2/3", "four whole numbers from 0 to 100", "1/2/3/4"]),
        ("bsw:tower_tiles=1/2/3/101", ["tower_tiles=1/2/3/101", "0 to 100"]),
        ("bsw:tower_tiles=1/2/3/-4", ["tower_tiles=1/2/3/-4", "0 to 100"]),
        ("bsw:supply_palace=0", ["supply_palace=0", "1 to 12"]),
        ("bsw:supply_palace=13", ["supply_palace=13", "1 to 12"]),
        ("bsw:supply_stables=1.5", ["supply_stables=1.5", "0 to 12"]),
        ("bsw:supply_inhabitants=25", ["supply_inhabitants=25", "0 to 24"]),
        ("bsw:supply_walls=-1", ["supply_walls=-1", "0 to 25"]),
        ("bsw:supply_walls=" + "9" * 5000, ["supply_walls=999", "0 to 25"]),
        ("bsw:supply_walls=20", ["supply_walls=20", "3 players", "16"]),
        ("bsw:supply_walls=1:supply_walls=1", ["supply_walls", "twice"]),
        ("second-edition:well=maybe", ["well=maybe", "takes no"]),
        ("second-edition:neutral=one_per_colour", ["neutral=one_per_colour", "takes no"]),
    ],
)
def test_refusal_says_what_is_allowed(text: str, words: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(text)
    message = str(caught.value)
    assert [word for word in words if word not in message] == []
    assert "\n" not in message


@pytest.mark.parametrize("name", NAMES)
def test_what_makes_a_set_is_refused(name: str) -> None:
    free = set(SWITCHES) | (set(ONLY_OFF) if name == "second-edition" else set())
    if name == "gift":
        free.remove("close_without_space")
    for field in fields(RuleSet)[1:]:
        if field.name not in free:
            with pytest.raises(RulesError, match=f"^{field.name} makes {name} what it is and cannot be changed"):
                rule_set(name, **{field.name: getattr(RULE_SETS[name], field.name)})


@pytest.mark.parametrize(
    ("text", "players", "words"),
    [
        ("rulebook", 2, ["rulebook", "3 or 4", "2"]),
        ("ditt", 3, ["ditt", "by 2 players", "3"]),
        ("second-edition", 5, ["2 or 3 or 4", "5"]),
        ("bsw", "3", ["3 or 4", "'3'"]),
        ("bsw:supply_walls=13", 4, ["supply_walls=13", "4 players", "12 walls"]),
        ("ditt:supply_walls=25", 1, ["by 2 players", "1"]),
    ],
)
def test_refused_number_of_players(text: str, players: Any, words: list[str]) -> None:
    rules = parse_rules(text)
    with pytest.raises(RulesError) as caught:
        rules.check_players(players)
    assert [word for word in words if word not in str(caught.value)] == []


def test_errors_are_of_one_family() -> None:
    assert issubclass(RulesError, MedinaError)
    assert issubclass(MedinaError, ValueError)


def test_a_rule_set_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        RULE_SETS["bsw"].placements = 3  # type: ignore[misc]
