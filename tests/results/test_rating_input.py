"""Is input that cannot be rated refused in one clear sentence, and is what can be counted counted right?"""

from typing import Any

import numpy as np
import pytest

from medina_arena.results import ResultsError, rate

GOOD: dict[str, Any] = {"bots": [[0, 1], [1, 0]], "ranks": [[1, 2], [1, 1]], "blocks": [0, 0]}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"bots": [], "ranks": [], "blocks": []}, "must have 2 axes"),
        ({"bots": np.zeros((0, 4), int), "ranks": np.zeros((0, 4), int), "blocks": []}, "at least one finished game"),
        ({"ranks": [[1, 2]]}, r"one shape, not \(2, 2\) and \(1, 2\)"),
        ({"ranks": [[1, 2], [0, 1]]}, r"1 \(best\) … 2, the number of seats: 0 … 2 came"),
        ({"ranks": [[31, 27], [1, 2]]}, "the number of seats: 1 … 31 came"),
        ({"ranks": [[1.0, np.nan], [1, 2]]}, "whole numbers, not float64"),
        ({"bots": [0, 1]}, "bots must have 2 axes, not 1"),
        ({"blocks": [[0, 0]]}, "blocks must have 1 axes, not 2"),
        ({"names": ["twice", "twice"]}, "must differ: twice, twice came"),
        ({"anchors": {2: 1500}}, "index, 0 … 1, not 2"),
        ({"anchors": {0: float("nan")}}, "anchor 0 must be a finite number, not nan"),
        ({"ranks": [[1.0, 2.0], [1.0, 1.0]]}, "whole numbers, not float64"),
        ({"bots": [[0, -2], [1, 0]]}, "-2 … 1 came"),
        ({"bots": [[0, 1], [-1, 0]]}, "two occupied seats"),
        ({"blocks": [0]}, "each of the 2 games, not 1"),
        ({"names": ["only"]}, "indexes 0 … 0"),
        ({"prior_elo": 0}, "above 0 Elo, not 0"),
    ],
)
def test_bad_input_is_named(changed: dict[str, Any], message: str) -> None:
    given = GOOD | changed
    arrays = [given.pop(name) for name in ("bots", "ranks", "blocks")]
    with pytest.raises(ResultsError, match=message):
        rate(*arrays, **given)


def test_counts_are_over_games_blocks_and_seats() -> None:
    rating = rate([[0, 0, 1], [1, 2, 0], [2, 1, -1]], [[1, 1, 3], [2, 1, 2], [2, 1, 1]], [4, 4, 9])
    assert rating.names == ("0", "1", "2")
    assert rating.counts.games.tolist() == [2, 3, 2]
    assert rating.counts.blocks.tolist() == [1, 2, 2]
    assert rating.counts.mean_rank == pytest.approx([(1 + 1 + 2) / 3, (3 + 2 + 1) / 3, (1 + 2) / 2])
    assert rating.counts.win_share == pytest.approx([1 / 3, 1 / 3, 1 / 2])
    assert rating.n_games == 3
    assert rating.n_blocks == 2


@pytest.mark.parametrize(("blocks", "critical"), [(19, np.nan), (20, 2.093), (99, 1.984), (100, 1.960)])
def test_intervals_follow_the_number_of_blocks(blocks: int, critical: float) -> None:
    bots = np.tile([[0, 1], [1, 0]], (blocks, 1))
    ranks = np.random.default_rng(1).permuted(np.tile([1, 2], (2 * blocks, 1)), axis=1)
    rating = rate(bots, ranks, np.arange(2 * blocks) // 2)
    assert rating.critical(0, 1) == pytest.approx(critical, abs=0.001, nan_ok=True)
    assert rating.half_width[0] == pytest.approx(rating.se[0] * critical, rel=0.001, nan_ok=True)
    assert np.isfinite(rating.los(0, 1)) == (blocks >= 20)
    assert np.isfinite(rating.seats[0].p) == (blocks >= 20)
    assert np.isfinite(rating.difference_se(0, 1))
