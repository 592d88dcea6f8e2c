"""Coming in: links that change nothing until somebody presses a button, seats that are claimed and given up."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from msgspec.structs import replace
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from footlights.core import GM, Refused, Seat
from footlights.store import StoreTrouble
from footlights.table import Table
from footlights.table.orders import Sit
from footlights.table.table import utc_now
from footlights.web.faults import Fault
from footlights.web.house import A_YEAR, COOKIE, House
from footlights.web.rooms import Room
from footlights.web.seats import Link

LONGEST_PERSON: Final = 60
MOVED_ON: Final = "You have joined again from this browser; this was your seat before."
MOST_SEATS: Final = 200
"""Links of people at one table."""


def sit(house: House, request: Request, secret: str, table: str, to: str) -> Response:
    """See the page `to`, holding the seat from now on."""
    response = RedirectResponse(house.pages.base + to, 303)
    response.set_cookie(
        COOKIE.format(table),
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


async def name(room: Room, seat: Seat, person: str) -> None:
    """Say at the table who sits there. Where that cannot be said now the seat is theirs all the same; the GM is told of
    trouble with the store anyway."""
    table = room.table
    if seat in table.seats and table.standing.persons.get(seat, "") != person:
        with suppress(Refused, StoreTrouble):
            await room.submit_as(seat, Sit(seat=seat, person=person))


def person_of(form: FormData, *, required: bool) -> str:
    """What a form says of who somebody is. Raises Fault."""
    said = form.get("person", "")
    person = " ".join(said.split()) if isinstance(said, str) else ""
    if (required and not person) or len(person) > LONGEST_PERSON or not person.isprintable():
        raise Fault(422, f"say who it is, in 1 to {LONGEST_PERSON} characters", field="person")
    return person


def free(house: House, table: Table, form: FormData) -> Seat:
    """The character that a form asks for, "" for none. Raises Fault."""
    said = form.get("seat", "")
    if said and said not in free_seats(house, table):
        raise Fault(409, "that character is played by somebody already; choose another", field="seat")
    return said if isinstance(said, str) else ""


def _followed(house: House, request: Request) -> tuple[str, Link]:
    secret = request.path_params["secret"]
    link = house.opened(request, secret)
    if link is None:
        raise Fault(404, "this link opens nothing (any more); ask the GM for a new one")
    return secret, link


async def door(request: Request) -> Response:
    """GET /in/{secret}: who invites, to what; nothing changes yet."""
    house: House = request.app.state.house
    secret, link = _followed(house, request)
    return await _door(house, request, secret, link)


async def _door(
    house: House, request: Request, secret: str, link: Link, fault: Fault | None = None, person: str = ""
) -> Response:
    room = await house.room(link.table)
    return house.pages.response(
        "door.html",
        fault.status if fault else 200,
        link=link,
        table=room.table,
        free=free_seats(house, room.table),
        sits=house.held(request, link.table),
        secret=secret,
        fault=fault,
        person=person,
    )


async def join(request: Request) -> Response:
    """POST /in/{secret}: take the seat."""
    house: House = request.app.state.house
    secret, link = _followed(house, request)
    form = await request.form()
    async with house.seating:
        secret, link = _followed(house, request)
        room = await house.room(link.table)
        try:
            own = await taken(house, request, room, link, secret, form)
        except Fault as fault:
            said = form.get("person", "")
            return await _door(house, request, secret, link, fault, said if isinstance(said, str) else "")
    room.changed()
    return sit(house, request, own, link.table, f"/t/{link.table}")


async def taken(house: House, request: Request, room: Room, link: Link, secret: str, form: FormData) -> str:
    """Take the seat that a link gives, as the form says who and which; gives the seat's own secret. `house.seating` is
    held meanwhile. Raises Fault."""
    if link.invites:
        return await _invited(house, request, room, link, form)
    return await _back(house, room, link, secret, form)


async def _invited(house: House, request: Request, room: Room, link: Link, form: FormData) -> str:
    """A new seat for somebody who was invited; gives its secret. Raises Fault."""
    before = house.held(request, link.table)
    if before is not None and before.role == "gm":
        raise Fault(409, "in this browser you are the GM; to join besides, use another browser or device")
    if before is None and sum(not one.invites for one in house.links.of(link.table)) >= MOST_SEATS:
        raise Fault(409, f"{MOST_SEATS} people have joined this table; its GM can send some away first")
    person = person_of(form, required=link.role != "spectator")
    seat = GM if link.role == "gm" else free(house, room.table, form) if link.role == "player" else ""
    joined = Link(id="", table=link.table, role=link.role, seat=seat, person=person, made=utc_now())
    secret = await asyncio.to_thread(house.links.make, joined)
    if before is not None:
        await asyncio.to_thread(house.links.revoke, before)
        room.dismiss(before.id, MOVED_ON)
        if before.seat != seat:
            await name(room, before.seat, "")
    if seat != GM or not room.table.standing.persons.get(GM):
        await name(room, seat, person)
    return secret


async def _back(house: House, room: Room, link: Link, secret: str, form: FormData) -> str:
    """Somebody follows the link of a seat. One that a GM has passed on is used up by that: the seat gets a secret that
    only its holder knows. Raises Fault."""
    if not link.nonce:
        return secret
    person = link.person or person_of(form, required=link.role == "player")
    secret = await asyncio.to_thread(house.links.renew, replace(link, person=person))
    await name(room, link.seat, person)
    return secret


async def claim(request: Request) -> Response:
    """POST /t/{table}/claim: a player without a character takes one that is free."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    form = await request.form()
    async with house.seating:
        room, link = await house.seated(request)
        if link.role != "player" or link.seat:
            raise Fault(409, "you have a seat already")
        seat = free(house, room.table, form)
        if not seat:
            raise Fault(422, "choose a character", field="seat")
        await asyncio.to_thread(house.links.change, replace(link, seat=seat))
        room.dismiss(link.id, f"You play {seat} now.", moved=True)
        await name(room, seat, link.person)
    return RedirectResponse(f"{house.pages.base}/t/{link.table}", 303)


async def leave(request: Request) -> Response:
    """POST /t/{table}/leave: this browser forgets the seat; the seat's own link still opens it."""
    house: House = request.app.state.house
    table = request.path_params["table"]
    response = RedirectResponse(f"{house.pages.base}/", 303)
    response.delete_cookie(COOKIE.format(table), path=f"{house.pages.base}/")
    return response
