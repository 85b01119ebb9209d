"""How do people and bots play one game together? Bots move by themselves, people may take back and ask for advice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from medina_arena.bots import BotSpec, parse_bot
from medina_arena.engine import Game, IllegalMoveError, Move, RuleSet
from medina_arena.engine.records import rank_faulted_last, replay_record
from medina_arena.results import Termination

from .bot_calls import LocalBot, Reply
from .errors import RunError
from .pages.replay import game_at

__all__ = ["PERSON", "Person", "Sitting", "parse_seats"]

PERSON = "human"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is asked for moves."""

    label: str = PERSON

    @property
    def text(self) -> str:
        """The text that `parse_seats` reads."""
        return PERSON if self.label == PERSON else f"{PERSON}:label={self.label}"


def parse_seats(text: str) -> list[Person | BotSpec]:
    """Who sits where, from a text such as ``human,mcts,greedy``; raises `BotError` or `RunError`."""
    seats: list[Person | BotSpec] = []
    for part in map(str.strip, text.split(",")):
        name, _, label = part.partition(":label=")
        if name == PERSON:
            seats.append(Person(label or PERSON))
        elif name.startswith(f"{PERSON}:"):
            raise RunError(f"{part!r} is no seat: a person takes only a label, as in {PERSON}:label=Ann")
        else:
            seats.append(parse_bot(part))
    return seats


class Sitting:
    """One game with people at some of its seats."""

    def __init__(self, rules: RuleSet, seats: Sequence[Person | BotSpec], seed: int, *, hint: BotSpec) -> None:
        """A new game; `hint` gives advice. Raises `RulesError` or `BotError` where these cannot play."""
        rules.check_players(len(seats))
        for seat in (*seats, hint):
            if isinstance(seat, BotSpec):
                seat.check_rules(rules)
        self.game = Game(rules, len(seats), seed)
        self.seats = tuple(seats)
        self.faults: list[dict[str, Any]] = []
        """As in a record."""
        self.messages: list[str] = []
        """What went wrong with bots, in sentences."""
        self._hint = hint
        self._bots: dict[int, LocalBot] = {}

    @classmethod
    def from_record(cls, record: dict[str, Any], *, hint: BotSpec) -> Self:
        """The game that a record left off; its bots begin anew there."""
        game = replay_record(Game, record)
        seats = parse_seats(",".join(record.get("bots", [])))
        if len(seats) != game.players:
            raise RunError(
                f"the record names {len(seats)} of {game.players} bots: only saved games can be gone on with"
            )
        sitting = cls(game.rules, seats, game.seed, hint=hint)
        sitting.game = game
        sitting.faults = list(record.get("faults", []))
        return sitting

    @property
    def labels(self) -> list[str]:
        """What the seats are called."""
        names = [seat.label if isinstance(seat, Person) else seat.label or seat.text for seat in self.seats]
        return [f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)]

    @property
    def person_to_move(self) -> int | None:
        """The seat that a person decides for now; None when a bot does or the game is over."""
        seat = self.game.to_move
        return seat if seat is not None and isinstance(self.seats[seat], Person) else None

    def shown(self) -> Game:
        """The game as the person to move may know it."""
        seat = self.person_to_move
        return self.game if seat is None else self.game.view(seat)

    def movers(self) -> list[int]:
        """The seat that made each move."""
        step = game_at(self.game, 0)
        seats = []
        for move in self.game.moves:
            assert step.to_move is not None
            seats.append(step.to_move)
            step.play(move)
        return seats

    def advance(self) -> list[tuple[int, Move]]:
        """Let bots move until a person has to decide or the game is over; the seats and moves."""
        for bot in range(len(self.seats)):
            self._seat_bot(bot)
        made = []
        while (seat := self.game.to_move) is not None and self.person_to_move is None:
            move = self._bot_move(seat)
            self.game.play(move)
            made.append((seat, move))
        if self.game.to_move is None:
            for bot in list(self._bots):
                self._note(bot, self._bots.pop(bot).finish(self.game))
        return made

    def play(self, move: str) -> Move:
        """The move of the person whose turn it is; raises `NotationError` or `IllegalMoveError`."""
        if self.person_to_move is None:
            raise IllegalMoveError(f"{move!r} cannot be played: no person is to move")
        chosen = self.game.parse_move(move)
        self.game.play(chosen)
        return chosen

    def take_back(self) -> bool:
        """Go back to before the latest move of the person to move, or of any person when over; whether there is one."""
        wanted = self.person_to_move
        own = [
            ply
            for ply, seat in enumerate(self.movers())
            if isinstance(self.seats[seat], Person) and wanted in (None, seat)
        ]
        last = own[-1] if own else None
        if last is None:
            return False
        self.game = game_at(self.game, last)
        self.faults = [fault for fault in self.faults if fault["ply"] <= last]
        self._bots.clear()  # what they remember has not happened
        return True

    def advise(self) -> Move:
        """What the bot for advice would play now; raises `RunError` if it cannot say."""
        seat = self.game.to_move
        if seat is None:
            raise RunError("the game is over")
        bot = LocalBot(self._hint, seat, self._seed(seat))
        reply = bot.start(self.game)
        if reply.fault == Termination.NORMAL:
            reply = bot.choose(self.game, self.game.legal_moves())
        if _is_keyboard(reply):
            raise KeyboardInterrupt
        if reply.fault != Termination.NORMAL:
            raise RunError(f"{self._hint.text} has no advice: {reply.text}")
        return Move(reply.move)

    def record(self) -> dict[str, Any]:
        """The game so far as a record, from which it can be gone on with."""
        record = self.game.record([seat.text for seat in self.seats], faults=self.faults)
        rank_faulted_last(record, {fault["seat"] for fault in self.faults})
        return record

    def _seed(self, seat: int) -> int:
        """The seed of a bot that begins now."""
        state = np.random.SeedSequence([self.game.seed, seat, self.game.ply]).generate_state(1, np.uint64)
        return int(state[0])

    def _bot_move(self, seat: int) -> Move:
        """The move of a seat's bot; a faulted one goes on with random moves."""
        moves = self.game.legal_moves()
        if seat in self._bots:
            reply = self._bots[seat].choose(self.game, moves)
            if self._note(seat, reply):
                return Move(reply.move)
        return moves[np.random.default_rng(self._seed(seat)).integers(len(moves))]

    def _seat_bot(self, seat: int) -> None:
        """Make a seat's bot, unless it is there, has failed, or the game is over."""
        spec = self.seats[seat]
        has_failed = any(fault["seat"] == seat for fault in self.faults)
        if isinstance(spec, BotSpec) and seat not in self._bots and not has_failed and self.game.to_move is not None:
            self._bots[seat] = LocalBot(spec, seat, self._seed(seat))
            self._note(seat, self._bots[seat].start(self.game))

    def _note(self, seat: int, reply: Reply) -> bool:
        """Note a bot's fault, and ask it no more; whether there was none."""
        if reply.fault == Termination.NORMAL:
            return True
        if _is_keyboard(reply):
            raise KeyboardInterrupt
        self._bots.pop(seat, None)
        self.faults.append({"seat": seat, "ply": self.game.ply, "kind": reply.fault.name.lower()})
        self.messages.append(f"{self.labels[seat]} failed and goes on with random moves: {reply.text}")
        return False


def _is_keyboard(reply: Reply) -> bool:
    """Whether a person has pressed Ctrl-C while a bot was asked."""
    return reply.text.startswith("KeyboardInterrupt")
