"""A store that ends with its process: for tests, previews and sessions nobody wants to keep."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future

import msgspec

from footlights.store.rows import Record, Row, StoreTrouble, TableMeta, no_table

WHERE = "the store in memory"


class _Log:
    """One table's rows, and where each command stands."""

    def __init__(self, meta: TableMeta) -> None:
        self.meta = meta
        self.rows: list[Row] = []
        self.places: dict[str, int] = {}


class MemoryStore:
    """A `Store` without a file."""

    def __init__(self) -> None:
        self._logs: dict[str, _Log] = {}
        self._records: dict[tuple[str, str], Record] = {}
        self._lock = threading.Lock()

    def create(self, meta: TableMeta, rows: Sequence[Row]) -> None:
        with self._lock:
            if meta.id in self._logs:
                raise StoreTrouble(f"there is a table {meta.id} already", WHERE, "Choose another id.")
            self._logs[meta.id] = _Log(meta)
        self.append(rows)

    def tables(self) -> list[TableMeta]:
        with self._lock:
            return [log.meta for log in self._logs.values()]

    def meta(self, table: str) -> TableMeta:
        return self._log(table).meta

    def append(self, rows: Sequence[Row], *, redacted: Sequence[Row] = (), name: str | None = None) -> None:
        self.appending(rows, redacted=redacted, name=name).result()

    def appending(
        self, rows: Sequence[Row], *, redacted: Sequence[Row] = (), name: str | None = None
    ) -> Future[None]:
        return _done(lambda: self._append(rows, redacted, name))

    def _append(self, rows: Sequence[Row], redacted: Sequence[Row], name: str | None) -> None:
        log = self._log(rows[0].table)
        with self._lock:
            numbers = list(range(len(log.rows) + 1, len(log.rows) + len(rows) + 1))
            ids = {row.command_id for row in rows if row.command_id not in log.places}
            if [row.seq for row in rows] != numbers or len(ids) != len(rows):
                raise StoreTrouble("somebody else has written to this table", WHERE, "Open it again.")
            log.places.update((row.command_id, row.seq) for row in rows)
            log.rows += rows
            for row in redacted:
                log.rows[row.seq - 1] = row
            if name is not None:
                log.meta = msgspec.structs.replace(log.meta, name=name)

    def rows(self, table: str, after: int = 0, until: int | None = None) -> Iterator[Row]:
        rows = self._log(table).rows
        yield from rows[after:until]

    def find(self, table: str, command_id: str) -> Row | None:
        log = self._log(table)
        seq = log.places.get(command_id)
        return None if seq is None else log.rows[seq - 1]

    def delete(self, table: str) -> None:
        self._log(table)
        with self._lock:
            del self._logs[table]
            self._records = {key: kept for key, kept in self._records.items() if kept.table != table}

    def keep(self, records: Sequence[Record]) -> None:
        self.keeping(records).result()

    def keeping(self, records: Sequence[Record]) -> Future[None]:
        return _done(lambda: self._keep(records))

    def _keep(self, records: Sequence[Record]) -> None:
        with self._lock:
            if gone := next(
                (one.table for one in records if one.table and one.table not in self._logs), None
            ):
                raise no_table(gone, WHERE)
            self._records |= {(record.kind, record.id): record for record in records}

    def forget(self, records: Sequence[Record]) -> None:
        with self._lock:
            for record in records:
                self._records.pop((record.kind, record.id), None)

    def record(self, kind: str, id: str) -> Record | None:
        with self._lock:
            return self._records.get((kind, id))

    def records(self, kind: str) -> list[Record]:
        with self._lock:
            return [record for record in self._records.values() if record.kind == kind]

    def close(self) -> None:
        """Nothing to let go of."""

    def _log(self, table: str) -> _Log:
        try:
            return self._logs[table]
        except KeyError:
            known = ", ".join(self._logs) or "none"
            raise StoreTrouble(f"there is no table {table[:60]!r}", WHERE, f"Tables here: {known}.") from None


def _done(work: Callable[[], None]) -> Future[None]:
    """What is done at once, as something on its way. Raises what is no trouble of a store."""
    done: Future[None] = Future()
    try:
        work()
    except StoreTrouble as trouble:
        done.set_exception(trouble)
    else:
        done.set_result(None)
    return done
