"""``medina-arena power``: how many games are needed?"""

import json
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import WholeNumber

if TYPE_CHECKING:
    from medina_arena.results import EloTable

__all__ = ["power"]


@click.command(epilog="Example:  medina-arena power --precision 20 --entrants 5 --players 4")
@click.option("--precision", metavar="ELO", type=float, help="Games so that differences are known to ± ELO (95 %).")
@click.option("--effect", metavar="D", type=float, help="Games that show a change of D standard deviations of blocks.")
@click.option("--games", metavar="N", type=WholeNumber(1), help="What so many games tell.")
@click.option(
    "--entrants", "bots", metavar="N", type=WholeNumber(2), default=2, show_default=True, help="Number of bots."
)
@click.option("--players", metavar="N", type=WholeNumber(2, 4), default=4, show_default=True, help="Seats of a game.")
@click.option(
    "--measures", metavar="N", type=WholeNumber(1), default=1, show_default=True, help="Asked at once (Holm)."
)
@click.option("--chance", type=float, default=0.8, show_default=True, help="Probability of finding the effect.")
@click.option("--from", "folder", metavar="DIR", type=click.Path(path_type=Path), help="Go by the errors of this run.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def power(
    precision: float | None,
    effect: float | None,
    games: int | None,
    bots: int,
    players: int,
    measures: int,
    chance: float,
    folder: Path | None,
    form: str,
) -> None:
    """Say how many games a precision in Elo or an effect in a comparison needs, or what a number of games gives.

    Without --from, bots are taken to be about equally strong and blocks to share no luck.
    """
    asked = {"--precision": precision, "--effect": effect, "--games": games}
    given = [name for name, value in asked.items() if value is not None]
    if len(given) != 1:
        raise click.UsageError(f"give one of {', '.join(asked)}, not {' and '.join(given) or 'none'}")

    from medina_arena.results import RunStore, counted_games, elo_table

    table = None
    if folder is not None:
        with RunStore.open(folder) as store:
            table = elo_table(counted_games(store), store.config)
            bots, players = len(store.config["bots"]), store.seats
    found: dict[str, Any] = {"bots": bots, "players": players, "measures": measures, "chance": chance}
    if precision is not None:
        found |= _for_precision(precision, bots, players, table)
    elif effect is not None:
        found |= _for_effect(effect, bots, players, measures, chance)
    else:
        assert games is not None
        found |= _of_games(games, bots, players, measures, chance, table)
    click.echo(json.dumps(found, indent=1) if form == "json" else _sentence(found))


def _for_precision(precision: float, bots: int, players: int, table: "EloTable | None") -> dict[str, Any]:
    """The games for a half-width."""
    from medina_arena.results import games_for_half_width

    games = games_for_half_width(bots, players, precision)
    if table is not None:
        games = ceil(table.games * (_widest(table) / precision) ** 2)
    return {"precision": precision} | _in_blocks(games, bots, players)


def _for_effect(effect: float, bots: int, players: int, measures: int, chance: float) -> dict[str, Any]:
    """The games for an effect."""
    from medina_arena.results import blocks_for_effect
    from medina_arena.tournament.lineups import n_block_games

    blocks = blocks_for_effect(effect, power=chance, risk=0.05 / measures)
    return {"effect": effect, "blocks": blocks, "games": blocks * n_block_games(bots, players)}


def _of_games(
    games: int, bots: int, players: int, measures: int, chance: float, table: "EloTable | None"
) -> dict[str, Any]:
    """What games tell."""
    from medina_arena.results import effect_of_blocks, expected_half_width

    found = _in_blocks(games, bots, players)
    half_width = expected_half_width(bots, players, found["games"])
    if table is not None:
        half_width = _widest(table) * (table.games / found["games"]) ** 0.5
    effect = effect_of_blocks(max(found["blocks"], 2), power=chance, risk=0.05 / measures)
    return found | {"precision": half_width, "effect": effect}


def _in_blocks(games: int, bots: int, players: int) -> dict[str, int]:
    """Games in whole blocks."""
    from medina_arena.tournament.lineups import n_block_games

    size = n_block_games(bots, players)
    blocks = -(-games // size)
    return {"blocks": blocks, "games": blocks * size}


def _widest(table: "EloTable") -> float:
    """The half-width of the least certain difference of a run."""
    from medina_arena.results import ResultsError

    widths = [row.half_width for row in table.differences if row.half_width is not None]
    if not widths:
        raise ResultsError("the run has no difference with an error yet: it needs 20 blocks, and bots that both win")
    return max(widths)


def _sentence(found: dict[str, Any]) -> str:
    """What was found, in words."""
    games = f"{found['games']:,} games ({found['blocks']:,} blocks) of {found['bots']} bots at {found['players']} seats"
    parts = []
    if "precision" in found:
        parts.append(f"know differences to ±{found['precision']:.3g} Elo (95 %)")
    if "effect" in found:
        among = f" among {found['measures']} measures" if found["measures"] > 1 else ""
        parts.append(
            f"find an effect of {found['effect']:.3g} standard deviations of paired blocks{among} "
            f"with a probability of {100 * found['chance']:.0f} %"
        )
    return f"{games} {' and '.join(parts)}"
