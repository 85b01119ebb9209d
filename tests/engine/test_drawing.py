"""Does the drawing show the game? Board, walls, domes, tiles, scores and hands."""

import re

import pytest
from engine_games import all_tables, play
from positions import OVERRIDES, random_game

from medina_arena.engine import Game, NotationError

EXPECTED = """\
bsw, 3 players, ply 10
seat 1 to move, 1 placement left

         a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p
    [1]                                                  [3]
 11      .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .      11
 10      .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .      10
  9      .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .      9
  8      .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .      8
  7      .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .      7
  6      .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .      6
  5      .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .      5
  4      .  .  I  .  .  .  .  .  .  .  .  .  .  .  .  .      4
  3  |   G  S  I  .  .  .  .  .  .  .  .  .  .  .  .  .      3
  2  |   G0 .  .  .  .  K  .  .  .  .  .  .  .  .  .  .      2
  1  |   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .      1
    [4]                                                  [2]
         a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p

palaces  grey (1) seat 0, black (2) -, brown (3) -, orange (4) -
towers   1 (1) -, 2 (2) -, 3 (3) -, 4 (4) seat 0

seat           0   1   2      hand   0   1   2
pieces         2              G      4   6   6
stables        1              K      6   5   6
inhabitants    1              B      6   6   6
walls          2              O      6   6   6
palace tiles   1              S      4   3   4
tower tiles    4              I      7   8   8
score         11              W     10   9   8
                              D      3   4   4"""


def squares_of(drawing: str) -> dict[str, str]:
    """The text of each square."""
    lines = drawing.splitlines()[5:]
    cells: dict[str, str] = {}
    for line in lines:
        if (row := line[:3].strip()).isdecimal():
            cells |= {
                f"{letter}{row}": line[8 + 3 * i : 11 + 3 * i].strip() for i, letter in enumerate("abcdefghijklmnop")
            }
    return cells


def test_drawing_of_a_small_game() -> None:
    game = play(Game("bsw", 3), "Ic4 Ga2 Ga3 Sb3 W4v W4v W4v Ic3 Da2 Kf2")
    assert game.draw() == EXPECTED
    assert str(game) == EXPECTED


@pytest.mark.parametrize(("rules", "players"), [*all_tables(), *OVERRIDES])
def test_every_square_shows_what_is_there(rules: str, players: int) -> None:
    for game in random_game(rules, players, 3):
        if game.ply % 20 and not game.is_over:
            continue
        cells = squares_of(game.draw())
        for palace in game.palaces():
            mark = "" if not palace.is_claimed else "n" if palace.owner is None else str(palace.owner)
            assert cells.pop(palace.squares[0]) == palace.colour + mark
            others = [cells.pop(square) for square in palace.squares[1:]]
            assert (others.count("S"), others.count(palace.colour)) == (palace.stables, len(others) - palace.stables)
        for number, chain in enumerate(reversed(game.chains())):
            assert [cells.pop(square) for square in chain] == ["i" if number else "I"] * len(chain)
        assert (game.well is None) == (rules[:3] != "sec" or "well=no" in rules)
        if game.well is not None:
            assert cells.pop(game.well) == "w"
        columns = 14 if (rules.split(":")[0], players) == ("second-edition", 2) else 16
        empty = [
            cells[f"{letter}{row}"]
            for letter in "abcdefghijklmnop"[:columns]
            for row in range(1, 11)
            if f"{letter}{row}" in cells
        ]
        assert set(empty) == {"."}
        assert max(map(len, game.draw().splitlines()[1:])) <= 80


def test_walls_are_drawn_where_they_stand() -> None:
    walls = {"W1h": 2, "W3h": 1, "W1v": 3, "W2v": 4, "W2h": 5}
    game = play(Game("rulebook", 3), "Ih6 " + " ".join(" ".join([arm] * n) for arm, n in walls.items()))
    lines = game.draw().splitlines()
    assert lines[4] == "    [1]  =  =                                         =  [3]"
    assert lines[16] == "    [4]                                   =  =  =  =  =  [2]"
    assert [line[5] for line in lines[5:16]] == list("|||        ")
    assert [line[58:59] for line in lines[5:16]] == list("       ||||")


@pytest.mark.parametrize(
    ("rules", "moves", "words"),
    [
        ("rulebook", "", "seat 0 to set the first inhabitant"),
        ("rulebook", "Ih6", "seat 0 to move, 2 placements left"),
        ("gift", "Ih6 ?G", "seat 1 to pick a gift"),
        ("gift", "Ih6 ?G ?K ?K", "seat 0 to place G1 K2"),
        ("gift", "Ih6 ?G ?K ?K Kb2 Kb3 Gf2", "seat 0 to place a dome"),
    ],
)
def test_first_line_says_whose_turn_it_is(rules: str, moves: str, words: str) -> None:
    assert Game(rules, 3, moves=moves).draw().splitlines()[1] == words


def test_first_line_says_who_has_won() -> None:
    lines = set()
    for seed in range(25):
        *_, game = random_game("rulebook:supply_palace=1:supply_walls=1", 3, seed)
        winners = game.winners()
        words = (
            f"seat {winners[0]} wins" if len(winners) == 1 else f"seats {' and '.join(map(str, winners))} share the win"
        )
        assert game.draw().splitlines()[:2] == [f"{game.rules}, 3 players, ply {game.ply}", f"over, {words}"]
        lines.add(len(winners) > 1)
    assert lines == {True, False}


def test_colours_change_nothing_but_colours() -> None:
    game = play(Game("second-edition", 3, setup={"well": "h6", "inhabitant": "e4"}), "Kb2 Gf2 Kb3 Db2 Nf2 Sf3")
    drawing = game.draw(colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", drawing) == game.draw()
    assert drawing.count("\x1b[0m") == drawing.count("\x1b[") // 2 > 100
    assert "\x1b[35;7mK2\x1b[0m" in drawing
    assert "\x1b[37mS\x1b[0m" in drawing


def test_marked_squares_are_stars_where_they_are_empty() -> None:
    game = Game("bsw", 3, moves="Ic4 Ga2")
    cells = squares_of(game.draw(marks=["a2", "b5", "p11"]))
    assert (cells["a2"], cells["b5"], cells["p11"], cells["b6"]) == ("G", "*", "*", ".")
    with pytest.raises(NotationError, match="'z9' is no square"):
        game.draw(marks=["z9"])
