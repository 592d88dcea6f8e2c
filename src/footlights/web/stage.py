"""The lit page: the roll that is being built, the dice that fell last, the scene, and what can be done. Beside it the
choices that a seat owes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from footlights.core import GM, Card, Fact, Flag, Note, Offer, OneOf, Opens, Panel, Seat, Text
from footlights.table import Table
from footlights.web.odds import Odds, roll_at_a_glance
from footlights.web.rooms import Room

_OWN_PLACE = frozenset({"post", "whisper", "note", "x_card", "resume", "redact", "sit", "throw"})
"""Offers that the page has a place of their own for."""

MOST_TAPS = 6
"""Answers that are buttons."""


class Act(msgspec.Struct, frozen=True):
    """Something that can be done: the offer behind a button, with the answers that it begins with. `page`: the address,
    below the server's, of the page that it is done on; "" for a dialog."""

    kind: str
    label: str
    clause: str = ""
    given: tuple[tuple[str, str], ...] = ()
    page: str = ""


class Roll(msgspec.Struct, frozen=True):
    """A roll on its way. `say` is what somebody does, `about` what else is said before the numbers; `terms` are what it
    is made of, `mods` what counts for or against it, `total` what that comes to. `form` is the offer that is answered
    right here (its kind, "" for none, and as JSON) with the answers that are settled; `waits`: what it waits for."""

    id: str
    by: Seat
    own: bool
    title: str
    say: str
    about: tuple[Note, ...]
    family: str
    terms: tuple[Fact, ...]
    mods: tuple[Fact, ...]
    total: Fact | None
    notes: tuple[Note, ...]
    waits: tuple[Fact, ...]
    kind: str
    form: bytes
    given: tuple[tuple[str, str], ...]
    acts: tuple[Act, ...]
    odds: Odds | None


class Fallen(msgspec.Struct, frozen=True):
    """The dice that fell last: the line that told of them, how they fell, and what came of it."""

    seq: int
    text: str
    clause: str
    thrown: Any
    did: tuple[str, ...]


class Leaf(msgspec.Struct, frozen=True):
    """A panel on the page: with the kinds of offers that its lines may lead to now, and whether it is the first."""

    panel: Panel
    open: tuple[str, ...]
    first: bool = False


class Lit(msgspec.Struct, frozen=True):
    """A roll on the page. `typed`: people throw; `may_type`: they could be set to."""

    roll: Roll
    table: str
    typed: bool
    may_type: bool


class Stage(msgspec.Struct, frozen=True):
    """What the lit page shows; one value for all who see and can do the same."""

    rolls: tuple[Lit, ...]
    fallen: Fallen | None
    scene: tuple[Leaf, ...]
    secret: tuple[Leaf, ...]
    acts: tuple[tuple[str, tuple[Act, ...]], ...]


class Owed(msgspec.Struct, frozen=True):
    """The choices that this seat owes: offers as JSON, since they may hold anything. `elsewhere`: the kinds of those
    whose form stands with a roll on the lit page. For the GM `handed` are the characters that wait to be brought in,
    and `empty` says that nobody is in play yet."""

    table: str
    seat: Seat
    offers: tuple[bytes, ...]
    elsewhere: tuple[tuple[str, str], ...]
    handed: tuple[str, ...] = ()
    empty: bool = False


def stage(
    room: Room, seat: Seat, panels: Sequence[Panel], offers: Sequence[Offer], fallen: Fallen | None
) -> Stage:
    """The lit page as that seat sees it now."""
    table, by_kind = room.table, {offer.kind: offer for offer in offers}

    def at(place: str) -> tuple[Panel, ...]:
        return tuple(panel for panel in panels if panel.place == place)

    typed = table.standing.mode == "typed" or table.dicebox.source(table.standing.thrown + 1) is None
    rolls = tuple(
        Lit(_roll(room, seat, panel, by_kind), table.id, typed, "set_dice" in by_kind) for panel in at("roll")
    )
    beside = {act.kind for lit in rolls for act in lit.roll.acts} | set(in_rolls(rolls))
    return Stage(
        rolls,
        None if rolls else fallen,
        tuple(leaf(panel, by_kind, first=not place) for place, panel in enumerate(at("scene"))),
        tuple(leaf(panel, by_kind) for panel in at("gm")) if seat == GM else (),
        _acts(table.id, offers, beside),
    )


def leaf(panel: Panel, kinds: Collection[str], *, first: bool = False) -> Leaf:
    """A panel for the page of a seat that has offers of these kinds."""
    return Leaf(panel, tuple(kind for kind in _leads(panel) if kind in kinds), first)


@lru_cache(2_000)
def _leads(panel: Panel) -> tuple[str, ...]:
    """The kinds of offers that the lines of a panel lead to."""
    parts = [part for line in panel.lines for part in (line, *(line.facts if isinstance(line, Card) else ()))]
    found = [part.opens for part in parts if isinstance(part, Card | Fact) and part.opens is not None]
    return tuple(dict.fromkeys(kind for opens in found for kind in opens.kinds))


def in_rolls(rolls: Sequence[Lit]) -> dict[str, str]:
    """The offers whose form stands with a roll, and with which."""
    return {lit.roll.kind: lit.roll.id for lit in reversed(rolls) if lit.roll.kind}


def owed(table: Table, seat: Seat, offers: Sequence[Offer], elsewhere: Mapping[str, str]) -> Owed:
    """What this seat owes."""
    return Owed(table.id, seat, tuple(map(encode, offers)), tuple(sorted(elsewhere.items())))


encode = msgspec.json.encode


def _roll(room: Room, seat: Seat, panel: Panel, by_kind: Mapping[str, Offer]) -> Roll:
    own = panel.by == seat
    form: Offer | None = None
    given: tuple[tuple[str, str], ...] = ()
    acts: list[Act] = []
    for place, opens in enumerate(panel.acts):
        offer = next((by_kind[kind] for kind in opens.kinds if kind in by_kind), None)
        if offer is None or not _fits(offer, opens):
            continue
        if form is None and (offer.owed or (own and place == 0)):
            form, given = offer, opens.given
        else:
            acts.append(Act(offer.kind, opens.label, offer.clause, opens.given))
    first = next((n for n, line in enumerate(panel.lines) if isinstance(line, Fact)), len(panel.lines))
    said = [line for line in panel.lines[:first] if isinstance(line, Note)]
    facts = [line for line in panel.lines if isinstance(line, Fact)]
    signed = [fact for fact in facts if fact.value[:1] in {"+", "-"} and fact.value[1:].isdigit()]
    counts = tuple(fact for fact in signed if fact.tone in {"good", "bad"})
    return Roll(
        panel.id,
        panel.by,
        own,
        panel.title,
        said[-1].text if said else "",
        tuple(said[:-1]),
        next((fact.family for fact in facts if fact.family), ""),
        tuple(fact for fact in facts if fact not in signed and fact.tone != "owed"),
        counts,
        next((fact for fact in signed if fact.tone == "plain"), None),
        tuple(line for line in panel.lines[first:] if isinstance(line, Note)),
        tuple(fact for fact in facts if fact.tone == "owed"),
        form.kind if form is not None else "",
        encode(form) if form is not None else b"",
        given,
        tuple(acts),
        roll_at_a_glance(room, seat, panel),
    )


def _fits(offer: Offer, opens: Opens) -> bool:
    """Whether the offer has the answers that the panel settles."""
    return all(
        any(
            isinstance(field, OneOf) and field.name == name and value in field.values
            for field in offer.fields
        )
        for name, value in opens.given
    )


def _acts(table: str, offers: Sequence[Offer], beside: set[str]) -> tuple[tuple[str, tuple[Act, ...]], ...]:
    """What can be done, by group, but for what is owed or has its place elsewhere."""
    groups: dict[str, list[Act]] = {}
    for offer in offers:
        if offer.kind not in _OWN_PLACE and offer.kind not in beside and not offer.owed:
            page = f"/t/{table}/rewind" if offer.kind == "rewind" else ""
            groups.setdefault(offer.group, []).append(Act(offer.kind, offer.label, offer.clause, page=page))
    return tuple((group, tuple(acts)) for group, acts in groups.items())


def tapped(offer: Offer) -> Flag | OneOf | None:
    """The one field whose answers can be buttons, where nothing else has to be said."""
    asked = [field for field in offer.fields if not _settled(field)]
    if len(asked) != 1:
        return None
    match asked[0]:
        case OneOf() as field if 1 < len(field.values) <= MOST_TAPS and not field.when:
            return field
        case Flag() as field if not field.when:
            return field
        case _:
            return None


def _settled(field: Any) -> bool:
    """A field with one answer only, or with words that nobody has to give."""
    one = isinstance(field, OneOf) and len(field.values) == 1 and not field.optional
    return one or (isinstance(field, Text) and field.optional)
