"""Does the exported text hold every game, in one order, and nothing of how it came to be?"""

import csv
import io
from pathlib import Path

import numpy as np
import pytest
from simulated_games import Truth, as_batch, assert_golden, config_of, tournament

from medina_arena.results import SOURCES, GameBatch, RunStore, Termination, export_csv

CONFIG = config_of(["random", "greedy", 'odd,"label"', "mcts:simulations=500"], 3)
GOLDEN = Path(__file__).parent / "golden"


def some_games(count: int = 60) -> GameBatch:
    rng = np.random.default_rng(1)
    return as_batch(tournament(rng, Truth(np.zeros(4), np.zeros(3), tie_gap=20), count), rng, fault_rate=0.1)


def exported(games: GameBatch | RunStore) -> str:
    file = io.StringIO(newline="")
    export_csv(games, CONFIG, file)
    return file.getvalue()


def test_every_number_of_every_game_is_there() -> None:
    games = some_games()
    rows = list(csv.DictReader(io.StringIO(exported(games))))
    labels = [bot["label"] for bot in CONFIG["bots"]]
    assert len(rows) == len(games)
    for n, row in enumerate(rows):
        assert row["id"] == f"{games.lineup[n]}.{games.block[n]}.{games.seating[n]}"
        assert (row["block"], row["seating"]) == (str(games.block[n]), str(games.seating[n]))
        assert row["lineup"] == "+".join(labels[bot] for bot in sorted(games.bots[n].tolist()))
        assert (row["rules"], row["rules_version"], row["seed"]) == ("rulebook", "1", str(games.seed[n]))
        assert row["placements"] == str(games.placements[n])
        assert int(row["moves_hash"], 16) == games.moves_hash[n]
        assert len(row["moves_hash"]) == 16
        for seat in range(3):
            assert row[f"bot_{seat}"] == labels[games.bots[n, seat]]
            assert row[f"rank_{seat}"] == str(games.ranks[n, seat])
            assert row[f"score_{seat}"] == str(games.scores[n, seat])
            points = [int(row[f"{source}_{seat}"]) for source in SOURCES]
            assert points == games.sources[n, seat].tolist()
            assert Termination[row[f"termination_{seat}"].upper()] == games.terminations[n, seat]


def test_columns_stand_in_the_documented_order() -> None:
    header = exported(some_games()).split("\n", 1)[0].split(",")
    assert header[:7] == ["id", "lineup", "block", "seating", "rules", "rules_version", "seed"]
    seat = [f"{name}_1" for name in ("bot", "score", *SOURCES, "rank")]
    assert header[17:27] == seat
    assert header[37:] == ["placements", "moves_hash", "termination_0", "termination_1", "termination_2"]


def test_the_order_of_playing_leaves_no_trace(tmp_path: Path) -> None:
    games = some_games()
    mixed = games.take(np.random.default_rng(2).permutation(len(games)))
    with RunStore.create(tmp_path, CONFIG) as store:
        store.append(mixed.take(slice(0, 20)))
        store.append(mixed.take(slice(20, 60)))
        assert exported(store) == exported(games) == exported(mixed)


def test_lines_end_in_a_bare_line_feed() -> None:
    text = exported(some_games())
    assert text.endswith("\n")
    assert "\r" not in text
    assert text.count("\n") == 61


def test_no_games_are_a_header() -> None:
    assert exported(GameBatch.empty(3)).count("\n") == 1


@pytest.mark.parametrize("count", [12])
def test_text_is_as_reviewed(count: int) -> None:
    assert_golden(GOLDEN / "export.csv", exported(some_games(count)))
