"""What a store keeps: rows of a log that only grows, and what it promises about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from typing import Protocol

import msgspec

from footlights.core import Seat


class TableMeta(msgspec.Struct, frozen=True):
    """What a list of tables shows. `created` is UTC as ISO 8601."""

    id: str
    game: str
    name: str
    created: str


class Row(msgspec.Struct, frozen=True):
    """One accepted command and the events it caused. `seq` counts from 1 without gaps; `at` is UTC as ISO 8601
    with milliseconds and Z; `seat` is who ordered it ("" for nobody: the X-card); `command` is JSON, `events` a JSON
    list; `version` is that of the game's rules."""

    table: str
    seq: int
    at: str
    seat: Seat
    command_id: str
    command: bytes
    events: bytes
    version: int


class Record(msgspec.Struct, frozen=True):
    """Something a face keeps beside a table's log: who holds which link, a sheet not handed in yet. No rewind and no
    export touches it. `id` is unique among those of its `kind`; `body` is the face's own."""

    kind: str
    id: str
    table: str
    body: bytes


class StoreTrouble(Exception):
    """The store cannot do it, and has changed nothing. `what` is wrong, `where` it is, what would be the `remedy`."""

    def __init__(self, what: str, where: str, remedy: str) -> None:
        super().__init__(f"{where}: {what}. {remedy}")
        self.what = what
        self.where = where
        self.remedy = remedy


class InUse(StoreTrouble):
    """Another process has it."""


def no_table(id: str, where: str) -> StoreTrouble:
    """That something was to be kept of a table that is not there; others are not named, whoever is told."""
    return StoreTrouble(f"there is no table {id[:60]!r}", where, "It may have been deleted.")


class Store(Protocol):
    """Any number of tables. Safe to use from several threads; every method may raise StoreTrouble."""

    def create(self, meta: TableMeta, rows: Sequence[Row]) -> None:
        """A new table with its first rows, as one step. An id that exists is trouble."""
        ...

    def tables(self) -> list[TableMeta]:
        """Every table, in the order they were created."""
        ...

    def meta(self, table: str) -> TableMeta:
        """That table's. An unknown id is trouble, with the known ones named."""
        ...

    def append(self, rows: Sequence[Row], *, redacted: Sequence[Row] = (), name: str | None = None) -> None:
        """`appending`, and wait until it is done."""
        ...

    def appending(
        self, rows: Sequence[Row], *, redacted: Sequence[Row] = (), name: str | None = None
    ) -> Future[None]:
        """Add rows of one table: all of them or none, on disk when the future is done. `redacted` rows take the place
        of those with their numbers, and the old text is overwritten; `name` renames the table. A number or a command
        id that is there already is trouble."""
        ...

    def rows(self, table: str, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """The rows numbered above `after`, up to and including `until`, in order; read as they are asked for."""
        ...

    def find(self, table: str, command_id: str) -> Row | None:
        """The row of that command, if it was ever accepted."""
        ...

    def delete(self, table: str) -> None:
        """Take a table out, its log and its records; for ever. An unknown id is trouble."""
        ...

    def keep(self, records: Sequence[Record]) -> None:
        """`keeping`, and wait until it is done."""
        ...

    def keeping(self, records: Sequence[Record]) -> Future[None]:
        """Put records beside the logs, all or none; one of the same kind and id is replaced. A record of a table
        that is not there (any more) is trouble; one of no table ("") is not."""
        ...

    def forget(self, records: Sequence[Record]) -> None:
        """Take records out again, all or none; what is not there is no trouble."""
        ...

    def record(self, kind: str, id: str) -> Record | None:
        """That record, if it is there."""
        ...

    def records(self, kind: str) -> list[Record]:
        """Every record of that kind, in the order they were kept."""
        ...

    def close(self) -> None:
        """Finish what was begun and let go; a closed store only raises StoreTrouble."""
        ...
