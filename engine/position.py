"""How is a position written on one line? The text of `Game.position`, what FEN is to chess.

The words are explained on the positions page of the documentation: rules, number of players, the board, then fields
``name=value``, in a fixed order when written and in any order when read.
"""

import re
from dataclasses import dataclass

from .geometry import N_ARMS
from .layout import format_board
from .notation import KIND_LETTERS, format_square
from .rules import N_COLOURS, RuleSet
from .state import (
    HIDDEN,
    MAX_PLAYERS,
    N_PIECES,
    NO_PICK,
    PHASE_DOME,
    PHASE_PICK,
    PHASE_PLACE,
)

__all__ = [
    "ARM_NAMES",
    "HAND_LETTERS",
    "NO_SQUARE",
    "PHASES",
    "Position",
    "field_names",
    "format_position",
    "replace_picks",
]

PHASES = ("opening", "pick", "place", "dome", "over")
"""The names of the phases, by their number."""
NO_SQUARE = -1

ARM_NAMES = tuple(f"{arm // 2 + 1}{'hv'[arm % 2]}" for arm in range(N_ARMS))
HAND_LETTERS = KIND_LETTERS + "T"


@dataclass(frozen=True, slots=True)
class Position:
    """What the text says, field by field."""

    rules: RuleSet
    players: int
    board: dict[int, str]
    """The letter of each square that is not empty."""
    walls: tuple[int, ...]
    """Walls in each arm."""
    palaces: tuple[int, ...]
    """First squares, in the order in which the palaces were begun."""
    domes: tuple[tuple[int, int], ...]
    """First square and owner (a seat or `NEUTRAL`), in the order in which they were placed."""
    palace_tiles: tuple[int, ...]
    """First square of the palace that holds each tile, or `NO_SQUARE`."""
    tower_tiles: tuple[int, ...]
    """A seat, `NEUTRAL` or `NOBODY`."""
    hands: tuple[tuple[int, ...], ...]
    """Pieces of each kind, then tea tiles, for each seat."""
    phase: int
    seat: int
    """`NOBODY` when over."""
    blocks: tuple[int, ...] = ()
    """Colours, as bits, for each seat."""
    turn: int = 0
    left: int = 0
    obliged: bool = False
    domed: bool = False
    placed: tuple[int, ...] = ()
    picks: tuple[int, ...] = ()
    gifts: tuple[int, ...] = (0,) * (N_PIECES + 1)
    given: int = 0


def format_position(position: Position) -> str:
    """The text of a position."""
    p = position
    holders = ("-", *map(str, range(MAX_PLAYERS)), "n")  # from NOBODY = -1 to NEUTRAL = 4
    values = {
        "walls": ",".join(f"{arm}{n}" for arm, n in zip(ARM_NAMES, p.walls, strict=True) if n) or "-",
        "palaces": ",".join(map(format_square, p.palaces)) or "-",
        "domes": ",".join(f"{format_square(sq)}:{holders[owner + 1]}" for sq, owner in p.domes) or "-",
        "palace_tiles": ",".join("-" if square == NO_SQUARE else format_square(square) for square in p.palace_tiles),
        "tower_tiles": ",".join(holders[owner + 1] for owner in p.tower_tiles),
        "hands": ",".join(map(_format_pieces, p.hands)),
        "blocks": ",".join("".join(KIND_LETTERS[c] for c in range(N_COLOURS) if b >> c & 1) or "-" for b in p.blocks),
        "phase": PHASES[p.phase],
        "seat": holders[p.seat + 1],
        "turn": str(p.turn),
        "left": str(p.left),
        "obliged": "yes" if p.obliged else "no",
        "domed": "yes" if p.domed else "no",
        "placed": "".join(KIND_LETTERS[kind] for kind in p.placed) or "-",
        "picks": ",".join({NO_PICK: "-", HIDDEN: "?"}.get(pick) or KIND_LETTERS[pick] for pick in p.picks),
        "gifts": _format_pieces(p.gifts),
        "given": str(p.given),
    }
    fields = [f"{name}={values[name]}" for name in field_names(p.rules, p.phase)]
    return " ".join([str(p.rules), str(p.players), format_board(p.board, p.rules.board(p.players)), *fields])


def field_names(rules: RuleSet, phase: int) -> list[str]:
    """The fields that such a position has, in the order in which they are written."""
    names = ["walls", "palaces", "domes", "palace_tiles", "tower_tiles", "hands"]
    if rules.neutral == "one_per_colour":
        names.append("blocks")
    names += ["phase", "seat"]
    if rules.gifts:
        return (
            names
            + {PHASE_PICK: ["picks"], PHASE_PLACE: ["gifts", "given"], PHASE_DOME: ["given"]}.get(phase, [])
            + (["obliged"] if phase in (PHASE_PICK, PHASE_PLACE, PHASE_DOME) else [])
        )
    names.append("turn")
    if phase == PHASE_PLACE:
        names += ["left", "obliged", "domed"] + (["placed"] if rules.turn_limits else [])
    return names


def replace_picks(text: str, picks: dict[int, str]) -> str:
    """The text of a position with other letters for the picks of some seats."""
    found = re.search(r"(?<= picks=)\S+", text)
    if found is None:
        return text
    letters = found[0].split(",")
    for seat, letter in picks.items():
        letters[seat] = letter
    return text[: found.start()] + ",".join(letters) + text[found.end() :]


def _format_pieces(numbers: tuple[int, ...]) -> str:
    """Numbers of pieces by kind, as G5K4."""
    return "".join(f"{letter}{n}" for letter, n in zip(HAND_LETTERS, numbers, strict=True) if n) or "-"
