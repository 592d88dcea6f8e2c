"""A table that a server has, from one seat: its API, and what the seat sees, kept up to date by its stream."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cached_property
from http.client import HTTPException, HTTPResponse
from typing import Any, Final, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
from msgspec.structs import replace

from footlights.cli.shell import WrongUse
from footlights.core import SPECTATOR, Offer, Panel, Refused, Seat, System
from footlights.games import load, names
from footlights.store import StoreTrouble
from footlights.table import Campaign, Entry, Mark, Order, Owed, Preview, Receipt, Stale
from footlights.table.events import Happening, Standing
from footlights.web.api import Door, Join, Knock, Seated, TableView, Told
from footlights.web.faults import Problem
from footlights.web.orders import Sent

T = TypeVar("T")

PATIENCE: Final = 10
"""Seconds until an answer is given up; nothing is measured by it."""
QUIET: Final = 40
"""Seconds without a sign of life after which a stream is opened anew."""
AGAIN: Final = 1.0
"""Seconds until a lost connection is tried again."""
KEPT: Final = 500
"""Lines of the chronicle that are held here."""

_REREAD: Final = frozenset({"rewound", "redacted"})
"""Entries after which earlier lines read differently."""


class NoSeat(Exception):
    """The seat has ended; the message says why."""


class Server:
    """A server's API. Without a `token` nobody in particular asks."""

    def __init__(self, base: str, token: str = "") -> None:
        self.base = base
        self.token = token

    def get(self, path: str, kind: type[T]) -> T:
        """What is there, as that type. Raises Refused, StoreTrouble and NoSeat."""
        return self._read(self.asked(path), kind)

    def post(self, path: str, body: Any, kind: type[T]) -> T:
        """What comes of sending that. What got no answer is sent once more. Raises the same, and Stale."""
        sent = msgspec.json.encode(body)
        try:
            return self._read(self.asked(path, sent), kind)
        except Unheard:
            return self._read(self.asked(path, sent), kind)

    def asked(self, path: str, body: bytes | None = None, **said: str) -> Request:
        """A request, ready to be sent."""
        headers = {"Accept": "application/json", "Content-Type": "application/json", **said}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return Request(f"{self.base}/api/{path}", body, headers)

    def opened(self, request: Request, patience: float = PATIENCE) -> HTTPResponse:
        """The answer, still to be read. Raises Refused, Stale, StoreTrouble and NoSeat."""
        try:
            answer: HTTPResponse = urlopen(request, timeout=patience)
        except HTTPError as fault:
            raise _raised(fault) from None
        except (URLError, OSError, HTTPException) as lost:
            raise Unheard(self.base, getattr(lost, "reason", lost)) from None
        return answer

    def _read(self, request: Request, kind: type[T]) -> T:
        try:
            with self.opened(request) as answer:
                body = answer.read()
        except (OSError, HTTPException) as lost:
            raise Unheard(self.base, lost) from None
        try:
            return msgspec.json.decode(body, type=kind)
        except msgspec.MsgspecError as fault:
            remedy = "Use the same release of Footlights as the server does."
            raise StoreTrouble(f"its answer cannot be read ({fault})", self.base, remedy) from None


class Unheard(StoreTrouble):
    """The server did not answer."""

    def __init__(self, base: str, why: object) -> None:
        remedy = "Whether it was done shows as soon as the server can be reached again."
        super().__init__(f"the server does not answer ({why})", base, remedy)


def _raised(fault: HTTPError) -> Exception:
    """The exception that a problem stands for."""
    try:
        found = msgspec.json.decode(fault.read(), type=Problem)
    except (msgspec.MsgspecError, OSError):
        return StoreTrouble(
            f"it answers {fault.code}", fault.url, "Is this the address of a Footlights server?"
        )
    match found.type:
        case "no-seat":
            return NoSeat(found.detail)
        case "stale":
            return Stale("", None)
        case "store" | "trouble" | "too-many":
            return StoreTrouble(found.detail, "the server", "Try again.")
        case _:
            return Refused(found.clause, found.detail, found.field)


# --- coming in ---


def parted(link: str) -> tuple[Server, str]:
    """The server that a link leads to, and the link's secret. Raises WrongUse."""
    base, found, secret = link.strip().rpartition("/in/")
    if not found or not secret or urlsplit(base).scheme not in {"http", "https"}:
        raise WrongUse(
            f"{link[:80]!r} is no link to a table; one looks like http://host/in/... (see People there)"
        )
    return Server(base), secret.strip("/")


def door(server: Server, secret: str) -> Door:
    """What the link leads to. Raises WrongUse for what cannot be played here."""
    found = server.post("door", Knock(link=secret), Door)
    if found.game not in names() or load(found.game).version != found.rules:
        raise WrongUse(
            f"{found.name} is a game of {found.game}, rules {found.rules}, which is not installed here; "
            "use the same release of Footlights as the server does"
        )
    return found


def seated(server: Server, secret: str, person: str, seat: Seat) -> Seated:
    """The seat that the link gives. Raises Refused, which names the field that is wrong."""
    return server.post("join", Join(link=secret, person=person, seat=seat), Seated)


# --- at the table ---


class RemoteTable:
    """A table from the seat that `server.token` is. What the seat sees is as new as the last word of the server;
    `follow` keeps it so. `lost`: the server is not heard at the moment; `ended`: why the seat is gone for good."""

    def __init__(self, server: Server, table: str) -> None:
        self._server = server
        self._at = f"tables/{table}"
        self._lock = threading.Lock()
        self.lost = False
        self.ended = ""
        self._thrown = 0
        self._seen = server.get(self._at, TableView)
        self.seat: Seat = self._seen.seat
        self.system: System = load(self._seen.game)
        self._entries = self._newest()
        self._known: tuple[TableView, Any] | None = None

    # --- what stands, as far as the seat knows ---

    @property
    def state(self) -> Any:
        """The state of the game without what the seat may not know."""
        if self._known is None or self._known[0] is not self._seen:
            self._known = (self._seen, self._server.get(f"{self._at}/known", self.system.state))
        return self._known[1]

    @property
    def standing(self) -> Standing:
        """What stands beside the rules; of throws those that were made from here."""
        seen = self._seen
        return Standing(
            campaign=seen.campaign,
            persons=seen.persons,
            mode=seen.dice,
            paused=seen.paused,
            thrown=self._thrown,
        )

    @property
    def campaign(self) -> Campaign:
        """What the table agreed on."""
        return self._seen.campaign

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The GM, then the players."""
        return self._seen.seats

    @property
    def chronicles(self) -> RemoteTable:
        """Whatever can say how far the chronicle goes."""
        return self

    def count(self, _seat: Seat) -> int:
        """How many lines the seat was told."""
        return self._entries[-1].seq if self._entries else 0

    def offers(self, _seat: Seat) -> list[Offer]:
        """What the seat may do."""
        return [shown.offer for shown in self._seen.offers]

    def panels(self, _seat: Seat) -> tuple[Panel, ...]:
        """What it sees."""
        return self._seen.panels

    def chronicle(self, _seat: Seat, after: int = 0, limit: int | None = None) -> list[Entry]:
        """What it was told, as far back as is held here."""
        found = [entry for entry in self._entries if entry.seq > after]
        return found[-limit:] if limit else found

    def waiting(self, _seat: Seat = SPECTATOR) -> tuple[Owed, ...]:
        """Who is waited for."""
        return self._seen.waiting

    def marks(self) -> list[Mark]:
        """Where the GM can rewind to."""
        return self._server.get(f"{self._at}/marks", list[Mark])

    def preview_rewind(self, to: int) -> Preview:
        """What that would undo."""
        return self._server.get(f"{self._at}/preview?to={to}", Preview)

    def preview_take_back(self, _seat: Seat) -> Preview:
        """What taking the last move back would undo."""
        return self._server.get(f"{self._at}/preview", Preview)

    # --- orders ---

    def submit(self, order: Order) -> Receipt:
        """Carry an order out, as `Table.submit` does."""
        command = order.command if isinstance(order.command, dict) else msgspec.to_builtins(order.command)
        sent = Sent(id=order.id, command=command, answers=order.answers)
        try:
            receipt = self._server.post(f"{self._at}/orders", sent, Receipt)
        except Stale:
            self._see(self._server.get(self._at, TableView))
            kind = command["type"]
            now = next((offer for offer in self.offers(order.seat) if offer.kind == kind), None)
            raise Stale(kind, now) from None
        except NoSeat as gone:
            self.ended = str(gone)
            raise Refused("", self.ended) from None
        self._thrown += any("faces" in entry.event for entry in receipt.entries)
        entries = [self._whole(entry) for entry in receipt.entries]
        for entry in entries:
            self._take(entry)
        self._see(self._server.get(self._at, TableView))
        return replace(receipt, entries=tuple(entries))

    # --- news ---

    def follow(self, news: Callable[[], None]) -> None:
        """Listen to the server in a thread of its own until the process or the seat ends, and call `news` there
        whenever something has changed."""
        threading.Thread(target=self._follow, args=(news,), daemon=True).start()

    def _follow(self, news: Callable[[], None]) -> None:
        rest = threading.Event()
        while not self.ended:
            try:
                for kind, data in self._events():
                    self.lost = False
                    self._hear(kind, data)
                    news()
            except NoSeat as gone:
                self.ended = str(gone)
            except (Refused, StoreTrouble, OSError, HTTPException, msgspec.MsgspecError):
                pass
            if not self.ended:
                self.lost = True
                news()
                rest.wait(AGAIN)
        news()

    def _events(self) -> Iterator[tuple[str, bytes]]:
        """The events of one connection, from the last line that is known on."""
        request = self._server.asked(
            f"{self._at}/events?view=yes", None, **{"Last-Event-ID": str(self.count(""))}
        )
        with self._server.opened(request, QUIET) as stream:
            kind, data = "", b""
            for line in stream:
                if line.startswith(b"event: "):
                    kind = line[7:].strip().decode()
                elif line.startswith(b"data: "):
                    data = line[6:]
                elif line == b"\n" and data:
                    yield kind, data
                    kind, data = "", b""

    def _hear(self, kind: str, data: bytes) -> None:
        match kind:
            case "entry":
                self._take(self._whole(msgspec.json.decode(data, type=Entry)))
            case "view":
                self._see(msgspec.json.decode(data, type=TableView))
            case _:
                pass  # the stream ends; the next connection says whether the seat does

    def _see(self, view: TableView) -> None:
        if view.seat != self.seat:
            self.ended = "Your seat is another one now. Come in again by the same link."
        else:
            self._seen = view

    def _take(self, entry: Entry) -> None:
        """One more line, if it is the next one (the answer to an order may overtake the stream, and the other way)."""
        with self._lock:
            if entry.seq != self.count("") + 1:
                return
            if entry.kind in _REREAD:
                self._entries = self._newest()
            else:
                self._entries = [*self._entries[1 - KEPT :], entry]

    def _newest(self) -> list[Entry]:
        after = max(self._server.get(self._at, TableView).seq - KEPT, 0)
        told = self._server.get(f"{self._at}/chronicle?after={after}&limit={KEPT}", Told)
        return [self._whole(entry) for entry in told.entries]

    def _whole(self, entry: Entry) -> Entry:
        """The entry with its event as the game has it."""
        return replace(entry, event=msgspec.convert(entry.event, self._events_of_the_game))

    @cached_property
    def _events_of_the_game(self) -> Any:
        return self.system.events | Happening
