"""Where are a run's games kept, and how are they read again?"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from .config_text import config_text
from .errors import ResultsError
from .faults import COLUMNS, Fault, fault_row, read_fault
from .games import GameBatch
from .rows import pack_records, record_type, unpack_rows

GAMES_FILE = "games.sqlite"
FORMAT = 1
"""Moves when the layout of the file changes."""
CHUNK = 50_000
"""Games that `RunStore.read` holds at once."""

_SCHEMA = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE games (id INTEGER PRIMARY KEY, record BLOB NOT NULL)",
)
_FAULTS_SCHEMA = f"CREATE TABLE IF NOT EXISTS faults ({', '.join(COLUMNS)}, PRIMARY KEY (game, seat))"
"""Made with the first fault: most runs have none."""
_INSERT_FAULT = f"INSERT INTO faults VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT DO NOTHING"
_INSERT = """
    INSERT INTO games SELECT value, substr(:records, 1 + key * :size, :size) FROM json_each(:ids) WHERE true
    ON CONFLICT (id) DO NOTHING
"""
"""One statement for many games: a statement for each costs four times as much."""
_INSERT_AT_ONCE = 10_000
_SELECT = "SELECT id, record FROM games WHERE id > ? ORDER BY id LIMIT ?"
_SELECT_SOME = "SELECT id, record FROM games WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"


class RunStore:
    """The games and the configuration of one run, in one SQLite file of its folder.

    A stored batch survives the end of the process, however sudden: each batch is one transaction. While games
    are written the file has a write-ahead log beside it, which needs no fsync for each batch and lets others read;
    `close` folds it in, so that a finished run is one file that can be read from anywhere.
    """

    def __init__(self, folder: Path, connection: sqlite3.Connection, config: dict[str, Any]) -> None:
        """Use `RunStore.create` or `RunStore.open` instead."""
        self.folder = folder
        self.config = config
        self._connection = connection
        self._is_writing = False

    @classmethod
    def create(cls, folder: str | os.PathLike[str], config: Mapping[str, Any]) -> Self:
        """Make a run's folder and open it; a folder that holds a run already raises `ResultsError`."""
        folder = Path(folder)
        path = folder / GAMES_FILE
        text = config_text(config)
        if path.exists():
            raise ResultsError(f"{folder} holds a run already: open it, or name another folder")
        draft = folder / f"{GAMES_FILE}.{os.getpid()}.new"
        try:
            with _explained(folder):
                folder.mkdir(parents=True, exist_ok=True)
                draft.unlink(missing_ok=True)
                with closing(sqlite3.connect(draft)) as connection, connection:
                    for statement in _SCHEMA:
                        connection.execute(statement)
                    meta = [("format", str(FORMAT)), ("config", text)]
                    connection.executemany("INSERT INTO meta VALUES (?, ?)", meta)
                _publish(draft, path)
        except BaseException:
            for left in folder.glob(f"{draft.name}*"):
                left.unlink()
            with suppress(OSError):
                folder.rmdir()
            raise
        return cls.open(folder)

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Self:
        """Open a run's folder; `ResultsError` says why something is none."""
        folder = Path(folder)
        path = folder / GAMES_FILE
        if not folder.is_dir():
            raise ResultsError(f"{folder} is no run's folder: there is no such folder")
        if not path.is_file():
            raise ResultsError(f"{folder} is no run's folder: it has no {GAMES_FILE}")
        with _explained(folder):
            uri = f"file:{quote(str(path.resolve()))}?mode=rw"
            connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=20)
            try:
                meta = dict(connection.execute("SELECT key, value FROM meta").fetchall())
                connection.execute(_SELECT, (0, 1)).fetchall()
            except sqlite3.Error:
                connection.close()
                raise
        try:
            if meta.get("format") != str(FORMAT):
                found = meta.get("format")
                raise ResultsError(f"{path} has the format {found!r}, but this version reads only '{FORMAT}'")
            config = json.loads(meta.get("config", ""))
            config_text(config)
        except json.JSONDecodeError:
            connection.close()
            raise ResultsError(f"{path} is damaged: its configuration cannot be read") from None
        except ResultsError:
            connection.close()
            raise
        return cls(folder, connection, config)

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Leave one complete file behind; closing again does nothing."""
        if self._is_writing:
            self._is_writing = False
            with suppress(sqlite3.OperationalError):  # somebody else reads just now: the log stays, nothing is lost
                self._connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        self._connection.close()

    def discard(self) -> None:
        """Close the store and remove its file, and the folder if nothing else is in it."""
        self.close()
        (self.folder / GAMES_FILE).unlink()
        with suppress(OSError):
            self.folder.rmdir()

    @property
    def seats(self) -> int:
        """The number of seats of every game."""
        return int(self.config["players"])

    @property
    def n_games(self) -> int:
        """The number of games stored."""
        with _explained(self.folder):
            return int(self._connection.execute("SELECT count(*) FROM games").fetchone()[0])

    def ids(self) -> NDArray[np.int64]:
        """The ids of the stored games, ascending."""
        with _explained(self.folder):
            rows = self._connection.execute("SELECT id FROM games ORDER BY id")
            return np.fromiter((row[0] for row in rows), np.int64)

    def append(self, batch: GameBatch, faults: Iterable[Fault] = ()) -> int:
        """Store games and faults in one transaction and return how many of the games were new.

        A game or fault that is stored already is left alone.
        """
        if batch.seats != self.seats:
            raise ResultsError(f"{self.folder} keeps games of {self.seats} seats, not of {batch.seats}")
        with _explained(self.folder):
            if not self._is_writing:
                self._connection.execute("PRAGMA journal_mode = WAL").fetchall()
                self._connection.execute("PRAGMA synchronous = NORMAL")
                self._connection.execute("PRAGMA wal_autocheckpoint = 8000")  # pages: 32 MB between two fsyncs
                self._is_writing = True
            before = self._connection.total_changes
            with self._transaction():
                for start in range(0, len(batch), _INSERT_AT_ONCE):
                    self._insert(batch.take(slice(start, start + _INSERT_AT_ONCE)))
                n_new = self._connection.total_changes - before
                if rows := [fault_row(fault) for fault in faults]:
                    self._connection.execute(_FAULTS_SCHEMA)
                    self._connection.executemany(_INSERT_FAULT, rows)
            return n_new

    def read(self, chunk: int = CHUNK) -> Iterator[GameBatch]:
        """The stored games in order of id, at most `chunk` at a time."""
        last = -1
        while True:
            with _explained(self.folder):
                rows = self._connection.execute(_SELECT, (last, chunk)).fetchall()
            if not rows:
                return
            last = rows[-1][0]
            yield self._unpack(rows)

    def read_games(self, ids: Iterable[int]) -> GameBatch:
        """Those of these games that are stored, in order of id."""
        with _explained(self.folder):
            rows = self._connection.execute(_SELECT_SOME, (str(sorted(ids)),)).fetchall()
        return self._unpack(rows) if rows else GameBatch.empty(self.seats)

    def faults(self, game: int | None = None) -> list[Fault]:
        """What is kept of faults, in order of game and seat: all, or those of the game with this id."""
        with _explained(self.folder):
            if not self._connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'faults'").fetchone():
                return []
            which = "" if game is None else "WHERE game = :game"
            rows = self._connection.execute(f"SELECT * FROM faults {which} ORDER BY game, seat", {"game": game})
            return [read_fault(row) for row in rows.fetchall()]

    def check_integrity(self) -> None:
        """Have SQLite look at every page of the file; what it finds is raised as `ResultsError`."""
        with _explained(self.folder):
            (found,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise ResultsError(f"{self.folder / GAMES_FILE} is damaged: {' '.join(found.split())}")

    def read_all(self) -> GameBatch:
        """All stored games in order of id."""
        return GameBatch.concatenate([GameBatch.empty(self.seats), *self.read()])

    def replace_config(self, config: Mapping[str, Any]) -> None:
        """Store another configuration, as when a run is extended; its bots so far must keep their places.

        What they are called may change: a label tells a bot from the others.
        """
        text = config_text(config)
        before, after = ([dict(bot) | {"label": ""} for bot in one["bots"]] for one in (self.config, config))
        if config["players"] != self.config["players"] or after[: len(before)] != before:
            raise ResultsError(f"{self.folder} was played by other bots or seats: more bots may only be added last")
        with _explained(self.folder), self._transaction():
            self._connection.execute("UPDATE meta SET value = ? WHERE key = 'config'", (text,))
        self.config = json.loads(text)

    def _unpack(self, rows: list[tuple[int, bytes]]) -> GameBatch:
        """The games of rows of the file."""
        try:
            return unpack_rows(rows, self.seats, len(self.config["bots"]), self.folder / GAMES_FILE)
        except ResultsError:
            (text,) = self._connection.execute("SELECT value FROM meta WHERE key = 'config'").fetchone()
            if json.loads(text) != self.config:
                raise ResultsError(f"{self.folder} has been extended by another program: open it again") from None
            raise

    def _insert(self, batch: GameBatch) -> None:
        """Store games within a transaction."""
        size = record_type(batch.seats).itemsize
        values = {"ids": str(batch.ids.tolist()), "records": pack_records(batch), "size": size}
        self._connection.execute(_INSERT, values)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Everything or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.OperationalError):  # SQLite has rolled back by itself, as on a full disk
                self._connection.execute("ROLLBACK")
            raise


def is_draft(file: Path) -> bool:
    """Whether a file is what a run left that was ended before it began."""
    return file.name.startswith(f"{GAMES_FILE}.") and ".new" in file.name


def _publish(draft: Path, path: Path) -> None:
    """Give a run's file its name, whole from its first moment, unless somebody was faster."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise ResultsError(f"{path.parent} holds a run already: open it, or name another folder") from None
    except OSError:  # a file system without links
        os.replace(draft, path)
    draft.unlink(missing_ok=True)


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Turn what SQLite and the file system say into one sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise ResultsError(f"{folder / GAMES_FILE} cannot be used: {error}") from error
    except sqlite3.DatabaseError as error:
        raise ResultsError(f"{folder / GAMES_FILE} is damaged or no run at all: {error}") from error
    except OSError as error:
        raise ResultsError(f"{folder} cannot be used as a run's folder: {error.strerror or error}") from error
