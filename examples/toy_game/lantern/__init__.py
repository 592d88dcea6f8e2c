"""The Last Lantern: a small game of pushing one's luck, complete enough to show how a game joins Footlights."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from footlights.core import Clauses, System
from lantern import changes, rules, showing
from lantern.clauses import CLAUSES
from lantern.state import Command, Event, Rulings, Setup, Sheet, State

__all__ = ["SYSTEM", "Lantern"]


class Lantern:
    """The game as `core.System` asks for it: names for the types and functions of this package."""

    name: ClassVar[str] = "lantern"
    title: ClassVar[str] = "The Last Lantern"
    pitch: ClassVar[str] = "One lantern, nine steps down into a cellar, and oil for some of them."
    version: ClassVar[int] = 1
    clauses: ClassVar[Clauses] = CLAUSES
    rulings: ClassVar[type[msgspec.Struct]] = Rulings
    setup: ClassVar[type[msgspec.Struct]] = Setup
    sheet: ClassVar[type[msgspec.Struct]] = Sheet
    state: ClassVar[type[msgspec.Struct]] = State
    commands: ClassVar[Any] = Command
    events: ClassVar[Any] = Event
    upcasts: ClassVar[dict[str, Any]] = {}

    opening = staticmethod(rules.opening)
    seats = staticmethod(rules.seats)
    offers = staticmethod(rules.offers)
    owed = staticmethod(rules.owed)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(changes.evolve)
    due = staticmethod(rules.due)
    witnesses = staticmethod(rules.witnesses)
    line = staticmethod(rules.line)
    faults = staticmethod(changes.faults)
    sheets = staticmethod(rules.sheets)
    view = staticmethod(showing.view)
    panels = staticmethod(showing.panels)
    known = staticmethod(showing.known)
    tell = staticmethod(showing.tell)
    say = staticmethod(showing.say)
    outcomes = staticmethod(showing.outcomes)


SYSTEM: System = Lantern()
