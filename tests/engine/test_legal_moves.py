"""Do all ways to ask for legal moves agree, in the documented order? (notation page, order)"""

import random
from typing import Any

import numpy as np
import pytest

from medina_arena.engine import N_ACTIONS, STATE, Game, Move, NotationError, compiled, is_legal, nth_legal_move

GAMES = [("bsw", 4), ("rulebook", 3), ("dutch", 3), ("french", 3), ("gift", 3), ("second-edition", 2), ("ditt", 2)]
KINDS = "GKBOSIWDNT-"
PICKS = ["?G", "?K", "?B", "?O", "?S", "?I", "?W"]


@compiled
def fill_nth(states: Any, out: Any) -> int:
    """Write all legal moves, asked for one by one, and return their number."""
    n: int = states[0].n_legal
    for i in range(n):
        out[i] = nth_legal_move(states[0], i)
    return n


@compiled
def fill_flags(states: Any, flags: Any) -> None:
    """Write for each number from -500 on whether it is a legal move."""
    for i in range(flags.size):
        flags[i] = is_legal(states[0], i - 500)


def documented_key(game: Game, text: str) -> tuple[int, ...]:
    """What the notation page orders legal moves by."""
    if text in PICKS:
        return (PICKS.index(text),)
    kind = KINDS.index(text[0])
    if text[0] in "GKBOSI":
        return kind, int(text[2:]), ord(text[1])
    if text[0] == "W":
        return kind, int(text[1]), "hv".index(text[2])
    if text[0] in "DN":
        return kind, [palace.squares[0] for palace in game.palaces()].index(text[1:])
    return (kind,)


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_all_ways_agree_at_every_ply(rules: str, players: int) -> None:
    rng = random.Random(7)
    game = Game(rules, players, seed=7)
    states = np.zeros(1, STATE)
    nth, flags = np.zeros(1024, np.int64), np.zeros(N_ACTIONS + 1000, np.bool_)
    seen = set()
    while not game.is_over:
        legal = game.legal_moves()
        texts = [str(move) for move in legal]
        assert legal != []
        assert len(set(texts)) == len(texts)
        assert texts == sorted(texts, key=lambda text: documented_key(game, text))
        seen |= {text[0] for text in texts}
        game.write_state(states, game.to_move or 0)
        assert nth[: fill_nth(states, nth)].tolist() == [int(move) for move in legal]
        fill_flags(states, flags)
        assert (np.flatnonzero(flags) - 500).tolist() == sorted(int(move) for move in legal)
        game.play(rng.choice(legal))
    assert set("GKBOSIWD") <= seen
    assert ("?" in seen) == ("-" in seen) == (rules == "gift")
    assert ("N" in seen) == (rules in ("second-edition", "ditt"))


@pytest.mark.parametrize(("rules", "players"), [("bsw", 4), ("gift", 3), ("second-edition", 3)])
def test_is_legal_and_play_agree_with_the_list(rules: str, players: int) -> None:
    rng = random.Random(3)
    game = Game(rules, players, seed=3)
    every: list[Move] = []
    for index in range(N_ACTIONS):
        try:
            str(Move(index))
            every.append(Move(index))
        except NotationError:
            pass
    for _ in range(40):
        legal = game.legal_moves()
        assert [move for move in every if game.is_legal(move)] == sorted(legal)
        assert [move for move in legal if not game.is_legal(str(move))] == []
        for move in rng.sample(every, 20):
            twin = game.copy()
            try:
                twin.play(move)
            except ValueError:
                assert move not in legal
            else:
                assert move in legal
        game.play(rng.choice(legal))
