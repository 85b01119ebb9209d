"""How does a job become results? Scheduled games in, arrays out.

Games are played inside compiled code when every seat has a kernel, and move by move otherwise; both ways give the same
games.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from medina_arena.bots import KERNEL_STATES, BotSpec, CompiledBot
from medina_arena.bots.kernel import compile_kernel
from medina_arena.engine import Game, fill_rules, new_states
from medina_arena.results import SOURCES, Fault, GameBatch, game_ids

from .batch import MAX_KERNELS, fold_move, play_batch, rank_faulted_last
from .bot_calls import LocalBot
from .isolation import BotProcesses
from .limits import Limits
from .table import ForcedFault, Table

if TYPE_CHECKING:
    from .config import RunConfig
    from .schedule import ScheduledGames

__all__ = ["play_games", "warm_up"]

_MAX_FAULTS = 20
"""Faults of compiled games of one call that are looked at again: each takes as long as a game."""
_Ints = npt.NDArray[np.int64]
_Forced = Mapping[int, Mapping[int, ForcedFault]]
"""By game and seat."""


def play_games(
    config: "RunConfig",
    scheduled: "ScheduledGames",
    *,
    limits: Limits | None = None,
    forced: _Forced | None = None,
    faults: list[Fault] | None = None,
    watch: Callable[[int, Game], None] | None = None,
) -> GameBatch:
    """Play the scheduled games; the result depends on the arguments alone, whatever the bots do.

    With limits each bot plays in a process of its own. Faults that are known beforehand may be given by game and seat.
    What is known of faults is added to `faults`; of compiled games, where it costs more, of some only. With `watch`
    all games are played move by move, and each is shown to it with its row when it is over.
    """
    forced, faults = forced or {}, [] if faults is None else faults
    ids = game_ids(scheduled.lineup, scheduled.block, scheduled.seating)
    is_compiled = np.array([limits is None and _has_kernel(spec) for spec in config.bots])[scheduled.bots].all(axis=1)
    is_compiled &= ~np.isin(ids, list(forced)) & (watch is None)
    results = _Results(*scheduled.bots.shape)
    for rows in _compiled_parts(config, scheduled.bots, np.flatnonzero(is_compiled)):
        _play_compiled(config, scheduled, rows, results)
    faulty = np.flatnonzero(is_compiled & results.faults.any(axis=1))
    for row in faulty[:_MAX_FAULTS].tolist():
        faults += _play_move_by_move(config, scheduled, row, results, None, {})
    for row in np.flatnonzero(~is_compiled).tolist():
        faults += _play_move_by_move(config, scheduled, row, results, limits, forced.get(int(ids[row]), {}), watch)
    return results.batch(scheduled)


def warm_up(config: "RunConfig") -> None:
    """Compile in this process what the run needs, so that its workers, forked afterwards, find it ready."""
    from .schedule import make_plan, schedule_games

    for spec in filter(_has_kernel, config.bots):
        compile_kernel(spec.bot_class, spec.params)
    if not all(map(_has_kernel, config.bots)):  # the face of the engine, for games that are played move by move
        game = Game(config.rules, config.players)
        game.play(game.legal_moves()[0])
        game.view(0).record()
    if any(map(_has_kernel, config.bots)):
        none = np.zeros(0, np.intp)
        _play_compiled(config, schedule_games(make_plan(config), 0, 0), none, _Results(0, config.players))


def _has_kernel(spec: BotSpec) -> bool:
    """Whether games of this bot can stay inside compiled code: its kernel decides alone, and without a clock."""
    bot_class = spec.bot_class
    return issubclass(bot_class, CompiledBot) and bot_class.choose is CompiledBot.choose and spec.budget.time_ms is None


class _Results:
    """Room for the results of n games."""

    def __init__(self, n: int, seats: int) -> None:
        """All zero."""
        self.sources = np.zeros((n, seats, len(SOURCES)), np.int64)
        self.ranks, self.faults = np.zeros((2, n, seats), np.int64)
        self.placements, self.hashes = np.zeros((2, n), np.int64)

    def arrays(self) -> tuple[_Ints, _Ints, _Ints, _Ints, _Ints]:
        """All of it, in the order of `play_batch`."""
        return self.sources, self.ranks, self.faults, self.placements, self.hashes

    def note_game(self, row: int, table: Table) -> None:
        """Take over what a finished game says."""
        game = table.game
        self.sources[row] = [list(sources.values()) for sources in game.score_sources()]
        self.ranks[row] = game.ranks()
        self.faults[row] = table.faults
        rank_faulted_last(self.ranks[row], self.faults[row], game.players)
        self.placements[row] = game.ply
        self.hashes[row] = 0
        for move in game.moves:
            self.hashes[row] = fold_move(int(self.hashes[row]), int(move))

    def batch(self, scheduled: "ScheduledGames") -> GameBatch:
        """The finished games."""
        return GameBatch(
            lineup=scheduled.lineup,
            block=scheduled.block,
            seating=scheduled.seating,
            seed=scheduled.seeds,
            bots=scheduled.bots,
            sources=self.sources.astype(np.int16),
            ranks=self.ranks.astype(np.int8),
            terminations=self.faults.astype(np.int8),
            placements=self.placements.astype(np.int16),
            moves_hash=self.hashes.view(np.uint64),
        )


def _compiled_parts(
    config: "RunConfig", bots: npt.NDArray[np.int16], rows: npt.NDArray[np.intp]
) -> list[npt.NDArray[np.intp]]:
    """The rows of compiled games in parts that have few enough kernels: mostly all of them in one."""
    specs = [config.bots[bot] for bot in np.unique(bots[rows])]
    if len({cast(type[CompiledBot], spec.bot_class).kernel_for(spec.params) for spec in specs}) <= MAX_KERNELS:
        return [rows] if len(rows) else []
    _, group = np.unique(bots[rows], axis=0, return_inverse=True)
    return [rows[group == number] for number in range(group.max() + 1)]


def _play_compiled(
    config: "RunConfig", scheduled: "ScheduledGames", rows: npt.NDArray[np.intp], results: _Results
) -> None:
    """Play some games of compiled bots without leaving compiled code."""
    places, bots = np.unique(scheduled.bots[rows], return_inverse=True)
    specs = [config.bots[bot] for bot in places] or [next(filter(_has_kernel, config.bots))]
    classes = [cast(type[CompiledBot], spec.bot_class) for spec in specs]
    kernel_of = [compile_kernel(spec.bot_class, spec.params) for spec in specs]
    kernels = list(dict.fromkeys(kernel_of))
    numbers = [c.kernel_parameters(s.params, s.budget) for c, s in zip(classes, specs, strict=True)]
    n_parameters = np.array([len(row) for row in numbers], np.int64)
    parameters = np.zeros((len(specs), n_parameters.max()), np.float64)
    for bot, row in enumerate(numbers):
        parameters[bot, : len(row)] = row
    n_memory = np.array([c.kernel_memory(s.params, s.budget) for c, s in zip(classes, specs, strict=True)], np.int64)
    states = new_states(2 + KERNEL_STATES)
    fill_rules(states[:1], config.rules, config.players)
    part = _Results(len(rows), config.players)
    play_batch(
        (*kernels, *kernels[:1] * (MAX_KERNELS - len(kernels))),
        np.array([kernels.index(kernel) for kernel in kernel_of], np.int64),
        parameters,
        n_parameters,
        np.zeros((config.players, n_memory.max()), np.int64),
        n_memory,
        states,
        config.n_drawn,
        bots.reshape(len(rows), config.players).astype(np.int64),
        scheduled.seeds[rows],
        scheduled.opening_seeds[rows],
        scheduled.bot_seeds[rows],
        scheduled.stand_in_seeds[rows],
        *part.arrays(),
    )
    for target, source in zip(results.arrays(), part.arrays(), strict=True):
        target[rows] = source


def _play_move_by_move(
    config: "RunConfig",
    scheduled: "ScheduledGames",
    row: int,
    results: _Results,
    limits: Limits | None,
    forced: Mapping[int, ForcedFault],
    watch: Callable[[int, Game], None] | None = None,
) -> list[Fault]:
    """Play one game in which some bot is plain Python, isolated, watched or known to fault; its faults."""
    game = Game(config.rules, config.players, int(scheduled.seeds[row]))
    seats = list(enumerate(zip(scheduled.bots[row].tolist(), scheduled.bot_seeds[row].tolist(), strict=True)))
    with nullcontext(LocalBot) if limits is None else BotProcesses(limits) as make_bot:
        table = Table(game, [make_bot(config.bots[bot], seat, seed) for seat, (bot, seed) in seats], forced)
        opening_rng, stand_in_seeds = (
            scheduled.opening_seeds[row : row + 1].copy(),
            scheduled.stand_in_seeds[row].copy(),
        )
        table.play(config.n_drawn, opening_rng, stand_in_seeds)
    results.note_game(row, table)
    if watch is not None:
        watch(row, game)
    ids = game_ids(*(column[row : row + 1] for column in (scheduled.lineup, scheduled.block, scheduled.seating)))
    return [
        Fault(
            game=int(ids[0]),
            seat=noted.seat,
            bot=int(scheduled.bots[row, noted.seat]),
            kind=noted.reply.fault,
            ply=noted.ply,
            text=noted.reply.text,
            trace=noted.reply.trace,
            moves=noted.moves,
            position=noted.position,
        )
        for noted in table.noted
    ]
