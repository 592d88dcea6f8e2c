"""A table of YOU for tests: short ways to set one up, give commands and see what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from footlights.core import DICE, GM, Offer, Refused, Seat
from footlights.games.you import SYSTEM
from footlights.games.you.characters import Setup, Sheet, SheetTrait, opening
from footlights.games.you.rulings import rulings_from
from footlights.games.you.state import Event, State
from footlights.games.you.traits import TRAITS, Character

STARTING_OFF = ("Ana", "Ben", "Cid")


def sheet(name: str, **degrees: Any) -> Sheet:
    """A character who rates every Trait Occasionally, but for what is named, with a Reservation and an Impulse each."""
    return Sheet(
        name,
        {
            trait: SheetTrait(degrees.get(trait, "Occasionally"), "I hold back.", "I cannot help it.")
            for trait in TRAITS
        },
    )


class Playing:
    """A table in play. `happened` are the events of the last command."""

    def __init__(self, *names: str, **rulings: Any) -> None:
        sheets = tuple(sheet(name) for name in names or STARTING_OFF)
        self.state: State = opening(Setup(sheets, rulings_from(rulings)))
        self.happened: list[Event] = []

    def __getitem__(self, name: str) -> Character:
        return self.state.character(name)

    def holding(self, name: str, **held: Any) -> Playing:
        """With that character changed as a test needs it."""
        self.state = self.state.with_character(replace(self[name], **held))
        return self

    def growing(self, name: str, trait: Any, growth: int) -> Playing:
        """With Growth on a Trait, Down below 0."""
        rated = replace(self[name].trait(trait), growth=growth)
        self.state = self.state.with_character(self[name].with_trait(trait, rated))
        return self

    def do(self, by: Seat, order: str, **fields: Any) -> Playing:
        """Give a command. Raises Refused."""
        command = msgspec.convert({"type": order, **fields}, SYSTEM.commands)
        self.happened = list(SYSTEM.decide(self.state, by, command))
        for event in self.happened:
            self.state = SYSTEM.evolve(self.state, event)
        return self

    def refused(self, by: Seat, order: str, **fields: Any) -> Refused:
        """Why a command is refused; fails if it is not."""
        with pytest.raises(Refused) as refused:
            self.do(by, order, **fields)
        return refused.value

    def rule(self, roller: str, **ruling: Any) -> Playing:
        """The GM rules on that player's draft."""
        return self.do(GM, "rule", who=roller, **ruling)

    def throw(self, *faces: int) -> Playing:
        """The dice fall."""
        return self.do(DICE, "throw", faces=[[face] for face in faces])

    def check(
        self, roller: str, trait: str, *faces: int, ins: int = 0, mode: str = "neither", **draft: Any
    ) -> Playing:
        """A whole check without INS after the dice; whoever is asked for help agrees."""
        self.do(roller, "draft", trait=trait, **draft)
        for helper in draft.get("assist", ()):
            self.do(helper, "help", roller=roller)
        self.rule(roller, mode=mode)
        self.do(roller, "commit", ins=ins)
        return self.throw(*faces)

    def offer(self, seat: Seat, order: str) -> Offer | None:
        """The offer of that kind to that seat, if it is open."""
        return next((offer for offer in SYSTEM.offers(self.state, seat) if offer.kind == order), None)

    def kinds(self, seat: Seat) -> list[str]:
        """What is offered to that seat."""
        return [offer.kind for offer in SYSTEM.offers(self.state, seat)]

    def said(self) -> list[str]:
        """The sentences of the last command."""
        return [event.say() for event in self.happened]

    def because(self) -> list[str]:
        """The clauses of the last command."""
        return [event.because for event in self.happened]


def values(offer: Offer | None, field: str) -> Sequence[str]:
    """The values that a field of the offer allows."""
    assert offer is not None
    return next(tuple(getattr(found, "values", ())) for found in offer.fields if found.name == field)
