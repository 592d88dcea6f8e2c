"""What every request needs of the server: its tables, links, pages and limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import FormData
from starlette.requests import Request

from footlights.core import GM, Seat
from footlights.store import Store, StoreTrouble
from footlights.table import Table
from footlights.table.dicebox import Dicebox, OsDice
from footlights.table.table import utc_now
from footlights.web.drafts import Drafts
from footlights.web.faults import Fault
from footlights.web.guard import Guesses, Rate
from footlights.web.metrics import Metrics
from footlights.web.page import Drawn
from footlights.web.render import Pages
from footlights.web.rooms import Room, Rooms
from footlights.web.seats import Link, Links, Role, digest, same_secret
from footlights.web.settings import LOOPBACK, Settings

COOKIE: Final = "seat-{}"
A_YEAR: Final = 365 * 24 * 3600


class House:
    """One server. Everything that lasts is in its store; `drop` is the folder where the host may lay a link.

    `seating` is held by whoever changes who sits where, from looking to writing; `importing` while a file is read.
    `well_until` is the moment (of the monotonic clock) up to which the store is taken to work.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        dicebox: Callable[[], Dicebox] = OsDice,
        drop: Path | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.metrics = Metrics()
        self.links = Links(store, drop)
        self.drafts = Drafts(store)
        self.rooms = Rooms(store, dicebox, self.metrics, self._handed, settings.rooms)
        self.pages = Pages(settings)
        self.drawn = Drawn(self.pages)
        self.seating = asyncio.Lock()
        self.importing = asyncio.Lock()
        self._orders = Rate(settings.orders, 10)
        self._questions = Rate(settings.orders, 10)
        self.well_until = 0.0
        self._guesses = Guesses(settings.guesses, 60)
        self._tables = Rate(settings.tables, 3600)

    # --- who asks ---

    def held(self, request: Request, table: str) -> Link | None:
        """The seat at that table that the request's token or cookie holds. Raises Fault when too many wrong ones came
        from this address."""
        secret = self.secret(request, table)
        link = self._found(request, secret) if secret else None
        return link if link and link.table == table and not link.invites else None

    def secret(self, request: Request, table: str) -> str:
        """What a request presents for that table, "" for nothing."""
        said = request.headers.get("authorization", "")
        if said[:7].lower() == "bearer ":
            return said[7:].strip()
        return request.cookies.get(COOKIE.format(table), "")

    def opened(self, request: Request, secret: str) -> Link | None:
        """The link that somebody follows. Raises Fault when too many wrong ones came from this address, for a right one
        too: else guessing could go on. (Seats that are held are not shut out.)"""
        self._guesses.check(self.address(request))
        return self._found(request, secret)

    def _found(self, request: Request, secret: str) -> Link | None:
        link = self.links.find(secret)
        if link is None:
            self._guesses.wrong(self.address(request), digest(secret))
        return link

    async def seated(self, request: Request) -> tuple[Room, Link]:
        """The table that is asked for and the seat it is asked from, once all of the request is there. Raises
        Fault."""
        table = request.path_params["table"]
        link = self.held(request, table)
        if link is not None:
            room = await self.room(table)
            if request.method == "POST":
                await request.body()
            if self.links.get(link.id) is not link:  # it may have ended, or changed, while the rest came in
                link = self.held(request, table)
            if link is not None:
                return room, link
        raise Fault(401, "you have no seat at this table; follow the link you were given")

    async def presiding(self, request: Request) -> tuple[Room, Link]:
        """The same for what only a GM may do. Raises Fault."""
        room, link = await self.seated(request)
        if link.role != "gm":
            raise Fault(403, "only the GM may do this")
        return room, link

    async def room(self, table: str) -> Room:
        """An open table. Raises Fault where there is none, StoreTrouble where it cannot be read."""
        try:
            return await self.rooms.room(table)
        except StoreTrouble as trouble:
            if trouble.what.startswith("there is no table"):
                raise Fault(404, "there is no such table here (it may have been deleted)") from None
            raise

    def _handed(self, table: str) -> tuple[str, ...]:
        """Whose characters wait for the GM of that table."""
        return tuple(draft.whose for draft in self.drafts.handed(table))

    def acting(self, link: Link) -> Seat:
        """The seat that orders of this link come from. Raises Fault for those who only watch."""
        if link.role == "gm":
            return GM
        if not link.seat:
            raise Fault(403, "you watch here; only players and the GM act")
        return link.seat

    def count_order(self, link: Link) -> None:
        """One more order. Raises Fault when a seat sends too many."""
        self._orders.check(link.id, "that was a lot at once")

    def count_question(self, link: Link) -> None:
        """One more question about odds. Raises Fault when a seat asks too many."""
        self._questions.check(link.id, "that was a lot at once")

    def count_table(self, request: Request) -> None:
        """One more table. Raises Fault when an address opens too many."""
        self._tables.check(self.address(request), "many tables were opened from here")

    def check_creating(self, request: Request, form: FormData) -> None:
        """Raise Fault unless whoever sends this form may open a table."""
        settings = self.settings
        if settings.create == "open":
            return
        said = form.get("token", "")
        token = said.strip() if isinstance(said, str) else ""
        self._guesses.check(self.address(request))
        if not same_secret(token, settings.token):
            self._guesses.wrong(self.address(request), digest(token))
            raise Fault(403, "tables are opened here by those who have the host's word for it", field="token")

    def address(self, request: Request) -> str:
        """Where a request comes from."""
        if self.settings.proxy and (forwarded := request.headers.get("x-forwarded-for")):
            return forwarded.rsplit(",", 1)[-1].strip()
        return request.client.host if request.client else ""

    # --- links ---

    def url(self, request: Request) -> str:
        """The address that people reach this server by, without a slash at its end."""
        if self.settings.url:
            return self.settings.url.rstrip("/")
        scheme = request.url.scheme
        host = request.headers.get("host", f"{self.settings.host}:{self.settings.port}")
        if self.settings.proxy:
            scheme = request.headers.get("x-forwarded-proto", scheme)
            host = request.headers.get("x-forwarded-host", host)
        return f"{scheme}://{host}{self.pages.base}"

    def reaches_others(self, request: Request) -> bool:
        """Whether links work on other devices too."""
        return urlsplit(self.url(request)).hostname not in LOOPBACK

    def seat(
        self, table: Table, role: Role, seat: Seat = "", person: str = "", *, first: bool = False
    ) -> str:
        """A new seat for somebody; gives its secret."""
        link = Link(id="", table=table.id, role=role, seat=seat, person=person, made=utc_now(), first=first)
        return self.links.make(link)
