"""How does a game begin? From a rule set, a number of players and a seed to the first position."""

from typing import Any

from .bits import nth_bit, popcount
from .geometry import ARM_LENGTH, INNER_SQUARES, N_ARMS, ZONE
from .kernels import compiled
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
    NOBODY,
    STABLE,
    WALL,
    State,
)
from .turns import begin_game

__all__ = ["draw_inner_squares", "fill_first_position"]

_LAST_PLAYER = {"pieces": LAST_PLAYER_PIECES, "domes": LAST_PLAYER_DOMES, "claims": LAST_PLAYER_CLAIMS}
_NEUTRAL = {"none": NEUTRAL_NONE, "any": NEUTRAL_ANY, "one_per_colour": NEUTRAL_ONE_PER_COLOUR}
_TEA_OF_FIRST_CLAIM = 3
_MERCHANTS = (3, 2, 1, 0)  # inhabitants on tower tiles 1 to 4


@compiled
def draw_inner_squares(board: int, rng: Any) -> tuple[int, int]:
    """Two different inner squares, all pairs equally likely."""
    n = 0
    for word in range(3):
        n += popcount(INNER_SQUARES[board, word])
    first = draw_below(rng, n)
    second = draw_below(rng, n - 1)
    if second >= first:
        second += 1
    return _nth_inner(board, first), _nth_inner(board, second)


@compiled
def _nth_inner(board: int, n: int) -> int:
    """The n-th inner square of a board, row by row."""
    word = 0
    while n >= popcount(INNER_SQUARES[board, word]):
        n -= popcount(INNER_SQUARES[board, word])
        word += 1
    return (word << 6) + nth_bit(INNER_SQUARES[board, word], n)


@compiled
def _begin(states: Any, well: int, inhabitant: int) -> None:
    """The first position of ``states[0]``, whose rules and hands are set."""
    s = states[0]
    s.well = well
    if well >= 0:  # as the zone of a palace that nobody can reach
        s.occupied[well >> 6] |= 1 << (well & 63)
        for i in range(3):
            s.once[i] |= ZONE[s.board, well, i]
    begin_game(s, well, inhabitant)


def _fill_rules(s: State, rules: RuleSet, players: int) -> None:
    """Write the switch values into a zeroed state."""
    turns = dict(rules.opening_turns).get(players, ())
    s["board"] = rules.board(players)
    s["players"] = players
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
    s["tea_left"] = _TEA_OF_FIRST_CLAIM if rules.tea else 0
    s["neutral_rule"] = _NEUTRAL[rules.neutral]
    s["gifts"] = rules.gifts
    s["palace_tile_value"] = rules.palace_tiles
    s["tower_tile_value"] = rules.tower_tiles
    if rules.tower_merchants:
        s["merchants"] = _MERCHANTS


def fill_first_position(
    states: Any, rules: RuleSet, players: int, *, well: int = NOBODY, inhabitant: int = NOBODY
) -> None:
    """Make ``states[0]`` the first position; the squares are given where chance sets them, else -1.

    The number of players must be allowed by the rules.
    """
    s = states[0]
    s["palace_squares"] = 0
    for name in s.dtype.names:
        s[name] = 0
    _fill_rules(s, rules, players)
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
    s["free_arms"] = sum(1 << arm for arm in range(N_ARMS) if ARM_LENGTH[int(s["board"]), arm] >= 2)
    _begin(states, well, inhabitant)
