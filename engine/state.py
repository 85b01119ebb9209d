"""What is a position made of? One record, and the meaning of each of its fields.

A state is self-contained: it carries the switch values that it is played by, so that a kernel needs nothing else. It is
copied as a block of bytes; only the part in use of its last field, the palaces' squares, is copied.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .geometry import N_ARMS, N_SQUARES, N_TOWERS, N_WORDS
from .kernels import inner
from .rules import N_COLOURS

__all__ = [
    "DOME",
    "GIFT_POOL",
    "HIDDEN",
    "INHABITANT",
    "LAST_PLAYER_CLAIMS",
    "LAST_PLAYER_DOMES",
    "LAST_PLAYER_PIECES",
    "MAX_PALACES",
    "MAX_PLAYERS",
    "NEUTRAL",
    "NEUTRAL_ANY",
    "NEUTRAL_DOME",
    "NEUTRAL_NONE",
    "NEUTRAL_ONE_PER_COLOUR",
    "NEW_PALACE",
    "NOBODY",
    "NO_PALACE",
    "NO_PICK",
    "N_HANDS",
    "N_PIECES",
    "N_TARGETS",
    "PHASE_DOME",
    "PHASE_OPENING",
    "PHASE_OVER",
    "PHASE_PICK",
    "PHASE_PLACE",
    "STABLE",
    "STATE",
    "VIOLET",
    "WALL",
    "State",
    "copy_state",
    "new_states",
]

# Kinds of pieces: 0 to 3 are the palace pieces grey, black, brown, orange.
VIOLET = 1  # what black is called in the second edition
STABLE, INHABITANT, WALL, DOME, NEUTRAL_DOME = 4, 5, 6, 7, 8
N_TARGETS = 6  # the kinds that are placed on a square: palace pieces, stable, inhabitant
NEW_PALACE = N_TARGETS  # row of `target` with the squares for a new palace of any colour
N_PIECES = 9

MAX_PLAYERS = 4
GIFT_POOL = 4  # the row of `hand` that holds the pieces given in this turn
N_HANDS = 5
MAX_PALACES = 48  # no two may touch, so that each needs a 2 x 2 block of its own on 16 x 12

NOBODY = -1  # no owner, no tile
NEUTRAL = 4  # owner of a palace under a neutral or blocking dome
NO_PALACE = -1
NO_PICK, HIDDEN = -1, -2  # a seat has not picked; its pick is not for the viewer

PHASE_OPENING, PHASE_PICK, PHASE_PLACE, PHASE_DOME, PHASE_OVER = 0, 1, 2, 3, 4
LAST_PLAYER_PIECES, LAST_PLAYER_DOMES, LAST_PLAYER_CLAIMS = 0, 1, 2
NEUTRAL_NONE, NEUTRAL_ANY, NEUTRAL_ONE_PER_COLOUR = 0, 1, 2

STATE = np.dtype(
    [
        # --- the rules it is played by; constant
        ("board", "i1"),  # index in the tables of geometry
        ("players", "i1"),  # 2 to 4
        ("random_opening", "i1"),  # 1 = chance sets the first inhabitant
        ("well_rule", "i1"),  # 1 = chance sets a well
        ("placements", "i1"),  # pieces in a turn
        ("opening_turns", "i1", (3,)),  # pieces in the first turns; see n_opening_turns
        ("n_opening_turns", "i1"),
        ("turn_limits", "i1"),  # 0 or 1, as the next flags
        ("blocked_frees_colour", "i1"),
        ("stables_may_touch", "i1"),
        ("tower_by_arm", "i1"),  # tower_connection is arm
        ("last_player", "i1"),  # LAST_PLAYER_...
        ("close_without_space", "i1"),
        ("completed_first", "i1"),  # palace_tie is completed_first
        ("largest_palace_wins", "i1"),  # final_tie is largest_palace
        ("tea_rule", "i1"),
        ("neutral_rule", "i1"),  # NEUTRAL_...
        ("gifts", "i1"),
        ("palace_tile_value", "i1", (N_COLOURS,)),
        ("tower_tile_value", "i1", (N_TOWERS,)),
        # --- whose turn it is
        ("phase", "i1"),  # PHASE_...
        ("to_move", "i1"),  # the seat that decides now; meaningless when over
        ("active", "i1"),  # the seat whose turn it is; another one than to_move while picks are made
        ("turn", "i2"),  # turns begun so far, this one included; not counted with gifts
        ("allotted", "i1"),  # pieces that this turn was to have
        ("left", "i1"),  # of these, still to place
        ("obliged", "i1"),  # 1 = the last-player obligation held when the turn began
        ("domed", "i1"),  # 1 = an own dome has been placed in this turn
        (
            "limits_used",
            "i2",
        ),  # with turn_limits: bit k = a piece of kind k placed (palace pieces, both domes)
        ("whites_used", "i1"),  # with turn_limits: stables, inhabitants and walls placed in this turn
        ("n_given", "i1"),  # gifts of this turn
        # --- what may be done now; kept up to date by refresh and count
        ("target", "i8", (N_TARGETS + 1, N_WORDS)),  # squares for each kind, whoever holds it, and for a new palace
        ("n_target", "i2", (N_TARGETS + 1,)),  # their number
        ("is_open", "i1", (N_COLOURS,)),  # 1 = the colour has an open palace
        ("n_legal", "i2"),  # legal moves of to_move; 0 only when over
        ("n_legal_kind", "i2", (N_PIECES,)),  # of these, by kind of piece (picks and domes of gifts too)
        ("may_skip", "i1"),  # 1 = the last legal move is T (tea) or - (no dome)
        # --- supplies
        ("hand", "i1", (N_HANDS, N_PIECES)),  # pieces of each seat and in the gift pool
        ("tea", "i1", (MAX_PLAYERS,)),  # tea tiles of each seat
        ("tea_left", "i1"),  # tea tiles that the next claim of a violet palace brings
        ("merchants", "i1", (N_TOWERS,)),  # inhabitants still lying on each tower tile
        ("pick", "i1", (MAX_PLAYERS,)),  # kind picked by each seat in this turn, NO_PICK or HIDDEN
        # --- claims and tiles
        ("claimed", "i1", (MAX_PLAYERS,)),  # bit c = the seat owns a palace of colour c
        ("blocked_by", "i1", (MAX_PLAYERS,)),  # bit c = the seat has put a neutral dome on colour c
        ("n_claims", "i1", (N_COLOURS,)),  # seats that own a palace of the colour
        ("n_completed", "i1"),  # palaces under a dome so far
        ("closed", "i1", (N_COLOURS,)),  # 1 = the colour is closed
        ("palace_tile", "i1", (N_COLOURS,)),  # the palace that holds the tile, or NO_PALACE
        ("tower_tile", "i1", (N_TOWERS,)),  # the seat that holds the tile, NOBODY or NEUTRAL
        # --- the board
        ("arm", "i1", (N_ARMS,)),  # walls in each arm
        ("free_arms", "i2"),  # bit a = arm a may grow
        ("occupied", "i8", (N_WORDS,)),
        ("once", "i8", (N_WORDS,)),  # squares in the zone of at least one palace (the well counts as one)
        ("twice", "i8", (N_WORDS,)),  # ... of at least two
        (
            "beside_pieces",
            "i8",
            (N_WORDS,),
        ),  # orthogonal neighbours of all palace pieces, stables not counted
        ("beside_active", "i8", (N_COLOURS, N_WORDS)),  # ... of the pieces of the colour's active palace
        ("beside_stables", "i8", (N_WORDS,)),  # orthogonal neighbours of all stables
        ("inhabitants", "i8", (N_WORDS,)),
        ("beside_inhabitant", "i8", (N_WORDS,)),  # neighbours of at least one inhabitant
        ("between_inhabitants", "i8", (N_WORDS,)),  # ... of at least two
        ("chain_end", "i2", (2,)),  # the squares at the ends of the active chain (the same for a lone one)
        ("well", "i2"),  # its square, or -1
        ("opening_square", "i2"),  # square of the first inhabitant, or -1
        # --- palaces, in the order in which they were begun
        ("n_palaces", "i1"),
        ("active_palace", "i1", (N_COLOURS,)),  # the latest palace of the colour if unclaimed, or NO_PALACE
        ("unclaimed", "i8", (N_COLOURS,)),  # bit p = palace p has this colour and no dome
        ("palace_at", "i1", (N_SQUARES + 24,)),  # palace on the square or NO_PALACE; room for the row above
        ("colour", "i1", (MAX_PALACES,)),
        ("owner", "i1", (MAX_PALACES,)),  # seat, NOBODY or NEUTRAL
        ("size", "i1", (MAX_PALACES,)),  # pieces and stables
        ("stables", "i1", (MAX_PALACES,)),
        ("n_inhabitants", "i1", (MAX_PALACES,)),  # different inhabitants beside it
        ("n_walls", "i1", (MAX_PALACES,)),  # walls beside it
        ("touching", "u1", (MAX_PALACES,)),  # bit a = a wall of arm a stands beside it
        ("first", "u1", (MAX_PALACES,)),  # square of its first piece
        ("completed_at", "i1", (MAX_PALACES,)),  # order in which domes were placed, counted from 0
        # zone (own squares and all around them), then orthogonal neighbours of pieces and stables; must stay last
        ("palace_squares", "i8", (MAX_PALACES, 2, N_WORDS)),
    ],
    align=True,
)

State = Any
"""A record of dtype `STATE`, as kernels see it."""

_PALACE_OFFSET = STATE.fields["palace_squares"][1]  # type: ignore[index]
_PALACE_BYTES = 2 * N_WORDS * 8


def new_states(n: int) -> npt.NDArray[np.void]:
    """Room for `n` states, shape [n], all zero: not a position yet."""
    return np.ndarray((n,), STATE, bytearray(n * STATE.itemsize))  # ten times faster than zeros


@intrinsic
def _copy_bytes(typing_context, target, source, size):  # type: ignore[no-untyped-def]
    """Copy the first bytes of a record to another one."""

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        pointer = ir.IntType(8).as_pointer()
        to, frm = (builder.bitcast(arg, pointer) for arg in args[:2])
        cgutils.raw_memcpy(builder, to, frm, args[2], 1)
        return context.get_dummy_value()

    return types.void(target, source, types.int64), generate


@inner
def copy_state(target: State, source: State) -> None:
    """Make `target` the same position as `source`; no memory is allocated."""
    _copy_bytes(target, source, _PALACE_OFFSET + source.n_palaces * _PALACE_BYTES)
