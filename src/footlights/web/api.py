"""The table for programs: the same orders and the same views as the pages, as JSON.

`OPERATIONS` is all there is: the server's routes, the OpenAPI description (`openapi`) and the page that people read are
made from it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, Literal, NamedTuple

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from footlights.core import Chance, Clause, Offer, Option, Panel, Seat, System
from footlights.games import load, names
from footlights.lab import Forecast, TooManyThrows, forecast
from footlights.table import Campaign, Entry, Mark, Owed, Preview, Receipt, Stamp
from footlights.table.orders import DiceMode
from footlights.web import odds as weighing
from footlights.web import orders, stream
from footlights.web.faults import Fault
from footlights.web.house import House
from footlights.web.orders import Sent
from footlights.web.page import offers
from footlights.web.pages import joining, lobby, people, play
from footlights.web.rooms import Room, Watcher
from footlights.web.seats import Link, Role

_ENCODE: Final = msgspec.json.Encoder(enc_hook=str).encode
MOST_ENTRIES: Final = 500


# --- what is sent and what comes back ---


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here. `name` is what the API calls it."""

    name: str
    title: str
    pitch: str
    version: int


class Choosable(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling: what a table may choose where the text of the game is open, by which clause, and what holds where it
    chooses nothing."""

    name: str
    title: str
    clause: str
    default: str
    options: tuple[Option, ...]


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table that is to be: of a `game` (with a `setup` of that game: rulings and characters), or an `example` in
    play. `word` is the host's, where tables are opened by those alone who know it."""

    game: str = ""
    name: str = ""
    setup: Mapping[str, Any] | None = None
    example: str = ""
    person: str = ""
    word: str = ""


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A seat. `token` is its secret: whoever sends it as `Authorization: Bearer ...` is this seat, and `link` is the
    same for a browser. `seat` is "" for those who only watch, and for a player without a character."""

    table: str
    role: Role
    seat: Seat
    token: str
    link: str


class Invite(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For whom an invitation is."""

    role: Role


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """A link to pass on; it seats whoever joins by it, until the GM makes another."""

    role: Role
    link: str


class Knock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A link that somebody was given: its address, or the secret at its end."""

    link: str


class Door(msgspec.Struct, frozen=True, kw_only=True):
    """What a link leads to. `rules` is the version of the game's rules. `free`: the characters that one may take.
    `invites`: it gives a new seat; else it is one."""

    table: str
    name: str
    game: str
    rules: int
    role: Role
    invites: bool
    seat: Seat
    free: tuple[Seat, ...]


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who comes by a link (`person`), and as which of the free characters (`seat`; "": one is given or made later)."""

    link: str
    person: str = ""
    seat: Seat = ""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """An offer, and the stamp that an answer to it carries."""

    offer: Offer
    answers: Stamp


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat sees: the game's own view of it (`view`), the same as panels to draw, what it may do now, who is
    waited for, and `seq`, the number of the last line of its chronicle. `dice`: thrown here, or typed in by people.
    `persons`: who sits where. `archived`: it can only be read."""

    table: str
    name: str
    game: str
    campaign: Campaign
    seat: Seat
    seats: tuple[Seat, ...]
    persons: Mapping[Seat, str]
    dice: DiceMode
    paused: bool
    archived: bool
    seq: int
    view: Any
    panels: tuple[Panel, ...]
    offers: tuple[Shown, ...]
    waiting: tuple[Owed, ...]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """Lines of the chronicle, and the number of the last there is."""

    seq: int
    entries: tuple[Entry, ...]


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command whose odds are asked for; it is not carried out."""

    command: Mapping[str, Any]


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """What may come of a command, every fraction a reduced string ("1/3", "0", "1"). `throws` counts the readings of
    the dice that were told apart; 0: no dice fall, and all of it is certain. `why`: what stands in the way of telling
    any."""

    throws: int = 0
    chances: tuple[Chance, ...] = ()
    why: str = ""


# --- the games and their rules ---


async def games(_: Request) -> Response:
    """The games that can be played here."""
    found = map(load, names())
    return json([Game(name=one.name, title=one.title, pitch=one.pitch, version=one.version) for one in found])


async def clauses(request: Request) -> Response:
    """Every rule of a game, in the order of its chapters."""
    return json(list(_game(request).clauses.values()))


async def rulings(request: Request) -> Response:
    """Every choice that a table may make."""
    found = _game(request).clauses.rulings().items()
    return json(
        [
            Choosable(
                name=name,
                title=ruling.title,
                clause=clause.id,
                default=ruling.default,
                options=ruling.options,
            )
            for name, (clause, ruling) in found
        ]
    )


def _game(request: Request) -> System:
    name = request.path_params["game"]
    if name not in names():
        raise Fault(404, f"there is no game called {name[:40]!r} here; there are: {', '.join(names())}")
    return load(name)


# --- coming in ---


async def create(request: Request) -> Response:
    """Open a table; whoever opens it is its GM."""
    house: House = request.app.state.house
    wanted = orders.sent_as(await request.body(), NewTable)
    house.check_creating(request, FormData({"token": wanted.word}))
    person = joining.person_of(FormData({"person": wanted.person}), required=False)
    house.count_table(request)
    if wanted.example:
        table = await asyncio.to_thread(lobby.an_example, house, wanted.example)
    else:
        table = await asyncio.to_thread(lobby.begun, house, wanted.game, wanted.name, wanted.setup)
    return _seated(house, request, await lobby.presides(house, table, person), HTTPStatus.CREATED)


async def door(request: Request) -> Response:
    """See where a link leads. Nothing changes."""
    house: House = request.app.state.house
    link, _ = _followed(request, orders.sent_as(await request.body(), Knock).link)
    table = (await house.room(link.table)).table
    free = tuple(joining.free_seats(house, table)) if link.invites and link.role == "player" else ()
    return json(
        Door(
            table=table.id,
            name=table.campaign.name,
            game=table.system.name,
            rules=table.system.version,
            role=link.role,
            invites=link.invites,
            seat=link.seat,
            free=free,
        )
    )


async def join(request: Request) -> Response:
    """Take the seat that a link gives: an invitation gives a new one, the link of a seat gives that seat."""
    house: House = request.app.state.house
    wanted = orders.sent_as(await request.body(), Join)
    form = FormData({"person": wanted.person, "seat": wanted.seat})
    async with house.seating:
        link, secret = _followed(request, wanted.link)
        room = await house.room(link.table)
        token = await joining.taken(house, request, room, link, secret, form)
    room.changed()
    return _seated(house, request, token, HTTPStatus.CREATED)


async def invite(request: Request) -> Response:
    """Make a new invitation for a role; the one there was ends. The GM's."""
    house: House = request.app.state.house
    _, link = await house.presiding(request)
    house.count_order(link)
    role = orders.sent_as(await request.body(), Invite).role
    secret = await people.invitation(house, link.table, role, house.secret(request, link.table))
    return json(Invitation(role=role, link=f"{house.url(request)}/in/{secret}"), HTTPStatus.CREATED)


def _followed(request: Request, said: str) -> tuple[Link, str]:
    """The link that is meant, and its secret. Raises Fault."""
    secret = said.strip().rpartition("/")[2]
    link = request.app.state.house.opened(request, secret)
    if link is None:
        raise Fault(404, "this link opens nothing (any more); ask the GM for a new one", field="link")
    return link, secret


def _seated(house: House, request: Request, secret: str, status: int) -> Response:
    link = house.links.find(secret)
    assert link is not None, "a seat that was just taken"
    url = f"{house.url(request)}/in/{secret}"
    return json(Seated(table=link.table, role=link.role, seat=link.seat, token=secret, link=url), status)


# --- the table from one seat ---


async def view(request: Request) -> Response:
    """What the seat sees now, and what it may do."""
    room, link = await request.app.state.house.seated(request)
    return _raw(_viewed(room, link.eyes))


def _viewed(room: Room, seat: Seat) -> bytes:
    """What the seat sees, as JSON, worked out once for all who see the same."""
    table = room.table

    def worked_out() -> bytes:
        return _ENCODE(
            TableView(
                table=table.id,
                name=table.campaign.name,
                game=table.system.name,
                campaign=table.campaign,
                seat=seat,
                seats=tuple(table.seats),
                persons=table.standing.persons,
                dice=table.standing.mode,
                paused=table.standing.paused,
                archived=room.archived,
                seq=table.chronicles.count(seat),
                view=table.view(seat),
                panels=tuple(table.panels(seat)),
                offers=tuple(Shown(offer=one, answers=Stamp.of(one)) for one in offers(room, seat)),
                waiting=tuple(table.waiting(seat)),
            )
        )

    body: bytes = room.once(("api", seat), worked_out)
    return body


async def known(request: Request) -> Response:
    """The state of the game without what the seat may not know. Programs that have the rules themselves can play on
    from it, and tell odds."""
    room, link = await request.app.state.house.seated(request)
    return json(room.table.known(link.eyes))


async def order(request: Request) -> Response:
    """Do something. Sent again under the same id it is done once, and answered as it was the first time."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    house.count_order(link)
    sent = orders.sent_as(await request.body(), Sent)
    seat = play.acting_for(house, room, link, sent.stand_in)
    stands_in = seat != house.acting(link)
    return json(await room.submit(orders.ordered(sent, seat, room.table.system, stand_in=stands_in)))


async def odds(request: Request) -> Response:
    """The exact odds of a command, on what the seat knows, when everybody else answers in the usual way."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    house.count_question(link)
    seat = house.acting(link)
    said = orders.sent_as(await request.body(), Asked)
    orders.check_fields(said.command, room.table.system)
    command = msgspec.convert(said.command, room.table.system.commands)
    asked = weighing.question("forecast", seat, command)
    return json(await room.beside(room.while_it_stands, asked, lambda: _weighed(room, seat, command)))


def _weighed(room: Room, seat: Seat, command: Any) -> Odds:
    table = room.table
    try:
        found: Forecast = forecast(table.system, table.state, seat, command)
    except TooManyThrows as many:
        return Odds(why=str(many))
    return Odds(throws=found.throws, chances=found.chances)


async def chronicle(request: Request) -> Response:
    """What the seat was told, in order, beyond the line `after`."""
    room, link = await request.app.state.house.seated(request)
    after = _number(request, "after", 0)
    limit = min(_number(request, "limit", MOST_ENTRIES), MOST_ENTRIES)
    table = room.table
    found = table.next_lines(link.eyes, after, limit)
    return json(Told(seq=table.chronicles.count(link.eyes), entries=tuple(found)))


async def events(request: Request) -> stream.Live:
    """Server-sent events. Every line of the chronicle beyond `after` (or the header Last-Event-ID, which goes before)
    comes as an event `entry` with its number as id, then each new one as it is told. With `view=yes` what the seat
    sees comes too, as events `view`: at once, and whenever it has changed. `gone` says why the stream ends."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    last = request.headers.get("last-event-id", "")
    after = int(last) if _whole(last) else _number(request, "after", 0)
    seen = _word(request, "view", ("no", "yes")) == "yes"
    watcher = Watcher(link.eyes, link.id)
    return stream.Live(
        stream.json(room, watcher, after, (lambda: _viewed(room, link.eyes)) if seen else None), room, watcher
    )


async def marks(request: Request) -> Response:
    """The points that the GM can rewind to, the newest first, numbered below `before`. The GM's."""
    room, _ = await request.app.state.house.presiding(request)
    return json(room.table.marks(before=_number(request, "before", 0) or None))


async def preview(request: Request) -> Response:
    """What a rewind to the row `to` would undo, which is the GM's to ask; without `to`, what taking the seat's last
    move back would."""
    house: House = request.app.state.house
    if "to" in request.query_params:
        room, _ = await house.presiding(request)
        return json(room.table.preview_rewind(_number(request, "to", 0)))
    room, link = await house.seated(request)
    return json(room.table.preview_take_back(house.acting(link)))


# --- how it is asked and answered ---


def json(value: Any, status: int = HTTPStatus.OK) -> Response:
    """A value as JSON; nobody may keep it."""
    return _raw(_ENCODE(value), status)


def _raw(body: bytes, status: int = HTTPStatus.OK) -> Response:
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")


def _whole(said: str) -> bool:
    return said.isascii() and said.isdigit() and len(said) < 12


def _number(request: Request, name: str, default: int) -> int:
    said = request.query_params.get(name)
    if said is None:
        return default
    if not _whole(said):
        raise Fault(400, f"{name} is a whole number from 0 on", field=name)
    return int(said)


def _word(request: Request, name: str, words: tuple[str, ...]) -> str:
    """One of these words; the first where nothing is said. Raises Fault."""
    said = request.query_params.get(name, words[0])
    if said not in words:
        raise Fault(400, f"{name} is one of: {', '.join(words)}", field=name)
    return said


class Query(NamedTuple):
    """Something that an address may add behind its question mark."""

    name: str
    kind: Literal["number", "yes"]
    says: str


class Operation(NamedTuple):
    """One thing to ask for. Its docstring says what it does; `faults` are the statuses that it may answer with besides
    (400 and 429 go without saying where something is sent, 401 where a seat is needed)."""

    method: Literal["GET", "POST"]
    path: str
    answers: Callable[[Request], Awaitable[Any]]
    gives: Any
    takes: Any = None
    status: int = HTTPStatus.OK
    seat: bool = True
    query: tuple[Query, ...] = ()
    faults: tuple[int, ...] = ()


AT: Final = "/api/tables/{table}"
AFTER: Final = Query("after", "number", "the number of the last line that is known")
LIMIT: Final = Query("limit", "number", f"how many lines, {MOST_ENTRIES} at the most")

OPERATIONS: Final = (
    Operation("GET", "/api/games", games, tuple[Game, ...], seat=False),
    Operation("GET", "/api/games/{game}/clauses", clauses, tuple[Clause, ...], seat=False, faults=(404,)),
    Operation("GET", "/api/games/{game}/rulings", rulings, tuple[Choosable, ...], seat=False, faults=(404,)),
    Operation("POST", "/api/tables", create, Seated, NewTable, 201, seat=False, faults=(403, 422)),
    Operation("POST", "/api/door", door, Door, Knock, seat=False, faults=(404,)),
    Operation("POST", "/api/join", join, Seated, Join, 201, seat=False, faults=(404, 409, 422)),
    Operation("GET", AT, view, TableView),
    Operation("POST", f"{AT}/orders", order, Receipt, Sent, faults=(403, 409, 422)),
    Operation("POST", f"{AT}/odds", odds, Odds, Asked, faults=(403, 422)),
    Operation("GET", f"{AT}/chronicle", chronicle, Told, query=(AFTER, LIMIT)),
    Operation(
        "GET",
        f"{AT}/events",
        events,
        None,
        query=(AFTER, Query("view", "yes", "whether to send what the seat sees as well")),
    ),
    Operation("GET", f"{AT}/known", known, System),
    Operation(
        "GET",
        f"{AT}/marks",
        marks,
        tuple[Mark, ...],
        query=(Query("before", "number", "the lowest number that is known"),),
        faults=(403,),
    ),
    Operation(
        "GET",
        f"{AT}/preview",
        preview,
        Preview,
        query=(Query("to", "number", "the number of a mark"),),
        faults=(403, 422),
    ),
    Operation("POST", f"{AT}/invitations", invite, Invitation, Invite, 201, faults=(403,)),
)
