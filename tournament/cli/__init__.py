"""What does ``medina-arena`` do? Each command is a file of its own and is imported only when it is needed."""

import os
import sys
from importlib import import_module
from typing import Any

import click

from medina_arena.nearest import did_you_mean

from .options import INTERRUPTED

__all__ = ["main"]

_COMMANDS = (
    "run",
    "rate",
    "report",
    "compare",
    "sprt",
    "power",
    "export",
    "merge",
    "verify",
    "reproduce",
    "bots",
    "new-bot",
    "check",
    "ladder",
    "bench",
    "train",
    "replay",
    "show",
    "view",
    "play",
    "perft",
    "rules",
)
_INPUT_ERRORS = ("MedinaError", "ResultsError")


class _InputError(click.ClickException):
    """Input that cannot be used: one sentence, no traceback."""

    exit_code = 2


class _Group(click.Group):
    """Commands in files, and one place that turns errors into sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import a command."""
        if name not in _COMMANDS:
            return None
        module = name.replace("-", "_")
        command: click.Command = getattr(import_module(f"{__name__}.{module}"), module)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; the error for an unknown one lists what there is."""
        if args and not args[0].startswith("-") and args[0] not in _COMMANDS:
            hint = did_you_mean(args[0], _COMMANDS)
            ctx.fail(f"no command {args[0]!r}{hint}: there are {', '.join(_COMMANDS)}")
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Begin; output that was closed beforehand goes nowhere."""
        sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        return super().main(*args, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse what no file of ours can hold."""
        for arg in args:
            if not arg.isascii() and arg != arg.encode("utf-8", "replace").decode():
                ctx.fail(f"{arg.encode('utf-8', 'backslashreplace').decode()} is no text: names must be UTF-8")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            result: object = super().invoke(ctx)
            sys.stdout.flush()  # a closed pipe is noticed here, not when Python ends
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            raise
        except OSError as error:
            place = f"{error.filename}: " if error.filename is not None else ""
            raise _InputError(f"{place}{error.strerror or error}") from error
        except ValueError as error:
            if not _is_about_input(error):
                raise
            raise _InputError(str(error)) from error
        return result


def _is_about_input(error: ValueError) -> bool:
    """Whether an error is one of the project's own, told by name so that nothing has to be imported for it."""
    return any(
        base.__name__ in _INPUT_ERRORS and base.__module__.startswith("medina_arena.") for base in type(error).__mro__
    )


@click.group(
    cls=_Group,
    epilog="Example:  medina-arena run --bots mcts,greedy --games 1000",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="medina-arena", message="%(prog)s %(version)s")
def main() -> None:
    """Let bots play the board game Medina, and read who is stronger."""
