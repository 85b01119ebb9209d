"""What does a bot lose that breaks the rules? Its own place, and nothing else happens."""

import sys
from dataclasses import replace

import numpy as np
import pytest
from odd_bots.hostile import ASKED, ERRORS, GARBAGE
from scheduled_games import assert_same, make_config, one_block_each, take

from medina_arena.bots import parse_bots
from medina_arena.engine import Game
from medina_arena.results import Fault, GameBatch, Termination
from medina_arena.tournament import play
from medina_arena.tournament.batch import rank_faulted_last
from medina_arena.tournament.config import RunConfig
from medina_arena.tournament.play import play_games
from medina_arena.tournament.table import ForcedFault

HOSTILE = "odd_bots.hostile"
GUESTS = ["random", "greedy", "random:label=b"]
ILLEGAL, EXCEPTION = Termination.ILLEGAL_MOVE, Termination.EXCEPTION
RAISING_GARBAGE = {"unprintable", "touchy", "forged"}


def _play(bots: list[str], faults: list[Fault] | None = None, *, n: int = 4) -> tuple[RunConfig, GameBatch]:
    config = make_config(bots)
    return config, play_games(config, take(one_block_each(config), slice(n)), faults=faults)


def _assert_faulted_are_last(batch: GameBatch) -> None:
    """Faulted seats share the last rank; the others are ranked by their scores as if alone."""
    for scores, ranks, terminations in zip(batch.scores, batch.ranks, batch.terminations, strict=True):
        sound = scores[terminations == Termination.NORMAL]
        expected = [
            1 + (sound > score).sum() if termination == Termination.NORMAL else 1 + len(sound)
            for score, termination in zip(scores, terminations, strict=True)
        ]
        assert ranks.tolist() == expected


def _terminations(batch: GameBatch, bot: int) -> set[int]:
    return set(batch.terminations[batch.bots == bot].tolist())


@pytest.mark.parametrize(
    ("bot", "expected"),
    [("Cheats", ILLEGAL), ("Raises", EXCEPTION)]
    + [(f"Raises:what={what}", EXCEPTION) for what in ERRORS]
    + [(f"Raises:where={where}", EXCEPTION) for where in ("init", "start", "finish")]
    + [(f"Answers:what={what}", EXCEPTION if what in RAISING_GARBAGE else ILLEGAL) for what in GARBAGE],
)
def test_fault_costs_the_last_place_only(bot: str, expected: Termination) -> None:
    faults: list[Fault] = []
    config, batch = _play([f"{HOSTILE}:{bot}", *GUESTS], faults)
    assert _terminations(batch, 0) == {expected}
    assert [_terminations(batch, guest) for guest in (1, 2, 3)] == [{Termination.NORMAL}] * 3
    _assert_faulted_are_last(batch)
    assert (batch.ranks[batch.bots == 0] == 4).all()
    assert {1, 2, 3} >= set(batch.ranks[batch.bots != 0].tolist())
    found = [(fault.game, fault.seat, fault.bot, fault.kind) for fault in faults]
    assert found == [
        (int(batch.ids[game]), int(seat), 0, expected) for game, seat in np.argwhere(batch.bots == 0).tolist()
    ]
    for fault, seed in zip(faults, batch.seed.tolist(), strict=True):
        assert len(fault.text.splitlines()) == 1
        assert len(fault.text) <= 320
        assert (fault.trace != "") == (expected == EXCEPTION)
        game = Game(config.rules, config.players, seed, moves=fault.moves)
        assert (game.ply, game.position()) == (fault.ply, fault.position)
        assert game.is_over if "finish" in bot else game.to_move == fault.seat or fault.ply == 0


def test_fault_says_what_was_wrong() -> None:
    faults: list[Fault] = []
    for bot in ("Cheats", "Raises", "Raises:what=unprintable", "Answers:what=words"):
        _play([f"{HOSTILE}:{bot}", *GUESTS], faults, n=1)
    texts = [fault.text for fault in faults]
    assert texts[0].endswith(" is not legal")
    assert texts[1:3] == ["ValueError: out of ideas and lines", "UnprintableError: (its text cannot be had)"]
    assert texts[3].startswith("NotationError: 'the best move' is no move")
    assert faults[1].trace.startswith("Traceback (most recent call last):")
    assert "in misbehave" in faults[1].trace
    assert "in misbehave" in faults[2].trace


def test_faults_of_compiled_bots_are_the_same_as_move_by_move(monkeypatch: pytest.MonkeyPatch) -> None:
    config = make_config(["odd_bots.kernels:Probe:after=6", *GUESTS])
    games = one_block_each(config)
    fast: list[Fault] = []
    slow: list[Fault] = []
    play_games(config, games, faults=fast)
    monkeypatch.setattr(play, "_has_kernel", lambda spec: False)
    play_games(config, games, faults=slow)
    assert fast == slow
    assert {fault.kind for fault in fast} == {ILLEGAL}
    assert len(fast) == len(games)
    assert fast[0].text == "NotationError: -1 is no move: action indices are 0 to 3071, not all of them used"


def test_known_fault_is_not_asked_for() -> None:
    """A fault that is forced at the ply of a real one gives the same game, and the bot is asked no more."""
    config = make_config([f"{HOSTILE}:Cheats:after=9", *GUESTS])
    games = one_block_each(config)
    faults: list[Fault] = []
    real = play_games(config, games, faults=faults)
    forced = {fault.game: {fault.seat: ForcedFault(fault.ply, Termination.TIMEOUT)} for fault in faults}
    ASKED.clear()
    again: list[Fault] = []
    known = play_games(config, games, forced=forced, faults=again)
    assert len(ASKED) == 9 * len(games)
    assert _terminations(known, 0) == {Termination.TIMEOUT}
    assert_same(replace(known, terminations=real.terminations), real)
    assert [replace(fault, kind=ILLEGAL, text="") for fault in again] == [replace(fault, text="") for fault in faults]


@pytest.mark.parametrize("bot", ["Cheats", "Raises"])
@pytest.mark.parametrize("after", [0, 2, 9])
def test_bot_is_not_asked_again(bot: str, after: int) -> None:
    ASKED.clear()
    _, batch = _play([f"{HOSTILE}:{bot}:after={after}", *GUESTS], n=1)
    assert batch.placements[0] > 100
    assert len(ASKED) == after + 1


@pytest.mark.parametrize("bot", [f"{HOSTILE}:Cheats", f"{HOSTILE}:Raises", "odd_bots.kernels:Probe"])
def test_seat_of_a_faulted_bot_plays_on_at_random(bot: str) -> None:
    """A bot that fails at once leaves a game that a random bot with the stand-in's seeds would have played."""
    config = make_config([f"{bot}:after=0", *GUESTS])
    games = one_block_each(config)
    faulted = play_games(config, games)
    random = RunConfig((*parse_bots("random:label=x"), *config.bots[1:]), config.rules, 4)
    played = play_games(
        random, replace(games, bot_seeds=np.where(games.bots == 0, games.stand_in_seeds, games.bot_seeds))
    )
    assert (faulted.moves_hash == played.moves_hash).all()
    assert (faulted.sources == played.sources).all()
    assert not (faulted.ranks == played.ranks).all()


def test_stand_in_begins_with_the_fault() -> None:
    config = make_config([f"{HOSTILE}:Steady", *GUESTS])
    steady = play_games(config, games := one_block_each(config))
    other = replace(games, stand_in_seeds=games.stand_in_seeds + 1)
    assert_same(play_games(config, other), steady)
    late = make_config([f"{HOSTILE}:Cheats:after=20", *GUESTS])
    assert (play_games(late, games).moves_hash != play_games(late, other).moves_hash).all()


def test_several_faulted_seats_share_the_last_place() -> None:
    bots = [f"{HOSTILE}:Cheats", f"{HOSTILE}:Raises:after=8", "odd_bots.kernels:Probe:after=4"]
    for n_sound, config_bots in ((1, ["greedy", *bots]), (2, ["greedy", "random", *bots[:2]]), (0, bots)):
        _, batch = _play(config_bots, n=12)
        _assert_faulted_are_last(batch)
        if n_sound:
            assert {n_sound + 1} == set(batch.ranks[batch.terminations != 0].tolist())
            assert _terminations(batch, n_sound) != _terminations(batch, n_sound + 1) or n_sound > 1
        else:
            assert (batch.ranks == 1).all()


@pytest.mark.parametrize(
    ("ranks", "faults", "expected"),
    [
        ([1, 2, 3, 4], [0, 0, 0, 0], [1, 2, 3, 4]),
        ([1, 2, 3, 4], [1, 0, 0, 0], [4, 1, 2, 3]),
        ([1, 2, 3, 4], [0, 0, 0, 2], [1, 2, 3, 4]),
        ([1, 1, 3, 3], [2, 0, 0, 0], [4, 1, 2, 2]),
        ([3, 1, 1, 4], [0, 1, 2, 0], [1, 3, 3, 2]),
        ([2, 2, 1, 2], [0, 5, 0, 0], [2, 4, 1, 2]),
        ([1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]),
        ([1, 2, 2], [1, 0, 0], [3, 1, 1]),
        ([2, 1], [0, 1], [1, 2]),
        ([1, 2], [6, 1], [1, 1]),
    ],
)
def test_ranks_close_up(ranks: list[int], faults: list[int], expected: list[int]) -> None:
    """By rank, not by score: where the largest palace decides, equal scores have different ranks."""
    found = np.array(ranks, np.int64)
    rank_faulted_last(found, np.array(faults, np.int64), len(ranks))
    assert found.tolist() == expected


@pytest.mark.parametrize(
    "move", [-1, -(2**63), 2**40, 12 << 8, 255, 9 << 8, (10 << 8) + 1, (6 << 8) + 8, (7 << 8) + 200]
)
def test_kernel_that_plays_what_is_not_legal(move: int, monkeypatch: pytest.MonkeyPatch) -> None:
    config = make_config([f"odd_bots.kernels:Probe:after=6:move={move}", *GUESTS])
    games = one_block_each(config)
    fast = play_games(config, games)
    assert _terminations(fast, 0) == {ILLEGAL}
    assert (fast.terminations[fast.bots != 0] == Termination.NORMAL).all()
    _assert_faulted_are_last(fast)
    monkeypatch.setattr(play, "_has_kernel", lambda spec: False)
    assert_same(play_games(config, games), fast)


@pytest.mark.parametrize(("rules", "players"), [("rulebook", 4), ("gift", 3), ("second-edition", 3), ("ditt", 2)])
def test_bot_cannot_change_the_game(rules: str, players: int) -> None:
    """Playing on what it was given, then and later, and spoiling it, changes nothing."""
    config = make_config([f"{HOSTILE}:Steady", "greedy"], rules, players)
    games = one_block_each(config)
    bad = RunConfig((*parse_bots(f"{HOSTILE}:Alters"), config.bots[1]), config.rules, players)
    assert_same(play_games(bad, games), play_games(config, games))


def test_settings_of_a_bot_are_its_own() -> None:
    depth, numeric = sys.getrecursionlimit(), np.geterr()
    _, batch = _play(["hostile_bots.bots:SetsTraps", *GUESTS])
    assert _terminations(batch, 0) == {Termination.NORMAL}
    assert (sys.getrecursionlimit(), np.geterr()) == (depth, numeric)


def test_notation_error_of_a_bots_own_is_an_exception() -> None:
    faults: list[Fault] = []
    _, batch = _play([f"{HOSTILE}:Misspells", *GUESTS], faults)
    assert _terminations(batch, 0) == {EXCEPTION}
    assert {fault.text.partition(":")[0] for fault in faults} == {"NotationError"}
    assert all("is_legal" in fault.trace for fault in faults)
