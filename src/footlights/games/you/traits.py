"""Traits, their types and Degrees, and what a character holds (TRT)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from footlights.core import Seat

Trait = Literal["Assertiveness", "Boldness", "Determination", "Influence", "Empathy", "Passion"]
TraitType = Literal["Exertive", "Decisive", "Emotive"]
BurdenType = Literal["Injury", "Stress", "Fear"]
Degree = Literal["Rarely", "Occasionally", "Often"]

TRAITS: Final[tuple[Trait, ...]] = get_args(Trait)
TYPES: Final[tuple[TraitType, ...]] = get_args(TraitType)
BURDENS: Final[tuple[BurdenType, ...]] = get_args(BurdenType)
DEGREES: Final[tuple[Degree, ...]] = get_args(Degree)
"""From the least to the most (TRT-02)."""

FAMILY: Final[dict[Trait, int]] = {trait: place // 2 for place, trait in enumerate(TRAITS)}
"""The place of a Trait's type in TYPES, which is that of its Burden in BURDENS (TRT-01)."""

MOST_INS: Final = 6
MOST_BURDENS: Final = 3
MOST_CONFIDENCE: Final = 4
FULL_GROWTH: Final = 4
MOST_PENDING: Final = 999
"""INS awarded and not picked. No table comes near it; a player holds 18 INS at the most."""

Three: TypeAlias = tuple[int, int, int]
"""A number for each type, in the order of TYPES and of BURDENS."""


def changed(three: Three, place: int, value: int) -> Three:
    """The three numbers with another one at that place."""
    first, second, third = three
    return (
        (value, second, third)
        if place == 0
        else (first, value, third)
        if place == 1
        else (first, second, value)
    )


class RatedTrait(msgspec.Struct, frozen=True):
    """One of the six Traits as a character has it. `growth` counts Up-Growth above 0 and Down-Growth below, so that a
    Trait never holds both (GRO-01, GRO-05); an empty text is no Reservation, or no Impulse."""

    degree: Degree = "Occasionally"
    reservation: str = ""
    impulse: str = ""
    growth: int = 0


class OwedBurden(msgspec.Struct, frozen=True):
    """A Burden whose type is still to be picked (BUR-07), by the GM or by its sufferer.

    `due` is the place of the type it first had, or None where the pick itself names the type (BUR-03).
    """

    due: int | None
    by_gm: bool
    number: int


class Character(msgspec.Struct, frozen=True, cache_hash=True):
    """A player's character in play: all that is counted, and the words of its sheet (CMP-05).

    `pending` is INS earned whose type is not picked yet, `asked_ins` how many such points there ever were;
    `asked` counts the other questions put to this player; `incapacitated` is the final Burden (INC-02);
    `growth_waits` is the Trait whose full Growth spends itself once the owed Burdens are settled (GRO-06).
    """

    name: Seat
    traits: tuple[RatedTrait, ...]
    ins: Three = (0, 0, 0)
    burdens: Three = (0, 0, 0)
    confidence: int = 0
    confidence_earned: int = 0
    pending: int = 0
    incapacitated: BurdenType | None = None
    owed_burdens: tuple[OwedBurden, ...] = ()
    owed_order: Trait | None = None
    growth_waits: Trait | None = None
    asked_ins: int = 0
    asked: int = 0
    pronouns: str = ""
    look: str = ""
    portrait: str = ""
    notes: str = ""
    gear: tuple[str, ...] = ()

    def trait(self, name: Trait) -> RatedTrait:
        """That Trait as this character has it."""
        return self.traits[TRAITS.index(name)]

    def rated(self) -> zip[tuple[Trait, RatedTrait]]:
        """All six Traits with their names, in order."""
        return zip(TRAITS, self.traits, strict=True)

    def with_trait(self, name: Trait, rated: RatedTrait) -> Character:
        """This character with that Trait changed."""
        place = TRAITS.index(name)
        return replace(self, traits=(*self.traits[:place], rated, *self.traits[place + 1 :]))

    def room(self) -> tuple[int, ...]:
        """The places of the Burden types that are not full (BUR-04)."""
        return tuple([place for place, points in enumerate(self.burdens) if points < MOST_BURDENS])
