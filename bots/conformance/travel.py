"""Can a bot be sent to other processes, however these are started?"""

import multiprocessing
import pickle
import warnings
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from ..registry import BotSpec
from .checks import Verdict
from .games import Table, Watch, play_watched

__all__ = ["judge_travel"]

_DECISIONS = 12
_TIMEOUT_SECONDS = 300.0
"""For a process that may have to compile first."""


def judge_travel(spec: BotSpec, table: Table, seed: int) -> Verdict:
    """Whether the bot arrives in processes of every start method and plays there as it does here."""
    if pickle.loads(pickle.dumps(spec)) != spec:
        return Verdict("failed", "its specification is another one after pickling")
    expected = _play(spec, table, seed)
    methods = multiprocessing.get_all_start_methods()
    for method in methods:
        try:
            found = _play_elsewhere(method, spec, table, seed)
        except (Exception, BrokenProcessPool) as error:
            reason = str(error) or type(error).__name__
            return Verdict("failed", f"a process started by {method} cannot play it: {reason}"[:400])
        if found != expected and spec.budget.time_ms is None:
            return Verdict("failed", f"a process started by {method} plays it otherwise: {found} for {expected}"[:400])
    return Verdict("passed", f"processes started by {', '.join(methods)} play as this one")


def _play(spec: BotSpec, table: Table, seed: int) -> list[str]:
    """The first moves of a game."""
    return list(map(str, play_watched(spec, table, seed, Watch(), max_decisions=_DECISIONS)))


def _play_elsewhere(method: str, spec: BotSpec, table: Table, seed: int) -> list[str]:
    """The same in a process of its own."""
    executor = ProcessPoolExecutor(1, multiprocessing.get_context(method))
    try:
        with warnings.catch_warnings():  # Python 3.12 and later warn of threads, of which this process has none
            warnings.filterwarnings("ignore", ".*multi-threaded", DeprecationWarning)
            future = executor.submit(_play, spec, table, seed)
        return future.result(_TIMEOUT_SECONDS)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
