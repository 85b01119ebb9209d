"""What must hold in every position? The invariants of the rules page, section 13.

They are worked out without the code for legal moves where that is possible.
"""

from dataclasses import dataclass, field

from .board import BUILDINGS, Square, format_square, n4, n8
from .obligation import is_closed
from .palaces import extension_squares, find_palaces, is_blocked, is_open
from .placing import inhabitant_squares
from .rules import COLOURS, KINDS, SUPPLY_NAMES
from .state import State


@dataclass
class Memory:
    """What a later position is held against."""

    ply: int
    total: dict[str, int]
    blocked: set[Square] = field(default_factory=set)  # first pieces of all palaces ever seen blocked
    closed: set[str] = field(default_factory=set)
    is_market_dead: bool = False
    sizes: dict[Square, int] = field(default_factory=dict)
    palace_tiles: list[Square | None] = field(default_factory=list)
    tower_tiles: list[Square | None] = field(default_factory=list)


def check(state: State, ply: int, last_move: list[str], memory: Memory | None) -> Memory:
    """Assert the invariants and return what to remember for the next position."""
    _check_palaces(state)
    _check_inhabitants(state)
    _check_walls(state)
    _check_domes(state)
    _check_tiles(state)
    now = _remember(state, ply)
    _check_supply(state, now)
    if memory is not None:
        _check_lasting(state, now, memory)
        if ply == memory.ply + 1:
            _check_one_step(now, memory, is_dome=last_move[0][0] in "DN")
        now.blocked |= memory.blocked
    return now


def _check_palaces(state: State) -> None:
    """Every N8-connected group of buildings is one palace of one colour with stables beside it."""
    pieces = state.board.pieces
    buildings = {square for square, kind in pieces.items() if kind in BUILDINGS}
    while buildings:
        group = _grow({next(iter(buildings))}, buildings, diagonal=True)
        buildings -= group
        built = {square for square in group if pieces[square] != "S"}
        names = " ".join(sorted(map(format_square, group)))
        assert len({pieces[square] for square in built}) == 1, f"two palaces touch: {names}"
        assert _grow({next(iter(built))}, built, diagonal=False) == built, f"a palace is not connected: {names}"
        for stable in group - built:
            assert built & set(n4(stable)), f"the stable on {format_square(stable)} stands beside no palace piece"
            if not state.rules["stables_may_touch"]:
                assert not any(pieces.get(near) == "S" for near in n4(stable)), f"stables touch: {names}"
        assert state.board.well is None or not group & set(n8(state.board.well)), f"{names} touches the well"
    for colour in COLOURS:
        unclaimed = [p for p in find_palaces(state.board) if p.colour == colour and p.dome is None]
        assert sum(is_open(state.board, palace) for palace in unclaimed) <= 1, f"two open palaces of {colour}"
        if not state.rules["blocked_frees_colour"]:
            assert len(unclaimed) <= 1, f"two unclaimed palaces of {colour}"


def _grow(group: set[Square], among: set[Square], diagonal: bool) -> set[Square]:
    newest = group
    while newest:
        newest = ({near for square in newest for near in (n8(square) if diagonal else n4(square))} & among) - group
        group = group | newest
    return group


def _check_inhabitants(state: State) -> None:
    inhabitants = {square for square, kind in state.board.pieces.items() if kind == "I"}
    assert state.board.well not in state.board.pieces, "a piece stands on the well"
    for square in inhabitants:
        assert len(inhabitants & set(n4(square))) <= 2, f"{format_square(square)} has three inhabitant neighbours"
    while inhabitants:
        chain = _grow({next(iter(inhabitants))}, inhabitants, diagonal=False)
        inhabitants -= chain
        contacts = sum(len(chain & set(n4(square))) for square in chain) // 2
        assert contacts == len(chain) - 1, f"the chain at {format_square(min(chain))} closes a ring"


def _check_walls(state: State) -> None:
    board = state.board
    assert len(board.walls) == len(set(board.walls)), "two walls stand on one space"
    across = range(1, board.width + 1)
    up = range(1, board.height + 1)
    sides = {
        "bottom": [(column, 0) for column in across],
        "top": [(column, board.height + 1) for column in across],
        "left": [(0, row) for row in up],
        "right": [(board.width + 1, row) for row in up],
    }
    for name, spaces in sides.items():
        is_free = [space not in board.walls for space in spaces]
        assert any(is_free), f"the {name} side has no gate"
        gate = is_free[is_free.index(True) : len(is_free) - is_free[::-1].index(True)]
        assert all(gate), f"a wall of the {name} side hangs on no tower"
    assert set(board.walls) <= {space for spaces in sides.values() for space in spaces}, "a wall off the ring"


def _check_domes(state: State) -> None:
    board = state.board
    claims = [(dome.seat, board.pieces[first]) for first, dome in board.domes.items() if dome.own]
    assert len(claims) == len(set(claims)), "a seat has claimed two palaces of a colour"
    if state.rules["neutral"] == "one per colour":
        blocks = [(dome.seat, board.pieces[first]) for first, dome in board.domes.items() if not dome.own]
        assert len(blocks) == len(set(blocks)), "a seat has put two blocking domes on a colour"


def _check_tiles(state: State) -> None:
    """A colour's tile is with one of its largest palaces, a tower's with a palace that touches its walls."""
    rules, board = state.rules, state.board
    in_play = [p for p in find_palaces(board) if p.dome and (p.dome.own or rules["neutral"] != "one per colour")]
    for colour, holder in state.palace_tiles.items():
        size = {palace.first: palace.size for palace in in_play if palace.colour == colour}
        assert (holder is None) == (not size), f"the tile of {colour} is with {holder}, palaces {size}"
        if holder is not None:
            assert size[holder] == max(size.values()), f"the tile of {colour} is not with a largest palace"
            if rules["palace_tie"] == "completed_first":
                first = next(p for p in board.domes if size.get(p) == size[holder])
                assert holder == first, f"the tile of {colour} is not with the first of its largest palaces"
    towers = {
        1: (0, board.height + 1),
        2: (board.width + 1, 0),
        3: (board.width + 1, board.height + 1),
        4: (0, 0),
    }
    for tower, corner in towers.items():
        arms = _grow({corner}, {corner, *board.walls}, diagonal=False) - {corner}
        linked = {p.first for p in in_play if any(arms & set(n4(square)) for square in p.squares)}
        holder = state.tower_tiles[tower]
        assert holder in linked or (holder is None and not linked), f"tile {tower} is with {holder}, not in {linked}"
        assert holder is None or state.merchants[tower] == 0, f"inhabitants are left on the taken tile {tower}"
    for name, holders in (("palace_tiles", state.palace_tiles), ("tower_tiles", state.tower_tiles)):
        owners = [state.tile_owner(holder) for holder in holders.values()]
        held = sum(value for owner, value in zip(owners, rules[name], strict=True) if owner is not None)
        assert held <= sum(rules[name]), f"the {name} held count {held}"


def _remember(state: State, ply: int) -> Memory:
    board = state.board
    palaces = find_palaces(board)
    total = {kind: sum(hand[kind] for hand in state.hands) + state.discarded[kind] for kind in KINDS}
    for kind in [*state.pool, *board.pieces.values()]:
        total[kind] += 1
    total["I"] += sum(state.merchants.values())
    total["W"] += len(board.walls)
    for dome in board.domes.values():
        total["D" if dome.own else "N"] += 1
    return Memory(
        ply,
        total,
        {palace.first for palace in palaces if is_blocked(board, palace)},
        {colour for colour in COLOURS if is_closed(state, colour)},
        "I" in board.pieces.values() and not inhabitant_squares(board),
        {palace.first: palace.size for palace in palaces},
        list(state.palace_tiles.values()),
        list(state.tower_tiles.values()),
    )


def _check_supply(state: State, now: Memory) -> None:
    """Hands, gift pool, board, discarded pieces and tower tiles hold what the players began with."""
    rules = state.rules
    palace, *others = (rules[name] * rules["players"] for name in SUPPLY_NAMES)
    expected = dict.fromkeys(COLOURS, palace) | dict(zip("SIWDN", others, strict=True))
    expected["I"] += "I" in state.board.pieces.values()  # the opening inhabitant comes from no supply
    expected["I"] += 6 if rules["tower_merchants"] else 0
    assert now.total == expected, f"pieces were lost or made: {now.total}, not {expected}"
    assert all(count >= 0 for hand in state.hands for count in hand.values()), f"a hand is negative: {state.hands}"
    for colour in now.closed:
        assert not any(hand[colour] for hand in state.hands), f"{colour} is closed and still in a hand"


def _check_lasting(state: State, now: Memory, memory: Memory) -> None:
    for palace in find_palaces(state.board):
        if palace.first in memory.blocked:
            assert not extension_squares(state.board, palace), (
                f"the palace on {format_square(palace.first)} is open again"
            )
            assert palace.size == memory.sizes[palace.first], f"{format_square(palace.first)} grew, though blocked"
    assert memory.closed <= now.closed, f"{memory.closed - now.closed} are open again"
    assert now.is_market_dead or not memory.is_market_dead, "inhabitants can be placed again"


def _check_one_step(now: Memory, memory: Memory, is_dome: bool) -> None:
    grown = [first for first, size in now.sizes.items() if memory.sizes.get(first, 0) != size]
    assert len(grown) <= 1, f"one placement changed the sizes of {grown}"
    assert set(memory.sizes) <= set(now.sizes), "a palace is gone"
    if memory.tower_tiles and not is_dome:
        moved = [pair for pair in zip(memory.tower_tiles, now.tower_tiles, strict=True) if pair[0] != pair[1]]
        assert len(moved) <= 1, f"one placement moved {len(moved)} tower tiles"
