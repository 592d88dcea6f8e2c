"""Live streams (server-sent events): HTML for a page, JSON for a program.

The first event of a connection is the whole of what the seat sees at that moment, so that nothing is missed between
loading and listening, nor while the connection was lost. A stream sends what is newest when it can be taken; it never
keeps a queue.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Final

import msgspec

from footlights.table import Entry
from footlights.web.page import LINES, REREAD, Drawn, lines, regions
from footlights.web.rooms import Room, Watcher

BEAT: Final = 15.0
"""Seconds between signs of life."""

_ENCODE: Final = msgspec.json.Encoder(enc_hook=str).encode


def event(data: str, name: str = "") -> bytes:
    """One server-sent event; every line of the data on a line of its own."""
    head = f"event: {name}\n" if name else ""
    return (head + "".join(f"data: {part}\n" for part in data.split("\n")) + "\n").encode()


def _part(id: str, html: str, swap: str = "outerMorph") -> str:
    return f'<hx-partial hx-target="#{id}" hx-swap="{swap}">{html}</hx-partial>'


async def html(room: Room, watcher: Watcher, drawn: Drawn) -> AsyncIterator[bytes]:
    """What the page of that seat must change, as long as it is open."""
    table, seat = room.table, watcher.seat
    sent: dict[str, str] = {}
    told = -1
    with room.watched(watcher):
        while not watcher.gone:
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
            while not await watcher.news(BEAT):
                yield event("on", "beat")
    yield event(watcher.gone, "gone")


def chronicle(items: str, entries: list[Entry]) -> str:
    """The chronicle's newest lines, and where they begin."""
    first = entries[0].seq if entries else 1
    return f'<ol class="log" id="lines" data-first="{first}">{items}</ol>'


async def json(room: Room, watcher: Watcher, after: int) -> AsyncIterator[bytes]:
    """Every line of that seat's chronicle beyond `after`, as a program reads it, then those that come."""
    table, seat = room.table, watcher.seat
    told = after
    with room.watched(watcher):
        yield b": welcome\n\n"
        while not watcher.gone:
            if entries := table.chronicle(seat, told):
                told = entries[-1].seq
                yield b"".join(encoded(entries))
            while not await watcher.news(BEAT):
                yield b": on\n\n"
    yield event(_ENCODE({"why": watcher.gone}).decode(), "gone")


def encoded(entries: Iterable[Entry]) -> Iterable[bytes]:
    """Entries as events whose ids a program can resume from."""
    for entry in entries:
        yield b"id: %d\nevent: entry\ndata: %b\n\n" % (entry.seq, _ENCODE(entry))
