"""Which events do random games hardly reach? Conditions on the steps of a game, for find_games.py."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from medina_arena.engine.state import (
    DOME,
    GIFT_POOL,
    INHABITANT,
    NEUTRAL,
    PHASE_DOME,
    PHASE_OVER,
    PHASE_PLACE,
    STABLE,
    WALL,
)


class Step(NamedTuple):
    """One move of a game: the state before it, the move, the state after it."""

    before: Any
    move: str
    after: Any


Event = Callable[[list[Step]], bool]
"""Whether something happens with the last of the steps."""


def is_held_to_a_dome(steps: list[Step]) -> bool:
    """Only domes are legal, although a wall could be placed."""
    s = steps[-1].before
    forced = s["phase"] == PHASE_PLACE and s["n_legal"] == s["n_legal_kind"][DOME]
    return bool(forced and s["obliged"] and s["hand"][s["to_move"], WALL])


def may_not_decline(steps: list[Step]) -> bool:
    """The last player has been given a piece and must place a dome too."""
    s = steps[-1].before
    return bool(s["phase"] == PHASE_DOME and s["obliged"] and s["n_given"] and not s["may_skip"])


def throws_gifts_away(steps: list[Step]) -> bool:
    """At least two gifts cannot be placed."""
    s, after = steps[-1].before, steps[-1].after
    pool = s["hand"][GIFT_POOL].sum()
    return bool(s["phase"] == PHASE_PLACE and pool > 2 and after["phase"] != PHASE_PLACE)


def places_gifts_without_pieces(steps: list[Step]) -> bool:
    """A seat with nothing but domes gets gifts."""
    s = steps[-1].before
    return bool(s["phase"] == PHASE_PLACE and s["hand"][s["to_move"], : WALL + 1].sum() == 0 and s["n_given"] == 2)


def comes_back(steps: list[Step]) -> bool:
    """A seat that was skipped takes a turn again."""
    n = int(steps[0].before["players"])
    turns = [int(step.before["active"]) for step in steps]
    last = [ply for ply in range(len(turns) - 1) if turns[ply] == turns[-1]]
    if not last or len(turns) < 2 * n or turns[-2] == turns[-1]:
        return False
    between = turns[last[-1] + 1 : -1]
    passed = sum((b - a) % n or n for a, b in zip([turns[-1], *between], [*between, turns[-1]], strict=True) if a != b)
    return passed > n


def begins_third_chain(steps: list[Step]) -> bool:
    """An inhabitant begins a chain for the third time."""
    return steps[-1].move[0] == "I" and sum(map(_begins_chain, steps)) == 3 and _begins_chain(steps[-1])


def _begins_chain(step: Step) -> bool:
    ends = step.after["chain_end"]
    return step.move[0] == "I" and bool(ends[0] == ends[1])


def has_no_square_for_stables(steps: list[Step]) -> bool:
    """A stable is in hand and has no square, although a palace can be extended."""
    s = steps[-1].after
    return bool(s["is_open"].any() and s["n_target"][STABLE] == 0 and s["hand"][s["to_move"], STABLE])


def closes_without_space(steps: list[Step]) -> bool:
    """A colour closes that some seat has not claimed."""
    s, after = steps[-1].before, steps[-1].after
    return bool(((after["closed"] > s["closed"]) & (after["n_claims"] < after["players"])).any())


def waits_for_a_claim(steps: list[Step]) -> bool:
    """Two colours may not be begun beside blocked palaces of theirs."""
    s = steps[-1].after
    waiting = (s["n_target"][:4] == 0) & (s["closed"] == 0) & (s["unclaimed"] != 0) & (s["n_target"][:4].max() > 0)
    return int(waiting.sum()) >= 2


def claims_beside_an_open_one(steps: list[Step]) -> bool:
    """A blocked palace is claimed while its colour has an open one."""
    s, move = steps[-1].before, steps[-1].move
    if move[0] != "D":
        return False
    colour = int(np.flatnonzero(steps[-1].after["unclaimed"] != s["unclaimed"])[0])
    active = s["active_palace"][colour]
    return bool(s["is_open"][colour] and steps[-1].after["active_palace"][colour] == active)


def wins_two_towers(steps: list[Step]) -> bool:
    """One dome brings two tower tiles."""
    s, after = steps[-1].before, steps[-1].after
    return steps[-1].move[0] == "D" and int((s["tower_tile"] != after["tower_tile"]).sum()) >= 2


def burns_merchants(steps: list[Step]) -> bool:
    """A neutral palace is first at a tower with merchants."""
    s, after = steps[-1].before, steps[-1].after
    return bool(((s["merchants"] > 0) & (after["merchants"] == 0) & (after["tower_tile"] == NEUTRAL)).any())


def pays_merchants(steps: list[Step]) -> bool:
    """Another seat's wall or stable brings merchants to the owner of a palace."""
    s, after = steps[-1].before, steps[-1].after
    gained = after["hand"][:GIFT_POOL, INHABITANT] > s["hand"][:GIFT_POOL, INHABITANT]
    return bool(gained.any() and not gained[s["to_move"]])


def takes_tile_from_neutral(steps: list[Step]) -> bool:
    """A palace tile goes from a neutral palace to a seat."""
    s, after = steps[-1].before, steps[-1].after
    return any(
        held >= 0 and held != holds and s["owner"][held] == NEUTRAL and after["owner"][holds] < NEUTRAL
        for held, holds in zip(s["palace_tile"].tolist(), after["palace_tile"].tolist(), strict=True)
    )


def gives_tea_at_the_end(steps: list[Step]) -> bool:
    """The third tea tile of a game is given back."""
    return steps[-1].move == "T" and sum(step.move == "T" for step in steps) == 3


def is_cut_short_by_limits(steps: list[Step]) -> bool:
    """Walls are left in hand, but the limits of the turn allow none of them."""
    s, after = steps[-1].before, steps[-1].after
    return bool(s["left"] > 1 and after["active"] != s["active"] and after["hand"][s["to_move"], WALL])


def ends_in_a_tie(steps: list[Step]) -> bool:
    """The game is over; `find` asks for equal best scores."""
    return bool(steps[-1].after["phase"] == PHASE_OVER)
