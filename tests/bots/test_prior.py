"""Does the prior learn what a long search does?"""

from typing import Any

import numpy as np
import pytest

from medina_arena.bots.mcts import MctsBot
from medina_arena.bots.mcts.informed import choose_by_search, fill_visits
from medina_arena.bots.mcts.prior_fit import fit_prior
from medina_arena.bots.mcts.prior_games import Opinions, ask_search
from medina_arena.bots.policy import PolicyBot
from medina_arena.bots.policy.features import N_CATEGORIES, N_POLICY_WEIGHTS
from medina_arena.bots.registry import parse_bot
from medina_arena.bots.seats import CompiledSeat
from medina_arena.engine import Game, compiled, new_states, rule_set

_N_SIMULATIONS = 300


@compiled
def _search(states: Any, rng: Any, parameters: Any, memory: Any, moves: Any, visits: Any) -> tuple[int, int]:
    """The search's move, and how many moves it looked at."""
    move = choose_by_search(states, rng, parameters, memory)
    return move, fill_visits(memory, moves, visits)


@pytest.mark.parametrize(("rules", "players"), [("rulebook", 4), ("second-edition", 2), ("gift", 3)])
def test_visits_are_those_of_the_search(rules: str, players: int) -> None:
    rng = np.random.default_rng(1)
    game = Game(rules, players, 1)
    while game.ply < 40:
        game.play(rng.choice(game.legal_moves()))
    assert game.to_move is not None
    spec = parse_bot(f"mcts:simulations={_N_SIMULATIONS}")
    states = new_states(4)
    game.write_state(states[:1], game.to_move)
    parameters = np.array(MctsBot.kernel_parameters(spec.params, spec.budget))
    memory = np.zeros(MctsBot.kernel_memory(spec.params, spec.budget), np.int64)
    moves, visits = np.zeros((2, 1000), np.int64)
    move, n = _search(states, np.array([5]), parameters, memory, moves, visits)
    assert visits[:n].sum() == _N_SIMULATIONS
    assert move == moves[visits[:n].argmax()]
    assert set(moves[:n].tolist()) <= set(map(int, game.legal_moves()))


def _ask(seed: int) -> Opinions:
    seats = [CompiledSeat.of(PolicyBot)] * 3
    asked = CompiledSeat.of(MctsBot, simulations=_N_SIMULATIONS)
    return ask_search(rule_set("rulebook"), seats, 3, np.array([seed]), asked)


def test_opinions_are_shares_of_rows() -> None:
    found = _ask(1)
    first = np.cumsum(found.sizes) - found.sizes
    assert len(found.sizes) > 20
    assert found.sizes.min() > 1
    assert found.categories.shape == (found.sizes.sum(), N_CATEGORIES)
    np.testing.assert_allclose(np.add.reduceat(found.shares, first), 1.0)
    assert len(set(np.add.reduceat(found.shares > 0, first).tolist())) > 1
    again, other = _ask(1), _ask(2)
    np.testing.assert_array_equal(found.shares, again.shares)
    assert len(found.shares) != len(other.shares) or (found.shares != other.shares).any()


def test_fit_finds_the_weights_that_made_the_shares() -> None:
    rng = np.random.default_rng(1)
    truth = np.zeros(N_POLICY_WEIGHTS)
    truth[1:30] = rng.standard_normal(29)
    batches = []
    for _ in range(20):
        sizes = rng.integers(2, 30, 50)
        categories = rng.integers(0, 30, (sizes.sum(), N_CATEGORIES)).astype(np.int16)
        odds = np.exp(truth[categories].sum(axis=1))
        position = np.repeat(np.arange(50), sizes)
        batches.append(Opinions(categories, odds / np.bincount(position, odds)[position], sizes))
    weights, figures = fit_prior(batches, None)
    np.testing.assert_allclose(weights, truth, atol=0.1)
    assert figures["agrees"] > 0.95
    assert figures["cross_entropy"] == pytest.approx(figures["entropy"], abs=0.01)
    n = len(batches[1].shares)
    batches[1] = Opinions(batches[1].categories, np.zeros(n), batches[1].sizes)  # kept out: it changes no weight
    np.testing.assert_array_equal(fit_prior(batches, None)[0], weights)
