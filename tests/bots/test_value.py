"""Does the learned value weigh what it sees by how far the game is where it looks, and make rewards of it?"""

from typing import Any

import numpy as np
import pytest

from medina_arena.bots.mcts.features import MAX_ACTIVE, N_FACTS, N_FEATURES
from medina_arena.bots.mcts.value import N_KNOTS, N_VALUE_WEIGHTS, fill_rewards
from medina_arena.engine import Game, compiled, new_states

_SCORE = 1  # the feature that is the present score
_PIECES = 7  # kinds of pieces without domes
_SPREAD = 10.0


@compiled
def _rewards(states: Any, weights: Any, facts: Any, out: Any) -> None:
    """The rewards of the position."""
    scores, index = np.zeros(4, np.int64), np.zeros(MAX_ACTIVE, np.int64)
    fill_rewards(states[0], weights, scores, facts, index, np.zeros(MAX_ACTIVE), out)


def _expected_rewards(game: Game, factor: float) -> list[float]:
    """By the formula, if the value expects so many times the present scores."""
    expected = factor * np.array(game.scores())
    leads = expected[:, None] - expected
    n = game.players - 1
    ahead = 0.5 + 0.5 * (leads / np.hypot(leads, _SPREAD)).sum(axis=1) / n
    margin = 0.5 + 0.02 * leads.sum(axis=1) / n
    rewards: list[float] = (0.9 * ahead + 0.1 * margin.clip(0.0, 1.0)).tolist()
    return rewards


@pytest.mark.parametrize(("rules", "players"), [("rulebook", 4), ("rulebook", 3), ("second-edition", 2), ("ditt", 2)])
def test_weights_are_those_of_the_stage_of_the_position(rules: str, players: int) -> None:
    factors = np.array([1.0, 2.0, 4.0, 3.0, 7.0, 5.0])
    weights = np.zeros((N_KNOTS, N_FEATURES + 1))
    weights[:, _SCORE], weights[:, -1] = factors, _SPREAD
    assert weights.size == N_VALUE_WEIGHTS
    rng = np.random.default_rng(1)
    game = Game(rules, players, seed=1)
    n_told_apart = 0
    for _ in range(80):
        game.play(rng.choice(game.legal_moves()))
        assert game.to_move is not None
        states = new_states(1)
        game.write_state(states, game.to_move)
        held = int(states["hand"][0, :players, :_PIECES].sum())
        placed = np.bitwise_count(states["occupied"][0].view(np.uint64)).sum() + int(states["arm"][0].sum())
        out = np.zeros(8)
        _rewards(states, weights.ravel(), np.zeros((N_FACTS, 4), np.int64), out)
        factor = np.interp(held / (held + placed), np.linspace(0.0, 1.0, N_KNOTS), factors)
        assert out[:players].tolist() == pytest.approx(_expected_rewards(game, float(factor)))
        n_told_apart += len(set(game.scores())) > 1
    assert n_told_apart > 10
