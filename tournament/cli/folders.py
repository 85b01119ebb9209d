"""Where does a command leave what it makes?"""

import time
from pathlib import Path

__all__ = ["new_folder"]


def new_folder(out: Path | None) -> Path:
    """The folder for a new run: the one that was named, if it is empty or not there yet, or else one of the date."""
    from medina_arena.results.store import is_draft
    from medina_arena.tournament.errors import RunError

    if out is not None:
        if out.exists() and not (out.is_dir() and all(map(is_draft, out.iterdir()))):
            what = "holds files already" if out.is_dir() else "is a file"
            raise RunError(f"--out {out} {what}: name a new or empty folder, or go on with a run by --resume")
        return out
    name = time.strftime("%Y-%m-%d-%H%M%S")
    folder, n = Path("runs", name), 1
    while folder.exists():
        n += 1
        folder = Path("runs", f"{name}-{n}")
    return folder
