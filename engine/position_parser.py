"""What does the text of a position say? Field by field, whether such a position can be or not."""

import re
from typing import Any, NoReturn

from .errors import NotationError, RulesError
from .geometry import N_TOWERS
from .layout import is_square, parse_board
from .notation import KIND_LETTERS, parse_square
from .position import ARM_NAMES, HAND_LETTERS, NO_SQUARE, PHASES, Position, field_names
from .rules import N_COLOURS, RuleSet, parse_rules
from .state import HIDDEN, NEUTRAL, NO_PICK, NOBODY, PHASE_OVER, WALL

__all__ = ["parse_position"]

_PICK_LETTERS = KIND_LETTERS[: WALL + 1]


def parse_position(text: str) -> Position:
    """What a text says, whether it can be or not; raises `NotationError`."""
    if not isinstance(text, str):
        raise NotationError(f"a position is a text such as Game().position(), not {text!r}")
    words = text.split()
    if len(words) < 4:
        _refuse(f"it begins with rules, players, board and fields such as seat=0, not {text[:60]!r}")
    try:
        rules = parse_rules(words[0])
        rules.check_players(int(words[1]) if re.fullmatch("[0-9]", words[1]) else words[1])  # type: ignore[arg-type]
    except RulesError as error:
        raise NotationError(f"no position: {error}") from error
    reader = _Reader(rules, int(words[1]), _split_fields(words[3:]))
    board = parse_board(words[2], reader.board)
    return Position(rules, reader.players, board, **reader.read())


def _refuse(what: str) -> NoReturn:
    raise NotationError(f"no position: {what}")


def _split_fields(words: list[str]) -> dict[str, str]:
    """The values of the fields by name."""
    fields: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            _refuse(f"{word!r} is no field: write name=value, such as seat=0")
        if name in fields:
            _refuse(f"{name} is given twice")
        fields[name] = value
    return fields


class _Reader:
    """The fields of one text, each read once."""

    def __init__(self, rules: RuleSet, players: int, fields: dict[str, str]) -> None:
        self.rules, self.players, self.fields = rules, players, fields
        self.board = rules.board(players)
        self.seats = tuple(map(str, range(players)))

    def read(self) -> dict[str, Any]:
        """The values of all fields; exactly those that belong to the rules and the phase."""
        phases = PHASES if self.rules.gifts else tuple(name for name in PHASES if name not in ("pick", "dome"))
        self.phase = PHASES.index(self._one_of("phase", phases))
        names = field_names(self.rules, self.phase)
        where = f"a position of {self.rules.name} in phase {PHASES[self.phase]} has {', '.join(names)}"
        for name in self.fields:
            if name not in names:
                _refuse(f"{name} is out of place: {where}")
        for name in names:
            if name not in self.fields:
                _refuse(f"{name} is missing: {where}")
        return {name: getattr(self, f"_{name}")() for name in names}

    def _fail(self, name: str, allowed: str) -> NoReturn:
        _refuse(f"{name}={self.fields[name]} is not understood: it takes {allowed}")

    def _one_of(self, name: str, words: tuple[str, ...]) -> str:
        if name not in self.fields:
            _refuse(f"{name} is missing")
        if self.fields[name] not in words:
            self._fail(name, " or ".join(words))
        return self.fields[name]

    def _list(self, name: str, n: int | None = None, each: str = "") -> list[str]:
        """The entries of a list: as many as wanted, or any number and ``-`` for none."""
        value = self.fields[name]
        if n is None:
            return [] if value == "-" else value.split(",")
        entries = value.split(",")
        if len(entries) != n:
            self._fail(name, f"{n} entries with commas between them, {each}")
        return entries

    def _square(self, name: str, text: str) -> int:
        try:
            square = parse_square(text)
            on_board = is_square(square, self.board)
        except NotationError:
            on_board = False
        if not on_board:
            _refuse(f"{text!r} in {name}={self.fields[name]} is no square of this board")
        return square

    def _holder(self, name: str, text: str, *, nobody: bool) -> int:
        allowed = {seat: int(seat) for seat in self.seats}
        if self.rules.neutral != "none":
            allowed["n"] = NEUTRAL
        if nobody:
            allowed["-"] = NOBODY
        if text not in allowed:
            _refuse(f"{text!r} in {name}={self.fields[name]} is no owner: known are {', '.join(allowed)}")
        return allowed[text]

    def _walls(self) -> tuple[int, ...]:
        walls = dict.fromkeys(ARM_NAMES, 0)
        for entry in self._list("walls"):
            if not re.fullmatch(r"[1-4][hv][1-9]\d?", entry, re.ASCII) or walls[entry[:2]]:
                self._fail("walls", "arms with their number of walls, such as 1h3,4v2, each arm once")
            walls[entry[:2]] = int(entry[2:])
        return tuple(walls.values())

    def _palaces(self) -> tuple[int, ...]:
        return tuple(self._square("palaces", entry) for entry in self._list("palaces"))

    def _domes(self) -> tuple[tuple[int, int], ...]:
        pairs = [entry.partition(":") for entry in self._list("domes")]
        return tuple((self._square("domes", sq), self._holder("domes", who, nobody=False)) for sq, _, who in pairs)

    def _palace_tiles(self) -> tuple[int, ...]:
        entries = self._list("palace_tiles", N_COLOURS, "each the first square of a palace or -")
        return tuple(NO_SQUARE if entry == "-" else self._square("palace_tiles", entry) for entry in entries)

    def _tower_tiles(self) -> tuple[int, ...]:
        entries = self._list("tower_tiles", N_TOWERS, "each a seat or -")
        return tuple(self._holder("tower_tiles", entry, nobody=True) for entry in entries)

    def _pieces(self, name: str, entry: str) -> tuple[int, ...]:
        pairs = re.findall(f"([{HAND_LETTERS}])([1-9][0-9]?)", entry)
        numbers = {letter: int(n) for letter, n in pairs}
        if entry != "-" and (len(numbers) < len(pairs) or "".join(letter + n for letter, n in pairs) != entry):
            self._fail(name, f"letters of {HAND_LETTERS} with numbers, such as G5W8, each letter once, or -")
        return tuple(numbers.get(letter, 0) for letter in HAND_LETTERS)

    def _hands(self) -> tuple[tuple[int, ...], ...]:
        entries = self._list("hands", self.players, "one for each seat, such as G5W8 or -")
        return tuple(self._pieces("hands", entry) for entry in entries)

    def _gifts(self) -> tuple[int, ...]:
        return self._pieces("gifts", self.fields["gifts"])

    def _blocks(self) -> tuple[int, ...]:
        entries = self._list("blocks", self.players, "one for each seat, such as GK or -")
        if not all(entry == "-" or (entry and re.fullmatch("G?K?B?O?", entry)) for entry in entries):
            self._fail("blocks", "colours in the order GKBO for each seat, such as GK,-")
        return tuple(sum(1 << KIND_LETTERS.index(letter) for letter in entry if letter != "-") for entry in entries)

    def _placed(self) -> tuple[int, ...]:
        value = self.fields["placed"]
        if value != "-" and not (value and set(value) <= set(KIND_LETTERS)):
            self._fail("placed", f"letters of {KIND_LETTERS}, or -")
        return () if value == "-" else tuple(sorted(KIND_LETTERS.index(letter) for letter in value))

    def _picks(self) -> tuple[int, ...]:
        entries = self._list("picks", self.players, "one for each seat, such as O, ? or -")
        kinds = {letter: kind for kind, letter in enumerate(_PICK_LETTERS)} | {"-": NO_PICK, "?": HIDDEN}
        if not set(entries) <= set(kinds):
            self._fail("picks", f"for each seat a letter of {_PICK_LETTERS}, ? or -")
        return tuple(kinds[entry] for entry in entries)

    def _number(self, name: str, digits: int) -> int:
        if not re.fullmatch(f"[0-9]{{1,{digits}}}", self.fields[name]):
            self._fail(name, f"a whole number of at most {digits} digits")
        return int(self.fields[name])

    def _turn(self) -> int:
        return self._number("turn", 4)

    def _left(self) -> int:
        return self._number("left", 1)

    def _given(self) -> int:
        return self._number("given", 1)

    def _phase(self) -> int:
        return self.phase

    def _seat(self) -> int:
        seat = self._one_of("seat", ("-",) if self.phase == PHASE_OVER else self.seats)
        return NOBODY if seat == "-" else int(seat)

    def _obliged(self) -> bool:
        return self._one_of("obliged", ("yes", "no")) == "yes"

    def _domed(self) -> bool:
        return self._one_of("domed", ("yes", "no")) == "yes"
