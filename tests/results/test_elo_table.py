"""Does an Elo table say what was played, how sure it is, and when it cannot know?"""

import csv
import io
import json
import math
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from simulated_games import Games, Truth, as_batch, assert_golden, config_of, finish, tournament

from medina_arena.results import (
    EloTable,
    GameBatch,
    ResultsError,
    elo_table,
    format_csv,
    format_json,
    format_markdown,
    format_text,
)

GOLDEN = Path(__file__).parent / "golden"
LABELS = ["random", "greedy", "mcts:simulations=100", "mcts:simulations=500"]


def table_of(
    elo: list[float], players: int, games: int, labels: list[str] | None = None, seed: int = 1
) -> tuple[EloTable, GameBatch]:
    """A table of a simulated tournament, and its games."""
    rng = np.random.default_rng(seed)
    seats = np.linspace(-20, 20, players)
    batch = as_batch(tournament(rng, Truth(np.array(elo), seats, tie_gap=10), games), rng, fault_rate=0.002)
    names = LABELS[: len(elo)] if labels is None else labels
    return elo_table(batch, config_of(names, players)), batch


def in_json(table: EloTable) -> dict[str, Any]:
    """A table's JSON, read by a reader that refuses NaN and Infinity."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    data: dict[str, Any] = json.loads(format_json(table), parse_constant=refuse)
    return data


EVERY_CASE = {
    "usual": ([-150.0, -50.0, 50.0, 150.0], 3, 1200),
    "few": ([-150.0, -50.0, 50.0, 150.0], 3, 60),
    "always": ([-1e6, -50.0, 50.0, 1e6], 4, 400),
    "duel": ([0.0, 1e6], 2, 60),
    "one game": ([0.0, 40.0, 80.0, 160.0], 4, 1),
}


@pytest.mark.parametrize("case", EVERY_CASE)
def test_every_format_takes_every_case(case: str) -> None:
    table, batch = table_of(*EVERY_CASE[case])
    data = in_json(table)
    assert set(data) == {field.name for field in fields(EloTable)}
    assert len(data["bots"]) == len(list(csv.DictReader(io.StringIO(format_csv(table)))))
    text = format_text(table)
    assert max(map(len, text.splitlines())) <= 100
    for output in (text, format_markdown(table)):
        assert "nan" not in output.split()
        assert f"{len(batch)} games" in output
        assert output.endswith("\n")


def test_json_holds_bots_differences_and_seats() -> None:
    table, batch = table_of(*EVERY_CASE["usual"])
    data = in_json(table)
    bots = {row["bot"]: row for row in data["bots"]}
    assert list(bots) == LABELS[::-1]
    elo = [row["elo"] for row in data["bots"]]
    assert elo == sorted(elo, reverse=True)
    assert sum(elo) == pytest.approx(0, abs=1e-5)
    assert all(row["se"] > 0 and row["separated"] is None and row["bound"] is None for row in data["bots"])
    assert len(data["differences"]) == 6
    for row in data["differences"]:
        assert row["elo"] == pytest.approx(bots[row["a"]]["elo"] - bots[row["b"]]["elo"], abs=1e-5)
        assert row["los"] == pytest.approx(0.5 * math.erfc(-row["elo"] / row["se"] / math.sqrt(2)), abs=1e-5)
    assert [row["seat"] for row in data["seats"]] == [0, 1, 2]
    assert sum(row["win_share"] for row in data["seats"]) == pytest.approx(1)
    assert data["games"] == data["distinct_games"] == len(batch)
    assert data["blocks"] == len(np.unique(batch.blocks))
    assert (data["players"], data["rules"], data["rules_version"], data["note"]) == ([3], "rulebook", "1", None)
    assert data["prior_elo"] == 1500
    bot = LABELS.index("greedy")
    sits = batch.bots == bot
    assert bots["greedy"]["games"] == sits.any(axis=1).sum()
    assert bots["greedy"]["mean_score"] == pytest.approx(batch.scores[sits].mean(), abs=1e-6)
    assert bots["greedy"]["mean_rank"] == pytest.approx(batch.ranks[sits].mean(), abs=1e-6)
    assert sum(row["faults"] for row in data["bots"]) == data["faults"]["illegal_move"] > 0


def test_elos_without_faulty_games_stand_in_every_format_where_they_differ() -> None:
    table, batch = table_of(*EVERY_CASE["usual"])
    sound = (batch.terminations == 0).all(axis=1)
    wanted = {row.bot: row for row in elo_table(batch.take(sound), config_of(LABELS, 3)).bots}
    data = in_json(table)
    assert data["faulty_games"] == (~sound).sum() > 0
    for row in data["faultless"]:
        other = wanted[row["bot"]]
        assert (row["elo"], row["half_width"]) == (
            pytest.approx(other.elo, abs=1e-5),
            pytest.approx(other.half_width, abs=1e-5),
        )
        assert row["games"] == other.games < next(all_.games for all_ in table.bots if all_.bot == row["bot"])
    differ = {row.bot for row in table.bots if f"{row.elo:.1f}" != f"{wanted[row.bot].elo:.1f}"}
    assert {row["bot"] for row in data["faultless"]} == differ != set()
    found = {row["bot"]: row["elo_without_faults"] for row in csv.DictReader(io.StringIO(format_csv(table)))}
    assert {bot for bot, elo in found.items() if elo} == differ
    title = f"Elo without the {data['faulty_games']} games with a fault"
    for output in (format_text(table), format_markdown(table)):
        below = output.partition(title)[2]
        assert all(f"{wanted[bot].elo:+.1f}" in below for bot in differ)


def test_a_bot_that_is_separated_only_without_faulty_games_gets_a_bound_there() -> None:
    bots = np.tile([[0, 1], [1, 0]], (30, 1))
    ranks = np.tile([[1, 2], [2, 1]], (30, 1))
    ranks[:4] = [[2, 1], [1, 2], [2, 1], [1, 2]]
    batch = as_batch(Games(bots, ranks, np.arange(60) // 2), np.random.default_rng(1))
    terminations = batch.terminations.copy()
    terminations[[0, 1, 2, 3], [0, 1, 0, 1]] = 2
    table = elo_table(replace(batch, terminations=terminations), config_of(["a", "b"], 2))
    assert [(row.bot, row.separated.value, row.half_width) for row in table.faultless] == [
        ("a", "above", None),
        ("b", "below", None),
    ]
    assert " > +" in format_text(table).partition("games with a fault")[2]
    fixed = elo_table(replace(batch, terminations=terminations), config_of(["a", "b"], 2), anchors={"a": 1000})
    assert fixed.faultless == ()  # the anchor has no finite Elo there


def test_too_few_blocks_have_no_errors_but_a_sentence() -> None:
    table, _ = table_of(*EVERY_CASE["few"])
    data = in_json(table)
    assert data["blocks"] == 10
    assert data["note"] == "Error bars need at least 20 blocks and this run has 10: 120 games would do."
    for row in (*data["bots"], *data["seats"]):
        assert row["elo"] is not None
        assert row["se"] is row["half_width"] is None
    for row in data["differences"]:
        assert row["elo"] is not None
        assert row["se"] is row["half_width"] is row["los"] is None
    assert data["seat_tests"][0]["p"] is None
    text = format_text(table)
    assert data["note"] in text
    assert "±" not in text.replace("± 95 %", "")


def test_enough_blocks_have_errors_and_no_sentence() -> None:
    table, _ = table_of([0.0, 30.0], 2, 40)
    data = in_json(table)
    assert data["blocks"] == 20
    assert data["note"] is None
    assert all(row["se"] > 0 for row in (*data["bots"], *data["differences"], *data["seats"]))


def test_a_bot_that_always_won_has_a_bound_instead_of_an_elo() -> None:
    table, _ = table_of(*EVERY_CASE["duel"])
    text = format_text(table)
    winner, loser = in_json(table)["bots"]
    assert (winner["separated"], loser["separated"]) == ("above", "below")
    assert winner["half_width"] is loser["half_width"] is None
    least = 0.05 ** (1 / 60)
    assert winner["bound"] == pytest.approx(200 * math.log10(least / (1 - least)), abs=0.01)
    assert f"> +{winner['bound']:.0f}" in text
    assert f"< -{winner['bound']:.0f}" in text
    (difference,) = in_json(table)["differences"]
    assert difference["bound"] == pytest.approx(2 * winner["bound"], abs=1e-4)
    assert difference["los"] > 0.999999
    assert "by wins" not in text


def test_bots_that_never_met_stand_apart() -> None:
    rng = np.random.default_rng(2)
    truth = Truth(np.array([-50.0, 50.0]), np.zeros(2))
    one, two = tournament(rng, truth, 100), tournament(rng, truth, 60)
    games = Games(
        np.vstack([one.bots, two.bots + 2]),
        np.vstack([one.ranks, two.ranks]),
        np.concatenate([one.blocks, two.blocks + 500]),
    )
    table = elo_table(as_batch(games, rng), config_of(LABELS, 2))
    text = format_text(table)
    assert text.count("Elo of row minus column") == 2
    assert "never met" in text
    across = [row for row in in_json(table)["differences"] if (row["a"] in LABELS[:2]) != (row["b"] in LABELS[:2])]
    assert len(across) == 4
    assert all(row["elo"] is row["se"] is row["los"] is None for row in across)


def test_one_bot_has_a_seat_table_only() -> None:
    rng = np.random.default_rng(3)
    seats = np.tile([-40.0, 0.0, 40.0], (200, 1))
    games = Games(np.zeros((200, 3), np.int64), finish(rng, seats, 10), np.arange(200))
    table = elo_table(as_batch(games, rng), config_of(["greedy"], 3))
    text = format_text(table)
    assert "no two different bots met" in text
    assert "all seats equal? chi2(2)" in text
    assert in_json(table)["bots"][0]["elo"] is None
    assert in_json(table)["differences"] == []


def test_differences_are_printed_for_at_most_eight_bots() -> None:
    eight, _ = table_of([float(10 * n) for n in range(8)], 4, 800, [f"bot{n}" for n in range(8)])
    nine, _ = table_of([float(10 * n) for n in range(9)], 4, 800, [f"bot{n}" for n in range(9)])
    assert "Elo of row minus column" in format_text(eight)
    assert "Elo of row minus column" not in format_text(nine)
    assert len(in_json(nine)["differences"]) == 36


def test_long_labels_are_cut_in_the_middle_in_text_only() -> None:
    labels = [f"mcts:simulations=500:c=1.4:temperature=0.{n}:final_label" for n in range(4)]
    table, _ = table_of(*EVERY_CASE["usual"], labels)
    text = format_text(table)
    assert max(map(len, text.splitlines())) <= 100
    assert "mcts:sim" in text
    assert "…" in text
    assert [row["bot"] for row in in_json(table)["bots"]] == labels[::-1]
    assert labels[0] in format_markdown(table)


def test_distinct_games_are_those_with_different_moves() -> None:
    _, batch = table_of(*EVERY_CASE["usual"])
    values = {field.name: getattr(batch, field.name) for field in fields(batch)}
    copies = GameBatch(**values | {"moves_hash": batch.moves_hash % 7})
    assert elo_table(copies, config_of(LABELS, 3)).distinct_games == 7


def test_a_run_without_games_says_so() -> None:
    with pytest.raises(ResultsError, match="no finished game yet"):
        elo_table(GameBatch.empty(4), config_of(LABELS, 4))


def test_commas_and_bars_in_labels_break_no_format() -> None:
    table, _ = table_of([0.0, 50.0], 2, 60, ['a,"b"', "c|d"])
    names = {row["bot"] for row in csv.DictReader(io.StringIO(format_csv(table)))}
    assert names == {'a,"b"', "c|d"}
    rows = [line for line in format_markdown(table).splitlines() if line.startswith("|")]
    assert len({line.replace(r"\|", "").count("|") for line in rows[:4]}) == 1


def test_a_suspicious_elo_by_wins_is_marked() -> None:
    table, _ = table_of(*EVERY_CASE["usual"])
    marked = replace(table, bots=(replace(table.bots[0], win_elo_differs=True), *table.bots[1:]))
    assert "!: the Elo by who won" in format_text(marked)
    assert "!:" not in format_text(replace(table, bots=tuple(replace(r, win_elo_differs=False) for r in table.bots)))


@pytest.mark.parametrize("name", ["usual", "always"])
def test_text_is_as_reviewed(name: str) -> None:
    table, _ = table_of(*EVERY_CASE[name])
    assert_golden(GOLDEN / f"table_{name}.txt", format_text(table))


def test_markdown_is_as_reviewed() -> None:
    table, _ = table_of(*EVERY_CASE["few"])
    assert_golden(GOLDEN / "table_few.md", format_markdown(table))


def test_bots_that_learned_by_another_version_of_the_rules_are_named() -> None:
    _, batch = table_of(*EVERY_CASE["usual"])
    config = config_of(LABELS, 3) | {"rules_version": 2}
    for bot, version in zip(config["bots"], (None, 1, 2, 1), strict=True):
        bot["rules_learned"] = version
    table = elo_table(batch, config)
    assert table.outdated == ("greedy (1)", "mcts:simulations=500 (1)")
    assert "another version of the rules than 2" in format_text(table)
    for bot in config["bots"]:
        bot["rules_learned"] = 2
    assert "another version" not in format_text(elo_table(batch, config))
