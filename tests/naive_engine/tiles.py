"""Who holds the tiles? Palace and tower tiles after a placement (rules page, section 10)."""

from .board import ARMS, Square, arm_walls, n4
from .palaces import Palace, find_palaces
from .rules import COLOURS
from .state import State


def contenders(state: State) -> list[Palace]:
    """The palaces that take part in the tiles (rules page, section 8).

    Claimed ones, and neutral ones as if they belonged to an extra player; not those with a blocking dome.
    """
    blocking = state.rules["neutral"] == "one per colour"
    return [p for p in find_palaces(state.board) if p.dome is not None and (p.dome.own or not blocking)]


def connections(state: State) -> set[tuple[Square, str]]:
    """All pairs of a contending palace and a tower (or arm) connected to it (rules page, section 10)."""
    pairs: set[tuple[Square, str]] = set()
    palaces = contenders(state)
    for arm in ARMS:
        touched = {near for wall in arm_walls(state.board, arm) for near in n4(wall)}
        link = arm if state.rules["tower_connection"] == "arm" else arm[0]
        pairs |= {(palace.first, link) for palace in palaces if palace.squares & touched}
    return pairs


def sizes(state: State) -> dict[Square, int]:
    """The sizes of all contending palaces by their first piece."""
    return {palace.first: palace.size for palace in contenders(state)}


def move_tower_tiles(state: State, before: set[tuple[Square, str]]) -> None:
    """Give each tower tile to the palace with a new connection, whoever moved (rules page, section 10)."""
    for palace, link in sorted(connections(state) - before):
        tower = int(link[0])
        state.tower_tiles[tower] = palace
        _pay_merchants(state, tower, state.tile_owner(palace))


def _pay_merchants(state: State, tower: int, owner: int | None) -> None:
    """The first palace at a tower brings its inhabitants; gone if it is neutral (rules page, section 10)."""
    if owner is None:
        state.discarded["I"] += state.merchants[tower]
    else:
        state.hands[owner]["I"] += state.merchants[tower]
    state.merchants[tower] = 0


def move_palace_tiles(state: State, before: dict[Square, int]) -> None:
    """Let each palace that was domed or grew challenge its tile's holder (rules page, section 10)."""
    now = sizes(state)
    for colour in COLOURS:
        for palace in contenders(state):
            if palace.colour == colour and before.get(palace.first) != palace.size:
                holder = state.palace_tiles[colour]
                if holder is None or _beats(state, palace.first, holder, now):
                    state.palace_tiles[colour] = palace.first


def _beats(state: State, challenger: Square, holder: Square, size: dict[Square, int]) -> bool:
    if size[challenger] != size[holder]:
        return size[challenger] > size[holder]
    if state.rules["palace_tie"] == "keep":
        return False
    # completed_first (bsw): an equally large palace takes it if it was claimed earlier.
    claimed = list(state.board.domes)
    return claimed.index(challenger) < claimed.index(holder)
