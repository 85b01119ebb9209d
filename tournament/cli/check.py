"""``medina-arena check``: does a bot keep to the rules of bots?"""

import json

import click

from .options import WholeNumber

__all__ = ["check"]


@click.command(epilog="Example:  medina-arena check mybot.py:MyBot:greed=0.7 --rules bsw,gift")
@click.argument("bot", metavar="BOT")
@click.option("--rules", metavar="RULES", help="Rule sets with commas between them.  [default: all that it plays]")
@click.option("--skip", metavar="CHECK", multiple=True, help="Leave a check out, as in time-budget-kept; repeatable.")
@click.option("--seed", metavar="N", type=WholeNumber(0, 2**53 - 1), default=1, show_default=True, help="Of the games.")
@click.option(
    "--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True, help="How to print."
)
@click.pass_context
def check(ctx: click.Context, bot: str, rules: str | None, skip: tuple[str, ...], seed: int, form: str) -> None:
    """Play with a bot and report whether it keeps to the rules of bots.

    Its moves are legal, decided by its seed and by what it is shown, the same in any process, and made within its
    budget. Ends with status 0 if no check failed, 1 if one did, 2 if there is no such bot.
    """
    from medina_arena.bots import Finding, check_bot, parse_bot

    spec = parse_bot(bot)

    def tell(finding: Finding) -> None:
        if form == "table":
            click.echo(str(finding))

    report = check_bot(
        spec,
        rules=None if rules is None else [name.strip() for name in rules.split(",")],
        seed=seed,
        skip=[name.replace("-", " ") for name in skip],
        on_finding=tell,
    )
    click.echo(report.verdict if form == "table" else json.dumps(report.as_dict(), ensure_ascii=False, indent=1))
    ctx.exit(0 if report.is_passed else 1)
