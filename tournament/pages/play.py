"""Which page shows a game that is being played?"""

from string import Template

from medina_arena.engine.svg import SEAT_COLOURS
from medina_arena.results.web import build_page, escape

from ..sitting import Sitting
from .assets import read_assets

__all__ = ["play_page"]


def play_page(sitting: Sitting) -> str:
    """The page; how the game stands it asks for."""
    game = sitting.game
    data = {
        "bots": sitting.labels,
        "colours": SEAT_COLOURS[: game.players],
        "sources": list(game.score_sources()[0]),
        "letters": list(game.hands()[0]),
        "palace_values": game.rules.palace_tiles,
        "has_violet": game.snapshot().has_violet,
    }
    title = f"Medina: {game.rules}, {game.players} players"
    return build_page(
        title,
        Template(read_assets("play.html")).substitute(title=escape(title)),
        style=read_assets("board.css"),
        script=read_assets("panels.js", "play.js"),
        data=data,
    )
