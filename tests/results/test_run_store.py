"""Does a run's folder give back what was stored, whatever happened in between?"""

import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from simulated_games import Truth, as_batch, config_of, tournament

from medina_arena.results import Fault, GameBatch, ResultsError, RunStore, Termination
from medina_arena.results import store as store_module

CONFIG = config_of(["a", "b", "c", "d", "e"], 4)

WRITER = """
import sys
import numpy as np
from medina_arena.results import GameBatch, RunStore
config = {"bots": [{"label": "a"}], "players": 2}
with RunStore.create(sys.argv[1], config) as store:
    for number in range(100_000):
        empty = GameBatch.empty(2)
        n = 50
        store.append(GameBatch(
            lineup=np.zeros(n, np.int32), block=np.arange(n, dtype=np.int32) + n * number,
            seating=np.zeros(n, np.int16), seed=np.zeros(n, np.int64), bots=np.zeros((n, 2), np.int16),
            sources=np.zeros((n, 2, 7), np.int16), ranks=np.ones((n, 2), np.int8),
            terminations=np.zeros((n, 2), np.int8), placements=np.zeros(n, np.int16),
            moves_hash=np.zeros(n, np.uint64)))
        print(n * (number + 1), flush=True)
"""


def some_games(seed: int = 1, count: int = 300) -> GameBatch:
    rng = np.random.default_rng(seed)
    return as_batch(tournament(rng, Truth(np.zeros(5), np.zeros(4)), count), rng, fault_rate=0.1)


def assert_equal(found: GameBatch, wanted: GameBatch) -> None:
    for field in fields(GameBatch):
        a, b = getattr(found, field.name), getattr(wanted, field.name)
        assert a.dtype == b.dtype
        assert np.array_equal(a, b), field.name


def test_games_come_back_in_order_of_id_whatever_the_order_of_arrival(tmp_path: Path) -> None:
    games = some_games()
    mixed = games.take(np.random.default_rng(2).permutation(len(games)))
    with RunStore.create(tmp_path / "run", CONFIG) as store:
        for start in range(0, len(mixed), 70):
            assert store.append(mixed.take(slice(start, start + 70))) == len(mixed.take(slice(start, start + 70)))
        assert store.n_games == len(games)
    with RunStore.open(tmp_path / "run") as store:
        assert store.config == CONFIG
        assert store.seats == 4
        assert_equal(store.read_all(), games)
        chunks = list(store.read(64))
        assert [len(chunk) for chunk in chunks] == [64, 64, 64, 64, 44]
        assert_equal(GameBatch.concatenate(chunks), games)
        assert np.array_equal(store.ids(), games.ids)


def test_storing_twice_is_storing_once(tmp_path: Path) -> None:
    games = some_games()
    with RunStore.create(tmp_path, CONFIG) as store:
        assert store.append(games.take(slice(0, 100))) == 100
        assert store.append(games) == len(games) - 100
        assert store.append(games) == 0
        assert_equal(store.read_all(), games)


def test_a_closed_run_is_one_file_that_needs_no_writing_to_be_read(tmp_path: Path) -> None:
    games = some_games()
    with RunStore.create(tmp_path, CONFIG) as store:
        store.append(games)
        assert (tmp_path / "games.sqlite-wal").exists()
        with RunStore.open(tmp_path) as reader:
            assert reader.n_games == len(games)
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite"]
    before = (tmp_path / "games.sqlite").read_bytes()
    with RunStore.open(tmp_path) as store:
        assert_equal(store.read_all(), games)
        assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite"]
    assert (tmp_path / "games.sqlite").read_bytes() == before


def test_the_same_games_make_the_same_file(tmp_path: Path) -> None:
    games = some_games()
    for name in ("one", "two"):
        with RunStore.create(tmp_path / name, CONFIG) as store:
            store.append(games)
    one, two = ((tmp_path / name / "games.sqlite").read_bytes() for name in ("one", "two"))
    assert one == two


def test_a_run_without_games_reads_as_no_games(tmp_path: Path) -> None:
    with RunStore.create(tmp_path, CONFIG) as store:
        assert store.n_games == 0
        assert len(store.ids()) == 0
        assert len(store.read_all()) == 0
        assert store.append(GameBatch.empty(4)) == 0
        assert list(store.read()) == []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_what_was_stored_survives_the_death_of_the_process(tmp_path: Path) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path / "run")], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    for _ in range(30):
        stored = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    writer.communicate()
    with RunStore.open(tmp_path / "run") as store:
        assert store.n_games >= stored
        assert store.n_games % 50 == 0
        assert np.array_equal(store.ids() >> 8, np.arange(store.n_games))
        assert len(store.read_all()) == store.n_games


def test_a_failed_transaction_leaves_nothing_behind(tmp_path: Path) -> None:
    games = some_games(count=12_000)  # more than go into one statement
    with RunStore.create(tmp_path, CONFIG) as store:
        store.append(games.take(slice(0, 10)))
        trigger = f"CREATE TRIGGER t BEFORE INSERT ON games WHEN NEW.id = {games.ids[-1]}"
        with sqlite3.connect(tmp_path / "games.sqlite") as other:
            other.execute(trigger + " BEGIN SELECT RAISE(ABORT, 'disk on fire'); END")
        other.close()
        with pytest.raises(ResultsError, match="disk on fire"):
            store.append(games)
        assert_equal(store.read_all(), games.take(slice(0, 10)))


def test_more_bots_may_follow_but_none_may_move(tmp_path: Path) -> None:
    games = some_games()
    more = CONFIG | {"bots": [*CONFIG["bots"], {"label": "f", "spec": "f"}]}
    with RunStore.create(tmp_path, CONFIG) as store:
        store.append(games)
        store.replace_config(more)
        with pytest.raises(ResultsError, match="added last"):
            store.replace_config(more | {"bots": more["bots"][::-1]})
        with pytest.raises(ResultsError, match="added last"):
            store.replace_config(more | {"players": 3})
    with RunStore.open(tmp_path) as store:
        assert store.config == more
        assert_equal(store.read_all(), games)


def test_a_folder_with_a_run_is_not_begun_again(tmp_path: Path) -> None:
    RunStore.create(tmp_path, CONFIG).close()
    with pytest.raises(ResultsError, match="holds a run already"):
        RunStore.create(tmp_path, CONFIG)


def test_games_of_another_table_are_refused(tmp_path: Path) -> None:
    with RunStore.create(tmp_path, CONFIG) as store, pytest.raises(ResultsError, match="4 seats, not of 3"):
        store.append(GameBatch.empty(3))


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({}, '"bots"'),
        ({"bots": ["a"], "players": 4}, '"bots"'),
        ({"bots": [{"label": "a"}]}, '"players"'),
        ({"bots": [{"label": "a"}], "players": 4, "x": float("nan")}, "plain JSON"),
        ({"bots": [{"label": "a"}], "players": 4, "x": object()}, "plain JSON"),
    ],
)
def test_a_configuration_must_be_complete_and_plain(tmp_path: Path, config: dict[str, Any], message: str) -> None:
    with pytest.raises(ResultsError, match=message):
        RunStore.create(tmp_path / "run", config)
    assert not (tmp_path / "run").exists()


def test_what_is_no_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="no such folder"):
        RunStore.open(tmp_path / "nowhere")
    with pytest.raises(ResultsError, match=r"has no games\.sqlite"):
        RunStore.open(tmp_path)
    file = tmp_path / "file"
    file.write_text("text")
    with pytest.raises(ResultsError, match="cannot be used as a run's folder"):
        RunStore.create(file / "run", CONFIG)


def damaged(path: Path, content: bytes) -> None:
    """Put other bytes where a run's file was."""
    (path / "games.sqlite").write_bytes(content)


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    with RunStore.create(tmp_path, CONFIG) as store:
        store.append(some_games(count=2000))
    good = (tmp_path / "games.sqlite").read_bytes()
    for content in (b"", b"not a database at all" * 100, good[:5000], b"\0" * len(good)):
        damaged(tmp_path, content)
        with pytest.raises(ResultsError, match=r"games\.sqlite"), RunStore.open(tmp_path) as store:
            store.read_all()
    half = len(good) // 2
    damaged(tmp_path, good[:half] + b"\xff" * 8192 + good[half + 8192 :])
    with RunStore.open(tmp_path) as store, pytest.raises(ResultsError, match="damaged"):
        store.read_all()


@pytest.mark.parametrize("cell", [b"", b"\x7f" * 98, b"\xff" * 98])
def test_numbers_that_no_game_has_are_damage(tmp_path: Path, cell: bytes) -> None:
    with RunStore.create(tmp_path, CONFIG) as store:
        store.append(some_games())
    other = sqlite3.connect(tmp_path / "games.sqlite")
    with other:
        other.execute("UPDATE games SET record = ? WHERE id = (SELECT max(id) FROM games)", (cell,))
    other.close()
    with RunStore.open(tmp_path) as store, pytest.raises(ResultsError, match="damaged"):
        store.read_all()


def test_another_format_is_not_read(tmp_path: Path) -> None:
    RunStore.create(tmp_path, CONFIG).close()
    other = sqlite3.connect(tmp_path / "games.sqlite")
    with other:
        other.execute("UPDATE meta SET value = '99' WHERE key = 'format'")
    other.close()
    with pytest.raises(ResultsError, match="format '99'"):
        RunStore.open(tmp_path)


def test_faults_come_back_and_are_kept_once(tmp_path: Path) -> None:
    games = some_games()
    ids = games.ids.tolist()
    faults = [
        Fault(ids[4], 1, 2, Termination.TIMEOUT, 9, "too slow", "", "Ga1 Gb2", "a position"),
        Fault(ids[4], 3, 0, Termination.EXCEPTION, 31, "ValueError: «no»", "Traceback …\n  line", "", ""),
        Fault(ids[7], 0, 1, Termination.CRASH, 0, "gone", "", "", ""),
    ]
    with RunStore.create(tmp_path, CONFIG) as store:
        store.append(games.take(slice(0, 3)))
        assert store.faults() == []
        assert store.append(games, faults[::-1]) == len(games) - 3
        assert store.append(games, faults) == 0
    with RunStore.open(tmp_path) as store:
        assert store.faults() == faults
        assert store.faults(ids[4]) == faults[:2]
        assert store.faults(ids[5]) == []


def test_some_games_are_read_by_their_ids(tmp_path: Path) -> None:
    games = some_games()
    with RunStore.create(tmp_path, CONFIG) as store:
        store.append(games.take(slice(0, 200)))
        wanted = games.ids[[250, 30, 7, 199]].tolist()
        assert_equal(store.read_games(wanted), games.take(np.array([7, 30, 199])))
        assert len(store.read_games([])) == 0


def test_discarded_run_leaves_nothing_but_what_is_not_its_own(tmp_path: Path) -> None:
    RunStore.create(tmp_path / "run", CONFIG).discard()
    assert not (tmp_path / "run").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes").write_text("keep")
    with RunStore.create(tmp_path / "mine", CONFIG) as store:
        store.append(some_games())
    RunStore.open(tmp_path / "mine").discard()
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes"]


def test_labels_may_change_with_the_bots(tmp_path: Path) -> None:
    with RunStore.create(tmp_path, CONFIG) as store:
        renamed = [dict(bot) | {"label": f"new {number}"} for number, bot in enumerate(CONFIG["bots"])]
        store.replace_config(CONFIG | {"bots": renamed})
        with pytest.raises(ResultsError, match="added last"):
            store.replace_config(CONFIG | {"bots": [dict(bot) | {"spec": "other"} for bot in renamed]})


def test_integrity_is_checked(tmp_path: Path) -> None:
    with RunStore.create(tmp_path, CONFIG) as store:
        store.append(some_games(count=2000))
        store.check_integrity()
    good = (tmp_path / "games.sqlite").read_bytes()
    half = len(good) // 2
    damaged(tmp_path, good[:half] + b"\xff" * 8192 + good[half + 8192 :])
    with RunStore.open(tmp_path) as store, pytest.raises(ResultsError, match="damaged"):
        store.check_integrity()


def test_run_that_cannot_be_begun_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("medina_arena.results.store._publish", fail)
    with pytest.raises(KeyboardInterrupt):
        RunStore.create(tmp_path / "run", CONFIG)
    assert list(tmp_path.iterdir()) == []


def test_who_begins_a_run_second_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although the folder was empty when both looked."""
    publish = store_module._publish

    def come_second(draft: Path, path: Path) -> None:
        monkeypatch.undo()
        RunStore.create(tmp_path / "other", CONFIG | {"seed": 5}).close()
        (tmp_path / "other" / store_module.GAMES_FILE).rename(path)
        publish(draft, path)

    monkeypatch.setattr(store_module, "_publish", come_second)
    with pytest.raises(ResultsError, match="holds a run already"):
        RunStore.create(tmp_path / "run", CONFIG)
    with RunStore.open(tmp_path / "run") as store:
        assert store.config["seed"] == 5
    assert [file.name for file in (tmp_path / "run").iterdir()] == [store_module.GAMES_FILE]


def test_run_that_another_program_extends_is_not_called_damaged(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    games = as_batch(tournament(rng, Truth(np.zeros(6), np.zeros(4)), 300), rng)
    assert games.bots.max() == 5
    with RunStore.create(tmp_path / "run", CONFIG) as store:
        with RunStore.open(tmp_path / "run") as other:
            other.replace_config(config_of(["a", "b", "c", "d", "e", "f"], 4))
            other.append(games)
        with pytest.raises(ResultsError, match="has been extended by another program: open it again"):
            store.read_all()
