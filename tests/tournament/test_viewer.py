"""Does the viewer show the game? Its pieces at every ply, its scores, and the steps between them."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import console_errors, needs_browser, open_browser, set_window
from click.testing import CliRunner, Result
from odd_bots import lawless
from positions import random_game

from medina_arena.engine import Game, NotationError
from medina_arena.results import RunStore, format_id
from medina_arena.tournament.cli import main
from medina_arena.tournament.pages import build_replay, game_at, replay_page
from medina_arena.tournament.stored_games import replay_stored_game


def _finished(rules: str, players: int) -> Game:
    *_, game = random_game(rules, players, 3)
    return game


GAMES = [_finished("bsw", 3), _finished("second-edition", 2), _finished("gift", 4)]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [json.dumps(game.record([f"<{name}>" for name in "abcd"[: game.players]])) for game in GAMES]
    Path("games.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _view(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["view", *arguments])
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.rules))
def test_replay_knows_every_ply(game: Game) -> None:
    replay = build_replay(game, ["one"])
    assert len(replay.states) == game.ply + 1
    assert replay.bots[:2] == ("one", "seat 1")
    for ply in (0, 1, 20, game.ply):
        step = game_at(game, ply)
        assert replay.states[ply]["scores"] == step.scores()
        assert replay.states[ply]["tower_tiles"] == step.tower_tiles
        assert replay.states[ply]["hands"] == [list(hand.values()) for hand in step.hands()]
    assert replay.seats[5] == game_at(game, 5).to_move
    with pytest.raises(NotationError, match=f"the game has {game.ply} plies, so that ply 999 cannot be shown"):
        game_at(game, 999)


def test_page_is_one_file_that_asks_for_nothing() -> None:
    page = replay_page(build_replay(GAMES[0], ["</script><b>", '"']), 3)
    assert "</script><b>" not in page
    for word in ("http://", "https://", "src=", "@import", "url("):
        assert word not in page.replace("http://www.w3.org/2000/svg", "")
    assert len(page) < 400_000


def test_command_writes_page_and_pictures() -> None:
    assert _view("games.jsonl", "--line", "2").stdout.startswith("games-2.html: games.jsonl, line 2: second-edition")
    assert Path("games-2.html").read_text().startswith("<!DOCTYPE html>")
    assert _view("games.jsonl", "--ply", "20", "--out", "board.svg").exit_code == 0
    assert Path("board.svg").read_text() == game_at(GAMES[0], 20).svg()
    assert _view("games.jsonl", "--out", "board.png").exit_code == 0
    assert Path("board.png").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["games.jsonl", "--out", "board.pdf"], "--out board.pdf must end in .html, .svg, .png"),
        (["games.jsonl", "--ply", "999"], f"the game has {GAMES[0].ply} plies, so that ply 999 cannot be shown"),
        (["games.jsonl", "--line", "9"], "games.jsonl has no record on line 9"),
        (["games.jsonl", "0.0.1"], "GAME '0.0.1' belongs to a run's folder, and games.jsonl is none"),
        (["."], ". is a run's folder: name a GAME of it by its id, as medina-arena export has it"),
        ([".", "0.0.1", "--line", "2"], "--line belongs to a FILE of records"),
        ([".", "0.0.1"], ". is no run's folder"),
        (["gone.jsonl"], "gone.jsonl: No such file or directory"),
    ],
)
def test_what_cannot_be_viewed_is_said(arguments: list[str], sentence: str) -> None:
    result = _view(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr.splitlines()[-1]
    assert [path.name for path in Path().iterdir()] == ["games.jsonl"]


def _run(*bots: str, games: int = 6) -> list[str]:
    """Play a run; the ids of its games."""
    arguments = ["run", "--bots", ",".join(bots), "--games", str(games), "--workers", "1", "--out", "mine"]
    result = CliRunner().invoke(main, [*arguments, "--rules", "ditt", "--seed", "3"])
    assert result.exit_code == 0, result.output
    with RunStore.open("mine") as store:
        return [format_id(game_id) for game_id in store.ids().tolist()]


def test_stored_game_is_played_again() -> None:
    ids = _run("random", "odd_bots.hostile:Steady:label=steady:after=1000")
    last = ids[-1]
    assert _view("mine", last).stdout.startswith(f"mine-{last}.html: game {last} of mine: ditt, 2 players, ")
    with RunStore.open("mine") as store:
        for game_id in store.ids().tolist():
            replay = replay_stored_game(store, game_id)
            (scores,) = store.read_games([game_id]).scores.tolist()
            assert replay.game.scores() == scores
            assert sorted(replay.bots) == ["random", "steady"]
    for game, sentence in (
        ("0.7.0", f"mine has no game 0.7.0: its first are {', '.join(ids[:3])}"),
        ("7", "a game's id is three numbers"),
    ):
        result = _view("mine", game)
        assert (result.exit_code, result.stdout) == (2, "")
        assert sentence in result.stderr


def test_game_with_a_fault_is_replayed_and_linked_in_the_report() -> None:
    ids = _run("random", "odd_bots.hostile:Cheats:label=cheat", games=2)
    result = CliRunner().invoke(main, ["report", "mine"])
    assert (result.exit_code, result.stderr) == (0, "")
    page = Path("mine/report.html").read_text()
    for name in ids:
        assert f'<a href="replays/{name}.html">replay</a>' in page
        assert '"kind":"illegal_move"' in Path(f"mine/replays/{name}.html").read_text()


def test_game_that_goes_otherwise_now_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *_ = _run("random", "odd_bots.lawless:Altering", games=2)
    monkeypatch.setattr(lawless.Altering, "choose", lambda self, game, moves: moves[0])
    result = _view("mine", first)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"game {first} does not go again as it went: its bots have changed" in result.stderr


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with open_browser() as driver:
        yield driver


_READ_BOARD = """
return [...document.querySelectorAll(".board .placed")].filter((p) => getComputedStyle(p).display !== "none")
  .map((p) => p.dataset.kind + (p.dataset.square || p.dataset.arm) + (p.dataset.seat ? ":" + p.dataset.seat : ""));
"""
_READ_SCORES = """
return [...document.querySelectorAll("#seats tr")[1].cells].slice(1).map((cell) => Number(cell.textContent));
"""


def _on_board(game: Game) -> Counter[str]:
    """What lies on the board, as the page names it."""
    stables = game.stables()
    found = [("S" if square in stables else p.colour) + square for p in game.palaces() for square in p.squares]
    found += [f"I{square}" for chain in game.chains() for square in chain]
    found += [f"W{arm}" for arm, n in game.arms.items() for _ in range(n)]
    for palace in game.palaces():
        if palace.is_claimed:
            first = palace.squares[0]
            found.append(f"N{first}" if palace.owner is None else f"D{first}:{palace.owner}")
    return Counter(found)


@needs_browser
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.rules))
def test_browser_shows_pieces_and_scores_at_every_step(game: Game, browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    page = tmp_path / "game.html"
    page.write_text(replay_page(build_replay(game), 0), encoding="utf-8")
    browser.get(page.as_uri())
    body = browser.find_element(By.TAG_NAME, "body")
    assert Counter(browser.execute_script(_READ_BOARD)) == _on_board(game_at(game, 0))
    body.send_keys(Keys.ARROW_RIGHT * 30)
    assert Counter(browser.execute_script(_READ_BOARD)) == _on_board(game_at(game, 30))
    body.send_keys(Keys.ARROW_LEFT)
    assert Counter(browser.execute_script(_READ_BOARD)) == _on_board(game_at(game, 29))
    body.send_keys(Keys.PAGE_DOWN)
    claim = next(ply for ply, move in enumerate(game.moves, 1) if str(move)[0] in "DN" and ply > 29)
    assert browser.find_element(By.ID, "where").text.startswith(f"ply {claim} of {game.ply}: ")
    browser.find_element(By.ID, "last").click()
    assert Counter(browser.execute_script(_READ_BOARD)) == _on_board(game)
    assert browser.execute_script(_READ_SCORES) == game.scores()
    holders = browser.execute_script(
        "return [...document.querySelectorAll('.board .tower .chip')].map((c) => c.textContent)"
    )
    assert holders == ["" if seat is None else str(seat) for seat in game.tower_tiles]
    assert console_errors(browser) == []


@needs_browser
@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("is_dark", [False, True])
def test_page_fits_the_screen(width: int, is_dark: bool, browser: Any, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    page.write_text(replay_page(build_replay(GAMES[1]), 50), encoding="utf-8")
    set_window(browser, width, is_dark=is_dark)
    browser.get(page.as_uri())
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    ground = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(25, 24, 22)") == is_dark
    assert console_errors(browser) == []
