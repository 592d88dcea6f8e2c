"""Coming in: links that change nothing until somebody presses a button, seats that are claimed and given up."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from footlights.core import GM, Seat
from footlights.table import Table
from footlights.table.orders import Sit
from footlights.table.table import utc_now
from footlights.web.faults import Fault
from footlights.web.house import A_YEAR, COOKIE, House
from footlights.web.seats import Link

LONGEST_PERSON: Final = 60


def sit(house: House, request: Request, secret: str, link: Link, to: str) -> Response:
    """See the page `to`, holding the seat from now on."""
    response = RedirectResponse(house.pages.base + to, 303)
    response.set_cookie(
        COOKIE.format(link.table),
        secret,
        max_age=A_YEAR,
        path=f"{house.pages.base}/",
        httponly=True,
        samesite="lax",
        secure=house.url(request).startswith("https:"),
    )
    return response


def free_seats(house: House, table: Table) -> list[Seat]:
    """The characters that nobody plays."""
    held = {link.seat for link in house.links.of(table.id) if not link.invites}
    return [seat for seat in table.seats if seat != GM and seat not in held]


def _opened(house: House, request: Request) -> tuple[str, Link]:
    secret = request.path_params["secret"]
    link = house.opened(request, secret)
    if link is None:
        raise Fault(404, "this link opens nothing (any more); ask the GM for a new one")
    return secret, link


async def door(request: Request) -> Response:
    """GET /in/{secret}: who invites, to what; nothing changes yet."""
    house: House = request.app.state.house
    secret, link = _opened(house, request)
    room = await house.room(link.table)
    return house.pages.response(
        "door.html",
        link=link,
        table=room.table,
        free=free_seats(house, room.table),
        sits=house.held(request, link.table),
        secret=secret,
    )


async def join(request: Request) -> Response:
    """POST /in/{secret}: take the seat."""
    house: House = request.app.state.house
    secret, link = _opened(house, request)
    room = await house.room(link.table)
    form = await request.form()
    if link.invites:
        person = _person(str(form.get("person", "")), required=link.role != "spectator")
        seat = _claimed(house, room.table, link, str(form.get("seat", "")))
        joined = Link(id="", table=link.table, role=link.role, seat=seat, person=person, made=utc_now())
        secret = house.links.make(joined)
        link = joined
        if person and link.eyes in room.table.seats and not room.table.standing.persons.get(link.eyes):
            await room.submit_as(link.eyes, Sit(seat=link.eyes, person=person))
        room.changed()
    return sit(house, request, secret, link, f"/t/{link.table}")


def _person(name: str, *, required: bool) -> str:
    person = " ".join(name.split())
    if (required and not person) or len(person) > LONGEST_PERSON or not person.isprintable():
        raise Fault(422, f"say who you are, in 1 to {LONGEST_PERSON} characters", field="person")
    return person


def _claimed(house: House, table: Table, link: Link, seat: str) -> Seat:
    if link.role == "gm":
        return GM
    if link.role == "spectator" or not seat:
        return ""
    if seat not in free_seats(house, table):
        raise Fault(409, "that character is played by somebody already; choose another", field="seat")
    return seat


async def claim(request: Request) -> Response:
    """POST /t/{table}/claim: a player without a character takes one that is free."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    if link.role != "player" or link.seat:
        raise Fault(409, "you have a seat already")
    form = await request.form()
    seat = _claimed(house, room.table, link, str(form.get("seat", "")))
    if not seat:
        raise Fault(422, "choose a character", field="seat")
    house.links.change(msgspec.structs.replace(link, seat=seat))
    if link.person:
        await room.submit_as(seat, Sit(seat=seat, person=link.person))
    return RedirectResponse(f"{house.pages.base}/t/{link.table}", 303)


async def leave(request: Request) -> Response:
    """POST /t/{table}/leave: this browser forgets the seat; the seat's own link still opens it."""
    house: House = request.app.state.house
    table = request.path_params["table"]
    response = RedirectResponse(f"{house.pages.base}/", 303)
    response.delete_cookie(COOKIE.format(table), path=f"{house.pages.base}/")
    return response
