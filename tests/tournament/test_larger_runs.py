"""Do runs grow and merge without losing, repeating or mixing games? With games that cost nothing."""

import json
import re
from pathlib import Path
from typing import Any

import fake_play
import numpy as np
import pytest
from click.testing import CliRunner

from medina_arena.results import RunStore, format_id
from medina_arena.tournament.cli import main
from medina_arena.tournament.merge import merge_runs

BOTS = "random,random:label=b,random:label=c"
RUN = ["run", "--bots", BOTS, "--workers", "2"]


@pytest.fixture(autouse=True)
def _fake_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fake_play.install(monkeypatch)


def _medina(*arguments: str, status: int = 0) -> str:
    """What a command prints: its result, or its error in a line."""
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result.stdout if status == 0 else result.stderr.splitlines()[-1].removeprefix("Error: ")


def _export(folder: str) -> str:
    return _medina("export", folder)


def _config(folder: str) -> dict[str, Any]:
    with RunStore.open(folder) as store:
        return store.config


def test_more_games_are_the_games_of_a_larger_run() -> None:
    _medina(*RUN, "--games", "120", "--out", "small")
    _medina(*RUN, "--games", "300", "--out", "large")
    _medina("run", "--resume", "small", "--games", "300", "--workers", "1")
    assert _export("small") == _export("large")
    assert _config("small") == _config("large")


def test_fewer_games_are_refused() -> None:
    _medina(*RUN, "--games", "120", "--out", "small")
    before = _export("small")
    assert "the run has 120 games, and 60 are fewer" in _medina("run", "--resume", "small", "--games", "60", status=2)
    assert _export("small") == before


def test_one_more_bot_keeps_the_old_games_and_plays_the_new_ones() -> None:
    _medina(*RUN, "--games", "120", "--out", "small")
    old = set(_export("small").splitlines())
    _medina("run", "--resume", "small", "--bots", "random:label=d")
    _medina("run", "--bots", f"{BOTS},random:label=d", "--games", "120", "--out", "four")
    assert set(_export("small").splitlines()) == old | set(_export("four").splitlines())
    assert [bot["label"] for bot in _config("small")["bots"]] == ["random", "b", "c", "d"]


def test_bot_that_is_there_already_is_no_new_one() -> None:
    _medina(*RUN, "--games", "12", "--out", "small")
    assert "two bots are called 'b'" in _medina("run", "--resume", "small", "--bots", "random:label=b", status=2)
    assert len(_config("small")["bots"]) == 3


def test_new_bot_may_change_what_the_others_are_called() -> None:
    _medina("run", "--bots", "random:simulations=3,greedy", "--games", "12", "--out", "small")
    _medina("run", "--resume", "small", "--bots", "random:simulations=5")
    assert [bot["label"] for bot in _config("small")["bots"]] == [
        "random:simulations=3",
        "greedy",
        "random:simulations=5",
    ]


def test_changed_bot_is_named(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    text = (
        "from medina_arena import Bot\nclass Mine(Bot):\n    def choose(self, game, moves):\n        return moves[0]\n"
    )
    bot.write_text(text)
    _medina("run", "--bots", "mine.py:Mine,random", "--games", "12", "--out", "run")
    bot.write_text(text.replace("[0]", "[1]"))
    sentence = "the files of 'Mine' are not what they were when the run began"
    for command in (["run", "--resume", "run"], ["run", "--resume", "run", "--games", "24"], ["verify", "run"]):
        assert _medina(*command, status=2).startswith(sentence)
    bot.write_text(text)
    _medina("run", "--resume", "run")


@pytest.mark.parametrize("of", [2, 3])
def test_parts_merge_to_the_whole(of: int) -> None:
    _medina(*RUN, "--games", "240", "--out", "whole")
    parts = [f"part{number}" for number in range(1, of + 1)]
    for number, part in enumerate(parts, 1):
        _medina(*RUN, "--games", "240", "--out", part, "--part", f"{number}/{of}")
    assert sum(len(_export(part).splitlines()) - 1 for part in parts) == 240
    said = _medina("merge", *parts[::-1], "--out", "merged")
    assert said == "merged: 240 games; rate them with: medina-arena rate merged\n"
    assert _export("merged") == _export("whole")
    assert _medina("rate", "merged") == _medina("rate", "whole")


def test_part_goes_on_as_a_part() -> None:
    _medina(*RUN, "--games", "240", "--out", "part", "--part", "2/2")
    before = _export("part")
    _medina("run", "--resume", "part")
    assert _export("part") == before
    _medina("run", "--resume", "part", "--part", "1/1")
    assert len(_export("part").splitlines()) == 241


def test_games_that_both_have_are_taken_once() -> None:
    _medina(*RUN, "--games", "120", "--out", "small")
    _medina(*RUN, "--games", "240", "--out", "large")
    assert _medina("merge", "small", "large", "--out", "both").startswith(
        "both: 240 games, 120 that came more than once"
    )
    assert _export("both") == _export("large")
    assert _config("both")["games"] == 240


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--seed", "2"], "cannot be merged: seed is 1 there and 2 here"),
        (["--random-plies", "2"], "cannot be merged: random_plies is 0 there and 2 here"),
        (["--rules", "bsw"], "cannot be merged: rules is 'rulebook' there and 'bsw' here"),
        (
            ["--bots", "random:label=d"],
            "cannot be merged: bots is ['random', 'b', 'c'] there and ['random', 'b', 'c', 'd']",
        ),
    ],
)
def test_runs_of_different_configurations_do_not_merge(options: list[str], sentence: str) -> None:
    _medina(*RUN, "--games", "12", "--out", "a", "--seed", "1")
    seed = [] if "--seed" in options else ["--seed", "1"]
    _medina(*RUN, "--games", "12", "--out", "b", *seed, *options)
    assert sentence in _medina("merge", "a", "b", "--out", "c", status=2)
    assert not Path("c").exists()


def test_games_that_differ_are_named_and_nothing_is_left() -> None:
    _medina(*RUN, "--games", "120", "--out", "a")
    _medina(*RUN, "--games", "120", "--out", "b")
    with RunStore.open("b") as store:
        games = store.read_all()
        changed = games.take(slice(50, 51))
        changed.moves_hash[:] += 1
        data = store.config
    with RunStore.create("c", data) as store:
        store.append(changed)
    name = format_id(int(changed.ids[0]))
    assert f"c cannot be merged: its game {name} is another one than in" in _medina(
        "merge", "a", "c", "--out", "d", status=2
    )
    assert not Path("d").exists()


def test_merging_into_a_run_is_refused() -> None:
    _medina(*RUN, "--games", "12", "--out", "a")
    assert "a holds files already" in _medina("merge", "a", "a", "--out", "a", status=2)


def test_how_a_run_is_played_may_change_when_it_goes_on() -> None:
    _medina(*RUN, "--games", "12", "--out", "a")
    assert "--move-timeout and --memory need --isolate" in _medina("run", "--resume", "a", "--memory", "9", status=2)
    found = []
    for options in (["--isolate", "--memory", "700"], ["--move-timeout", "3.5"], ["--on-fault", "stop"], []):
        _medina("run", "--resume", "a", *options)
        found.append({name: _config("a")["settings"][name] for name in ("move_timeout", "memory", "on_fault")})
    assert found[0] == {"move_timeout": 60.0, "memory": 700, "on_fault": "record"}
    assert found[1] == {"move_timeout": 3.5, "memory": 700, "on_fault": "record"}
    assert found[2] == found[3] == {"move_timeout": 3.5, "memory": 700, "on_fault": "stop"}


def test_file_describes_a_run_and_what_is_typed_wins(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(
        'bots = ["random", "random:label=b", "random:label=c"]\ngames = 120\nseed = 7\nout = "filed"\n'
        'random-plies = 3\nisolate = true\nmemory = 500\nmove_timeout = 2.5\non_fault = "stop"\n'
    )
    _medina("run", "t.toml")
    _medina("run", "t.toml", "--games", "24", "--out", "typed", "--on-fault", "record")
    filed, typed = _config("filed"), _config("typed")
    assert (filed["games"], filed["seed"], filed["random_plies"], len(filed["bots"])) == (120, 7, 3, 3)
    settings = {"isolate": True, "move_timeout": 2.5, "memory": 500, "on_fault": "stop", "part": "1/1"}
    assert filed["settings"] == settings
    assert (typed["games"], typed["seed"], typed["settings"]) == (24, 7, settings | {"on_fault": "record"})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gmaes = 3", "t.toml: there is no 'gmaes' (did you mean 'games'?): known are bots, games, "),
        ("games = ", "t.toml is no TOML: "),
        ('games = "3"', "t.toml: games is a whole number, not '3'"),
        ("games = true", "t.toml: games is a whole number, not True"),
        ("bots = [1]", "t.toml: bots is a text or a list of texts, not [1]"),
        ("games = 0", "'0' is no whole number of at least 1"),
        ('opening = "free"', "'free' is not one of 'drawn', 'bot'"),
        ('isolate = "yes"', "t.toml: isolate is true or false, not 'yes'"),
        ("[run]\ngames = 3", "t.toml: there is no 'run'"),
        ('out = "a\\u0000b"', "t.toml: out has a null character"),
        ("", "name the bots that play"),
    ],
)
def test_bad_file_is_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(text)
    assert sentence in _medina("run", "t.toml", status=2)


def test_events_for_programs() -> None:
    lines = [
        json.loads(line) for line in _medina(*RUN, "--games", "120", "--out", "a", "--format", "json").splitlines()
    ]
    assert [line["event"] for line in lines if line["event"] != "log"] == ["start", "progress", "end"]
    assert lines[0]["config"] == _config("a")
    assert {"games": 120, "of": 120, "faults": 0}.items() <= lines[-2].items()
    assert lines[-1]["is_complete"] is True
    assert lines[-1]["table"] == json.loads(_medina("rate", "a", "--format", "json"))


def test_gauntlet_goes_on_as_one() -> None:
    _medina(*RUN, "--games", "36", "--out", "a", "--gauntlet", "b")
    assert {row.split(",")[1] for row in _export("a").splitlines()[1:]} == {"random+random+b+b", "b+b+c+c"}
    _medina("run", "--resume", "a", "--bots", "random:label=d")
    assert "b+b+d+d" in _export("a")
    assert _config("a")["gauntlet"] == "b"


SIX = "random,random:label=b,random:label=c,random:label=d,random:label=e,random:label=f"


def test_neighbours_play_in_rounds_that_are_stored() -> None:
    _medina("run", "--bots", SIX, "--games", "240", "--neighbours", "--out", "a", "--workers", "1")
    config = _config("a")
    rounds = config["rounds"]
    assert rounds[0]["lineups"] == [[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5]]
    assert len(rounds) == 10
    assert len({tuple(map(tuple, one["lineups"])) for one in rounds}) > 1  # the table changes
    games = 4 * sum(one["blocks"] * len(one["lineups"]) for one in rounds)
    assert 240 <= games <= 240 + 24
    assert len(_export("a").splitlines()) == games + 1
    said = _medina("verify", "a", "--games", "0")
    assert said == f"a: file sound, {games} games with 0 wrong seeds, 0 played again, 0 of them differ\n"


def test_neighbours_of_any_number_of_workers_are_the_same() -> None:
    for workers in ("1", "2"):
        _medina("run", "--bots", SIX, "--games", "240", "--neighbours", "--out", workers, "--workers", workers)
    assert _export("1") == _export("2")
    assert _config("1") == _config("2")


def test_neighbours_go_on_where_they_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    _medina("run", "--bots", SIX, "--games", "240", "--neighbours", "--out", "whole")
    _medina("run", "--bots", SIX, "--games", "240", "--neighbours", "--out", "a", "--workers", "1")
    with RunStore.open("whole") as store:
        games = store.read_all()
    with RunStore.open("a") as store:
        data = store.config
    half = data | {"rounds": data["rounds"][:5]}
    played = {block for entry in half["rounds"][:4] for block in _blocks_of(entry)}
    blocks = zip(np.sort(games.bots, axis=1).tolist(), games.block.tolist(), strict=True)
    keep = [(tuple(bots), block) in played for bots, block in blocks]
    with RunStore.create("half", half) as store:
        store.append(games.take(np.array(keep)))
        assert 0 < store.n_games < len(games)
    _medina("run", "--resume", "half")
    assert _export("half") == _export("whole")
    assert _config("half")["rounds"] == _config("whole")["rounds"]


def _blocks_of(entry: dict[str, Any]) -> list[tuple[tuple[int, ...], int]]:
    """The line-ups of a round with the numbers of their blocks."""
    return [
        (tuple(lineup), first + number)
        for lineup, first in zip(entry["lineups"], entry["first_blocks"], strict=True)
        for number in range(entry["blocks"])
    ]


def test_what_neighbours_cannot_do() -> None:
    run = ["run", "--bots", SIX, "--neighbours", "--games", "24"]
    assert "--part cannot be given with --neighbours" in _medina(*run, "--part", "1/2", status=2)
    assert "is no gauntlet" in _medina(*run, "--gauntlet", "b", status=2)
    assert "needs more than 4 bots" in _medina(*RUN, "--neighbours", status=2)
    _medina(*run, "--out", "a")
    assert "a is a run of neighbours" in _medina("merge", "a", "a", "--out", "b", status=2)
    assert not Path("b").exists()


def test_dry_run_tells_and_keeps_nothing(tmp_path: Path) -> None:
    out = _medina(*RUN, "--games", "1000", "--dry-run")
    assert "1,008 games (1,000 rounded up to whole blocks): 252 blocks of 4, 3 of 3 line-ups" in out
    assert "  random, random, b, c" in out
    precision = re.search(r"expected precision: ± ([0-9.]+) Elo", out)
    assert precision is not None
    more = re.search(r"expected precision: ± ([0-9.]+) Elo", _medina(*RUN, "--games", "16000", "--dry-run"))
    assert more is not None
    assert float(more[1]) == pytest.approx(float(precision[1]) / 4, rel=0.15)
    assert re.search(r"expected time: \S+ on 2 workers \([0-9,]+ games took [0-9.]+ s on one\)", out)
    assert list(tmp_path.iterdir()) == []


def test_merge_that_is_ended_leaves_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    _medina(*RUN, "--games", "12", "--out", "a")
    with monkeypatch.context() as patch:
        patch.setattr(RunStore, "discard", RunStore.close)  # as if the program were killed
        patch.setattr("medina_arena.tournament.merge._add", lambda merged, store: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            merge_runs([Path("a")], Path("b"))
    assert not Path("b").exists()
    assert merge_runs([Path("a")], Path("b")) == (12, 0)
    assert [file.name for file in Path().iterdir() if file.name.startswith("b")] == ["b"]


def test_rehearsal_refuses_what_the_run_refuses() -> None:
    assert "the precision must be above 0 Elo" in _medina(*RUN, "--precision", "-5", "--dry-run", status=2)
    six = ["run", "--bots", SIX, "--neighbours"]
    assert "--part cannot be given with --neighbours" in _medina(*six, "--part", "1/2", "--dry-run", status=2)
    out = _medina(*RUN, "--precision", "20", "--dry-run")
    assert "372 games (363 rounded up to whole blocks)" in out
    assert "so far until the first look: the run goes on until all differences are known to ± 20 Elo" in out


def test_file_may_ask_for_a_precision(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text('bots = "random,random:label=b"\nprecision = 150\nout = "filed"\n')
    _medina("run", "t.toml")
    assert _config("filed")["precision"]["half_width"] == 150


def test_what_a_run_left_that_never_began_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for name in ("games.sqlite.77.new", "games.sqlite.77.new-journal"):
        (tmp_path / "a" / name).touch()
    _medina(*RUN, "--games", "12", "--out", "a")
    with RunStore.open("a") as store:
        assert store.n_games == 12
