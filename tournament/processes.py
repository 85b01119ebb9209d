"""Which processes has a bot started, what do they use, and how are they ended? Read from /proc where there is one."""

import ctypes
import os
import signal
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

__all__ = [
    "adopt_orphans",
    "child_processes",
    "die_with_parent",
    "kill_tree",
    "marked_processes",
    "process_tree",
    "usage",
]

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_MEGABYTE = 2**20
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_MAX_ROUNDS = 1000
"""How often a tree that goes on growing is looked at again."""


def adopt_orphans() -> None:
    """Become the parent of all processes below this one whose own parent ends, so that none gets out of sight."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Have this process killed when its parent ends."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    """Ask Linux for something; other systems do without."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value)


def child_processes(pid: int) -> set[int]:
    """The processes that a process has started, and those it has adopted."""
    found: set[int] = set()
    with suppress(OSError):
        for thread in (_PROC / str(pid) / "task").iterdir():
            with suppress(OSError):
                found.update(map(int, (thread / "children").read_text().split()))
    return found


def process_tree(pid: int) -> set[int]:
    """A process and all below it."""
    found, new = set(), {pid}
    while new:
        found |= new
        new = set().union(*map(child_processes, new)) - found
    return found


def kill_tree(pid: int) -> None:
    """End a process, its process group if it leads one, and all below it."""
    for _ in range(_MAX_ROUNDS):
        tree = process_tree(pid)
        with suppress(OSError):
            if os.getpgid(pid) == pid:
                os.killpg(pid, signal.SIGKILL)
        for one in tree:
            with suppress(OSError):
                os.kill(one, signal.SIGKILL)
        if process_tree(pid) <= tree:
            return
        time.sleep(0.001)


def marked_processes(pipe: os.stat_result, mark: str) -> set[int]:
    """The other processes that can write to a pipe, of which one end's status is known, or were started with a mark.

    The mark is a part of their environment, NAME=value.
    """
    found: set[int] = set()
    for folder in _PROC.glob("[0-9]*"):
        with suppress(OSError):
            if f"\0{mark}\0".encode() in b"\0" + (folder / "environ").read_bytes() or _can_write(folder / "fd", pipe):
                found.add(int(folder.name))
    return found - {os.getpid()}


def _can_write(files: Path, pipe: os.stat_result) -> bool:
    """Whether one of the open files is the end of the pipe that is for writing."""
    for file in files.iterdir():
        with suppress(OSError):
            if file.lstat().st_mode & stat.S_IWUSR and os.path.samestat(file.stat(), pipe):
                return True
    return False


def usage(pids: set[int], *, precise: bool) -> tuple[float, float]:
    """Processor seconds and resident megabytes of some processes.

    What processes share counts for each of them, or in parts where it is to be precise, which takes longer.
    """
    seconds = size = 0.0
    for pid in pids:
        with suppress(OSError, ValueError):
            fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
            seconds += sum(map(int, fields[11:15])) / _TICKS
            size += _shared_size(pid) if precise else int(fields[21]) * _PAGE / _MEGABYTE
    return seconds, size


def _shared_size(pid: int) -> float:
    """Resident megabytes of a process, those that it shares counted in parts."""
    lines = (_PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
