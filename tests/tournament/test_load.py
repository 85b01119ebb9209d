"""Is it reported when workers do not get the processors that they need?"""

import logging

import pytest

from medina_arena.tournament.load import Load


@pytest.mark.parametrize(
    ("wall", "cpu", "told"),
    [(100.0, 95.0, False), (100.0, 71.0, False), (100.0, 43.0, True), (19.0, 1.0, False)],
)
def test_waiting_workers_are_reported(wall: float, cpu: float, told: bool, caplog: pytest.LogCaptureFixture) -> None:
    load = Load(1)
    for _ in range(4):
        load.note(wall / 4, cpu / 4)
    with caplog.at_level(logging.WARNING):
        load.report()
    assert ("had 43 % of a processor" in caplog.text) == told
    assert bool(caplog.records) == told
