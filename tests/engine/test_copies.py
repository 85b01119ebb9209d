"""Is a copy, a pickle or a repr the same game, and one of its own?"""

import copy
import pickle
import random
from collections.abc import Callable

import numpy as np
import pytest
from engine_games import engine_values

from medina_arena.engine import MAX_SEED, STATE, Game

GAMES = [
    ("rulebook", 4),
    ("bsw:tower_connection=tower:palace_tiles=4/3/2/1", 3),
    ("dutch", 4),
    ("french", 3),
    ("gift", 4),
    ("second-edition", 2),
    ("second-edition:well=no:tea=no", 3),
    ("ditt", 2),
]
WAYS: dict[str, Callable[[Game], Game]] = {
    "copy": Game.copy,
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "repr": lambda game: eval(repr(game), {"Game": Game}),
}


def random_game(rules: str, players: int, n_moves: int, seed: int = 5) -> Game:
    game, rng = Game(rules, players, seed), random.Random(seed)
    for _ in range(n_moves):
        game.play(rng.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_twin_is_the_same_game(rules: str, players: int, way: str) -> None:
    for n_moves in (0, 1, 2, 37, 80):
        game = random_game(rules, players, n_moves)
        twin = WAYS[way](game)
        assert twin == game
        assert twin.record() == game.record()
        assert engine_values(twin) == engine_values(game)
        assert repr(twin) == repr(game)
    rng = random.Random(0)
    while not game.is_over:
        move = rng.choice(game.legal_moves())
        game.play(move)
        twin.play(move)
        assert twin.legal_moves() == game.legal_moves()
    assert twin.record() == game.record()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_twins_go_their_own_ways(rules: str, players: int, way: str) -> None:
    game = random_game(rules, players, 30)
    before = pickle.dumps(game)
    twin = WAYS[way](game)
    first = random.Random(1)
    while not twin.is_over:
        twin.play(first.choice(twin.legal_moves()))
    assert pickle.dumps(game) == before
    after = twin.record()
    game.play(game.legal_moves()[0])
    assert twin.record() == after
    assert twin != game


def test_equal_means_same_rules_set_up_and_moves() -> None:
    game = Game("bsw", 3, moves="Ih6")
    assert game == Game("bsw:tower_connection=arm", 3, seed=4, moves="Ih6")
    assert game != Game("bsw", 4, moves="Ih6")
    assert game != Game("bsw:tower_connection=tower", 3, moves="Ih6")
    assert game != Game("bsw", 3, moves="Ih5")
    assert Game("second-edition", seed=1) != Game("second-edition", seed=2)
    assert game != "Ih6"


def test_repr_with_a_large_seed() -> None:
    game = Game("second-edition", 2, seed=MAX_SEED)
    assert eval(repr(game), {"Game": Game}) == game
    assert f"seed={MAX_SEED}" in repr(game)


def test_written_state_is_a_copy() -> None:
    game = random_game("bsw", 4, 60)
    before = pickle.dumps(game)
    states = np.zeros(1, STATE)
    game.write_state(states, 0)
    assert states[0]["to_move"] == game.to_move
    assert states[0]["n_legal"] == len(game.legal_moves())
    states.view(np.uint8)[:] = 77
    assert pickle.dumps(game) == before
