"""``medina-arena perft``: how many sequences of moves does a position have?"""

import click

from .options import WholeNumber

__all__ = ["perft"]


@click.command(epilog='Example:  medina-arena perft --rules bsw --players 4 --depth 2 --moves "Ih6 Og3"')
@click.option("--rules", metavar="RULES", help="Rule set, as in bsw:tea=no.  [default: rulebook]")
@click.option("--players", metavar="N", type=WholeNumber(1), help="Seats.  [default: the most the rules allow]")
@click.option(
    "--seed", metavar="N", type=WholeNumber(0, 2**53 - 1), help="Decides the set-up of second-edition.  [default: 0]"
)
@click.option("--position", metavar="TEXT", help="Count from this position instead, as Game.position() writes it.")
@click.option("--moves", metavar="MOVES", default="", help="Moves to play first, with spaces between them.")
@click.option("--depth", metavar="N", type=WholeNumber(0, 9), required=True, help="Moves in each sequence: 0 to 9.")
@click.option("--split", is_flag=True, help="Print the count after each legal move, then the sum.")
def perft(
    rules: str | None, players: int | None, seed: int | None, position: str | None, moves: str, depth: int, split: bool
) -> None:
    """Count the sequences of legal moves of one length.

    Two engines that agree on these numbers agree on the rules. A game that ends earlier counts for nothing.
    """
    if position is not None and (rules, players, seed) != (None, None, None):
        raise click.UsageError("--position holds rules and players: give it without --rules, --players and --seed")
    if split and depth == 0:
        raise click.UsageError("--split needs a --depth of at least 1")

    from medina_arena.engine import Game, count_leaves, split_leaves

    if position is not None:
        game = Game.from_position(position, moves=moves)
    else:
        game = Game(rules or "rulebook", players, seed or 0, moves=moves)
    if not split:
        click.echo(count_leaves(game, depth))
        return
    total = 0
    for move, count in split_leaves(game, depth).items():
        click.echo(f"{move} {count}")
        total += count
    click.echo(total)
