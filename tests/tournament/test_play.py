"""Are games the same whichever way they are played? Inside compiled code, move by move, together or in parts."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from odd_bots.kernels import Probe, Wrapped
from scheduled_games import TABLES, assert_same, built_in, make_config, one_block_each, schedule, take

from medina_arena.bots import BotError, CompiledBot
from medina_arena.engine import Game, Move
from medina_arena.results import Fault, GameBatch, Termination
from medina_arena.tournament import play
from medina_arena.tournament.batch import fold_move
from medina_arena.tournament.config import RunConfig
from medina_arena.tournament.play import play_games, warm_up
from medina_arena.tournament.schedule import ScheduledGames


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Play move by move from now on; undone by `undo`."""
    monkeypatch.setattr(play, "_has_kernel", lambda spec: False)
    return monkeypatch


def _both_ways(config: RunConfig, games: ScheduledGames, slowly: pytest.MonkeyPatch) -> GameBatch:
    """The games, after a check that both ways of playing give the same ones."""
    slow = play_games(config, games)
    slowly.undo()
    fast = play_games(config, games)
    assert_same(fast, slow)
    return fast


@pytest.mark.parametrize(("rules", "players"), TABLES)
@pytest.mark.parametrize("opening", ["drawn", "bot"])
def test_compiled_and_move_by_move_games_are_the_same(
    rules: str, players: int, opening: str, slowly: pytest.MonkeyPatch
) -> None:
    config = make_config(built_in(6), rules, players)
    if opening == "bot":
        config = replace(config, opening="bot", random_plies=9)
    games = one_block_each(config)
    batch = _both_ways(config, games, slowly)
    assert (batch.terminations == Termination.NORMAL).all()
    assert len(set(batch.moves_hash.tolist())) == len(games)
    assert (batch.placements > 40).all()
    assert (batch.scores.max(axis=1) > 0).all()


@pytest.mark.parametrize("bot", built_in(6))
def test_kernel_beside_a_python_bot_is_the_same_bot(bot: str) -> None:
    config = make_config([bot, "greedy:label=other"], "gift", 3)
    games = one_block_each(config)
    mixed = replace(config, bots=(config.bots[0], *make_config("odd_bots.kernels:Wrapped").bots))
    Wrapped.n_asked = 0
    assert_same(play_games(mixed, games), play_games(config, games))
    assert Wrapped.n_asked > 0  # its own decision counts although it inherits a kernel


def test_parts_are_the_whole() -> None:
    bots = ["greedy", "mcts:simulations=4", "odd_bots.hostile:Cheats:after=5", "odd_bots.kernels:Probe:after=5"]
    config = make_config(["random", *bots])
    games = one_block_each(config)
    whole = play_games(config, games)
    assert set(whole.terminations.ravel()) == {Termination.NORMAL, Termination.ILLEGAL_MOVE}
    for cuts in ([1], [3, 4, 11], [0, len(games)], [7, 7, 8]):
        edges = [0, *cuts, len(games)]
        parts = [take(games, slice(*edge)) for edge in pairwise(edges)]
        assert_same(GameBatch.concatenate([play_games(config, part) for part in parts]), whole)
    order = np.random.default_rng(0).permutation(len(games))
    assert_same(play_games(config, take(games, order)), whole.take(order))


def test_playing_leaves_the_schedule_alone() -> None:
    config = make_config(["random", "odd_bots.hostile:Cheats"], players=3)
    games, twin = one_block_each(config), one_block_each(config)
    first = play_games(config, games)
    assert_same(play_games(config, games), first)
    assert_same(play_games(config, twin), first)


@pytest.mark.parametrize(("rules", "players"), [("rulebook", 3), ("second-edition", 2), ("gift", 4)])
def test_hash_and_placements_are_those_of_the_moves(rules: str, players: int, slowly: pytest.MonkeyPatch) -> None:
    config = make_config(["odd_bots.hostile:Raises:where=finish", "random"], rules, players)
    faults: list[Fault] = []
    batch = play_games(config, one_block_each(config), faults=faults)
    seeds = dict(zip(batch.ids.tolist(), batch.seed.tolist(), strict=True))
    faulted = np.repeat(np.arange(len(batch)), (batch.terminations != 0).sum(axis=1))
    noted = [Game(rules, players, seeds[fault.game], moves=fault.moves) for fault in faults]
    assert len(noted) == len(faulted)
    assert sorted(map(_summary, noted)) == sorted(
        (
            int(batch.moves_hash[row]),
            int(batch.placements[row]),
            int(batch.seed[row]),
            batch.scores[row].tolist(),
            batch.sources[row].tolist(),
        )
        for row in faulted
    )


def _summary(game: Game) -> tuple[int, int, int, list[int], list[list[int]]]:
    """What a batch says of a game."""
    moves_hash = 0
    for move in game.moves:
        moves_hash = fold_move(moves_hash, int(move))
    sources = [list(row.values()) for row in game.score_sources()]
    return moves_hash % 2**64, game.ply, game.seed, game.scores(), sources


def test_openings_are_drawn_for_the_block(slowly: pytest.MonkeyPatch) -> None:
    """Whoever plays, the first moves are the same; set by bots they are not."""
    config = make_config(["random", "greedy"], players=3, random_plies=12)
    games = one_block_each(config)
    shown: list[list[Move]] = []
    choose = CompiledBot.choose

    def watch(self: CompiledBot, game: Game, moves: list[Move]) -> Move:
        if game.ply == 13:
            shown.append(game.moves)
        return choose(self, game, moves)

    slowly.setattr(CompiledBot, "choose", watch)
    play_games(config, games)
    assert len(shown) == len(games) == 6
    assert all(moves == shown[0] for moves in shown)
    other = replace(games, opening_seeds=games.opening_seeds + 1)
    play_games(config, other)
    assert shown[-1] != shown[0]


def test_no_games() -> None:
    config = make_config(["random", "greedy"])
    batch = play_games(config, take(one_block_each(config), slice(0)))
    assert (len(batch), batch.seats) == (0, 4)


def test_warm_up_compiles_kernels() -> None:
    warm_up(make_config(["odd_bots.kernels:Probe", "odd_bots.hostile:Steady"]))
    kernel: Any = Probe.kernel
    assert len(kernel.signatures) == 1


def test_warm_up_finds_a_kernel_that_cannot_be_compiled() -> None:
    with pytest.raises(BotError, match=r"^NotCompiled\.kernel must be a function under @"):
        warm_up(make_config(["random", "odd_bots.kernels:NotCompiled"]))


def test_time_budget_is_played_move_by_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels see no clock."""
    config = make_config(["random:time_ms=50", "random:label=b"])
    monkeypatch.setattr(play, "_play_compiled", None)
    batch = play_games(config, take(schedule(config), slice(2)))
    assert (batch.terminations == Termination.NORMAL).all()
