"""Do line-ups, seatings and balanced subsets come out as designed?"""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from medina_arena.results.games import MAX_LINEUP
from medina_arena.tournament.balance import balanced_lineups
from medina_arena.tournament.lineups import (
    all_lineups,
    lineup_numbers,
    max_bots,
    n_block_games,
    n_lineups,
    seat_patterns,
)

CASES = [(n_bots, seats) for seats in (2, 3, 4) for n_bots in range(1, 9)]


def _rows(n_bots: int, seats: int) -> list[str]:
    return ["".join("ABCDEFGH"[bot] for bot in row) for row in all_lineups(n_bots, seats).tolist()]


def test_worked_lineups() -> None:
    assert _rows(2, 2) == ["AB"]
    assert _rows(2, 4) == ["AABB"]
    assert _rows(3, 4) == ["AABC", "ABBC", "ABCC"]
    assert _rows(2, 3) == ["AAB"]  # stands for AAB and ABB
    assert _rows(1, 4) == ["AAAA"]
    assert _rows(4, 3) == ["ABC", "ABD", "ACD", "BCD"]
    assert n_lineups(20, 4) == 4845


@pytest.mark.parametrize(
    ("n_bots", "seats", "seatings"),
    [
        (2, 2, ["AB", "BA"]),
        (3, 3, ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"]),
        (2, 4, ["AABB", "ABAB", "ABBA", "BAAB", "BABA", "BBAA"]),
        (2, 3, ["AAB", "ABA", "BAA", "ABB", "BAB", "BBA"]),
        (1, 4, ["AAAA"]),
        (9, 2, ["AB", "BA"]),
        (3, 4, []),
        (4, 4, []),
        (20, 4, []),
    ],
)
def test_worked_seatings(n_bots: int, seats: int, seatings: list[str]) -> None:
    assert ["".join("ABC"[place] for place in row) for row in seat_patterns(n_bots, seats)] == seatings
    assert n_block_games(n_bots, seats) == (len(seatings) or seats)


@pytest.mark.parametrize(("n_bots", "seats"), CASES)
def test_numbers_ascend_and_count_is_right(n_bots: int, seats: int) -> None:
    lineups = all_lineups(n_bots, seats)
    assert len(lineups) == n_lineups(n_bots, seats)
    assert (np.diff(lineup_numbers(lineups)) > 0).all()
    assert (np.diff(lineups, axis=1) >= 0).all()


@pytest.mark.parametrize(("n_bots", "seats"), CASES)
def test_every_bot_sits_equally_often_in_a_round(n_bots: int, seats: int) -> None:
    lineups = all_lineups(n_bots, seats)
    if (n_bots, seats) != (2, 3):  # where the block makes up for it
        assert len(set(np.bincount(lineups.ravel(), minlength=n_bots).tolist())) == 1
    assert max(Counter(lineups[0].tolist()).values()) == -(-seats // min(n_bots, seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_lineup_keeps_its_number_when_bots_are_added(seats: int) -> None:
    numbers: dict[tuple[int, ...], int] = {}
    for n_bots in range(1, 9):
        lineups = all_lineups(n_bots, seats)
        new = dict(zip(map(tuple, lineups.tolist()), lineup_numbers(lineups).tolist(), strict=True))
        assert all(numbers.get(lineup, number) == number for lineup, number in new.items())
        numbers |= new
        assert len(set(numbers.values())) == len(numbers)


@pytest.mark.parametrize(("seats", "most"), [(2, 4095), (3, 368), (4, 117)])
def test_largest_number_fits_into_an_id(seats: int, most: int) -> None:
    assert max_bots(seats) == most
    for n_bots, fits in ((most, True), (most + 1, False)):
        last = np.full((1, seats), n_bots - 1, np.int16)
        assert (lineup_numbers(last)[0] <= MAX_LINEUP) == fits


@pytest.mark.parametrize(("n_bots", "seats", "count"), [(20, 4, 37), (20, 4, 300), (7, 3, 10), (9, 2, 17), (5, 4, 3)])
def test_subset_is_balanced(n_bots: int, seats: int, count: int) -> None:
    rows = balanced_lineups(n_bots, seats, count, seed=3).tolist()
    assert len({tuple(row) for row in rows}) == count
    sat = Counter(bot for row in rows for bot in row)
    assert max(sat.values()) - min(sat[bot] for bot in range(n_bots)) <= 1
    met = Counter(pair for row in rows for pair in combinations(row, 2))
    mean = count * seats * (seats - 1) / (n_bots * (n_bots - 1))
    assert all(abs(met[pair] - mean) < 3 for pair in combinations(range(n_bots), 2))  # by chance alone it is 8


def test_subset_grows_at_its_end_and_depends_on_the_seed() -> None:
    long = balanced_lineups(12, 4, 80, seed=5)
    assert (balanced_lineups(12, 4, 30, seed=5) == long[:30]).all()
    assert (balanced_lineups(12, 4, 80, seed=6) != long).any()


def test_subset_may_be_everything() -> None:
    drawn = balanced_lineups(7, 3, 35, seed=1)
    assert sorted(map(tuple, drawn.tolist())) == sorted(map(tuple, all_lineups(7, 3).tolist()))
