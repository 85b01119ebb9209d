"""How does a state become a position that can be written, and a position a state again?"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from . import doors
from .geometry import N_SQUARES
from .layout import COLOUR_LETTERS, GROWING, OLDER, STABLE, WELL, find_chains, find_layout
from .plausible_board import check_counts, check_tiles
from .plausible_turn import check_moves, check_turn, placements_of_turn
from .position import NO_SQUARE, Position
from .position_parser import parse_position
from .rules import RuleSet
from .setup import fill_rules
from .state import (
    GIFT_POOL,
    N_PIECES,
    NO_PALACE,
    NO_PICK,
    NOBODY,
    PHASE_OVER,
    PHASE_PICK,
    PHASE_PLACE,
    WALL,
    new_states,
)
from .state import STABLE as STABLE_KIND

__all__ = ["build_states", "read_chains", "read_position", "stables_of"]

States = npt.NDArray[np.void]


def read_position(states: States, rules: RuleSet, players: int, stables: Iterable[int]) -> Position:
    """The position in ``states[0]``; which building squares are stables must be said, a state does not know."""
    s = states[0]
    n = int(s["n_palaces"])
    firsts = tuple(s["first"][:n].tolist())
    owners, completed_at = s["owner"][:n].tolist(), s["completed_at"][:n].tolist()
    claimed = sorted((p for p in range(n) if owners[p] != NOBODY), key=lambda p: completed_at[p])
    phase = int(s["phase"])
    is_turn = phase == PHASE_PLACE and not rules.gifts
    return Position(
        rules,
        players,
        _read_board(states, stables),
        walls=tuple(s["arm"].tolist()),
        palaces=firsts,
        domes=tuple((firsts[p], owners[p]) for p in claimed),
        palace_tiles=tuple(NO_SQUARE if p == NO_PALACE else firsts[p] for p in s["palace_tile"].tolist()),
        tower_tiles=tuple(s["tower_tile"].tolist()),
        hands=tuple((*s["hand"][seat].tolist(), int(s["tea"][seat])) for seat in range(players)),
        blocks=tuple(s["blocked_by"][:players].tolist()) if rules.neutral == "one_per_colour" else (),
        phase=phase,
        seat=NOBODY if phase == PHASE_OVER else int(s["active"]),
        turn=int(s["turn"]),
        left=int(s["left"]) if is_turn else 0,
        obliged=phase != PHASE_OVER and bool(s["obliged"]),
        domed=is_turn and bool(s["domed"]),
        placed=_read_placed(states) if is_turn and rules.turn_limits else (),
        picks=tuple(s["pick"][:players].tolist()) if phase == PHASE_PICK else (),
        gifts=(*s["hand"][GIFT_POOL].tolist(), 0),
        given=int(s["n_given"]),
    )


def _read_board(states: States, stables: Iterable[int]) -> dict[int, str]:
    """The letter of each square that is not empty."""
    s = states[0]
    palace_at, colour = s["palace_at"][:N_SQUARES].tolist(), s["colour"].tolist()
    board = {square: COLOUR_LETTERS[colour[p]] for square, p in enumerate(palace_at) if p != NO_PALACE}
    board |= dict.fromkeys(stables, STABLE)
    *older, growing = read_chains(states) or [()]
    board |= dict.fromkeys((square for chain in older for square in chain), OLDER) | dict.fromkeys(growing, GROWING)
    if s["well"] >= 0:
        board[int(s["well"])] = WELL
    return board


def read_chains(states: States) -> list[tuple[int, ...]]:
    """The chains of inhabitants, each from end to end; the one that grows is the last."""
    words = states[0]["inhabitants"].tolist()
    inhabitants = {square for square in range(N_SQUARES) if words[square >> 6] >> (square & 63) & 1}
    end = int(states[0]["chain_end"][0])
    return sorted(find_chains(inhabitants), key=lambda chain: end in chain)


def stables_of(text: str) -> set[int]:
    """The squares of the stables in the text of a position."""
    position = parse_position(text)
    return {square for square, letter in position.board.items() if letter == STABLE}


def _read_placed(states: States) -> tuple[int, ...]:
    """The kinds placed in a turn with limits: white ones may come twice."""
    s = states[0]
    kinds = [kind for kind in range(N_PIECES) if int(s["limits_used"]) >> kind & 1]
    whites = [kind for kind in kinds if STABLE_KIND <= kind <= WALL]
    return tuple(sorted(kinds + whites * (int(s["whites_used"]) - len(whites))))


def build_states(position: Position) -> States:
    """A state in that position; raises `NotationError` for one that cannot be."""
    p = position
    layout = find_layout(p.board, p.palaces, p.rules, p.rules.board(p.players))
    check_counts(p, layout)
    states = new_states(1)
    fill_rules(states, p.rules, p.players)
    palace_of = {first: number for number, first in enumerate(p.palaces)}
    doors.lay_out(
        states,
        -1 if layout.well is None else layout.well,
        _rows([(site.colour, sq, i == 0) for site in layout.palaces for i, sq in enumerate(site.pieces)], 3),
        np.array([square for site in layout.palaces for square in site.stables], np.int64),
        np.array([square for chain in (*layout.older_chains, layout.chain) for square in chain], np.int64),
        np.array(p.walls, np.int64),
        _rows([(palace_of[first], owner) for first, owner in p.domes], 2),
    )
    _write_holdings(states, p, palace_of)
    if layout.chain:
        states[0]["chain_end"] = layout.chain[0], layout.chain[-1]
    check_tiles(p, layout, states)
    check_turn(p, layout)
    _write_turn(states, p)
    doors.count_legal_moves(states)
    check_moves(p, states)
    return states


def _rows(rows: list[tuple[int, ...]], width: int) -> npt.NDArray[np.int64]:
    return np.array(rows, np.int64).reshape(len(rows), width)


def _write_holdings(states: States, p: Position, palace_of: dict[int, int]) -> None:
    """Write what lies in hands and who holds the tiles, in place of what laying out the board gave."""
    s = states[0]
    for seat, hand in enumerate(p.hands):
        s["hand"][seat] = hand[:N_PIECES]
        s["tea"][seat] = hand[N_PIECES]
    s["hand"][GIFT_POOL] = p.gifts[:N_PIECES]
    for colour, first in enumerate(p.palace_tiles):
        s["palace_tile"][colour] = palace_of.get(first, NO_PALACE)
    s["tower_tile"] = p.tower_tiles
    blocks = p.blocks or (0,) * p.players
    s["blocked_by"][: p.players] = blocks


def _write_turn(states: States, p: Position) -> None:
    """Write whose turn it is and what it has had."""
    s = states[0]
    s["phase"] = p.phase
    s["active"] = s["to_move"] = max(p.seat, 0)
    s["turn"] = p.turn
    s["left"], s["obliged"], s["domed"] = p.left, p.obliged, p.domed
    s["n_given"] = p.given
    if p.phase == PHASE_PLACE and not p.rules.gifts:
        s["allotted"] = placements_of_turn(p, p.turn)
    for kind in p.placed:
        s["limits_used"] |= 1 << kind
        s["whites_used"] += STABLE_KIND <= kind <= WALL
    if p.phase == PHASE_PICK:
        s["pick"][: p.players] = p.picks
        s["n_given"] = sum(pick != NO_PICK for pick in p.picks)
        order = [(p.seat + i) % p.players for i in range(p.players)]
        s["to_move"] = next(seat for seat in order if p.picks[seat] == NO_PICK and any(p.hands[seat][: WALL + 1]))
