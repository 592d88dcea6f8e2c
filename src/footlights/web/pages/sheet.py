"""A character's sheet for paper: what the asking seat may see of it, laid out on the pages that the game asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from footlights.core import GM, Card, Clause, Fact, Meter, Note, Panel, Seat
from footlights.core.panels import Line
from footlights.table import Table
from footlights.web.faults import Fault
from footlights.web.house import House

PAPERS: Final = ("a4", "letter")
LAYOUTS: Final = {"you": "sheet_print_you.html", "inciting-incident": "sheet_print_inciting.html"}
"""Games whose sheets have a layout of their own; any other is laid out by its panels."""

IN_SHORT: Final = {
    "you": ("ROL-04", "RES-01", "RES-02", "RES-03", "RES-04", "RES-05", "RES-06"),
    "inciting-incident": (
        *("SIM-04", "SIM-05", "SIM-06", "CPX-05", "CPX-06", "CPX-07", "CPX-08"),
        *("DEC-02", "DEC-03", "CMP-07", "CMP-08", "CMP-09"),
    ),
}
"""The clauses that a player wants at hand."""


class Family(msgspec.Struct, frozen=True):
    """Lines of a sheet that belong together."""

    name: str
    meters: tuple[Meter, ...]
    facts: tuple[Fact, ...]
    cards: tuple[Card, ...]


class OnPaper(msgspec.Struct, frozen=True):
    """A sheet sorted for paper: what is said first, its families, then everything that belongs to none."""

    families: tuple[Family, ...]
    meters: tuple[Meter, ...]
    facts: tuple[Fact, ...]
    cards: tuple[Card, ...]
    notes: tuple[Note, ...]

    def fact(self, label: str) -> str:
        """The value of that label, "" when there is none."""
        return next((fact.value for fact in self.facts if fact.label == label), "")


async def sheet(request: Request) -> Response:
    """GET /t/{table}/sheet/{who}?paper=a4|letter."""
    house: House = request.app.state.house
    room, link = await house.seated(request)
    table, who = room.table, request.path_params["who"]
    if who == GM or who not in table.seats:
        raise Fault(404, f"nobody is called {who[:60]!r} at this table")
    paper = request.query_params.get("paper", PAPERS[0])
    view, lines = _seen(table, link.eyes, who)
    system = table.system
    return house.pages.response(
        LAYOUTS.get(system.name, "sheet_print.html"),
        table=table,
        who=who,
        person=table.standing.persons.get(who, ""),
        paper=paper if paper in PAPERS else PAPERS[0],
        view=view,
        sheet=sorted_out(lines),
        in_short=_in_short(table),
    )


def _seen(table: Table, eyes: Seat, who: Seat) -> tuple[Any, Sequence[Line]]:
    """What the asking seat may see, and the lines of the sheet in it. They are made from the asker's own view, read as
    if it was the view of `who`: nothing can stand on the paper that the asker may not know."""
    view = table.view(eyes)
    panels: Sequence[Panel] = table.system.panels(
        msgspec.structs.replace(view, seat=who) if hasattr(view, "seat") else view
    )
    of_seat = [panel for panel in panels if panel.place == "sheet"]
    own = next((panel for panel in of_seat if who in {panel.title, panel.id.partition(":")[2]}), None)
    if own is not None:
        return view, own.lines
    return view, [
        line for panel in of_seat for line in panel.lines if isinstance(line, Card) and line.title == who
    ]


def sorted_out(lines: Sequence[Line]) -> OnPaper:
    """The lines by family, each kind of line for itself."""
    names = dict.fromkeys(line.family for line in lines if not isinstance(line, Note) and line.family)

    def of(family: str) -> tuple[tuple[Meter, ...], tuple[Fact, ...], tuple[Card, ...]]:
        here = [line for line in lines if not isinstance(line, Note) and line.family == family]
        return (
            tuple(line for line in here if isinstance(line, Meter)),
            tuple(line for line in here if isinstance(line, Fact)),
            tuple(line for line in here if isinstance(line, Card)),
        )

    families = tuple(Family(name, *of(name)) for name in names)
    return OnPaper(families, *of(""), tuple(line for line in lines if isinstance(line, Note)))


def _in_short(table: Table) -> list[Clause]:
    clauses = table.system.clauses
    return [clauses[id] for id in IN_SHORT.get(table.system.name, ()) if id in clauses]
