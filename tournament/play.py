"""How does a job become results? Scheduled games in, arrays out; the one place that catches a bot's fault.

Whole games are played inside compiled code when every seat has a kernel, and move by move otherwise; both ways give
the same games.
"""

import logging
from collections.abc import Sequence
from textwrap import shorten
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from medina_arena.bots import KERNEL_STATES, Bot, BotSpec, CompiledBot
from medina_arena.bots.kernel import compile_kernel
from medina_arena.engine import Game, Move, NotationError, draw_below, fill_rules, new_states
from medina_arena.results import SOURCES, GameBatch, Termination

from .batch import MAX_SEATS, fold_move, play_batch, rank_faulted_last

if TYPE_CHECKING:
    from .config import RunConfig
    from .schedule import ScheduledGames

__all__ = ["play_games", "warm_up"]

_LOG = logging.getLogger(__name__)
_MAX_TEXT = 300
"""Characters of an error that go into the log's line; the whole of it follows."""
_Ints = npt.NDArray[np.int64]
_Results = tuple[_Ints, _Ints, _Ints, _Ints, _Ints]
"""Sources [games, seats, 7], ranks and faults [games, seats], placements and hashes of the moves [games]."""


def play_games(config: "RunConfig", scheduled: "ScheduledGames") -> GameBatch:
    """Play the scheduled games; the result depends on the arguments alone, whatever the bots do."""
    results = _no_results(*scheduled.bots.shape)
    for rows in _rows_by_seating(scheduled.bots):
        specs = [config.bots[bot] for bot in scheduled.bots[rows[0]]]
        seeds = [
            np.ascontiguousarray(column[rows])
            for column in (
                scheduled.seeds,
                scheduled.opening_seeds,
                scheduled.bot_seeds,
                scheduled.stand_in_seeds,
            )
        ]
        play = _play_compiled if all(map(_has_kernel, specs)) else _play_move_by_move
        for target, part in zip(results, play(config, specs, *seeds), strict=True):
            target[rows] = part
    sources, ranks, faults, placements, hashes = results
    return GameBatch(
        lineup=scheduled.lineup,
        block=scheduled.block,
        seating=scheduled.seating,
        seed=scheduled.seeds,
        bots=scheduled.bots,
        sources=sources.astype(np.int16),
        ranks=ranks.astype(np.int8),
        terminations=faults.astype(np.int8),
        placements=placements.astype(np.int16),
        moves_hash=hashes.view(np.uint64),
    )


def warm_up(config: "RunConfig") -> None:
    """Compile in this process what the run needs, so that its workers, forked afterwards, find it ready."""
    compiled = [spec for spec in config.bots if _has_kernel(spec)]
    for spec in compiled:
        compile_kernel(spec.bot_class)
    if len(compiled) < len(config.bots):  # the face of the engine, for games that are played move by move
        game = Game(config.rules, config.players)
        game.play(game.legal_moves()[0])
        game.view(0).record()
    none = np.zeros(0, np.int64)
    nobody = np.zeros((0, config.players), np.int64)
    if compiled:
        _play_compiled(config, compiled[:1] * config.players, none, none, nobody, nobody)


def _has_kernel(spec: BotSpec) -> bool:
    """Whether games of this bot can stay inside compiled code: its kernel decides alone, and without a clock."""
    bot_class = spec.bot_class
    return issubclass(bot_class, CompiledBot) and bot_class.choose is CompiledBot.choose and spec.budget.time_ms is None


def _rows_by_seating(bots: npt.NDArray[np.int16]) -> list[npt.NDArray[np.intp]]:
    """The rows of games with the same bots at the same seats, together."""
    if len(bots) == 0:
        return []
    _, group = np.unique(bots, axis=0, return_inverse=True)
    order = np.argsort(group, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(group[order])) + 1)


def _no_results(n: int, seats: int) -> _Results:
    """Room for the results of n games."""
    ranks, faults = np.zeros((2, n, seats), np.int64)
    placements, hashes = np.zeros((2, n), np.int64)
    return np.zeros((n, seats, len(SOURCES)), np.int64), ranks, faults, placements, hashes


def _n_drawn(config: "RunConfig") -> int:
    """How many moves at the beginning are drawn by chance."""
    opening = config.opening == "drawn" and config.rules.opening == "first_player"
    return int(opening) + config.random_plies


def _play_compiled(
    config: "RunConfig",
    specs: Sequence[BotSpec],
    seeds: _Ints,
    opening_seeds: _Ints,
    bot_seeds: _Ints,
    stand_in_seeds: _Ints,
) -> _Results:
    """Games of compiled bots, one bot a seat, without leaving compiled code."""
    classes = [cast(type[CompiledBot], spec.bot_class) for spec in specs]
    kernels = [compile_kernel(bot_class) for bot_class in classes]
    numbers = [c.kernel_parameters(s.params, s.budget) for c, s in zip(classes, specs, strict=True)]
    n_parameters = np.array([len(row) for row in numbers], np.int64)
    parameters = np.zeros((len(specs), n_parameters.max()), np.float64)
    for seat, row in enumerate(numbers):
        parameters[seat, : len(row)] = row
    n_memory = np.array([c.kernel_memory(s.params, s.budget) for c, s in zip(classes, specs, strict=True)], np.int64)
    memory = np.zeros((len(specs), n_memory.max()), np.int64)
    states = new_states(2 + KERNEL_STATES)
    fill_rules(states[:1], config.rules, config.players)
    results = _no_results(len(seeds), config.players)
    play_batch(
        (*kernels, *kernels[:1] * (MAX_SEATS - len(kernels))),
        parameters,
        n_parameters,
        memory,
        n_memory,
        states,
        _n_drawn(config),
        seeds,
        opening_seeds,
        bot_seeds,
        stand_in_seeds,
        *results,
    )
    return results


def _play_move_by_move(
    config: "RunConfig",
    specs: Sequence[BotSpec],
    seeds: _Ints,
    opening_seeds: _Ints,
    bot_seeds: _Ints,
    stand_in_seeds: _Ints,
) -> _Results:
    """Games in which some bot is plain Python."""
    results = _no_results(len(seeds), config.players)
    sources, ranks, faults, placements, hashes = results
    for i in range(len(seeds)):
        game = Game(config.rules, config.players, int(seeds[i]))
        table = _Table(game, specs)
        table.play(bot_seeds[i].tolist(), _n_drawn(config), opening_seeds[i : i + 1].copy(), stand_in_seeds[i].copy())
        sources[i] = [list(row.values()) for row in game.score_sources()]
        ranks[i] = game.ranks()
        faults[i] = table.faults
        rank_faulted_last(ranks[i], faults[i], config.players)
        placements[i] = game.ply
        for move in game.moves:
            hashes[i] = fold_move(int(hashes[i]), int(move))
    return results


class _Table:
    """One game and the bots that play it."""

    def __init__(self, game: Game, specs: Sequence[BotSpec]) -> None:
        self.game = game
        self.specs = specs
        self.bots: dict[int, Bot] = {}
        self.faults = [Termination.NORMAL] * len(specs)

    def play(self, bot_seeds: Sequence[int], n_drawn: int, opening_rng: _Ints, stand_in_seeds: _Ints) -> None:
        """Play to the end; the first moves are drawn, and a faulted bot's seat goes on with random moves."""
        game = self.game
        for seat, seed in enumerate(bot_seeds):
            self._begin(seat, seed)
        while (seat_to_move := game.to_move) is not None:
            moves = game.legal_moves()
            if game.ply < n_drawn:
                game.play(moves[draw_below(opening_rng, len(moves))])
                continue
            chosen = self._choose(seat_to_move, moves)
            stand_in = stand_in_seeds[seat_to_move : seat_to_move + 1]
            game.play(moves[draw_below(stand_in, len(moves))] if chosen is None else chosen)
        for seat in range(len(self.specs)):
            self._finish(seat)

    # Workers ignore the keyboard: whatever is raised below comes from the bot, KeyboardInterrupt and SystemExit too.

    def _begin(self, seat: int, seed: int) -> None:
        """Make the bot of a seat and show it the game."""
        try:
            self.bots[seat] = self.specs[seat].create(seat, seed)
            self.bots[seat].start(self.game.view(seat))
        except BaseException as error:
            self._note(seat, Termination.EXCEPTION, error)

    def _choose(self, seat: int, moves: list[Move]) -> Move | None:
        """The bot's move, or None if it has faulted, now or before."""
        if self.faults[seat] != Termination.NORMAL:
            return None
        try:
            answer = self.bots[seat].choose(self.game.view(seat), moves.copy())
            move = self.game.parse_move(answer)
            if self.game.is_legal(move):
                return move
            self._note(seat, Termination.ILLEGAL_MOVE, f"{move} is not legal")
        except NotationError as error:
            self._note(seat, Termination.ILLEGAL_MOVE, error)
        except BaseException as error:
            self._note(seat, Termination.EXCEPTION, error)
        return None

    def _finish(self, seat: int) -> None:
        """Show the finished game to a bot that has not faulted."""
        if self.faults[seat] == Termination.NORMAL:
            try:
                self.bots[seat].finish(self.game.view(seat))
            except BaseException as error:
                self._note(seat, Termination.EXCEPTION, error)

    def _note(self, seat: int, fault: Termination, what: BaseException | str) -> None:
        """Count a bot's fault, and log it with the game so far."""
        self.faults[seat] = fault
        error = what if isinstance(what, BaseException) else None
        text = _describe(error) if error is not None else what
        spec = self.specs[seat].text
        _LOG.warning("%s at seat %d: %s in %r", spec, seat, text, self.game, exc_info=error)


def _describe(error: BaseException) -> str:
    """An error in a short line, even if it cannot be printed."""
    try:
        text = str(error)
    except BaseException:
        text = "(its text cannot be had)"
    return shorten(f"{type(error).__name__}: {text}", _MAX_TEXT)
