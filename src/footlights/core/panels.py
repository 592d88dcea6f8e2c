"""How a game shows itself to any face (terminal, browser): plain frozen panels, no mark-up, no colour."""

from __future__ import annotations

from typing import Literal

import msgspec

Tone = Literal["plain", "good", "bad", "owed", "quiet"]
"""What a line is about, never said by colour alone: the words say it too."""


class Fact(msgspec.Struct, frozen=True, tag="fact"):
    """A label and a value: "Confidence", "2 of 4"."""

    label: str
    value: str
    tone: Tone = "plain"
    clause: str = ""


class Meter(msgspec.Struct, frozen=True, tag="meter"):
    """A number on a scale lo..hi, with named marks on it (a Trigger's next threshold)."""

    label: str
    value: int
    lo: int
    hi: int
    marks: tuple[tuple[int, str], ...] = ()
    family: str = ""
    clause: str = ""


class Card(msgspec.Struct, frozen=True, tag="card"):
    """A person, place, thing, Obstacle, opponent ...: a title, a kind and some facts about it."""

    title: str
    kind: str
    facts: tuple[Fact, ...] = ()
    text: str = ""


class Note(msgspec.Struct, frozen=True, tag="note"):
    """A sentence for the reader."""

    text: str
    tone: Tone = "plain"
    clause: str = ""


Line = Fact | Meter | Card | Note


class Panel(msgspec.Struct, frozen=True):
    """One part of a page. `id` is stable; `place` says where a face puts it."""

    id: str
    title: str
    lines: tuple[Line, ...] = ()
    place: Literal["scene", "sheet", "tension", "roll", "gm"] = "scene"
