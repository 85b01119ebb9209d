"""What lies on the squares? Rows of text, and the palaces and chains that they make. (rules page, sections 4 to 6)"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from .errors import NotationError
from .geometry import ALL_SQUARES, BOARD_SIZES, N_SQUARES, STRIDE
from .notation import format_square
from .rules import RuleSet

__all__ = [
    "COLOUR_LETTERS",
    "GROWING",
    "OLDER",
    "STABLE",
    "WELL",
    "Layout",
    "Site",
    "around",
    "beside",
    "find_chains",
    "find_layout",
    "format_board",
    "is_square",
    "parse_board",
    "walk",
]

COLOUR_LETTERS = "GKBO"
STABLE, GROWING, OLDER, WELL = "S", "I", "i", "w"
_LETTERS = COLOUR_LETTERS + STABLE + GROWING + OLDER + WELL


@dataclass(frozen=True, slots=True)
class Site:
    """One palace: its first piece first, each further piece beside an earlier one."""

    colour: int
    pieces: tuple[int, ...]
    stables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The palaces in the order in which they were begun, the chains from end to end, and the square of the well."""

    palaces: tuple[Site, ...]
    older_chains: tuple[tuple[int, ...], ...]
    chain: tuple[int, ...]
    """The chain that grows; empty before the first inhabitant."""
    well: int | None


def format_board(letters: Mapping[int, str], board: int) -> str:
    """The rows from the top, runs of empty squares as numbers."""
    columns, rows = BOARD_SIZES[board]
    texts = []
    for row in reversed(range(rows)):
        text = "".join(letters.get(row * STRIDE + column, ".") for column in range(columns))
        texts.append(re.sub(r"\.+", lambda run: str(len(run[0])), text))
    return "/".join(texts)


def parse_board(text: str, board: int) -> dict[int, str]:
    """The letter of each square that is not empty; raises `NotationError`."""
    columns, rows = BOARD_SIZES[board]
    texts = text.split("/")
    if len(texts) != rows:
        raise NotationError(f"no position: the board has {rows} rows with / between them, not {len(texts)}")
    letters: dict[int, str] = {}
    for row, line in zip(reversed(range(rows)), texts, strict=True):
        column = 0
        for part in re.findall("[0-9]+|.", line):
            if part.isdecimal() and len(part) <= 2:
                column += int(part)
            elif part in _LETTERS:
                letters[row * STRIDE + column] = part
                column += 1
            else:
                raise NotationError(
                    f"no position: {part!r} in row {row + 1} is none of {' '.join(_LETTERS)} and numbers"
                )
        if column != columns:
            raise NotationError(f"no position: row {row + 1} has {columns} squares, not {column} as in {line!r}")
    return letters


def is_square(number: int, board: int) -> bool:
    """Whether a number is a square of a board."""
    return 0 <= number < N_SQUARES and bool(int(ALL_SQUARES[board, number >> 6]) >> (number & 63) & 1)


def beside(square: int) -> tuple[int, int, int, int]:
    """The four neighbours, those off the board included."""
    return square - 1, square + 1, square - STRIDE, square + STRIDE


def around(square: int) -> Iterator[int]:
    """The eight squares in contact, those off the board included."""
    return (square + up + right for up in (-STRIDE, 0, STRIDE) for right in (-1, 0, 1) if up or right)


def walk(start: int, squares: Collection[int]) -> list[int]:
    """The squares that hang together with one of them, each beside an earlier one."""
    found = {start: None}
    for square in (order := [start]):
        for near in beside(square):
            if near in squares and near not in found:
                found[near] = None
                order.append(near)
    return order


def find_layout(letters: Mapping[int, str], firsts: Sequence[int], rules: RuleSet, board: int) -> Layout:
    """The palaces with these first squares, and the chains; raises `NotationError` for what cannot be."""
    wells = [square for square, letter in letters.items() if letter == WELL]
    if len(wells) != rules.well:
        _refuse(f"there are {len(wells)} wells, and {rules.name} has {'one' if rules.well else 'none'}")
    sites = _find_palaces(letters, firsts)
    _check_contacts(sites, wells, rules)
    older, chains = (
        find_chains({square for square, letter in letters.items() if letter == kind}) for kind in (OLDER, GROWING)
    )
    if len(chains) > 1:
        _refuse(f"the inhabitants I make two chains, {_name(chains[0][0])} and {_name(chains[1][0])}: older ones are i")
    if older and not chains:
        _refuse("only older chains i and none that grows, which is written I")
    _check_older_chains(older, letters, board)
    return Layout(sites, tuple(older), chains[0] if chains else (), wells[0] if wells else None)


def _refuse(what: str) -> NoReturn:
    raise NotationError(f"impossible position: {what}")


_name = format_square


def _find_palaces(letters: Mapping[int, str], firsts: Sequence[int]) -> tuple[Site, ...]:
    """The palaces as they are named, with their stables."""
    palace_at: dict[int, int] = {}
    pieces: list[list[int]] = []
    for palace, first in enumerate(firsts):
        letter = letters.get(first, "")
        if letter not in COLOUR_LETTERS or not letter:
            _refuse(f"{_name(first)} is named as the first piece of a palace, but there is no palace piece")
        if first in palace_at:
            _refuse(f"the palace on {_name(first)} is named twice in palaces=")
        pieces.append(walk(first, {square for square, other in letters.items() if other == letter}))
        palace_at |= dict.fromkeys(pieces[-1], palace)
    stables: list[list[int]] = [[] for _ in firsts]
    for square, letter in letters.items():
        if letter in COLOUR_LETTERS and square not in palace_at:
            _refuse(f"the palace on {_name(square)} is not named in palaces=")
        if letter == STABLE:
            owners = {palace_at[near] for near in beside(square) if near in palace_at}
            if len(owners) != 1:
                what = "no palace piece" if not owners else "pieces of two palaces"
                _refuse(f"the stable on {_name(square)} is beside {what}")
            stables[owners.pop()].append(square)
    colours = [COLOUR_LETTERS.index(letters[first]) for first in firsts]
    return tuple(Site(colours[i], tuple(pieces[i]), tuple(sorted(stables[i]))) for i in range(len(firsts)))


def _check_contacts(sites: Sequence[Site], wells: Sequence[int], rules: RuleSet) -> None:
    """No palace in contact with another one or with the well, and where stables may not touch, none beside another."""
    palace_at = {square: i for i, site in enumerate(sites) for square in site.pieces + site.stables}
    all_stables = {square for site in sites for square in site.stables}
    for square, palace in palace_at.items():
        for near in around(square):
            if palace_at.get(near, palace) != palace:
                names = [_name(sites[i].pieces[0]) for i in sorted((palace, palace_at[near]))]
                _refuse(f"the palaces {names[0]} and {names[1]} are in contact on {_name(square)} and {_name(near)}")
            if near in wells:
                _refuse(f"{_name(square)} is in contact with the well")
    if not rules.stables_may_touch:
        for square in sorted(all_stables):
            if all_stables & {square + 1, square + STRIDE}:
                _refuse(f"the stable on {_name(square)} is beside another stable")


def find_chains(inhabitants: set[int]) -> list[tuple[int, ...]]:
    """The chains of some inhabitants, each from end to end."""
    chains: list[tuple[int, ...]] = []
    waiting = set(inhabitants)
    while waiting:
        chain = walk(min(waiting), inhabitants)
        waiting -= set(chain)
        contacts = {square: sum(near in inhabitants for near in beside(square)) for square in chain}
        ends = sorted(square for square in chain if contacts[square] <= 1)
        if max(contacts.values()) > 2:
            _refuse(f"a chain of inhabitants branches on {_name(max(contacts, key=lambda square: contacts[square]))}")
        if not ends:
            _refuse(f"the chain of inhabitants on {_name(chain[0])} closes a ring")
        chains.append(tuple(walk(ends[0], inhabitants)))
    return chains


def _check_older_chains(older: Sequence[tuple[int, ...]], letters: Mapping[int, str], board: int) -> None:
    """An older chain touches no other one and has no square left to grow on."""
    inhabitants = {square for square, letter in letters.items() if letter in (GROWING, OLDER)}
    for chain in older:
        for square in chain:
            for near in beside(square):
                if letters.get(near) == GROWING:
                    _refuse(f"{_name(square)} and {_name(near)} are inhabitants of two chains beside each other")
        for near in (*beside(chain[0]), *beside(chain[-1])):
            is_free = near not in letters and is_square(near, board)
            if is_free and sum(other in inhabitants for other in beside(near)) == 1:
                _refuse(f"the older chain on {_name(chain[0])} can still grow on {_name(near)}")
