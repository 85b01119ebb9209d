"""``medina-arena sprt``: is one bot better than another, with as few games as that takes?"""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from .folders import new_folder
from .options import INTERRUPTED, WholeNumber

if TYPE_CHECKING:
    from medina_arena.results import EloTable, RunStore
    from medina_arena.tournament.sprt import Outcome, SequentialTest

__all__ = ["sprt"]

_KEPT_OPTIONS = ("bots", "elo0", "elo1", "alpha", "beta", "players", "rules", "seed", "out")
"""What a test that is resumed keeps as it was; it may get more games."""


@click.command(epilog="Example:  medina-arena sprt --bots mcts,greedy --elo0 0 --elo1 20")
@click.option("--bots", multiple=True, metavar="BOTS", help="Two bots: is the first one better?")
@click.option("--elo0", type=float, default=0.0, show_default=True, help="The difference that is too small.")
@click.option("--elo1", type=float, default=20.0, show_default=True, help="The difference that is wanted.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Risk of accepting elo0.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Risk of rejecting elo1.")
@click.option("--max-games", metavar="N", type=WholeNumber(1), default=30_000, show_default=True, help="Then stop.")
@click.option("--players", metavar="N", type=WholeNumber(1), help="Seats.  [default: 4, or the most the rules allow]")
@click.option("--rules", default="rulebook", show_default=True, metavar="RULES", help="Rule set, as in bsw:tea=no.")
@click.option("--seed", metavar="N", type=WholeNumber(0, 2**53 - 1), default=0, show_default=True)
@click.option("--workers", metavar="N", type=WholeNumber(1), help="Processes that play.  [default: one a processor]")
@click.option("--out", metavar="DIR", type=click.Path(path_type=Path), help="New folder.  [default: runs/<time>]")
@click.option("--resume", metavar="DIR", type=click.Path(path_type=Path), help="Go on with one that was stopped.")
@click.option("--confidence-sequence", is_flag=True, help="Print the interval that holds at any time as well.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.pass_context
def sprt(
    ctx: click.Context,
    bots: tuple[str, ...],
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    max_games: int,
    players: int | None,
    rules: str,
    seed: int,
    workers: int | None,
    out: Path | None,
    resume: Path | None,
    confidence_sequence: bool,
    form: str,
) -> None:
    """Play two bots until a sequential test says which difference it is, elo1 or elo0.

    The same options and seed stop at the same block, however many workers play. Ctrl-C keeps what is finished.
    """
    if resume is not None:
        for name in _KEPT_OPTIONS:
            if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
                raise click.UsageError(f"--{name} cannot be given with --resume: a test goes on as it began")
    elif not bots:
        raise click.UsageError("name the two bots, such as --bots mcts,greedy")

    from medina_arena.bots import parse_bots
    from medina_arena.engine import parse_rules
    from medina_arena.results import RunStore, counted_games, elo_table
    from medina_arena.tournament.config import RunConfig, config_from_json
    from medina_arena.tournament.extend import extend_run
    from medina_arena.tournament.logs import run_logs
    from medina_arena.tournament.play import warm_up
    from medina_arena.tournament.pool import available_cpus, use_fork
    from medina_arena.tournament.progress import show_progress
    from medina_arena.tournament.schedule import make_plan
    from medina_arena.tournament.sprt import SequentialTest, play_test, read_test, sequential_config

    if resume is None:
        test = SequentialTest(elo0, elo1, alpha, beta)
        rule_set = parse_rules(rules)
        players = players or max(rule_set.players)
        config = RunConfig(tuple(parse_bots(bots)), rule_set, players, max_games, seed)
        data = sequential_config(config, test)
        use_fork()
        warm_up(config)
        store = RunStore.create(new_folder(out), data)
    else:
        store = RunStore.open(resume)
    with store:
        test = read_test(store)
        if resume is not None:
            config = config_from_json(store.config)
            if ctx.get_parameter_source("max_games") is not ParameterSource.DEFAULT:
                config = extend_run(store, config, games=max_games)
            use_fork()
            warm_up(config)
        with run_logs(store.folder), show_progress(make_plan(config).n_games, store.n_games) as progress:
            outcome, is_final = play_test(config, test, store, workers=workers or available_cpus(), progress=progress)
        table = elo_table(counted_games(store), store.config) if outcome.blocks else None
        found = _found(store, test, outcome, table, is_final=is_final)
        if form == "json":
            click.echo(json.dumps(found, ensure_ascii=False, indent=1))
        else:
            click.echo(_told(test, outcome, found, table, with_sequence=confidence_sequence), nl=False)
        if is_final:
            text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
            (store.folder / "sprt.json").write_text(text, encoding="utf-8")
        else:
            command = f"medina-arena sprt --resume {shlex.quote(str(store.folder))}"
            click.echo(f"stopped; go on with: {command}", err=True)
            ctx.exit(INTERRUPTED)


def _found(
    store: "RunStore", test: "SequentialTest", outcome: "Outcome", table: "EloTable | None", *, is_final: bool
) -> dict[str, Any]:
    """Everything that the test says, as plain values."""
    from medina_arena.results import format_json, gsprt_bounds

    names = [bot["label"] for bot in store.config["bots"]]
    elo = half_width = None
    if table is not None and table.differences:
        (row,) = table.differences
        row = row if row.a == names[0] else row.reversed()
        elo, half_width = row.elo, row.half_width
    lower, upper = gsprt_bounds(test.alpha, test.beta)
    return {
        "a": names[0],
        "b": names[1],
        "verdict": {"accept": "elo1", "reject": "elo0"}.get(outcome.verdict.value, "inconclusive"),
        "is_final": is_final,
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": round(outcome.llr, 6),
        "bounds": [round(lower, 6), round(upper, 6)],
        "blocks": outcome.blocks,
        "surplus_blocks": outcome.surplus,
        "elo": elo,
        "half_width": half_width,
        "any_time_interval": [value if abs(value) < float("inf") else None for value in (outcome.low, outcome.high)],
        "table": None if table is None else json.loads(format_json(table)),
    }


def _told(
    test: "SequentialTest",
    outcome: "Outcome",
    found: dict[str, Any],
    table: "EloTable | None",
    *,
    with_sequence: bool,
) -> str:
    """The same for a reader."""
    from medina_arena.results import format_text

    verdicts = {
        "elo1": f"the difference is {test.elo1:g} Elo rather than {test.elo0:g}",
        "elo0": f"the difference is {test.elo0:g} Elo rather than {test.elo1:g}",
        "inconclusive": f"inconclusive between {test.elo0:g} and {test.elo1:g} Elo",
    }
    low, high = found["bounds"]
    lines = [
        f"{found['a']} against {found['b']}: {verdicts[found['verdict']]}",
        f"log-likelihood ratio {outcome.llr:+.2f}, bounds {low:+.2f} and {high:+.2f} "
        f"(risks {test.alpha:g} and {test.beta:g})",
        f"{outcome.blocks} blocks counted; {outcome.surplus} beyond the stop are stored and not counted",
    ]
    if found["elo"] is not None:
        width = "" if found["half_width"] is None else f" ±{found['half_width']:.1f}"
        lines.append(f"difference {found['elo']:+.1f}{width} Elo")
    if found["verdict"] != "inconclusive":
        lines.append("An Elo at a stop is biased away from the other side: the test stops where luck was good.")
    if with_sequence:
        low, high = outcome.low, outcome.high
        lines.append(f"any-time 95 % interval: {low:+.1f} … {high:+.1f} Elo, whenever one looks")
    return "\n".join(lines) + "\n" + ("" if table is None else f"\n{format_text(table)}")
