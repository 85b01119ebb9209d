"""Do several runs come into one table, the same game once and the same bot under one name?"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from simulated_games import Truth, as_batch, config_of, tournament

from medina_arena.results import GameBatch, ResultsError, RunStore, elo_table, merge_runs

SPREAD = np.array([-60.0, 0.0, 60.0])


def games_of(seed: int, players: int = 3, games: int = 240) -> GameBatch:
    """A simulated run in which every block has a seed of its own, as real ones have."""
    rng = np.random.default_rng(seed)
    batch = as_batch(tournament(rng, Truth(SPREAD, np.linspace(-10, 10, players)), games), rng)
    return replace(batch, seed=batch.block.astype(np.int64) + 1000 * seed)


def store(folder: Path, batch: GameBatch, labels: list[str], **changed: Any) -> RunStore:
    made = RunStore.create(folder, config_of(labels, batch.seats) | changed)
    made.append(batch)
    return made


def test_one_run_is_as_it_is(tmp_path: Path) -> None:
    one = store(tmp_path / "a", games_of(1), ["x", "y", "z"])
    merged = merge_runs([one])
    assert merged.config == one.config
    assert np.array_equal(merged.games.ids, one.read_all().ids)


def test_bots_with_one_name_are_one_and_player_counts_stay_apart(tmp_path: Path) -> None:
    two = games_of(2, players=2)
    merged = merge_runs([store(tmp_path / "a", games_of(1), list("xyz")), store(tmp_path / "b", two, list("zyx"))])
    assert [bot["label"] for bot in merged.config["bots"]] == list("xyz")
    assert merged.n_repeated == 0
    table = elo_table(merged.games, merged.config)
    assert table.players == (2, 3)
    assert [(row.players, row.seat) for row in table.seats] == [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]
    assert [test.players for test in table.seat_tests] == [2, 3]
    assert table.games == 240 + len(two)
    assert table.blocks == len(np.unique(games_of(1).blocks)) + len(np.unique(two.blocks))
    games = {row.bot: row.games for row in table.bots}
    assert games["x"] == 240 + int((two.bots == 2).any(axis=1).sum())


def test_the_same_games_count_once(tmp_path: Path) -> None:
    longer = games_of(1, games=300)
    first = store(tmp_path / "a", longer.take(slice(0, 240)), list("xyz"))
    second = store(tmp_path / "b", longer, list("xyz"))
    merged = merge_runs([first, second])
    assert merged.n_repeated == 240
    assert len(merged.games) == len(longer)
    assert len(np.unique(merged.games.blocks)) == len(np.unique(longer.blocks))
    assert merge_runs([first, first]).n_repeated == 240


def test_copies_within_one_run_are_left_alone(tmp_path: Path) -> None:
    batch = replace(games_of(1), seed=np.zeros(240, np.int64), moves_hash=np.zeros(240, np.uint64))
    merged = merge_runs([store(tmp_path / "a", batch, list("xyz")), store(tmp_path / "b", batch, list("xyz"))])
    assert merged.n_repeated == 0
    assert len(np.unique(merged.games.blocks)) == 2 * len(np.unique(batch.blocks))


def test_one_name_for_two_bots_is_made_two(tmp_path: Path) -> None:
    def bots(simulations: int) -> list[dict[str, str]]:
        spec = f"mcts:simulations={simulations}"
        return [
            {"label": name, "spec": spec if name == "x" else name, "key": spec if name == "x" else name}
            for name in "xyz"
        ]

    merged = merge_runs(
        [
            store(tmp_path / "a", games_of(1), list("xyz"), bots=bots(100)),
            store(tmp_path / "b", games_of(2), list("xyz"), bots=bots(200)),
        ]
    )
    assert [bot["label"] for bot in merged.config["bots"]] == ["x", "y", "z", "mcts:simulations=200"]


def test_runs_by_other_rules_are_refused(tmp_path: Path) -> None:
    one = store(tmp_path / "a", games_of(1), list("xyz"))
    other = store(tmp_path / "b", games_of(2), list("xyz"), rules="bsw")
    with pytest.raises(ResultsError, match=r"a was played with rules rulebook and .*b with bsw: rate them apart"):
        merge_runs([one, other])
