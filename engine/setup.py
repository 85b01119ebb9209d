"""How does a game begin? From a rule set, a number of players and a seed to the first position."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .bits import nth_bit, popcount
from .errors import RulesError
from .geometry import INNER_SQUARES, N_ARMS, N_WORDS, ZONE
from .kernels import inner
from .notation import parse_square
from .rng import draw_below
from .rules import N_COLOURS, RuleSet
from .state import (
    DOME,
    INHABITANT,
    LAST_PLAYER_CLAIMS,
    LAST_PLAYER_DOMES,
    LAST_PLAYER_PIECES,
    NEUTRAL_ANY,
    NEUTRAL_DOME,
    NEUTRAL_NONE,
    NEUTRAL_ONE_PER_COLOUR,
    NO_PALACE,
    NO_PICK,
    NOBODY,
    STABLE,
    WALL,
    State,
)
from .turns import begin_play

__all__ = [
    "MERCHANTS",
    "SETUP_KEYS",
    "SETUP_STREAM",
    "TEA_OF_FIRST_CLAIM",
    "begin_game",
    "check_setup",
    "draw_setup",
    "fill_rules",
]

_LAST_PLAYER = {"pieces": LAST_PLAYER_PIECES, "domes": LAST_PLAYER_DOMES, "claims": LAST_PLAYER_CLAIMS}
_NEUTRAL = {"none": NEUTRAL_NONE, "any": NEUTRAL_ANY, "one_per_colour": NEUTRAL_ONE_PER_COLOUR}
SETUP_KEYS = ("well", "inhabitant")
"""What a set-up may hold, in this order."""
SETUP_STREAM = 1
"""What `mix` turns a game's seed into: the stream that `draw_setup` uses."""

TEA_OF_FIRST_CLAIM = 3
"""Tea tiles that the first claim of a violet palace brings; each further one brings one less (section 10)."""
MERCHANTS = (3, 2, 1, 0)
"""Inhabitants on tower tiles 1 to 4 (section 10)."""


@inner
def _nth_inner(board: int, n: int) -> int:
    """The n-th inner square of a board, row by row."""
    word = 0
    while n >= popcount(INNER_SQUARES[board, word]):
        n -= popcount(INNER_SQUARES[board, word])
        word += 1
    return (word << 6) + nth_bit(INNER_SQUARES[board, word], n)


@inner
def draw_setup(s: State, rng: Any) -> tuple[int, int]:
    """What chance decides: the squares of the well and of the first inhabitant, -1 for what the rules have not."""
    if not s.random_opening:
        return -1, -1
    n = 0
    for word in range(N_WORDS):
        n += popcount(INNER_SQUARES[s.board, word])
    inhabitant = draw_below(rng, n)
    if not s.well_rule:
        return -1, _nth_inner(s.board, inhabitant)
    well = draw_below(rng, n - 1)
    if well >= inhabitant:
        well += 1
    return _nth_inner(s.board, well), _nth_inner(s.board, inhabitant)


@inner
def begin_game(s: State, well: int, inhabitant: int) -> None:
    """Make the first position of a state that `fill_rules` prepared, with the squares of `draw_setup`."""
    s.well = well
    if well >= 0:  # as the zone of a palace that nobody can reach
        s.occupied[well >> 6] |= 1 << (well & 63)
        for i in range(N_WORDS):
            s.once[i] |= ZONE[s.board, well, i]
    begin_play(s, inhabitant)


def check_setup(rules: RuleSet, players: int, setup: Mapping[str, str]) -> dict[str, str]:
    """A set-up from outside: the right keys, different inner squares; raises `RulesError` or `NotationError`."""
    wanted: tuple[str, ...] = ()
    if rules.opening == "random":
        wanted = SETUP_KEYS if rules.well else SETUP_KEYS[1:]
    if not isinstance(setup, Mapping) or set(setup) != set(wanted):
        raise RulesError(f"the set-up of {rules.name} has {' and '.join(wanted) or 'nothing'}, not {setup!r}")
    inner_squares = INNER_SQUARES[rules.board(players)]
    for name in setup.values():
        square = parse_square(name)
        if not int(inner_squares[square >> 6]) >> (square & 63) & 1:
            raise RulesError(f"the set-up needs inner squares of the board, not {name!r}")
    if len(set(setup.values())) < len(setup):
        raise RulesError(f"the set-up needs different squares, not {dict(setup)!r}")
    return {key: setup[key] for key in wanted}


def _fill_switches(s: State, rules: RuleSet, players: int) -> None:
    """Write the switch values into a zeroed state."""
    turns = dict(rules.opening_turns).get(players, ())
    s["board"] = rules.board(players)
    s["players"] = players
    s["random_opening"] = rules.opening == "random"
    s["well_rule"] = rules.well
    s["placements"] = rules.placements
    s["n_opening_turns"] = len(turns)
    s["opening_turns"][: len(turns)] = turns
    s["turn_limits"] = rules.turn_limits
    s["blocked_frees_colour"] = rules.blocked_frees_colour
    s["stables_may_touch"] = rules.stables_may_touch
    s["tower_by_arm"] = rules.tower_connection == "arm"
    s["last_player"] = _LAST_PLAYER[rules.last_player]
    s["close_without_space"] = rules.close_without_space
    s["completed_first"] = rules.palace_tie == "completed_first"
    s["largest_palace_wins"] = rules.final_tie == "largest_palace"
    s["tea_rule"] = rules.tea
    s["tea_left"] = TEA_OF_FIRST_CLAIM if rules.tea else 0
    s["neutral_rule"] = _NEUTRAL[rules.neutral]
    s["gifts"] = rules.gifts
    s["palace_tile_value"] = rules.palace_tiles
    s["tower_tile_value"] = rules.tower_tiles
    if rules.tower_merchants:
        s["merchants"] = MERCHANTS


def fill_rules(states: npt.NDArray[np.void], rules: RuleSet, players: int) -> None:
    """Prepare ``states[0]`` for `begin_game`: an empty board, the switches, full hands.

    The number of players must be allowed by the rules (`RuleSet.check_players`).
    """
    states.view(np.uint8)[:] = 0
    s = states[0]
    _fill_switches(s, rules, players)
    supply = rules.supply(players)
    hand = s["hand"]
    hand[:players, :N_COLOURS] = supply.palace
    hand[:players, STABLE] = supply.stables
    hand[:players, INHABITANT] = supply.inhabitants
    hand[:players, WALL] = supply.walls
    hand[:players, DOME] = supply.domes
    hand[:players, NEUTRAL_DOME] = supply.neutral_domes if rules.neutral != "none" else 0
    for name in ("palace_tile", "active_palace", "palace_at"):
        s[name] = NO_PALACE
    for name in ("tower_tile", "owner"):
        s[name] = NOBODY
    s["pick"] = NO_PICK
    s["opening_square"] = -1
    s["free_arms"] = (1 << N_ARMS) - 1
