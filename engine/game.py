"""What does a program see of a game? The face of the engine: it checks what comes in and raises."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self, SupportsInt

import numpy as np
import numpy.typing as npt

from .errors import IllegalMoveError, NotationError, RulesError
from .geometry import INNER_SQUARES
from .kernels import compiled
from .legality import fill_legal_moves, is_legal
from .moves import N_ACTIONS, PICK, kind_of, make_move, place_of
from .notation import HIDDEN_PICK, KIND_LETTERS, MOVE_TABLE, Move, format_square, parse_move, parse_square
from .rng import mix
from .rules import RULES_VERSION, RuleSet, parse_rules
from .scoring import N_SOURCES, SOURCES, fill_ranks, fill_score_sources, fill_scores, palace_value
from .setup import SETUP_STREAM, begin_game, draw_setup, fill_rules
from .state import (
    DOME,
    HIDDEN,
    MAX_PLAYERS,
    NEUTRAL_DOME,
    NO_PALACE,
    NO_PICK,
    NOBODY,
    PHASE_OVER,
    PHASE_PICK,
    STATE,
    clone_states,
    new_states,
)
from .turns import apply_move
from .view import fill_hidden_picks, has_hidden_picks, observe

__all__ = ["MAX_SEED", "Game", "Palace"]

MAX_SEED = 2**53 - 1
"""The largest seed of a game: every JSON reader keeps it exactly."""

_MAX_LEGAL_MOVES = 1024  # 5 x 176 squares, 8 arms, 48 + 48 domes, tea: never all at once
_RECORD_FORMAT = 1
_SETUP_KEYS = ("well", "inhabitant")


@dataclass(frozen=True, slots=True)
class Palace:
    """One palace as it stands."""

    colour: str
    """Its letter: G, K, B or O."""
    owner: int | None
    """The seat whose dome it bears; None without a dome or under a neutral one."""
    is_claimed: bool
    """Whether it bears a dome, a neutral one included."""
    is_open: bool
    """Whether a palace piece can still be added."""
    squares: tuple[str, ...]
    """Its pieces and stables, the first piece first."""
    size: int
    """Pieces and stables."""
    stables: int
    inhabitants: int
    """Different inhabitants beside it."""
    walls: int
    """Walls beside it."""
    value: int
    """Its points, without tiles and well."""


@compiled
def _draw_setup(states: Any, rng: Any) -> tuple[int, int]:
    return draw_setup(states[0], rng)


@compiled
def _begin(states: Any, well: int, inhabitant: int) -> None:
    begin_game(states[0], well, inhabitant)


@compiled
def _play_if_legal(states: Any, move: int) -> bool:
    """Play a move in ``states[0]`` if it is legal there; whether it was."""
    if has_hidden_picks(states[0]) or not is_legal(states[0], move):
        return False
    apply_move(states[0], move)
    return True


@compiled
def _legal_moves(states: Any, out: Any) -> int:
    return fill_legal_moves(states[0], out)


@compiled
def _seat_to_move(states: Any) -> int:
    """The seat to move, or -1 when the game is over."""
    return -1 if states[0].phase == PHASE_OVER else states[0].to_move


@compiled
def _scores(states: Any, out: Any) -> None:
    fill_scores(states[0], out)


@compiled
def _is_legal(states: Any, move: int) -> bool:
    return is_legal(states[0], move)


@compiled
def _observe(target: Any, source: Any, viewer: int) -> None:
    observe(target[0], source[0], viewer)


@compiled
def _fill_results(states: Any, sources: Any, scores: Any, ranks: Any) -> None:
    fill_score_sources(states[0], sources)
    fill_scores(states[0], scores)
    fill_ranks(states[0], scores, ranks)


@compiled
def _determinize(states: Any, rng: Any) -> None:
    fill_hidden_picks(states[0], rng)


@compiled
def _palace_value(states: Any, palace: int) -> int:
    return palace_value(states[0], palace)


@compiled
def _palace_is_open(states: Any, palace: int) -> bool:
    s = states[0]
    colour = s.colour[palace]
    return s.owner[palace] == NOBODY and s.active_palace[colour] == palace and s.is_open[colour] != 0


class Game:
    """A game of Medina: the position, the moves that led to it, and what may be played next.

    Everything is valid at every ply. Reading is cheap; `copy` is too (under 2 microseconds), so that a bot may try
    moves out on copies.
    """

    __slots__ = ("_moves", "_states", "players", "rules", "seed", "setup")

    rules: RuleSet
    players: int
    seed: int
    """What chance decided comes from this: 0 to 2**53 - 1."""
    setup: dict[str, str]
    """What chance decided: squares of the well and of the first inhabitant in the second edition, else empty."""

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
        self._states = new_states(1)
        self._moves: list[Move] = []
        fill_rules(self._states, self.rules, self.players)
        if setup is None:
            squares: tuple[int, ...] = _draw_setup(self._states, np.array([mix(seed, SETUP_STREAM)], np.int64))
            self.setup = {
                key: format_square(square) for key, square in zip(_SETUP_KEYS, squares, strict=True) if square >= 0
            }
        else:
            self.setup = self._checked_setup(setup)
            squares = tuple(parse_square(self.setup[key]) if key in self.setup else -1 for key in _SETUP_KEYS)
        _begin(self._states, *squares)
        for move in moves.split() if isinstance(moves, str) else moves:
            self.play(move)

    def _checked_setup(self, setup: Mapping[str, str]) -> dict[str, str]:
        """A set-up from outside: the right keys, different inner squares."""
        wanted: tuple[str, ...] = ()
        if self.rules.opening == "random":
            wanted = _SETUP_KEYS if self.rules.well else _SETUP_KEYS[1:]
        if not isinstance(setup, Mapping) or set(setup) != set(wanted):
            raise RulesError(f"the set-up of {self.rules.name} has {' and '.join(wanted) or 'nothing'}, not {setup!r}")
        inner = INNER_SQUARES[self.rules.board(self.players)]
        for name in setup.values():
            square = parse_square(name)
            if not int(inner[square >> 6]) >> (square & 63) & 1:
                raise RulesError(f"the set-up needs inner squares of the board, not {name!r}")
        if len(set(setup.values())) < len(setup):
            raise RulesError(f"the set-up needs different squares, not {dict(setup)!r}")
        return {key: setup[key] for key in wanted}

    # --- what may be played

    @property
    def to_move(self) -> int | None:
        """The seat that decides now (with gifts, the seat that picks); None when the game is over."""
        seat = _seat_to_move(self._states)
        return seat if seat >= 0 else None

    @property
    def is_over(self) -> bool:
        """Whether nobody can place anything any more."""
        return _seat_to_move(self._states) < 0

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
        n = _legal_moves(self._states, out)
        return [MOVE_TABLE[move] for move in out[:n].tolist()]

    def is_legal(self, move: int | str) -> bool:
        """Whether the move, or its text, is legal here; raises `NotationError` for what is no move."""
        return bool(_is_legal(self._states, self._resolve(move)))

    def play(self, move: int | str) -> None:
        """Play a move or its text.

        Raises `NotationError` for what is no move and `IllegalMoveError` for one that is not legal here; the game is as
        before then.
        """
        index = self._resolve(move)
        if not _play_if_legal(self._states, index):
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
        _fill_results(self._states, sources, scores, ranks)
        return sources, scores, ranks

    def scores(self) -> list[int]:
        """Points of each seat as the board stands."""
        scores = np.empty(self.players, np.int64)
        _scores(self._states, scores)
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

    def palaces(self) -> list[Palace]:
        """All palaces in the order in which they were begun."""
        state = self._states[0]
        return [self._palace(palace) for palace in range(int(state["n_palaces"]))]

    def _palace(self, palace: int) -> Palace:
        state = self._states[0]
        first = int(state["first"][palace])
        squares = np.flatnonzero(state["palace_at"] == palace).tolist()
        owner = int(state["owner"][palace])
        return Palace(
            colour=KIND_LETTERS[int(state["colour"][palace])],
            owner=self._seat(owner),
            is_claimed=owner != NOBODY,
            is_open=bool(_palace_is_open(self._states, palace)),
            squares=tuple(format_square(sq) for sq in sorted(squares, key=lambda sq: (sq != first, sq))),
            size=int(state["size"][palace]),
            stables=int(state["stables"][palace]),
            inhabitants=int(state["n_inhabitants"][palace]),
            walls=int(state["n_walls"][palace]),
            value=int(_palace_value(self._states, palace)),
        )

    @property
    def placements_left(self) -> int:
        """How many placements the turn has left, this one included; 0 with gifts."""
        return int(self._states[0]["left"])

    # --- copies and views

    def copy(self) -> Self:
        """An independent game in the same position."""
        twin = object.__new__(type(self))
        twin.rules, twin.players, twin.seed, twin.setup = self.rules, self.players, self.seed, self.setup.copy()
        twin._states = clone_states(self._states)
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
        _observe(twin._states, self._states, seat)
        if self._states[0]["phase"] == PHASE_PICK:
            for index, giver in self._open_picks():
                if giver != seat:
                    twin._moves[index] = HIDDEN_PICK
        return twin

    def _open_picks(self) -> list[tuple[int, int]]:
        """Place in `moves` and seat of each pick of the turn that is being picked for."""
        state = self._states[0]
        order = [(int(state["active"]) + i) % self.players for i in range(self.players)]
        givers = [seat for seat in order if state["pick"][seat] != NO_PICK]
        return [(len(self._moves) - len(givers) + i, seat) for i, seat in enumerate(givers)]

    def determinize(self, rng: np.random.Generator) -> None:
        """Fill hidden picks with pieces of the givers' hands, each piece equally likely; without any, do nothing."""
        hidden = self._states[0]["pick"] == HIDDEN
        _determinize(self._states, rng.integers(-(2**63), 2**63, 1, np.int64))
        for index, giver in self._open_picks():
            if hidden[giver]:
                self._moves[index] = Move(make_move(PICK, int(self._states[0]["pick"][giver])))

    def write_state(self, states: npt.NDArray[np.void], viewer: int) -> None:
        """Write the position as a seat may know it to ``states[0]``, a record of dtype `STATE` for compiled code."""
        _observe(states, self._states, viewer)

    # --- records

    def record(self, bots: Iterable[str] = (), **extra: object) -> dict[str, Any]:
        """The game as a record ready for JSON; `extra` adds or replaces entries."""
        sources, scores, ranks = self._results()
        return {
            "format": _RECORD_FORMAT,
            "rules_version": RULES_VERSION,
            "rules": self.rules.name,
            "overrides": self.rules.overrides,
            "players": self.players,
            "seed": self.seed,
            "setup": dict(self.setup),
            "bots": list(bots),
            "moves": " ".join(map(str, self._moves)),
            "scores": scores.tolist(),
            "ranks": ranks.tolist(),
            "winners": self.winners(),
            "score_sources": [dict(zip(SOURCES, row, strict=True)) for row in sources.tolist()],
            "palace_tiles": self.palace_tiles,
            "tower_tiles": self.tower_tiles,
            "termination": "normal" if self.is_over else "unfinished",
            "faults": [],
            **extra,
        }

    def __repr__(self) -> str:
        """An expression that makes the game again."""
        setup = f", setup={json.dumps(self.setup)}" if self.setup else ""
        moves = f", moves={' '.join(map(str, self._moves))!r}" if self._moves else ""
        return f"Game({str(self.rules)!r}, players={self.players}, seed={self.seed}{setup}{moves})"

    def __eq__(self, other: object) -> bool:
        """Whether rules, set-up and moves are the same."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self.rules, self.players, self.setup, self._moves) == (
            other.rules,
            other.players,
            other.setup,
            other._moves,
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """What pickle stores: the arguments that make the game again, hidden picks still hidden."""
        return _rebuild, (self.rules, self.players, self.seed, self.setup, self._moves, self._states.tobytes())


def _rebuild(
    rules: RuleSet,
    players: int,
    seed: int,
    setup: dict[str, str],
    moves: list[Move],
    states: bytes,
) -> Game:
    """A game out of a pickle."""
    game = object.__new__(Game)
    game.rules, game.players, game.seed, game.setup = rules, players, seed, setup
    game._moves, game._states = moves, np.frombuffer(bytearray(states), STATE)
    return game
