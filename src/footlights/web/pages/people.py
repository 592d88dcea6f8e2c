"""The people at a table: invitations, seats and who holds them, the link for one's other devices."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import segno
from markupsafe import Markup
from msgspec.structs import replace
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from footlights.core import GM, Seat
from footlights.table.table import utc_now
from footlights.web.faults import Fault
from footlights.web.house import House
from footlights.web.pages.joining import free, free_seats, name, person_of, sit
from footlights.web.rooms import Room
from footlights.web.seats import Link, Role

ROLES: Final[tuple[Role, ...]] = ("player", "spectator", "gm")

REVOKED: Final = "The GM has ended this link. Ask for a new one if you are to come back."
RENEWED: Final = "This seat has a new link, and the old one has ended."


class Share(NamedTuple):
    """A link to pass on: its address, and the same as a picture for a camera."""

    url: str
    qr: Markup


class Invitation(NamedTuple):
    """How people come in for one role: `link` None where nobody is invited, `share` None where another GM made it."""

    role: Role
    link: Link | None
    share: Share | None


class Person(NamedTuple):
    """Somebody who holds a link. `share`: a new link that waits to be passed on; `fixed`: they cannot be sent away."""

    link: Link
    here: bool
    own: bool
    share: Share | None
    fixed: bool


@lru_cache(maxsize=200)
def qr(url: str) -> Markup:
    """A QR code as SVG, dark on light in every theme."""
    code = segno.make(url, error="m", micro=False)
    return Markup(code.svg_inline(omitsize=True, border=3, dark="#000", light="#fff", svgclass="qr-code"))


async def people(request: Request) -> Response:
    """GET /t/{table}/people."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    return _page(house, request, room, link)


def _page(house: House, request: Request, room: Room, link: Link, fault: Fault | None = None) -> Response:
    own = house.secret(request, link.table)
    persons = list(_persons(house, request, room, link))
    return house.pages.response(
        "people.html",
        fault.status if fault else 200,
        table=room.table,
        link=link,
        own=_share(house, request, own),
        invitations=list(_invitations(house, request, link)) if link.role == "gm" else [],
        persons=persons,
        waiting=[one for one in persons if one.link.role == "player" and not one.link.seat],
        free=free_seats(house, room.table),
        seats=[seat for seat in room.table.seats if seat != GM],
        reaches_others=house.reaches_others(request),
        fault=fault,
    )


def _share(house: House, request: Request, secret: str) -> Share | None:
    if not secret:
        return None
    url = f"{house.url(request)}/in/{secret}"
    return Share(url, qr(url))


def _invitations(house: House, request: Request, link: Link) -> Iterator[Invitation]:
    made = {one.role: one for one in house.links.of(link.table) if one.invites}
    own = house.secret(request, link.table)
    for role in ROLES:
        one = made.get(role)
        yield Invitation(role, one, _share(house, request, house.links.shown(one, own)) if one else None)


def _persons(house: House, request: Request, room: Room, link: Link) -> Iterator[Person]:
    here = room.links_present
    own = house.secret(request, link.table)
    for one in house.links.of(link.table):
        if not one.invites:
            lent = house.links.shown(one, own) if link.role == "gm" else ""
            yield Person(
                one,
                one.id in here or one == link,
                one == link,
                _share(house, request, lent),
                one.first or one == link,
            )


def _back(house: House, link: Link, place: str = "") -> Response:
    return RedirectResponse(f"{house.pages.base}/t/{link.table}/people{place}", 303)


async def invite(request: Request) -> Response:
    """POST /t/{table}/people/invite: a new invitation for a role; one that was there ends."""
    house: House = request.app.state.house
    _room, link = await house.presiding(request)
    house.count_order(link)
    form = await request.form()
    role = next((one for one in ROLES if one == form.get("role")), None)
    if role is None:
        raise Fault(422, f"say for whom: {', '.join(ROLES)}", field="role")
    await invitation(house, link.table, role, house.secret(request, link.table))
    return _back(house, link, f"#invite-{role}")


async def invitation(house: House, table: str, role: Role, own: str) -> str:
    """A new invitation for a role, by the GM whose secret is `own`; one that was there ends. Gives its secret."""
    async with house.seating:
        before = [one for one in house.links.of(table) if one.invites and one.role == role]
        if before:
            return await asyncio.to_thread(house.links.renew, before[0], own)
        new = Link(id="", table=table, role=role, invites=True, made=utc_now())
        return await asyncio.to_thread(house.links.lend, new, own)


async def _meant(house: House, request: Request) -> tuple[Room, Link, Link]:
    """The room, who asks, and the link that is meant. Raises Fault unless the GM asks, or whoever holds that link."""
    room, link = await house.seated(request)
    house.count_order(link)
    meant = house.links.get(request.path_params["link"])
    if meant is None or meant.table != link.table or (link.role != "gm" and meant.id != link.id):
        raise Fault(404 if link.role == "gm" else 403, "that is no link of yours (any more)")
    if meant.first and meant.id != link.id:
        raise Fault(403, "this GM opened the table; only they can change their own seat")
    return room, link, meant


async def revoke(request: Request) -> Response:
    """POST /t/{table}/people/{link}/revoke: an invitation or a seat ends; whoever watches by it is told."""
    house: House = request.app.state.house
    await request.body()  # not while others wait to sit down
    async with house.seating:
        room, link, meant = await _meant(house, request)
        if link.role != "gm":
            raise Fault(403, "only the GM may do this")
        if meant.id == link.id:
            raise Fault(409, "you cannot send yourself away; another GM can")
        await asyncio.to_thread(house.links.revoke, meant)
        if (draft := house.drafts.find(meant.id, meant.table)) and not draft.handed:
            await asyncio.to_thread(house.drafts.forget, draft)  # nobody can open it any more
        room.dismiss(meant.id, REVOKED)
        if not meant.invites and meant.role == "player":
            await name(room, meant.seat, "")
    return _back(house, link)


async def renew(request: Request) -> Response:
    """POST /t/{table}/people/{link}/renew: a new secret for a seat, and the old one ends: for whoever holds it at once,
    from the GM as a link to pass on, to somebody else (`person`) if the GM says so."""
    house: House = request.app.state.house
    await request.body()  # not while others wait to sit down
    form = await request.form()
    async with house.seating:
        room, link, meant = await _meant(house, request)
        if meant.invites:
            raise Fault(409, "make a new invitation instead")
        if meant.id == link.id:
            secret = await asyncio.to_thread(house.links.renew, meant)
            room.dismiss(meant.id, RENEWED)
            return sit(house, request, secret, link.table, f"/t/{link.table}/people#own")
        try:
            to = _handed(form, meant)
        except Fault as fault:
            return _page(house, request, room, link, fault)
        own = house.secret(request, link.table)
        await asyncio.to_thread(house.links.renew, to, own)
        room.dismiss(meant.id, RENEWED)
        if to.person != meant.person:
            await name(room, meant.seat, to.person)
    return _back(house, link, f"#link-{meant.id}")


def _handed(form: FormData, meant: Link) -> Link:
    """The link as it is handed on. Raises Fault."""
    if "person" not in form:
        return meant
    return replace(meant, person=person_of(form, required=False))


async def give(request: Request) -> Response:
    """POST /t/{table}/people/{link}/give: the GM gives a player a character, or ("") takes it back."""
    house: House = request.app.state.house
    await request.body()  # not while others wait to sit down
    form = await request.form()
    async with house.seating:
        room, link, meant = await _meant(house, request)
        if link.role != "gm":
            raise Fault(403, "only the GM may do this")
        if meant.role != "player" or meant.invites:
            raise Fault(409, "only players have characters")
        try:
            seat: Seat = free(house, room.table, form)
        except Fault as fault:
            return _page(house, request, room, link, fault)
        await asyncio.to_thread(house.links.change, replace(meant, seat=seat))
        room.dismiss(
            meant.id, f"You play {seat} now." if seat else "You wait for a character now.", moved=True
        )
        await name(room, meant.seat, "")
        await name(room, seat, meant.person)
    return _back(house, link, f"#link-{meant.id}")
