"""Does the search play the end of a game as well as it can be played? Against all ways to the end, in plain Python."""

import numpy as np
import pytest

from medina_arena.bots import parse_bot
from medina_arena.engine import Game, Move

_SIMULATIONS = 180  # so many games at most are looked at


def _rewards(game: Game) -> list[float]:
    """Mostly the part of the others that a seat is ahead of, a little of its lead."""
    scores = game.scores()
    rewards = []
    for seat, own in enumerate(scores):
        leads = [own - other for place, other in enumerate(scores) if place != seat]
        ahead = 0.5 + 0.5 * float(np.mean(np.sign(leads)))
        margin = 0.5 + 0.02 * float(np.mean(leads))
        rewards.append(0.9 * ahead + 0.1 * min(max(margin, 0.0), 1.0))
    return rewards


def _best(game: Game) -> tuple[Move | None, list[float], int]:
    """The first best move, what everybody gets after it, and the number of games looked at."""
    seat = game.to_move
    if seat is None:
        return None, _rewards(game), 1
    best: Move | None = None
    outcome: list[float] = []
    n_games = 0
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        _, rewards, n = _best(after)
        n_games += n
        if best is None or rewards[seat] > outcome[seat] + 1e-9:
            best, outcome = move, rewards
    return best, outcome, n_games


@pytest.mark.parametrize(
    ("rules", "players"), [("rulebook", 4), ("bsw", 3), ("dutch", 4), ("second-edition", 2), ("ditt", 2)]
)
def test_the_best_move_is_found_where_all_games_can_be_looked_at(rules: str, players: int) -> None:
    n_found = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        whole = Game(rules, players, seed)
        while not whole.is_over:
            whole.play(rng.choice(whole.legal_moves()))
        for ply in range(len(whole.moves) - 4, len(whole.moves)):
            game = Game(rules, players, seed, moves=whole.moves[:ply])
            assert game.to_move is not None
            best, _, n_games = _best(game)
            if n_games > _SIMULATIONS or len(game.legal_moves()) == 1:
                continue
            bot = parse_bot(f"mcts:simulations={_SIMULATIONS}").create(game.to_move, seed)
            chosen = bot.choose(game.view(game.to_move), game.legal_moves())
            assert chosen == best
            n_found += 1
    assert n_found > 10
