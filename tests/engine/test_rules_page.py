"""Does the rules page say what the program plays? Its tables against the engine's numbers."""

import re
from pathlib import Path

import pytest

from medina_arena.engine import RULE_SETS, Game
from medina_arena.engine.rules import Supply

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def section(number: int) -> str:
    return re.split(r"^## \d+\. .*$", PAGE, flags=re.MULTILINE)[number]


def tables(text: str) -> list[list[list[str]]]:
    """All tables of a text: rows of cells, the marks of our own choices taken away."""
    found: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if line.startswith("|"):
            cells = [cell.replace("**(chosen)**", "").strip(" `") for cell in line.strip("|").split("|")]
            if not set("".join(cells)) <= {"-"}:
                found[-1].append(cells)
        elif found[-1]:
            found.append([])
    return [table for table in found if table]


def test_sections_are_numbered_in_order() -> None:
    assert re.findall(r"^## (\d+)\.", PAGE, flags=re.MULTILINE) == [str(number) for number in range(1, 14)]


def test_supplies() -> None:
    rows = tables(section(2))[0][1:]
    listed = {
        (name, int(players)): Supply(*map(int, numbers))
        for names, players, *numbers in rows
        for name in names.split(", ")
    }
    assert listed == {(name, n): rules.supply(n) for name, rules in RULE_SETS.items() for n in rules.players}
    for (name, players), supply in listed.items():
        for hand in Game(name, players).hands():
            assert [hand[kind] for kind in "GKBOSIWD"] == [supply.palace] * 4 + [
                supply.stables,
                supply.inhabitants,
                supply.walls,
                supply.domes,
            ]
            assert hand.get("N", 0) == supply.neutral_domes


def test_short_first_turns() -> None:
    listed = {
        (name, int(n)): tuple(map(int, re.findall(r"\d", text)))
        for name, players, text in tables(section(3))[0][1:]
        for n in players.split(", ")
    }
    assert listed == {(name, n): turns for name, rules in RULE_SETS.items() for n, turns in rules.opening_turns}


def test_switches() -> None:
    header, *rows = tables(section(11))[0]
    assert header[1:] == list(RULE_SETS)
    values = {"yes": True, "no": False}
    for switch, *cells in rows:
        for rules, cell in zip(RULE_SETS.values(), cells, strict=True):
            text = cells[0] if cell == "=" else cell
            if switch == "opening_turns":
                assert (text == "none") == (rules.opening_turns == ())
            elif switch == "players":
                assert text == ", ".join(map(str, rules.players))
            elif text == "gifts":
                assert rules.gifts
            else:
                value = values.get(text, int(text) if text.isdecimal() else text)
                assert getattr(rules, switch) == value, (switch, rules.name)


def test_switches_that_can_be_changed() -> None:
    listed = [name for row in tables(section(11))[1][1:] for name in re.findall(r"\w+", row[0])]
    with pytest.raises(ValueError, match="switches are") as caught:
        Game("rulebook:well=no")
    assert sorted(listed) == sorted(str(caught.value).split("switches are ")[1].split(", "))


def test_picture_of_the_board() -> None:
    lines = section(1).split("```")[1].splitlines()
    rows = [line for line in lines if re.match(r"^ ?\d", line)]
    cells = [re.findall(r"[#.x]", row) for row in rows]
    assert [len(row) for row in cells] == [16] * 11
    assert [int(row.split()[0]) for row in rows] == list(range(11, 0, -1))
    flat = "".join(map("".join, cells))
    assert (flat.count("#"), flat.count(".") + flat.count("x")) == (50, 126)
    assert cells[11 - 5].index("x") == "abcdefghijklmnop".index("g")
    assert all(set(row[:1] + row[-1:]) == {"#"} for row in cells)
    assert [line.split() for line in lines if "a  b  c" in line] == [list("abcdefghijklmnop")] * 2


def test_worked_scores_add_up() -> None:
    for _, _, *numbers in tables(section(12))[0][1:]:
        *parts, points = map(int, numbers)
        assert sum(parts) == points
