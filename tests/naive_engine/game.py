"""Whose move is it, and what may be played? The flow of turns (rules page, sections 3, 8, 11)."""

from collections.abc import Mapping

from .apply import put
from .board import format_square, inner_squares, parse_square
from .invariants import Memory, check
from .obligation import is_obliged
from .palaces import find_palaces
from .placing import placements, placements_of
from .rules import COLOURS, WHITE, rule_set
from .scoring import ranks, score_sources, scores, winners
from .state import State


class NaiveGame:
    """A game of Medina that works everything out anew from the board at each question."""

    def __init__(
        self,
        rules_name: str,
        players: int,
        overrides: Mapping[str, object] | None = None,
        setup: Mapping[str, str] | None = None,
    ) -> None:
        """A game before its first move; the set-up is needed in second-edition and empty elsewhere."""
        self.rules = rule_set(rules_name, players, overrides)
        self.state = State(self.rules)
        self.setup = dict(setup or {})
        self.moves: list[str] = []
        self.phase = "opening"  # opening, turn, pick, gifts, dome, over
        self.active = 0  # the seat whose turn it is
        self.turns_begun = 0
        self.allotment = 0  # placements of this turn
        self.placed: list[str] = []  # the kinds put down in this turn
        self.obliged = False  # whether the turn must contain a dome (rules page, section 8)
        self.pickers: list[int] = []  # the seats that give a piece in this turn, in order
        self.picks: list[str] = []
        self._memory: Memory | None = None
        if self.rules["opening"] == "random":
            self._set_up(self.setup)
            self._seek_turn(0)
        elif setup:
            raise ValueError(f"{rules_name} has no set-up, but {dict(setup)!r} was given")

    def _set_up(self, setup: Mapping[str, str]) -> None:
        """The well and one inhabitant stand on different inner squares (rules page, section 3)."""
        wanted = {"well", "inhabitant"} if self.rules["well"] else {"inhabitant"}
        if not wanted <= set(setup):
            raise ValueError(f"the set-up must name {sorted(wanted)}, not {dict(setup)!r}")
        board = self.state.board
        places = {name: parse_square(board, setup[name]) for name in wanted}
        if len(set(places.values())) < len(places) or not set(places.values()) <= set(inner_squares(board)):
            raise ValueError(f"the set-up needs different inner squares, not {dict(setup)!r}")
        board.well = places.get("well")
        board.pieces[places["inhabitant"]] = "I"

    @property
    def is_over(self) -> bool:
        """Whether no seat can move any more."""
        return self.phase == "over"

    @property
    def to_move(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        if self.phase == "over":
            return None
        return self.pickers[len(self.picks)] if self.phase == "pick" else self.active

    @property
    def hands(self) -> list[dict[str, int]]:
        """The pieces in each hand; secret picks leave it only when all have picked (chosen)."""
        return self.state.hands

    @property
    def palace_tiles(self) -> list[int | None]:
        """The seats that hold the grey, black, brown, orange tile."""
        return [self.state.tile_owner(self.state.palace_tiles[colour]) for colour in COLOURS]

    @property
    def tower_tiles(self) -> list[int | None]:
        """The seats that hold the tiles of towers 1 to 4."""
        return [self.state.tile_owner(self.state.tower_tiles[tower]) for tower in (1, 2, 3, 4)]

    def scores(self) -> list[int]:
        """The points of all seats on the board as it is."""
        return scores(self.state)

    def score_sources(self) -> list[dict[str, int]]:
        """The points of all seats by source."""
        return [score_sources(self.state, seat) for seat in self.state.seats]

    def winners(self) -> list[int]:
        """The seats that win on the board as it is."""
        return winners(self.state)

    def ranks(self) -> list[int]:
        """1 = best, equal = tied, for all seats on the board as it is."""
        return ranks(self.state)

    def check_invariants(self) -> None:
        """Assert what must always hold, also against the last position checked (rules page, section 13)."""
        self._memory = check(self.state, len(self.moves), self.moves[-1:], self._memory)

    def legal_moves(self) -> list[str]:
        """The texts of all legal moves, sorted; none when the game is over."""
        if self.phase == "opening":  # on any inner square, not from the supply (rules page, section 3)
            moves = ["I" + format_square(square) for square in inner_squares(self.state.board)]
        elif self.phase == "turn":
            moves = self._turn_moves()
        elif self.phase == "pick":
            hand = self.hands[self.pickers[len(self.picks)]]
            moves = ["?" + kind for kind in COLOURS + WHITE if hand[kind] > 0]
        elif self.phase == "gifts":
            moves = self._gift_placements()
        elif self.phase == "dome":
            moves = self._dome_moves()
        else:
            moves = []
        return sorted(moves)

    def play(self, text: str) -> None:
        """Play a legal move; ValueError, and nothing changed, if it is not."""
        move = self._with_first_piece(text)
        if move not in self.legal_moves():
            raise ValueError(f"{text!r} is not legal for seat {self.to_move} after {' '.join(self.moves)}")
        self.moves.append(move)
        if self.phase == "opening":
            self.state.board.pieces[parse_square(self.state.board, move[1:])] = "I"
            self._seek_turn(0)
        elif move == "T":  # a tea tile instead of the second piece ends the turn (rules page, section 10)
            self.hands[self.active]["T"] -= 1
            self._seek_turn(self.active + 1)
        elif self.phase == "turn":
            put(self.state, self.active, move)
            self.placed.append(move[0])
            if len(self.placed) == self.allotment or not placements(self.state, self.active, self.placed):
                self._seek_turn(self.active + 1)
        elif self.phase == "pick":
            self._pick(move[1])
        elif self.phase == "gifts":
            put(self.state, self.active, move)
            self._after_gift()
        else:
            if move != "-":
                put(self.state, self.active, move)
            self._seek_turn(self.active + 1)

    def _with_first_piece(self, text: str) -> str:
        """A dome may be named by any piece of its palace (notation)."""
        if text[:1] in ("D", "N"):
            for palace in find_palaces(self.state.board):
                if text[1:] in map(format_square, palace.pieces):
                    return text[0] + format_square(palace.first)
        return text

    # Turns (rules page, section 3)

    def begin_turn(self, seat: int) -> None:
        """Begin the turn of a seat; also for positions laid out by hand."""
        self.active = seat
        self.placed = []
        self.obliged = is_obliged(self.state, seat)
        opening = self.rules["opening_turns"]
        self.allotment = opening[self.turns_begun] if self.turns_begun < len(opening) else self.rules["placements"]
        self.turns_begun += 1
        self.phase = "turn"
        if self.rules["gifts"]:
            self._begin_gift_turn()
        elif self.allotment == 0:  # ditt: seat 0 only sets the inhabitant
            self._seek_turn(seat + 1)

    def _seek_turn(self, seat: int) -> None:
        """Begin the turn of the next seat, from one on, that is not skipped; without any the game is over."""
        n = self.rules["players"]
        for candidate in ((seat + k) % n for k in range(n)):
            if self._takes_turn(candidate):
                self.begin_turn(candidate)
                return
        self.phase = "over"

    def _takes_turn(self, seat: int) -> bool:
        if not self.rules["gifts"]:  # skipped with no legal placement at the start (rules page, section 3)
            return bool(placements(self.state, seat, []))
        # In the gift set the hands decide (rules page, section 11).
        if self._givable(seat) > 0:
            return True
        if self.hands[seat]["D"] == 0:  # an empty hand
            return False
        return any(self._givable(giver) > 0 for giver in self.state.seats) or bool(self._domes(seat))

    def _turn_moves(self) -> list[str]:
        moves = placements(self.state, self.active, self.placed)
        is_last = self.allotment - len(self.placed) == 1
        if self.obliged and is_last and "D" not in self.placed:  # the last player (rules page, section 8)
            domes = [move for move in moves if move[0] == "D"]
            if domes:
                return domes
        # Tea instead of the second piece of a normal turn (rules page, section 10).
        if self.allotment == 2 and is_last and moves and self.hands[self.active]["T"] > 0:
            moves.append("T")
        return moves

    # Gifts (rules page, section 11)

    def _givable(self, seat: int) -> int:
        return sum(self.hands[seat][kind] for kind in COLOURS + WHITE)

    def _begin_gift_turn(self) -> None:
        n = self.rules["players"]
        from_active = [(self.active + k) % n for k in range(n)]
        self.pickers = [seat for seat in from_active if self._givable(seat) > 0]
        self.picks = []
        self.phase = "pick"
        if not self.pickers:  # only domes are left anywhere
            self._after_gift()

    def _pick(self, kind: str) -> None:
        self.picks.append(kind)
        if len(self.picks) == len(self.pickers):
            for seat, picked in zip(self.pickers, self.picks, strict=True):
                self.hands[seat][picked] -= 1
            self.state.pool = list(self.picks)
            self._after_gift()

    def _gift_placements(self) -> list[str]:
        moves: list[str] = []
        for kind in sorted(set(self.state.pool)):
            moves += placements_of(self.state, self.active, kind)
        return moves

    def _after_gift(self) -> None:
        self.phase = "gifts"
        if self._gift_placements():
            return
        self.state.discarded.update(self.state.pool)  # gifts that cannot be placed leave the game (chosen)
        self.state.pool = []
        self.phase = "dome"
        if not self._domes(self.active):  # then the turn ends without a move (chosen)
            self._seek_turn(self.active + 1)

    def _domes(self, seat: int) -> list[str]:
        return placements_of(self.state, seat, "D") if self.hands[seat]["D"] > 0 else []

    def _dome_moves(self) -> list[str]:
        domes = self._domes(self.active)
        # It may not decline as the last player, or when nobody gave a piece (chosen).
        return domes if self.obliged or not self.picks else [*domes, "-"]
