"""``medina-arena ladder``: hold a bot against the fixed pool of reference bots."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import INTERRUPTED, WholeNumber

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from medina_arena.results import RunStore
    from medina_arena.tournament.config import RunConfig
    from medina_arena.tournament.ladder import Step

__all__ = ["ladder"]


@click.command(epilog="Example:  medina-arena ladder mybot.py:MyBot --games 120 --out runs/ladder")
@click.argument("bot")
@click.option(
    "--players",
    multiple=True,
    type=WholeNumber(2, 4),
    metavar="N",
    help="Players, may be repeated.  [default: 3 and 4, or what the rules allow]",
)
@click.option("--rules", default="rulebook", show_default=True, metavar="RULES", help="Rule set, as in bsw:tea=no.")
@click.option(
    "--games", metavar="N", type=WholeNumber(1), default=240, show_default=True, help="Against each opponent."
)
@click.option(
    "--seed", metavar="N", type=WholeNumber(0, 2**53 - 1), default=0, show_default=True, help="Decides every game."
)
@click.option("--workers", metavar="N", type=WholeNumber(1), help="Processes that play.  [default: one a processor]")
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path("runs/ladder"),
    show_default=True,
    help="Folder of the runs; what it holds already is not played again.",
)
@click.pass_context
def ladder(
    ctx: click.Context,
    bot: str,
    players: tuple[int, ...],
    rules: str,
    games: int,
    seed: int,
    workers: int | None,
    out: Path,
) -> None:
    """Play BOT against each bot of a fixed pool and print by how much it is ahead.

    The pool: random, greedy, policy, plain UCT at two budgets, mcts at two budgets. Each opponent is met alone, in
    balanced seatings; strength is not transitive, so that no single number would say as much.
    """
    from medina_arena.bots import parse_bot
    from medina_arena.engine import parse_rules
    from medina_arena.tournament.ladder import ladder_config, ladder_steps
    from medina_arena.tournament.pool import available_cpus

    from .playing import Output, compile_for, play_missing

    spec, rule_set = parse_bot(bot), parse_rules(rules)
    numbers = players or tuple(n for n in (3, 4) if n in rule_set.players) or tuple(rule_set.players)
    configs = {n: ladder_config(spec, rule_set, n, games, seed) for n in dict.fromkeys(numbers)}
    columns = {}
    for n, config in configs.items():
        with _open(out / f"{n}-players", config) as store:
            _, settings = compile_for(store)
            if not play_missing(config, store, workers or available_cpus(), settings, Output()):
                click.echo("stopped: the same command goes on", err=True)
                ctx.exit(INTERRUPTED)
            columns[n] = ladder_steps(store.read_all(), config)
    click.echo(_format(configs[numbers[0]].labels[0], str(rule_set), columns))


def _open(folder: Path, config: "RunConfig") -> "RunStore":
    """The run of this configuration: a new one, or the one that the folder holds."""
    from medina_arena.results import RunStore
    from medina_arena.results.store import GAMES_FILE
    from medina_arena.tournament.config import config_from_json, config_to_json
    from medina_arena.tournament.errors import RunError

    if not (folder / GAMES_FILE).exists():
        return RunStore.create(folder, config_to_json(config))
    store = RunStore.open(folder)
    try:
        if config_from_json(store.config) != config:
            raise RunError(f"--out {folder} holds another run: name another folder, or give the options that it had")
    except BaseException:
        store.close()
        raise
    return store


def _format(bot: str, rules: str, columns: "Mapping[int, Sequence[Step]]") -> str:
    """The table: a row for each opponent, and for each number of players the difference and the games."""
    opponents = list(dict.fromkeys(step.opponent for steps in columns.values() for step in steps))
    width = max(map(len, [*opponents, "opponent"]))
    lines = [
        f"Elo of {bot} minus each opponent's, rules: {rules}",
        "",
        f"{'opponent':{width}}" + "".join(f"{f'{n} players':>14}  {'games':>6}" for n in columns),
    ]
    for opponent in opponents:
        line = f"{opponent:{width}}"
        for steps in columns.values():
            step = next((step for step in steps if step.opponent == opponent), None)
            line += f"{_difference(step):>14}  {step.games if step else 0:>6}"
        lines.append(line)
    faults = sum(step.faults for steps in columns.values() for step in steps)
    lines += ["", f"95 % intervals clustered by block; faults of {bot}: {faults or 'none'}"]
    return "\n".join(lines)


def _difference(step: "Step | None") -> str:
    """A difference with the half-width of its interval, or a bound; ? is one with too few blocks for that."""
    from medina_arena.results.cells import elo_cell

    if step is None:
        return "·"
    row = step.difference
    cell = elo_cell(row.elo, row.separated, row.bound, "+.0f")
    return cell if row.separated or row.half_width is None else f"{cell} ± {row.half_width:.0f}"
