"""YOU: a game of six Traits, Inspiration, Burdens and a d20. Each file is a chapter of its rules."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from footlights.core import Clauses, System
from footlights.games.you import advice, bounds, characters, foresight, moves, panels, rolling, sight
from footlights.games.you.clauses import CLAUSES
from footlights.games.you.rulings import Rulings
from footlights.games.you.state import State

__all__ = ["SYSTEM", "You"]


class You:
    """The game as `core.System` asks for it: names for the types and functions of this package."""

    name: ClassVar[str] = "you"
    title: ClassVar[str] = "YOU"
    pitch: ClassVar[str] = (
        "Six Traits and one d20. What wears on you pushes back, and inspiration goes round the table."
    )
    version: ClassVar[int] = 1
    clauses: ClassVar[Clauses] = CLAUSES
    rulings: ClassVar[type[msgspec.Struct]] = Rulings
    setup: ClassVar[type[msgspec.Struct]] = characters.Setup
    sheet: ClassVar[type[msgspec.Struct]] = characters.Sheet
    state: ClassVar[type[msgspec.Struct]] = State
    commands: ClassVar[Any] = moves.AnyCommand
    events: ClassVar[Any] = moves.AnyEvent
    upcasts: ClassVar[dict[str, Any]] = {}

    opening = staticmethod(characters.opening)
    seats = staticmethod(moves.seats)
    offers = staticmethod(moves.offers)
    owed = staticmethod(moves.owed)
    decide = staticmethod(moves.decide)
    evolve = staticmethod(moves.evolve)
    outcomes = staticmethod(moves.outcomes)
    view = staticmethod(sight.view)
    panels = staticmethod(panels.panels)
    known = staticmethod(sight.known)
    tell = staticmethod(sight.tell)
    say = staticmethod(sight.say)
    due = staticmethod(rolling.due)
    witnesses = staticmethod(rolling.witnesses)
    line = staticmethod(foresight.line)
    faults = staticmethod(bounds.faults)
    sheets = staticmethod(characters.sheets)
    glance = staticmethod(advice.glance)
    begun = staticmethod(advice.begun)
    ways = staticmethod(advice.ways)


SYSTEM: System = You()
