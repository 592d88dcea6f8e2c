"""Files of a table, out and in; its archive, and its end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Final
from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from footlights.store import Store, TableMeta
from footlights.table import Table
from footlights.table.dicebox import TypedDice
from footlights.table.markdown import chronicle_markdown
from footlights.table.saves import export_campaign, export_character, import_campaign
from footlights.table.script import played, read, written_out
from footlights.web.faults import Fault
from footlights.web.house import COOKIE, House
from footlights.web.pages import lobby
from footlights.web.pages.joining import person_of
from footlights.web.rooms import Room
from footlights.web.seats import Link
from footlights.written import Malformed, read_bytes, shortened

_UNFIT: Final = re.compile(r"[\s/\\:*?\"<>|\x00-\x1f]+")
"""What the name of a file cannot have everywhere."""
MOST_VALUES: Final = 2_000_000
"""Values in a campaign that is taken in here, a second's work to read; a larger one goes by `footlights import`."""

DELETED: Final = "This table was deleted by its GM."


async def files(request: Request) -> Response:
    """GET /t/{table}/files."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    return _page(house, room, link)


def _page(house: House, room: Room, link: Link, fault: Fault | None = None) -> Response:
    table = room.table
    return house.pages.response(
        "files.html",
        fault.status if fault else 200,
        table=table,
        link=link,
        characters=list(table.system.sheets(table.known(link.eyes))),
        archived=room.archived,
        fault=fault,
    )


# --- out ---


def _download(body: bytes, kind: str, table: Table, ending: str) -> Response:
    """A file to keep, called as the campaign is; `ending` may have anything in it."""
    name = _UNFIT.sub("-", table.campaign.name)[:80].strip("-.") + _UNFIT.sub("-", ending)
    plain = name.encode("ascii", "ignore").decode()
    if plain[:1] in {"-", "."}:
        plain = f"table{plain}"
    offered = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"
    return Response(body, 200, {"Content-Disposition": offered, "Cache-Control": "no-store"}, kind)


async def campaign(request: Request) -> Response:
    """GET /t/{table}/files/campaign.json: the whole log, secrets and all: for the GM."""
    room, link = await request.app.state.house.presiding(request)
    body = await _written(request, link, export_campaign)
    return _download(body, "application/json", room.table, ".json")


async def session(request: Request) -> Response:
    """GET /t/{table}/files/session.yaml: what was done, to be played again: for the GM."""
    room, link = await request.app.state.house.presiding(request)
    body = await _written(request, link, lambda table: written_out(table).encode())
    return _download(body, "application/yaml", room.table, ".yaml")


async def chronicle(request: Request) -> Response:
    """GET /t/{table}/files/chronicle.md: as the seat that asks may see it."""
    room, link = await request.app.state.house.seated(request)
    body = await _written(request, link, lambda table: chronicle_markdown(table, link.eyes).encode())
    return _download(body, "text/markdown; charset=utf-8", room.table, ".md")


async def character(request: Request) -> Response:
    """GET /t/{table}/files/character.json?name=: one sheet, as the seat that asks may see it."""
    room, link = await request.app.state.house.seated(request)
    name = request.query_params.get("name", link.seat)
    body = await _written(request, link, lambda table: export_character(table, name, link.eyes))
    return _download(body, "application/json", room.table, f"-{name}.json")


async def _written(request: Request, link: Link, work: Callable[[Table], bytes]) -> bytes:
    """What some work makes of the table, read anew, so that a long log keeps nobody waiting."""
    store: Store = request.app.state.house.store
    return await asyncio.to_thread(lambda: work(Table.open(store, link.table, TypedDice())))


# --- in ---


async def take_in(request: Request) -> Response:
    """POST /import: a campaign (JSON) or a session script (YAML) becomes a table, and whoever brought it its GM. A file
    with a fault is refused whole."""
    house: House = request.app.state.house
    async with request.form(max_files=1) as form:
        try:
            house.check_creating(request, form)
            house.count_table(request)
            person = person_of(form, required=False)
            file = form.get("file")
            if not isinstance(file, UploadFile) or not file.filename:
                raise Fault(
                    422, "choose a file: a campaign (.json) or a session script (.yaml)", field="file"
                )
            raw = await file.read()
            async with house.importing:
                meta = await asyncio.to_thread(_taken, house.store, raw, file.filename)
        except (Fault, Malformed) as fault:
            shown = (
                fault
                if isinstance(fault, Fault)
                else Fault(422, f"nothing was taken in: {fault}", field="file")
            )
            return await lobby.page(request, shown, lobby.said(form))
    table = await asyncio.to_thread(Table.open, house.store, meta.id, house.rooms.dicebox())
    return await lobby.opened(house, request, table, person)


def _taken(store: Store, raw: bytes, filename: str) -> TableMeta:
    """The table that a file becomes. Raises Malformed, and then nothing is taken in."""
    name = shortened(PurePath(filename.replace("\\", "/")).name)
    written = read_bytes(raw, name, is_json=filename.lower().endswith(".json"), most_values=MOST_VALUES)
    keys = written.value.keys() if isinstance(written.value, dict) else ()
    if "rows" in keys:
        return import_campaign(store, written)
    if "play" in keys:
        return played(read(written), store)
    raise Malformed(
        f"{name}: this is neither a campaign (with its rows) nor a session script (with its play)"
    )


# --- the archive, and the end ---


async def archive(request: Request) -> Response:
    """POST /t/{table}/archive: put the table away (archived=yes), or bring it back (no)."""
    house: House = request.app.state.house
    room, link = await house.presiding(request)
    house.count_order(link)
    form = await request.form()
    if form.get("archived") not in {"yes", "no"}:
        raise Fault(422, "archived is yes or no", field="archived")
    await house.rooms.archive(room, archived=form["archived"] == "yes")
    return RedirectResponse(f"{house.pages.base}/t/{link.table}/files", 303)


async def delete(request: Request) -> Response:
    """POST /t/{table}/delete: for ever. The GM who opened the table types its name."""
    house: House = request.app.state.house
    room, link = await house.presiding(request)
    house.count_order(link)
    if not link.first:
        raise Fault(403, "only the GM who opened the table can delete it")
    form = await request.form()
    typed = form.get("name", "")
    if not isinstance(typed, str) or typed.strip() != room.table.campaign.name.strip():
        return _page(
            house,
            room,
            link,
            Fault(422, f"type the name of the table as it is: {room.table.campaign.name}", field="name"),
        )
    async with house.seating:
        await house.rooms.delete(room, DELETED)
        house.links.drop(link.table)
        house.drafts.drop(link.table)
    response = RedirectResponse(f"{house.pages.base}/", 303)
    response.delete_cookie(COOKIE.format(link.table), path=f"{house.pages.base}/")
    return response
