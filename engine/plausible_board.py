"""Can such a board be? Numbers of pieces and claims before it is built up, open palaces and tiles afterwards.

Each check refuses with one sentence. Not everything that passes can be reached by legal moves, but whatever passes can
be played on.
"""

from typing import NoReturn

import numpy as np
import numpy.typing as npt

from .errors import NotationError
from .geometry import ARM_LENGTH, N_ARMS, N_TOWERS, OPPOSITE_ARM
from .layout import COLOUR_LETTERS, Layout, Site, around, beside, is_square
from .notation import KIND_LETTERS, format_square
from .position import ARM_NAMES, NO_SQUARE, Position
from .rules import N_COLOURS
from .setup import MERCHANTS, TEA_OF_FIRST_CLAIM
from .state import DOME, INHABITANT, N_PIECES, NEUTRAL, NEUTRAL_DOME, NOBODY, PHASE_OPENING, STABLE, VIOLET, WALL

__all__ = ["check_counts", "check_tiles", "count_on_board", "supply_of"]

States = npt.NDArray[np.void]


def _refuse(what: str) -> NoReturn:
    raise NotationError(f"impossible position: {what}")


# --- before it is built: claims and numbers


def check_counts(p: Position, layout: Layout) -> None:
    """Check domes, walls and the numbers of pieces; what leaves the game with a closed colour comes later."""
    if (p.phase == PHASE_OPENING) != (not layout.chain):
        _refuse("an inhabitant is on the board in all phases but the opening, and in that one there is none")
    _check_domes(p, layout)
    board = p.rules.board(p.players)
    for arm in range(N_ARMS):
        together = p.walls[arm] + p.walls[OPPOSITE_ARM[arm]]
        if together >= ARM_LENGTH[board, arm]:
            _refuse(
                f"arms {ARM_NAMES[arm]} and {ARM_NAMES[OPPOSITE_ARM[arm]]} have {together} walls together, and their "
                f"side has {ARM_LENGTH[board, arm]} spaces, one of which stays empty"
            )
    supply = supply_of(p)
    placed = count_on_board(p, layout)
    for kind in range(N_PIECES):
        most = supply[kind] + (sum(MERCHANTS) if kind == INHABITANT and p.rules.tower_merchants else 0)
        for seat, hand in enumerate(p.hands):
            if hand[kind] > most:
                _refuse(f"seat {seat} holds {hand[kind]} {KIND_LETTERS[kind]}, and it can have {most} at most")
        _check_total(p, kind, placed[kind] + sum(hand[kind] for hand in p.hands) + p.gifts[kind], supply[kind])


def supply_of(p: Position) -> list[int]:
    """What each seat begins with, by kind."""
    supply = p.rules.supply(p.players)
    neutral = supply.neutral_domes if p.rules.neutral != "none" else 0
    return [*[supply.palace] * N_COLOURS, supply.stables, supply.inhabitants, supply.walls, supply.domes, neutral]


def count_on_board(p: Position, layout: Layout) -> list[int]:
    """Pieces on the board by kind, all inhabitants counted."""
    numbers = [0] * N_PIECES
    for site in layout.palaces:
        numbers[site.colour] += len(site.pieces)
        numbers[STABLE] += len(site.stables)
    numbers[INHABITANT] = len(layout.chain) + sum(map(len, layout.older_chains))
    numbers[WALL] = sum(p.walls)
    numbers[DOME] = sum(owner != NEUTRAL for _, owner in p.domes)
    numbers[NEUTRAL_DOME] = sum(owner == NEUTRAL for _, owner in p.domes)
    return numbers


def _check_total(p: Position, kind: int, found: int, supply: int) -> None:
    """Hold the number of pieces of a kind against what all seats began with; a few may have left the game."""
    begun = p.players * supply
    may_leave = kind < N_COLOURS or (p.rules.gifts and kind <= INHABITANT)
    fewest = begun
    if kind == INHABITANT:
        begun += p.phase != PHASE_OPENING  # the first one comes from no hand
        fewest = begun
        if p.rules.tower_merchants:
            taken = sum(n for n, owner in zip(MERCHANTS, p.tower_tiles, strict=True) if owner != NOBODY)
            has_neutral = any(owner == NEUTRAL for _, owner in p.domes)
            fewest, begun = begun + (0 if has_neutral else taken), begun + taken
    if found > begun or (found < fewest and not may_leave):
        wanted = f"{begun}" if fewest == begun or may_leave else f"{fewest} to {begun}"
        _refuse(f"there are {found} {KIND_LETTERS[kind]} on the board and in hands, and there were {wanted}")


def _check_domes(p: Position, layout: Layout) -> None:
    """Each dome on a palace of its own, and for each seat at most one claim of a colour."""
    colour_of = {site.pieces[0]: site.colour for site in layout.palaces}
    claims: set[tuple[int, int]] = set()
    names = [format_square(first) for first, _ in p.domes]
    for name, (first, owner) in zip(names, p.domes, strict=True):
        if first not in colour_of:
            _refuse(f"{name} in domes= is no first piece of a palace")
        if names.count(name) > 1:
            _refuse(f"the palace {name} has two domes")
        if owner != NEUTRAL and (owner, colour_of[first]) in claims:
            _refuse(f"seat {owner} has claimed two palaces of {COLOUR_LETTERS[colour_of[first]]}")
        claims.add((owner, colour_of[first]))
    domes, neutral_domes = supply_of(p)[DOME:]
    for seat, hand in enumerate(p.hands):
        own = sum(owner == seat for _, owner in p.domes)
        if own + hand[DOME] != domes:
            _refuse(f"seat {seat} has {own} domes on the board and {hand[DOME]} in hand, and it began with {domes}")
    for colour in range(N_COLOURS if p.blocks else 0):
        blocked = sum(blocks >> colour & 1 for blocks in p.blocks)
        neutral = sum(owner == NEUTRAL and colour_of[first] == colour for first, owner in p.domes)
        if blocked != neutral:
            _refuse(f"{blocked} seats have blocked {COLOUR_LETTERS[colour]}, and {neutral} blocking domes are there")
    for seat, blocks in enumerate(p.blocks):
        used = blocks.bit_count()
        if used + p.hands[seat][NEUTRAL_DOME] != neutral_domes:
            _refuse(f"seat {seat} has placed {used} blocking domes and holds {p.hands[seat][NEUTRAL_DOME]}")


# --- after: open palaces, closed colours, tiles


def check_tiles(p: Position, layout: Layout, states: States) -> None:
    """Check what the built board says of open palaces, closed colours, tiles and tea."""
    s = states[0]
    owner_of = dict(p.domes)
    for colour, letter in enumerate(COLOUR_LETTERS):
        sites = [site for site in layout.palaces if site.colour == colour]
        unclaimed = [site for site in sites if site.pieces[0] not in owner_of]
        for site in unclaimed:
            if site is not sites[-1] and (not p.rules.blocked_frees_colour or _is_open(p, site)):
                state = "open" if _is_open(p, site) else "unclaimed"
                _refuse(f"the palace {format_square(site.pieces[0])} is {state}, and a later one of {letter} was begun")
        if s["closed"][colour]:
            for seat, hand in enumerate((*p.hands, p.gifts)):
                if hand[colour]:
                    who = f"seat {seat} holds" if seat < p.players else "the gifts have"
                    _refuse(f"{letter} is closed, and {who} {hand[colour]} {letter}")
        elif not p.rules.gifts:
            begun = p.players * p.rules.supply(p.players).palace
            found = sum(len(site.pieces) for site in sites) + sum(hand[colour] for hand in p.hands)
            if found != begun:
                _refuse(f"there are {found} {letter} on the board and in hands, and there were {begun}")
        _check_palace_tile(p, colour, [site for site in sites if _takes_tiles(p, owner_of.get(site.pieces[0], NOBODY))])
    touching = dict(zip(p.palaces, s["touching"].tolist(), strict=False))
    for tower in range(N_TOWERS):
        due = {owner for first, owner in p.domes if _takes_tiles(p, owner) and touching[first] >> 2 * tower & 3}
        if p.tower_tiles[tower] not in (due or {NOBODY}):
            _refuse(f"the tile of tower {tower + 1} belongs to {_seats(due)}, not to {_seats({p.tower_tiles[tower]})}")
    _check_tea(p, layout)


def _is_open(p: Position, site: Site) -> bool:
    """Whether an unclaimed palace has an extension square."""
    own = {*site.pieces, *site.stables}
    foreign = {square for square, letter in p.board.items() if letter not in "Ii" and square not in own}
    board = p.rules.board(p.players)
    return any(
        is_square(near, board) and near not in p.board and foreign.isdisjoint(around(near))
        for piece in site.pieces
        for near in beside(piece)
    )


def _takes_tiles(p: Position, owner: int) -> bool:
    return owner != NOBODY and (owner != NEUTRAL or p.rules.neutral == "any")


def _check_palace_tile(p: Position, colour: int, sites: list[Site]) -> None:
    """The tile is with a largest palace of the colour that takes tiles; some rules say with which."""
    size = {site.pieces[0]: len(site.pieces) + len(site.stables) for site in sites}
    due = [first for first, _ in p.domes if first in size and size[first] == max(size.values())]
    if p.rules.palace_tie == "completed_first":
        due = due[:1]
    if p.palace_tiles[colour] not in (due or [NO_SQUARE]):
        holder = p.palace_tiles[colour]
        names = [" or ".join(map(format_square, squares)) or "nobody" for squares in (due, [holder][: holder >= 0])]
        _refuse(f"the tile of {COLOUR_LETTERS[colour]} belongs to {names[0]}, not to {names[1]}")


def _seats(owners: set[int]) -> str:
    """Owners in words."""
    names = {NEUTRAL: "a neutral palace", NOBODY: "nobody"}
    return " or ".join(names.get(owner, f"seat {owner}") for owner in sorted(owners)) or "nobody"


def _check_tea(p: Position, layout: Layout) -> None:
    """Nobody holds more tea than its claim of a violet palace brought."""
    violet = {site.pieces[0] for site in layout.palaces if site.colour == VIOLET}
    owners = [owner for first, owner in p.domes if first in violet]
    for seat, hand in enumerate(p.hands):
        share = max(TEA_OF_FIRST_CLAIM - owners.index(seat), 0) if p.rules.tea and seat in owners else 0
        if hand[N_PIECES] > share:
            _refuse(f"seat {seat} holds {hand[N_PIECES]} tea tiles, and its claims brought {share}")
