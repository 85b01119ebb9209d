"""Can a person play in a terminal and in a browser, and is every game kept?"""

import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import console_errors, needs_browser, open_browser, set_window
from click.testing import CliRunner, Result

from medina_arena.bots import parse_bot
from medina_arena.engine import Game, parse_rules
from medina_arena.tournament import RunError
from medina_arena.tournament.cli import main
from medina_arena.tournament.play_server import PlayServer
from medina_arena.tournament.sitting import Sitting, parse_seats

PLAY = ["play", "--rules", "bsw", "--bots", "human,random,random", "--seed", "5", "--hint", "greedy"]
SHORT = "rulebook:supply_palace=1:supply_stables=0:supply_inhabitants=0:supply_walls=1"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _play(typed: str, *arguments: str) -> Result:
    result = CliRunner().invoke(main, [*(arguments or (*PLAY, "--record", "mine.jsonl"))], input=typed)
    assert "Traceback" not in result.output
    return result


def _record(name: str = "mine.jsonl") -> dict[str, Any]:
    record: dict[str, Any] = json.loads(Path(name).read_text())
    return record


def test_game_to_the_end_is_a_record_that_replays() -> None:
    arguments = ["play", "--rules", SHORT, "--bots", "human,random,random", "--seed", "1", "--record", "mine.jsonl"]
    result = _play("Ih6\n" + "1\n" * 60, *arguments)
    assert result.exit_code == 0, result.output
    assert "the game is over" in result.stdout.splitlines()[-1]
    record = _record()
    assert (record["termination"], record["bots"]) == ("normal", ["human", "random", "random"])
    assert Game.from_record(record).is_over
    assert CliRunner().invoke(main, ["replay", "mine.jsonl"]).exit_code == 0


def test_moves_are_typed_in_any_letters_by_number_or_wrongly() -> None:
    result = _play("ih6\nGz9\nIa1\n1\nquit\n")
    assert result.exit_code == 0
    assert "'Gz9' is no move: write a letter of" in result.stdout
    assert "'Ia1' is not legal for seat 0" in result.stdout
    assert _record()["moves"] == "Ih6 Ga1"
    assert _record()["termination"] == "unfinished"


def test_legal_squares_are_shown() -> None:
    result = _play("Ih6\nGc3\ng\nk\nquit\n")
    assert "  G  grey          c2 b3 d3 c4" in result.stdout
    assert "squares (type K to see them)" in result.stdout
    boards = result.stdout.split("[1]")
    assert boards[-2].count("*") == 4
    assert boards[-1].count("*") > 50


def test_second_thoughts_advice_and_help() -> None:
    result = _play("Ih6\nGc3\nundo\nhint\nlist\nhelp\nKc3\nsave\nquit\n")
    assert "a strong bot would play " in result.stdout
    assert "undo         take your latest move back" in result.stdout
    assert "   1 Ga1  " in result.stdout
    assert "mine.jsonl: 2 plies; go on with: medina-arena play --resume mine.jsonl" in result.stdout
    assert _record()["moves"] == "Ih6 Kc3"


def test_game_goes_on_after_a_break() -> None:
    _play("Ih6\nGc3\n")  # the input ends
    result = _play("Gc4\nquit\n", "play", "--resume", "mine.jsonl")
    assert result.exit_code == 0
    assert _record()["moves"].startswith("Ih6 Gc3 Gc4 ")
    assert len(_record()["moves"].split()) == 7
    assert _record()["seed"] == 5


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "random,greedy,random"], "nobody to play with: name a seat human in --bots"),
        (["--bots", "human,random"], "players"),
        (["--bots", "human,random,chance"], "no bot 'chance'"),
        (["--hint", "oracle"], "no bot 'oracle'"),
        (["--rules", "chess"], "'chess'"),
        (["--record", "taken.jsonl"], "--record taken.jsonl is there already"),
        (["--resume", "gone.jsonl"], "gone.jsonl: No such file or directory"),
        (["--resume", "taken.jsonl", "--bots", "human,random,random"], "--bots cannot be given with --resume"),
        (["--resume", "taken.jsonl"], "taken.jsonl has no record"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(arguments: list[str], sentence: str) -> None:
    Path("taken.jsonl").touch()
    result = _play("", "play", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr.splitlines()[-1]
    assert [path.name for path in Path().iterdir()] == ["taken.jsonl"]


def test_help_fits_on_a_screen_and_has_an_example() -> None:
    lines = _play("", "play", "--help").stdout.splitlines()
    assert len(lines) <= 36
    assert max(map(len, lines)) <= 80
    assert any("Example:  medina-arena play" in line for line in lines)


# --- in the browser


class _Served:
    """A game that is served while a test looks at it."""

    def __init__(self, bots: str, rules: str = "bsw") -> None:
        self.sitting = Sitting(parse_rules(rules), parse_seats(bots), 5, hint=parse_bot("greedy"))
        self.server = PlayServer(self.sitting, self.save)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def save(self) -> str:
        Path("mine.jsonl").write_text(json.dumps(self.sitting.record()) + "\n")
        return "kept"

    def __enter__(self) -> "_Served":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def ask(self, path: str, body: bytes | None = None, host: str | None = None) -> tuple[int, bytes]:
        """The status of a request, and what came."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.server_port}{path}", data=body)
        if host is not None:
            request.add_header("Host", host)
        try:
            with urllib.request.urlopen(request, timeout=20) as reply:
                return reply.status, reply.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, b""


def test_only_the_page_itself_is_served() -> None:
    with _Served("human,random,random") as served:
        token = f"/{served.server.token}"
        assert served.server.address.startswith("http://127.0.0.1:")
        assert served.ask(f"{token}/")[0] == 200
        for path in ("/", "/state", f"{token}x/", f"{token}/../mine.jsonl", f"{token}/secret"):
            assert served.ask(path)[0] == 404
        assert served.ask(f"{token}/state", host="evil.example")[0] == 404
        assert served.ask(f"{token}/move", b"x" * 2000)[0] == 400
        assert served.ask(f"{token}/move", b"Ga1")[0] == 200
        assert served.sitting.game.ply == 0


def test_page_is_told_what_happened() -> None:
    with _Served("human,random,random") as served:
        token = f"/{served.server.token}"
        state = json.loads(served.ask(f"{token}/move", b"Oz1")[1])
        assert state["messages"][0].startswith("'Oz1' is no move")
        served.ask(f"{token}/move", b"Ih6")
        assert "Ih6" in json.loads(Path("mine.jsonl").read_text())["moves"]
        hint = json.loads(served.ask(f"{token}/hint", b"")[1])
        assert hint["hint"] in hint["legal"]
        assert json.loads(served.ask(f"{token}/undo", b"")[1])["ply"] == 0
        assert json.loads(served.ask(f"{token}/undo", b"")[1])["messages"] == ["there is no move of yours to take back"]
        json.loads(served.ask(f"{token}/stop", b"")[1])
        assert served.server.is_done


def test_connection_that_asks_for_nothing_keeps_nobody_waiting_for_ever() -> None:
    """Nor does one that promises more than it sends; browsers open connections beforehand."""
    with _Served("human,random,random") as served:
        address = ("127.0.0.1", served.server.server_port)
        with socket.create_connection(address), socket.create_connection(address) as other:
            head = f"POST /{served.server.token}/move HTTP/1.1\r\nHost: localhost:{address[1]}\r\nContent-Length: 99"
            other.sendall(f"{head}\r\n\r\nGa1".encode())
            assert served.ask(f"/{served.server.token}/")[0] == 200


def test_port_that_is_taken_is_said() -> None:
    with _Served("human,random,random") as served, pytest.raises(RunError, match="cannot be used"):
        PlayServer(served.sitting, served.save, served.server.server_port)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with open_browser() as driver:
        yield driver


@needs_browser
@pytest.mark.parametrize("width", [390, 1400])
def test_moves_made_by_click_are_in_the_record(browser: Any, width: int) -> None:
    from selenium.common.exceptions import StaleElementReferenceException
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    def wait(css: str) -> Any:
        return WebDriverWait(browser, 20).until(lambda driver: driver.find_element(By.CSS_SELECTOR, css))

    def click(css: str) -> None:
        def clicked(_: Any) -> bool:
            browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", wait(css))
            wait(css).click()
            return True

        # an answer may redraw the board between finding and clicking
        WebDriverWait(browser, 20, ignored_exceptions=[StaleElementReferenceException]).until(clicked)

    def ply() -> int:
        return int(browser.execute_script("return now.ply"))

    set_window(browser, width, is_dark=False)
    with _Served("human,random,random") as served:
        browser.get(served.server.address)
        click('.square.choice[data-square="h6"]')
        click('#kinds button[data-move="O"]')
        click('.square.choice[data-square="c3"]')
        click('#kinds button[data-move="W"]')
        click('.space.choice[data-places~="4h:0"]')
        WebDriverWait(browser, 20).until(lambda _: ply() == 7)
        assert _record()["moves"].startswith("Ih6 Oc3 W4h ")
        shown = browser.execute_script(
            "return [...document.querySelectorAll('.placed')].map((p) => p.dataset.kind + (p.dataset.square || ''))"
        )
        assert {"Oc3", "Ih6"} <= set(shown)
        listed = browser.execute_script(
            "return [...document.querySelectorAll('#moves li')].map((li) => li.textContent)"
        )
        assert listed[:3] == ["0 Ih6", "0 Oc3", "0 W4h"]
        assert [text[0] for text in listed[3:]] == ["1", "1", "2", "2"]
        click("#undo")
        WebDriverWait(browser, 20).until(lambda _: ply() == 2)
        click('#kinds button[data-move="D"]')
        click('#places button[data-move="Dc3"]')
        WebDriverWait(browser, 20).until(lambda _: ply() == 7)
        click("#hint")
        WebDriverWait(browser, 20).until(lambda _: "strong bot" in wait("#message").text)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert console_errors(browser) == []
    assert _record()["moves"].startswith("Ih6 Oc3 Dc3 ")
    assert served.sitting.game.moves == Game.from_record(_record()).moves
