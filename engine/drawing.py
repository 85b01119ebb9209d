"""How does a game look on a terminal? The board in its walls, tiles, scores and hands, at most 80 columns wide.

Squares: ``.`` empty, G K B O palace pieces, S a stable, I an inhabitant of the chain that grows, i of an older one, w
the well. The first piece of a palace with a dome also shows its seat, or n for neutral. Walls are ``=`` and ``|``.
"""

from collections.abc import Collection
from itertools import zip_longest
from typing import TYPE_CHECKING

from .geometry import BOARD_SIZES
from .notation import COLUMNS

if TYPE_CHECKING:
    from .game import Game

__all__ = ["draw_game"]

_COLOUR_NAMES = ("grey", "black", "brown", "orange")
# Codes of terminal colours; brown is yellow and orange bright red, which every terminal has.
_PAINT = {
    "G": "37",
    "K": "35",
    "B": "33",
    "O": "91",
    "I": "32",
    "i": "2;32",
    "w": "1;34",
    "=": "36",
    "|": "36",
    ".": "2",
    "*": "1;92",
}
_DOME = "7"


def draw_game(game: "Game", *, colour: bool, marks: Collection[str]) -> str:
    """The drawing, without a line end after its last line; empty squares of `marks` are stars."""
    lines = [
        f"{game.rules}, {game.players} players, ply {game.ply}",
        _describe(game),
        "",
        *_draw_board(game, colour, marks),
        "",
        *_draw_tiles(game),
    ]
    left, right = _draw_scores(game), _draw_hands(game)
    width = max(map(len, left)) + 6
    lines += [f"{one:{width}}{other}".rstrip() for one, other in zip_longest(left, right, fillvalue="")]
    return "\n".join(lines)


def _describe(game: "Game") -> str:
    """Whose turn it is, in words."""
    if (seat := game.to_move) is None:
        winners = game.winners()
        names = " and ".join(map(str, winners))
        return "over, " + (f"seat {names} wins" if len(winners) == 1 else f"seats {names} share the win")
    first = str(game.legal_moves()[0])
    if game.gifts:
        does = "to place " + " ".join(f"{letter}{n}" for letter, n in game.gifts.items())
    elif first[0] == "?":
        does = "to pick a gift"
    elif game.rules.gifts and game.chains():
        does = "to place a dome"
    elif not game.chains():
        does = "to set the first inhabitant"
    else:
        left = game.placements_left
        does = f"to move, {left} placement{'s' * (left > 1)} left"
    return f"seat {seat} {does}"


def _draw_board(game: "Game", colour: bool, marks: Collection[str]) -> list[str]:
    """Rows of squares between walls and towers."""
    columns, rows = BOARD_SIZES[game.rules.board(game.players)]
    cells = dict.fromkeys(marks, ("*", "*")) | _find_cells(game)
    arms = game.arms

    def paint(text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if colour else text

    def wall(sign: str, place: int, length: int, near: str, far: str) -> str:
        is_built = place < arms[near] or length - 1 - place < arms[far]
        return paint(sign, _PAINT[sign]) if is_built else " "

    def square(name: str) -> str:
        text, kind = cells.get(name, (".", "."))
        return " " + paint(text, _PAINT[kind] + (f";{_DOME}" if len(text) > 1 else "")) + " " * (2 - len(text))

    names = "".join(f" {letter} " for letter in COLUMNS[:columns]).rstrip()
    top = "".join(f" {wall('=', column, columns, '1h', '3h')} " for column in range(columns))
    bottom = "".join(f" {wall('=', column, columns, '4h', '2h')} " for column in range(columns))
    lines = [f"        {names}", f"    [1] {top} [3]"]
    for row in reversed(range(rows)):
        squares = "".join(square(f"{letter}{row + 1}") for letter in COLUMNS[:columns])
        left, right = (wall("|", row, rows, *sides) for sides in (("4v", "1v"), ("2v", "3v")))
        lines.append(f"{row + 1:>3}  {left}  {squares}  {right}  {row + 1}")
    return [*lines, f"    [4] {bottom} [2]", f"        {names}"]


def _find_cells(game: "Game") -> dict[str, tuple[str, str]]:
    """For each square that is not empty its text and what colours it."""
    cells: dict[str, tuple[str, str]] = {}
    stables = game.stables()
    for palace in game.palaces():
        for square in palace.squares:
            cells[square] = ("S" if square in stables else palace.colour, palace.colour)
        if palace.is_claimed:
            owner = "n" if palace.owner is None else str(palace.owner)
            cells[palace.squares[0]] = (palace.colour + owner, palace.colour)
    for number, chain in enumerate(reversed(game.chains())):
        cells |= dict.fromkeys(chain, ("i", "i") if number else ("I", "I"))
    if game.well is not None:
        cells[game.well] = ("w", "w")
    return cells


def _draw_tiles(game: "Game") -> list[str]:
    """Two lines that say who holds the tiles."""
    lines = []
    for title, names, values, holders in (
        ("palaces", _COLOUR_NAMES, game.rules.palace_tiles, game.palace_tiles),
        ("towers ", ("1", "2", "3", "4"), game.rules.tower_tiles, game.tower_tiles),
    ):
        parts = [
            f"{name} ({value}) {'-' if holder is None else f'seat {holder}'}"
            for name, value, holder in zip(names, values, holders, strict=True)
        ]
        lines.append(f"{title}  {', '.join(parts)}")
    return [*lines, ""]


def _table(title: str, seats: int, rows: dict[str, list[int]]) -> list[str]:
    """A title row with the seats, then a row for each name; zeros are left out."""
    width = max(map(len, (title, *rows)))
    lines = [f"{title:{width}}" + "".join(f"{seat:>4}" for seat in range(seats))]
    return lines + [f"{name:{width}}" + "".join(f"{n or '':>4}" for n in numbers) for name, numbers in rows.items()]


def _draw_scores(game: "Game") -> list[str]:
    """Points by source, their sum last."""
    sources = game.score_sources()
    rows = {
        name.replace("_", " "): [row[name] for row in sources] for name in sources[0] if name != "well" or game.well
    }
    return [*_table("seat", game.players, rows), *_table("", game.players, {"score       ": game.scores()})[1:]]


def _draw_hands(game: "Game") -> list[str]:
    """Pieces in hands by letter."""
    hands = game.hands()
    return _table("hand", game.players, {letter: [hand[letter] for hand in hands] for letter in hands[0]})
