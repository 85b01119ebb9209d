"""How fast is it? The figures of ``medina-arena bench``, after a warm-up.

Each is the median of several repeats in processor time, but the tournament's overhead is that of one run by the clock.
"""

import io
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from medina_arena.bots import KERNEL_STATES, BotSpec, CompiledBot, parse_bot, parse_bots
from medina_arena.bots.kernel import compile_kernel
from medina_arena.engine import RULE_SETS, Game, RuleSet, fill_rules, mix, new_states
from medina_arena.results import RunStore

from .bench_loops import copy_often, play_random_games
from .config import RunConfig, config_to_json
from .play import play_games, warm_up
from .progress import show_progress
from .runner import play_run
from .schedule import make_plan, schedule_games

__all__ = ["Figure", "measure"]

_GOOD_GAME_PLIES = (1, 5, 15, 30, 60, 90, 120)
"""Where the search is timed: plies of a game of the greedy bot."""
_STYLES = {
    "mcts_simulations": "mcts:simulations=100",
    "leaf_simulations": "mcts:simulations=100:playout_turns=0",
    "uct_simulations": "mcts:simulations=100:style=plain",
}
"""Figures and what they measure: the search as it plays, by the value at its leaves alone, and plain."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured speed."""

    name: str
    rules: str
    players: int
    value: float
    unit: str

    def as_dict(self) -> dict[str, object]:
        """The figure ready for JSON."""
        return asdict(self)


def _seconds(function: Callable[[], object]) -> float:
    """Processor time that a call takes."""
    start = time.process_time()
    function()
    return time.process_time() - start


def measure(sets: list[str], repeats: int, seconds: float) -> Iterator[Figure]:
    """All figures for these rule sets, one after another; a repeat takes about the given seconds."""
    for name in sets:
        for players in RULE_SETS[name].players:
            yield from _random_games(RULE_SETS[name], players, repeats, seconds)
    for name in sets:
        for players in RULE_SETS[name].players:
            yield from _search(RULE_SETS[name], players, repeats)
    rules = RULE_SETS[sets[0]]
    players = max(rules.players)
    yield from _face(rules, players, repeats)
    yield _tournament(rules, players, seconds)


def _random_games(rules: RuleSet, players: int, repeats: int, seconds: float) -> Iterator[Figure]:
    """Whole random games inside compiled code: games a second, and nanoseconds a move."""
    states, scores = new_states(2), np.zeros(4, np.int64)
    fill_rules(states[:1], rules, players)
    rng = np.array([1], np.int64)
    n = 1
    while _seconds(partial(play_random_games, states, rng, scores, n)) < seconds / 4:
        n *= 2
    speeds, times = [], []
    for _ in range(repeats):
        start = time.process_time()
        moves = play_random_games(states, rng, scores, 2 * n)
        spent = time.process_time() - start
        speeds.append(2 * n / spent)
        times.append(spent / moves * 1e9)
    yield Figure("random_games", rules.name, players, statistics.median(speeds), "games/s")
    yield Figure("random_move", rules.name, players, statistics.median(times), "ns")


def _good_positions(rules: RuleSet, players: int) -> list[Game]:
    """Positions of one game of the greedy bot against itself."""
    game = Game(rules, players, seed=1)
    bots = [parse_bot("greedy").create(seat, mix(1, seat)) for seat in range(players)]
    positions = []
    while (seat := game.to_move) is not None and game.ply <= max(_GOOD_GAME_PLIES):
        if game.ply in _GOOD_GAME_PLIES:
            positions.append(game.copy())
        game.play(bots[seat].choose(game.view(seat), game.legal_moves()))
    return positions


def _search(rules: RuleSet, players: int, repeats: int) -> Iterator[Figure]:
    """Simulations a second of each of `_STYLES`: over the fixed positions, and in the first of them alone."""
    positions = [game for game in _good_positions(rules, players) if len(game.legal_moves()) > 1]
    for name, text in _STYLES.items():
        spec = parse_bot(text)
        simulations = spec.budget.simulations or 0
        times = [statistics.median(_search_seconds(spec, game) for _ in range(repeats)) for game in positions]
        value = len(positions) * simulations / sum(times)
        yield Figure(name, rules.name, players, value, "simulations/s")
        yield Figure(f"{name}_opening", rules.name, players, simulations / times[0], "simulations/s")


def _search_seconds(spec: BotSpec, game: Game) -> float:
    """The processor time of one decision."""
    assert issubclass(spec.bot_class, CompiledBot)
    assert game.to_move is not None
    kernel = compile_kernel(spec.bot_class, spec.params)
    parameters = np.array(spec.bot_class.kernel_parameters(spec.params, spec.budget), np.float64)
    memory = np.zeros(spec.bot_class.kernel_memory(spec.params, spec.budget), np.int64)
    states = new_states(KERNEL_STATES)
    game.write_state(states, game.to_move)
    return _seconds(partial(kernel, states, np.array([1], np.int64), parameters, memory))


def _face(rules: RuleSet, players: int, repeats: int) -> Iterator[Figure]:
    """What a copy costs inside compiled code, and what the methods of `Game` cost."""
    game = Game(rules, players)
    states = new_states(2)
    game.write_state(states, 0)
    n = 100_000
    copy_often(states, n)
    copies = statistics.median(_seconds(lambda: copy_often(states, n)) for _ in range(repeats))
    yield Figure("copy_state", rules.name, players, copies / n * 1e9, "ns")
    calls = 1000
    for name, call in {"game_copy": game.copy, "game_legal_moves": game.legal_moves}.items():
        spent = statistics.median(_seconds(partial(_repeat, call, calls)) for _ in range(repeats))
        yield Figure(name, rules.name, players, spent / calls * 1e6, "us")
    moves = _random_moves(game)
    spent = statistics.median(_time_moves(game.copy(), moves) for _ in range(10 * repeats))
    yield Figure("game_play", rules.name, players, spent / len(moves) * 1e6, "us")


def _repeat(call: Callable[[], object], n: int) -> None:
    for _ in range(n):
        call()


def _random_moves(game: Game) -> list[Any]:
    """The moves of one random game."""
    game = game.copy()
    rng = np.random.default_rng(1)
    while moves := game.legal_moves():
        game.play(moves[rng.integers(len(moves))])
    return game.moves


def _time_moves(game: Game, moves: list[Any]) -> float:
    """Processor time for playing the moves."""

    def play() -> None:
        for move in moves:
            game.play(move)

    return _seconds(play)


def _tournament(rules: RuleSet, players: int, seconds: float) -> Figure:
    """The share of its time that a run of random bots with one worker spends outside the games."""
    config = RunConfig(tuple(parse_bots("random")), rules, players, games=1000)
    warm_up(config)
    plan = make_plan(config)
    speed = 1000 / _wall(lambda: play_games(config, schedule_games(plan, 0, 1000)))
    config = RunConfig(config.bots, rules, players, games=max(1000, int(4 * seconds * speed)))
    plan = make_plan(config)
    direct = _wall(lambda: _play_all(config, plan.n_games))
    with tempfile.TemporaryDirectory() as folder, RunStore.create(Path(folder, "run"), config_to_json(config)) as store:
        progress = show_progress(plan.n_games, 0, io.StringIO())
        run = _wall(lambda: play_run(config, store, workers=1, progress=progress))
    return Figure("tournament_overhead", rules.name, players, 100 * (run / direct - 1), "%")


def _play_all(config: RunConfig, n_games: int) -> None:
    """Play all games here, in portions as workers get them."""
    plan = make_plan(config)
    for first in range(0, n_games, 10_000):
        play_games(config, schedule_games(plan, first, min(first + 10_000, n_games)))


def _wall(function: Callable[[], object]) -> float:
    """Wall time that a call takes, in seconds."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start
