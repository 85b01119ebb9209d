"""What does one placement change on the table? Board, hands, tiles, tea, closed colours, all at once."""

from .board import Dome, parse_square, place_wall
from .obligation import discard_closed_colours
from .palaces import find_palaces
from .state import State
from .tiles import connections, move_palace_tiles, move_tower_tiles, sizes

TEA = (3, 2, 1)  # for the first, second, third claim of a violet palace (rules page, section 10)


def put(state: State, seat: int, move: str) -> None:
    """Put down one piece from a seat's hand or, if gifts are waiting, from the pool."""
    kind, target = move[0], move[1:]
    if state.pool:
        state.pool.remove(kind)
    else:
        state.hands[seat][kind] -= 1
    linked, size = connections(state), sizes(state)
    if kind == "W":
        place_wall(state.board, target)
    elif kind in "DN":
        _put_dome(state, seat, move)
    else:
        state.board.pieces[parse_square(state.board, target)] = kind
    move_palace_tiles(state, size)
    move_tower_tiles(state, linked)
    discard_closed_colours(state)


def _put_dome(state: State, seat: int, move: str) -> None:
    square = parse_square(state.board, move[1:])
    palaces = find_palaces(state.board)
    colour = next(palace.colour for palace in palaces if palace.first == square)
    earlier = sum(palace.colour == colour and palace.dome is not None for palace in palaces)
    state.board.domes[square] = Dome(seat, own=move[0] == "D")
    # A neutral claim burns its share of the tea (rules page, section 10).
    if state.rules["tea"] and colour == "K" and move[0] == "D" and earlier < len(TEA):
        state.hands[seat]["T"] += TEA[earlier]
