"""Are the numbers of games that are asked for enough, and no more than enough?"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from simulated_games import Truth, as_batch, config_of, duel, tournament
from statsmodels.stats.power import TTestPower

from medina_arena.results import (
    ResultsError,
    RunStore,
    blocks_for_effect,
    effect_of_blocks,
    expected_half_width,
    games_for_half_width,
    rate,
)
from medina_arena.tournament.cli import main


@pytest.mark.parametrize(("players", "constant"), [(2, 491), (3, 394), (4, 355)])
def test_many_bots_need_what_the_literature_says(players: int, constant: float) -> None:
    per_bot = expected_half_width(10_000, players, 10_000 * 1000 // players) / 1.96 * np.sqrt(1000)
    assert per_bot == pytest.approx(constant, abs=1)


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (5, 2), (3, 3), (6, 3), (4, 4), (7, 4)])
def test_a_run_of_equal_bots_has_the_expected_precision(bots: int, players: int) -> None:
    games = tournament(np.random.default_rng(1), Truth(np.zeros(bots), np.zeros(players)), 6000)
    rating = rate(games.bots, games.ranks, games.blocks)
    widths = [
        1.96 * np.sqrt(c[a, a] + c[b, b] - 2 * c[a, b]) for c in [rating.fisher] for a in range(bots) for b in range(a)
    ]
    assert np.mean(widths) == pytest.approx(expected_half_width(bots, players, len(games)), rel=0.02)


def test_two_bots_at_four_seats_have_the_expected_precision() -> None:
    games = duel(np.random.default_rng(2), 0.0, 600)
    rating = rate(games.bots, games.ranks, games.blocks)
    width = 1.96 * np.sqrt(rating.fisher[0, 0] + rating.fisher[1, 1] - 2 * rating.fisher[0, 1])
    assert width == pytest.approx(expected_half_width(2, 4, len(games)), rel=0.03)


def test_games_for_a_precision_give_it() -> None:
    games = games_for_half_width(8, 4, 20)
    assert expected_half_width(8, 4, games) <= 20 < expected_half_width(8, 4, games - 1)
    assert games * 4 / 8 == pytest.approx(1210 * 7 / 8, rel=0.01)
    assert games_for_half_width(8, 4, 20, design_effect=2) == pytest.approx(2 * games, abs=2)


@pytest.mark.parametrize(("d_z", "blocks"), [(0.1, 787), (0.2, 199), (0.3, 90), (1.0, 10)])
def test_blocks_for_an_effect_are_those_of_a_paired_t_test(d_z: float, blocks: int) -> None:
    assert blocks_for_effect(d_z) == blocks
    assert TTestPower().solve_power(d_z, power=0.8, alpha=0.05) == pytest.approx(blocks, abs=1)
    assert effect_of_blocks(blocks) == pytest.approx(d_z, rel=0.06)
    assert blocks_for_effect(-d_z, power=0.9) > blocks
    assert blocks_for_effect(d_z, risk=0.002) > blocks


def test_large_numbers_of_blocks_agree_with_small_ones() -> None:
    assert blocks_for_effect(0.01) == pytest.approx(100 * blocks_for_effect(0.1), rel=0.01)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: expected_half_width(1, 4, 10), "at least two bots and two players, not 1 and 4"),
        (lambda: games_for_half_width(3, 4, 0), "above 0 Elo, not 0"),
        (lambda: blocks_for_effect(0), "other than 0, not 0"),
        (lambda: blocks_for_effect(0.1, power=1), "below 1, not 0.05 and 1"),
        (lambda: blocks_for_effect(1e-5), "more than 10,000,000 blocks"),
        (lambda: effect_of_blocks(1), "at least two blocks, not 1"),
    ],
)
def test_bad_input_is_named(call: Any, message: str) -> None:
    with pytest.raises(ResultsError, match=message):
        call()


def invoke(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, ["power", *arguments])
    assert result.exit_code == status, result.output
    return result.stdout if status == 0 else result.stderr


def test_command_says_games_in_whole_blocks() -> None:
    assert invoke("--precision", "20", "--entrants", "8") == (
        "2,120 games (530 blocks) of 8 bots at 4 seats know differences to ±20 Elo (95 %)\n"
    )
    assert json.loads(invoke("--effect", "0.2", "--players", "3", "--format", "json"))["games"] == 199 * 6
    told = invoke("--games", "6000", "--measures", "26")
    assert told.startswith("6,000 games (1,000 blocks) of 2 bots at 4 seats know differences to ±")
    assert "among 26 measures with a probability of 80 %" in told


def test_command_goes_by_the_errors_of_a_run(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    games = tournament(rng, Truth(np.array([0.0, 100.0, 200.0]), np.zeros(3), bot_luck=150), 600)
    with RunStore.create(tmp_path / "run", config_of(["a", "b", "c"], 3)) as store:
        store.append(as_batch(games, rng))
    now = json.loads(invoke("--games", "600", "--from", str(tmp_path / "run"), "--format", "json"))
    assert now["precision"] > expected_half_width(3, 3, 600)
    half = str(now["precision"] / 2)
    wanted = json.loads(invoke("--precision", half, "--from", str(tmp_path / "run"), "--format", "json"))
    assert wanted["games"] == pytest.approx(2400, abs=6)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "give one of --precision, --effect, --games, not none"),
        (["--precision", "5", "--games", "3"], "not --precision and --games"),
        (["--precision", "-5"], "above 0 Elo, not -5"),
        (["--effect", "0"], "other than 0, not 0"),
        (["--precision", "5", "--entrants", "1"], "'1' is no whole number of at least 2"),
        (["--precision", "5", "--from", "gone"], "gone is no run's folder"),
    ],
)
def test_command_names_bad_input(arguments: list[str], sentence: str) -> None:
    assert sentence in invoke(*arguments, status=2).replace("\n", " ")
