"""Offers: who may do what now. Every face, bot and test reads offers; none of them knows rules.

An offer has a kind (the tag of the command that answers it), a seat, and typed fields. `follow` says whether a
command answers an offer; a game's `decide` goes through it, so that offer and refusal cannot disagree.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from footlights.core.refusal import Refused
from footlights.core.seats import Seat, same_name, seat_name_fault
from footlights.dice import Misread, Pool, read


class When(msgspec.Struct, frozen=True):
    """A field applies only while another field of the same answer has one of these values."""

    field: str
    values: tuple[Any, ...]


class _Field(msgspec.Struct, frozen=True, kw_only=True):
    """What fields share. `default` stands in for an answer that is not given, where `optional`; elsewhere it is what
    holds now, for a face to begin from. `clause` is what a misfit cites; every `when` must hold for the field to apply.
    Several fields may bear one name as long as their conditions exclude each other: that is how one answer narrows
    another."""

    name: str
    label: str = ""
    clause: str = ""
    when: tuple[When, ...] = ()
    optional: bool = False
    default: Any = None


class Flag(_Field, frozen=True, kw_only=True, tag="flag"):
    """Yes or no (a JSON boolean)."""


class OneOf(_Field, frozen=True, kw_only=True, tag="one_of"):
    """One of these strings. `labels`, where given, are what people see, in the same order."""

    values: tuple[str, ...]
    labels: tuple[str, ...] = ()


class SomeOf(_Field, frozen=True, kw_only=True, tag="some_of"):
    """`least` to `most` different ones of these strings, in any order (`most` 0: all of them at the most)."""

    values: tuple[str, ...]
    least: int = 0
    most: int = 0


class Number(_Field, frozen=True, kw_only=True, tag="number"):
    """A whole number lo..hi, both included."""

    lo: int
    hi: int


class Text(_Field, frozen=True, kw_only=True, tag="text"):
    """`least` to `most` characters; control characters (but line breaks where `lines`) are refused. `naming`: the text
    becomes a name (`seat_name_fault`), and differs from all that are `taken`, letter case aside."""

    most: int
    least: int = 0
    lines: bool = False
    naming: bool = False
    taken: tuple[str, ...] = ()


class Split(_Field, frozen=True, kw_only=True, tag="split"):
    """`total` points over the named parts, none above its cap: a mapping part -> points; parts left out are 0."""

    total: int
    parts: tuple[tuple[str, int], ...]


class Faces(_Field, frozen=True, kw_only=True, tag="faces"):
    """What the dice of `pool` showed: one list of faces per die, explosions behind their die."""

    pool: Pool


class Sheet(_Field, frozen=True, kw_only=True, tag="sheet"):
    """A whole character (or opponent, Obstacle ...) as a typed struct or its JSON form. The game checks it and
    cites what is wrong; `example` is the JSON form of one that it accepts here and now."""

    example: Any


Field: TypeAlias = Flag | OneOf | SomeOf | Number | Text | Split | Faces | Sheet


class Offer(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """Something a seat may do now; at most one of each kind per seat.

    `owed`: somebody waits for this answer. `blocking`: nothing but blocking offers is open until it is answered.
    `number` counts the questions put to this seat, so that an answer cannot land on a later question; a rewind sets it
    back, so the table adds how many `rewinds` the seat knows of.
    """

    kind: str
    seat: Seat
    label: str
    clause: str = ""
    fields: tuple[Field, ...] = ()
    owed: bool = False
    blocking: bool = False
    number: int = 0
    rewinds: int = 0
    group: str = ""


def active_fields(offer: Offer, answer: Mapping[str, Any]) -> dict[str, Field]:
    """The fields that apply given these (perhaps still partial) answers, by name, in order."""
    active: dict[str, Field] = {}
    for field in offer.fields:
        if field.name in active:
            continue
        for when in field.when:
            if not _holds(when, answer, active):
                break
        else:
            active[field.name] = field
    return active


def _holds(when: When, answer: Mapping[str, Any], active: Mapping[str, Field]) -> bool:
    """Whether the other field applies and has one of the values (its default when unanswered)."""
    other = active.get(when.field)
    if other is None:
        return None in when.values
    value = answer.get(when.field)
    if value is None and other.optional:
        value = other.default
    for wanted in when.values:  # noqa: SIM110 - any() would take half as long again, and this runs for every field
        if value is wanted or (value == wanted and type(value) is type(wanted)):
            return True
    return False


def follow(offer: Offer, answer: Mapping[str, Any]) -> None:
    """Raise Refused unless `answer` (field -> value) follows `offer`: every field that applies has a value of its
    domain (None where optional), and no other field has one (None, False, "", 0 and empty count as none)."""
    active = active_fields(offer, answer)
    for name, field in active.items():
        value = answer.get(name)
        if value is None:
            if not field.optional:
                raise Refused(field.clause or offer.clause, f"{name} is missing; {_domain(field)}", name)
        elif not (field.optional and value == field.default and type(value) is type(field.default)):
            _check(field, value, offer)
    for name, value in answer.items():
        if value and name not in active:
            clause = next((f.clause for f in offer.fields if f.name == name and f.clause), offer.clause)
            raise Refused(clause, f"{name} does not apply here; leave it out", name)


def _check(field: Field, value: Any, offer: Offer) -> None:
    """Raise Refused unless `value` lies in the domain of `field`."""
    match field:
        case Flag():
            fits = isinstance(value, bool)
        case OneOf():
            fits = isinstance(value, str) and value in field.values
        case SomeOf():
            most = field.most or len(field.values)
            fits = (
                isinstance(value, list | tuple)
                and field.least <= len(value) <= most
                and all(isinstance(v, str) and v in field.values for v in value)
                and len(set(value)) == len(value)
            )
        case Number():
            fits = type(value) is int and field.lo <= value <= field.hi
        case Text():
            fits = isinstance(value, str) and text_fault(value, field) is None
        case Split():
            caps = dict(field.parts)
            fits = (
                isinstance(value, dict)
                and all(type(n) is int and part in caps and 0 <= n <= caps[part] for part, n in value.items())
                and sum(value.values()) == field.total
            )
        case Faces():
            try:
                read(field.pool, value)
            except Misread as misread:
                raise Refused(field.clause or offer.clause, str(misread), field.name) from None
            return
        case Sheet():  # pragma: no branch - there is no other kind of field
            if fault := words_fault(value):
                raise Refused(field.clause or offer.clause, f"{field.name}: {fault}", field.name)
            return
    if not fits:
        shown = repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "..."
        raise Refused(
            field.clause or offer.clause, f"{field.name} cannot be {shown}; {_domain(field)}", field.name
        )


def words_fault(value: Any) -> str | None:
    """What is wrong with some text within a sheet (a struct or plain value), however deep, or None: control characters
    other than line breaks and tabs are in nobody's words."""
    waiting = [msgspec.to_builtins(value)]
    while waiting:
        match waiting.pop():
            case str() as text if not text.isprintable() and any(
                c not in "\n\t" and unicodedata.category(c) in {"Cc", "Cs"} for c in text
            ):
                return f"{text[:30]!r} has a control character in it"
            case dict() as entries:
                waiting += [*entries.keys(), *entries.values()]
            case list() as items:
                waiting += items
            case _:
                pass
    return None


def text_fault(value: str, field: Text) -> str | None:
    """What is wrong with a text, or None."""
    if len(value) > field.most:
        return f"has {len(value)} characters; {field.most} is the most"
    if len(value.strip()) < field.least:
        return "is empty"
    allowed = "\n\t" if field.lines else ""
    controls = () if value.isprintable() else (c for c in value if unicodedata.category(c) in {"Cc", "Cs"})
    if any(c not in allowed for c in controls):
        return "has a control character in it"
    if field.naming and any(same_name(value, name) for name in field.taken):
        return "is taken"
    return seat_name_fault(value, field.most) if field.naming else None


def _domain(field: Field) -> str:
    """What would be right, in words."""
    match field:
        case Flag():
            return "it is true or false"
        case OneOf():
            return (
                "it is one of: " + ", ".join(field.values)
                if field.values
                else "there is nothing to choose from now"
            )
        case SomeOf():
            return (
                f"choose {field.least} to {field.most or len(field.values)} different ones of: "
                + ", ".join(field.values)
            )
        case Number():
            return (
                f"it is a whole number from {field.lo} to {field.hi}"
                if field.lo <= field.hi
                else "no number is possible now"
            )
        case Text():
            kind = "a name that is not taken yet," if field.naming else "a text"
            return f"it is {kind} of {field.least} to {field.most} characters without control characters"
        case Split():
            caps = ", ".join(f"{part} at most {cap}" for part, cap in field.parts)
            return f"it splits {field.total} over {caps}"
        case Faces():
            return "it is the faces of the dice, one list per die"
        case Sheet():  # pragma: no branch - there is no other kind of field
            return "it is a sheet of this game"
