"""A bot in plain Python that beats greedy: it plays its ideas to the end in its head before it plays them."""

from dataclasses import dataclass
from statistics import mean, stdev
from time import thread_time

import medina_arena as ma
from medina_arena.bots import parse_bot

GREEDY = parse_bot("greedy")


class Dreamer(ma.Bot):
    """Plays as greedy does, unless another idea ends better when greedy plays on from there."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """Set on the command line, as in dreamer.py:Dreamer:dreams=12."""

        dreams: int = 6
        """Games that are played to the end for each idea."""
        doubt: float = 1.0
        """Standard errors by which an idea has to be better."""

        def __post_init__(self) -> None:
            """Refuse what makes no statistics."""
            if self.dreams < 2:
                raise ValueError(f"dreams={self.dreams} is too few: at least 2")

    def choose(self, game: ma.Game, moves: list[ma.Move]) -> ma.Move | str:
        """Greedy's move, or a better idea: any claim, or what greedy likes as much."""
        greedy = GREEDY.create(self.seat, self.draw_seed())
        usual = greedy.choose(game, moves)
        if len(moves) == 1 or not game.chains():
            return usual
        claims = [move for move in moves if str(move).startswith("D")]
        alike = [greedy.choose(game, moves) for _ in range(3)]  # among equals greedy draws
        ideas = [idea for idea in dict.fromkeys([*claims, *alike]) if idea != usual]
        gains: dict[ma.Move | str, list[float]] = {idea: [] for idea in ideas}
        end = thread_time() + (self.budget.time_ms or float("inf")) / 1000
        for _ in range(self.params.dreams):
            if not ideas or thread_time() + (1 + len(ideas)) * self.longest > end:
                break
            seed = self.draw_seed()  # the same luck for all ideas
            value = self.dream(game, usual, seed)
            for idea in ideas:
                gains[idea].append(self.dream(game, idea, seed) - value)
            ideas = [idea for idea in ideas if sum(gains[idea]) > 0]  # time is for those that may be better
        return max([idea for idea in ideas if self.worth(gains[idea]) > 0], key=lambda i: mean(gains[i]), default=usual)

    longest = 0.0
    """Seconds that a dream took, the longest so far: what the next one may take."""

    def draw_seed(self) -> int:
        """A seed for others; everything random comes from `self.rng`."""
        return int(self.rng.integers(2**32))

    def worth(self, gains: list[float]) -> float:
        """A mean gain less the doubt in it."""
        if len(gains) < 2:
            return 0.0
        return mean(gains) - self.params.doubt * stdev(gains) / len(gains) ** 0.5

    def dream(self, game: ma.Game, move: ma.Move | str, seed: int) -> float:
        """How far this seat is ahead of the others at the end, when greedy plays on at every seat."""
        start = thread_time()
        dream = game.copy()
        dream.determinize(self.rng)  # in the gift variant the others' picks are secret
        dream.play(move)
        greedy = GREEDY.create(self.seat, seed)
        while not dream.is_over:
            dream.play(greedy.choose(dream, []))  # greedy needs no list of moves
        self.longest = max(self.longest, thread_time() - start)
        scores = dream.scores()
        return scores[self.seat] - (sum(scores) - scores[self.seat]) / (len(scores) - 1)
