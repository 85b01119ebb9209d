"""Do the example bots do what the tutorial says of them?"""

from pathlib import Path

import pytest

from medina_arena.bots import check_bot, parse_bots
from medina_arena.engine import rule_set
from medina_arena.results import GameBatch
from medina_arena.tournament import RunConfig, make_plan, play_games, schedule_games

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def _games(bots: str, games: int) -> GameBatch:
    config = RunConfig(tuple(parse_bots(bots)), rule_set("rulebook"), 4, games=games)
    return play_games(config, schedule_games(make_plan(config), 0, games))


@pytest.mark.parametrize("bot", ["dreamer.py:Dreamer:dreams=2", "sprinter.py:Sprinter"])
def test_example_keeps_to_the_rules_of_bots(bot: str) -> None:
    report = check_bot(f"{EXAMPLES}/{bot}", rules=["gift"], skip=["travels to processes"])
    assert report.is_passed, f"\n{report}"


def test_compiled_example_beats_random() -> None:
    games = _games(f"{EXAMPLES}/sprinter.py:Sprinter,random", 60)
    assert not games.terminations.any()
    ranks = [games.ranks[games.bots == bot].mean() for bot in (0, 1)]
    assert ranks[0] + 0.7 < ranks[1]


def test_python_example_beats_greedy_in_a_block() -> None:
    """One block is no proof; the tutorial says what many games gave."""
    games = _games(f"{EXAMPLES}/dreamer.py:Dreamer,greedy", 6)
    assert not games.terminations.any()
    assert games.scores[games.bots == 0].mean() > games.scores[games.bots == 1].mean()
