"""How does the perft suite come about? `python tests/engine/build_perft_suite.py` counts anew and writes perft/.

Depths 1 and 2 are counted by the naive engine, which reads the texts by itself, and depth 3 where it is small; greater
numbers are those of the compiled engine. `--verify` counts what is there again and writes nothing.
"""

import argparse
import sys
from pathlib import Path

TESTS = str(Path(__file__).resolve().parents[1])
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)

from engine_games import all_tables  # noqa: E402  its folder comes first
from positions import OVERRIDES  # noqa: E402
from positions.perft_suite import choose_positions, count_position, format_line, parse_line  # noqa: E402

FOLDER = Path(__file__).with_name("perft")


def verify() -> None:
    """Count what is there again; `AssertionError` at the first difference."""
    for path in sorted(FOLDER.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            text, counts = parse_line(line)
            if (found := count_position(text)) != counts:
                raise AssertionError(f"{path.name}: {found}, not {counts}: {text}")
        sys.stdout.write(f"{path.name}: as counted\n")
        sys.stdout.flush()


def build() -> None:
    """Write all files."""
    tables: dict[str, list[str]] = {}
    for rules, players in all_tables():
        tables.setdefault(rules, []).extend(choose_positions(rules, players, seed=1))
    tables["switches"] = [choose_positions(rules, players, seed=2)[2] for rules, players in OVERRIDES]
    FOLDER.mkdir(exist_ok=True)
    for name, texts in tables.items():
        lines = [format_line(text, count_position(text)) for text in texts]
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.stdout.write(f"{name}: {len(lines)} positions\n")
        sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the perft suite with the naive engine.")
    parser.add_argument("--verify", action="store_true", help="count what is there again and write nothing")
    verify() if parser.parse_args().verify else build()
