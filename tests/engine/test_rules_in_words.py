"""Do the words about rule sets say what the sets are? (rules page, sections 2 and 11)"""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from medina_arena.engine import RULE_SETS, RuleSet, describe_rules, format_rules_table, parse_rules
from medina_arena.engine.describe import SWITCHES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
SECTION = PAGE.split("## 11. Rule sets and switches")[1].split("## 12")[0]


def table_of_page() -> dict[str, list[str]]:
    """The rows of the page's table by switch, ``=`` written out."""
    lines = re.findall(r"^\| (\w+) \| (.*) \|$", SECTION, flags=re.MULTILINE)
    rows = {switch: [cell.strip() for cell in cells.split(" | ")] for switch, cells in lines if cells.count("|") == 6}
    return {switch: [cells[0] if cell == "=" else cell for cell in cells] for switch, cells in rows.items()}


def test_table_is_that_of_the_page() -> None:
    lines = format_rules_table().split("\n\n")[0].splitlines()
    found = {}
    for line in lines:
        switch, *cells = re.split(r"\s{2,}", line)
        name = switch.removesuffix(" *")
        found[name] = [cells[0] if cell == "=" else cell for cell in cells]
    expected = table_of_page()
    assert len(expected) == 18
    for switch, cells in expected.items():
        if switch == "opening_turns":
            assert [cell == "none" for cell in found[switch]] == [cell == "none" for cell in cells]
            continue
        wanted = [cell.replace("**", "").replace(", ", ",") for cell in cells]
        assert found["players" if switch == "players" else switch] == wanted, switch


def test_stars_are_at_what_can_be_changed() -> None:
    stars = {line.split()[0] for line in format_rules_table().splitlines() if " *  " in line}
    tried = set()
    for name in RULE_SETS:
        for switch in SWITCHES:
            try:
                parse_rules(f"{name}:{switch}=never")
            except ValueError as error:
                if "makes" not in str(error) and "no switch" not in str(error):
                    tried.add(switch)
    assert stars == tried
    assert len(stars) == 13


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_supplies_are_in_the_table_and_in_the_words(rules: RuleSet) -> None:
    marks = {"ditt": 3}.get(rules.name, 0)
    for text in (format_rules_table(), describe_rules(rules)):
        for players in rules.players:
            supply = rules.supply(players)
            numbers = [supply.palace, supply.stables, supply.inhabitants, supply.walls, supply.domes]
            neutral = 0 if rules.neutral == "none" else supply.neutral_domes
            pattern = r"\s+".join([str(players), *(rf"{n}(?: \(chosen\))?" for n in [*numbers, neutral])])
            found = re.findall(rf"^(?:{rules.name} +)?{pattern}$", text, flags=re.MULTILINE)
            assert len(found) == 1
            assert found[0].count("(chosen)") == marks


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_every_switch_is_said_in_a_sentence(rules: RuleSet) -> None:
    lines = describe_rules(rules).splitlines()
    for switch in SWITCHES:
        at = next(i for i, line in enumerate(lines) if line.startswith(f"{switch} = "))
        assert re.fullmatch(r" {4}[A-Z].*", lines[at + 1])
    numbers = {"supplies", "name", "small_board_players", "supply_palace", "supply_stables"}
    numbers |= {"supply_inhabitants", "supply_walls"}
    assert {field.name for field in fields(RuleSet)} - numbers == set(SWITCHES)
    assert "(changed" not in describe_rules(rules)


def test_changes_are_marked_with_the_own_value() -> None:
    text = describe_rules(parse_rules("second-edition:tower_connection=arm:well=no"))
    assert text.startswith("second-edition:tower_connection=arm:well=no: 2, 3 or 4 players\n")
    assert "tower_connection = arm (changed: second-edition has tower) *\n" in text
    assert "well = no (changed: second-edition has yes) *\n" in text
    assert "last_player = domes (chosen) *\n" in text


def test_own_decisions_are_named() -> None:
    assert "cannot be placed leave the game" in describe_rules(RULE_SETS["gift"])
    for rules in RULE_SETS.values():
        assert "Decided by this project (chosen):\n- What is legal is decided anew" in describe_rules(rules)
