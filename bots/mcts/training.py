"""How are the weights of the learned value made? Games of a mixed pool, then least squares on their final scores.

Each seat of a game is a bot of the pool: policy, greedy, greedy with other weights, random, and from the second round
on the search itself with the weights of the round before. Most seats play a random move now and then.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from medina_arena.engine import RULES_VERSION, RuleSet, compiled

from ..base import Budget
from ..greedy import GreedyBot
from ..greedy.evaluation import N_COMMON
from ..greedy.weights import load_weights
from ..policy import PolicyBot
from ..random_bot import RandomBot
from ..seats import CompiledSeat
from ..weight_files import WEIGHT_SETS, weights_file
from .bot import MctsBot, search_parameters
from .features import MAX_ACTIVE, N_FEATURES
from .training_games import SAMPLES, Samples, play_training_games
from .value import N_KNOTS, N_VALUE_WEIGHTS, stage_of

__all__ = ["train_value"]

_N = N_KNOTS * N_FEATURES
_GAMES_TOGETHER = 40
"""Games of the same bots at the same seats."""
_CHECKED = 10
"""Each tenth batch of games is kept out of the fit and shows how good it is."""
_SIMULATIONS = 24
"""Budget of the search in the pool."""
_TEMPERATURE = 4.0
"""How flat its prior is."""
_RIDGE = 3.0
_SPREAD_OF_ERROR = 1.77
"""The spread of the reward's curve, in standard errors: both curves have the same slope where two seats are equal."""


@compiled
def _accumulate(index: Any, value: Any, left: Any, target: Any, products: Any, sums: Any) -> None:
    """Add samples to the normal equations: `products` [_N, _N] and `sums` [_N]."""
    for row in range(index.shape[0]):
        knot, share = stage_of(left[row])
        for i in range(MAX_ACTIVE):
            a = value[row, i]
            if a == 0.0:
                continue
            at = knot * N_FEATURES + index[row, i]
            low, high = a * (1.0 - share), a * share
            sums[at] += low * target[row]
            sums[at + N_FEATURES] += high * target[row]
            for j in range(MAX_ACTIVE):
                b = value[row, j]
                if b != 0.0:
                    to = knot * N_FEATURES + index[row, j]
                    products[at, to] += low * b * (1.0 - share)
                    products[at, to + N_FEATURES] += low * b * share
                    products[at + N_FEATURES, to] += high * b * (1.0 - share)
                    products[at + N_FEATURES, to + N_FEATURES] += high * b * share


@compiled
def _predict(index: Any, value: Any, left: Any, weights: Any, out: Any) -> None:
    """Write the expected scores of samples to `out`."""
    for row in range(index.shape[0]):
        knot, share = stage_of(left[row])
        out[row] = 0.0
        for i in range(MAX_ACTIVE):
            at = knot * N_FEATURES + index[row, i]
            out[row] += value[row, i] * ((1.0 - share) * weights[at] + share * weights[at + N_FEATURES])


def _draw_seat(rng: np.random.Generator, value_weights: npt.NDArray[np.float64] | None) -> CompiledSeat:
    """A bot of the pool; the search takes part once there are weights for it."""
    noise = float(rng.choice([0.0, 0.02, 0.1]))
    share = rng.random()
    if value_weights is not None and share < 0.35:
        params = MctsBot.Params(temperature=_TEMPERATURE)
        numbers = search_parameters(params, _SIMULATIONS, value_weights.ravel().tolist() * len(WEIGHT_SETS))
        return CompiledSeat(MctsBot, numbers, MctsBot.kernel_memory(params, Budget(_SIMULATIONS)), noise)
    if share < 0.38:
        return CompiledSeat.of(RandomBot)
    if share < 0.85:
        return CompiledSeat.of(PolicyBot, noise, temperature=float(rng.choice([0.2, 0.5, 1.0])))
    weights = np.array(load_weights())
    if share > 0.93:
        weights *= np.exp(0.4 * rng.standard_normal(len(weights)))
    return CompiledSeat(GreedyBot, weights.tolist(), N_COMMON, noise)


def _samples(
    rules: RuleSet, players: int, n_games: int, rng: np.random.Generator, value_weights: npt.NDArray[np.float64] | None
) -> Iterator[Samples]:
    """Samples of each batch of games."""
    stream = rng.integers(-(2**63), 2**63, 1, np.int64)
    for done in range(0, n_games, _GAMES_TOGETHER):
        seats = [_draw_seat(rng, value_weights) for _ in range(players)]
        n = min(_GAMES_TOGETHER, n_games - done)
        yield play_training_games(rules, seats, n, stream, n * SAMPLES * players)[1]


def _fit(batches: Iterator[Samples]) -> tuple[npt.NDArray[np.float64], list[dict[str, float]]]:
    """Weights with spreads [N_KNOTS, N_FEATURES + 1], and how well they foresee games that they have not seen."""
    products, sums = np.zeros((_N, _N)), np.zeros(_N)
    kept: list[list[npt.NDArray[Any]]] = []
    for number, batch in enumerate(batches):
        if number % _CHECKED == _CHECKED - 1:
            kept.append([part.copy() for part in batch])
        else:
            _accumulate(*batch, products, sums)
    products[np.diag_indices(_N)] += _RIDGE
    weights = np.linalg.solve(products, sums)
    index, value, left, target = (np.concatenate(parts) for parts in zip(*kept, strict=True))
    expected = np.empty(len(left))
    _predict(index, value, left, weights, expected)
    error = target - expected
    gain = target - value[:, 1]
    stage = np.rint(left * (N_KNOTS - 1)).astype(int)
    spreads, figures = np.zeros(N_KNOTS), []
    for knot in range(N_KNOTS):
        here = stage == knot
        rmse = float(np.sqrt(np.mean(error[here] ** 2))) if here.any() else 0.0
        r2 = 1.0 - rmse**2 / float(np.var(gain[here])) if here.any() else 0.0
        spreads[knot] = _SPREAD_OF_ERROR * rmse
        figures.append({"part_left": knot / (N_KNOTS - 1), "rmse": round(rmse, 3), "r2_of_gain": round(r2, 3)})
    return np.column_stack([weights.reshape(N_KNOTS, N_FEATURES), spreads]), figures


def train_value(
    rules: RuleSet, players: int, n_games: int, seed: int, rounds: int, report: Callable[[str], None]
) -> str:
    """The text of a weights file, made from `n_games` games in each round; `report` is told how each round went."""
    rng = np.random.default_rng(seed)
    weights: npt.NDArray[np.float64] | None = None
    figures: list[dict[str, float]] = []
    for number in range(rounds):
        weights, figures = _fit(_samples(rules, players, n_games, rng, weights))
        fit = ", ".join(f"{row['rmse']:.1f} points at {row['part_left']:.0%}" for row in figures)
        report(f"round {number + 1}: the scores of games kept out are foreseen within (rms) {fit} of the pieces left")
    assert weights is not None
    assert weights.size == N_VALUE_WEIGHTS
    origin = {
        "command": f"medina-arena train value --rules {rules} --players {players} --games {n_games} --seed {seed} "
        f"--rounds {rounds}",
        "rules": str(rules),
        "rules_version": RULES_VERSION,
        "players": players,
        "games": n_games,
        "rounds": rounds,
        "seed": seed,
        "fit": figures,
    }
    return weights_file(origin, weights)
