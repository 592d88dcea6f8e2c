"""A form or a JSON object becomes an order, and an offer shows what it was when it was answered."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

import msgspec
from starlette.datastructures import FormData

from footlights.core import (
    Faces,
    Flag,
    Number,
    Offer,
    OneOf,
    Refused,
    Seat,
    Sheet,
    SomeOf,
    Split,
    System,
    Text,
    active_fields,
)
from footlights.table import Order, Stamp
from footlights.table.log import TABLE_COMMANDS, tags
from footlights.web.faults import Fault
from footlights.web.sheets import gathered, type_of
from footlights.web.typed import faces

T = TypeVar("T")

ID: Final = "_id"
KIND: Final = "_kind"
STAMP: Final = "_stamp"
SEAT: Final = "_seat"


def shown(offer: Offer) -> str:
    """What a page carries of the offer it shows, so that its answer cannot land on another question."""
    return urlsafe_b64encode(msgspec.json.encode(Stamp.of(offer))).decode()


def stamp(shown: str) -> Stamp:
    """The same, read again. Raises Fault."""
    try:
        return msgspec.json.decode(urlsafe_b64decode(shown.encode()), type=Stamp)
    except (ValueError, msgspec.DecodeError):
        raise Fault(400, "this page is damaged; load it again", field=STAMP) from None


def text(form: FormData, name: str) -> str:
    """What a form says under that name, "" where it says nothing."""
    said = form.get(name, "")
    return said if isinstance(said, str) else ""


def answered(form: FormData, offers: Sequence[Offer], seat: Seat, system: System) -> Order:
    """The order that a form is. Raises Refused for what cannot be read as its field asks, and Fault."""
    kind, id, shown = (text(form, name) for name in (KIND, ID, STAMP))
    offer = next((one for one in offers if one.kind == kind), None)
    answers = stamp(shown) if shown else None
    command: dict[str, Any] = {"type": kind}
    if offer is not None:
        command |= answer(offer, form, system)
    elif answers is None:
        raise Fault(409, "this is not open to you now; look again", field=KIND)
    return Order(id=id, seat=seat, command=command, answers=answers)


def answer(offer: Offer, form: FormData, system: System) -> dict[str, Any]:
    """Field by field what the form says; what does not apply is left out, what is left empty too."""
    given: dict[str, Any] = {}
    while found := next((f for f in active_fields(offer, given).values() if f.name not in given), None):
        if isinstance(found, Sheet):
            given[found.name] = gathered(form, found.name, type_of(system, offer.kind, found))
        else:
            given[found.name] = _value(found, form)
    return {name: value for name, value in given.items() if value is not None}


def _value(field: Flag | OneOf | SomeOf | Number | Text | Split | Faces, form: FormData) -> Any:
    """What the form says for one field, None for nothing. Raises Refused."""
    said = form.get(field.name)
    match field:
        case Flag():
            if not said and field.optional and field.default is None:
                return None
            return said in {"true", "on"}
        case SomeOf():
            chosen = form.getlist(field.name)
            return None if not chosen and field.optional else chosen
        case Split():
            return {
                part: _whole(text(form, f"{field.name}.{part}") or "0", field.name) for part, _ in field.parts
            }
        case _ if not isinstance(said, str) or (said == "" and not isinstance(field, Text)):
            return None
        case OneOf():
            return said
        case Text():
            return said.replace("\r\n", "\n") if said or not field.optional else field.default
        case Number():
            return _whole(said, field.name)
        case Faces():
            typed = " ".join(one for one in form.getlist(field.name) if isinstance(one, str))
            return [list(die) for die in faces(typed, field.pool, field.name)]


def _whole(said: str, field: str) -> int:
    if not re.fullmatch(r"\s*[+-]?\d{1,12}\s*", said):
        raise Refused("", "type a whole number", field)
    return int(said)


def sent_as(body: bytes, kind: type[T]) -> T:
    """What a program sends, as JSON of that type. Raises msgspec.ValidationError or DecodeError, and Fault."""
    try:
        return msgspec.json.decode(body, type=kind)
    except RecursionError:
        raise Fault(400, "this is nested far too deeply") from None


def ordered(sent: Sent, seat: Seat, system: System, *, stand_in: bool) -> Order:
    """The order that a program sends, as that of a seat. Raises Refused for a field that the command does not have:
    what is misspelt must not pass for what is left out."""
    check_fields(sent.command, system)
    return Order(id=sent.id, seat=seat, command=sent.command, answers=sent.answers, stand_in=stand_in)


def check_fields(command: Mapping[str, Any], system: System) -> None:
    """Raise Refused for a field that commands of this type do not have."""
    kind = command.get("type")
    fields = _fields(system.commands).get(kind) if isinstance(kind, str) else None
    if fields is not None and (unknown := next((name for name in command if name not in fields), None)):
        known = ", ".join(fields[1:]) or "none"
        raise Refused("", f"{kind} has no field {unknown[:40]!r}; its fields: {known}", unknown[:40])


@cache
def _fields(commands: Any) -> dict[str, tuple[str, ...]]:
    """The fields of every command of a game, and of the table, by its stored tag."""
    found = tags(commands) | TABLE_COMMANDS
    return {tag: ("type", *kind.__struct_fields__) for tag, kind in found.items()}


class Sent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order as a program sends it. `id` is its own, 1 to 80 letters, digits and . _ - (sent again it gets the first
    answer again); `command` has the offer's kind as "type" and its fields; `answers` is the offer's stamp. `stand_in`:
    the seat for which the GM gives the order, because its person is not there; everybody is told so."""

    id: str
    command: Mapping[str, Any]
    answers: Stamp | None = None
    stand_in: Seat = ""
