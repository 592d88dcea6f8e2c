"""How a game's lines go together on a page. Knows panels, no game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Final, Literal, NamedTuple, TypeAlias

from footlights.core import Card, Fact, Line, Meter, Note, Opens

Shape: TypeAlias = Literal["main", "facts", "family", "sides", "cards", "meter", "note"]


class Block(NamedTuple):
    """Lines that are drawn together. `name`: the family or nothing."""

    shape: Shape
    name: str
    lines: tuple[Line, ...]


def blocks(lines: Iterable[Line]) -> list[Block]:
    """Neighbours that belong together, in their order: facts, cards, one family's lines, cards of two sides."""
    found: list[tuple[Shape, str, list[Line]]] = []
    for line in lines:
        shape, name = _shape(line)
        if found and found[-1][:2] == (shape, name) and shape not in _ALONE:
            found[-1][2].append(line)
        else:
            found.append((shape, name, [line]))
    return [Block(shape, name, tuple(together)) for shape, name, together in found]


_ALONE: Final = frozenset({"main", "meter", "note"})


def _shape(line: Line) -> tuple[Shape, str]:
    family = getattr(line, "family", "")
    if family:
        return "family", family
    match line:
        case Fact(main=True):
            return "main", ""
        case Fact():
            return "facts", ""
        case Card(side=""):
            return "cards", ""
        case Card():
            return "sides", ""
        case Meter():
            return "meter", ""
        case Note():
            return "note", ""


def sides(cards: Iterable[Card]) -> list[tuple[str, list[Card]]]:
    """Cards by the side they stand on, in the order in which sides first appear."""
    found: dict[str, list[Card]] = {}
    for card in cards:
        found.setdefault(card.side, []).append(card)
    return list(found.items())


_COUNT: Final = re.compile(r"(\d{1,2}) of (\d{1,2})(?!\d)")
MOST_BOXES: Final = 9


def counted(text: str) -> tuple[int, int] | None:
    """The numbers of "2 of 4", where that many boxes can be drawn."""
    found = _COUNT.match(text)
    if found is None:
        return None
    value, most = int(found[1]), int(found[2])
    return (value, most) if value <= most <= MOST_BOXES and most else None


def within(label: str, family: str) -> str:
    """A label without the name of its family, which stands above it: "Exertive INS" is "INS"."""
    return label.removeprefix(f"{family} ").removesuffix(f" under {family}").removesuffix(f" by {family}")


def opened(opens: Opens | None, kinds: Sequence[str]) -> str:
    """The offer that a line leads to, "" for none that is open."""
    return next((kind for kind in opens.kinds if kind in kinds), "") if opens else ""


class Flag(NamedTuple):
    """A mark on a track. `close`: too near to the one before it for a number of its own."""

    at: int
    name: str
    past: bool
    close: bool


def flags(meter: Meter) -> list[Flag]:
    """The marks of a track, in order."""
    found: list[Flag] = []
    apart = (meter.hi - meter.lo) / 12
    for at, name in sorted(meter.marks):
        close = bool(found) and at - found[-1].at < apart
        found.append(Flag(at, name, at <= meter.value, close))
    return found


ICONS: Final = frozenset(
    re.findall(r'id="i-([a-z0-9-]+)"', (files("footlights.web") / "static/icons.svg").read_text())
)


def icon_of(*words: str) -> str:
    """The first of these words that there is an icon for, "" for none."""
    return next((word.lower() for word in words if word.lower() in ICONS), "")
