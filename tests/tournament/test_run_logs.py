"""Do messages of workers reach the run's file and the terminal, and is nothing left behind?"""

import logging
import sys
from pathlib import Path

import fake_play
import pytest
from fake_play import SMALL_RUN as CONFIG

from medina_arena.results import RunStore, format_id
from medina_arena.tournament.config import config_to_json
from medina_arena.tournament.logs import renew_worker_logs, run_logs
from medina_arena.tournament.progress import PlainProgress
from medina_arena.tournament.runner import play_run
from medina_arena.tournament.schedule import make_plan, schedule_games


def test_worker_messages_are_collected_after_a_worker_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    fake_play.install(monkeypatch)
    plan = make_plan(CONFIG)
    games = schedule_games(plan, 0, plan.n_games)
    ids = fake_play.play_games(CONFIG, games).ids
    monkeypatch.setenv("FAKE_KILL", format_id(int(ids[0])))
    monkeypatch.setenv("FAKE_ONCE", str(tmp_path / "killed"))
    monkeypatch.setenv("FAKE_LOG", odd := format_id(int(ids[-1])))
    before = list(logging.getLogger().handlers)
    folder = tmp_path / "run"
    with RunStore.create(folder, config_to_json(CONFIG)) as store, run_logs(folder):
        assert play_run(CONFIG, store, workers=2, progress=PlainProgress(1, 0, sys.stderr))
    assert logging.getLogger().handlers == before
    log = (folder / "run.log").read_text()
    assert log.count(f"game {odd} is odd") == 1
    assert "ForkProcess" in log
    assert "a worker died" in log
    err = capfd.readouterr().err
    assert f"warning: game {odd} is odd" in err


def test_renewing_without_logs_does_nothing() -> None:
    before = list(logging.getLogger().handlers)
    renew_worker_logs()
    assert logging.getLogger().handlers == before
