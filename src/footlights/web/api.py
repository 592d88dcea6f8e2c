"""The table for programs: the same orders and the same views as the pages, as JSON."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from footlights.core import Seat
from footlights.table import Entry, Owed, Stamp
from footlights.web import orders, stream
from footlights.web.faults import Fault
from footlights.web.page import offers
from footlights.web.rooms import Watcher

_ENCODE: Final = msgspec.json.Encoder(enc_hook=str).encode
MOST_ENTRIES: Final = 500


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """An offer, and the stamp that an answer to it carries."""

    offer: Any
    answers: Stamp


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat sees: the game's own view of it (`view`), the same as panels to draw, what it may do now, who is
    waited for, and `seq`, the number of the last line of its chronicle."""

    table: str
    name: str
    game: str
    seat: Seat
    seats: tuple[Seat, ...]
    paused: bool
    seq: int
    view: Any
    panels: Any
    offers: tuple[Shown, ...]
    waiting: tuple[Owed, ...]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """Lines of the chronicle, and the number of the last there is."""

    seq: int
    entries: tuple[Entry, ...]


def json(value: Any, status: int = 200) -> Response:
    """A value as JSON; nobody may keep it."""
    return Response(_ENCODE(value), status, {"Cache-Control": "no-store"}, "application/json")


async def view(request: Request) -> Response:
    """GET /api/tables/{table}."""
    room, link = await request.app.state.house.seated(request)
    table, seat = room.table, link.eyes

    def worked_out() -> bytes:
        return _ENCODE(
            TableView(
                table=table.id,
                name=table.campaign.name,
                game=table.system.name,
                seat=seat,
                seats=tuple(table.seats),
                paused=table.standing.paused,
                seq=table.chronicles.count(seat),
                view=table.view(seat),
                panels=table.panels(seat),
                offers=tuple(Shown(offer=one, answers=Stamp.of(one)) for one in offers(room, seat)),
                waiting=tuple(table.waiting(seat)),
            )
        )

    body = room.once(("api", seat), worked_out)
    return Response(body, 200, {"Cache-Control": "no-store"}, "application/json")


async def order(request: Request) -> Response:
    """POST /api/tables/{table}/orders."""
    house = request.app.state.house
    room, link = await house.seated(request)
    house.count_order(link)
    receipt = await room.submit(orders.ordered(await request.body(), house.acting(link)))
    return json(receipt)


async def chronicle(request: Request) -> Response:
    """GET /api/tables/{table}/chronicle?after=&limit=."""
    room, link = await request.app.state.house.seated(request)
    after = _number(request, "after", 0)
    limit = min(_number(request, "limit", MOST_ENTRIES), MOST_ENTRIES)
    table = room.table
    found = table.chronicle(link.eyes, after)[:limit]
    return json(Told(seq=table.chronicles.count(link.eyes), entries=tuple(found)))


async def events(request: Request) -> stream.Live:
    """GET /api/tables/{table}/events: a stream, resumed after Last-Event-ID or ?after=."""
    house = request.app.state.house
    room, link = await house.seated(request)
    last = request.headers.get("last-event-id", "")
    after = int(last) if last.isdigit() and len(last) < 12 else _number(request, "after", 0)
    watcher = Watcher(link.eyes, link.id)
    return stream.Live(stream.json(room, watcher, after), watcher)


def _number(request: Request, name: str, default: int) -> int:
    said = request.query_params.get(name)
    if said is None:
        return default
    if not said.isdigit() or len(said) > 11:
        raise Fault(400, f"{name} is a whole number from 0 on", field=name)
    return int(said)
