"""``python -m medina_arena.tournament.cli``: the command line without its script."""

from . import main

main(prog_name="medina-arena")
