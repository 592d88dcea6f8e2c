"""Where a table stood lately, kept beside its log, so that opening it need not fold all of the log.

A snapshot is disposable and never believed against the log: it counts only for the row that it was taken after, and
only for the very code that took it. Where there is none, the log is folded from its start.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

import footlights
from footlights.core import Seat, System
from footlights.store import Record, Row, Store
from footlights.table.dicebox import new_id
from footlights.table.events import Standing

KIND: Final = "snapshot"
_SEAL: Final = 16
_BEGUN: Final = time.time()

S = TypeVar("S")
E = TypeVar("E")


class Moved(msgspec.Struct, Generic[S, E], frozen=True):
    """A move: its row, and its events, each with the state that it met."""

    row: Row
    events: tuple[tuple[S, E], ...]


class Snapshot(msgspec.Struct, Generic[S, E], frozen=True, kw_only=True):
    """A `Point` and what stood beside it. `last` has, for each seat, the place of its last move among `moves` (None: it
    has none); `told` the lines that seats had been told, each with the row since which it is whose it is."""

    code: str
    row: str
    seq: int
    state: S
    throws: int
    changed: int
    left: Mapping[Seat, int]
    moves: tuple[Moved[S, E], ...]
    last: Mapping[Seat, int | None]
    standing: Standing
    told: tuple[tuple[Seat, int, int], ...]


def record(snapshot: Snapshot[Any, Any], table: str) -> Record:
    """The record that a snapshot is kept as. Raises TypeError for a state that cannot be written."""
    return Record(KIND, table, table, sealed(msgspec.json.encode(snapshot)))


def sealed(body: bytes) -> bytes:
    """A body behind its digest: what is damaged may still read like a snapshot, of another state."""
    return blake2b(body, digest_size=_SEAL).digest() + body


def found(system: System, store: Store, table: str) -> Snapshot[Any, Any] | None:
    """The snapshot of that table, if there is one that can be believed. Raises StoreTrouble."""
    kept = store.record(KIND, table)
    if kept is None:
        return None
    body = kept.body[_SEAL:]
    if kept.body != sealed(body):
        return None
    kind: Any = Snapshot[system.state, system.events]  # type: ignore[name-defined]
    try:
        snapshot: Snapshot[Any, Any] = msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, TypeError):
        return None
    row = next(store.rows(table, snapshot.seq - 1, snapshot.seq), None)
    same = row is not None and snapshot.row == mark(row) and snapshot.code == code(type(system))
    return snapshot if same else None


def mark(row: Row) -> str:
    """What tells a row from any other that might stand in its place."""
    return blake2b(f"{row.seq} {row.at} {row.command_id}".encode(), digest_size=16).hexdigest()


@cache
def code(system: type) -> str:
    """What tells the code that folds a game's log from any other: all of Footlights, and of the package that the game
    is in. Where it cannot be read, or has been replaced since this process began, no other process has it."""
    module = sys.modules.get(system.__module__.partition(".")[0])
    tops = [Path(getattr(one, "__file__", None) or "") for one in (footlights, module)]
    # the file itself is among them: in an archive there are no others to be found, nor can it be read
    files = {*tops, *(file for top in tops if top.stem == "__init__" for file in top.parent.rglob("*.py"))}
    digest = blake2b(system.__module__.encode(), digest_size=16)
    try:
        for file in sorted(files):
            digest.update(file.read_bytes())
            if max(file.stat().st_mtime, file.stat().st_ctime) > _BEGUN:
                digest.update(new_id().encode())
    except OSError:
        digest.update(new_id().encode())
    return digest.hexdigest()
