"""The page of one seat, in regions: each is a frozen value, drawn once for all who see the same.

`regions` says what a seat sees now; `Drawn` keeps what was drawn of which value. The chronicle is apart: its lines are
added at the end, and only a rewind or a redaction draws it anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from markupsafe import Markup

from footlights.core import GM, SPECTATOR, Card, Fact, Meter, Note, Offer, Panel, Seat, System
from footlights.table import Entry, Owed, Table
from footlights.web import stage
from footlights.web.odds import verdict
from footlights.web.render import Macro, Pages
from footlights.web.rooms import Room

LINES: Final = 60
"""Lines of the chronicle on the page; older ones are fetched when somebody asks for them."""

_MOST: Final = 16_000
"""Drawings that are kept."""


class Lamp(msgspec.Struct, frozen=True):
    """A seat at the edge of the table: who sits there, what is waited for, whether somebody is there now."""

    seat: Seat
    person: str
    waits: str
    present: bool
    own: bool
    place: int


class Tension(msgspec.Struct, frozen=True):
    """The top edge: the number that everything leans on (`track`), other numbers, who sits here and who is waited
    for. `stops`: this seat may play the X-card; `trouble`: why nothing can be written down, for the GM."""

    table: str
    name: str
    game: str
    rules: str
    seat: Seat
    lamps: tuple[Lamp, ...]
    track: Meter | None
    facts: tuple[Fact, ...]
    notes: tuple[Note, ...]
    lines: tuple[str, ...]
    veils: tuple[str, ...]
    paused: bool
    stops: bool
    trouble: str


class Person(msgspec.Struct, frozen=True):
    """Somebody in short, in the panel of that id."""

    card: Card
    panel: str


class Sheets(msgspec.Struct, frozen=True):
    """One's own sheet, and what is known of the others; with a panel that has nothing but people, those people."""

    panels: tuple[tuple[stage.Leaf, tuple[Person, ...]], ...]


class Drawn:
    """Regions as HTML, and the pieces that they are put together of, kept by what they are drawn of."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._kept: dict[Any, Markup] = {}
        pages.templates.globals["piece"] = self.piece

    def region(self, name: str, *of: Any, **more: Any) -> Markup:
        """What the macro of that name draws of these values. `more` follows from them."""
        return self.piece(self._pages.macro(f"region_{name}.html", name), *of, **more)

    def piece(self, macro: Macro, /, *of: Any, **more: Any) -> Markup:
        """The same with the macro itself, for templates."""
        found = self._kept.get((macro, of))
        if found is None:
            found = macro(*of, **more)
            if len(self._kept) >= _MOST:
                self._kept.clear()
            self._kept[macro, of] = found
        return found


def offers(room: Room, seat: Seat) -> Sequence[Offer]:
    """What the seat may do now; worked out once for each version of the table."""
    if room.archived:
        return ()
    return room.once(("offers", seat), lambda: room.table.offers(seat))


def regions(room: Room, seat: Seat, drawn: Drawn) -> dict[str, str]:
    """Every region of that seat's page as HTML, by id."""
    return room.once(("regions", seat), lambda: dict(_regions(room, seat, drawn)))


def _regions(room: Room, seat: Seat, drawn: Drawn) -> Iterator[tuple[str, str]]:
    table = room.table
    panels = tuple(table.panels(seat))
    open_now = offers(room, seat)
    owing = [offer for offer in open_now if offer.owed or offer.kind == "throw"]
    system = table.system
    lit = stage.stage(room, seat, panels, open_now, _fallen(room, seat))
    owed = stage.owed(table, seat, owing, stage.in_rolls(lit.rolls))
    if seat == GM:
        owed = msgspec.structs.replace(owed, handed=room.handed, empty=len(table.seats) == 1)
    yield "tension", drawn.region("tension", _tension(room, seat, panels, open_now))
    yield "owed", drawn.region("owed", owed, system, offers=owing)
    by_kind = {offer.kind: offer for offer in open_now}
    yield "stage", drawn.region("stage", lit, system, offers=by_kind)
    sheets = (panel for panel in panels if panel.place == "sheet")
    shown = tuple((stage.leaf(panel, by_kind), _people(panel)) for panel in sheets)
    yield "sheet", drawn.region("sheets", Sheets(shown), system)


def _people(panel: Panel) -> tuple[Person, ...]:
    """Those in a panel that has nothing but people."""
    cards = [line for line in panel.lines if isinstance(line, Card)]
    return tuple(Person(card, panel.id) for card in cards) if len(cards) == len(panel.lines) else ()


def waiting(room: Room, seat: Seat) -> Sequence[Owed]:
    """Who is waited for; worked out once for all who know the same."""
    known, paused = room.known(seat), room.table.standing.paused
    return room.while_it_stands(("waiting", id(known), paused), lambda: room.table.waiting(seat))


def _tension(room: Room, seat: Seat, panels: Sequence[Panel], open_now: Sequence[Offer]) -> Tension:
    table = room.table
    waits: dict[Seat, str] = {}
    for owed in waiting(room, seat):
        waits.setdefault(owed.seat, owed.label)
    present = room.present
    lamps = tuple(
        Lamp(one, table.standing.persons.get(one, ""), waits.get(one, ""), one in present, one == seat, place)
        for place, one in enumerate(table.seats, 1)
    )
    lines = [line for panel in panels if panel.place == "tension" for line in panel.lines]
    kinds = {offer.kind for offer in open_now}
    return Tension(
        table.id,
        table.campaign.name,
        table.system.title,
        table.system.name,
        seat,
        lamps,
        next((line for line in lines if isinstance(line, Meter)), None),
        tuple(line for line in lines if isinstance(line, Fact)),
        tuple(line for line in lines if isinstance(line, Note) and line.tone != "owed"),
        table.campaign.lines,
        table.campaign.veils,
        table.standing.paused,
        "x_card" in kinds,
        room.trouble if seat == GM else "",
    )


# --- the chronicle ---


class Thrown(msgspec.Struct, frozen=True):
    """Dice as they fell. Each die has its faces (more than one: it exploded) and whether it counts; `verdict` is the
    result of a rule and `mark` how it is drawn, both "" where the dice were read by people."""

    dice: tuple[tuple[tuple[int, ...], bool], ...]
    total: int
    mark: str
    verdict: str


class Line(msgspec.Struct, frozen=True):
    """One line of the chronicle as a page shows it. `manner`: how it was said, "" for what happened. `follows`: it
    came of the same order as the line before it."""

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
    follows: bool
    thrown: Thrown | None


_MANNERS: Final = {"whispered": "whisper", "noted": "note"}


def line(entry: Entry, seat: Seat, before: Entry | None = None) -> Line:
    """An entry for the eyes of `seat`, who saw `before` just before it."""
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
        not manner and before is not None and _together(before, entry),
        _thrown(event),
    )


def _together(before: Entry, entry: Entry) -> bool:
    """Whether two entries came of one order, as far as their reader can tell; people's words stand alone."""
    same = (before.at, before.seat, before.undone) == (entry.at, entry.seat, entry.undone)
    return same and not getattr(before.event, "manner", "") and before.kind not in _MANNERS


def _thrown(event: Any) -> Thrown | None:
    """The dice of an event that tells of some: one face for each die, or one list of faces. Where one of them was
    kept, the others do not count."""
    faces, total = getattr(event, "faces", None), getattr(event, "total", None)
    if not isinstance(faces, tuple) or not isinstance(total, int):
        return None
    dice = [(face,) if isinstance(face, int) else tuple(face) for face in faces]
    kept = getattr(event, "kept", None)
    first = next((place for place, die in enumerate(dice) if die == (kept,)), None)
    counts = [first is None or place == first for place in range(len(dice))]
    result = getattr(event, "result", "")
    return Thrown(tuple(zip(dice, counts, strict=True)), total, *(verdict(result) if result else ("", "")))


_RECENT: Final = 12
"""Moves that everybody was told of, within which dice that fell are still shown large."""


def _fallen(room: Room, seat: Seat) -> stage.Fallen | None:
    """The last dice that fell as far as that seat was told, if not too much was done since."""
    recent = room.once(("recent",), lambda: Recent(room.table), of=0)
    rows = room.once(("rolled",), recent.rolled)
    told = partial(_fell, room.table, seat)
    same = rows, room.table.standing, room.table.line.since(seat)
    return room.once(("fallen", seat), lambda: next(filter(None, map(told, rows)), None), of=same)


def _fell(table: Table, seat: Seat, row: int) -> stage.Fallen | None:
    """The dice that fell in that row, if the seat was told and they still hold."""
    _, entries = table.chronicles.between(seat, row, row)
    for place, entry in enumerate(entries):
        if (thrown := _thrown(entry.event)) and thrown.verdict and not entry.undone:
            did = tuple(one.text for one in entries[place + 1 :] if one.text)
            return stage.Fallen(entry.seq, entry.text, entry.clause, thrown, did)
    return None


class Recent:
    """The last moves that everybody was told of: the row of each and whether dice fell in it. What is done in secret
    counts for nothing here: else dice that leave the page would tell of it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told = max(table.chronicles.count(SPECTATOR) - LINES, 0)
        self._moves: deque[tuple[int, bool]] = deque(maxlen=_RECENT)

    def rolled(self) -> tuple[int, ...]:
        """The rows in which dice fell, the last one first; those of an earlier scene are past."""
        news = list(self._table.chronicles.told(SPECTATOR, self._told))
        for step in {told.step.row.seq: told.step for told in news}.values():
            if any(getattr(event, "new_scene", False) for _, event in step.events):
                self._moves.clear()
            self._moves.append((step.row.seq, any(_thrown(event) for _, event in step.events)))
        self._told += len(news)
        return tuple(row for row, fell in reversed(self._moves) if fell)


def lines(drawn: Drawn, system: System, entries: Sequence[Entry], seat: Seat) -> str:
    """Entries as items of the chronicle."""
    told = [entry for entry in entries if entry.text]
    return "".join(
        drawn.region("line", line(entry, seat, before), system)
        for before, entry in zip([None, *told], told, strict=False)
    )


REREAD: Final = frozenset({"rewound", "redacted"})
"""Kinds of entries after which lines that were drawn before read differently."""
