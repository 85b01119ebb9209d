"""``python -m fake_play run …``: the command line with games that cost nothing."""

import pytest

from fake_play import install
from medina_arena.tournament.cli import main

install(pytest.MonkeyPatch())
main(prog_name="medina-arena")
