"""Do the commands do what they say? With games that cost nothing."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import fake_play
import pytest
from click.testing import CliRunner, Result

from medina_arena.results import RunStore
from medina_arena.tournament.cli import main
from medina_arena.tournament.pool import available_cpus

RUN = ["run", "--bots", "random,random:label=b", "--bots", "random:label=c", "--workers", "1"]


def _invoke(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture(autouse=True)
def _fake_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fake_play.install(monkeypatch)


def test_run_prints_the_table_and_leaves_it_in_its_folder() -> None:
    result = _invoke(*RUN, "--games", "230", "--seed", "5", "--out", "mine")
    assert "240 games (230 rounded up to whole blocks): 60 blocks of 4, 3 of 3 line-ups" in result.stderr
    assert "rating 240 games" in result.stderr
    assert result.stderr.index("240 of 240 games") < result.stderr.index("rating")
    assert "random" in result.stdout
    assert "seat" in result.stdout
    assert sorted(file.name for file in Path("mine").iterdir()) == [
        "games.sqlite",
        "run.log",
        "table.csv",
        "table.json",
    ]
    for form, name in (("csv", "table.csv"), ("json", "table.json")):
        assert _invoke("rate", "mine", "--format", form).stdout == Path("mine", name).read_text()
    assert _invoke("rate", "mine").stdout == result.stdout
    assert _invoke("rate", "mine", "--format", "markdown").stdout.count("|") > 20
    assert json.loads(Path("mine/table.json").read_text())["games"] == 240


def test_verbose_run_shows_its_log() -> None:
    told = _invoke(*RUN, "--games", "12", "--out", "loud", "-v").stderr
    assert "info: 0 of 12 games are stored, 1 workers: {'bots': [" in told
    assert "info: 12 games are stored" in told
    assert "info: " not in _invoke(*RUN, "--games", "12", "--out", "quiet").stderr
    for name in ("loud", "quiet"):
        assert "12 games are stored" in Path(name, "run.log").read_text()


def test_more_workers_than_processors_are_reported() -> None:
    run = [*RUN[:-2], "--games", "12", "--workers", str(available_cpus() + 1)]
    told = _invoke(*run, "--out", "crowded").stderr
    assert f"{available_cpus() + 1} workers share {available_cpus()} processors" in told


def test_default_folder_is_new_each_time() -> None:
    for _ in range(2):
        _invoke(*RUN, "--games", "12")
    folders = sorted(folder.name for folder in Path("runs").iterdir())
    assert len(folders) == 2
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}(-2)?", name) for name in folders)


@pytest.mark.parametrize(("rules", "players"), [("rulebook", 4), ("second-edition", 4), ("ditt", 2)])
def test_default_number_of_players(rules: str, players: int) -> None:
    _invoke("run", "--bots", "random", "--games", "1", "--rules", rules, "--out", "mine")
    with RunStore.open("mine") as store:
        assert store.config["players"] == players


def test_options_reach_the_configuration() -> None:
    options = ["--players", "3", "--rules", "bsw", "--opening", "bot", "--random-plies", "4", "--seed", "9"]
    _invoke(*RUN, "--games", "6", "--out", "mine", *options)
    with RunStore.open("mine") as store:
        wanted = {"players": 3, "rules": "bsw", "opening": "bot", "random_plies": 4, "seed": 9, "games": 6}
        assert wanted.items() <= store.config.items()
        assert [bot["label"] for bot in store.config["bots"]] == ["random", "b", "c"]


def test_empty_folder_may_be_used() -> None:
    Path("mine").mkdir()
    _invoke(*RUN, "--games", "12", "--out", "mine")


def test_complete_run_can_be_resumed() -> None:
    first = _invoke(*RUN, "--games", "12", "--out", "mine")
    assert _invoke("run", "--resume", "mine").stdout == first.stdout


def test_single_bot_plays_itself() -> None:
    result = _invoke("run", "--bots", "random", "--games", "50", "--out", "mine")
    assert "50 games: 50 blocks of 1, 1 of 1 line-ups" in result.stderr


def test_subset_of_lineups_is_announced() -> None:
    bots = ",".join(f"random:label=b{number}" for number in range(12))
    result = _invoke("run", "--bots", bots, "--games", "48", "--out", "mine")
    assert "12 of 495 line-ups" in result.stderr
    assert "bots and pairs of bots sit equally often" in result.stderr


def test_export_to_file_and_to_stdout() -> None:
    _invoke(*RUN, "--games", "12", "--out", "mine")
    text = _invoke("export", "mine", "--format", "csv").stdout
    assert len(list(csv.DictReader(io.StringIO(text)))) == 12
    assert _invoke("export", "mine", "--out", "games.csv").stdout == ""
    assert Path("games.csv").read_text() == text


@pytest.mark.parametrize("command", [[], ["run"], ["rate"], ["export"], ["merge"], ["verify"], ["reproduce"]])
def test_help_fits_on_a_screen_and_has_an_example(command: list[str]) -> None:
    lines = _invoke(*command, "--help").stdout.splitlines()
    assert len(lines) <= 36
    assert max(map(len, lines)) <= 80
    assert any("Example:  medina-arena " in line for line in lines)


def test_version() -> None:
    assert re.fullmatch(r"medina-arena \d+\.\d+\.\d+\S*\n", _invoke("--version").stdout.replace("main", "medina-arena"))


def test_help_and_version_import_nothing_slow() -> None:
    program = (
        "import sys\nfrom medina_arena.tournament.cli import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "assert not {'numpy', 'numba', 'scipy', 'tqdm', 'medina_arena.engine'} & set(sys.modules)\n"
    )
    for arguments in (["--help"], ["run", "--help"], ["--version"]):
        subprocess.run([sys.executable, "-c", program, *arguments], check=True, capture_output=True)


def test_run_that_cannot_go_on_says_why_and_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_KILL", "10.5.1")
    result = CliRunner().invoke(main, [*RUN, "--games", "120", "--out", "mine"])
    assert result.exit_code == 2
    hint, error = result.stderr.splitlines()[-2:]
    assert error.startswith("Error: game 10.5.1 killed its worker 7 times, at last without any of its bots: ")
    assert re.fullmatch(r"stopped after \d+ of 120 games; go on with: medina-arena run --resume mine", hint)
    monkeypatch.delenv("FAKE_KILL")
    _invoke("run", "--resume", "mine")
    with RunStore.open("mine") as store:
        assert store.n_games == 120
