"""The page of one seat: the line of tension, who is waited for, the scene, the sheet, the chronicle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Final

from rich.text import Text

from footlights.cli.play.chronicle import newest, told
from footlights.cli.play.ink import STYLES, Lines, beside, cut, inked, joined, rule, spread, wrapped
from footlights.cli.play.panels import drawn
from footlights.cli.play.stage import Still
from footlights.core import Line, Note, Panel, Seat
from footlights.table import Entry, Owed

VIEWS: Final = ("Scene", "Sheet", "Chronicle")
WIDE: Final = 110
"""From so many columns on, the three views stand side by side."""

WAITING: Final = Text("Waiting for: ", STYLES["owed"])

SHORT: Final = 8
"""A page of fewer lines leaves out who sits where."""

TAIL: Final = 4
"""Lines of the chronicle under the scene, where it has no column of its own; more where there is room."""


@dataclass(frozen=True)
class Sight:
    """All that one seat sees of its table at one moment. `seats` are those in play, each with the person in it;
    `since` is the last line of the chronicle that this seat saw when it had the screen before."""

    campaign: str
    game: str
    seat: Seat
    seats: tuple[tuple[Seat, str], ...]
    panels: tuple[Panel, ...]
    entries: tuple[Entry, ...]
    waiting: tuple[Owed, ...]
    paused: bool
    since: int = 0


class SeatPage:
    """What the seat sees, one view at a time (all three where the terminal is wide), each scrolled by itself."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._view = 0
        self._moved = dict.fromkeys(VIEWS, 0)
        self._page = 1
        self._drawn: dict[tuple[str, int], Lines] = {}

    @contextmanager
    def opened_at(self, view: str) -> Iterator[None]:
        """Turned to that view meanwhile."""
        before, self._view = self._view, VIEWS.index(view)
        try:
            yield
        finally:
            self._view = before

    def turn(self) -> None:
        """The next view."""
        self._view = (self._view + 1) % len(VIEWS)

    def scroll(self, pages: int) -> None:
        """Up (negative) or down by most of a screen."""
        step = max(self._page - 1, 1)
        self._moved[VIEWS[self._view]] += pages * step

    def news(self, sight: Sight) -> None:
        """Show a later moment, the newest lines of the chronicle first."""
        self.sight = sight
        self._moved["Chronicle"] = 0
        self._drawn.clear()

    def wants(self, width: int) -> int:
        """The head, the title of the view, and the longest of what is shown; some of the chronicle below it."""
        views = VIEWS[:2] if width >= WIDE else VIEWS[self._view : self._view + 1]
        longest = max(len(self._lines(view, width)) for view in views)
        return len(self._head(width, short=False)) + 1 + longest + TAIL

    def paint(self, width: int, height: int) -> Lines:
        head = self._head(width, short=height < SHORT)
        room = height - len(head)
        if room < 3:
            return head[:height]
        self._page = room - 1
        if width >= WIDE:
            return head + self._side_by_side(width, room)
        return head + self._single(width, room)

    # --- the head: campaign, tension, who is waited for ---

    def _head(self, width: int, short: bool) -> Lines:
        sight = self.sight
        person = dict(sight.seats).get(sight.seat)
        seat = f"{sight.seat} ({person})" if person else sight.seat
        left = joined(inked(sight.campaign, "bold"), inked(f"  {sight.game}", "dim"))
        lines = [
            spread(
                left, joined(Text("seat: ", "dim"), inked(cut(inked(seat), width // 2).plain, "bold")), width
            )
        ]
        if sight.paused:
            lines += wrapped(
                Text("Paused by the X-card. Play goes on when the GM resumes.", "bold reverse"), width
            )
        tension = [line for panel in sight.panels if panel.place == "tension" for line in panel.lines]
        lines += drawn((Panel("tension", "", tuple(line for line in tension if not _owed(line))),), width)
        owed = [
            line.text.replace(": ", " - ", 1) for line in tension if isinstance(line, Note) and _owed(line)
        ]
        waiting = self._waiting(owed, width)
        return lines + waiting + ([] if short else [self._seats(width, quiet=not waiting)])

    def _seats(self, width: int, quiet: bool) -> Text:
        """Who sits where; an empty lamp is waited for. `quiet`: nobody is."""
        waited = {owed.seat for owed in self.sight.waiting}
        lamps = []
        for seat, person in self.sight.seats:
            lamp = Text("○ " if seat in waited else "● ", STYLES["owed"] if seat in waited else "dim")
            lamps.append(joined(lamp, inked(seat), inked(f" ({person})" if person else "", "dim"), "   "))
        return spread(joined(*lamps), Text("Nobody is waited for." if quiet else "", "dim"), width)

    def _waiting(self, owed: Sequence[str], width: int) -> Lines:
        """Who is waited for, in the game's own words if it has any."""
        waits = owed or [f"{owed.seat} - {owed.label}" for owed in self.sight.waiting]
        return wrapped(inked("; ".join(waits)), width, WAITING)[:2] if waits else []

    # --- the views ---

    def _lines(self, view: str, width: int) -> Lines:
        """A whole view, drawn once for each width."""
        if (view, width) not in self._drawn:
            self._drawn[view, width] = self._draw(view, width)
        return self._drawn[view, width]

    def _draw(self, view: str, width: int) -> Lines:
        sight = self.sight
        match view:
            case "Scene":
                roll = [panel for panel in sight.panels if panel.place == "roll"]
                rest = [panel for panel in sight.panels if panel.place in {"scene", "last", "gm"}]
                return drawn([*roll, *rest], width)
            case "Sheet":
                return drawn([panel for panel in sight.panels if panel.place == "sheet"], width)
            case _:
                return told(sight.entries, width, sight.since)

    def _shown(self, view: str, lines: Lines, height: int) -> tuple[Lines, str]:
        """The part of the view that fits, and what there is beyond it. The chronicle is read from its end."""
        over = max(len(lines) - height, 0)
        from_end = view == "Chronicle"
        first = (over if from_end else 0) + self._moved[view]
        first = min(max(first, 0), over)
        self._moved[view] = first - (over if from_end else 0)
        beyond = " ".join(sign for sign, there in (("↑", first > 0), ("↓", first < over)) if there)
        return lines[first : first + height], beyond

    def _single(self, width: int, height: int) -> Lines:
        view, room = VIEWS[self._view], height - 1
        lines = self._lines(view, width)
        tail: Lines = []
        if view == "Scene":
            most = max(room - len(lines), min(max(room // 3, 3), TAIL + 1)) - 1
            tail = [rule(width), *newest(self.sight.entries[-max(most, 1) :], width, most)]
        shown, beyond = self._shown(view, lines, max(room - len(tail), 1))
        tabs = joined(*(Text(f" {name} ", "reverse bold" if name == view else "dim") for name in VIEWS))
        return [spread(tabs, Text(f"{beyond} PgUp PgDn" if beyond else "", "dim"), width), *shown, *tail][
            :height
        ]

    def _side_by_side(self, width: int, height: int) -> Lines:
        inner = width - 6
        widths = (inner * 3 // 10, inner * 4 // 10, inner - inner * 3 // 10 - inner * 4 // 10)
        columns: list[tuple[Lines, int]] = []
        for view, wide in zip(("Sheet", "Scene", "Chronicle"), widths, strict=True):
            shown, beyond = self._shown(view, self._lines(view, wide), height - 1)
            here = view == VIEWS[self._view]
            title = spread(Text(f" {view} ", "reverse bold" if here else "bold"), Text(beyond, "dim"), wide)
            columns.append(([title, *shown], wide))
        return beside(columns)


def _owed(line: Line) -> bool:
    """Whether a game says with this line that somebody is waited for."""
    return isinstance(line, Note) and line.tone == "owed"


def curtain(campaign: str, waiting: Sequence[Owed]) -> Still:
    """What stands on the screen while it changes hands: nothing that any seat may not see."""

    def lines(width: int) -> Lines:
        waits = (wrapped(inked(f"{owed.seat} - {owed.label}"), width, WAITING) for owed in waiting)
        return [inked(campaign, "bold"), Text(""), *chain.from_iterable(waits)]

    return Still(lines)
