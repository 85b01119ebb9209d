"""Can every command be understood at a glance? Its help fits a screen, has an example, and names options alike."""

import click
import pytest
from click.testing import CliRunner

from medina_arena.tournament.cli import main


def _commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """All commands, those of groups too."""
    found: list[tuple[str, ...]] = [path]
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        here = (*path, name)
        found += _commands(command, here) if isinstance(command, click.Group) else [here]
    return found


COMMANDS = _commands(main)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_fits_on_a_screen_and_has_an_example(command: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*command, "--help"])
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert len(lines) <= 48
    assert max(map(len, lines)) <= 80
    assert any("Example:  medina-arena " in line for line in lines)


def test_options_mean_the_same_everywhere() -> None:
    """An option of one name has one type and one placeholder; --rules of some commands takes several sets."""
    seen: dict[str, set[tuple[str, str | None]]] = {}
    for path in COMMANDS:
        command: click.Command = main
        for name in path:
            assert isinstance(command, click.Group)
            found = command.get_command(click.Context(command), name)
            assert found is not None
            command = found
        for option in command.params:
            if isinstance(option, click.Option):
                for name in option.opts:
                    seen.setdefault(name, set()).add((option.type.name, option.metavar))
    for name in ("--rules", "--players", "--games", "--seed", "--bots", "--workers", "--ply", "--line"):
        assert len(seen.get(name, {None})) == 1, f"{name}: {seen[name]}"
