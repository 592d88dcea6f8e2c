"""The tables that are open: orders go in one at a time, and whoever watches is told that there is news.

Everything happens on one event loop; only the disk works beside it. A watcher has one flag and no queue: what it is
sent is worked out when it has time to take it, so that a slow reader costs nobody anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from footlights.core import Seat
from footlights.store import Store
from footlights.table import Order, Receipt, Table
from footlights.table.dicebox import Dicebox, new_id


class Watcher:
    """Somebody who follows a table from one seat. `left`: they have gone, or were sent away (`why`)."""

    def __init__(self, seat: Seat, link: str) -> None:
        self.seat = seat
        self.link = link
        self.left = False
        self.why = ""
        self._news = asyncio.Event()
        self._quiet = False

    def wake(self) -> None:
        """There is something new."""
        self._quiet = False
        self._news.set()

    def beat(self) -> None:
        """A sign of life is due, unless there is something new anyway."""
        if not self._news.is_set():
            self._quiet = True
            self._news.set()

    def leave(self, why: str) -> None:
        """End the stream, saying why."""
        self.left, self.why = True, why
        self.wake()

    async def news(self) -> bool:
        """Wait until there is something new, or a sign of life is due: then False."""
        await self._news.wait()
        self._news.clear()
        return not self._quiet


class Room:
    """One open table. `version` grows with everything that any seat might see."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.version = 0
        self.watchers: set[Watcher] = set()
        self._turn = asyncio.Lock()
        self._drawn: dict[Any, tuple[int, Any]] = {}

    async def submit(self, order: Order) -> Receipt:
        """Carry an order out, as `Table.submit` does; when this returns it is on disk and everybody is being told."""
        async with self._turn:
            begun = self.table.begin(order)
            if isinstance(begun, Receipt):
                return begun
            await asyncio.wait([asyncio.wrap_future(begun.stored)])
            receipt = self.table.settle(begun)
        self.changed()
        return receipt

    async def submit_as(self, seat: Seat, command: Any) -> Receipt:
        """Order something that answers no particular offer, under a new id."""
        return await self.submit(Order(id=new_id(), seat=seat, command=command))

    def changed(self) -> None:
        """Tell everybody who watches."""
        self.version += 1
        for watcher in self.watchers:
            watcher.wake()

    def beat(self) -> None:
        """Give everybody who watches a sign of life."""
        for watcher in self.watchers:
            watcher.beat()

    def once(self, key: Any, work: Callable[[], Any]) -> Any:
        """What `work` gives, worked out once for each version of the table."""
        found = self._drawn.get(key)
        if found is None or found[0] != self.version:
            found = self._drawn[key] = (self.version, work())
        return found[1]

    @contextmanager
    def watched(self, watcher: Watcher) -> Iterator[Watcher]:
        """Follow the table as long as this lasts; the others see who is there."""
        self.watchers.add(watcher)
        self.changed()
        try:
            yield watcher
        finally:
            self.watchers.discard(watcher)
            if not any(other.seat == watcher.seat for other in self.watchers):
                self._drawn = {key: drawn for key, drawn in self._drawn.items() if watcher.seat not in key}
            self.changed()

    @property
    def present(self) -> frozenset[Seat]:
        """The seats from which somebody watches."""
        return frozenset(watcher.seat for watcher in self.watchers)


class Rooms:
    """Every open table of a store; one is opened when somebody first asks for it."""

    def __init__(self, store: Store, dicebox: Callable[[], Dicebox]) -> None:
        self.store = store
        self.dicebox = dicebox
        self._open: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    async def room(self, table: str) -> Room:
        """The room of that table. Raises StoreTrouble for one that is not there or cannot be read."""
        if room := self._open.get(table):
            return room
        async with self._opening.setdefault(table, asyncio.Lock()):
            if table not in self._open:
                opened = await asyncio.to_thread(Table.open, self.store, table, self.dicebox())
                self._open[table] = Room(opened)
        self._opening.pop(table, None)
        return self._open[table]

    def add(self, table: Table) -> Room:
        """A table that was opened elsewhere."""
        self._open[table.id] = Room(table)
        return self._open[table.id]

    def close(self, table: str, why: str) -> None:
        """Let a table go, and everybody who watches it."""
        if room := self._open.pop(table, None):
            for watcher in room.watchers:
                watcher.leave(why)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._open.values()))
