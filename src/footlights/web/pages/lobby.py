"""The first page: open a table, step into an example, go back to where you sit."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from footlights.core import GM
from footlights.games import load, names
from footlights.table import Campaign, Table
from footlights.table.examples import examples
from footlights.table.script import Session, read
from footlights.web.faults import Fault
from footlights.web.house import COOKIE, House
from footlights.web.pages.joining import sit
from footlights.web.seats import Link
from footlights.written import read_file


class Known(msgspec.Struct, frozen=True):
    """A table that this browser has a seat at."""

    id: str
    name: str
    game: str
    role: str
    seat: str


async def lobby(request: Request) -> Response:
    """GET /."""
    house: House = request.app.state.house
    return house.pages.response(
        "lobby.html",
        games=[load(name) for name in names()],
        examples=[path.stem for path in examples()],
        tables=list(_known(house, request)),
        needs_token=house.settings.create == "token",
        fault=request.query_params.get("fault", "")[:200],
    )


def _known(house: House, request: Request) -> Iterator[Known]:
    metas = {COOKIE.format(meta.id): meta for meta in house.store.tables()}
    for name in request.cookies:
        if meta := metas.get(name):
            link = house.held(request, meta.id)
            if link is not None:
                yield Known(meta.id, meta.name, _title(meta.game), link.role, link.seat)


def _title(game: str) -> str:
    return load(game).title if game in names() else game


async def create(request: Request) -> Response:
    """POST /tables: a new table of a game, or an example in play; whoever opens it sits down as its GM."""
    house: House = request.app.state.house
    form = await request.form()
    if not house.may_create(str(form.get("token", ""))):
        raise Fault(403, "tables are opened here by those who have the host's word for it", field="token")
    house.count_table(request)
    if example := form.get("example"):
        table = await asyncio.to_thread(_example, house, str(example))
    else:
        table = await asyncio.to_thread(_new, house, str(form.get("game", "")), str(form.get("name", "")))
    house.rooms.add(table)
    secret = house.seat(table, "gm", GM)
    return sit(house, request, secret, Link(id="", table=table.id, role="gm"), f"/t/{table.id}")


def _new(house: House, game: str, name: str) -> Table:
    if game not in names():
        raise Fault(422, f"choose one of the games: {', '.join(names())}", field="game")
    system = load(game)
    campaign = Campaign(name=name.strip() or f"A table of {system.title}")
    return Table.create(house.store, game, system.setup(), campaign, house.rooms.dicebox())


def _example(house: House, example: str) -> Table:
    path = next((path for path in examples() if path.stem == example), None)
    if path is None:
        raise Fault(422, "there is no such example", field="example")
    script = read(read_file(path))
    session = Session(script, house.store)
    for _ in session.steps(script.enter):
        pass
    return Table.open(house.store, session.table.id, house.rooms.dicebox())
