"""How is a game played in a browser? A page that this program serves to this machine alone, with clicks."""

import json
import secrets
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from medina_arena.engine import MedinaError
from medina_arena.engine.svg import draw_svg

from .errors import RunError
from .pages.play import play_page
from .pages.replay import describe_state
from .sitting import Sitting

__all__ = ["PlayServer", "serve"]

_HOST = "127.0.0.1"
_MAX_BODY = 1000


class PlayServer(HTTPServer):
    """One game on a loopback address; who does not know the token in the address gets nothing."""

    def __init__(self, sitting: Sitting, save: Callable[[], str], port: int = 0) -> None:
        """Listen on a port, 0 for any free one; raises `RunError` where it is taken."""
        self.sitting = sitting
        self.save = save
        self.token = secrets.token_urlsafe(12)
        try:
            super().__init__((_HOST, port), _Handler)
        except OSError as error:
            raise RunError(f"port {port} cannot be used: {error.strerror}") from None
        self.is_done = False

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://{_HOST}:{self.server_port}/{self.token}/"

    def state(self, message: str = "") -> dict[str, Any]:
        """What the page shows; bots move first."""
        sitting = self.sitting
        made = sitting.advance()
        texts = [message] if message else []
        texts += sitting.messages
        sitting.messages.clear()
        shown = sitting.shown()
        return {
            "board": draw_svg(shown.snapshot(), has_panel=False),
            "state": describe_state(shown),
            "legal": list(map(str, shown.legal_moves())) if sitting.person_to_move is not None else [],
            "seat": sitting.person_to_move,
            "ply": shown.ply,
            "n_made": len(made),
            "moves": [[seat, str(move)] for seat, move in zip(sitting.movers(), shown.moves, strict=True)],
            "winners": shown.winners(),
            "messages": texts,
        }

    def act(self, action: str, text: str) -> dict[str, Any]:
        """Do what the page asks for, and tell how it stands then."""
        sitting = self.sitting
        try:
            if action == "move":
                sitting.play(text)
            elif action == "undo" and not sitting.take_back():
                return self.state("there is no move of yours to take back")
            elif action == "hint":
                hint = str(sitting.advise())
                return self.state(f"a strong bot would play {hint}") | {"hint": hint}
        except MedinaError as error:
            return self.state(str(error).partition(" in Game")[0])
        state = self.state()
        message = self.save()
        if action == "stop":
            self.is_done = True
        return state | ({"messages": [*state["messages"], message]} if action in ("save", "stop") else {})


class _Handler(BaseHTTPRequestHandler):
    """Answers the page of one game."""

    server: PlayServer
    server_version = "medina-arena"
    timeout = 1.0
    """Seconds; a browser opens connections on which it asks for nothing, and one at a time is served."""
    sys_version = ""

    def do_GET(self) -> None:
        """The page, or how the game stands."""
        if not self._is_meant("/", "/state"):
            return
        if self._action() == "state":
            self._send(json.dumps(self.server.state()), "application/json")
        else:
            self._send(play_page(self.server.sitting), "text/html; charset=utf-8")

    def do_POST(self) -> None:
        """An action of the page."""
        if not self._is_meant("/move", "/undo", "/hint", "/save", "/stop"):
            return
        length = self.headers.get("Content-Length", "0")
        if not length.isascii() or not length.isdecimal() or int(length) > _MAX_BODY:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        text = self.rfile.read(int(length)).decode("utf-8", "replace")
        self._send(json.dumps(self.server.act(self._action(), text)), "application/json")

    def _action(self) -> str:
        return self.path.removeprefix(f"/{self.server.token}/")

    def _is_meant(self, *paths: str) -> bool:
        """Whether the request is one of our page: its token, and our own name as the host."""
        host = self.headers.get("Host", "")
        is_known = self.path in {f"/{self.server.token}{path}" for path in paths}
        if is_known and host in (f"{_HOST}:{self.server.server_port}", f"localhost:{self.server.server_port}"):
            return True
        self.send_error(HTTPStatus.NOT_FOUND)
        return False

    def _send(self, text: str, kind: str) -> None:
        body = text.encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name is the base class's
        """Say nothing."""


def serve(
    sitting: Sitting,
    save: Callable[[], str],
    *,
    port: int,
    announce: Callable[[str], object],
    open_page: Callable[[str], object],
) -> None:
    """Serve a game until the page says stop or Ctrl-C comes; the game is kept either way."""
    with PlayServer(sitting, save, port) as server:
        announce(f"play at {server.address} (Ctrl-C ends it)")
        open_page(server.address)
        try:
            while not server.is_done:
                server.handle_request()
        except KeyboardInterrupt:
            pass
    announce(save())
