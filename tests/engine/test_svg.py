"""Does the picture show the game? Every piece at its place, from the right ply on; walls, tiles and scores."""

import sys
import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from engine_games import all_tables
from positions import random_game

from medina_arena.engine import Game, MedinaError, NotationError
from medina_arena.engine.svg import draw_svg

NS = "{http://www.w3.org/2000/svg}"


def _finished(rules: str, players: int) -> Game:
    *_, game = random_game(rules, players, 3)
    return game


def _placed(svg: str) -> list[dict[str, str]]:
    return [dict(node.attrib) for node in ET.fromstring(svg).iter(f"{NS}g") if node.get("class") == "placed"]


def _sorted(placed: list[dict[str, str]]) -> list[list[tuple[str, str]]]:
    return sorted(sorted(node.items()) for node in placed)


@pytest.mark.parametrize(("rules", "players"), all_tables())
def test_every_piece_is_at_its_place(rules: str, players: int) -> None:
    game = _finished(rules, players)
    placed = _placed(game.svg())
    at = {(node["data-kind"], node["data-square"]) for node in placed if "data-square" in node}
    stables = game.stables()
    expected = {("S" if square in stables else p.colour, square) for p in game.palaces() for square in p.squares}
    expected |= {("I", square) for chain in game.chains() for square in chain}
    expected |= {("N" if p.owner is None else "D", p.squares[0]) for p in game.palaces() if p.is_claimed}
    assert at == expected
    domes = {node["data-square"]: node.get("data-seat") for node in placed if node["data-kind"] in "DN"}
    owners = {p.squares[0]: p.owner for p in game.palaces() if p.is_claimed}
    assert domes == {square: None if owner is None else str(owner) for square, owner in owners.items()}
    walls = Counter(node["data-arm"] for node in placed if node["data-kind"] == "W")
    assert walls == Counter({arm: n for arm, n in game.arms.items() if n})


@pytest.mark.parametrize(("rules", "players"), [("bsw", 4), ("second-edition", 2), ("gift", 3)])
def test_hiding_what_came_later_gives_the_earlier_picture(rules: str, players: int) -> None:
    game = _finished(rules, players)
    last = _placed(game.svg())
    for ply in (0, 1, 30, game.ply // 2):
        earlier = Game(rules, players, game.seed, setup=game.setup, moves=game.moves[:ply])
        shown = [node for node in last if int(node["data-ply"]) <= ply]
        assert _sorted(shown) == _sorted(_placed(earlier.svg()))


def test_pieces_from_before_a_position_are_there_from_the_beginning() -> None:
    game = Game("bsw", 3, moves="Ic4 Ga2 Ga3 Sb3 W4v W4v W4v Ic3 Da2 Kf2")
    later = Game.from_position(game.position(), moves="Kf3 W4v")
    plies = {(n["data-kind"], n.get("data-square") or n["data-place"]): n["data-ply"] for n in _placed(later.svg())}
    assert (plies["G", "a2"], plies["D", "a2"], plies["W", "2"]) == ("0", "0", "0")
    assert (plies["K", "f3"], plies["W", "3"]) == ("1", "2")


def test_tiles_scores_and_turn_are_shown() -> None:
    game = Game("bsw", 3, moves="Ic4 Ga2 Ga3 Sb3 W4v W4v W4v Ic3 Da2 Kf2")
    root = ET.fromstring(game.svg())

    def texts(kind: str) -> list[list[str]]:
        return [
            [text.text or "" for text in node.iter(f"{NS}text")]
            for node in root.iter(f"{NS}g")
            if node.get("class") == kind
        ]

    assert texts("tile") == [["1", "0"], ["2"], ["3"], ["4"]]
    assert texts("tower") == [["1"], ["2"], ["3"], ["4", "0"]]
    assert texts("score") == [["0", "11"], ["1", "0"], ["2", "0"]]
    kinds = Counter(node.get("class") for node in root.iter(f"{NS}rect"))
    assert (kinds["square"], kinds["space"]) == (176, 54)
    places = [name for node in root.iter(f"{NS}rect") for name in node.get("data-places", "").split()]
    assert len(places) == len(set(places)) == 2 * 54
    assert {"1h:0", "3h:15", "4v:10", "2v:0"} <= set(places)
    assert 'class="tile"' not in draw_svg(game.snapshot(), has_panel=False)


def test_small_board_and_violet() -> None:
    game = _finished("second-edition", 2)
    svg = game.svg()
    assert svg.count('class="square"') == 140
    assert "violet" in svg
    assert "black" not in svg
    assert 'data-kind="well"' in svg


def test_notebooks_show_the_picture() -> None:
    game = Game("bsw", moves="Ih6 Gc3")
    assert game._repr_svg_() == game.svg()


def test_picture_as_png() -> None:
    game = Game("bsw", moves="Ih6 Gc3")
    small, large = (game.png(scale=scale) for scale in (0.5, 1))
    assert small[:8] == large[:8] == b"\x89PNG\r\n\x1a\n"
    width = int.from_bytes(large[16:20], "big")
    assert (width, int.from_bytes(small[16:20], "big")) == (732, 366)


@pytest.mark.parametrize("scale", [0, -1, 11, float("nan")])
def test_scale_is_checked(scale: float) -> None:
    with pytest.raises(MedinaError, match=r"from 0\.1 to 10, not"):
        Game().png(scale=scale)


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MedinaError, match="pip install 'medina-arena\\[png\\]'") as caught:
        Game().png()
    assert not isinstance(caught.value, NotationError)
