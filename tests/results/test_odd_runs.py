"""Is the right answer, or one clear sentence, given to runs that are out of the ordinary?"""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray
from simulated_games import Games, Truth, as_batch, config_of, finish, tournament

from medina_arena.results import RunStore, elo_table, format_csv, format_json, format_markdown, format_text
from medina_arena.results.tables_data import table_values
from medina_arena.tournament.cli import main


def write_run(folder: Path, bots: NDArray[np.int64], ranks: NDArray[np.int64], blocks: NDArray[np.int64]) -> Path:
    """A run's folder with these games."""
    n_bots, players = int(bots.max()) + 1, bots.shape[1]
    with RunStore.create(folder, config_of([f"bot{n}" for n in range(n_bots)], players)) as store:
        store.append(as_batch(Games(bots, ranks, blocks), np.random.default_rng(1)))
    return folder


def rated(folder: Path, *options: str) -> dict[str, Any]:
    """What the command says in JSON."""
    result = CliRunner().invoke(main, ["rate", str(folder), "--format", "json", *options])
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def refused(*arguments: str) -> str:
    """The one sentence of a command that must fail."""
    result = CliRunner().invoke(main, ["rate", *arguments])
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    return result.stderr.splitlines()[-1].removeprefix("Error: ")


def test_all_ties_are_equal_bots(tmp_path: Path) -> None:
    bots = np.tile([[0, 1, 2], [1, 2, 0], [2, 0, 1]], (40, 1))
    data = rated(write_run(tmp_path / "run", bots, np.ones_like(bots), np.arange(120) // 3))
    assert [row["elo"] for row in data["bots"]] == pytest.approx([0, 0, 0], abs=1e-5)
    assert all(row["half_width"] > 0 for row in data["bots"])
    assert (data["tie_rate"], data["shared_win_rate"]) == (1, 1)
    assert all((row["best_place"], row["worst_place"]) == (1, 3) for row in data["bots"])
    assert data["differences"][0]["los"] == pytest.approx(0.5, abs=1e-5)


def test_a_bot_that_is_always_last_has_a_bound(tmp_path: Path) -> None:
    games = tournament(np.random.default_rng(2), Truth(np.array([0.0, 40.0, -1e6]), np.zeros(3)), 240)
    data = rated(write_run(tmp_path / "run", games.bots, games.ranks, games.blocks))
    last = data["bots"][-1]
    assert (last["bot"], last["separated"], last["best_place"], last["worst_place"]) == ("bot2", "below", 3, 3)
    assert last["bound"] < min(row["elo"] for row in data["bots"][:2])
    assert last["half_width"] is None


def test_a_bot_with_one_game_moves_nobody(tmp_path: Path) -> None:
    games = tournament(np.random.default_rng(3), Truth(np.array([0.0, 40.0, 80.0]), np.zeros(3)), 1200)
    bots = np.vstack([games.bots, [[3, 0, 1]]])
    ranks = np.vstack([games.ranks, [[2, 1, 3]]])
    alone = rated(write_run(tmp_path / "alone", games.bots, games.ranks, games.blocks))
    data = rated(write_run(tmp_path / "run", bots, ranks, np.append(games.blocks, 10_000)))
    (guest,) = [row for row in data["bots"] if row["bot"] == "bot3"]
    assert (guest["games"], guest["blocks"], guest["half_width"]) == (1, 1, None)
    gap = {name: {row["bot"]: row["elo"] for row in table["bots"]} for name, table in (("a", alone), ("b", data))}
    for bot in ("bot1", "bot2"):
        assert gap["b"][bot] - gap["b"]["bot0"] == pytest.approx(gap["a"][bot] - gap["a"]["bot0"], abs=1)


def test_fifty_bots_are_rated(tmp_path: Path) -> None:
    spread = np.linspace(-300, 300, 50)
    rng = np.random.default_rng(4)
    bots = np.array(
        [np.roll(lineup, turn) for lineup in (rng.permutation(50)[:4] for _ in range(1000)) for turn in range(4)]
    )
    folder = write_run(tmp_path / "run", bots, finish(rng, spread[bots], 10), np.arange(4000) // 4)
    data = rated(folder)
    assert len(data["bots"]) == 50
    assert len(data["differences"]) == 1225
    elo = {row["bot"]: row["elo"] for row in data["bots"]}
    found = np.array([elo[f"bot{n}"] for n in range(50)])
    assert np.sqrt(np.mean((found - spread) ** 2)) < 35  # 24 expected
    assert CliRunner().invoke(main, ["rate", str(folder)]).stdout.count("bot") > 50


def test_no_games_and_corrupted_rows_are_said_in_a_sentence(tmp_path: Path) -> None:
    RunStore.create(tmp_path / "empty", config_of(["a", "b"], 2)).close()
    assert refused(str(tmp_path / "empty")) == "the run holds no finished game yet: there is nothing to rate"
    bots = np.tile([[0, 1], [1, 0]], (20, 1))
    folder = write_run(tmp_path / "run", bots, np.tile([1, 2], (40, 1)), np.arange(40) // 2)
    with closing(sqlite3.connect(folder / "games.sqlite")) as connection:
        size = len(connection.execute("SELECT record FROM games").fetchone()[0])
        for record, sentence in ((b"short", "a game does not take"), (b"\xff" * size, "a bot lies outside 0 … 1")):
            connection.execute("UPDATE games SET record = ? WHERE id = 256", (record,))
            connection.commit()
            assert sentence in refused(str(folder))
    assert "no such folder" in refused(str(tmp_path / "gone"))


def test_anchor_options_are_checked(tmp_path: Path) -> None:
    games = tournament(np.random.default_rng(5), Truth(np.array([0.0, 40.0]), np.zeros(2)), 80)
    folder = str(write_run(tmp_path / "run", games.bots, games.ranks, games.blocks))
    for text in ("bot0", "=5", "bot0=", "bot0=x", "bot0=nan", "bot0=1e9"):
        assert refused(folder, "--anchor", text).endswith(f"such as random=1000, not {text!r}")
    assert refused(folder, "--anchor", "bot7=1") == (
        "no bot 'bot7' in the run that could be an anchor: there are bot0, bot1"
    )
    data = rated(Path(folder), "--anchor", "bot1=1500")
    assert {row["bot"]: row["elo"] for row in data["bots"]}["bot1"] == 1500
    assert data["reference"] == "bot1 = 1500"
    text = CliRunner().invoke(main, ["rate", folder, "--anchor", "bot1=1500"]).stdout
    assert "Elo by Plackett–Luce; bot1 = 1500; prior" in text
    assert " 1500.0 " in text


def test_faults_can_be_left_out_and_wins_counted_alone() -> None:
    rng = np.random.default_rng(6)
    games = tournament(rng, Truth(np.array([0.0, 40.0, 80.0]), np.zeros(3)), 600)
    batch = as_batch(games, rng, fault_rate=0.02)
    sound = (batch.terminations == 0).all(axis=1)
    config = config_of(["a", "b", "c"], 3)
    table = elo_table(batch, config, without_faults=True)
    assert (table.games, table.left_out, table.faults) == (int(sound.sum()), int((~sound).sum()), ())
    assert table_values(table)["bots"] == table_values(elo_table(batch.take(sound), config))["bots"]
    assert f"({table.left_out} games with faults left out)" in format_text(table)
    wins = elo_table(batch, config, win_only=True)
    only_first = np.where(batch.ranks == 1, 1, 2).astype(np.int8)
    assert wins.bots[0].elo != elo_table(batch, config).bots[0].elo
    reduced = elo_table(replace(batch, ranks=only_first), config, win_only=True)
    assert [row.elo for row in wins.bots] == pytest.approx([row.elo for row in reduced.bots], abs=1e-9)
    assert "by wins" not in format_text(wins)
    assert "on who won, not on the places behind" in format_text(wins)


def test_by_seat_shows_every_bot_on_every_seat() -> None:
    rng = np.random.default_rng(7)
    bots = np.tile([[0, 1, 2], [1, 2, 0], [2, 0, 1]], (200, 1))
    worths = np.array([0.0, 50.0, 100.0])[bots] + np.where((bots == 0) & (np.arange(3) == 2), 120.0, 0.0)
    batch = as_batch(Games(bots, finish(rng, worths, 10), np.arange(600) // 3), rng)
    table = elo_table(batch, config_of(["a", "b", "c"], 3), by_seat=True)
    elo = {(row.bot, row.seat): row.elo or 0.0 for row in table.by_seat}
    assert len(elo) == 9
    assert elo["a", 2] - (elo["a", 0] + elo["a", 1]) / 2 == pytest.approx(120, abs=45)
    assert abs(elo["b", 2] - elo["b", 0]) < 60
    assert sum(elo.values()) == pytest.approx(0, abs=1e-6)
    for text in (format_text(table), format_markdown(table)):
        assert "Elo of each bot on each seat" in text
    assert format_csv(table).count("\n") == 10
    assert len(json.loads(format_json(table))["by_seat"]) == 9
    assert elo_table(batch, config_of(["a", "b", "c"], 3)).by_seat == ()


def test_every_row_of_a_csv_says_what_was_played() -> None:
    rng = np.random.default_rng(8)
    batch = as_batch(tournament(rng, Truth(np.array([0.0, 40.0]), np.zeros(2)), 80), rng)
    header, *rows = format_csv(elo_table(batch, config_of(["a", "b"], 2))).splitlines()
    wanted = ["games", "blocks", "distinct_games", "design_effect", "tie_rate", "prior_elo", "reference", "players"]
    assert {f"run_{name}" for name in (*wanted, "faults", "rules", "rules_version")} <= set(header.split(","))
    assert all(row.count(",") == header.count(",") for row in rows)
