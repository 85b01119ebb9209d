"""Does the compiled code stay within its arrays? The engine's tests once more, with every index checked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

_WRITE_BEYOND = """
import numpy as np
import medina_arena as ma
from medina_arena.engine.doors import score_seats

game = ma.Game()
score_seats(game._states, np.zeros(4, np.int64))
if {beyond}:
    score_seats(game._states, np.zeros(3, np.int64))
"""

_READ_BEYOND = """
import medina_arena as ma
from medina_arena.engine.kernels import compiled

@compiled
def read(states, seat):
    return states[0].hand[seat, 0]

read(ma.Game()._states, 5)
"""


def _run(code: str, cache: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {"XDG_CACHE_HOME": str(cache), **settings}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=HERE.parents[1], capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def warm_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that was filled without checking."""
    cache = tmp_path_factory.mktemp("cache")
    done = _run(_WRITE_BEYOND.format(beyond=False), cache)
    assert done.returncode == 0, done.stderr
    return cache


def test_index_out_of_bounds_raises_when_checked_despite_a_warm_unchecked_cache(warm_cache: Path) -> None:
    done = _run(_WRITE_BEYOND.format(beyond=True), warm_cache, NUMBA_BOUNDSCHECK="1")
    assert done.returncode == 1
    assert "IndexError" in done.stderr


def test_field_of_a_state_is_checked_too(warm_cache: Path) -> None:
    done = _run(_READ_BEYOND, warm_cache, NUMBA_BOUNDSCHECK="1")
    assert done.returncode == 1
    assert "IndexError" in done.stderr


@pytest.mark.skipif(os.environ.get("NUMBA_BOUNDSCHECK") == "1", reason="this is the checked run itself")
def test_engine_tests_pass_with_every_index_checked() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", str(HERE), "-x", "-p", "no:cacheprovider", "--deselect", __file__],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1"},
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
