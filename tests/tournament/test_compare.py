"""Does a comparison play the same blocks by all rules, find what they change and nothing else, and keep its work?"""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from medina_arena.bots import parse_bots
from medina_arena.engine import parse_rules
from medina_arena.results import RunStore
from medina_arena.tournament.cli import main
from medina_arena.tournament.compare import CompareConfig, compare_rules, play_comparison
from medina_arena.tournament.compare_folder import read_config, write_results
from medina_arena.tournament.errors import RunError

TILES = "rulebook:palace_tiles=2/3/4/5"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def invoke(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["compare", *arguments])
    assert result.exit_code == status, result.output
    return result


def rows_of(result: Result, part: str = "rows") -> dict[str, dict[str, Any]]:
    return {row["metric"]: row for row in json.loads(result.stdout)[part]}


def test_more_points_for_palace_tiles_change_exactly_that() -> None:
    result = invoke("--rules", f"rulebook,{TILES}", "--bots", "random", "--games", "40", "--format", "json")
    rows = rows_of(result)
    assert rows["points_palace_tiles"]["difference"] == pytest.approx(rows["palace_tiles_held"]["mean_a"])
    assert rows["points_palace_tiles"]["finding"] == "differs"
    of_scores = {"points_palace_tiles", "win_margin", "shared_win", "drama", "lead_changes", "neighbour_effect"}
    for name, row in rows.items():
        if name not in of_scores | {"first_seat"}:
            assert (row["difference"], row["low"], row["high"], row["p"]) == (0, 0, 0, 1), name
    floor = {row["metric"]: row for row in json.loads(result.stdout)["control"]}
    assert floor["placements"]["difference"] != 0
    assert floor["placements"]["b"] == "other seeds"
    assert [variant["name"] for variant in json.loads(result.stdout)["variants"]] == ["rulebook", TILES]


def test_two_names_of_one_rule_set_differ_by_exactly_nothing() -> None:
    names = "dutch,rulebook:stables_may_touch=no:last_player=domes"
    rows = rows_of(
        invoke("--rules", names, "--bots", "random,greedy", "--games", "36", "--players", "3", "--format", "json")
    )
    assert rows["skill_gradient"]["about"] == "Elo of random minus greedy"
    assert all(row["difference"] in (0, None) for row in rows.values())
    assert sum(row["difference"] == 0 for row in rows.values()) >= 24


def test_folder_holds_games_values_and_tables() -> None:
    text = invoke("--rules", f"rulebook,{TILES}", "--bots", "random", "--games", "24", "--out", "mine").stdout
    assert Path("mine/comparison.txt").read_text() == text
    assert sorted(path.name for path in Path("mine").iterdir()) == [
        "1-rulebook",
        "2-rulebook",
        "3-rulebook",
        "compare.json",
        "comparison.csv",
        "comparison.json",
        "comparison.md",
        "comparison.txt",
    ]
    with RunStore.open("mine/2-rulebook") as store:
        assert store.config["rules"] == TILES
        games = store.read_all()
    values = list(csv.DictReader(Path("mine/2-rulebook/values.csv").read_text().splitlines()))
    assert [int(row["placements"]) for row in values] == games.placements.tolist()
    points = games.sources[:, :, 4].sum(axis=1).tolist()
    assert [float(row["points_palace_tiles"]) for row in values] == points
    message = invoke("--resume", "mine", status=2).stderr
    assert "the comparison is complete" in message


def test_workers_and_interruption_change_nothing() -> None:
    rules = tuple(map(parse_rules, ("rulebook", "bsw")))
    config = CompareConfig(tuple(parse_bots("random,random:label=b")), rules, ("rulebook", "bsw"), 4, 66)
    assert play_comparison(config, Path("one"), workers=1)
    assert play_comparison(config, Path("two"), workers=2)
    names = sorted(path.name for path in Path("one").iterdir())
    assert len(names) == 6
    assert sorted(path.name for path in Path("two").iterdir()) == names
    for gone in names[1::2]:
        Path("two", gone).unlink()
    kept = {name: Path("two", name).stat().st_mtime_ns for name in names[::2]}
    assert play_comparison(config, Path("two"), workers=1)
    assert {name: Path("two", name).stat().st_mtime_ns for name in kept} == kept
    (one, _), (two, _) = (compare_rules(config, Path(folder)) for folder in ("one", "two"))
    assert one == two
    assert one.tables[0].games == 66


def test_resuming_goes_on_as_it_began() -> None:
    options = ("--rules", f"rulebook,{TILES}", "--bots", "random", "--games", "24", "--seed", "4")
    whole = invoke(*options, "--out", "whole").stdout
    invoke(*options, "--out", "part")
    config = json.loads(Path("part/compare.json").read_text())
    for path in Path("part").iterdir():
        if path.name.startswith("comparison"):
            path.unlink()
    Path("part/parts").mkdir()
    assert (config["seed"], config["names"]) == (4, ["rulebook", TILES])
    assert invoke("--resume", "part").stdout == whole


def test_a_measure_of_ones_own_and_a_margin() -> None:
    Path("mine.py").write_text("def stables(game):\n    '''Stables.'''\n    return len(game.stables())\n")
    options = ("--metrics", "turns,mine.py:stables", "--margin", "stables=40", "--games", "24", "--format", "json")
    rows = rows_of(invoke("--rules", f"rulebook,{TILES}", "--bots", "random", *options))
    assert set(rows) == {"turns", "stables", "first_seat"}
    assert rows["stables"]["about"] == "Stables."
    assert (rows["stables"]["margin"], rows["turns"]["margin"]) == (40, 0.5)
    assert 0 < rows["stables"]["mean_a"] <= 12


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name rule sets and bots, such as --rules rulebook,bsw --bots mcts,greedy"),
        (["--rules", "rulebook", "--bots", "random"], "a comparison needs at least two rule sets, not 1"),
        (["--rules", "rulebook,rulebok", "--bots", "random"], "rulebok"),
        (["--rules", "rulebook,ditt", "--bots", "random"], "no number of players can play all of rulebook, ditt"),
        (["--rules", "rulebook,bsw", "--bots", "random", "--players", "2"], "3 or 4 players, not by 2"),
        (["--rules", "rulebook,bsw", "--bots", "randon"], "no bot 'randon'"),
        (["--rules", "rulebook,bsw", "--bots", "random", "--metrics", "turn"], "did you mean 'turns'?"),
        (
            ["--rules", "rulebook,bsw", "--bots", "random", "--metrics", "turns,turns"],
            "measured once, not as in turns, turns",
        ),
        (["--rules", "rulebook,bsw", "--bots", "random", "--margin", "turns=-1"], "not 'turns=-1'"),
        (
            ["--rules", "rulebook,bsw", "--bots", "random", "--margin", "turn=1"],
            "no measure 'turn' that could have a margin",
        ),
        (["--resume", "gone"], "gone is no comparison's folder: it has no compare.json"),
        (["--resume", "gone", "--seed", "3"], "--seed cannot be given with --resume"),
        (["--rules", "rulebook,bsw", "--bots", "random", "--games", "0"], "'0' is no whole number of at least 1"),
    ],
)
def test_bad_input_is_named_before_anything_is_played(arguments: list[str], sentence: str) -> None:
    result = invoke(*arguments, status=2)
    assert sentence in result.stderr.replace("\n", " ")
    assert result.stdout == ""
    assert list(Path().iterdir()) == []


def test_a_measure_that_fails_stops_the_comparison_with_a_sentence() -> None:
    Path("mine.py").write_text("def broken(game):\n    return game.nothing\n")
    options = ("--metrics", "mine.py:broken", "--games", "4", "--out", "out")
    result = invoke("--rules", "rulebook,bsw", "--bots", "random", *options, status=2)
    assert result.stderr.splitlines()[-1].startswith("Error: metric 'broken' failed with AttributeError")


def test_changed_bots_and_measures_are_noticed(tmp_path: Path) -> None:
    bot = (
        "from medina_arena import Bot\nclass Mine(Bot):\n    def choose(self, game, moves):\n        return moves[0]\n"
    )
    (tmp_path / "mine.py").write_text(bot)
    (tmp_path / "own.py").write_text("def plies(game):\n    return game.ply\n")
    options = ["--rules", "rulebook,dutch", "--bots", "mine.py:Mine", "--games", "8", "--metrics", "own.py:plies"]
    invoke(*options, "--out", "cmp")
    config = read_config(tmp_path / "cmp")
    for name, changed in (("mine.py:Mine", "mine.py"), ("own.py:plies", "own.py")):
        text = (tmp_path / changed).read_text()
        (tmp_path / changed).write_text(f"{text}# changed\n")
        with pytest.raises(RunError, match=f"the files of '{name}' are not what they were"):
            read_config(tmp_path / "cmp")
        (tmp_path / changed).write_text(text)
    assert read_config(tmp_path / "cmp") == config


def test_results_that_were_cut_short_are_written_again(tmp_path: Path) -> None:
    invoke("--rules", "rulebook,dutch", "--bots", "random", "--games", "8", "--out", "whole")
    config = read_config(tmp_path / "whole")
    play_comparison(config, tmp_path / "cut" / "parts")
    comparison, variants = compare_rules(config, tmp_path / "cut" / "parts")
    with RunStore.create(tmp_path / "cut" / "1-rulebook", variants[0].config):
        pass
    write_results(comparison, variants, config, tmp_path / "cut")
    with RunStore.open(tmp_path / "cut" / "1-rulebook") as store:
        assert store.n_games == len(variants[0].games) == 8
