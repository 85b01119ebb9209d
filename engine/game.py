"""What does a program see of a game? The face of the engine: it checks what comes in and raises."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Self, SupportsInt, TypeVar

import numpy as np
import numpy.typing as npt

from . import doors
from .drawing import draw_game
from .errors import IllegalMoveError, NotationError, RulesError
from .moves import N_ACTIONS, PICK, kind_of, make_move, place_of
from .notation import HIDDEN_PICK, KIND_LETTERS, MOVE_TABLE, Move, format_square, parse_move, parse_square
from .palace import Palace, read_palace
from .position import ARM_NAMES, format_position, replace_picks
from .position_parser import parse_position
from .rebuild import build_states, read_chains, read_position, stables_of
from .records import check_record, make_record, replay_record
from .rng import mix
from .rules import RuleSet, parse_rules
from .scoring import N_SOURCES, SOURCES
from .setup import SETUP_KEYS, SETUP_STREAM, check_setup, fill_rules
from .snapshot import Snapshot, take_snapshot
from .state import (
    DOME,
    GIFT_POOL,
    HIDDEN,
    MAX_PLAYERS,
    NEUTRAL_DOME,
    NO_PALACE,
    NO_PICK,
    PHASE_PICK,
    STABLE,
    STATE,
    new_states,
)
from .svg import draw_svg, to_png

__all__ = ["MAX_SEED", "Game"]

MAX_SEED = 2**53 - 1
"""The largest seed of a game: every JSON reader keeps it exactly."""

_MAX_LEGAL_MOVES = 1024  # 5 x 176 squares, 8 arms, 48 + 48 domes, tea: never all at once


class Game:
    """A game of Medina: the position, the moves that led to it, and what may be played next.

    Everything is valid at every ply. Reading is cheap; `copy` is too (under 2 microseconds), so that a bot may try
    moves out on copies.
    """

    __slots__ = ("_moves", "_states", "players", "rules", "seed", "setup", "start")

    _states: npt.NDArray[np.void]  # one state, laid over a bytearray

    rules: RuleSet
    players: int
    seed: int
    """What chance decided comes from this: 0 to 2**53 - 1."""
    setup: dict[str, str]
    """What chance decided: squares of the well and of the first inhabitant in the second edition, else empty."""
    start: str | None
    """The text of the position that `from_position` began with; None for a game played from its beginning."""

    def __init__(
        self,
        rules: RuleSet | str = "rulebook",
        players: int | None = None,
        seed: int = 0,
        *,
        setup: Mapping[str, str] | None = None,
        moves: str | Iterable[int | str] = (),
    ) -> None:
        """The first position, or the one after `moves` (texts in one string, or a sequence of moves).

        `players` defaults to the largest number that the rules allow. Raises `RulesError` for rules, players, seed or
        setup that make no game and `IllegalMoveError` or `NotationError` for moves that cannot be played.
        """
        self.rules = parse_rules(rules) if isinstance(rules, str) else rules
        if not isinstance(self.rules, RuleSet):
            raise RulesError(f"rules are a RuleSet or a text such as 'bsw', not {rules!r}")
        self.players = max(self.rules.players) if players is None else players
        self.rules.check_players(self.players)
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
            raise RulesError(f"a game's seed is a whole number from 0 to 2**53 - 1, not {seed!r}")
        self.seed = seed
        self.start = None
        self._states = new_states(1)
        self._moves: list[Move] = []
        fill_rules(self._states, self.rules, self.players)
        if setup is None:
            squares: tuple[int, ...] = doors.draw_squares(self._states, np.array([mix(seed, SETUP_STREAM)], np.int64))
            self.setup = {
                key: format_square(square) for key, square in zip(SETUP_KEYS, squares, strict=True) if square >= 0
            }
        else:
            self.setup = check_setup(self.rules, self.players, setup)
            squares = tuple(parse_square(self.setup[key]) if key in self.setup else -1 for key in SETUP_KEYS)
        doors.begin(self._states, *squares)
        self._play_all(moves)

    @classmethod
    def from_position(cls, text: str, *, moves: str | Iterable[int | str] = ()) -> Self:
        """The game that a text of `position` describes; `moves` and plies are counted from there.

        Its `seed` is 0 and its `setup` empty: what chance decided is part of the text. Raises `NotationError` for a
        text that says no position or one that cannot be.
        """
        position = parse_position(text)
        states = build_states(position).tobytes()
        game = _rebuild(cls, position.rules, position.players, 0, {}, format_position(position), [], states)
        game._play_all(moves)
        return game

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The game that a record describes, after all of its moves.

        Raises `RecordError` where the moves contradict the rules or what the record says of the end, and
        `NotationError` or `RulesError` for what is no record.
        """
        game = replay_record(cls, record)
        check_record(game, record)
        return game

    def _play_all(self, moves: str | Iterable[int | str]) -> None:
        for move in moves.split() if isinstance(moves, str) else moves:
            self.play(move)

    # --- what may be played

    @property
    def to_move(self) -> int | None:
        """The seat that decides now (with gifts, the seat that picks); None when the game is over."""
        seat = doors.seat_to_move(self._states)
        return seat if seat >= 0 else None

    @property
    def is_over(self) -> bool:
        """Whether nobody can place anything any more."""
        return doors.seat_to_move(self._states) < 0

    @property
    def moves(self) -> list[Move]:
        """The moves played so far; a new list."""
        return self._moves.copy()

    @property
    def ply(self) -> int:
        """The number of moves played so far."""
        return len(self._moves)

    def legal_moves(self) -> list[Move]:
        """All legal moves, none twice; empty when over.

        Ordered by kind (G K B O S I W D N, then T or -), on squares from a1 row by row, walls from W1h to W4v, domes in
        the order in which the palaces were begun.
        """
        out = np.empty(_MAX_LEGAL_MOVES, np.int16)
        n = doors.list_legal_moves(self._states, out)
        return [MOVE_TABLE[move] for move in out[:n].tolist()]

    def is_legal(self, move: int | str) -> bool:
        """Whether the move, or its text, is legal here; raises `NotationError` for what is no move."""
        return bool(doors.is_legal_move(self._states, self._resolve(move)))

    def play(self, move: int | str) -> None:
        """Play a move or its text.

        Raises `NotationError` for what is no move and `IllegalMoveError` for one that is not legal here; the game is as
        before then.
        """
        index = self._resolve(move)
        if not doors.play_if_legal(self._states, index):
            raise IllegalMoveError(self._why_not(index))
        self._moves.append(MOVE_TABLE[index])  # type: ignore[arg-type]

    def parse_move(self, move: int | str) -> Move:
        """The move that a text or action index means here, legal or not: a dome is on its palace's first piece."""
        return MOVE_TABLE[self._resolve(move)]  # type: ignore[return-value]

    def _resolve(self, move: int | str) -> int:
        """The action index of a move; a dome may be written on any piece or stable of its palace."""
        if not isinstance(move, str):
            if isinstance(move, Move):
                return int(move)
            if isinstance(move, bool) or not isinstance(move, (int, np.integer)):
                raise NotationError(f"a move is a Move, its text or its action index, not {move!r}")
            if not 0 <= move < N_ACTIONS or MOVE_TABLE[move] is None:
                raise NotationError(f"{move!r} is no move: action indices are below {N_ACTIONS}, not all of them used")
            return int(move)
        index = int(parse_move(move))
        if kind_of(index) in (DOME, NEUTRAL_DOME):
            state = self._states[0]
            palace = int(state["palace_at"][place_of(index)])
            if palace != NO_PALACE:
                return make_move(kind_of(index), int(state["first"][palace]))
        return index

    def _why_not(self, move: int) -> str:
        """The sentence for a move that is not legal here."""
        text = str(MOVE_TABLE[move])
        if self.is_over:
            return f"{text!r} cannot be played: the game is over in {self!r}"
        if (self._states[0]["pick"] == HIDDEN).any():
            return f"{text!r} cannot be played past hidden picks: call determinize first in {self!r}"
        return f"{text!r} is not legal for seat {self.to_move} in {self!r}"

    # --- how it stands

    def _results(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Score sources [players, 7], scores and ranks [players]."""
        sources = np.empty((self.players, N_SOURCES), np.int64)
        scores, ranks = np.empty((2, self.players), np.int64)
        doors.fill_results(self._states, sources, scores, ranks)
        return sources, scores, ranks

    def scores(self) -> list[int]:
        """Points of each seat as the board stands."""
        scores = np.empty(self.players, np.int64)
        doors.score_seats(self._states, scores)
        values: list[int] = scores.tolist()
        return values

    def score_sources(self) -> list[dict[str, int]]:
        """Points of each seat by source: pieces, stables, inhabitants, walls, palace_tiles, tower_tiles, well."""
        return [dict(zip(SOURCES, row, strict=True)) for row in self._results()[0].tolist()]

    def ranks(self) -> list[int]:
        """Rank of each seat by the scores as they stand: 1 = best, equal = tied."""
        ranks: list[int] = self._results()[2].tolist()
        return ranks

    def winners(self) -> list[int]:
        """The seats that have won; empty while the game is on."""
        return [seat for seat, rank in enumerate(self.ranks()) if rank == 1] if self.is_over else []

    @property
    def palace_tiles(self) -> list[int | None]:
        """The seats that hold the grey, black, brown and orange palace tile; None = nobody."""
        state = self._states[0]
        return [None if palace == NO_PALACE else self._seat(state["owner"][palace]) for palace in state["palace_tile"]]

    @property
    def tower_tiles(self) -> list[int | None]:
        """The seats that hold the tiles of towers 1 to 4; None = nobody."""
        return [self._seat(owner) for owner in self._states[0]["tower_tile"]]

    @staticmethod
    def _seat(owner: SupportsInt) -> int | None:
        """An owner as a seat, None for nobody and neutral."""
        return int(owner) if 0 <= int(owner) < MAX_PLAYERS else None

    def hands(self) -> list[dict[str, int]]:
        """The pieces in each seat's hand, by letter: G K B O S I W D, and N and T (tea) where the rules have them."""
        state = self._states[0]
        kinds = [k for k in range(len(KIND_LETTERS)) if k != NEUTRAL_DOME or self.rules.neutral != "none"]
        return [
            {KIND_LETTERS[kind]: int(state["hand"][seat, kind]) for kind in kinds}
            | ({"T": int(state["tea"][seat])} if self.rules.tea else {})
            for seat in range(self.players)
        ]

    @property
    def gifts(self) -> dict[str, int]:
        """The pieces given in this turn and still to place, by letter."""
        pool = self._states[0]["hand"][GIFT_POOL].tolist()
        return {letter: n for letter, n in zip(KIND_LETTERS, pool, strict=True) if n}

    def palaces(self) -> list[Palace]:
        """All palaces in the order in which they were begun."""
        return [read_palace(self._states, palace) for palace in range(int(self._states[0]["n_palaces"]))]

    def stables(self) -> set[str]:
        """The squares of all stables; to which palaces they belong, `palaces` says."""
        return set(map(format_square, self._stables()))

    def _stables(self) -> set[int]:
        """The squares of all stables, which a state need not know."""
        squares = set() if self.start is None else stables_of(self.start)
        return squares | {place_of(move) for move in self._moves if kind_of(move) == STABLE}

    def chains(self) -> list[tuple[str, ...]]:
        """The chains of inhabitants, each from end to end; the last one is the one that grows."""
        chains = read_chains(self._states)
        return [tuple(map(format_square, chain)) for chain in chains]

    @property
    def arms(self) -> dict[str, int]:
        """The walls in each arm, from 1h to 4v."""
        return dict(zip(ARM_NAMES, self._states[0]["arm"].tolist(), strict=True))

    @property
    def well(self) -> str | None:
        """The square of the well, where there is one."""
        square = int(self._states[0]["well"])
        return format_square(square) if square >= 0 else None

    @property
    def placements_left(self) -> int:
        """How many placements the turn has left, this one included; 0 with gifts."""
        return int(self._states[0]["left"])

    # --- copies and views

    def copy(self) -> Self:
        """An independent game in the same position."""
        twin = object.__new__(type(self))
        twin.rules, twin.players, twin.seed = self.rules, self.players, self.seed
        twin.setup, twin.start = self.setup.copy(), self.start
        twin._states = np.ndarray((1,), STATE, self._states.base.copy())  # type: ignore[union-attr]
        twin._moves = self._moves.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        """An independent game in the same position."""
        return self.copy()

    def view(self, seat: int) -> Self:
        """The game as that seat may know it: with gifts, the others' picks of this turn are hidden.

        Raises `RulesError` for what is no seat of this game.
        """
        if seat not in range(self.players):
            raise RulesError(f"a seat is a whole number from 0 to {self.players - 1}, not {seat!r}")
        twin = self.copy()
        doors.view_as(twin._states, self._states, seat)
        twin._write_open_picks({giver for giver in range(self.players) if giver != seat})
        return twin

    def determinize(self, rng: np.random.Generator) -> None:
        """Fill hidden picks with pieces of the givers' hands, each piece equally likely; without any, do nothing."""
        hidden = self._states[0]["pick"] == HIDDEN
        doors.determinize(self._states, rng.integers(-(2**63), 2**63, 1, np.int64))
        self._write_open_picks(set(np.flatnonzero(hidden).tolist()))

    def _write_open_picks(self, seats: set[int]) -> None:
        """Bring the picks of some seats, while they are made, in `moves` and `start` in line with the state."""
        state = self._states[0]
        if state["phase"] != PHASE_PICK:
            return
        order = [(int(state["active"]) + i) % self.players for i in range(self.players)]
        givers = [seat for seat in order if state["pick"][seat] != NO_PICK]
        for place, giver in enumerate(givers, len(self._moves) - len(givers)):
            if giver not in seats:
                continue
            pick = int(state["pick"][giver])
            move = HIDDEN_PICK if pick == HIDDEN else Move(make_move(PICK, pick))
            if place >= 0:
                self._moves[place] = move
            elif self.start is not None:  # it was made before the game began
                self.start = replace_picks(self.start, {giver: str(move)[1]})

    def write_state(self, states: npt.NDArray[np.void], viewer: int | None = None) -> None:
        """Write the position to ``states[0]``, a record of dtype `STATE` for compiled code, as a seat may know it.

        Without a viewer nothing is hidden.
        """
        if viewer is None:
            doors.copy(states, self._states)
        else:
            doors.view_as(states, self._states, viewer)

    # --- texts

    def position(self) -> str:
        """The position on one line; `from_position` makes a game of it that goes on in the same way.

        The format is explained on the positions page of the documentation.
        """
        return format_position(read_position(self._states, self.rules, self.players, self._stables()))

    def draw(self, *, colour: bool = False, marks: Iterable[str] = ()) -> str:
        """The board, tiles, scores and hands as text of several lines; with colours for a terminal if asked for.

        Empty squares of `marks` are shown as stars. Raises `NotationError` for what is no square.
        """
        return draw_game(self, colour=colour, marks=[format_square(parse_square(mark)) for mark in marks])

    def snapshot(self) -> Snapshot:
        """What a drawing needs to know of the game, as plain values."""
        return take_snapshot(self)

    def svg(self) -> str:
        """The board with its walls, towers, tiles and scores, as an SVG picture; notebooks show it by themselves."""
        return draw_svg(self.snapshot())

    _repr_svg_ = svg

    def png(self, *, scale: float = 2.0) -> bytes:
        """The same picture as PNG; raises `MedinaError` without the optional package resvg-py."""
        return to_png(self.svg(), scale)

    def record(self, bots: Iterable[str] = (), **extra: object) -> dict[str, Any]:
        """The game as a record ready for JSON; `extra` adds or replaces entries."""
        return make_record(self, bots) | extra

    def __str__(self) -> str:
        """The drawing without colours."""
        return self.draw()

    def __repr__(self) -> str:
        """An expression that makes the game again."""
        moves = " ".join(map(str, self._moves))
        if self.start is not None:
            return f"Game.from_position({self.start!r}{f', moves={moves!r}' if moves else ''})"
        setup = f", setup={json.dumps(self.setup)}" if self.setup else ""
        moves = f", moves={moves!r}" if moves else ""
        return f"Game({str(self.rules)!r}, players={self.players}, seed={self.seed}{setup}{moves})"

    def __eq__(self, other: object) -> bool:
        """Whether rules, beginning and moves are the same."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self.rules, self.players, self.setup, self.start, self._moves) == (
            other.rules,
            other.players,
            other.setup,
            other.start,
            other._moves,
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """What pickle stores: everything, hidden picks still hidden."""
        moves = list(map(int, self._moves))  # plain numbers take a tenth of the time
        parts = (self.rules, self.players, self.seed, self.setup, self.start, moves, self._states.tobytes())
        return _rebuild, (type(self), *parts)


G = TypeVar("G", bound=Game)


def _rebuild(
    make_game: type[G],
    rules: RuleSet,
    players: int,
    seed: int,
    setup: dict[str, str],
    start: str | None,
    moves: list[int],
    states: bytes,
) -> G:
    """A game out of its parts."""
    game = object.__new__(make_game)
    game.rules, game.players, game.seed, game.setup, game.start = rules, players, seed, setup, start
    game._moves = [MOVE_TABLE[move] for move in moves]  # type: ignore[misc]
    game._states = np.ndarray((1,), STATE, bytearray(states))
    return game
