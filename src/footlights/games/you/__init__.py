"""YOU: six Traits, Inspiration and Burdens, and a d20."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from footlights.core import Clauses, System
from footlights.games.you import characters, moves, rolling
from footlights.games.you.clauses import CLAUSES
from footlights.games.you.rulings import Rulings
from footlights.games.you.state import State


class You:
    name: ClassVar[str] = "you"
    title: ClassVar[str] = "YOU"
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
    decide = staticmethod(moves.decide)
    evolve = staticmethod(moves.evolve)
    due = staticmethod(rolling.due)
    witnesses = staticmethod(rolling.witnesses)
    sheets = staticmethod(characters.sheets)


SYSTEM: Any = You()
