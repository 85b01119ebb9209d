"""What is a game record, and does a game go as its record says? (notation page, game records)"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from .errors import IllegalMoveError, NotationError, RecordError
from .notation import HIDDEN_PICK
from .rules import RULES_VERSION, rule_set
from .scoring import SOURCES

if TYPE_CHECKING:
    from .game import Game

G = TypeVar("G", bound="Game")

__all__ = ["RECORD_FORMAT", "check_record", "make_record", "rank_faulted_last", "read_records", "replay_record"]

RECORD_FORMAT = 1

_REQUIRED = {"format": int, "rules": str, "players": int, "moves": str}
_OPTIONAL = {"rules_version": int, "overrides": dict, "seed": int, "setup": dict, "position": str, "faults": list}
_KINDS = {int: "a whole number", str: "a text", dict: "an object", list: "a list"}
_ENDED_BY_ITSELF = ("normal", "unfinished")


def make_record(game: "Game", bots: Iterable[str]) -> dict[str, Any]:
    """The record of a game, ready for JSON."""
    sources = game.score_sources()
    return {
        "format": RECORD_FORMAT,
        "rules_version": RULES_VERSION,
        "rules": game.rules.name,
        "overrides": game.rules.overrides,
        "players": game.players,
        "seed": game.seed,
        "setup": dict(game.setup),
        **({} if game.start is None else {"position": game.start}),
        "bots": list(bots),
        "moves": " ".join(map(str, game.moves)),
        "scores": [sum(row.values()) for row in sources],
        "ranks": game.ranks(),
        "winners": game.winners(),
        "score_sources": sources,
        "palace_tiles": game.palace_tiles,
        "tower_tiles": game.tower_tiles,
        "termination": "normal" if game.is_over else "unfinished",
        "faults": [],
    }


def replay_record(make_game: type[G], record: Mapping[str, Any], plies: int | None = None) -> G:
    """The game that a record describes, after all of its moves or the first ones; what it says of scores is not read.

    Raises `NotationError` or `RulesError` for what is no record, `RecordError` for a move that is not legal.
    """
    game = _first_position(make_game, record)
    texts = record["moves"].split()
    if str(HIDDEN_PICK) in texts or (game.start is not None and "?" in game.start):
        raise NotationError(f"a record with hidden picks, as one seat saw the game, cannot be replayed: {HIDDEN_PICK}")
    if plies is not None and not 0 <= plies <= len(texts):
        raise NotationError(f"the record has {len(texts)} plies, so that ply {plies} cannot be shown")
    for ply, text in enumerate(texts[:plies]):
        try:
            game.play(text)
        except IllegalMoveError as error:
            expected = f"expected one of {len(game.legal_moves())} legal moves" if not game.is_over else "expected none"
            raise RecordError(f"ply {ply}: {expected}, found {text!r}: {error}") from error
        except NotationError as error:
            raise NotationError(f"ply {ply}: {error}") from error
    return game


def _first_position(make_game: type[G], record: Mapping[str, Any]) -> G:
    """The game of a record before its moves."""
    if not isinstance(record, Mapping):
        raise NotationError(f"a record is an object with entries such as rules and moves, not {record!r:.60}")
    for name, kind in (_REQUIRED | _OPTIONAL).items():
        if name in record and (not isinstance(record[name], kind) or isinstance(record[name], bool)):
            raise NotationError(f"{name} of a record is {_KINDS[kind]}, not {record[name]!r:.60}")
        if name not in record and name in _REQUIRED:
            raise NotationError(f"the record has no entry {name}")
    if record["format"] != RECORD_FORMAT:
        raise NotationError(f"the record has format {record['format']}, and only {RECORD_FORMAT} can be read")
    setup = record.get("setup", {})
    if not all(isinstance(square, str) for square in setup.values()):
        raise NotationError(f"setup of a record names squares, not {setup!r:.60}")
    rules = rule_set(record["rules"], **record.get("overrides", {}))
    if "position" not in record:
        return make_game(rules, record["players"], record.get("seed", 0), setup=setup)
    game = make_game.from_position(record["position"])
    if (game.rules, game.players) != (rules, record["players"]):
        raise NotationError(
            f"the record is of {rules} with {record['players']} players, "
            f"and its position of {game.rules} with {game.players}"
        )
    return game


def check_record(game: "Game", record: Mapping[str, Any]) -> None:
    """Hold what a record says of the end against the game that its moves make; raises `RecordError`.

    Entries that the record does not have are not asked for.
    """
    expected = make_record(game, ())
    rank_faulted_last(expected, _faulted_seats(game, record))
    names = ["scores", "score_sources", "ranks", "winners", "palace_tiles", "tower_tiles"]
    if record.get("termination") in _ENDED_BY_ITSELF:
        names.append("termination")
    for name in names:
        if name in record and record[name] != expected[name]:
            _differ(name, expected[name], record[name], game)


def rank_faulted_last(record: dict[str, Any], faulted: Collection[int]) -> None:
    """Rank seats behind all others in a record, where they tie and never win; the scores stay."""
    sound = [rank for seat, rank in enumerate(record["ranks"]) if seat not in faulted]
    record["ranks"] = [
        len(sound) + 1 if seat in faulted else 1 + sum(other < rank for other in sound)
        for seat, rank in enumerate(record["ranks"])
    ]
    if record["termination"] != "unfinished":
        ranks = enumerate(record["ranks"])
        record["winners"] = [seat for seat, rank in ranks if rank == 1 and seat not in faulted]


def _faulted_seats(game: "Game", record: Mapping[str, Any]) -> set[int]:
    """The seats with a fault; raises `NotationError` if the entry is not what it should be."""
    seats: set[int] = set()
    for fault in record.get("faults", []):
        seat = fault.get("seat") if isinstance(fault, dict) else None
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
            raise NotationError(f"faults of a record name seats from 0 to {game.players - 1}, not {fault!r:.60}")
        seats.add(seat)
    return seats


def _differ(name: str, expected: Any, found: Any, game: "Game") -> NoReturn:
    """Say where two values differ; of score sources only the first seat and source that do."""
    if name == "score_sources" and isinstance(found, list) and len(found) == len(expected):
        for seat, (row, given) in enumerate(zip(expected, found, strict=True)):
            for source in SOURCES:
                if isinstance(given, dict) and given.get(source) != row[source]:
                    name, expected, found = f"{source} of seat {seat}", row[source], given.get(source)
                    raise RecordError(f"ply {game.ply}, the end: {name}: expected {expected}, found {found!r:.200}")
    raise RecordError(f"ply {game.ply}, the end: {name}: expected {json.dumps(expected)}, found {found!r:.200}")


def read_records(lines: Iterable[bytes], name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The records in JSON lines, with their line numbers counted from 1; empty lines are passed over.

    Raises `NotationError` that names the file and the line.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line.decode("utf-8").strip())
        except UnicodeDecodeError as error:
            raise NotationError(f"{name}, line {number}: no UTF-8 text") from error
        except json.JSONDecodeError as error:
            raise NotationError(f"{name}, line {number}: no JSON: {error.msg}, column {error.colno}") from error
        except (ValueError, RecursionError) as error:  # numbers of thousands of digits, thousands of brackets
            raise NotationError(f"{name}, line {number}: no JSON that can be read: {error}") from error
        if not isinstance(record, dict):
            raise NotationError(f"{name}, line {number}: a record is a JSON object, not {record!r:.60}")
        yield number, record
