"""Where do a run's seeds come from? One stream for each purpose, hashed from the run's seed, line-up key and block.

The line-up key is a hash of what the bots are, never of their places in a list: adding a bot or games moves no seed.
The last step of a seed cannot be undone, so that a bot cannot work out the other streams from its own.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from medina_arena.engine import compiled, draw_below, mix
from medina_arena.engine.kernels import inner

__all__ = ["fill_games", "lineup_key"]

_SET_UP = 1
_OPENING = 2
_ORDER = 3
_BOT = 4
_STAND_IN = 5

_SEED_BITS = 2**53 - 1
"""A game's seed is below 2**53: every JSON reader keeps it exactly."""


def lineup_key(seats: int, bot_keys: Sequence[str]) -> int:
    """A signed 64-bit hash of the number of seats and the bots' keys, which must be in order."""
    text = "\n".join([str(seats), *bot_keys])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little", signed=True)


@inner
def _stream(word: int, purpose: int) -> int:
    """The seed of a purpose; a sum of two permutations, from which the word cannot be had back."""
    return mix(word, 2 * purpose) ^ mix(word, 2 * purpose + 1)


@inner
def _shuffle(order: Any, rng: Any) -> None:
    """Bring an array into any order, all equally likely."""
    for last in range(len(order) - 1, 0, -1):
        other = draw_below(rng, last + 1)
        order[last], order[other] = order[other], order[last]


@compiled
def fill_games(
    run_seed: int,
    members: Any,
    keys: Any,
    patterns: Any,
    games: Any,
    bots: Any,
    seeds: Any,
    opening_seeds: Any,
    bot_seeds: Any,
    stand_in_seeds: Any,
) -> None:
    """Fill who sits where, and all seeds, for games given by line-up, block and seating (``games``, int64 [games, 3]).

    Unchecked. `members` holds the bots of each line-up [line-ups, width] and `keys` the line-ups' keys; `patterns`
    [seatings, seats] are places in a row of `members`, and none at all mean rotations.
    """
    seats = bots.shape[1]
    order = np.empty(members.shape[1], np.int64)
    rng = np.empty(1, np.int64)
    for game in range(len(games)):
        lineup, block, seating = games[game, 0], games[game, 1], games[game, 2]
        word = mix(mix(run_seed, keys[lineup]), block)
        if len(patterns) > 0:
            for seat in range(seats):
                bots[game, seat] = members[lineup, patterns[seating, seat]]
        else:
            for place in range(seats):
                order[place] = place
            rng[0] = _stream(word, _ORDER)
            _shuffle(order, rng)
            for seat in range(seats):
                bots[game, seat] = members[lineup, order[(seat + seating) % seats]]
        seeds[game] = _stream(word, _SET_UP) & _SEED_BITS
        opening_seeds[game] = _stream(word, _OPENING)
        bot_word = mix(mix(word, _BOT), seating)
        stand_in_word = mix(mix(word, _STAND_IN), seating)
        for seat in range(seats):
            bot_seeds[game, seat] = _stream(bot_word, seat)
            stand_in_seeds[game, seat] = _stream(stand_in_word, seat)
