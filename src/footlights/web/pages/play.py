"""The table itself, from one seat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from footlights.core import Offer, Refused, Seat
from footlights.table.dicebox import new_id
from footlights.table.log import TABLE_COMMANDS
from footlights.web import odds as weighing
from footlights.web import orders, stream
from footlights.web.faults import Fault
from footlights.web.house import House
from footlights.web.page import LINES, lines, offers, regions
from footlights.web.rooms import Room, Watcher
from footlights.web.seats import Link
from footlights.web.stage import tapped

_SECRET = {"Cache-Control": "no-store"}


async def table(request: Request) -> Response:
    """GET /t/{table}: the whole page as it is now. ?_seat=Ana: the page on which the GM plays for Ana."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    seat, at = _eyes(house, room, link, request), room.table
    entries = at.chronicle(seat, limit=LINES)
    return house.pages.response(
        "table.html",
        table=at,
        link=link,
        seat=seat,
        regions=regions(room, seat, house.drawn),
        chronicle=stream.chronicle(lines(house.drawn, at.system, entries, seat), entries),
        offers={offer.kind: offer for offer in _open(room, seat, stands_in=seat != link.eyes)},
        stands_in=seat != link.eyes,
        archived=room.archived,
        shown=orders.shown,
        new_id=new_id,
    )


async def live(request: Request) -> stream.Live:
    """GET /t/{table}/live: what changes on that page."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    seat = _eyes(house, room, link, request)
    watcher = Watcher(seat, link.id, counts=seat == link.eyes)
    return stream.Live(stream.html(room, watcher, house.drawn), room, watcher)


async def order(request: Request) -> Response:
    """POST /t/{table}/order: a form of the page. 204; the stream brings what comes of it, to all alike."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    house.count_order(link)
    form = await request.form()
    kind = orders.text(form, orders.KIND)
    seat = acting_for(house, room, link, orders.text(form, orders.SEAT), kind)
    stands_in = seat != link.eyes
    found = _open(room, seat, stands_in=stands_in)
    answered = orders.answered(form, found, seat, room.table.system)
    await room.submit(msgspec.structs.replace(answered, stand_in=stands_in))
    return Response(status_code=204, headers=_SECRET)


def acting_for(house: House, room: Room, link: Link, seat: Seat, kind: str = "") -> Seat:
    """The seat that acts: one's own, or for the GM that of somebody who is not there; the X-card is always one's own.
    Raises Fault."""
    own = house.acting(link)
    if seat in {"", own} or (kind == "x_card" and link.role == "gm"):
        return own
    if link.role != "gm" or seat not in room.table.seats:
        raise Fault(403, "only the GM plays for somebody else")
    return seat


def _eyes(house: House, room: Room, link: Link, request: Request) -> Seat:
    """The seat whose page it is. Raises Fault."""
    seat = request.query_params.get(orders.SEAT, "")
    return acting_for(house, room, link, seat) if seat else link.eyes


def _open(room: Room, seat: Seat, *, stands_in: bool) -> Sequence[Offer]:
    """What can be done from there: nobody speaks for somebody else."""
    found = offers(room, seat)
    return [offer for offer in found if offer.kind not in TABLE_COMMANDS] if stands_in else found


async def offer(request: Request) -> Response:
    """GET /t/{table}/offer/{kind}: the form of one offer, as it stands now."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    kind = request.path_params["kind"]
    seat = acting_for(house, room, link, request.query_params.get(orders.SEAT, ""), kind)
    found = next((one for one in _open(room, seat, stands_in=seat != link.eyes) if one.kind == kind), None)
    if found is None:
        raise Fault(409, "this is not open to you now")
    said = {name: value for name, value in request.query_params.items() if name != orders.SEAT}
    html = house.pages.draw(
        "offer.html",
        offer=found,
        table=room.table.id,
        system=room.table.system,
        seat=seat,
        own=house.acting(link),
        given=weighing.begun(room, seat, kind, said),
        weigh=kind not in TABLE_COMMANDS,
        undone=room.table.preview_take_back(seat) if kind == "take_back" else None,
    )
    return HTMLResponse(html, headers=_SECRET)


async def odds(request: Request) -> Response:
    """POST /t/{table}/odds: what may come of a form if it were sent now, or of the roll named `_roll` as it stands; and
    the quick table of the form. Told on what its seat knows."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    house.count_question(link)
    form = await request.form()
    acting = orders.text(form, orders.SEAT)
    if roll := orders.text(form, "_roll"):
        eyes = acting_for(house, room, link, acting) if acting else link.eyes
        panel = next((panel for panel in room.table.panels(eyes) if panel.id == roll), None)
        answer = weighing.Answer(None)
        if panel is not None:
            answer = await room.beside(weighing.of_roll, room, eyes, panel)
        return _weighed(house, answer, weighing.Table(), own=panel is not None and panel.by == eyes)
    seat = acting_for(house, room, link, acting)
    offer = next((one for one in offers(room, seat) if one.kind == orders.text(form, orders.KIND)), None)
    if offer is None:  # the page asks ahead, and may be a moment behind
        return Response(status_code=204, headers=_SECRET)
    tap = tapped(offer)
    quick = await room.beside(weighing.table, room, seat, offer) if tap is None else weighing.Table()
    try:
        said = orders.answer(offer, form, room.table.system)
    except Refused as refused:
        return _weighed(house, weighing.Answer(None, why=str(refused)), quick)
    if tap is not None:
        taps = await room.beside(weighing.of_taps, room, seat, offer, tap, said)
        return _weighed(house, weighing.Answer(None, taps=taps), quick)
    return _weighed(house, await room.beside(weighing.of_form, room, seat, offer, said), quick)


def _weighed(house: House, answer: weighing.Answer, quick: weighing.Table, *, own: bool = True) -> Response:
    html = house.pages.draw("weighed.html", answer=answer, quick=quick, own=own)
    return HTMLResponse(html, headers=_SECRET)


async def older(request: Request) -> Response:
    """GET /t/{table}/log?before=: lines of the chronicle that are not on the page yet."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    before = request.query_params.get("before", "1")
    if not before.isdecimal() or len(before) > 11:
        raise Fault(400, "before is the number of a line", field="before")
    seat = _eyes(house, room, link, request)
    first = max(int(before) - 1 - LINES, 0)
    found = room.table.next_lines(seat, first, max(int(before) - 1 - first, 0))
    html = lines(house.drawn, room.table.system, found, seat)
    return HTMLResponse(stream.chronicle(html, found), headers=_SECRET)
