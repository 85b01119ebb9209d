"""Is the schedule a pure function that moves no old game, and does it seat everybody fairly?"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import pairwise

import numpy as np
import pytest

from medina_arena.bots import parse_bots
from medina_arena.engine import mix, parse_rules
from medina_arena.results import game_ids
from medina_arena.tournament.config import RunConfig
from medina_arena.tournament.errors import RunError
from medina_arena.tournament.schedule import (
    ScheduledGames,
    locate_games,
    make_plan,
    n_blocks,
    schedule_blocks,
    schedule_games,
    schedule_ids,
)

RULES = parse_rules("rulebook")
SECOND = parse_rules("second-edition")
MASK = 2**64 - 1


@pytest.fixture(scope="module")
def bot_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Bots that differ in what they are, not only in their labels."""
    path = tmp_path_factory.mktemp("bots") / "many.py"
    path.write_text(
        "from dataclasses import dataclass\n"
        "from medina_arena.bots import Bot\n"
        "class Many(Bot):\n"
        "    @dataclass(frozen=True, slots=True)\n"
        "    class Params:\n"
        "        n: int = 0\n"
        "    def choose(self, game, moves):\n"
        "        return moves[0]\n"
    )
    return f"{path}:Many"


def _config(bot_file: str, numbers: Sequence[int], games: int, players: int = 4) -> RunConfig:
    bots = parse_bots([f"{bot_file}:n={number}:label=b{number}" for number in numbers])
    return RunConfig(tuple(bots), SECOND if players == 2 else RULES, players, games)


def _all(config: RunConfig) -> ScheduledGames:
    plan = make_plan(config)
    return schedule_games(plan, 0, plan.n_games)


def _ids(games: ScheduledGames) -> list[int]:
    ids: list[int] = game_ids(games.lineup, games.block, games.seating).tolist()
    return ids


def _seeds_by_id(config: RunConfig, *, with_seats: bool = True) -> dict[int, tuple[object, ...]]:
    games = _all(config)
    names = [config.labels[bot] for bot in range(len(config.bots))]
    return {
        game_id: (
            [names[bot] for bot in games.bots[row].tolist()],
            games.seeds[row],
            games.opening_seeds[row],
            games.bot_seeds[row].tolist(),
            games.stand_in_seeds[row].tolist(),
        )
        for row, game_id in enumerate(_ids(games))
    }


@pytest.mark.parametrize(("n_bots", "players"), [(1, 4), (2, 2), (2, 3), (2, 4), (3, 4), (5, 3), (9, 4)])
def test_parts_are_the_whole(bot_file: str, n_bots: int, players: int) -> None:
    config = _config(bot_file, range(n_bots), 100, players)
    plan = make_plan(config)
    whole = schedule_games(plan, 0, plan.n_games)
    cuts = [0, 1, 7, 30, 31, plan.n_games]
    parts = [schedule_games(plan, a, b) for a, b in pairwise(cuts)]
    blocks = [schedule_blocks(plan, block, block + 1) for block in range(plan.n_blocks)]
    for field in fields(ScheduledGames):
        array = getattr(whole, field.name)
        assert (np.concatenate([getattr(part, field.name) for part in parts]) == array).all()
        assert (np.concatenate([getattr(part, field.name) for part in blocks]) == array).all()
        assert array.dtype == getattr(parts[0], field.name).dtype
    assert len(set(_ids(whole))) == len(whole) >= 100


@pytest.mark.parametrize(("n_bots", "players"), [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (6, 4), (5, 3)])
def test_every_bot_has_every_seat_equally_often_in_a_round(bot_file: str, n_bots: int, players: int) -> None:
    plan = make_plan(_config(bot_file, range(n_bots), 1, players))
    plan = replace(make_plan(_config(bot_file, range(n_bots), 40 * plan.block_games, players)), last_round=np.array([]))
    games = schedule_games(plan, 0, plan.rounds * plan.n_lineups * plan.block_games)
    counts = {tuple(np.bincount(games.bots[:, seat], minlength=n_bots).tolist()) for seat in range(players)}
    assert len(counts) == 1
    assert len(set(counts.pop())) == 1
    one_block = schedule_games(plan, 0, plan.block_games)
    assert len({tuple(row) for row in one_block.bots.tolist()}) == plan.block_games
    assert len({tuple(np.bincount(one_block.bots[:, seat]).tolist()) for seat in range(players)}) == 1


def test_rotations_start_from_an_order_that_is_drawn_for_each_block(bot_file: str) -> None:
    games = _all(_config(bot_file, range(4), 960))
    first = Counter(tuple(row) for row in games.bots[games.seating == 0].tolist())
    assert len(first) == 24
    assert max(first.values()) < 30  # of 240 in 24 orders


def test_games_of_a_block_share_setup_and_opening_and_nothing_else(bot_file: str) -> None:
    plan = make_plan(_config(bot_file, range(5), 4000))
    games = schedule_games(plan, 0, plan.n_games)
    for shared in (games.seeds, games.opening_seeds):
        by_block = shared.reshape(plan.n_blocks, plan.block_games)
        assert (by_block == by_block[:, :1]).all()
        assert len(np.unique(by_block[:, 0])) == plan.n_blocks
    own = np.concatenate([games.bot_seeds.ravel(), games.stand_in_seeds.ravel(), np.unique(games.opening_seeds)])
    assert len(np.unique(own)) == len(own)
    assert games.seeds.min() >= 0
    assert games.seeds.max() < 2**53


def test_seeds_are_spread_over_all_bits(bot_file: str) -> None:
    games = _all(_config(bot_file, range(4), 4000))
    for seeds, n_bits in ((np.unique(games.seeds), 53), (games.bot_seeds.ravel(), 64), (games.opening_seeds[::4], 64)):
        for bit in range(n_bits):
            assert abs(float(((seeds >> bit) & 1).mean()) - 0.5) < 4 * 0.5 / len(seeds) ** 0.5


def test_run_seed_changes_every_seed(bot_file: str) -> None:
    config = _config(bot_file, range(3), 300)
    one, other = _all(config), _all(replace(config, seed=1))
    assert _ids(one) == _ids(other)
    for name in ("seeds", "opening_seeds", "bot_seeds", "stand_in_seeds"):
        assert (getattr(one, name) != getattr(other, name)).all()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("n_bots", [1, 2, 3, 4, 6])
def test_adding_a_bot_or_games_moves_no_game(bot_file: str, n_bots: int, players: int) -> None:
    old = _seeds_by_id(_config(bot_file, range(n_bots), 200, players))
    more_bots = _seeds_by_id(_config(bot_file, range(n_bots + 1), 500, players))
    more_games = _seeds_by_id(_config(bot_file, range(n_bots), 500, players))
    common = old.keys() & more_bots.keys()
    assert common if n_bots >= players else not common
    assert all(old[game] == more_bots[game] for game in common)
    assert all(old[game] == more_games[game] for game in old)


def test_order_of_the_bots_moves_no_seed(bot_file: str) -> None:
    def games(numbers: Sequence[int], players: int) -> set[str]:
        return {str(value) for value in _seeds_by_id(_config(bot_file, numbers, 240, players)).values()}

    assert games([0, 1, 2, 3], 4) == games([2, 0, 3, 1], 4)
    assert games([0, 1], 3) == games([1, 0], 3)
    assert games([0, 1], 4) == games([1, 0], 4)


def test_labels_move_no_seed(bot_file: str) -> None:
    config = _config(bot_file, range(4), 100)
    renamed = replace(config, bots=tuple(replace(bot, label=f"x{i}") for i, bot in enumerate(config.bots)))
    assert (_all(config).bot_seeds == _all(renamed).bot_seeds).all()


def test_equal_bots_in_two_lineups_do_not_replay_each_other(bot_file: str) -> None:
    bots = parse_bots([f"{bot_file}:n={n}:label={label}" for n, label in ((0, "a"), (1, "b"), (2, "c"), (2, "d"))])
    games = _all(RunConfig(tuple(bots), RULES, 3, 240))
    assert len(np.unique(games.seeds)) == 40


def test_games_are_rounded_up_to_whole_rounds_where_that_is_cheap(bot_file: str) -> None:
    def games(n_bots: int, n_games: int, players: int = 4) -> int:
        return make_plan(_config(bot_file, range(n_bots), n_games, players)).n_games

    assert games(4, 1) == 4
    assert games(4, 1001) == 1004
    assert games(2, 10000) == 10002  # blocks of 6
    assert games(2, 10, players=3) == 12
    assert games(1, 7) == 7
    assert games(3, 4) == 12  # all of AABC, ABBC, ABCC: one alone would seat one bot twice as often
    assert games(5, 1010) == 1020  # 2 blocks more than 253
    assert games(20, 20000) == 20000  # not 38,760
    assert games(20, 1000) == 1000


def test_subset_is_played_when_there_are_too_few_games(bot_file: str) -> None:
    plan = make_plan(_config(bot_file, range(20), 400))
    assert (plan.rounds, plan.n_lineups, plan.n_blocks) == (0, 100, 100)
    games = schedule_games(plan, 0, plan.n_games)
    assert (games.block == 0).all()
    assert set(np.bincount(games.bots.ravel()).tolist()) == {80}
    half = schedule_games(plan, 0, 200)  # a run that was stopped is balanced, too
    assert set(np.bincount(half.bots.ravel()).tolist()) == {40}


def test_last_round_may_have_a_part_of_the_lineups(bot_file: str) -> None:
    config = _config(bot_file, range(8), 400)
    assert n_blocks(config) == 100
    plan = make_plan(config)
    assert (plan.rounds, len(plan.last_round), plan.n_lineups) == (1, 30, 70)
    games = schedule_games(plan, 0, plan.n_games)
    assert np.bincount(games.block).tolist() == [280, 120]
    assert len(set(_ids(games))) == 400


@pytest.mark.parametrize(("n_bots", "n_games"), [(2, 60), (4, 100), (8, 400), (20, 400)])
def test_games_are_found_again_by_their_ids(bot_file: str, n_bots: int, n_games: int) -> None:
    plan = make_plan(_config(bot_file, range(n_bots), n_games))
    games = schedule_games(plan, 0, plan.n_games)
    some = np.random.default_rng(1).permutation(plan.n_games)[: n_games // 2]
    found = locate_games(plan, games.lineup[some], games.block[some], games.seating[some])
    assert found.tolist() == sorted(some.tolist())


def test_games_of_other_plans_are_not_found(bot_file: str) -> None:
    plan = make_plan(_config(bot_file, range(8), 400))
    foreign = _all(_config(bot_file, range(9), 4000))
    mine = set(_ids(schedule_games(plan, 0, plan.n_games)))
    n_common = sum(game in mine for game in _ids(foreign))
    assert 0 < n_common < len(foreign)
    assert len(locate_games(plan, foreign.lineup, foreign.block, foreign.seating)) == n_common
    seats = np.array([plan.block_games], np.int16)
    assert not len(locate_games(plan, plan.numbers[:1].astype(np.int32), np.array([0], np.int32), seats))


def _unmix(word: int, value: int) -> int:
    """The seed with ``mix(seed, value) == word``."""
    golden, mix_1, mix_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

    def unshift(z: int, bits: int) -> int:
        result = z
        for _ in range(64 // bits):
            result = z ^ (result >> bits)
        return result

    z = word & MASK
    for last in (0, 1):
        z = unshift(z, 31)
        z = z * pow(mix_2, -1, 2**64) & MASK
        z = unshift(z, 27)
        z = z * pow(mix_1, -1, 2**64) & MASK
        z = unshift(z, 30) if last else unshift(z, 30) - value * golden & MASK
    return (z - golden & MASK) ^ (value * mix_2 & MASK)


def test_bot_cannot_work_out_the_other_streams_from_its_own(bot_file: str) -> None:
    plan = make_plan(_config(bot_file, range(4), 4))
    games = schedule_games(plan, 0, 4)
    lineup_word = mix(plan.seed, int(plan.keys[0])) & MASK
    secrets = {plan.seed, lineup_word, mix(lineup_word - 2**64 * (lineup_word >> 63), 0) & MASK}
    small = range(-1, 16)

    def reachable(word: int) -> set[int]:
        """All words from which at most three hashes with small numbers lead to this one."""
        words, found = {word & MASK}, set()
        for _ in range(3):
            words = {_unmix(word, value) for word in words for value in small}
            found |= words
        return found

    naive = mix(mix(lineup_word - 2**64 * (lineup_word >> 63), 0), 4)
    assert reachable(naive) & secrets  # the attack does work where the last step can be undone
    for own in (games.bot_seeds[2, 1], games.seeds[0], games.opening_seeds[0]):
        assert not reachable(int(own)) & secrets


@pytest.mark.parametrize(("n_bots", "players"), [(1, 4), (2, 2), (2, 3), (2, 4), (3, 4), (4, 4), (7, 3)])
def test_games_by_their_ids_are_those_of_the_plan(bot_file: str, n_bots: int, players: int) -> None:
    config = _config(bot_file, range(n_bots), 150, players)
    games = _all(config)
    rows = np.random.default_rng(3).permutation(len(games))
    found = schedule_ids(config, game_ids(games.lineup, games.block, games.seating)[rows])
    for field in fields(ScheduledGames):
        assert (getattr(found, field.name) == getattr(games, field.name)[rows]).all()
        assert getattr(found, field.name).dtype == getattr(games, field.name).dtype


def test_games_that_were_played_with_fewer_bots_are_found_by_their_ids(bot_file: str) -> None:
    few, many = _config(bot_file, range(2), 60), _config(bot_file, range(5), 60)
    games = _all(few)
    found = schedule_ids(many, game_ids(games.lineup, games.block, games.seating))
    assert (found.bots == games.bots).all()
    assert (found.bot_seeds == games.bot_seeds).all()


@pytest.mark.parametrize("game", [(5000, 0, 0), (0, 0, 4)])
def test_games_that_no_plan_has_are_refused(bot_file: str, game: tuple[int, int, int]) -> None:
    ids = game_ids(*(np.array([part]) for part in game))
    with pytest.raises(RunError, match="the run has games"):
        schedule_ids(_config(bot_file, range(4), 60), ids)


@pytest.mark.parametrize(("players", "block"), [(2, 2), (3, 6), (4, 6)])
def test_gauntlet_is_one_against_each_other_alone(bot_file: str, players: int, block: int) -> None:
    config = replace(_config(bot_file, range(4), 100, players), gauntlet="b2")
    plan = make_plan(config)
    assert (plan.n_lineups, plan.block_games) == (3, block)
    assert plan.n_games == -(-100 // (3 * block)) * 3 * block
    games = _all(config)
    sits = [tuple(sorted(set(row))) for row in games.bots.tolist()]
    assert Counter(sits) == dict.fromkeys(((0, 2), (1, 2), (2, 3)), plan.n_games // 3)
    assert len(locate_games(plan, games.lineup, games.block, games.seating)) == plan.n_games
    pair = _config(bot_file, [1, 2], plan.n_games // 3, players)
    alone, among = _all(pair), np.array(sits) == [1, 2]
    assert (games.bot_seeds[among.all(axis=1)] == alone.bot_seeds).all()  # the games that both would play by themselves


def test_gauntlet_of_a_bot_that_is_not_there(bot_file: str) -> None:
    for n_bots, label in ((3, "b7"), (1, "b0")):
        with pytest.raises(RunError, match="a gauntlet needs one of the run's bots and an opponent, not "):
            replace(_config(bot_file, range(n_bots), 10), gauntlet=label)
