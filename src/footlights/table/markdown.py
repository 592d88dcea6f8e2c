"""The chronicle as Markdown, as one seat may see it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from footlights.core import Seat
from footlights.table.events import GONE, Noted, Posted, Whispered
from footlights.table.orders import Entry
from footlights.table.table import Table

_MARKS: Final = re.compile(r"[\\`*_\[\]<>&~|$]")
_AT_START: Final = re.compile(r"^([-+=#]|\d+(?=[.)]))")
_TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of what follows, outside their own text too."""


_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
"""Line breaks and whatever else steers a terminal; an old campaign may have some."""


def escaped(text: str) -> str:
    """Text as one line of Markdown that reads as it was written: no mark-up, no HTML, no turned direction, no control
    characters."""
    plain = _MARKS.sub(r"\\\g<0>", _CONTROL.sub(" ", _TURNING.sub("", text))).strip()
    return _AT_START.sub(lambda found: found[0] + "\\" if found[0].isdigit() else "\\" + found[0], plain)


def chronicle_markdown(table: Table, seat: Seat) -> str:
    """The whole chronicle, undone lines struck through, times in UTC."""
    agreed = table.campaign
    head = [f"# {escaped(agreed.name)}", f"{escaped(table.system.title)}, as {escaped(seat)} knows it."]
    for title, text in (
        ("Premise", escaped_lines(agreed.premise)),
        ("Tone", escaped_lines(agreed.tone)),
        ("Lines", "; ".join(map(escaped, agreed.lines))),
        ("Veils", "; ".join(map(escaped, agreed.veils))),
    ):
        if text:
            head.append(f"**{title}:** {text}")
    parts = head
    for day, entries in groupby(table.chronicles.entries(seat), key=lambda entry: entry.at[:10]):
        parts.append(f"## {day}")
        parts += [line for entry in entries for line in _paragraph(entry)]
    return "\n\n".join(parts) + "\n"


def escaped_lines(text: str) -> str:
    """Text of several lines, each kept on its own."""
    return "\\\n".join(filter(None, map(escaped, text.splitlines())))


def _paragraph(entry: Entry) -> Iterator[str]:
    """One entry as a paragraph; people's words as a quotation under their name."""
    match entry.event:
        case Posted() | Whispered() | Noted() as words:
            text = GONE if words.redacted else entry.text
            quoted = escaped_lines(text).replace("\n", "\n> ")
            yield f"**{_speaker(entry)}:**\n\n> {quoted}"
        case _ if entry.text:
            cited = f" ({entry.clause})" if entry.clause else ""
            said = escaped(entry.text + cited)
            yield f"~~{said}~~ (undone)" if entry.undone else said
        case _:
            pass


def _speaker(entry: Entry) -> str:
    match entry.event:
        case Posted(manner="out_of_character"):
            return f"{escaped(entry.seat)} (out of character)"
        case Whispered():
            return f"{escaped(entry.seat)}, whispering to {escaped(entry.event.to)}"
        case Noted():
            return "Note"
        case _:
            return escaped(entry.seat)
