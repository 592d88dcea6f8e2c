"""Which address is answered by what."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import DecodeError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware  # leaves streams and fonts alone
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from footlights.core import Refused
from footlights.store import Record, Store, StoreTrouble
from footlights.table import Stale
from footlights.table.dicebox import Dicebox, OsDice
from footlights.web import api, openapi
from footlights.web.assets import Assets
from footlights.web.direct import Direct
from footlights.web.faults import Fault, as_json, problem, retry
from footlights.web.guard import Guard
from footlights.web.house import House
from footlights.web.metrics import metrics
from footlights.web.pages import files, help, joining, lobby, people, play, rewind, rules, sheet, zero
from footlights.web.settings import Settings
from footlights.web.stream import BEAT
from footlights.written import Malformed

CLOSING: Final = "The server is stopping; this page goes on by itself when it is back."


class App(Guard):
    """The server's application, `house` within it."""

    def __init__(self, house: House) -> None:
        self.house = house
        writing = (Refused, Stale, StoreTrouble, Malformed, DecodeError)
        foreseen = (*writing, Fault, HTTPException, ClientDisconnect)
        inner = Starlette(
            routes=(routes := _routes()),
            exception_handlers=dict.fromkeys((*foreseen, Exception), _failed),
            lifespan=self._life,
        )
        inner.state.house = house
        most = [route for route in routes if isinstance(route, Route) and route.endpoint in _ASKED_FOR_MOST]
        super().__init__(Direct(inner, most, _failed, foreseen), house.settings, house.metrics)

    def say_goodbye(self) -> None:
        """End every live stream, saying that the server stops."""
        self.house.rooms.close_all(CLOSING)

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(self.house.pages.prepare)
        beating = asyncio.create_task(self._beat())
        yield
        beating.cancel()
        self.say_goodbye()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for room in self.house.rooms:
                room.beat()


def create_app(
    settings: Settings, store: Store, dicebox: Callable[[], Dicebox] = OsDice, drop: Path | None = None
) -> App:
    """The server's application; it does not close the store. `drop`: see `House`."""
    return App(House(settings, store, dicebox, drop))


_PACKED: Final = Middleware(GZipMiddleware, minimum_size=1_000, compresslevel=6)


_ASKED_FOR_MOST: Final = {api.order, api.events, play.order, play.live}


def _routes() -> list[Route | Mount]:
    at, table = partial(Route, middleware=[_PACKED]), "/t/{table:str}"
    return [
        *(Route(one.path, one.answers, methods=[one.method]) for one in api.OPERATIONS),
        Route(f"{table}/order", play.order, methods=["POST"]),
        Route(f"{table}/live", play.live),
        at("/", lobby.lobby),
        at("/tables", lobby.create, methods=["POST"]),
        at("/rules", rules.games),
        at("/rules/{game:str}", rules.rules),
        at("/help", help.help),
        at("/import", files.take_in, methods=["POST"]),
        at("/in/{secret:str}", joining.door),
        at("/in/{secret:str}", joining.join, methods=["POST"]),
        at(table, play.table),
        at(f"{table}/offer/{{kind:str}}", play.offer),
        at(f"{table}/odds", play.odds, methods=["POST"]),
        at(f"{table}/log", play.older),
        at(f"{table}/rewind", rewind.rewind),
        at(f"{table}/rewind", rewind.go_back, methods=["POST"]),
        at(f"{table}/claim", joining.claim, methods=["POST"]),
        at(f"{table}/leave", joining.leave, methods=["POST"]),
        at(f"{table}/check", zero.check, methods=["POST"]),
        at(f"{table}/zero", zero.zero),
        at(f"{table}/zero", zero.change, methods=["POST"]),
        at(f"{table}/zero/rulings", zero.rule, methods=["POST"]),
        at(f"{table}/zero/character", zero.admit, methods=["POST"]),
        at(f"{table}/character", zero.character),
        at(f"{table}/character", zero.build, methods=["POST"]),
        at(f"{table}/sheet/{{who:path}}", sheet.sheet),
        at(f"{table}/people", people.people),
        at(f"{table}/people/invite", people.invite, methods=["POST"]),
        at(f"{table}/people/{{link:str}}/revoke", people.revoke, methods=["POST"]),
        at(f"{table}/people/{{link:str}}/renew", people.renew, methods=["POST"]),
        at(f"{table}/people/{{link:str}}/give", people.give, methods=["POST"]),
        at(f"{table}/files", files.files),
        at(f"{table}/files/campaign.json", files.campaign),
        at(f"{table}/files/session.yaml", files.session),
        at(f"{table}/files/chronicle.md", files.chronicle),
        at(f"{table}/files/character.json", files.character),
        at(f"{table}/archive", files.archive, methods=["POST"]),
        at(f"{table}/delete", files.delete, methods=["POST"]),
        at("/openapi.json", openapi.document),
        at("/api", openapi.page),
        at("/healthz", healthy),
        at("/metrics", metrics),
        Mount("/static", Assets(packages=[("footlights.web", "static")]), middleware=[_PACKED]),
    ]


async def healthy(request: Request) -> Response:
    """GET /healthz: whether tables can be read and written. Raises StoreTrouble."""
    house: House = request.app.state.house
    mark = Record("health", "mark", "", b"{}")

    def try_both() -> None:
        house.store.keep([mark])
        house.store.records(mark.kind)

    if time.monotonic() > house.well_until:  # anybody may ask, as often as they like
        await asyncio.to_thread(try_both)
        house.well_until = time.monotonic() + 1
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


async def _failed(request: Request, fault: Exception) -> Response:
    """What went wrong, in the form that was asked for."""
    if isinstance(fault, HTTPException):
        fault = Fault(fault.status_code, _NOTHING if fault.status_code == 404 else str(fault.detail))
    if isinstance(fault, ClientDisconnect):
        fault = Fault(400, "this ended before it was whole")  # nobody is there to read it
    found = problem(fault)
    page = "text/html" in request.headers.get("accept", "") and "/api/" not in request.url.path
    if not page:
        return as_json(found, retry(fault))
    house: House = request.app.state.house
    return house.pages.response("fault.html", found.status, fault=found)


_NOTHING: Final = "there is nothing at this address"
