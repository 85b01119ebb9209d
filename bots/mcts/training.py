"""How does the search learn? By playing, and by imitating itself when it thinks longer. (expert iteration)

In each round games of a mixed pool teach the value what each seat scores in the end, and a long search teaches the
prior what to look at. Then the search plays with both. In the first round there is no search in the pool, and the
policy is the prior. Two or three rounds are best: after more the search beats itself of before, but greedy by less.
Sources: Anthony, Tian and Barber 2017 (expert iteration).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from medina_arena.engine import RULES_VERSION, RuleSet

from ..base import Budget
from ..greedy import GreedyBot
from ..greedy.evaluation import N_COMMON
from ..greedy.weights import load_weights
from ..policy import PolicyBot
from ..policy.weights import policy_weights
from ..random_bot import RandomBot
from ..seats import CompiledSeat
from ..weight_files import WEIGHT_SETS, weights_file
from .bot import MctsBot, search_parameters
from .prior_fit import fit_prior
from .prior_games import Opinions, ask_search
from .training_games import SAMPLES, Samples, play_training_games
from .value_fit import fit_value

__all__ = ["train_search"]

_POOL = {"search": 0.45, "policy": 0.3, "greedy": 0.2, "random": 0.05}
"""Who plays the games. Most are others: a search that meets little but itself forgets how to beat another style."""
_SHARE_OF_NEWEST = 0.5
_SPREAD_OF_GREEDY = 0.4
"""How far the weights of half the greedy seats are from greedy's own."""
_PRIOR_LED = MctsBot.Params(temperature=1.4, playout_temperature=0.15, playout_turns=0)
_POLICY_LED = MctsBot.Params(temperature=6.0, playout_temperature=0.5, playout_turns=0)
"""Where the policy is the prior, which is surer of itself than it is right."""
_GAMES_TOGETHER = 20
"""Games of the same bots at the same seats."""
_SIMULATIONS = 40
"""Budget of the search in the pool."""
_LONG_SIMULATIONS = 1000
"""Budget of the search that the prior imitates."""
_GAMES_ASKED = 32
_FEWEST_ASKED = 50
"""The long search is asked in one more game for so many, and in so many at least."""

Weights = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """What was known after a round, of one set."""

    value: Weights
    prior: Weights | None
    """None = the policy is the prior."""


class _Trainer:
    """What has been learned so far, and games with it."""

    def __init__(self, rules: RuleSet, players: int, seed: int) -> None:
        self.rounds: list[_Known] = []
        self._rules = rules
        self._players = players
        self._rng = np.random.default_rng(seed)
        self._stream = self._rng.integers(-(2**63), 2**63, 1, np.int64)

    def _search(self, known: "_Known", simulations: int, noise: float = 0.0) -> CompiledSeat:
        """The search with what was known after some round, for any set."""
        n = len(WEIGHT_SETS)
        params = _PRIOR_LED if known.prior is not None else _POLICY_LED
        priors = np.reshape(policy_weights(), (n, -1)) if known.prior is None else np.tile(known.prior, (n, 1))
        weights = np.hstack([priors, np.tile(known.value.ravel(), (n, 1))])
        numbers = search_parameters(params, simulations, weights.ravel().tolist())
        return CompiledSeat(MctsBot, params, numbers, MctsBot.kernel_memory(params, Budget(simulations)), noise)

    def _draw_seats(self) -> list[CompiledSeat]:
        """Bots of the pool."""
        return [self._draw_seat() for _ in range(self._players)]

    def _draw_seat(self) -> CompiledSeat:
        """A bot of the pool; the search plays by what was known after any round, and there is none before the first."""
        rng = self._rng
        noise = float(rng.choice([0.0, 0.02, 0.1]))
        kind = rng.choice(list(_POOL), p=list(_POOL.values()))
        if kind == "search" and self.rounds:
            newest = rng.random() < _SHARE_OF_NEWEST
            known = self.rounds[-1 if newest else rng.integers(len(self.rounds))]
            return self._search(known, _SIMULATIONS, noise)
        if kind == "random":
            return CompiledSeat.of(RandomBot)
        if kind == "greedy":
            weights = np.array(load_weights())
            weights *= np.exp(rng.choice([0.0, _SPREAD_OF_GREEDY]) * rng.standard_normal(len(weights)))
            return CompiledSeat(GreedyBot, GreedyBot.Params(), weights.tolist(), N_COMMON, noise)
        return CompiledSeat.of(PolicyBot, noise, temperature=float(rng.choice([0.2, 0.5, 1.0])))

    def _samples(self, n_games: int) -> Iterator[Samples]:
        """Final scores of each batch of games, with what the value sees of them."""
        for done in range(0, n_games, _GAMES_TOGETHER):
            n = min(_GAMES_TOGETHER, n_games - done)
            yield play_training_games(self._rules, self._draw_seats(), n, self._stream, n * SAMPLES * self._players)[1]

    def _opinions(self, known: "_Known", n_games: int) -> Iterator[Opinions]:
        """What the long search thinks in each batch of games."""
        asked = self._search(known, _LONG_SIMULATIONS)
        for done in range(0, n_games, _GAMES_TOGETHER):
            n = min(_GAMES_TOGETHER, n_games - done)
            yield ask_search(self._rules, self._draw_seats(), n, self._stream, asked)

    def learn(self, n_games: int) -> tuple[list[dict[str, float]], dict[str, float]]:
        """Play a round; how good the value and the prior are."""
        prior = self.rounds[-1].prior if self.rounds else None
        n_asked = max(n_games // _GAMES_ASKED, _FEWEST_ASKED)
        value, of_value = fit_value(self._samples(n_games))
        learned, of_prior = fit_prior(self._opinions(_Known(value, prior), n_asked), prior)
        self.rounds.append(_Known(value, learned))
        return of_value, of_prior


def train_search(
    rules: RuleSet, players: int, n_games: int, seed: int, rounds: int, report: Callable[[str], None]
) -> str:
    """The text of a weights file after so many rounds of `n_games` games; `report` is told how each round went.

    Its rows are the prior's weights and those of the value at each stage.
    """
    trainer = _Trainer(rules, players, seed)
    of_value: list[dict[str, float]] = []
    of_prior: list[dict[str, float]] = []
    for number in range(1, rounds + 1):
        of_value, figures = trainer.learn(n_games)
        of_prior.append(figures)
        errors = ", ".join(f"{row['rmse']:.1f} points at {row['part_left']:.0%}" for row in of_value)
        report(
            f"round {number}, by games kept out: the value errs (rms) by {errors} of the pieces left; the prior likes "
            f"the long search's choice best in {figures['agrees']:.1%}, cross-entropy {figures['cross_entropy']:.3f} "
            f"nats, at least {figures['entropy']:.3f}"
        )
    known = trainer.rounds[-1]
    assert known.prior is not None
    origin = {
        "command": f"medina-arena train mcts --rules {rules} --players {players} --games {n_games} --seed {seed} "
        f"--rounds {rounds}",
        "rules": str(rules),
        "rules_version": RULES_VERSION,
        "players": players,
        "value": of_value,
        "prior": of_prior,
    }
    return weights_file(origin, [known.prior, *known.value])
