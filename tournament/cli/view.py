"""``medina-arena view``: how did a game go, step by step?"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import WholeNumber
from .records import record_at

if TYPE_CHECKING:
    from medina_arena.tournament.pages import Replay

__all__ = ["view"]

_SUFFIXES = (".html", ".svg", ".png")


@click.command(epilog="Example:  medina-arena view runs/first 0.12.3")
@click.argument("path", metavar="FILE|DIR", type=click.Path(path_type=Path))
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--line", metavar="N", type=WholeNumber(1), help="Line of FILE.  [default: the first record]")
@click.option("--ply", metavar="N", type=WholeNumber(0), help="Moves played.  [default: all]")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A page (.html) or a picture (.svg, .png).  [default: a page named after the game]",
)
@click.option("--open", "is_opened", is_flag=True, help="Show it in the browser.")
def view(path: Path, game: str | None, line: int | None, ply: int | None, out: Path | None, is_opened: bool) -> None:
    """Write a page that steps through a game, or a picture of its board.

    The game is a record in FILE (one on each line), or GAME of the run in the folder DIR, by its id, such as 0.12.3.
    The page is one file that needs no network: forward and back by keys and slider, from claim to claim, with hands,
    tiles and scores.
    """
    if out is not None and out.suffix not in _SUFFIXES:
        raise click.UsageError(f"--out {out} must end in {', '.join(_SUFFIXES)}: a page or a picture")
    if path.is_dir() and line is not None:
        raise click.UsageError(f"--line belongs to a FILE of records, and {path} is a folder")
    if path.is_dir() and game is None:
        raise click.UsageError(f"{path} is a run's folder: name a GAME of it by its id, as medina-arena export has it")
    if not path.is_dir() and game is not None:
        raise click.UsageError(f"GAME {game!r} belongs to a run's folder, and {path} is none")

    replay, name = _from_run(path, game) if game is not None else _from_file(path, line)
    target = out or Path(f"{name}.html")
    target.write_bytes(_render(replay, target.suffix, ply))
    click.echo(f"{target}: {replay.title}, {replay.game.ply} plies")
    if is_opened:
        click.launch(str(target.resolve()))


def _from_file(path: Path, line: int | None) -> "tuple[Replay, str]":
    """The game of a record, and what to call the page."""
    from medina_arena.engine import Game
    from medina_arena.tournament.pages import build_replay

    number, record = record_at(str(path), line)
    game = Game.from_record(record)
    title = f"{path.name}, line {number}: {game.rules}, {game.players} players"
    replay = build_replay(game, record.get("bots", []), title=title, faults=record.get("faults", []))
    return replay, f"{path.stem}-{number}"


def _from_run(path: Path, game: str) -> "tuple[Replay, str]":
    """A stored game, played again from its seed, and what to call the page."""
    from medina_arena.results import RunStore, parse_id
    from medina_arena.tournament.stored_games import replay_stored_game

    with RunStore.open(path) as store:
        return replay_stored_game(store, parse_id(game)), f"{path.resolve().name}-{game}"


def _render(replay: "Replay", suffix: str, ply: int | None) -> bytes:
    """The page, which begins at a ply, or the picture at that ply."""
    from medina_arena.tournament.pages import game_at, replay_page

    ply = replay.game.ply if ply is None else ply
    if suffix == ".html":
        return replay_page(replay, ply).encode()
    game = game_at(replay.game, ply)
    return game.svg().encode() if suffix == ".svg" else game.png()
