"""Does the policy see every legal move once, and choose as its weights say?"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scheduled_games import TABLES

from medina_arena.bots import BotError, parse_bot
from medina_arena.bots.policy import rows as policy_rows
from medina_arena.bots.policy.features import N_POLICY_WEIGHTS
from medina_arena.bots.policy.rows import WORKSPACE, draw_by_policy, fill_rows, fill_shares, nth_of_row, row_size
from medina_arena.engine import Game, compiled, new_states

_RULE_SETS = [*TABLES, ("bsw:tower_connection=tower", 3), ("rulebook:stables_may_touch=no", 4)]


@compiled
def _list_moves(states: Any, weights: Any, works: Any, moves: Any, row_of: Any, shares: Any) -> int:
    """All moves of all rows, the row of each and the chances of the rows; returns the number of moves."""
    s = states[0]
    work = works[0]
    n_rows = fill_rows(s, weights, work)
    fill_shares(work, n_rows, 1.0)
    n = 0
    for row in range(n_rows):
        shares[row] = work.shares[row]
        for i in range(row_size(s, work, row)):
            moves[n] = nth_of_row(s, work, row, i)
            row_of[n] = row
            n += 1
    return n


@compiled
def _draw(states: Any, rng: Any, weights: Any, temperature: float, works: Any, moves: Any) -> None:
    """Moves drawn by the policy."""
    for i in range(moves.shape[0]):
        moves[i] = draw_by_policy(states[0], rng, weights, temperature, works[0])


class _Rows:
    """The rows of a position by weights drawn at random."""

    def __init__(self, game: Game, seed: int) -> None:
        assert game.to_move is not None
        self.states = new_states(1)
        game.write_state(self.states, game.to_move)
        self.weights = np.random.default_rng(seed).standard_normal(N_POLICY_WEIGHTS)
        self.weights[0] = 0.0
        moves, row_of = np.zeros((2, 1000), np.int64)
        shares = np.zeros(policy_rows.MAX_ROWS)
        n = _list_moves(self.states, self.weights, np.zeros(1, WORKSPACE), moves, row_of, shares)
        self.moves: list[int] = moves[:n].tolist()
        self.row_of = row_of[:n]
        self.shares = shares[: self.row_of.max() + 1]

    def chances(self) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
        """Of each move."""
        return self.shares[self.row_of] / np.bincount(self.row_of)[self.row_of]

    def draw(self, n: int, temperature: float, seed: int) -> list[int]:
        """Moves drawn by the policy."""
        moves = np.zeros(n, np.int64)
        _draw(self.states, np.array([seed], np.int64), self.weights, temperature, np.zeros(1, WORKSPACE), moves)
        drawn: list[int] = moves.tolist()
        return drawn


def _positions(rules: str, players: int, seed: int, every: int) -> Sequence[Game]:
    """Positions of a random game."""
    rng = np.random.default_rng(seed)
    game = Game(rules, players, seed)
    positions = []
    while not game.is_over:
        if game.ply % every == 0:
            positions.append(game.copy())
        game.play(rng.choice(game.legal_moves()))
    return positions


@pytest.mark.parametrize(("rules", "players"), _RULE_SETS)
def test_rows_hold_every_legal_move_once(rules: str, players: int) -> None:
    for game in _positions(rules, players, seed=2, every=1):
        found = _Rows(game, seed=game.ply)
        assert sorted(found.moves) == sorted(map(int, game.legal_moves()))
        assert found.shares.sum() == pytest.approx(1.0)


@pytest.mark.parametrize(("rules", "players"), [("rulebook", 4), ("gift", 3), ("second-edition", 2)])
def test_moves_are_drawn_by_their_chances(rules: str, players: int) -> None:
    for game in _positions(rules, players, seed=3, every=29):
        found = _Rows(game, seed=1)
        n = 20_000
        drawn = found.draw(n, 1.0, seed=game.ply)
        chances = found.chances()
        counts = np.array([drawn.count(move) for move in found.moves])
        likely = chances * n > 5
        off = (counts - chances * n)[likely] / np.sqrt(chances * n * (1 - chances) + 1e-9)[likely]
        assert np.abs(off).max() < 5


@compiled
def _find_rows(states: Any, weights: Any, works: Any, moves: Any, rows: Any) -> None:
    """The row of each move."""
    n = fill_rows(states[0], weights, works[0])
    for i in range(moves.shape[0]):
        rows[i] = policy_rows.row_of(states[0], works[0], n, moves[i])


@pytest.mark.parametrize(("rules", "players"), [("rulebook", 4), ("gift", 3), ("second-edition", 2), ("ditt", 2)])
def test_every_move_is_found_in_its_row(rules: str, players: int) -> None:
    for game in _positions(rules, players, seed=5, every=1):
        listed = _Rows(game, seed=3)
        rows = np.full(len(listed.moves), -1)
        _find_rows(listed.states, listed.weights, np.zeros(1, WORKSPACE), np.array(listed.moves), rows)
        assert rows.tolist() == listed.row_of.tolist()


def _outcome(game: Game, move: int) -> object:
    """What a move makes of the palaces and the tiles; of a new palace only whether inhabitants are beside it."""
    after = game.copy()
    after.play(move)
    palaces = after.palaces()
    if len(palaces) > len(game.palaces()):
        return palaces[-1].inhabitants > 0
    return [(one.owner, one.size, one.inhabitants, one.walls) for one in palaces], after.palace_tiles, after.tower_tiles


@pytest.mark.parametrize(("rules", "players"), [("rulebook", 4), ("bsw", 3), ("second-edition", 2), ("ditt", 2)])
def test_moves_that_stand_in_one_row_bring_the_same(rules: str, players: int) -> None:
    n_compared = 0
    for game in _positions(rules, players, seed=6, every=3):
        listed = _Rows(game, seed=3)
        if listed.row_of.max() == 0:  # any move of the opening
            continue
        found: dict[int, object] = {}
        for move, row in zip(listed.moves, listed.row_of.tolist(), strict=True):
            assert found.setdefault(row, _outcome(game, move)) == _outcome(game, move)
            n_compared += 1
    assert n_compared > 500


def test_a_low_temperature_takes_the_likeliest_row() -> None:
    for game in _positions("rulebook", 4, seed=4, every=10):
        found = _Rows(game, seed=2)
        rows = {found.row_of[found.moves.index(move)] for move in found.draw(20, 0.01, seed=1)}
        assert min(found.shares[row] for row in rows) > 0.9 * found.shares.max()


@pytest.mark.parametrize("option", ["temperature=0", "temperature=nan", "temperature=1000"])
def test_impossible_parameters_are_refused(option: str) -> None:
    with pytest.raises(BotError, match="temperature"):
        parse_bot(f"policy:{option}")
