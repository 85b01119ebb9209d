"""Is a bot held against each bot of the pool alone, and what is printed of it?"""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from medina_arena.bots import parse_bot
from medina_arena.engine import rule_set
from medina_arena.results.separation import Separation
from medina_arena.results.table_rows import DifferenceRow
from medina_arena.tournament import ladder as ladder_module
from medina_arena.tournament.cli import main
from medina_arena.tournament.cli.ladder import _difference
from medina_arena.tournament.ladder import Step, ladder_config, ladder_steps
from medina_arena.tournament.play import play_games
from medina_arena.tournament.schedule import make_plan, schedule_games

POOL = ("random", "greedy", "policy")


@pytest.fixture(autouse=True)
def _small_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_module, "REFERENCE_POOL", POOL)


def test_every_opponent_is_met_alone_and_rated_alone() -> None:
    config = ladder_config(parse_bot("policy:temperature=2"), rule_set("rulebook"), 4, 120, seed=3)
    plan = make_plan(config)
    games = play_games(config, schedule_games(plan, 0, plan.n_games))
    assert {tuple(sorted(set(row))) for row in games.bots.tolist()} == {(0, 1), (0, 2), (0, 3)}
    steps = ladder_steps(games, config)
    assert [step.opponent for step in steps] == config.labels[1:]
    assert [step.games for step in steps] == [120, 120, 120]
    random, greedy, policy = (step.difference for step in steps)
    assert random.elo is not None
    assert greedy.elo is not None
    assert random.elo > greedy.elo
    assert policy.elo is not None
    assert policy.half_width is not None
    assert abs(policy.elo) < 200
    assert 20 < policy.half_width < 120  # twenty blocks


def test_a_bot_of_the_pool_does_not_meet_itself() -> None:
    config = ladder_config(parse_bot("greedy"), rule_set("rulebook"), 3, 12, seed=0)
    assert config.labels == ["greedy", "random", "policy"]
    assert config.gauntlet == "greedy"
    assert ladder_config(parse_bot("greedy:label=mine"), rule_set("rulebook"), 3, 12, seed=0).labels[0] == "mine"


def test_command_prints_a_row_for_each_and_goes_on(tmp_path: Path) -> None:
    command = ["ladder", "random", "--games", "6", "--workers", "1", "--out", str(tmp_path / "runs")]
    first = CliRunner().invoke(main, command)
    assert first.exit_code == 0, first.output
    assert re.search(r"^opponent +3 players +games +4 players +games$", first.stdout, re.MULTILINE)
    assert re.search(r"^greedy .* 6 .* 6$", first.stdout, re.MULTILINE)
    again = CliRunner().invoke(main, command)
    assert again.stdout == first.stdout
    other = CliRunner().invoke(main, [*command, "--seed", "1"])
    assert other.exit_code == 2
    assert "holds another run" in other.stderr


def test_impossible_input_is_refused(tmp_path: Path) -> None:
    for arguments in (["nobody"], ["random", "--players", "5"], ["random", "--rules", "ditt", "--players", "4"]):
        result = CliRunner().invoke(main, ["ladder", *arguments, "--out", str(tmp_path)])
        assert result.exit_code == 2
        assert "Error" in result.stderr


def test_bound_has_the_sign_of_its_side() -> None:
    """Of a bot that always lost, even where the bound is positive, as a few games with luck for seats can make it."""
    row = DifferenceRow("a", "b", None, None, None, Separation.BELOW, 216.0, None)
    assert _difference(Step("b", row, 6, 0)) == "< +216"
    assert _difference(Step("b", replace(row, bound=None), 6, 0)) == "?"
    assert _difference(Step("b", replace(row, separated=Separation.ABOVE, bound=-20.0), 6, 0)) == "> -20"
