"""``medina-arena replay``: do games go as their records say?"""

import click

__all__ = ["replay"]


@click.command(epilog="Example:  medina-arena replay games.jsonl")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True))
@click.pass_context
def replay(ctx: click.Context, file: str) -> None:
    """Check game records: one JSON object on each line of FILE, or of the standard input if FILE is a dash.

    Each move is checked to be legal, and scores, sources, ranks, winners and tiles to be what the moves give. Ends with
    status 0 if all is as recorded, 1 at the first difference, 2 for a file that cannot be read.
    """
    from medina_arena.engine import RULES_VERSION, Game, MedinaError, RecordError, read_records

    n_records = n_plies = 0
    versions: set[int] = set()
    with click.open_file(file, "rb") as lines:
        for number, record in read_records(lines, file):
            version = record.get("rules_version", RULES_VERSION)
            if version != RULES_VERSION and version not in versions:
                versions.add(version)
                click.echo(
                    f"Warning: {file}, line {number}: rules version {version}, and these are {RULES_VERSION}", err=True
                )
            try:
                game = Game.from_record(record)
            except MedinaError as error:
                click.echo(f"Error: {file}, line {number}: {error}", err=True)
                ctx.exit(1 if isinstance(error, RecordError) else 2)
            n_records += 1
            n_plies += game.ply
    if n_records == 0:
        click.echo(f"Error: {file}: no record", err=True)
        ctx.exit(2)
    click.echo(f"{n_records:,} record{'s' * (n_records > 1)}, {n_plies:,} plies: all as recorded")
