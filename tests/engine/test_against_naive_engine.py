"""Do both engines agree at every ply? A few random games of each rule set; `make differential` plays many."""

import subprocess
import sys
from pathlib import Path

import pytest
from engine_games import all_tables, compare

OVERRIDES = [
    ("rulebook:final_tie=largest_palace:palace_tie=completed_first:close_without_space=yes", 3),
    ("bsw:last_player=domes:blocked_frees_colour=no:supply_walls=0", 3),
    ("dutch:last_player=claims:tower_connection=arm:supply_inhabitants=20", 3),
    ("french:last_player=claims:close_without_space=yes:supply_palace=12", 4),
    ("gift:last_player=claims:stables_may_touch=no:supply_palace=12:supply_walls=1", 3),
    ("gift:last_player=domes:blocked_frees_colour=no:palace_tie=completed_first", 4),
    ("second-edition:last_player=pieces:tower_connection=arm:supply_palace=2:supply_walls=1", 2),
    ("second-edition:well=no:tower_merchants=no:close_without_space=yes:palace_tie=completed_first", 4),
    ("second-edition:tea=no:neutral=none:last_player=claims:stables_may_touch=no", 3),
    ("ditt:last_player=claims:blocked_frees_colour=no:supply_inhabitants=0:supply_walls=2", 2),
    ("ditt:close_without_space=yes:tower_connection=arm:supply_palace=12", 2),
]


@pytest.mark.parametrize("biased", [False, True], ids=["uniform", "biased"])
@pytest.mark.parametrize(("rules", "players"), all_tables())
def test_random_games(rules: str, players: int, biased: bool) -> None:
    assert compare(rules, players, n_games=2, seed=100, biased=biased) > 50


@pytest.mark.parametrize(("rules", "players"), OVERRIDES)
def test_random_games_with_overrides(rules: str, players: int) -> None:
    assert compare(rules, players, n_games=1, seed=200, biased=True) > 20


def test_the_large_run_reports_what_it_did() -> None:
    script = Path(__file__).with_name("differential.py")
    options = ["--games", "1", "--sets", "ditt,gift:supply_palace=1", "--players", "4", "--biased", "no"]
    done = subprocess.run([sys.executable, str(script), *options], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1 games, ")
    assert "no difference" in done.stdout
