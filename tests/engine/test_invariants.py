"""What holds in every position of the compiled engine? Random games, ply by ply. (rules page, section 13)"""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from engine_games import all_tables, moves

from medina_arena.engine import STATE, Game, Palace
from medina_arena.engine.geometry import ARM_LENGTH, OPPOSITE_ARM
from medina_arena.engine.state import GIFT_POOL

KINDS = "GKBOSIWDN"


def place(square: str) -> tuple[int, int]:
    return ord(square[0]), int(square[1:])


def are_in_contact(one: Palace, other: Palace) -> bool:
    return any(
        abs(ord(a[0]) - ord(b[0])) <= 1 and abs(int(a[1:]) - int(b[1:])) <= 1
        for a in one.squares
        for b in other.squares
    )


def pieces(game: Game, s: Any) -> Counter[str]:
    """All pieces in hands, among the gifts, on the board and on tower tiles."""
    found: Counter[str] = Counter()
    for row in s["hand"][[*range(game.players), GIFT_POOL]]:
        found.update(dict(zip(KINDS, row.tolist(), strict=True)))
    for palace in game.palaces():
        found.update({palace.colour: palace.size - palace.stables, "S": palace.stables})
    domes = [str(move)[0] for move in game.moves if str(move)[0] in "DN"]
    found.update(domes)
    inhabitants = sum(int(word).bit_count() for word in s["inhabitants"].view(np.uint64))
    found.update({"W": int(s["arm"].sum()), "I": inhabitants + int(s["merchants"].sum())})
    return found


@pytest.mark.parametrize(("rules", "players"), [*all_tables(), ("bsw:supply_palace=12:supply_inhabitants=24", 4)])
@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_random_game(rules: str, players: int, seed: int) -> None:
    rng = random.Random(seed)
    game = Game(rules, players, seed)
    states = np.zeros(1, STATE)
    before: tuple[list[Palace], list[int | None], set[str], Counter[str]] | None = None
    while True:
        game.write_state(states, 0)
        s = states[0]
        palaces = game.palaces()
        closed = {KINDS[colour] for colour in np.flatnonzero(s["closed"])}
        now = (palaces, s["tower_tile"].tolist(), closed, pieces(game, s))
        check_position(game, s)
        if before is not None:
            check_step(game, before, now)
        if game.rules.opening == "random" or game.ply > 0:  # the first inhabitant comes from no hand
            before = now
        if game.is_over:
            break
        by_kind = moves(game, rng.choice([str(move)[0] for move in game.legal_moves()]))
        game.play(rng.choice(by_kind))
    assert s["hand"][:, KINDS.index("W")].sum() == 0  # who holds a wall can move


def check_position(game: Game, s: Any) -> None:
    """What holds in one position by itself."""
    palaces = game.palaces()
    for one, other in combinations(palaces, 2):
        assert not are_in_contact(one, other), f"{one} and {other} in {game!r}"
        assert one.colour != other.colour or not (one.is_open and other.is_open), repr(game)
        if not game.rules.blocked_frees_colour:
            assert one.colour != other.colour or one.is_claimed or other.is_claimed, repr(game)
        assert one.owner is None or (one.owner, one.colour) != (other.owner, other.colour), repr(game)
    if "well" in game.setup:
        column, row = place(game.setup["well"])
        built = [place(square) for palace in palaces for square in palace.squares]
        assert all(max(abs(x - column), abs(y - row)) > 1 for x, y in built), repr(game)
    board = game.rules.board(game.players)
    for arm, other_arm in enumerate(OPPOSITE_ARM.tolist()):
        assert s["arm"][arm] + s["arm"][other_arm] <= ARM_LENGTH[board, arm] - 1, repr(game)
    assert (s["hand"] >= 0).all(), repr(game)
    assert sum(palace.value for palace in palaces if palace.owner is not None) == sum(
        row[name] for row in game.score_sources() for name in ("pieces", "stables", "inhabitants", "walls")
    )
    assert all(sum(row[name] for row in game.score_sources()) <= 10 for name in ("palace_tiles", "tower_tiles"))


def check_step(game: Game, before: Any, now: Any) -> None:
    """What one move may change."""
    move = str(game.moves[-1])
    grown = [new for old, new in zip(before[0], now[0], strict=False) if old.size != new.size]
    assert len(grown) + len(now[0]) - len(before[0]) <= 1, f"{move} changed {grown}"
    assert not any(new.is_open and not old.is_open for old, new in zip(before[0], now[0], strict=False)), move
    assert not any(old.is_claimed and old.owner != new.owner for old, new in zip(before[0], now[0], strict=False)), move
    if move[0] != "D" and move[0] != "N":
        assert sum(old != new for old, new in zip(before[1], now[1], strict=True)) <= 1, move
    assert before[2] <= now[2], f"{move} opened a colour"
    assert now[3] - before[3] == Counter(), f"{move} made pieces"
    may_leave = now[2] | ({"I"} if game.rules.tower_merchants else set())
    if game.rules.gifts:
        may_leave = set("GKBOSI")  # a wall can always be placed
    assert set(before[3] - now[3]) <= may_leave, f"{move} lost pieces in {game!r}"
