"""Does the bench measure what it names?"""

import json

from click.testing import CliRunner

from medina_arena.tournament.cli import main


def test_figures_have_names_units_and_sane_values() -> None:
    command = ["bench", "--rules", "ditt", "--repeats", "1", "--seconds", "0.05", "--format", "json"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    figures = {figure["name"]: figure for figure in json.loads(result.stdout)}
    assert set(figures["random_games"]) == {"name", "rules", "players", "value", "unit"}
    units = {name: figure["unit"] for name, figure in figures.items()}
    assert units["random_games"] == "games/s"
    assert units["random_move"] == "ns"
    for name in ("mcts_simulations", "leaf_simulations", "uct_simulations"):
        assert units[name] == units[f"{name}_opening"] == "simulations/s"
    assert all(figure["value"] > 0 for figure in figures.values())
    assert {(figure["rules"], figure["players"]) for figure in figures.values()} == {("ditt", 2)}
