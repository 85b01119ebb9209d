"""How are the policy's weights made? By games against itself and a mixed pool, with small steps that pay. (REINFORCE)

In each batch of games every seat is the policy, or some are another bot of the pool: greedy or random.
Sources: Williams 1992 (REINFORCE); Kingma and Ba 2015 (the size of the steps, Adam).
"""

from collections.abc import Callable

import numba
import numpy as np
import numpy.typing as npt

from medina_arena.engine import RULES_VERSION, RuleSet

from ..greedy import GreedyBot
from ..kernel import compile_loop
from ..random_bot import RandomBot
from ..seats import SEAT_TYPES, CompiledSeat, new_game_states, pack_seats
from ..weight_files import weights_file
from .features import N_POLICY_WEIGHTS
from .learning import N_STAGES, play_and_learn
from .rows import WORKSPACE

__all__ = ["train_policy"]

_GAMES_TOGETHER = 16
"""Games of a step, of the same bots at the same seats."""
_POOL = ("self", "greedy", "random")
_RATE = 0.03
"""Size of the first steps; falls to a tenth in the course of the training."""
_DECAY, _SQUARE_DECAY, _SMALLEST = 0.9, 0.99, 1e-3
_CHECK_GAMES = 2000

Floats = npt.NDArray[np.float64]

_TYPES = (
    *SEAT_TYPES[:5],
    numba.types.int64[::1],
    numba.types.Array(numba.from_dtype(WORKSPACE), 1, "C"),
    SEAT_TYPES[6],
    numba.types.int64[::1],
    *[numba.types.float64[::1]] * 2,
    numba.types.float64[:, :, ::1],
    numba.types.float64[::1],
    numba.types.int64[:, ::1],
)


class _Adam:
    """Steps along noisy gradients, each weight's in proportion to how steady its own are."""

    def __init__(self, n: int) -> None:
        self.mean, self.square, self.n_steps = np.zeros(n), np.zeros(n), 0

    def step(self, gradient: Floats, rate: float) -> Floats:
        """What to add to the weights."""
        self.n_steps += 1
        self.mean += (1.0 - _DECAY) * (gradient - self.mean)
        self.square += (1.0 - _SQUARE_DECAY) * (gradient * gradient - self.square)
        mean = self.mean / (1.0 - _DECAY**self.n_steps)
        square = self.square / (1.0 - _SQUARE_DECAY**self.n_steps)
        return rate * mean / (np.sqrt(square) + _SMALLEST)


class _Trainer:
    """The weights and what is needed to play with them."""

    def __init__(self, rules: RuleSet, players: int, random_share: float, seed: int) -> None:
        self.players = players
        self._shares = ((1.0 - random_share) / 2.0, (1.0 - random_share) / 2.0, random_share)
        self.weights = np.zeros(N_POLICY_WEIGHTS)
        self._rng = np.random.default_rng(seed)
        self._stream = self._rng.integers(-(2**63), 2**63, 1, np.int64)
        self._states = new_game_states(rules, players)
        self._adam = _Adam(N_POLICY_WEIGHTS)
        self._means = np.zeros(N_STAGES)
        self._traces = np.zeros((players, 2, N_POLICY_WEIGHTS))
        self._bots = {"greedy": CompiledSeat.of(GreedyBot), "random": CompiledSeat.of(RandomBot)}
        self._works = np.zeros(1, WORKSPACE)
        self._play = compile_loop(play_and_learn, *_TYPES)

    def _games(self, opponent: str, is_learner: npt.NDArray[np.int64], n: int) -> tuple[npt.NDArray[np.int64], Floats]:
        """The final scores of games [n, seats], and the gradient of the learners' rewards."""
        gradient, finals = np.zeros(N_POLICY_WEIGHTS), np.zeros((n, self.players), np.int64)
        *seats, _ = pack_seats([self._bots[opponent]] * self.players)
        self._play(
            *seats,
            is_learner,
            self._works,
            self._states,
            self._stream,
            self.weights,
            self._means,
            self._traces,
            gradient,
            finals,
        )
        return finals, gradient

    def step(self, rate: float) -> None:
        """Play a batch of games and learn from it."""
        opponent = str(self._rng.choice(_POOL, p=self._shares))
        is_learner = np.ones(self.players, np.int64)
        if opponent == "self":
            opponent = "random"
        else:
            is_learner[self._rng.permutation(self.players)[: self._rng.integers(1, self.players)]] = 0
        gradient = self._games(opponent, is_learner, _GAMES_TOGETHER)[1] / _GAMES_TOGETHER
        self.weights += self._adam.step(gradient, rate)

    def ahead_of(self, opponent: str) -> float:
        """The part of the seats of another bot that the policy ends ahead of, at every second seat."""
        parts = []
        means = self._means.copy()
        for own in (np.arange(self.players) % 2 == 0, np.arange(self.players) % 2 == 1):
            finals, _ = self._games(opponent, own.astype(np.int64), _CHECK_GAMES // 2)
            lead = finals[:, own, None] - finals[:, None, ~own]
            parts.append(np.mean((lead > 0) + 0.5 * (lead == 0)))
        self._means[:] = means
        return float(np.mean(parts))


def train_policy(
    rules: RuleSet, players: int, n_games: int, random_share: float, seed: int, report: Callable[[str], None]
) -> str:
    """The text of a weights file after so many games; `report` is told now and then how it goes.

    A part of the games is against random seats, the others are half against greedy, half without any other bot.
    """
    trainer = _Trainer(rules, players, random_share, seed)
    n_steps = -(-n_games // _GAMES_TOGETHER)
    ahead: dict[str, float] = {}
    for number in range(1, n_steps + 1):
        trainer.step(_RATE * (1.0 - 0.9 * number / n_steps))
        if number % -(-n_steps // 8) == 0 or number == n_steps:
            ahead = {opponent: round(trainer.ahead_of(opponent), 4) for opponent in ("greedy", "random")}
            done = number * _GAMES_TOGETHER
            report(f"{done} games, ahead of {ahead['greedy']:.1%} of greedy and {ahead['random']:.1%} of random seats")
    origin = {
        "command": f"medina-arena train policy --rules {rules} --players {players} --games {n_games} "
        f"--random {random_share:g} --seed {seed}",
        "rules": str(rules),
        "rules_version": RULES_VERSION,
        "players": players,
        "ahead_of": ahead,
    }
    return weights_file(origin, trainer.weights[None])
