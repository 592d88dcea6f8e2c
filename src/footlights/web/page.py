"""The page of one seat, in regions: each is a frozen value, drawn once for all who see the same.

`regions` says what a seat sees now; `Drawn` keeps what was drawn of which value. The chronicle is apart: its lines are
added at the end, and only a rewind or a redaction draws it anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from footlights.core import GM, Offer, Panel, Seat, System
from footlights.table import Entry, Table
from footlights.web.render import Pages
from footlights.web.rooms import Room

LINES: Final = 60
"""Lines of the chronicle on the page; older ones are fetched when somebody asks for them."""

_MOST: Final = 4_000
"""Drawings that are kept."""

_OWN_PLACE: Final = frozenset({"post", "whisper", "x_card", "redact", "sit", "throw"})
"""Offers that the page has a place of their own for."""


class Lamp(msgspec.Struct, frozen=True):
    """A seat at the edge of the table: who sits there, what is waited for, whether somebody is there now."""

    seat: Seat
    person: str
    waits: str
    present: bool
    own: bool


class Tension(msgspec.Struct, frozen=True):
    """The top edge."""

    name: str
    game: str
    seat: Seat
    lamps: tuple[Lamp, ...]
    panels: tuple[Panel, ...]
    paused: bool
    resumes: bool


class Act(msgspec.Struct, frozen=True):
    """Something that can be done: the offer behind a button."""

    kind: str
    label: str
    clause: str


class Stage(msgspec.Struct, frozen=True):
    """The lit page: the roll being built, the scene, what can be done, and for the GM what only the GM sees."""

    seat: Seat
    rolls: tuple[Panel, ...]
    scene: tuple[Panel, ...]
    secret: tuple[Panel, ...]
    acts: tuple[tuple[str, tuple[Act, ...]], ...]
    game: str


class Sheets(msgspec.Struct, frozen=True):
    """One's own sheet, and what is known of the others."""

    seat: Seat
    panels: tuple[Panel, ...]


class Owed(msgspec.Struct, frozen=True):
    """The choices that this seat owes, the first one open: offers as JSON, since they may hold anything."""

    offers: tuple[bytes, ...]


class Drawn:
    """Regions as HTML, kept by their value."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._kept: dict[Any, str] = {}

    def html(self, template: str, value: Any, **more: Any) -> str:
        """A region drawn. `more` are things that follow from the value."""
        key = (template, value)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST:
                self._kept.clear()
            found = self._kept[key] = self._pages.draw(template, it=value, **more)
        return found


def offers(room: Room, seat: Seat) -> Sequence[Offer]:
    """What the seat may do now; worked out once for each version of the table."""
    found: Sequence[Offer] = room.once(("offers", seat), lambda: room.table.offers(seat))
    return found


def regions(room: Room, seat: Seat, drawn: Drawn) -> dict[str, str]:
    """Every region of that seat's page as HTML, by id."""
    found: dict[str, str] = room.once(("regions", seat), lambda: dict(_regions(room, seat, drawn)))
    return found


def _regions(room: Room, seat: Seat, drawn: Drawn) -> Iterator[tuple[str, str]]:
    table = room.table
    panels = tuple(table.panels(seat))
    open_now = offers(room, seat)
    owed = [offer for offer in open_now if offer.owed or offer.kind == "throw"]
    system = table.system
    yield "tension", drawn.html("region_tension.html", _tension(room, seat, panels, open_now))
    yield (
        "owed",
        drawn.html(
            "region_owed.html",
            Owed(tuple(map(msgspec.json.encode, owed))),
            offers=owed,
            table=table.id,
            system=system,
        ),
    )
    yield "stage", drawn.html("region_stage.html", _stage(table, seat, panels, open_now), system=system)
    yield (
        "sheet",
        drawn.html(
            "region_sheet.html", Sheets(seat, tuple(p for p in panels if p.place == "sheet")), system=system
        ),
    )


def _tension(room: Room, seat: Seat, panels: Sequence[Panel], open_now: Sequence[Offer]) -> Tension:
    table = room.table
    waits: dict[Seat, str] = {}
    for owed in table.waiting(seat):
        waits.setdefault(owed.seat, owed.label)
    present = room.present
    lamps = tuple(
        Lamp(one, table.standing.persons.get(one, ""), waits.get(one, ""), one in present, one == seat)
        for one in table.seats
    )
    return Tension(
        table.campaign.name,
        table.system.title,
        seat,
        lamps,
        tuple(panel for panel in panels if panel.place == "tension"),
        table.standing.paused,
        any(offer.kind == "resume" for offer in open_now),
    )


def _stage(table: Table, seat: Seat, panels: Sequence[Panel], open_now: Sequence[Offer]) -> Stage:
    groups: dict[str, list[Act]] = {}
    for offer in open_now:
        if offer.kind not in _OWN_PLACE and not offer.owed:
            groups.setdefault(offer.group, []).append(Act(offer.kind, offer.label, offer.clause))

    def at(place: str) -> tuple[Panel, ...]:
        return tuple(panel for panel in panels if panel.place == place)

    return Stage(
        seat,
        at("roll"),
        at("scene"),
        at("gm") if seat == GM else (),
        tuple((group, tuple(acts)) for group, acts in groups.items()),
        table.system.name,
    )


# --- the chronicle ---


class Line(msgspec.Struct, frozen=True):
    """One line of the chronicle as a page shows it. `manner`: how it was said, "" for what happened."""

    seq: int
    at: str
    seat: Seat
    text: str
    manner: str
    to: Seat
    clause: str
    kind: str
    undone: bool
    own: bool
    redacted: bool


_MANNERS: Final = {"whispered": "whisper", "noted": "note"}


def line(entry: Entry, seat: Seat) -> Line:
    """An entry for the eyes of `seat`."""
    event = entry.event
    manner = getattr(event, "manner", "") or _MANNERS.get(entry.kind, "")
    return Line(
        entry.seq,
        entry.at,
        entry.seat,
        entry.text,
        manner,
        getattr(event, "to", "") if entry.kind == "whispered" else "",
        entry.clause,
        entry.kind,
        entry.undone,
        bool(manner) and seat in {GM, entry.seat},
        bool(getattr(event, "redacted", False)),
    )


def lines(drawn: Drawn, system: System, entries: Sequence[Entry], seat: Seat) -> str:
    """Entries as items of the chronicle."""
    return "".join(
        drawn.html("line.html", line(entry, seat), system=system, game=system.name)
        for entry in entries
        if entry.text
    )


REREAD: Final = frozenset({"rewound", "redacted"})
"""Kinds of entries after which lines that were drawn before read differently."""
