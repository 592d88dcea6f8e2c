"""The first page: open a table, step into an example, take in a file, go back to where you sit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from functools import cache
from typing import Any

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from footlights.core import GM, Refused
from footlights.games import load, names
from footlights.table import Campaign, Table
from footlights.table.examples import examples
from footlights.table.orders import Sit
from footlights.table.script import played, read
from footlights.web.faults import Fault
from footlights.web.house import COOKIE, House
from footlights.web.pages.joining import person_of, sit
from footlights.written import read_file


class Known(msgspec.Struct, frozen=True):
    """A table that this browser has a seat at."""

    id: str
    name: str
    game: str
    role: str
    seat: str
    archived: bool


class Example(msgspec.Struct, frozen=True):
    """A table in play that anybody may step into."""

    id: str
    game: str
    name: str
    premise: str


@cache
def _examples() -> tuple[Example, ...]:
    scripts = [(path.stem, read(read_file(path))) for path in examples()]
    return tuple(
        Example(id, script.system.name, script.campaign.name, script.campaign.premise)
        for id, script in scripts
    )


async def lobby(request: Request) -> Response:
    """GET /."""
    return await page(request)


async def page(
    request: Request, fault: Fault | None = None, given: Mapping[str, str] | None = None
) -> Response:
    """The first page; `fault` is what was wrong with the form on it that was sent, `given` what that form said."""
    house: House = request.app.state.house
    known = [table async for table in _known(house, request)]
    return house.pages.response(
        "lobby.html",
        fault.status if fault else 200,
        games=[load(name) for name in names()],
        examples=_examples(),
        tables=[table for table in known if not table.archived],
        archive=[table for table in known if table.archived],
        needs_token=house.settings.create == "token",
        fault=fault,
        given=given or {},
    )


async def _known(house: House, request: Request) -> AsyncIterator[Known]:
    if not any(name.startswith(COOKIE.format("")) for name in request.cookies):
        return
    metas = {COOKIE.format(meta.id): meta for meta in await asyncio.to_thread(house.store.tables)}
    for name in request.cookies:
        if meta := metas.get(name):
            link = house.held(request, meta.id)
            if link is not None:
                archived = house.rooms.archived(meta.id)
                yield Known(meta.id, meta.name, _title(meta.game), link.role, link.seat, archived)


def _title(game: str) -> str:
    return load(game).title if game in names() else game


def said(form: FormData) -> dict[str, str]:
    """What a form says in text, but for the host's word."""
    return {name: value for name, value in form.items() if isinstance(value, str) and name != "token"}


async def create(request: Request) -> Response:
    """POST /tables: a new table of a game, or an example in play; whoever opens it sits down as its GM."""
    house: House = request.app.state.house
    form = await request.form()
    try:
        house.check_creating(request, form)
        house.count_table(request)
        person = person_of(form, required=False)
        if example := form.get("example"):
            table = await asyncio.to_thread(an_example, house, str(example))
        else:
            table = await asyncio.to_thread(
                begun, house, str(form.get("game", "")), str(form.get("name", ""))
            )
    except Fault as fault:
        return await page(request, fault, said(form))
    return await opened(house, request, table, person)


async def opened(house: House, request: Request, table: Table, person: str) -> Response:
    """See a new table as its GM."""
    return sit(house, request, await presides(house, table, person), table.id, f"/t/{table.id}")


async def presides(house: House, table: Table, person: str) -> str:
    """The seat of the GM at a new table, for whoever opens it; gives its secret."""
    room = house.rooms.add(table)
    secret = await asyncio.to_thread(house.seat, table, "gm", GM, person, first=True)
    if person:
        await room.submit_as(GM, Sit(seat=GM, person=person))
    return secret


def begun(house: House, game: str, name: str, setup: Any = None) -> Table:
    """A new table of that game, with nobody in it where no setup is given. Raises Fault."""
    if game not in names():
        raise Fault(422, f"choose one of the games: {', '.join(names())}", field="game")
    system = load(game)
    campaign = Campaign(name=name.strip() or f"A table of {system.title}")
    try:
        start = setup or msgspec.convert({}, system.setup)
        return Table.create(house.store, game, start, campaign, house.rooms.dicebox())
    except msgspec.ValidationError:
        how = "take in a session script that names them (docs/session-script.md)"
        raise Fault(422, f"{system.title} begins with its characters; {how}", field="game") from None
    except Refused as refused:
        raise Fault(422, refused.reason, field=refused.field) from None


def an_example(house: House, example: str) -> Table:
    """An example as a table of its own, played up to where people step in. Raises Fault."""
    path = next((path for path in examples() if path.stem == example), None)
    if path is None:
        raise Fault(422, "there is no such example", field="example")
    script = read(read_file(path))
    return Table.open(house.store, played(script, house.store, script.enter).id, house.rooms.dicebox())
