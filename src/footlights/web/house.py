"""What every request needs of the server: its tables, links, pages and limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.requests import Request

from footlights.core import GM, Seat
from footlights.store import Store, StoreTrouble
from footlights.table import Table
from footlights.table.dicebox import Dicebox, OsDice
from footlights.table.table import utc_now
from footlights.web.faults import Fault
from footlights.web.guard import Rate
from footlights.web.page import Drawn
from footlights.web.render import Pages
from footlights.web.rooms import Room, Rooms
from footlights.web.seats import Link, Links, same_secret
from footlights.web.settings import Settings

COOKIE: Final = "seat-{}"
A_YEAR: Final = 365 * 24 * 3600


class House:
    """One server. Everything that lasts is in its store."""

    def __init__(self, settings: Settings, store: Store, dicebox: Callable[[], Dicebox] = OsDice) -> None:
        self.settings = settings
        self.store = store
        self.rooms = Rooms(store, dicebox)
        self.links = Links(store)
        self.pages = Pages(settings)
        self.drawn = Drawn(self.pages)
        self._orders = Rate(settings.orders, 10)
        self._guesses = Rate(settings.guesses, 60)
        self._tables = Rate(settings.tables, 3600)

    # --- who asks ---

    def held(self, request: Request, table: str) -> Link | None:
        """The seat at that table that the request's token or cookie holds."""
        said = request.headers.get("authorization", "")
        secret = (
            said[7:].strip() if said[:7].lower() == "bearer " else request.cookies.get(COOKIE.format(table))
        )
        link = self.opened(request, secret) if secret else None
        return link if link and link.table == table and not link.invites else None

    def opened(self, request: Request, secret: str) -> Link | None:
        """The link that the secret is. Raises Fault when too many wrong ones came from this address."""
        address = self.address(request)
        if wait := self._guesses.wait(address):
            raise Fault(429, f"too many links that open nothing; wait {wait} seconds", wait=wait)
        link = self.links.find(secret)
        if link is None:
            self._guesses.count(address)
        return link

    async def seated(self, request: Request) -> tuple[Room, Link]:
        """The table that is asked for and the seat it is asked from. Raises Fault."""
        table = request.path_params["table"]
        link = self.held(request, table)
        if link is None:
            raise Fault(401, "you have no seat at this table; follow the link you were given")
        return await self.room(table), link

    async def room(self, table: str) -> Room:
        """An open table. Raises Fault where there is none, StoreTrouble where it cannot be read."""
        try:
            return await self.rooms.room(table)
        except StoreTrouble as trouble:
            if trouble.what.startswith("there is no table"):
                raise Fault(404, "there is no such table here (it may have been deleted)") from None
            raise

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

    def count_table(self, request: Request) -> None:
        """One more table. Raises Fault when an address opens too many, or may open none."""
        self._tables.check(self.address(request), "many tables were opened from here")

    def may_create(self, token: str) -> bool:
        """Whether somebody who says this may open a table."""
        settings = self.settings
        return settings.create == "open" or bool(token and same_secret(token, settings.create_token))

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

    def seat(self, table: Table, role: str, seat: Seat = "", person: str = "") -> str:
        """A new seat for somebody; gives its secret."""
        link = Link(id="", table=table.id, role=role, seat=seat, person=person, made=utc_now())  # type: ignore[arg-type]
        return self.links.make(link)
