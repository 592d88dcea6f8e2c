"""One SQLite file for any number of tables.

One thread writes: whatever waits when it is free becomes one transaction (group commit), so that many tables share
the cost of reaching the disk. The file is in WAL mode with synchronous=FULL, so that a row that was acknowledged
survives the death of the process and of the machine. A batch that fails is rolled back and its changes are tried one
by one, so that a bad one fails alone.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import sleep
from typing import Any, Final, TypeVar

import msgspec

from footlights.store.lock import Lock
from footlights.store.rows import Record, Row, StoreTrouble, TableMeta, no_table

SCHEMA_VERSION: Final = 2
APPLICATION: Final = 0x466F6F74
"""Marks the file as ours ("Foot") in its header."""

_RECORDS: Final = """CREATE TABLE records (
    kind TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (kind, id))"""

_SCHEMA: Final = (
    """CREATE TABLE tables (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL, name TEXT NOT NULL, created TEXT NOT NULL)""",
    """CREATE TABLE rows (
        number INTEGER NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL, seat TEXT NOT NULL,
        command_id TEXT NOT NULL, command BLOB NOT NULL, events BLOB NOT NULL, version INTEGER NOT NULL,
        PRIMARY KEY (number, seq), UNIQUE (number, command_id)) WITHOUT ROWID""",
    _RECORDS,
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)
_UPGRADES: Final = {1: (_RECORDS, "PRAGMA user_version = 2")}
"""What brings a file of an older form to the next one."""

_NUMBER: Final = "(SELECT number FROM tables WHERE id = ?)"
_RECORDED: Final = """SELECT kind, records.id, coalesce(tables.id, ''), body FROM records
    LEFT JOIN tables USING (number) WHERE kind = ?"""
_COLUMNS: Final = "seq, at, seat, command_id, command, events, version"

_OVERDUE: Final = "overdue"
"""A table that is there from a redaction until the file has been built anew."""

_PATIENCE = 5.0
"""Seconds to wait for another program that has locked the file."""

_PAGE: Final = 512
_MOST_AT_ONCE: Final = 1_000
_MOMENT: Final = 0.001
_MOMENTS: Final = 5
"""Seconds that a change waits for others, again as long as others come, so many times."""

_REMEDIES: Final = {
    sqlite3.SQLITE_FULL: ("the disk is full", "Make room and try again; nothing was lost."),
    sqlite3.SQLITE_READONLY: (
        "it is read-only",
        "Make the file and its folder writable, or keep the tables elsewhere.",
    ),
    sqlite3.SQLITE_PERM: ("it may not be opened", "Check who owns the file and its folder."),
    sqlite3.SQLITE_CANTOPEN: (
        "it cannot be opened",
        "Check that the folder is there and the file may be read and written.",
    ),
    sqlite3.SQLITE_BUSY: ("another program has locked it", "Close the other program and try again."),
    sqlite3.SQLITE_LOCKED: ("another program has locked it", "Close the other program and try again."),
    sqlite3.SQLITE_NOTADB: ("it is not a file of tables", "Name another file, or move this one away."),
    sqlite3.SQLITE_CORRUPT: ("it is damaged", "Move it away and restore a copy or an export."),
    sqlite3.SQLITE_IOERR: (
        "the disk would not read or write",
        "Check the disk and its free space, then try again.",
    ),
}


_Kept = TypeVar("_Kept", Row, TableMeta, Record)
_TYPES: Final[dict[type, tuple[type, ...]]] = {
    TableMeta: (str, str, str, str),
    Row: (str, int, str, str, str, bytes, bytes, int),
    Record: (str, str, str, bytes),
}

_FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the second where it cannot even say what is wrong with a damaged file."""


class _Change(msgspec.Struct, eq=False, kw_only=True):
    """What one caller wants on disk, all of it or nothing."""

    rows: Sequence[Row] = ()
    redacted: Sequence[Row] = ()
    name: str | None = None
    opened: TableMeta | None = None
    deleted: str | None = None
    kept: Sequence[Record] = ()
    forgotten: Sequence[Record] = ()
    done: Future[None] = msgspec.field(default_factory=Future)


def listed(path: Path) -> list[TableMeta]:
    """The tables in a file, which another process may hold at the same time. Raises StoreTrouble."""
    try:
        with closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=_PATIENCE)
        ) as file:
            found = file.execute("SELECT id, game, name, created FROM tables ORDER BY number").fetchall()
    except sqlite3.Error as fault:
        raise _trouble(fault, path) from fault
    return [TableMeta(*one) for one in found]


def _identity(path: Path) -> tuple[int, int]:
    """Which file it is that stands at the path."""
    found = path.stat()
    return found.st_dev, found.st_ino


class SqliteStore:
    """The tables in the file `path`, which is made where there is none.

    Everything in it is on disk when the method that wrote it returns. One process at a time: a second one is refused
    with a message that names the first. Raises StoreTrouble where the file cannot be used, and leaves it as it was.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._reading = threading.Lock()
        self._open = True
        self._opening = threading.Lock()
        with ExitStack() as opened:
            self._lock = Lock(self.path.with_name(self.path.name + ".lock"), self.path)
            opened.callback(self._lock.release)
            self._check_whole()
            try:
                self._writer = opened.enter_context(closing(self._connect()))
                self._prepare()
                self._identity = _identity(self.path)
                self._reader = opened.enter_context(closing(self._connect()))
                if self._is_overdue():
                    self._overwrite()
            except _FAULTS as fault:
                raise self._trouble(fault) from fault
            self._let_go = opened.pop_all()
        self._changes: SimpleQueue[_Change | None] = SimpleQueue()
        self._thread = threading.Thread(
            target=self._write_on, name=f"writer of {self.path.name}", daemon=True
        )
        self._thread.start()

    # --- what a Store does ---

    def create(self, meta: TableMeta, rows: Sequence[Row]) -> None:
        """A new table with its first rows."""
        self._put(_Change(rows=rows, opened=meta)).result()

    def append(self, rows: Sequence[Row], *, redacted: Sequence[Row] = (), name: str | None = None) -> None:
        """`appending`, and wait until it is on disk."""
        self.appending(rows, redacted=redacted, name=name).result()

    def appending(
        self, rows: Sequence[Row], *, redacted: Sequence[Row] = (), name: str | None = None
    ) -> Future[None]:
        """Rows of one table, redactions and a new name, all or none."""
        return self._put(_Change(rows=rows, redacted=redacted, name=name))

    def delete(self, table: str) -> None:
        """A table out, with all that belongs to it."""
        self.meta(table)
        self._put(_Change(deleted=table)).result()

    def keep(self, records: Sequence[Record]) -> None:
        """`keeping`, and wait until it is on disk."""
        self.keeping(records).result()

    def keeping(self, records: Sequence[Record]) -> Future[None]:
        """Records beside the logs, all or none."""
        return self._put(_Change(kept=records))

    def forget(self, records: Sequence[Record]) -> None:
        """Records out again, all or none."""
        self._put(_Change(forgotten=records)).result()

    def record(self, kind: str, id: str) -> Record | None:
        """The record of that kind and id."""
        found = self._read(f"{_RECORDED} AND records.id = ?", kind, id)
        return Record(*found[0]) if found else None

    def records(self, kind: str) -> list[Record]:
        """Every record of that kind."""
        return [Record(*found) for found in self._read(f"{_RECORDED} ORDER BY records.rowid", kind)]

    def tables(self) -> list[TableMeta]:
        """Every table, in the order they were created."""
        return [
            self._whole(TableMeta, "the list of tables", found)
            for found in self._read("SELECT id, game, name, created FROM tables ORDER BY number")
        ]

    def meta(self, table: str) -> TableMeta:
        """That table's."""
        found = self._read("SELECT id, game, name, created FROM tables WHERE id = ?", table)
        if not found:
            known = ", ".join(meta.id for meta in self.tables()) or "none"
            raise StoreTrouble(
                f"there is no table {table[:60]!r} in it", str(self.path), f"Its tables: {known}."
            )
        return self._whole(TableMeta, "the list of tables", found[0])

    def rows(self, table: str, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """The rows in order, read a page at a time."""
        last = until if until is not None else 1 << 62
        where = f"number = {_NUMBER} AND seq > ? AND seq <= ?"
        query = f"SELECT {_COLUMNS} FROM rows WHERE {where} ORDER BY seq LIMIT {_PAGE}"
        while page := self._read(query, table, after, last):
            for found in page:
                yield self._whole(Row, f"row {found[0]} of table {table}", (table, *found))
            after = page[-1][0]
            if len(page) < _PAGE:
                return

    def find(self, table: str, command_id: str) -> Row | None:
        """The row of that command."""
        query = f"SELECT {_COLUMNS} FROM rows WHERE number = {_NUMBER} AND command_id = ?"
        found = self._read(query, table, command_id)
        return self._whole(Row, f"row {found[0][0]} of table {table}", (table, *found[0])) if found else None

    def close(self) -> None:
        """Write what waits, and let the file go."""
        with self._opening:
            if not self._open:
                return
            self._open = False
            self._changes.put(None)
        self._thread.join()
        with self._reading:
            self._let_go.close()

    # --- reading ---

    def _whole(self, kind: type[_Kept], what: str, found: tuple[Any, ...]) -> _Kept:
        """The struct of what a query found. Raises StoreTrouble where a value is not of its type, as in a file that
        something else has written to."""
        if tuple(map(type, found)) != _TYPES[kind]:
            remedy = "Move it away and restore a copy or an export."
            raise StoreTrouble(f"it is damaged: {what} cannot be read", str(self.path), remedy)
        return kind(*found)

    def _read(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        """All that a query finds. Only committed rows are seen, and no transaction stays open."""
        try:
            with self._reading:
                self._check_open()
                return self._reader.execute(query, values).fetchall()
        except _FAULTS as fault:
            raise self._trouble(fault) from fault

    def _check_open(self) -> None:
        if not self._open:
            raise StoreTrouble("it has been closed", str(self.path), "Open it again.")

    # --- writing ---

    def _put(self, change: _Change) -> Future[None]:
        """Hand a change to the writer; the future is done when it is on disk."""
        with self._opening:
            self._check_open()
            self._changes.put(change)
        return change.done

    def _write_on(self) -> None:
        """The writer's life: take all that waits, commit, take all that waits ... until there is a None among it."""
        waiting: list[_Change | None] = []
        while None not in waiting:
            waiting = self._gathered()
            if batch := [change for change in waiting if change is not None]:
                self._commit(batch)
        if self._is_overdue():
            self._overwrite()

    def _gathered(self) -> list[_Change | None]:
        """The next change and those that come while one waits a moment for more: a server under load would else take
        its turn between two orders just to write one of them."""
        waiting = [self._changes.get()]
        for _ in range(_MOMENTS):
            known = len(waiting)
            sleep(_MOMENT)
            with suppress(Empty):
                while len(waiting) < _MOST_AT_ONCE:
                    waiting.append(self._changes.get_nowait())
            if len(waiting) == known or None in waiting:
                break
        return waiting

    def _commit(self, batch: Sequence[_Change]) -> None:
        """One transaction for all of them; if it fails, one for each. Where the file is locked each would wait as long
        again: then all of them fail."""
        try:
            self._transact(batch)
        except Exception as fault:
            if len(batch) > 1 and getattr(fault, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                for change in batch:
                    self._commit([change])
                return
            for change in batch:
                change.done.set_exception(self._trouble(fault) if isinstance(fault, _FAULTS) else fault)
        else:
            for change in batch:
                change.done.set_result(None)

    def _transact(self, batch: Sequence[_Change]) -> None:
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            for change in batch:
                self._apply(change)
            self._check_there()
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise
        if self._is_overdue():
            self._overwrite()

    def _check_there(self) -> None:
        """Raise StoreTrouble when the file that is open is no longer the one at its path: what is written would be
        lost with it."""
        try:
            there = _identity(self.path)
        except OSError:
            there = None
        if there != self._identity:
            remedy = "Leave, put the file back, and go on; nothing more is written meanwhile."
            raise StoreTrouble("it has gone or been replaced by another file", str(self.path), remedy)

    def _apply(self, change: _Change) -> None:
        execute = self._writer.execute
        if change.opened:
            opened = change.opened
            execute(
                "INSERT INTO tables (id, game, name, created) VALUES (?, ?, ?, ?)",
                (opened.id, opened.game, opened.name, opened.created),
            )
        self._writer.executemany(
            f"INSERT INTO rows (number, {_COLUMNS}) VALUES ({_NUMBER}, ?, ?, ?, ?, ?, ?, ?)",
            [
                (row.table, row.seq, row.at, row.seat, row.command_id, row.command, row.events, row.version)
                for row in change.rows
            ],
        )
        if change.redacted:
            execute(f"CREATE TABLE IF NOT EXISTS {_OVERDUE} (number INTEGER)")
        for row in change.redacted:
            execute(
                f"UPDATE rows SET command = ?, events = ? WHERE number = {_NUMBER} AND seq = ?",
                (row.command, row.events, row.table, row.seq),
            )
        if change.name is not None:
            execute("UPDATE tables SET name = ? WHERE id = ?", (change.name, change.rows[0].table))
        if change.deleted is not None:
            for part in ("rows", "records"):
                execute(f"DELETE FROM {part} WHERE number = {_NUMBER}", (change.deleted,))
            execute("DELETE FROM tables WHERE id = ?", (change.deleted,))
        for kept in change.kept:
            if kept.table and not execute("SELECT 1 FROM tables WHERE id = ?", (kept.table,)).fetchone():
                raise no_table(kept.table, str(self.path))
            execute(
                f"""INSERT INTO records (kind, id, number, body) VALUES (?, ?, coalesce({_NUMBER}, 0), ?)
                ON CONFLICT DO UPDATE SET number = excluded.number, body = excluded.body""",
                (kept.kind, kept.id, kept.table, kept.body),
            )
        for gone in change.forgotten:
            execute("DELETE FROM records WHERE kind = ? AND id = ?", (gone.kind, gone.id))

    def _overwrite(self) -> None:
        """Build the file anew, without redacted text, and bring it out of the write-ahead log over its old self. Where
        another program is reading the file, or there is no room, this is done with the next change.

        Anew, since overwriting is not enough: when a page was full, its rows moved, and left copies that are no row's.
        """
        with self._reading, suppress(sqlite3.Error):
            self._writer.execute("VACUUM")
            if not self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                self._writer.execute(f"DROP TABLE {_OVERDUE}")

    def _is_overdue(self) -> bool:
        """Whether the file may still hold redacted text: it says so itself, so that a process that has died is no
        reason to forget it."""
        query = "SELECT count(*) FROM sqlite_master WHERE name = ?"
        return bool(self._writer.execute(query, (_OVERDUE,)).fetchone()[0])

    # --- opening ---

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        for pragma in ("synchronous = FULL", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _check_whole(self) -> None:
        """Raise StoreTrouble when the file is shorter than its own header says, and no write-ahead log has the rest: a
        process that dies while the log is folded in leaves just that, and SQLite makes it whole again."""
        try:
            with self.path.open("r+b") as file:
                header, size = file.read(100), self.path.stat().st_size
        except FileNotFoundError:
            return
        except OSError as fault:
            remedy = "Check that it is a file that you may read and write."
            raise StoreTrouble(
                f"it cannot be read and written ({fault.strerror or fault})", str(self.path), remedy
            ) from fault
        log = self.path.with_name(self.path.name + "-wal")
        if log.exists() and log.stat().st_size:
            return
        if not header:
            remedy = "Restore a copy or an export; or remove it, to begin anew without what was in it."
            raise StoreTrouble("it is empty, with 0 bytes", str(self.path), remedy)
        page = int.from_bytes(header[16:18], "big")
        pages = int.from_bytes(header[28:32], "big")
        if header.startswith(b"SQLite format 3\0") and size < pages * (65536 if page == 1 else page):
            remedy = "Restore a copy or an export; the end of this one is missing."
            raise StoreTrouble(f"it has been cut short, to {size:,} bytes", str(self.path), remedy)

    def _prepare(self) -> None:
        """Make the tables in a new file; raise StoreTrouble unless an old one is of a kind that this release knows."""
        ask = self._writer.execute
        version, mark = ask("PRAGMA user_version").fetchone()[0], ask("PRAGMA application_id").fetchone()[0]
        if mark == APPLICATION and version > SCHEMA_VERSION:
            what = f"a newer release wrote it (form {version}; this one knows {SCHEMA_VERSION})"
            raise StoreTrouble(what, str(self.path), "Use that release, or a newer one.")
        if mark != APPLICATION and (mark or ask("SELECT count(*) FROM sqlite_master").fetchone()[0]):
            raise StoreTrouble("it belongs to another program", str(self.path), "Name another file.")
        ask("PRAGMA journal_mode = WAL")
        ask("BEGIN IMMEDIATE")
        for statement in _SCHEMA if mark != APPLICATION else _UPGRADES.get(version, ()):
            ask(statement)
        ask("COMMIT")

    def _trouble(self, fault: Exception) -> StoreTrouble:
        return _trouble(fault, self.path)


def _trouble(fault: Exception, path: Path) -> StoreTrouble:
    """What SQLite says, as people understand it."""
    damaged = sqlite3.SQLITE_CORRUPT if isinstance(fault, UnicodeDecodeError) else 0
    code = getattr(fault, "sqlite_errorcode", damaged) & 0xFF
    if code == sqlite3.SQLITE_CONSTRAINT:
        what, remedy = "somebody else has written to this table, or it is not there", "Open the table again."
    else:
        unknown = (f"it cannot be used ({fault})", "Restore a copy, or ask for help.")
        what, remedy = _REMEDIES.get(code, unknown)
    return StoreTrouble(what, str(path), remedy)
