"""Does a bot in a process of its own play as it would here, and is it stopped for each reason there is?"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hostile_bots import is_gone
from scheduled_games import assert_same, make_config, one_block_each, take

from medina_arena.bots import Bot, BotSpec
from medina_arena.engine import Game, Move
from medina_arena.results import Fault, Termination
from medina_arena.tournament import isolation
from medina_arena.tournament.isolation import BotProcesses
from medina_arena.tournament.limits import NO_LIMITS, Limits
from medina_arena.tournament.play import play_games
from medina_arena.tournament.processes import child_processes, kill_tree, process_tree, usage


class Ponders(Bot):
    """Takes its time."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """How long a move takes."""

        seconds: float = 0.3

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """The first move, after a while."""
        end = time.monotonic() + self.params.seconds
        while time.monotonic() < end:
            pass
        return moves[0]


class Multiplies(Bot):
    """Starts processes, which stay."""

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """The first move."""
        for _ in range(4):
            if os.fork() == 0:
                time.sleep(60)
        time.sleep(60)
        return moves[0]


class Forges(Bot):
    """Answers twice, and for the wrong question first."""

    @dataclass(frozen=True, slots=True)
    class Params:
        """What to write."""

        text: str = "[0,0,5,null]"

    def choose(self, game: Game, moves: list[Move]) -> Move:
        """The last move."""
        os.write(3, self.params.text.encode())
        return moves[-1]


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    before = child_processes(os.getpid())
    yield
    assert child_processes(os.getpid()) == before


def _ask(
    bot: type[Bot], limits: Limits, monkeypatch: pytest.MonkeyPatch, **options: str
) -> tuple[Termination, int, str]:
    """What comes of asking a bot for its first move."""
    monkeypatch.setattr(BotSpec, "bot_class", property(lambda spec: bot))
    spec = BotSpec("here", tuple(options.items()))
    game = Game(seed=1)
    with BotProcesses(limits) as make_bot:
        seated = make_bot(spec, 0, 7)
        assert seated.start(game).fault == Termination.NORMAL
        reply = seated.choose(game, game.legal_moves())
    return reply.fault, reply.move, reply.text


@pytest.mark.parametrize(("rules", "players"), [("gift", 3), ("rulebook", 4), ("second-edition", 2)])
def test_isolated_games_are_the_same(rules: str, players: int) -> None:
    """Hidden picks, compiled bots and faults included."""
    bots = [
        "mcts:simulations=3",
        "odd_bots.hostile:Steady",
        "odd_bots.hostile:Cheats:after=9",
        "odd_bots.kernels:Probe",
    ]
    config = make_config(bots, rules, players)
    games = take(one_block_each(config), slice(2))
    here: list[Fault] = []
    apart: list[Fault] = []
    expected = play_games(config, games, faults=here)
    assert_same(play_games(config, games, limits=NO_LIMITS, faults=apart), expected)
    assert apart == here


def test_processor_time_counts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here by a clock that runs fast, as for many threads."""
    start = time.monotonic()
    monkeypatch.setattr(isolation, "usage", lambda pids, precise: (20 * (time.monotonic() - start), 1.0))
    fault, _, text = _ask(Ponders, Limits(3.0, None), monkeypatch)
    assert fault == Termination.TIMEOUT
    assert "3 s are allowed" in text


def test_time_within_the_limit_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _ask(Ponders, Limits(30.0, 4000), monkeypatch)[0] == Termination.NORMAL


def test_too_many_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "_MAX_PROCESSES", 3)
    fault, _, text = _ask(Multiplies, NO_LIMITS, monkeypatch)
    assert fault == Termination.MEMORY
    assert text.endswith(" processes: 3 are allowed")


def test_answer_to_another_question_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real answer follows it."""
    fault, move, _ = _ask(Forges, NO_LIMITS, monkeypatch, text='[1,0,5,"",""]')
    assert (fault, move) == (Termination.NORMAL, int(Game(seed=1).legal_moves()[-1]))


@pytest.mark.parametrize(
    ("text", "expected", "sentence"),
    [
        ('[2,0,5000,"",""]', Termination.ILLEGAL_MOVE, "its process answered 5000, which is not legal"),
        ('[2,0,-1,"",""]', Termination.ILLEGAL_MOVE, "its process answered -1, which is not legal"),
        ('[2,77,5,"",""]', Termination.CRASH, "its process sent what is no answer"),
        ("[2,0,5]", Termination.CRASH, "its process sent what is no answer"),
        ("{}", Termination.CRASH, "its process sent what is no answer"),
        ('[2,0,"Ga1","",""]', Termination.CRASH, "its process sent what is no answer"),
        ("\udcff", Termination.CRASH, "its process sent what is no answer"),
        ("[" * 50_000, Termination.CRASH, "its process sent what is no answer"),
    ],
)
def test_forged_answer_is_checked(
    text: str, expected: Termination, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Forges, "choose", lambda self, game, moves: os.write(3, text.encode(errors="surrogateescape")))
    fault, _, said = _ask(Forges, NO_LIMITS, monkeypatch)
    assert (fault, said) == (expected, sentence)


def test_process_tree_is_seen_measured_and_killed() -> None:
    child = os.fork()
    if child == 0:
        if os.fork() == 0:
            time.sleep(60)
        time.sleep(60)
    try:
        end = time.monotonic() + 20
        while len(tree := process_tree(child)) < 2 and time.monotonic() < end:
            time.sleep(0.01)
        assert len(tree) == 2
        assert child in tree
        rough, precise = (usage(tree, precise=exact)[1] for exact in (False, True))
        assert 0 < precise < rough  # they share their memory with this process
    finally:
        kill_tree(child)
        os.waitpid(child, 0)
    assert [pid for pid in tree if not is_gone(pid)] == []
