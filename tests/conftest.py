"""What do all tests share? The tests folder on the import path, so that they can import the naive engine."""

import sys
from pathlib import Path

TESTS = str(Path(__file__).resolve().parent)
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)
