"""Can it be that seat's turn, with so much of it left? The turn of a position, held against the board it belongs to."""

from collections import Counter
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from . import doors
from .errors import NotationError
from .layout import Layout
from .notation import KIND_LETTERS
from .plausible_board import count_on_board, supply_of
from .position import PHASES, Position
from .state import (
    DOME,
    HIDDEN,
    NO_PICK,
    PHASE_DOME,
    PHASE_OPENING,
    PHASE_OVER,
    PHASE_PICK,
    PHASE_PLACE,
    STABLE,
    WALL,
    new_states,
)

__all__ = ["check_moves", "check_turn", "placements_of_turn"]

_MAX_WHITES = 2


def placements_of_turn(p: Position, turn: int) -> int:
    """The placements that a turn was to have; turns are counted from 1."""
    turns = dict(p.rules.opening_turns).get(p.players, ())
    return turns[turn - 1] if turn <= len(turns) else p.rules.placements


def _refuse(what: str) -> NoReturn:
    raise NotationError(f"impossible position: {what}")


# --- before the turn is written


def check_turn(p: Position, layout: Layout) -> None:
    """Check what the text says of the turn against the hands and the board; raises `NotationError`."""
    if p.phase == PHASE_OPENING:
        if p.rules.opening == "random":
            _refuse(f"in {p.rules.name} chance sets the first inhabitant: there is no opening phase")
        if p.board or p.turn or p.seat or any(hand != (*supply_of(p), 0) for hand in p.hands):
            _refuse("in the opening phase the board is empty, all hands are full, seat is 0 and turn, if any, is 0")
        return
    if not p.rules.gifts:
        _check_length(p, layout)
    elif p.phase == PHASE_PICK:
        _check_picks(p)
    elif p.phase in (PHASE_PLACE, PHASE_DOME):
        _check_gifts(p)


def _check_length(p: Position, layout: Layout) -> None:
    """So many placements fit into so many turns: at least one in each, but for first turns without any."""
    is_on = p.phase == PHASE_PLACE
    allotted = placements_of_turn(p, p.turn) if is_on and p.turn else 0
    if is_on and not 1 <= p.left <= allotted:
        _refuse(f"turn {p.turn} has {allotted} placements, and {p.left} cannot be left")
    in_turn = allotted - p.left if is_on else 0
    turns = [placements_of_turn(p, turn) for turn in range(1, p.turn + 1 - is_on)]
    before = sum(count_on_board(p, layout)) - 1 - in_turn
    if not len(turns) - turns.count(0) <= before <= sum(turns):
        _refuse(f"{before} placements cannot have been made in {len(turns)} turns")
    latest = p.domes[max(len(p.domes) - in_turn, 0) :]
    if p.domed and p.seat not in [owner for _, owner in latest]:
        _refuse(f"domed=yes, but no dome of seat {p.seat} is among the last {in_turn} placements")
    if p.rules.turn_limits and is_on:
        _check_limits(p, in_turn)


def _check_limits(p: Position, in_turn: int) -> None:
    """With limits: the kinds placed in this turn are as many as said, and no more than allowed."""
    kinds = Counter(p.placed)
    whites = sum(n for kind, n in kinds.items() if STABLE <= kind <= WALL)
    texts = "".join(KIND_LETTERS[kind] for kind in p.placed) or "-"
    if len(p.placed) != in_turn:
        _refuse(f"placed={texts}, and with left={p.left} it must be {in_turn}")
    if whites > _MAX_WHITES or any(n > 1 for kind, n in kinds.items() if not STABLE <= kind <= WALL):
        _refuse(f"placed={texts} is more of a kind than a turn may have")
    if (DOME in kinds) != p.domed:
        _refuse(f"placed={texts} and domed={'yes' if p.domed else 'no'} contradict each other")


def _holds_piece(p: Position, seat: int) -> bool:
    """Whether the seat holds a piece that it could give."""
    return any(p.hands[seat][: WALL + 1])


def _check_picks(p: Position) -> None:
    """The seats with pieces pick one after another, the active one first."""
    order = [(p.seat + i) % p.players for i in range(p.players)]
    givers = [seat for seat in order if _holds_piece(p, seat)]
    picked = [seat for seat in order if p.picks[seat] != NO_PICK]
    if picked != givers[: len(picked)] or len(picked) == len(givers):
        names = ", ".join(map(str, givers)) or "nobody"
        _refuse(f"picks are made by {names} in this order and not by all yet, but they are there for {picked}")
    if not _holds_piece(p, p.seat) and not p.hands[p.seat][DOME]:
        _refuse(f"it cannot be the turn of seat {p.seat}: its hand is empty")
    for seat in picked:
        if p.picks[seat] != HIDDEN and not p.hands[seat][p.picks[seat]]:
            _refuse(f"seat {seat} has picked {KIND_LETTERS[p.picks[seat]]}, which it does not hold")


def _check_gifts(p: Position) -> None:
    """The gifts of the turn: those still to place, and how many there were."""
    n = sum(p.gifts)
    if any(p.gifts[WALL + 1 :]):
        _refuse("domes and tea are no gifts")
    if p.given > p.players or (p.phase == PHASE_PLACE and not 1 <= n <= p.given):
        _refuse(f"given={p.given} cannot be with {p.players} seats and {n} gifts still to place")
    if p.given == 0:
        for seat in range(p.players):
            if _holds_piece(p, seat):
                _refuse(f"given=0 cannot be: seat {seat} has pieces to give")


# --- after it has been written


def check_moves(p: Position, states: npt.NDArray[np.void]) -> None:
    """Check that the seat can move and that its obligation is what it must be; raises `NotationError`."""
    if p.phase == PHASE_OVER:
        scratch = new_states(1)
        doors.copy(scratch, states)
        if doors.someone_can_move(scratch):
            _refuse(f"the game is not over: seat {scratch[0]['active']} can still move")
        return
    if states[0]["n_legal"] == 0:
        _refuse(f"it cannot be the turn of seat {p.seat} in phase {PHASES[p.phase]}: it has no legal move")
    if p.phase != PHASE_OPENING:
        _check_obligation(p, states)


def _check_obligation(p: Position, states: npt.NDArray[np.void]) -> None:
    """At the start of a turn the obligation follows from the position; later it may have held and still does."""
    rules = p.rules
    if rules.gifts:
        is_fresh = p.phase == PHASE_PICK or (p.phase == PHASE_DOME and p.given == 0)
    else:
        is_fresh = p.left == placements_of_turn(p, p.turn)
    now = doors.holds_obligation(states, p.seat)
    may_have_ended = rules.tower_merchants and rules.last_player == "pieces"  # they bring others new pieces
    if (now != p.obliged and (is_fresh or rules.last_player == "domes")) or (p.obliged > now and not may_have_ended):
        _refuse(f"obliged={'yes' if p.obliged else 'no'}, and the obligation of seat {p.seat} says the opposite")
