"""Are faults kept, told and seen again, and does verify find what is wrong? With real games of quick bots."""

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from medina_arena.results import Fault, RunStore, Termination, format_id
from medina_arena.tournament.cli import main

BOT = '''
from medina_arena import Bot


class Moody(Bot):
    """Fails in some games, after some moves that depend on its random numbers."""

    def choose(self, game, moves):
        if game.ply > 20 and self.rng.integers(40) == 0:
            raise ValueError("no mood")
        return moves[self.rng.integers(len(moves))]


class Slow(Moody):
    def choose(self, game, moves):
        import time
        if game.ply > 40:
            time.sleep(60)
        return moves[self.rng.integers(len(moves))]


class Dies(Moody):
    def choose(self, game, moves):
        import os
        if game.ply > 40:
            os._exit(7)
        return moves[self.rng.integers(len(moves))]
'''


def _medina(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bot file and runs of its bots."""
    path = tmp_path_factory.mktemp("runs")
    (path / "moody.py").write_text(BOT)
    with pytest.MonkeyPatch.context() as context:
        context.chdir(path)
        for bot, options in {
            "Moody": ["--games", "120"],
            "Slow": ["--games", "4", "--isolate", "--move-timeout", "0.5"],
            "Dies": ["--games", "4"],
        }.items():
            result = _medina(
                "run", "--bots", f"moody.py:{bot},random,random:label=b,random:label=c", *options, "--out", bot
            )
            (path / f"{bot}.err").write_text(result.stderr)
            (path / f"{bot}.out").write_text(result.stdout)
    return path


@pytest.fixture(autouse=True)
def _in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def _faults(run: str) -> list[Fault]:
    with RunStore.open(run) as store:
        return store.faults()


def test_every_fault_is_kept_with_its_moment() -> None:
    faults = _faults("Moody")
    with RunStore.open("Moody") as store:
        games = store.read_all()
    faulty = np.argwhere(games.terminations != Termination.NORMAL)
    assert [(fault.game, fault.seat) for fault in faults] == [
        (int(games.ids[row]), seat) for row, seat in faulty.tolist()
    ]
    assert 60 < len(faults) < 120
    assert {fault.text for fault in faults} == {"ValueError: no mood"}
    assert all("moody.py" in fault.trace for fault in faults)
    assert all(len(fault.moves.split()) == fault.ply > 20 for fault in faults)


def test_faults_are_told_and_alarming_ones_loudly() -> None:
    err, log = Path("Moody.err").read_text(), Path("Moody/run.log").read_text()
    assert err.count("warning: Moody at seat ") == 5
    assert "more faults of Moody are in the log only" in err
    assert re.search(r"warning: !!! Moody FAULTED IN \d\d OF ITS FIRST 100 GAMES !!!", err)
    assert "FAULTED IN" not in Path("Dies.err").read_text()
    assert log.count("ValueError: no mood\n") == 2 * len(_faults("Moody"))  # the line, and the end of the traceback
    assert "see a fault again with: medina-arena reproduce Moody GAME" in err


def test_ratings_without_faulty_games_are_printed() -> None:
    out = Path("Moody.out").read_text()
    assert f"without the {len(_faults('Moody'))} games with a fault" in out
    assert re.search(r"\nMoody +[-+]\d+\.\d +[-+]\d+\.\d +\d+\.\d +\d+\n", out.partition("games with a fault")[2])
    assert _medina("rate", "Moody").stdout == out
    assert "Every game has a fault" in Path("Dies.out").read_text()


def test_faults_of_the_machine_are_named() -> None:
    assert "4 faults of time, memory or crashes depend on the machine" in Path("Slow.err").read_text()
    assert "depend on the machine" not in Path("Moody.err").read_text()


@pytest.mark.parametrize(
    ("run", "kind", "ending"),
    [
        ("Moody", "exception", "ValueError: no mood"),
        ("Slow", "timeout", "0.5 s are allowed"),
        ("Dies", "crash", "its process ended with exit status 7"),
    ],
)
def test_fault_happens_again(run: str, kind: str, ending: str) -> None:
    fault = _faults(run)[0]
    out = _medina("reproduce", run, format_id(fault.game)).stdout
    assert f"{run} at seat {fault.seat} of game {format_id(fault.game)}, ply {fault.ply}\n" in out
    assert fault.position in out
    assert f"now: {kind} at ply {fault.ply}: " in out
    assert out.rstrip().endswith(ending)
    assert ("moody.py" in out) == (run == "Moody")


def test_fault_happens_again_in_this_process() -> None:
    fault = _faults("Moody")[0]
    assert "now: exception at ply" in _medina("reproduce", "Moody", format_id(fault.game), "--here").stdout


def test_mended_bot_does_not_fail_again(folder: Path) -> None:
    fault = _faults("Moody")[0]
    (folder / "moody.py").write_text(BOT.replace("== 0:", "== 99:"))
    command = [sys.executable, "-m", "medina_arena.tournament.cli", "reproduce", "Moody", format_id(fault.game)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # modules are loaded once a process
    (folder / "moody.py").write_text(BOT)
    assert done.returncode == 1, done.stderr
    assert "the files of 'Moody' have changed since" in done.stderr
    assert done.stdout.endswith("now: it does not happen again\n")


def test_what_cannot_be_reproduced_is_said() -> None:
    with RunStore.open("Moody") as store:
        games = store.read_all()
    sound = format_id(int(games.ids[(games.terminations == 0).all(axis=1)][0]))
    for game, sentence in {
        sound: f"no bot faulted in game {sound}",
        "20.999.0": "Moody has no game 20.999.0",
        "first": "a game's id is three numbers",
    }.items():
        assert sentence in _medina("reproduce", "Moody", game, status=2).stderr


def test_fault_that_was_only_counted_is_found_by_playing(folder: Path) -> None:
    fault = _faults("Moody")[3]
    connection = sqlite3.connect("Moody/games.sqlite")
    row = connection.execute("SELECT * FROM faults WHERE game = ?", (fault.game,)).fetchone()
    with connection:
        connection.execute("DELETE FROM faults WHERE game = ?", (fault.game,))
    out = _medina("reproduce", "Moody", format_id(fault.game)).stdout
    with connection:
        connection.execute(f"INSERT INTO faults VALUES ({', '.join('?' * len(row))})", row)
    connection.close()
    assert f"now: exception at ply {fault.ply}: ValueError: no mood" in out


def test_run_may_stop_at_a_fault(folder: Path) -> None:
    bots = ["--bots", "moody.py:Moody,random,random:label=b,random:label=c"]
    result = _medina("run", *bots, "--games", "120", "--out", "stops", "--on-fault", "stop", status=2)
    error = result.stderr.splitlines()[-1]
    assert re.fullmatch(
        r"Error: Moody faulted at seat \d of game 20\.\d+\.\d \(exception\): "
        r"the run stops there, as --on-fault stop asks",
        error,
    )
    with RunStore.open("stops") as store:
        assert 0 < store.n_games < 120
    _medina("run", "--resume", "stops", "--on-fault", "record")
    with RunStore.open("stops") as store:
        assert store.n_games == 120


@pytest.mark.parametrize("run", ["Moody", "Slow", "Dies"])
def test_sound_run_is_verified(run: str) -> None:
    n = 120 if run == "Moody" else 4
    said = f"{run}: file sound, {n} games with 0 wrong seeds, {n} played again, 0 of them differ\n"
    assert _medina("verify", run, "--all").stdout == said


def test_wrong_games_are_found(folder: Path) -> None:
    with RunStore.open("Moody") as store:
        games, data = store.read_all(), store.config
    games.moves_hash[5] += 1
    games.sources[7, 2, 0] += 1
    games.seed[9] += 1
    with RunStore.create("wrong", data) as store:
        store.append(games)
    out = _medina("verify", "wrong", "--all", status=1).stdout
    seed, course, score = (format_id(int(games.ids[row])) for row in (9, 5, 7))
    assert f"1 games have other seeds or seats than the configuration gives: {seed}\n" in out
    assert f"3 games have other moves_hash, seed, sources when played again: {course}, {score}, {seed}\n" in out
    assert "1 wrong seeds, 120 played again, 3 of them differ" in out
    assert "10 played again" in _medina("verify", "Moody", "--games", "10").stdout


def test_damaged_file_is_found(folder: Path) -> None:
    content = bytearray(Path("Moody/games.sqlite").read_bytes())
    content[len(content) // 2 : len(content) // 2 + 4096] = b"\xff" * 4096
    Path("damaged").mkdir()
    Path("damaged/games.sqlite").write_bytes(content)
    assert "damaged/games.sqlite is damaged" in _medina("verify", "damaged", status=2).stderr


def test_isolated_run_has_the_same_games() -> None:
    bots = ["--bots", "moody.py:Moody,random,random:label=b,random:label=c", "--games", "16"]
    _medina("run", *bots, "--out", "isolated", "--isolate")
    rows = _medina("export", "isolated").stdout.splitlines()
    assert rows == _medina("export", "Moody").stdout.splitlines()[:17]
    faults = _faults("isolated")
    assert faults == _faults("Moody")[: len(faults)]
    assert len(faults) > 5
