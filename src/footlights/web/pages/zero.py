"""Session zero: what the table agrees on, its rulings, its characters, all through the offers of the table. And the
builder, in which a player without a character makes one that waits for the GM to bring it in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from footlights.core import GM, Clause, Offer, OneOf, Refused, Ruling, Seat, Sheet, System, active_fields
from footlights.table import Order, Table
from footlights.table.dicebox import new_id
from footlights.table.orders import Sit
from footlights.table.setting import misfit
from footlights.table.sheets import leaves, part_at, plain, summary, takes_character
from footlights.web import orders, sheets
from footlights.web.drafts import Draft
from footlights.web.faults import Fault
from footlights.web.house import House
from footlights.web.page import offers
from footlights.web.pages.joining import free_seats
from footlights.web.render import capital
from footlights.web.rooms import Room
from footlights.web.seats import Link

RULING: Final = "change_ruling"
_SECRET: Final = {"Cache-Control": "no-store"}


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling as this table has it: how it is asked for, what it says now and by default, whether these differ."""

    ruling: Ruling
    clause: Clause
    shape: sheets.Shape
    value: Any
    said: str
    usual: str
    changed: bool


class Handed(msgspec.Struct, frozen=True):
    """A character that waits for the GM: its sheet line by line, and what the game says of it. `gone`: the link of
    whoever made it has ended, and it can be handed back to nobody."""

    draft: Draft
    gone: bool
    lines: tuple[tuple[str, str], ...]
    fault: sheets.Placed | None
    standing: sheets.Standing


# --- the page ---


async def zero(request: Request) -> Response:
    """GET /t/{table}/zero."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    return _page(house, room, link)


def _page(
    house: House,
    room: Room,
    link: Link,
    *,
    status: int = 200,
    fault: sheets.Placed | None = None,
    at: str = "",
    given: FormData | None = None,
) -> Response:
    """The page; `fault` is what was refused in its part `at`, where `given` was typed."""
    table, gm = room.table, link.role == "gm"
    return house.pages.response(
        "zero.html",
        status,
        table=table,
        link=link,
        offers={offer.kind: offer for offer in offers(room, link.eyes)},
        rulings=list(_chapters(table, given if at == "rulings" else None)),
        people=[(seat, table.standing.persons.get(seat, "")) for seat in table.seats if seat != GM],
        handed=[_handed(house, room, draft) for draft in house.drafts.handed(table.id)] if gm else (),
        draft=house.drafts.find(link.id, table.id),
        enters=_entering(room) is not None if gm else False,
        fault=fault,
        at=at,
        given=given,
        new_id=new_id,
    )


def _handed(house: House, room: Room, draft: Draft) -> Handed:
    """The draft as the GM looks at it; lines that say nothing are left out."""
    lines = ((leaf.label, summary(part_at(draft.sheet, leaf))) for leaf in leaves(room.table.system.sheet))
    told = tuple((label, text) for label, text in lines if text != "-")
    return Handed(draft, house.links.get(draft.id) is None, told, *_judged(room, draft))


def rulings_of(table: Table) -> Any:
    """The rulings as the table has them; the default ones where the game keeps none."""
    return getattr(table.state, "rulings", None) or table.system.rulings()


def _chapters(table: Table, given: FormData | None) -> Iterator[tuple[str, list[Choice]]]:
    """The rulings by chapter."""
    for chapter, clauses in table.system.clauses.chapters().items():
        choices = [_choice(table, clause, ruling, given) for clause in clauses for ruling in clause.rulings]
        if choices:
            yield chapter, choices


def _choice(table: Table, clause: Clause, ruling: Ruling, given: FormData | None) -> Choice:
    kind = _kinds(table.system)[ruling.name]
    default = plain(getattr(table.system.rulings(), ruling.name))
    now = plain(getattr(rulings_of(table), ruling.name))
    typed = now if given is None else sheets.drafted(given, f"rulings[{ruling.name}]", kind)
    return Choice(
        ruling=ruling,
        clause=clause,
        shape=_in_words(sheets.shape(kind, default, ruling.name), ruling),
        value=typed,
        said=ruling.meaning(now) or summary(now),
        usual=ruling.meaning(default) or summary(default),
        changed=now != default,
    )


def _in_words(shape: sheets.Shape, ruling: Ruling) -> sheets.Shape:
    """The kinds of value that a ruling may have, called what they mean: words by themselves, numbers in order."""
    if not isinstance(shape, sheets.Either):
        return shape
    keys = {kind.key for kind in shape.kinds}
    described = (option.meaning for option in ruling.options if option.value not in keys)
    kinds = (
        replace(kind, label=capital(ruling.meaning(kind.key) or next(described, kind.label)))
        for kind in shape.kinds
    )
    return replace(shape, kinds=tuple(kinds))


def _kinds(system: System) -> dict[str, Any]:
    return {field.encode_name: field.type for field in msgspec.structs.fields(system.rulings)}


# --- what the GM changes ---


async def change(request: Request) -> Response:
    """POST /t/{table}/zero: what was agreed on, or the dice."""
    house: House = request.app.state.house
    room, link = await house.presiding(request)
    house.count_order(link)
    form = await request.form()
    kind = orders.text(form, orders.KIND)
    at = "dice" if kind == "set_dice" else "agreed"
    try:
        await room.submit(orders.answered(form, offers(room, GM), GM, room.table.system))
    except Refused as refused:
        fault = sheets.placed(refused, room.table.system, None, "")
        return _page(house, room, link, status=422, fault=fault, at=at, given=form)
    return _back(house, room, f"zero#{at}")


async def rule(request: Request) -> Response:
    """POST /t/{table}/zero/rulings: every ruling that is another one now, all or none."""
    house: House = request.app.state.house
    room, link = await house.presiding(request)
    house.count_order(link)
    form = await request.form()
    try:
        commands = list(_ruled(room, form))
        _try(room.table, commands)
    except Refused as refused:
        fault = sheets.placed(refused, room.table.system, None, "")
        return _page(house, room, link, status=422, fault=fault, at="rulings", given=form)
    id = orders.text(form, orders.ID) or new_id()
    for command in commands:
        await room.submit(Order(id=f"{id[:30]}.{command['ruling']}", seat=GM, command=command))
    return _back(house, room, "zero#rulings")


def _ruled(room: Room, form: FormData) -> Iterator[dict[str, Any]]:
    """The commands that bring the table's rulings to what the form says. Raises Refused, naming the ruling."""
    table = room.table
    offer = next((offer for offer in offers(room, GM) if offer.kind == RULING), None)
    if offer is None:
        raise Refused("", "rulings cannot be changed at this moment; finish what is under way first")
    for name, kind in _kinds(table.system).items():
        place = f"rulings[{name}]"
        if not any(key == place or key.startswith(f"{place}[") for key in form):
            continue
        said = sheets.gathered(form, place, kind)
        if said == plain(getattr(rulings_of(table), name)):
            continue
        value = active_fields(offer, {"ruling": name}).get("value")
        yield {"type": RULING, "ruling": name, "value": str(said) if isinstance(value, OneOf) else said}


def _try(table: Table, commands: list[dict[str, Any]]) -> None:
    """Raise Refused, placed at its ruling, unless all of these may be ordered one after the other."""
    state = table.state
    for command in commands:
        try:
            order = msgspec.convert(command, table.system.commands)
            for event in table.system.decide(state, GM, order):
                state = table.system.evolve(state, event)
        except Refused as refused:
            raise Refused(refused.clause, refused.reason, f"rulings[{command['ruling']}]") from None


def _back(house: House, room: Room, to: str) -> Response:
    return RedirectResponse(f"{house.pages.base}/t/{room.table.id}/{to}", 303, _SECRET)


# --- characters ---


async def admit(request: Request) -> Response:
    """POST /t/{table}/zero/character: the GM brings in a character that was handed in, or hands it back; one whose
    maker's link has ended is thrown away instead."""
    house: House = request.app.state.house
    room, link = await house.presiding(request)
    house.count_order(link)
    form = await request.form()
    draft = house.drafts.find(orders.text(form, "draft"), room.table.id)
    if draft is None or not draft.handed:
        raise Fault(409, "this character waits no longer; look again")
    meant = orders.text(form, "_do")
    if meant in {"back", "forget"}:
        if (meant == "forget") != (house.links.get(draft.id) is None):
            raise Fault(409, "whoever made this character has come or gone meanwhile; look again")
        if meant == "forget":
            await asyncio.to_thread(house.drafts.forget, draft)
        else:
            await asyncio.to_thread(house.drafts.keep, replace(draft, handed=False))
        room.changed()
        return _back(house, room, "zero#characters")
    if orders.text(form, "sheet") != draft.stamp:
        raise Fault(409, "this sheet was changed after you looked at it; look again")
    try:
        await _enter(house, room, draft, orders.text(form, orders.ID) or new_id())
    except Refused as refused:
        fault = sheets.placed(refused, room.table.system, room.table.system.sheet, "sheet")
        return _page(house, room, link, status=422, fault=fault, at=draft.id)
    return _back(house, room, "zero#characters")


def _entering(room: Room) -> tuple[Offer, Sheet] | None:
    """The offer by which the GM brings a character in, and its field."""
    for offer in offers(room, GM):
        for field in offer.fields:
            if isinstance(field, Sheet) and takes_character(room.table.system, field):
                return offer, field
    return None


async def _enter(house: House, room: Room, draft: Draft, id: str) -> None:
    """The character of the draft comes into play; whoever made it plays it. Raises Refused, placed in "sheet"."""
    found = _entering(room)
    if found is None:
        raise Refused("", "nobody can enter at this moment; finish what is under way first")
    offer, field = found
    sheet = _strict(room.table.system, draft.sheet)
    try:
        await room.submit(Order(id=id, seat=GM, command={"type": offer.kind, field.name: sheet}))
    except Refused as refused:
        inner = refused.field.removeprefix(field.name)
        raise Refused(refused.clause, refused.reason, f"sheet{inner}") from None
    await _seat(house, room, draft, sheet["name"])
    await asyncio.to_thread(house.drafts.forget, draft)
    room.changed()


def _strict(system: System, sheet: Any) -> dict[str, Any]:
    """The sheet as typed, if it is one by its form. Raises Refused, placed in "sheet"."""
    found: dict[str, Any] = sheets.finished(sheet, system.sheet) if isinstance(sheet, dict) else {}
    if wrong := misfit(found, system.sheet):
        raise Refused("", wrong[1], f"sheet{wrong[0]}")
    return found


async def _seat(house: House, room: Room, draft: Draft, name: Seat) -> None:
    """Whoever made the character sits in its seat."""
    async with house.seating:
        link = house.links.get(draft.id)
        if link is None or link.role != "player" or link.seat:
            return
        await asyncio.to_thread(house.links.change, replace(link, seat=name))
    if link.person:
        await room.submit_as(name, Sit(seat=name, person=link.person))
    room.dismiss(link.id, f"{name} is in play, and yours.", moved=True)


# --- the builder ---


async def character(request: Request) -> Response:
    """GET /t/{table}/character: the sheet that this link fills in."""
    house: House = request.app.state.house
    room, link = await _maker(house, request)
    return _builder(house, room, link)


async def _maker(house: House, request: Request) -> tuple[Room, Link]:
    """The table, and whoever may build a character for it. Raises Fault."""
    room, link = await house.seated(request)
    if link.role == "gm" or (link.role == "player" and not link.seat):
        return room, link
    why = "you play somebody already" if link.role == "player" else "only players and the GM make characters"
    raise Fault(403, why)


async def build(request: Request) -> Response:
    """POST /t/{table}/character: keep what was typed, and what the button says: add, take out, hand in, take back,
    throw away, or (the GM) bring in. With Accept: application/json it keeps, and says what the game thinks of it."""
    house: House = request.app.state.house
    room, link = await _maker(house, request)
    house.count_order(link)
    form = await request.form()
    system, table = room.table.system, room.table
    do = orders.text(form, "_do")
    draft = house.drafts.find(link.id, table.id) or Draft(id=link.id, table=table.id, person=link.person)
    if do == "forget":
        await asyncio.to_thread(house.drafts.forget, draft)
        return _back(house, room, "character")
    if do == "back":
        await asyncio.to_thread(house.drafts.keep, replace(draft, handed=False))
        room.changed()
        return _back(house, room, "character")
    if draft.handed:
        raise Fault(409, "this character waits for the GM; take it back first to change it")
    sheet = sheets.drafted(form, "sheet", system.sheet)
    add, remove = orders.text(form, "_add"), orders.text(form, "_remove")
    if add or remove:
        sheet = sheets.changed(sheet, system.sheet, add=add, remove=remove)
    draft = replace(draft, sheet=sheet, person=link.person)
    await asyncio.to_thread(house.drafts.keep, draft)
    if "application/json" in request.headers.get("accept", ""):
        return _said(house, room, draft)
    if do == "hand" or (do == "enter" and link.role == "gm"):
        return await _finished(house, room, link, draft, form)
    return _back(house, room, "character#sheet")


async def _finished(house: House, room: Room, link: Link, draft: Draft, form: FormData) -> Response:
    """The sheet is to be whole now: it is handed in, or enters at once where the GM made it."""
    try:
        _check(room, draft)
        if link.role == "gm":
            await _enter(house, room, draft, orders.text(form, orders.ID) or new_id())
            return _back(house, room, "zero#characters")
    except Refused as refused:
        system = room.table.system
        fault = sheets.placed(refused, system, system.sheet, "sheet")
        return _builder(house, room, link, status=422, fault=fault)
    await asyncio.to_thread(house.drafts.keep, replace(draft, handed=True))
    room.changed()
    return _back(house, room, "character")


def _check(room: Room, draft: Draft) -> sheets.Standing:
    """What the game says of a draft that is whole. Raises Refused, placed in "sheet"."""
    table = room.table
    taken = frozenset(seat.casefold() for seat in table.seats)
    sheet = _strict(table.system, draft.sheet)
    return sheets.check_character(table.system, sheet, rulings_of(table), taken, "sheet")


def _judged(room: Room, draft: Draft) -> tuple[sheets.Placed | None, sheets.Standing]:
    """What is wrong with a draft, if anything, and what the game says of the rest."""
    system = room.table.system
    try:
        return None, _check(room, draft)
    except Refused as refused:
        found = sheets.figures(system, draft.sheet, rulings_of(room.table))
        return sheets.placed(refused, system, system.sheet, "sheet"), sheets.Standing(found)


def _said(house: House, room: Room, draft: Draft) -> Response:
    fault, standing = _judged(room, draft)
    return said(house, room.table.system, fault, standing)


def said(
    house: House, system: System, fault: sheets.Placed | None, standing: sheets.Standing | None
) -> Response:
    """What the game thinks of a sheet, for the script of the page: {"fault", "html"}."""
    answer: dict[str, Any] = {"fault": fault}
    if standing is not None:
        answer["html"] = house.pages.draw(
            "sheet_standing.html",
            system=system,
            fault=fault,
            figures=standing.figures,
            remarks=standing.remarks,
        )
    return Response(msgspec.json.encode(answer), 200, _SECRET, "application/json")


def _builder(
    house: House, room: Room, link: Link, *, status: int = 200, fault: sheets.Placed | None = None
) -> Response:
    table = room.table
    system = table.system
    draft = house.drafts.find(link.id, table.id)
    field = _character_field(system)
    start = draft.sheet if draft else None
    judged = _judged(room, draft) if draft else (None, sheets.Standing())
    return house.pages.response(
        "character.html",
        status,
        table=table,
        link=link,
        draft=draft,
        field=field,
        sheet=start,
        fault=fault,
        unfinished=judged[0],
        standing=judged[1],
        free=free_seats(house, table) if link.role == "player" else [],
        new_id=new_id,
    )


def _character_field(system: System) -> Sheet:
    """How the game asks for a character at a table that has none yet."""
    state = system.opening(msgspec.convert({}, system.setup))
    for offer in system.offers(state, GM):
        for field in offer.fields:
            if isinstance(field, Sheet) and takes_character(system, field):
                return field
    raise Fault(409, "in this game characters are made when the table is opened")


# --- any sheet of any offer, as it is being filled in ---


async def check(request: Request) -> Response:
    """POST /t/{table}/check: what the rules would say if this form were sent now; nothing is ordered."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    house.count_order(link)
    form = await request.form()
    seat = house.acting(link)
    kind = orders.text(form, orders.KIND)
    system = room.table.system
    asked = next((offer for offer in offers(room, seat) if offer.kind == kind), None)
    field = next((field for field in asked.fields if isinstance(field, Sheet)), None) if asked else None
    if asked is None or field is None:
        raise Fault(409, "this is not open to you now", field=orders.KIND)
    type_ = sheets.type_of(system, kind, field)
    is_character = takes_character(system, field)
    answer: dict[str, Any] = {}
    try:
        answer = orders.answer(asked, form, system)
        system.decide(room.table.state, seat, msgspec.convert({"type": kind} | answer, system.commands))
    except Refused as refused:
        fault = sheets.placed(refused, system, type_, field.name)
        found = sheets.figures(system, answer.get(field.name), rulings_of(room.table)) if is_character else ()
        return said(house, system, fault, sheets.Standing(found))
    except msgspec.ValidationError:
        return said(house, system, None, None)
    if not is_character:
        return said(house, system, None, sheets.Standing())
    whole = msgspec.convert(answer[field.name], system.sheet)
    return said(house, system, None, sheets.standing(system, whole, rulings_of(room.table)))
