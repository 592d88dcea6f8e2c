"""Inciting Incident: Abilities and Talents, Crisis and its Triggers, Obstacles and conflicts."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from footlights.core import Clauses, System
from footlights.games.inciting_incident import (
    advice,
    bounds,
    fold,
    orders,
    outlook,
    panels,
    rolls,
    saying,
    secrets,
    view,
)
from footlights.games.inciting_incident.characters import Character
from footlights.games.inciting_incident.clauses import CLAUSES
from footlights.games.inciting_incident.commands import AnyCommand
from footlights.games.inciting_incident.events import AnyEvent
from footlights.games.inciting_incident.opening import opening
from footlights.games.inciting_incident.rulings import Rulings
from footlights.games.inciting_incident.state import Setup, State

__all__ = ["SYSTEM", "IncitingIncident"]


class IncitingIncident:
    """The game as `core.System` asks for it: names for the types and functions of this package."""

    name: ClassVar[str] = "inciting-incident"
    title: ClassVar[str] = "Inciting Incident"
    pitch: ClassVar[str] = (
        "Talents of your own making, dice that explode, and a Crisis that climbs towards things with names."
    )
    version: ClassVar[int] = 1
    clauses: ClassVar[Clauses] = CLAUSES
    rulings: ClassVar[type[msgspec.Struct]] = Rulings
    setup: ClassVar[type[msgspec.Struct]] = Setup
    sheet: ClassVar[type[msgspec.Struct]] = Character
    state: ClassVar[type[msgspec.Struct]] = State
    commands: ClassVar[Any] = AnyCommand
    events: ClassVar[Any] = AnyEvent
    upcasts: ClassVar[dict[str, Any]] = {}

    opening = staticmethod(opening)
    seats = staticmethod(orders.seats)
    offers = staticmethod(orders.offers)
    owed = staticmethod(orders.owed)
    decide = staticmethod(orders.decide)
    evolve = staticmethod(fold.evolve)
    view = staticmethod(view.view)
    panels = staticmethod(panels.panels)
    known = staticmethod(secrets.known)
    tell = staticmethod(secrets.tell)
    say = staticmethod(saying.say)
    due = staticmethod(rolls.due)
    witnesses = staticmethod(outlook.witnesses)
    outcomes = staticmethod(outlook.outcomes)
    line = staticmethod(outlook.line)
    faults = staticmethod(bounds.faults)
    sheets = staticmethod(orders.sheets)
    glance = staticmethod(advice.glance)
    begun = staticmethod(advice.begun)
    ways = staticmethod(advice.ways)


SYSTEM: System = IncitingIncident()
