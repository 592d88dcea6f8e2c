"""The tables that are open: orders go in one at a time, and whoever watches is told that there is news.

Everything happens on one event loop; only the disk works beside it. A watcher has one flag and no queue: what it is
sent is worked out when it has time to take it, so that a slow reader costs nobody anything.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from footlights.core import Refused, Seat
from footlights.store import Record, Store, StoreTrouble
from footlights.table import Order, Receipt, Stale, Table
from footlights.table.dicebox import Dicebox, new_id
from footlights.web.metrics import Metrics

ARCHIVED: Final = "this table is in the archive: it can be read, and its GM can bring it back"
_KIND: Final = "archived"
MOST_FORESEEN: Final = 500
"""Answers that are kept for one state of a game."""
MOST_STREAMS: Final = 30
"""Live streams of one link."""


T = TypeVar("T")
P = ParamSpec("P")


Handed: TypeAlias = Callable[[str], tuple[str, ...]]
"""Whose characters wait at the table of that id."""


class Watcher:
    """Somebody who follows a table from one seat. `left`: they have gone, or were sent away (`why`); `moved`: the page
    is to be loaded again, for its link gives another seat now. `counts`: the others are told that this seat is there.
    """

    def __init__(self, seat: Seat, link: str, *, counts: bool = True) -> None:
        self.seat = seat
        self.link = link
        self.counts = counts
        self.left = False
        self.moved = False
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

    def leave(self, why: str, *, moved: bool = False) -> None:
        """End the stream, saying why."""
        self.left, self.why, self.moved = True, why, moved
        self.wake()

    async def news(self) -> bool:
        """Wait until there is something new, or a sign of life is due: then False."""
        await self._news.wait()
        self._news.clear()
        return not self._quiet


async def _done(stored: Future[None]) -> None:
    """Wait until it is done, well or not. Whoever leaves meanwhile does not call it off."""
    loop = asyncio.get_running_loop()
    waited = loop.create_future()

    def wake() -> None:
        if not waited.done():
            waited.set_result(None)

    def stored_now(_: Future[None]) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(wake)

    stored.add_done_callback(stored_now)
    await waited


class Room:
    """One open table. `version` grows with everything that any seat might see. `archived`: it can only be read.
    `trouble`: why the last order could not be written down, "" when it could. `turn`: held while something is done.
    `handed` says whose characters wait for the GM of a table to bring them in."""

    def __init__(
        self, table: Table, metrics: Metrics, handed: Handed = lambda _: (), *, archived: bool = False
    ) -> None:
        self.table = table
        self.archived = archived
        self.trouble = ""
        self._handed = handed
        self.version = 0
        self.watchers: dict[Watcher, None] = {}  # the oldest first
        self._seen: frozenset[Seat] = frozenset()
        self._metrics = metrics
        self.turn = asyncio.Lock()
        self._asked = asyncio.Lock()
        self._met: StoreTrouble | None = None
        self._drawn: dict[Any, tuple[int, Any]] = {}
        self._foreseen: tuple[Any, dict[Any, Any]] = (None, {})

    @property
    def handed(self) -> tuple[str, ...]:
        """Whose characters wait for the GM to bring them in."""
        return self._handed(self.table.id)

    async def submit(self, order: Order) -> Receipt:
        """Carry an order out, as `Table.submit` does; when this returns it is on disk and everybody is being told."""
        start, met = time.perf_counter(), self._met
        try:
            async with self.turn:
                if self._met is not None and self._met is not met:
                    # what waited behind an order that met trouble meets the same: each would wait as long again
                    raise StoreTrouble(self._met.what, self._met.where, self._met.remedy)
                receipt = await self._submit(order)
        except (Refused, Stale) as no:
            self._metrics.order("stale" if isinstance(no, Stale) else "refused")
            raise
        except StoreTrouble as trouble:
            self._metrics.order("trouble")
            self._worry(f"{trouble.what}. {trouble.remedy}")
            raise
        self._metrics.order("accepted", time.perf_counter() - start)
        return receipt

    async def _submit(self, order: Order) -> Receipt:
        if self.archived:
            raise Refused("", ARCHIVED)
        begun = self.table.begin(order)
        if isinstance(begun, Receipt):
            return begun
        await _done(begun.stored)
        try:
            receipt = self.table.settle(begun)
        except StoreTrouble as trouble:
            self._met = trouble
            raise
        self.trouble, self._met = "", None
        self.changed()
        self.table.keep_snapshot()
        return receipt

    def _worry(self, trouble: str) -> None:
        """The GM is told what is wrong with the store, whoever's order met it."""
        if self.trouble != trouble:
            self.trouble = trouble
            self.changed()

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

    def once(self, key: Any, work: Callable[[], T], *, of: Any = None) -> T:
        """What `work` gives, worked out once for each version of the table, or as long as it is a matter of the same
        `of`."""
        stamp = self.version if of is None else of
        found = self._drawn.get(key)
        if found is None or found[0] != stamp:
            found = self._drawn[key] = (stamp, work())
        made: T = found[1]
        return made

    def known(self, seat: Seat) -> Any:
        """The state as that seat knows it: one object for all who know the same, so that what is worked out of it is
        worked out once for all of them."""

        def work() -> Any:
            found = self.table.known(seat)
            others = self.while_it_stands("known", list[Any])
            for other in others:
                if other == found:
                    return other
            others.append(found)
            return found

        return self.while_it_stands(("known", seat), work)

    def while_it_stands(self, key: Any, work: Callable[[], T]) -> T:
        """What `work` gives, worked out once for each state of the game: talk changes nothing in it."""
        if self._foreseen[0] is not self.table.state:
            self._foreseen = (self.table.state, {})
        kept = self._foreseen[1]
        if key in kept:
            found: T = kept[key]
            return found
        made = work()
        if len(kept) < MOST_FORESEEN:
            kept[key] = made
        return made

    async def beside(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What `work` gives, worked out beside the loop; one thing at a time for each table, so that the questions of
        one leave room for those of the others."""
        async with self._asked:
            return await asyncio.to_thread(work, *args, **more)

    @contextmanager
    def watched(self, watcher: Watcher) -> Iterator[Watcher]:
        """Follow the table as long as this lasts; the others see who is there. Of too many streams of one link the
        oldest ends."""
        own = [other for other in self.watchers if other.link == watcher.link and not other.left]
        if len(own) >= MOST_STREAMS:
            own[0].leave("This table was opened many times more in this seat.")
        self.watchers[watcher] = None
        self._metrics.streams.inc()
        self._look_around()
        try:
            yield watcher
        finally:
            self._metrics.streams.dec()
            del self.watchers[watcher]
            if not any(other.seat == watcher.seat for other in self.watchers):
                self._drawn = {key: drawn for key, drawn in self._drawn.items() if watcher.seat not in key}
            self._look_around()

    def _look_around(self) -> None:
        """Tell everybody who is there, when that has changed."""
        if self.present != self._seen:
            self._seen = self.present
            self.changed()

    def dismiss(self, link: str, why: str, *, moved: bool = False) -> None:
        """End the streams of one link, saying why."""
        for watcher in self.watchers:
            if watcher.link == link:
                watcher.leave(why, moved=moved)
        self._seen = self.present
        self.changed()

    @property
    def present(self) -> frozenset[Seat]:
        """The seats from which somebody watches."""
        return frozenset(watcher.seat for watcher in self.watchers if watcher.counts and not watcher.left)

    @property
    def links_present(self) -> frozenset[str]:
        """The links by which somebody watches."""
        return frozenset(watcher.link for watcher in self.watchers if not watcher.left)


class Rooms:
    """The tables of a store that are open. One is opened when somebody first asks for it; beyond `most`, those that
    nobody watches are let go, the longest unused first."""

    def __init__(
        self, store: Store, dicebox: Callable[[], Dicebox], metrics: Metrics, handed: Handed, most: int
    ) -> None:
        self.store = store
        self.dicebox = dicebox
        self._metrics = metrics
        self._handed = handed
        self._most = most
        self._archived = {record.id for record in store.records(_KIND)}
        self._open: OrderedDict[str, Room] = OrderedDict()
        self._known: WeakValueDictionary[str, Room] = (
            WeakValueDictionary()
        )  # let go, but still in somebody's hands
        self._opening: dict[str, asyncio.Lock] = {}

    async def room(self, table: str) -> Room:
        """The room of that table. Raises StoreTrouble for one that is not there or cannot be read."""
        if room := self._known.get(table):
            return self._use(room)
        async with self._opening.setdefault(table, asyncio.Lock()):
            try:
                if room := self._known.get(table):
                    return self._use(room)
                return self.add(await asyncio.to_thread(self._read, table))
            finally:
                self._opening.pop(table, None)

    def _read(self, table: str) -> Table:
        opened = Table.open(self.store, table, self.dicebox())
        opened.keep_snapshot()
        return opened

    def add(self, table: Table) -> Room:
        """A table that was opened elsewhere."""
        return self._use(Room(table, self._metrics, self._handed, archived=table.id in self._archived))

    def _use(self, room: Room) -> Room:
        """Hold the room as the one that was used last, and let go of what has been idle for longest."""
        self._open[room.table.id] = self._known[room.table.id] = room
        self._open.move_to_end(room.table.id)
        if len(self._open) > self._most:
            idle = [id for id, one in self._open.items() if not one.watchers and one is not room]
            for id in idle[: len(self._open) - self._most]:
                del self._open[id]
        self._metrics.tables.set(len(self._open))
        return room

    def archived(self, table: str) -> bool:
        """Whether that table can only be read."""
        return table in self._archived

    async def archive(self, room: Room, *, archived: bool) -> None:
        """Put a table into the archive, or bring it back. Raises StoreTrouble."""
        record = Record(_KIND, room.table.id, room.table.id, b"{}")
        put = self.store.keep if archived else self.store.forget
        await asyncio.to_thread(put, [record])
        (self._archived.add if archived else self._archived.discard)(room.table.id)
        room.archived = archived
        room.changed()

    async def delete(self, room: Room, why: str) -> None:
        """Take a table out of the store, for ever; whoever watches it is told why. Raises StoreTrouble."""
        async with room.turn:
            await asyncio.to_thread(self.store.delete, room.table.id)
            room.archived = True
        self._archived.discard(room.table.id)
        self.close(room.table.id, why)

    def close(self, table: str, why: str) -> None:
        """Let a table go, and everybody who watches it."""
        self._open.pop(table, None)
        if room := self._known.pop(table, None):
            for watcher in room.watchers:
                watcher.leave(why)
        self._metrics.tables.set(len(self._open))

    def close_all(self, why: str) -> None:
        """Let every table go."""
        for table in list(self._known):
            self.close(table, why)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._open.values()))
