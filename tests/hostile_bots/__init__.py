"""Which bots try to hurt the run? One class for each way, after some decent moves; none can be caught by asking nicely.

``HOSTILE_PIDS`` in the environment is a folder in which each process that a bot starts leaves an empty file, named by
its process id.
"""

import time
from contextlib import suppress
from pathlib import Path

from .kinds import KINDS, Kind

__all__ = ["KINDS", "Kind", "is_gone"]


def is_gone(pid: int, patience: float = 20.0) -> bool:
    """Whether a process ends within some seconds; one that only waits for its parent to take leave of it has ended."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        with suppress(OSError):
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX":
                time.sleep(0.01)
                continue
        return True
    return False
