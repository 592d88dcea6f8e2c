"""Live streams (server-sent events): HTML for a page, JSON for a program.

The first event of a connection is the whole of what the seat sees at that moment, so that nothing is missed between
loading and listening, nor while the connection was lost. A stream sends what is newest when it can be taken; it never
keeps a queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final

import msgspec
from starlette.types import Receive, Scope, Send

from footlights.table import Entry
from footlights.web.page import LINES, REREAD, Drawn, lines, regions
from footlights.web.rooms import Room, Watcher

BEAT: Final = 15.0
"""Seconds between signs of life."""

AT_ONCE: Final = 100
"""Lines that are sent together: a long chronicle lies in memory no longer than its reader takes to read so many."""

_ENCODE: Final = msgspec.json.Encoder(enc_hook=str).encode
_HEAD: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would hold it back
]


class Live:
    """A response that goes on until the reader leaves. It is written without the layers that other responses pass
    through, since a table under load sends thousands of these a second. `watcher` follows the `room` from before the
    first byte is taken: a link that ends while its reader takes none ends this too."""

    def __init__(self, parts: AsyncIterator[bytes], room: Room, watcher: Watcher) -> None:
        self._parts = parts
        self._room = room
        self._watcher = watcher

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send what there is, as it comes."""
        leaving = asyncio.ensure_future(self._left(receive))
        try:
            with self._room.watched(self._watcher):
                await send({"type": "http.response.start", "status": 200, "headers": _HEAD})
                async for part in self._parts:
                    await send({"type": "http.response.body", "body": part, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except OSError:
            pass  # the reader has left in the middle of a line
        finally:
            leaving.cancel()

    async def _left(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._watcher.leave("")


def event(data: str, name: str = "") -> bytes:
    """One server-sent event; every line of the data on a line of its own."""
    head = f"event: {name}\n" if name else ""
    lines = data.replace("\n", "\ndata: ")
    return f"{head}data: {lines}\n\n".encode()


def _part(id: str, html: str, swap: str = "outerMorph") -> str:
    return f'<hx-partial hx-target="#{id}" hx-swap="{swap}">{html}</hx-partial>'


async def html(room: Room, watcher: Watcher, drawn: Drawn) -> AsyncIterator[bytes]:
    """What the page of that seat must change, as long as it is open."""
    table, seat = room.table, watcher.seat
    sent: dict[str, str] = {}
    told = -1
    while not watcher.left:
        now = regions(room, seat, drawn)
        parts = [_part(id, region) for id, region in now.items() if sent.get(id) != region]
        sent = now
        entries = table.chronicle(seat, told) if told >= 0 else []
        if told < 0 or any(entry.kind in REREAD for entry in entries):
            entries = table.chronicle(seat, limit=LINES)
            parts.append(_part("lines", chronicle(lines(drawn, table.system, entries, seat), entries)))
        elif entries:
            parts.append(_part("lines", lines(drawn, table.system, entries, seat), "beforeend"))
        told = entries[-1].seq if entries else max(told, 0)
        if parts:
            yield event("".join(parts))
        while not await watcher.news():
            yield event("on", "beat")
    yield event(watcher.why, "moved" if watcher.moved else "gone")


def chronicle(items: str, entries: list[Entry]) -> str:
    """The chronicle's newest lines, and where they begin."""
    first = entries[0].seq if entries else 1
    return f'<ol class="log" id="lines" data-first="{first}">{items}</ol>'


async def json(
    room: Room, watcher: Watcher, after: int, view: Callable[[], bytes] | None = None
) -> AsyncIterator[bytes]:
    """Every line of that seat's chronicle beyond `after`, as a program reads it, then those that come; with `view` also
    what the seat sees, whole, whenever that has changed."""
    table, seat = room.table, watcher.seat
    told, seen = min(after, table.chronicles.count(seat)), b""
    yield b": welcome\n\n"
    while not watcher.left:
        entries = table.next_lines(seat, told, AT_ONCE)
        if entries:
            told = entries[-1].seq
            yield b"".join(encoded(entries))
        if len(entries) == AT_ONCE:
            continue
        if view is not None and (now := view()) != seen:
            seen = now
            yield b"event: view\ndata: %b\n\n" % now
        while not await watcher.news():
            yield b": on\n\n"
    yield event(_ENCODE({"why": watcher.why}).decode(), "gone")


def encoded(entries: Iterable[Entry]) -> Iterable[bytes]:
    """Entries as events whose ids a program can resume from."""
    for entry in entries:
        yield b"id: %d\nevent: entry\ndata: %b\n\n" % (entry.seq, _ENCODE(entry))
