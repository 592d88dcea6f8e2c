"""How a game shows itself to any face (terminal, browser): plain frozen panels, no mark-up, no colour."""

from __future__ import annotations

from typing import Literal

import msgspec

from footlights.core.seats import Seat

Tone = Literal["plain", "good", "bad", "owed", "quiet", "secret"]
"""What a line is about, never said by colour alone: the words say it too. "secret": only this reader sees it."""


class Opens(msgspec.Struct, frozen=True):
    """Where a line leads: the first of these kinds of offers that is open to the reader, with answers that it already
    gives (field, value). `label` says what the reader does there."""

    label: str
    kinds: tuple[str, ...]
    given: tuple[tuple[str, str], ...] = ()


class Fact(msgspec.Struct, frozen=True, tag="fact"):
    """A label and a value: "Confidence", "2 of 4". `main`: the number that its panel is about. `sign`: a place for
    something that helps (+) or hurts (-), open as long as it `opens` something."""

    label: str
    value: str
    tone: Tone = "plain"
    clause: str = ""
    family: str = ""
    main: bool = False
    opens: Opens | None = None
    sign: Literal["", "+", "-"] = ""


class Meter(msgspec.Struct, frozen=True, tag="meter"):
    """A number on a scale lo..hi, with named marks on it (a Trigger's next threshold). Lines of one `family` belong
    together; `tone` "bad": the fuller, the worse. `ends`: whom the lowest and the highest favour."""

    label: str
    value: int
    lo: int
    hi: int
    marks: tuple[tuple[int, str], ...] = ()
    family: str = ""
    clause: str = ""
    tone: Tone = "plain"
    ends: tuple[str, str] = ("", "")


class Card(msgspec.Struct, frozen=True, tag="card", cache_hash=True):
    """A person, place, thing, Obstacle, opponent ...: a title, a kind and some facts about it. `level`: how far on a
    short scale (2 of 3). Cards of different `side` stand against each other."""

    title: str
    kind: str
    facts: tuple[Fact, ...] = ()
    text: str = ""
    family: str = ""
    level: tuple[int, int] | None = None
    side: str = ""
    opens: Opens | None = None


class Note(msgspec.Struct, frozen=True, tag="note"):
    """A sentence for the reader."""

    text: str
    tone: Tone = "plain"
    clause: str = ""


Line = Fact | Meter | Card | Note


class Panel(msgspec.Struct, frozen=True, cache_hash=True):
    """One part of a page. `id` is stable; `place` says where a face puts it ("last": the roll that was finished last,
    for faces that do not show it from the chronicle). A roll says `by` whom it is, and in `acts` what the reader can do
    about it, first what it is there for."""

    id: str
    title: str
    lines: tuple[Line, ...] = ()
    place: Literal["scene", "sheet", "tension", "roll", "gm", "last"] = "scene"
    by: Seat = ""
    acts: tuple[Opens, ...] = ()
