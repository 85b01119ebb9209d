"""``medina-arena train``: make the weights of the learning bots anew."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import WholeNumber

if TYPE_CHECKING:
    from medina_arena.engine import RuleSet

__all__ = ["train"]


@click.group(epilog="Example:  medina-arena train mcts --players 4 --games 2000 --out search-4.json")
def train() -> None:
    """Make the weights of the learning bots anew."""


@train.command(epilog="Example:  medina-arena train mcts --players 4 --games 2000 --out search-4.json")
@click.option("--players", type=WholeNumber(2, 4), default=4, show_default=True, metavar="N", help="Players, 2 to 4.")
@click.option("--rules", metavar="RULES", help="The rule set.  [default: rulebook, with 2 players second-edition]")
@click.option(
    "--games", type=WholeNumber(400), default=40_000, show_default=True, metavar="N", help="Games in each round."
)
@click.option("--rounds", type=WholeNumber(1, 10), default=2, show_default=True, metavar="N", help="Rounds.")
@click.option("--seed", type=WholeNumber(0, 2**53 - 1), default=1, show_default=True, metavar="N", help="Seed.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file.  [default: print it]")
def mcts(players: int, rules: str | None, games: int, rounds: int, seed: int, out: Path | None) -> None:
    """Train the prior and the value of the mcts bot by games of a mixed pool in which it takes part."""
    from medina_arena.bots.mcts.training import train_search

    chosen = _checked_rules(rules, players, out)
    _write(train_search(chosen, players, games, seed, rounds, _report), out)


@train.command(epilog="Example:  medina-arena train policy --players 4 --games 100000 --out policy-4.json")
@click.option("--players", type=WholeNumber(2, 4), default=4, show_default=True, metavar="N", help="Players, 2 to 4.")
@click.option("--rules", metavar="RULES", help="The rule set.  [default: rulebook, with 2 players second-edition]")
@click.option("--games", type=WholeNumber(1), default=300_000, show_default=True, metavar="N", help="Games to play.")
@click.option(
    "--random",
    "random_share",
    type=click.FloatRange(0, 1),
    default=0.6,
    show_default=True,
    metavar="SHARE",
    help="Part of the games that is against random seats; half of the others is against greedy.",
)
@click.option("--seed", type=WholeNumber(0, 2**53 - 1), default=1, show_default=True, metavar="N", help="Seed.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file.  [default: print it]")
def policy(players: int, rules: str | None, games: int, random_share: float, seed: int, out: Path | None) -> None:
    """Train the policy bot by games against itself, greedy and random."""
    from medina_arena.bots.policy.training import train_policy

    chosen = _checked_rules(rules, players, out)
    _write(train_policy(chosen, players, games, random_share, seed, _report), out)


@train.command(epilog="Example:  medina-arena train greedy --players 4 --generations 50 --out weights-4.json")
@click.option("--players", type=WholeNumber(2, 4), default=4, show_default=True, metavar="N", help="Players, 2 to 4.")
@click.option("--rules", metavar="RULES", help="The rule set.  [default: rulebook, with 2 players second-edition]")
@click.option("--generations", type=WholeNumber(1), default=100, show_default=True, metavar="N", help="Changes to try.")
@click.option("--games", type=WholeNumber(1), default=1500, show_default=True, metavar="N", help="Games for each.")
@click.option("--seed", type=WholeNumber(0, 2**53 - 1), default=1, show_default=True, metavar="N", help="Seed.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file.  [default: print it]")
def greedy(players: int, rules: str | None, generations: int, games: int, seed: int, out: Path | None) -> None:
    """Tune the weights of the greedy bot by small changes that help against a mixed pool."""
    from medina_arena.bots.greedy.tuning import tune_greedy

    chosen = _checked_rules(rules, players, out)
    _write(tune_greedy(chosen, players, generations, games, seed, _report), out)


def _checked_rules(rules: str | None, players: int, out: Path | None) -> "RuleSet":
    """The rule set, after everything that could be wrong with the input was looked at."""
    from medina_arena.engine import parse_rules

    chosen = parse_rules(rules or ("second-edition" if players == 2 else "rulebook"))
    chosen.check_players(players)
    if out is not None:
        out.open("a").close()
    return chosen


def _report(text: str) -> None:
    click.echo(text, err=True)


def _write(text: str, out: Path | None) -> None:
    """Print the weights, or write them to the file."""
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")
        _report(f"written: {out}")
