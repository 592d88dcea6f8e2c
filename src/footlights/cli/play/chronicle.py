"""The chronicle as lines of text: who said and did what, under which clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from footlights.cli.play.ink import Lines, inked, joined, paragraphs, rule, wrapped
from footlights.table import Entry

WORDS: Final = ("posted", "whispered", "noted")
"""The kinds of entries that are people's own words."""


def told(entries: Sequence[Entry], width: int, since: int = 0) -> Lines:
    """The entries, newest last; those without words are left out. A line says which are new since line `since`."""
    lines: Lines = []
    for entry in entries:
        if since and entry.seq > since and lines:
            lines.append(rule(width, Text("since you last looked", "dim")))
            since = 0
        if entry.text:
            lines += entry_lines(entry, width)
    return lines


def newest(entries: Sequence[Entry], width: int, most: int) -> Lines:
    """The newest entries that fit whole into `most` lines; the end of the newest if it is longer than that."""
    lines: Lines = []
    for entry in reversed(entries):
        more = entry_lines(entry, width) if entry.text else []
        if lines and len(more) + len(lines) > most:
            break
        lines = more + lines
    return lines[-most:] if most > 0 else []


def entry_lines(entry: Entry, width: int) -> Lines:
    """One entry: people's own words behind their name, what happened with its clause."""
    style = "dim strike" if entry.undone else ""
    match entry.kind:
        case "posted" if entry.event.manner == "in_character":
            return paragraphs(entry.text, width, style or "italic", _by(entry.seat, ": "))
        case "posted":
            return paragraphs(entry.text, width, style, _by(entry.seat, " (aside): "))
        case "whispered":
            return paragraphs(entry.text, width, style, _by(entry.seat, f" whispers to {entry.event.to}: "))
        case "noted":
            return paragraphs(entry.text, width, style, _by("Note", ": "))
        case _:
            clause = f" [{entry.clause}]" if entry.clause else ""
            undone = " (undone)" if entry.undone else ""
            words = _annotated(entry.text, style) if entry.kind == "rolled" else inked(entry.text, style)
            return wrapped(joined(words, inked(clause, "dim"), Text(undone, "dim")), width, Text("· ", "dim"))


def _annotated(text: str, style: str) -> Text:
    """A throw in notation: a die between tildes was dropped, and is said to be."""
    parts = text.split("~~")
    return joined(
        *(inked(f"{part} dropped", "strike") if n % 2 else inked(part, style) for n, part in enumerate(parts))
    )


def _by(name: str, says: str) -> Text:
    return joined(inked(name, "bold"), inked(says))
