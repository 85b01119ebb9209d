"""What does every bot get from its base class? A seat, a seed, parameters, a budget, and random numbers."""

from typing import Any

import numpy as np
import pytest
from odd_bots.typed import Plain

from medina_arena.bots import KERNEL_STATES, Bot, BotError, Budget, CompiledBot, load_bot_class, parse_bot
from medina_arena.bots.kernel import compile_kernel
from medina_arena.engine import STATE, Game

SEEDS = [0, 1, -1, 2**63 - 1, -(2**63), 2**64 - 1]


def _draw(seed: int) -> list[float]:
    drawn: list[float] = Plain(0, Plain.Params(), Budget(), seed).rng.random(4).tolist()
    return drawn


def test_random_numbers_come_from_the_seed_alone() -> None:
    np.random.seed(1)
    first = {seed: _draw(seed) for seed in SEEDS[:5]}
    np.random.seed(2)
    assert {seed: _draw(seed) for seed in SEEDS[:5]} == first
    assert len({tuple(drawn) for drawn in first.values()}) == len(first)
    assert _draw(2**64 - 1) == first[-1]


def test_generator_goes_on_where_it_was() -> None:
    bot = Plain(0, Plain.Params(), Budget(), 3)
    assert [bot.rng.random(), bot.rng.random(), bot.rng.random(), bot.rng.random()] == _draw(3)


def test_bot_without_a_decision() -> None:
    game = Game()
    bot = Bot(1, None, Budget(), 0)
    bot.start(game)
    bot.finish(game)
    with pytest.raises(TypeError, match=r"Bot has no method choose\(self, game, moves\)"):
        bot.choose(game, game.legal_moves())


def test_budget_is_unlimited_unless_said() -> None:
    assert Bot.default_budget == Budget(None, None)
    assert parse_bot("odd_bots.typed:Plain").budget == Budget(None, None)


@pytest.mark.parametrize("seed", SEEDS)
def test_compiled_bot_takes_any_64_bit_seed(seed: int) -> None:
    game = Game()
    moves = game.legal_moves()
    bot = parse_bot("random").create(0, seed)
    assert bot.choose(game, moves) in moves
    signed = (seed + 2**63) % 2**64 - 2**63
    assert parse_bot("random").create(0, signed).choose(game, moves) == parse_bot("random").create(0, seed).choose(
        game, moves
    )


def test_kernel_gets_its_parameters_and_budget() -> None:
    params = parse_bot("odd_bots.kernels:Probe:after=3:move=7").params
    assert CompiledBot.kernel_parameters(params, Budget(7)) == [3.0, 7.0, 7.0]
    assert CompiledBot.kernel_parameters(params, Budget()) == [3.0, 7.0, 0.0]
    assert CompiledBot.kernel_memory(params, Budget(7)) == 0
    bot: Any = parse_bot("odd_bots.kernels:Probe:after=3:move=7:simulations=9").create(0, 1)
    assert bot._buffers[2].tolist() == [3.0, 7.0, 9.0]
    assert bot._buffers[3].tolist() == [0]


def test_kernel_keeps_its_memory_between_moves_only() -> None:
    spec = parse_bot("odd_bots.kernels:Probe:after=2:move=5")
    game = Game()
    moves = game.legal_moves()
    for _ in range(2):
        bot = spec.create(0, 1)
        chosen = [bot.choose(game, moves) for _ in range(3)]
        assert [move in moves for move in chosen] == [True, True, False]
        assert chosen[2] == 5


def test_kernel_has_states_of_its_own() -> None:
    bot: Any = parse_bot("random").create(0, 1)
    states, rng, parameters, memory = bot._buffers
    assert (states.dtype, len(states), len(rng), len(memory)) == (STATE, KERNEL_STATES, 1, 0)
    assert (rng.dtype, parameters.dtype, memory.dtype) == (np.int64, np.float64, np.int64)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("NotCompiled", r"NotCompiled\.kernel must be a function under @medina_arena\.engine\.compiled$"),
        ("WithoutRng", "TypeError: Signature mismatch: 4 argument types given, but function takes 1 arguments"),
        ("NoField", "KeyError: 'n_camels'"),
        ("NoName", "NameError: name 'best_move' is not defined"),
        ("NoNumber", r"No conversion from Literal\[str\]\(Gg5\) to int64"),
    ],
)
def test_kernel_that_cannot_be_compiled(name: str, reason: str) -> None:
    bot_class = load_bot_class(f"odd_bots.kernels:{name}")
    with pytest.raises(BotError, match=reason) as caught:
        compile_kernel(bot_class, bot_class.Params())
    sentence = str(caught.value)
    assert "\n" not in sentence
    if name != "NotCompiled":
        assert sentence.startswith(
            f"{name}.kernel cannot be compiled as kernel(states, rng, parameters, memory) -> int"
        )
        assert "kernels.py, line " in sentence
