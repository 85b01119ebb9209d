"""How do golden games come about? `python tests/engine/build_golden_games.py` plays them anew and writes golden/.

The seeds are fixed, so that the files change only with the rules, the order of legal moves or the format of records.
"""

import sys
from pathlib import Path

TESTS = str(Path(__file__).resolve().parents[1])
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)

from positions.golden_games import play_games  # noqa: E402  its folder comes first

FOLDER = Path(__file__).with_name("golden")


def build() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for name, lines in play_games().items():
        (FOLDER / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.stdout.write(f"{name}: {len(lines)} games\n")


if __name__ == "__main__":
    build()
