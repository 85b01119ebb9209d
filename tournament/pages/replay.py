"""How does a game look step by step? All that a viewer shows of it, and the page that shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from string import Template
from typing import Any

from medina_arena.engine import Game, NotationError
from medina_arena.engine.svg import SEAT_COLOURS, draw_svg
from medina_arena.results.web import build_page, escape

from .assets import read_assets

__all__ = ["Replay", "build_replay", "describe_state", "game_at", "replay_page"]


@dataclass(frozen=True, slots=True)
class Replay:
    """A game with how it stood at every ply."""

    game: Game
    bots: tuple[str, ...]
    """What the seats are called."""
    title: str
    states: tuple[dict[str, Any], ...]
    """One for each ply, the first before any move; see `describe_state`."""
    seats: tuple[int | None, ...]
    """Who made each move."""
    faults: tuple[dict[str, Any], ...] = ()
    """As in a record: seat, ply and kind."""


def describe_state(game: Game) -> dict[str, Any]:
    """What the panels beside the board show of a position."""
    return {
        "to_move": game.to_move,
        "scores": game.scores(),
        "sources": [list(row.values()) for row in game.score_sources()],
        "hands": [list(hand.values()) for hand in game.hands()],
        "palace_tiles": game.palace_tiles,
        "tower_tiles": game.tower_tiles,
    }


def game_at(game: Game, ply: int) -> Game:
    """The game as it stood after so many of its moves; raises `NotationError` where it has fewer."""
    if ply > game.ply:
        raise NotationError(f"the game has {game.ply} plies, so that ply {ply} cannot be shown")
    moves = game.moves[:ply]
    if game.start is not None:
        return Game.from_position(game.start, moves=moves)
    return Game(game.rules, game.players, game.seed, setup=game.setup, moves=moves)


def build_replay(
    game: Game, bots: Sequence[str] = (), *, title: str = "", faults: Sequence[dict[str, Any]] = ()
) -> Replay:
    """Go through a game from its beginning; seats without a bot's name are called by their numbers."""
    step = game_at(game, 0)
    states, seats = [describe_state(step)], []
    for move in game.moves:
        seats.append(step.to_move)
        step.play(move)
        states.append(describe_state(step))
    names = tuple(bots[seat] if seat < len(bots) else f"seat {seat}" for seat in range(game.players))
    return Replay(
        game, names, title or f"{game.rules}, {game.players} players", tuple(states), tuple(seats), tuple(faults)
    )


def replay_page(replay: Replay, ply: int) -> str:
    """A page that steps through a game, whole in one file; it begins at a ply."""
    game = replay.game
    game_at(game, ply)
    snapshot = game.snapshot()
    data = {
        "ply": ply,
        "bots": replay.bots,
        "colours": SEAT_COLOURS[: game.players],
        "sources": list(game.score_sources()[0]),
        "letters": list(game.hands()[0]),
        "palace_values": game.rules.palace_tiles,
        "has_violet": snapshot.has_violet,
        "moves": list(map(str, game.moves)),
        "seats": replay.seats,
        "states": replay.states,
        "winners": game.winners(),
        "faults": replay.faults,
        "record": game.record(replay.bots, faults=list(replay.faults)),
    }
    board = draw_svg(snapshot, has_panel=False)
    return build_page(
        f"Medina: {replay.title}",
        Template(read_assets("replay.html")).substitute(title=escape(replay.title), board=board),
        style=read_assets("board.css"),
        script=read_assets("panels.js", "replay.js"),
        data=data,
    )
