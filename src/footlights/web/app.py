"""Which address is answered by what."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from footlights.core import Refused
from footlights.store import Store, StoreTrouble
from footlights.table import Stale
from footlights.table.dicebox import Dicebox, OsDice
from footlights.web import api
from footlights.web.faults import Fault, as_json, problem, retry
from footlights.web.guard import Guard
from footlights.web.house import House
from footlights.web.pages import joining, lobby, play
from footlights.web.settings import Settings
from footlights.web.stream import BEAT
from footlights.written import Malformed

log: Final = logging.getLogger("footlights.web")

CLOSING: Final = "The server is stopping; this page goes on by itself when it is back."


def create_app(settings: Settings, store: Store, dicebox: Callable[[], Dicebox] = OsDice) -> ASGIApp:
    """The server's application. It does not close the store."""
    house = House(settings, store, dicebox)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        beating = asyncio.create_task(beat())
        yield
        beating.cancel()
        for room in house.rooms:
            house.rooms.close(room.table.id, CLOSING)

    async def beat() -> None:
        while True:
            await asyncio.sleep(BEAT)
            for room in house.rooms:
                room.beat()

    kinds = (Refused, Stale, StoreTrouble, Malformed, Fault, HTTPException, Exception)
    app = Starlette(
        routes=_routes(),
        exception_handlers=dict.fromkeys(kinds, _failed),
        lifespan=life,
    )
    app.state.house = house
    return Guard(app, settings)


def _routes() -> list[Route | Mount]:
    at, table = Route, "/t/{table:str}"
    return [
        at("/", lobby.lobby),
        at("/tables", lobby.create, methods=["POST"]),
        at("/in/{secret:str}", joining.door),
        at("/in/{secret:str}", joining.join, methods=["POST"]),
        at(table, play.table),
        at(f"{table}/live", play.live),
        at(f"{table}/order", play.order, methods=["POST"]),
        at(f"{table}/offer/{{kind:str}}", play.offer),
        at(f"{table}/odds", play.odds, methods=["POST"]),
        at(f"{table}/log", play.older),
        at(f"{table}/claim", joining.claim, methods=["POST"]),
        at(f"{table}/leave", joining.leave, methods=["POST"]),
        at("/api/tables/{table:str}", api.view),
        at("/api/tables/{table:str}/orders", api.order, methods=["POST"]),
        at("/api/tables/{table:str}/chronicle", api.chronicle),
        at("/api/tables/{table:str}/events", api.events),
        at("/healthz", healthy),
        Mount("/static", StaticFiles(packages=[("footlights.web", "static")])),
    ]


async def healthy(request: Request) -> Response:
    """GET /healthz: whether tables can be read."""
    request.app.state.house.store.tables()
    return PlainTextResponse("ok\n")


async def _failed(request: Request, fault: Exception) -> Response:
    """What went wrong, in the form that was asked for."""
    if isinstance(fault, HTTPException):
        fault = Fault(fault.status_code, _NOTHING if fault.status_code == 404 else str(fault.detail))
    found = problem(fault)
    if found.status == 500:
        log.exception("unforeseen", exc_info=fault)
    page = "text/html" in request.headers.get("accept", "") and "/api/" not in request.url.path
    if not page:
        return as_json(found, retry(fault))
    house: House = request.app.state.house
    return house.pages.response("fault.html", found.status, fault=found)


_NOTHING: Final = "there is nothing at this address"
