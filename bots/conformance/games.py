"""How does a bot behave while it plays? Games at whose table everything that it does is watched."""

import contextlib
import io
import pickle
import random
import time
import traceback
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from medina_arena.engine import Game, Move, NotationError, RuleSet

from ..base import Bot
from ..registry import BotSpec

__all__ = ["Decision", "Table", "Watch", "play_watched"]

_MAX_TEXT = 200


@dataclass(frozen=True, slots=True)
class Table:
    """A rule set with a number of players."""

    rules: RuleSet
    players: int

    def __str__(self) -> str:
        """In words."""
        return f"{self.rules} with {self.players} players"


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot was shown, and what it did."""

    seat: int
    shown: Game
    """The game as the seat saw it."""
    move: Move | None
    """None for an answer that is no legal move."""
    time_ms: float
    """Processor time of this process."""
    simulations: int | None
    """What the bot says of its simulations."""


@dataclass(slots=True)
class Watch:
    """What was seen: the decisions of all games, and what was wrong."""

    decisions: list[Decision] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Answers that are no legal move, and exceptions."""
    touched: list[str] = field(default_factory=list)
    """Games that a bot changed though they were only shown to it."""
    printed: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    """Random numbers that came from elsewhere than `Bot.rng`."""


def play_watched(
    spec: BotSpec, table: Table, seed: int, watch: Watch, *, seats: Collection[int] = (), max_decisions: int = 10_000
) -> list[Move]:
    """A game of the bot at some seats, all by default, against random moves; its moves.

    It ends early after so many decisions. A bot that faults is not asked again.
    """
    game = Game(table.rules, table.players, seed)
    others = np.random.default_rng([seed, 1])
    player = _Player(spec, table, watch)
    end = len(watch.decisions) + max_decisions
    for seat in seats or range(table.players):
        player.begin(seat, game, seed * 10 + seat)
    while (mover := game.to_move) is not None and len(watch.decisions) < end:
        moves = game.legal_moves()
        chosen = player.choose(mover, game, moves)
        game.play(moves[others.integers(len(moves))] if chosen is None else chosen)
    player.finish(game)
    return game.moves


class _Player:
    """The bots of one game under watch."""

    def __init__(self, spec: BotSpec, table: Table, watch: Watch) -> None:
        self._spec = spec
        self._table = table
        self._watch = watch
        self._bots: dict[int, Bot] = {}

    def begin(self, seat: int, game: Game, seed: int) -> None:
        """Make the bot of a seat and show it the game."""
        with self._watched(seat, game, "start"):
            bot = self._spec.create(seat, seed)
            shown = game.view(seat)
            bot.start(shown)
            self._bots[seat] = bot

    def choose(self, seat: int, game: Game, moves: list[Move]) -> Move | None:
        """The bot's move; None where no bot sits or it has faulted."""
        bot = self._bots.get(seat)
        if bot is None:
            return None
        shown, given = game.view(seat), moves.copy()
        before = pickle.dumps(shown)
        kept = shown.copy()
        answer: Any = None
        start = end = 0.0
        with self._watched(seat, game, "choose"):
            start = time.process_time()
            answer = bot.choose(shown, given)
            end = time.process_time()
        if seat not in self._bots:
            return None
        if given != moves or pickle.dumps(shown) != before:
            what = "the list of moves" if given != moves else "the game"
            self._watch.touched.append(f"choose changed {what} that it was shown in {self._where(game)}")
        move = self._legal(answer, seat, game)
        simulations = bot.simulations_done
        self._watch.decisions.append(Decision(seat, kept, move, (end - start) * 1000, simulations))
        return move

    def finish(self, game: Game) -> None:
        """Show the finished game to those who have not faulted."""
        for seat in tuple(self._bots):
            with self._watched(seat, game, "finish"):
                self._bots[seat].finish(game.view(seat))

    def _legal(self, answer: Any, seat: int, game: Game) -> Move | None:
        """The move that an answer means, if it is legal."""
        try:
            move = game.parse_move(answer)
        except NotationError as error:
            self._fault(seat, f"choose answered what is no move in {self._where(game)}: {error}")
            return None
        if game.is_legal(move):
            return move
        self._fault(seat, f"choose answered {str(move)!r}, which is not legal, in {self._where(game)}")
        return None

    @contextlib.contextmanager
    def _watched(self, seat: int, game: Game, what: str) -> Any:
        """Catch what a call raises, prints and draws."""
        text = io.StringIO()
        python, numpy = random.getstate(), _numpy_state()
        try:
            with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
                yield
        except (Exception, SystemExit) as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            reason = f"{type(error).__name__}: {error}"[:_MAX_TEXT]
            self._fault(seat, f"{what} raised {reason} ({place.filename}, line {place.lineno}) in {self._where(game)}")
        if text.getvalue():
            self._watch.printed.append(f"{what} printed {text.getvalue()[:40]!r} in {self._where(game)}")
        for name, is_same in (("random", random.getstate() == python), ("numpy.random", _numpy_state() == numpy)):
            if not is_same:
                self._watch.drawn.append(f"{what} drew from the common generator of {name}: draw from self.rng")

    def _fault(self, seat: int, what: str) -> None:
        self._bots.pop(seat, None)
        self._watch.faults.append(what)

    def _where(self, game: Game) -> str:
        return f"a game of {self._table}, ply {game.ply}"


def _numpy_state() -> tuple[bytes, int]:
    """What numpy's common generator draws next."""
    state: Any = np.random.get_state()
    return state[1].tobytes(), state[2]
