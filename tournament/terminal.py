"""How is a game played in a terminal? The board, the legal moves, and a line to type one."""

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence

import click

from medina_arena.engine import Game, MedinaError, Move

from .sitting import Sitting

__all__ = ["play_in_terminal"]

_KINDS = {
    "G": "grey",
    "K": "black",
    "B": "brown",
    "O": "orange",
    "S": "stable",
    "I": "inhabitant",
    "W": "wall",
    "D": "dome",
    "N": "neutral dome",
    "?": "gift",
    "T": "tea",
    "-": "no dome",
}
_MANY = 14
"""Moves of a kind that are listed; of more only their number."""
_HELP = """\
A move is typed as it is written: Gg5, W1h, Dg5. Tab completes it. Or:
  G            show where a grey piece may go; likewise K B O S I
  list, 17     number all moves, and play the one with that number
  undo         take your latest move back, and what came after it
  hint         what would a strong bot play?
  save, quit   both keep the game in the record; go on with --resume"""


def play_in_terminal(sitting: Sitting, save: Callable[[], str], *, colour: bool) -> None:
    """Play until the game is over or somebody quits; `save` keeps the record and says where."""
    while True:
        for seat, move in sitting.advance():
            click.echo(f"{sitting.labels[seat]} (seat {seat}): {move}")
        for message in sitting.messages:
            click.echo(message, err=True)
        sitting.messages.clear()
        seat_to_move = sitting.person_to_move
        shown = sitting.shown()
        click.echo("\n" + shown.draw(colour=colour), color=colour)
        if seat_to_move is None:
            break
        if not _take_turn(sitting, shown, seat_to_move, save, colour=colour):
            click.echo(save())
            return
    click.echo(save())


def _take_turn(sitting: Sitting, shown: Game, seat: int, save: Callable[[], str], *, colour: bool) -> bool:
    """Ask for one move or command until the position changes; False to stop."""
    moves = shown.legal_moves()
    click.echo("\n" + _describe_moves(moves))
    while True:
        text = _ask(f"{sitting.labels[seat]} (seat {seat})> ", moves)
        if text is None or text.lower() in ("quit", "q"):
            return False
        if text.lower() in ("undo", "u"):
            if sitting.take_back():
                return True
            click.echo("there is no move of yours to take back")
        elif text.lower() in ("hint", "h"):
            with _told():
                click.echo(f"a strong bot would play {sitting.advise()}")
        elif text.lower() == "list":
            click.echo(_number_moves(moves))
        elif text.lower() == "save":
            click.echo(save())
        elif text.lower() in ("help", ""):
            click.echo(_HELP)
        elif text.upper() in _KINDS and len(text) == 1 and text not in map(str, moves):
            marks = [str(move)[1:] for move in moves if str(move)[0] == text.upper()]
            squares = [mark for mark in marks if re.fullmatch(r"[a-p]\d+", mark)]
            click.echo(shown.draw(colour=colour, marks=squares), color=colour)
            click.echo(f"{_KINDS[text.upper()]}: {' '.join(marks) or 'nowhere'}")
        else:
            with _told():
                sitting.play(_meant(text, moves))
                return True


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Tell an error as a sentence and go on."""
    try:
        yield
    except MedinaError as error:
        click.echo(str(error).partition(" in Game")[0])


def _meant(text: str, moves: Sequence[Move]) -> str:
    """The move that was typed: its number, or its text in whatever letters."""
    if text.isascii() and text.isdecimal():
        number = int(text)
        return str(moves[number - 1]) if 1 <= number <= len(moves) else text
    alike = [str(move) for move in moves if str(move).lower() == text.lower()]
    return alike[0] if alike else text[:1].upper() + text[1:].lower()


def _ask(prompt: str, moves: Sequence[Move]) -> str | None:
    """A line without spaces around it; None at the end of the input."""
    _offer(list(map(str, moves)))
    try:
        return input(prompt).strip()
    except EOFError:
        click.echo()
        return None


def _offer(words: list[str]) -> None:
    """Let the Tab key complete these words, where there is a line editor."""
    try:
        import readline
    except ImportError:
        return
    words += ["undo", "hint", "list", "save", "quit", "help"]

    def complete(text: str, state: int) -> str | None:
        found = [word for word in words if word.lower().startswith(text.lower())]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")


def _describe_moves(moves: Sequence[Move]) -> str:
    """The legal moves by kind; of many of a kind only the number."""
    lines = []
    for letter in dict.fromkeys(str(move)[0] for move in moves):
        places = [str(move)[1:] for move in moves if str(move)[0] == letter]
        what = " ".join(places) if len(places) <= _MANY else f"{len(places)} squares (type {letter} to see them)"
        lines.append(f"  {letter}  {_KINDS[letter]:12}  {what}".rstrip())
    return "\n".join(["You may play (help tells more):", *lines])


def _number_moves(moves: Sequence[Move]) -> str:
    """All moves with their numbers, in columns."""
    cells = [f"{number:>4} {move!s:5}" for number, move in enumerate(moves, 1)]
    return "\n".join("".join(cells[start : start + 8]).rstrip() for start in range(0, len(cells), 8))
