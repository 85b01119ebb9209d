"""Do `medina-arena perft` and `medina-arena rules` print what the engine says, and fit on a screen?"""

import pytest
from click.testing import CliRunner, Result

from medina_arena.engine import Game, count_leaves, describe_rules, format_rules_table, parse_rules, split_leaves
from medina_arena.tournament.cli import main


def _run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert "Traceback" not in result.output
    return result


def _print(*arguments: str) -> str:
    result = _run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_perft_of_the_opening() -> None:
    assert _print("perft", "--rules", "bsw", "--players", "4", "--depth", "1") == "126\n"
    assert _print("perft", "--depth", "2") == f"{count_leaves(Game(), 2)}\n"
    assert _print("perft", "--depth", "0") == "1\n"


def test_perft_after_moves_and_of_a_position() -> None:
    game = Game("second-edition", 3, 7, moves="Gb2 Gb3")
    first = ["perft", "--rules", "second-edition", "--players", "3", "--seed", "7", "--depth", "1"]
    assert _print(*first, "--moves", "Gb2  Gb3") == f"{count_leaves(game, 1)}\n"
    assert _print("perft", "--position", game.position(), "--depth", "1") == f"{count_leaves(game, 1)}\n"
    game.play("Sb4")
    assert _print(*first, "--moves", "Gb2 Gb3 Sb4") == f"{count_leaves(game, 1)}\n"


def test_split_lists_moves_and_their_sum() -> None:
    game = Game("gift", 3, moves="Ih6 ?G ?K")
    *lines, total = _print("perft", "--position", game.position(), "--depth", "2", "--split").splitlines()
    assert lines == [f"{move} {count}" for move, count in split_leaves(game, 2).items()]
    assert int(total) == count_leaves(game, 2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Missing option '--depth'"),
        (["--depth", "10"], "'10' is no whole number from 0 to 9"),
        (["--depth", "0", "--split"], "--split needs a --depth of at least 1"),
        (["--depth", "1", "--rules", "chess"], "no rule set 'chess'"),
        (["--depth", "1", "--players", "2"], "rulebook is played by 3 or 4 players, not by 2"),
        (["--depth", "1", "--moves", "Ih6 Ih6"], "'Ih6' is not legal for seat 0"),
        (["--depth", "1", "--moves", "hello"], "'hello' is no move"),
        (["--depth", "1", "--position", "hello"], "no position: it begins with"),
        (["--depth", "1", "--position", "hello", "--rules", "bsw"], "--position holds rules and players"),
        (["--depth", "1", "--position", Game("gift", 3, moves="Ih6 ?G").view(1).position()], "hidden picks"),
    ],
)
def test_what_cannot_be_counted_is_said(arguments: list[str], sentence: str) -> None:
    result = _run("perft", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr.splitlines()[-1]


def test_rules_side_by_side_and_one_by_one() -> None:
    assert _print("rules") == format_rules_table() + "\n"
    assert (
        _print("rules", "bsw:tower_connection=tower")
        == describe_rules(parse_rules("bsw:tower_connection=tower")) + "\n"
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bws", "(did you mean 'bsw'?)"),
        ("bsw:placements=3", "cannot be changed"),
        ("bsw:name=x", "makes bsw what it is"),
    ],
)
def test_rules_that_are_not_there_are_refused(name: str, sentence: str) -> None:
    result = _run("rules", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr


@pytest.mark.parametrize("command", ["replay", "show", "perft", "rules"])
def test_help_fits_on_a_screen_and_has_an_example(command: str) -> None:
    lines = _print(command, "--help").splitlines()
    assert len(lines) <= 36
    assert max(map(len, lines)) <= 80
    assert any(f"Example:  medina-arena {command}" in line for line in lines)
