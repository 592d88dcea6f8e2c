"""What every game is: seats, clauses, offers, refusals, panels, and the one protocol that a game satisfies."""

from footlights.core.clauses import Clause, Clauses, Option, Ruling
from footlights.core.offers import (
    Faces,
    Field,
    Flag,
    Number,
    Offer,
    OneOf,
    Sheet,
    SomeOf,
    Split,
    Text,
    When,
    active_fields,
    follow,
    words_fault,
)
from footlights.core.panels import Card, Fact, Line, Meter, Note, Panel
from footlights.core.refusal import Refused
from footlights.core.seats import DICE, GM, RESERVED, SPECTATOR, Seat, same_name, seat_name_fault
from footlights.core.system import Chance, Due, Outcome, System, Witness

__all__ = [
    "DICE",
    "GM",
    "RESERVED",
    "SPECTATOR",
    "Card",
    "Chance",
    "Clause",
    "Clauses",
    "Due",
    "Faces",
    "Fact",
    "Field",
    "Flag",
    "Line",
    "Meter",
    "Note",
    "Number",
    "Offer",
    "OneOf",
    "Option",
    "Outcome",
    "Panel",
    "Refused",
    "Ruling",
    "Seat",
    "Sheet",
    "SomeOf",
    "Split",
    "System",
    "Text",
    "When",
    "Witness",
    "active_fields",
    "follow",
    "same_name",
    "seat_name_fault",
    "words_fault",
]
