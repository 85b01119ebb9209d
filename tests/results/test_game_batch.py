"""Does a batch of games hold only what games can be, and is an id what it is made of?"""

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from simulated_games import Truth, as_batch, tournament

from medina_arena.results import (
    SOURCES,
    GameBatch,
    ResultsError,
    Termination,
    format_id,
    game_ids,
    parse_id,
    split_ids,
)


def batch(seed: int = 1, games: int = 60) -> GameBatch:
    rng = np.random.default_rng(seed)
    return as_batch(tournament(rng, Truth(np.zeros(5), np.zeros(4)), games), rng)


def test_sources_and_terminations_keep_their_order() -> None:
    assert SOURCES == ("pieces", "stables", "inhabitants", "walls", "palace_tiles", "tower_tiles", "well")
    names = ["normal", "illegal_move", "exception", "timeout", "memory", "crash", "interrupted"]
    assert [kind.name.lower() for kind in sorted(Termination)] == names
    assert [kind.value for kind in sorted(Termination)] == list(range(7))


def test_an_id_is_lineup_block_and_seating_in_one_number() -> None:
    lineup, block = np.array([0, 3, 2**23 - 1], np.int32), np.array([0, 12, 2**31 - 1], np.int32)
    seating = np.array([0, 5, 255], np.int16)
    ids = game_ids(lineup, block, seating)
    assert ids.tolist() == [0, (3 << 40) | (12 << 8) | 5, ((2**23 - 1) << 40) | ((2**31 - 1) << 8) | 255]
    parts: list[Any] = [lineup, block, seating]
    found: Any
    for found, wanted in zip(split_ids(ids), parts, strict=True):
        assert found.dtype == wanted.dtype
        assert np.array_equal(found, wanted)
    assert format_id(int(ids[1])) == "3.12.5"
    assert [parse_id(format_id(game_id)) for game_id in ids.tolist()] == ids.tolist()


@pytest.mark.parametrize("text", ["", "1.2", "1.2.3.4", "1.2.x", "-1.2.3", "0.0.256", "8388608.0.0", "1.2.³"])
def test_text_that_is_no_id_is_shown(text: str) -> None:
    with pytest.raises(ResultsError, match="id"):
        parse_id(text)


def test_scores_are_the_sum_of_their_sources() -> None:
    games = batch()
    assert np.array_equal(games.scores, games.sources.astype(int).sum(axis=2))
    assert games.seats == 4


def test_blocks_are_equal_within_a_block_only() -> None:
    games = batch()
    later = GameBatch(**{f.name: getattr(games, f.name) for f in fields(games)} | {"lineup": games.lineup + 1})
    assert len(np.unique(games.blocks)) == len(np.unique(games.block))
    assert not set(games.blocks.tolist()) & set(later.blocks.tolist())


def test_taking_and_joining_give_back_the_same_games() -> None:
    games = batch()
    again = GameBatch.concatenate([games.take(slice(0, 7)), games.take(np.arange(7, len(games)))])
    for field in fields(games):
        assert np.array_equal(getattr(again, field.name), getattr(games, field.name))
    assert len(GameBatch.empty(3)) == 0
    assert GameBatch.empty(3).seats == 3


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("ranks", np.ones((60, 4), np.int64), "int8 with 2 axes, not int64"),
        ("ranks", [[1]], "not list"),
        ("sources", np.zeros((60, 4), np.int16), "3 axes, not int16, 2 axes"),
        ("seed", np.zeros(59, np.int64), r"shape \(60,\), not \(59,\)"),
        ("seating", np.full(60, 256, np.int16), "0 … 255: 256 … 256"),
        ("lineup", np.full(60, -1, np.int32), "-1 … -1"),
    ],
)
def test_a_wrong_array_is_named(name: str, value: Any, message: str) -> None:
    games = batch()
    assert len(games) == 60
    with pytest.raises(ResultsError, match=message):
        GameBatch(**{f.name: getattr(games, f.name) for f in fields(games)} | {name: value})


def test_batches_of_different_tables_do_not_join() -> None:
    with pytest.raises(ResultsError, match="3 and 4 seats"):
        GameBatch.concatenate([GameBatch.empty(4), GameBatch.empty(3)])
    with pytest.raises(ResultsError, match="no batches"):
        GameBatch.concatenate([])
