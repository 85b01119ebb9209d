"""``python -m fake_play run …``: the command line with games that cost nothing."""

from fake_play import install
from medina_arena.tournament.cli import main

install()
main(prog_name="medina-arena")
