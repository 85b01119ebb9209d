"""How is a position reached by legal moves only? Short scripts, with fillers until the right seat is to move."""

from collections.abc import Iterable

from medina_arena.engine import Game

WALLS = tuple("W" + arm for arm in ("1h", "1v", "2h", "2v", "3h", "3v", "4h", "4v"))
MAX_FILLERS = 40


def play(game: Game, script: str, fillers: Iterable[str] = ()) -> Game:
    """Play a script on a game and return it.

    `Og3` is played by whoever is to move, `1:Dg3` by seat 1, and `1!` waits until seat 1 begins a turn. Waiting means
    that the first legal one of `fillers` is played.
    """
    for word in script.split():
        seat, colon, move = word.rpartition(":")
        if colon:
            _wait(game, int(seat), fillers, turn_begins=False)
        if word.endswith("!"):
            _wait(game, int(word[:-1]), fillers, turn_begins=True)
        else:
            game.play(move)
    return game


def _wait(game: Game, seat: int, fillers: Iterable[str], *, turn_begins: bool) -> None:
    for _ in range(MAX_FILLERS):
        if game.to_move == seat and (not turn_begins or game.placements_left == game.rules.placements):
            return
        game.play(next(filler for filler in fillers if game.is_legal(filler)))
    raise AssertionError(f"seat {seat} is not reached in {game!r}")


def moves(game: Game, kinds: str = "") -> list[str]:
    """The texts of the legal moves, all or those that begin with one of the letters."""
    return [text for text in map(str, game.legal_moves()) if not kinds or text[0] in kinds]


def kinds(game: Game) -> str:
    """The first letters of the legal moves, each once, in alphabetical order."""
    return "".join(sorted({text[0] for text in moves(game)}))


def sources(game: Game, seat: int, *names: str) -> list[int]:
    """Some of a seat's score sources, by default those that palaces bring by themselves."""
    row = game.score_sources()[seat]
    return [row[name] for name in names or ("pieces", "stables", "inhabitants", "walls")]
