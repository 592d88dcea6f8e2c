"""Going back: the GM sees what would be undone before it is."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from footlights.core import GM, Refused
from footlights.table import Order, Preview, Stale
from footlights.table.dicebox import new_id
from footlights.web import orders
from footlights.web.faults import Fault, Problem, problem
from footlights.web.house import House
from footlights.web.page import offers
from footlights.web.rooms import Room

MARKS: Final = 50
"""Points on one page; older ones are on the next."""


async def rewind(request: Request) -> Response:
    """GET /t/{table}/rewind?before=&to=: the points to go back to, and what going back to one of them would undo."""
    house: House = request.app.state.house
    room, _ = await house.presiding(request)
    asked = request.query_params
    return _page(house, room, _row(asked.get("to", "")), _row(asked.get("before", "")))


async def go_back(request: Request) -> Response:
    """POST /t/{table}/rewind: do it. What has happened since the page was drawn is not undone unseen: it is shown."""
    house: House = request.app.state.house
    room, link = await house.presiding(request)
    house.count_order(link)
    form = await request.form()
    to = _row(orders.text(form, "to"))
    if to is None:
        raise Fault(422, "choose a point to go back to", field="to")
    answers = orders.stamp(orders.text(form, orders.STAMP))
    id = orders.text(form, orders.ID)
    try:
        await room.submit(Order(id=id, seat=GM, command={"type": "rewind", "to": to}, answers=answers))
    except (Refused, Stale) as fault:
        return _page(house, room, to, None, problem(fault, room.table.system))
    return RedirectResponse(f"{house.pages.base}/t/{link.table}", 303)


def _row(said: str) -> int | None:
    if not said:
        return None
    if not said.isdecimal() or len(said) > 11:
        raise Fault(400, "a point to go back to is the number of a row")
    return int(said)


def _page(
    house: House, room: Room, to: int | None, before: int | None, fault: Problem | None = None
) -> Response:
    table = room.table
    offer = next((one for one in offers(room, GM) if one.kind == "rewind"), None)
    preview: Preview | None = None
    try:
        if to is not None and offer is not None:
            preview = table.preview_rewind(to)
    except Refused as refused:
        fault = fault or problem(refused, table.system)
    marks = table.marks(before=before, limit=MARKS)
    return house.pages.response(
        "rewind.html",
        fault.status if fault else 200,
        table=table,
        offer=offer,
        marks=marks,
        older=marks[-1].seq if marks and marks[-1].seq > 1 else None,
        before=before,
        to=to,
        preview=preview,
        archived=room.archived,
        fault=fault,
        new_id=new_id,
    )
