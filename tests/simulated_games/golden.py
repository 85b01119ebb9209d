"""How is text compared with a golden file, and the file rebuilt? UPDATE_GOLDEN=1 pytest tests/results rebuilds."""

import os
from pathlib import Path


def assert_golden(path: Path, text: str) -> None:
    """The text is that of the file, byte by byte; with UPDATE_GOLDEN set it becomes so."""
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode(), f"not as in {path}; rebuild with UPDATE_GOLDEN=1 and review the change"
