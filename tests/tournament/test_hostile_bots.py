"""Does a run end, with every game counted and no process left, whatever its bots do?"""

import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from fake_play import Counter
from hostile_bots import KINDS, Kind, is_gone
from scheduled_games import make_config

from medina_arena.results import Fault, GameBatch, RunStore, Termination
from medina_arena.tournament.cli import main
from medina_arena.tournament.config import RunConfig, config_to_json
from medina_arena.tournament.limits import Limits
from medina_arena.tournament.logs import run_logs
from medina_arena.tournament.play import warm_up
from medina_arena.tournament.processes import child_processes
from medina_arena.tournament.runner import play_run
from medina_arena.tournament.schedule import make_plan
from medina_arena.tournament.settings import Settings

SHORT, LONG = Limits(move_seconds=0.5, memory_mb=600), Limits(move_seconds=60, memory_mb=600)
GUESTS = ["random", "random:label=b", "random:label=c"]


@pytest.fixture(autouse=True)
def _no_process_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    pids = tmp_path / "pids"
    pids.mkdir()
    monkeypatch.setenv("HOSTILE_PIDS", str(pids))
    before = child_processes(os.getpid())
    yield
    assert multiprocessing.active_children() == []
    assert child_processes(os.getpid()) == before
    assert [file.name for file in pids.iterdir() if not is_gone(int(file.name))] == []


def _run(folder: Path, config: RunConfig, limits: Limits | None, workers: int = 2) -> tuple[GameBatch, list[Fault]]:
    warm_up(config)
    with RunStore.create(folder, config_to_json(config)) as store, run_logs(folder):
        assert play_run(config, store, workers=workers, progress=Counter(), settings=Settings(limits))
        return store.read_all(), store.faults()


def _endings(batch: GameBatch, bot: int) -> set[str]:
    """How the bot's parts ended."""
    return {Termination(end).name for end in batch.terminations[batch.bots == bot]}


def _assert_sound(batch: GameBatch, faults: list[Fault], expected: Termination) -> None:
    """Every part of the first bot ended as expected, every other part normally, and faults are kept."""
    assert _endings(batch, 0) == {expected.name}
    assert (batch.terminations[batch.bots != 0] == Termination.NORMAL).all()
    n_faults = 0 if expected == Termination.NORMAL else len(batch)
    assert [fault.kind for fault in faults] == [expected] * n_faults
    assert all(fault.text and fault.bot == 0 for fault in faults)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.bot))
def test_isolated_bot_hurts_nobody(kind: Kind, tmp_path: Path) -> None:
    config = make_config([kind.spec, *GUESTS], games=4)
    limits = SHORT if kind.isolated == Termination.TIMEOUT else LONG
    batch, faults = _run(tmp_path / "run", config, limits)
    assert len(batch) == 4
    _assert_sound(batch, faults, kind.isolated)


@pytest.mark.parametrize(
    "kind",
    [kind for kind in KINDS if kind.beside in (Termination.NORMAL, Termination.CRASH)],
    ids=lambda kind: str(kind.bot),
)
def test_bot_beside_others_hurts_nobody(kind: Kind, tmp_path: Path) -> None:
    """What Python can catch is tested elsewhere; what ends its worker is found out all the same."""
    assert kind.beside is not None
    config = make_config([kind.spec, *GUESTS], games=4)
    batch, faults = _run(tmp_path / "run", config, None)
    assert len(batch) == 4
    _assert_sound(batch, faults, kind.beside)


def test_all_of_them_in_one_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """But for the one that kills the parent of its process, which takes long to find out."""
    kinds = [kind for kind in KINDS if kind.bot != "KillsItsParent"]
    config = make_config([kind.spec for kind in kinds], games=len(kinds))
    batch, faults = _run(tmp_path / "run", config, Limits(move_seconds=0.8, memory_mb=600))
    assert len(batch) == make_plan(config).n_games
    for number, kind in enumerate(kinds):
        slow = {"TIMEOUT"} if kind.isolated == Termination.MEMORY else set()
        assert _endings(batch, number) <= {kind.isolated.name} | slow, kind
    assert len(faults) == (batch.terminations != Termination.NORMAL).sum()
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("bot", ["Exits", "LeavesAChild", "DiesInMidSentence"])
def test_rehearsal_says_that_a_bot_ends_its_worker(bot: str) -> None:
    result = CliRunner().invoke(
        main, ["run", "--bots", f"hostile_bots.bots:{bot},random", "--games", "24", "--dry-run"]
    )
    assert result.exit_code == 2
    assert "Error: a bot ends its worker process" in result.output
