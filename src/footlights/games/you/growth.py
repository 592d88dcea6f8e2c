"""Growth: earned with Reservations and Temptations, spent on Degrees (GRO)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from footlights.core import Clause, Field, Offer, OneOf, Outcome, Refused, Seat, When
from footlights.games.you.clauses import GRO_03, GRO_06, GRO_09, RSV_03, TMP_05
from footlights.games.you.confidence import earn_confidence
from footlights.games.you.state import Command, Course, Event, State, in_play, no_check_open
from footlights.games.you.traits import DEGREES, FULL_GROWTH, Character, Degree, RatedTrait, Trait

Direction = Literal["up", "down"]

_STEP: Final[dict[Direction, int]] = {"up": 1, "down": -1}
_CAUSE: Final[dict[Direction, Clause]] = {"up": RSV_03, "down": TMP_05}
"""The two sources of Growth; there is no other (GRO-02)."""


class GrowthEarned(Event, frozen=True, tag="growth_earned"):
    """Somebody has earned Growth on a Trait: `growth` is what it has now, Up above 0 and Down below; `lost` is how much
    of the other kind that wiped (GRO-05)."""

    who: Seat
    trait: Trait
    growth: int
    lost: int = 0

    def apply(self, state: State) -> State:
        """Each Trait keeps its own (GRO-01)."""
        character = state.character(self.who)
        rated = replace(character.trait(self.trait), growth=self.growth)
        return state.with_character(character.with_trait(self.trait, rated))

    def say(self) -> str:
        """The sentence."""
        up = self.growth > 0
        lost = f", and loses {self.lost} {'Down' if up else 'Up'}-Growth" if self.lost else ""
        kind = "Up" if up else "Down"
        return f"{self.who} earns {kind}-Growth on {self.trait} ({abs(self.growth)} of {FULL_GROWTH}){lost}."

    def outcomes(self) -> Sequence[Outcome]:
        """Who earns which Growth."""
        kind = "Up" if self.growth > 0 else "Down"
        return [
            Outcome(
                f"growth:{self.who}:{self.trait}:{kind}", f"{self.who} earns {kind}-Growth on {self.trait}"
            )
        ]


class GrowthOrderOwed(Event, frozen=True, tag="growth_order_owed"):
    """One roll has earned both kinds, and its roller must say which comes first (GRO-09)."""

    who: Seat
    trait: Trait

    def apply(self, state: State) -> State:
        """A question to the roller."""
        character = state.character(self.who)
        return state.with_character(replace(character, owed_order=self.trait, asked=character.asked + 1))

    def say(self) -> str:
        """The sentence."""
        return f"{self.who} has earned Up- and Down-Growth on {self.trait} and says which comes first."


class GrowthWaits(Event, frozen=True, tag="growth_waits"):
    """Full Growth on a Trait waits to be spent until the owed Burdens are settled, or (None) waits no longer."""

    who: Seat
    trait: Trait | None

    def apply(self, state: State) -> State:
        """What waits."""
        return state.with_character(replace(state.character(self.who), growth_waits=self.trait))

    def say(self) -> str:
        """The sentence."""
        if self.trait is None:
            return f"{self.who}'s Growth need not wait any longer."
        return f"{self.who}'s Growth on {self.trait} is spent when the type of their Burden is picked."


class GrowthOrdered(Event, frozen=True, tag="growth_ordered"):
    """The roller has said which kind comes first."""

    who: Seat
    first: Direction

    def apply(self, state: State) -> State:
        """The question is answered."""
        return state.with_character(replace(state.character(self.who), owed_order=None))

    def say(self) -> str:
        """The sentence."""
        return f"{self.who} takes the {self.first.title()}-Growth first."


class GrowthSpent(Event, frozen=True, tag="growth_spent"):
    """Somebody has spent Growth, and a Trait of theirs has another Degree."""

    who: Seat
    trait: Trait
    degree: Degree

    def apply(self, state: State) -> State:
        """The Trait's Growth is 0; the other Traits keep theirs (GRO-04). Its Reservation and Impulse stay as they are
        worded (TRT-03)."""
        character = state.character(self.who)
        rated = replace(character.trait(self.trait), degree=self.degree, growth=0)
        return state.with_character(character.with_trait(self.trait, rated))

    def say(self) -> str:
        """The sentence, with a reminder (TRT-03)."""
        reword = "do its Reservation and Impulse still fit?"
        return f"{self.who} spends Growth: {self.trait} is now {self.degree}; {reword}"


class SpendGrowth(Command, frozen=True, tag="grow"):
    """Spends a Trait's Growth. Up raises its Degree, Down lowers it (GRO-03)."""

    trait: Trait
    direction: Direction | None = None

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To a player with 4 Growth of one kind on a Trait, whenever no check is open, also while Incapacitated
        (GRO-06)."""
        character = in_play(state, seat, GRO_06)
        no_check_open(state, GRO_06)
        ready = dict(_ready(character))
        if not ready:
            raise Refused(
                GRO_03.id, f"{seat} has no Trait with {FULL_GROWTH} Growth that its Degree can follow"
            )
        directions: list[Field] = [
            OneOf(
                name="direction",
                label="Direction",
                values=(way,),
                when=(When("trait", tuple(trait for trait in ready if ready[trait] == way)),),
                optional=True,
                default=way,
                clause=GRO_03.id,
            )
            for way in sorted(set(ready.values()))
        ]
        return Offer(
            kind="grow",
            seat=seat,
            label="Spend Growth",
            clause=GRO_03.id,
            fields=(OneOf(name="trait", label="Trait", values=tuple(ready)), *directions),
            group="sheet",
        )

    def lead_to(self, course: Course) -> None:
        """The Degree moves, then Confidence is earned (GRO-04)."""
        _spend(course, course.by, self.trait)


class OrderGrowth(Command, frozen=True, tag="order_growth"):
    """Says which of two kinds of Growth from one roll comes first."""

    first: Direction

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the roller who has earned both, where the table lets the roller say (GRO-09)."""
        character = in_play(state, seat, GRO_09)
        if character.owed_order is None:
            raise Refused(GRO_09.id, f"{seat} has no two kinds of Growth to put in order")
        return Offer(
            kind="order_growth",
            seat=seat,
            label=f"Up- and Down-Growth on {character.owed_order}: which comes first? The second stays",
            clause=GRO_09.id,
            fields=(OneOf(name="first", label="First", values=("up", "down")),),
            owed=True,
            number=character.asked,
            group="sheet",
        )

    def lead_to(self, course: Course) -> None:
        """The second wipes the first (GRO-05)."""
        trait = course.state.character(course.by).owed_order
        assert trait is not None
        course.happen(GrowthOrdered(who=course.by, first=self.first, because=GRO_09.id))
        second: Direction = "down" if self.first == "up" else "up"
        _earn_all(course, course.by, trait, (self.first, second))
        spend_by_itself(course, course.by, trait)


def earn_growth(course: Course, who: Seat, trait: Trait, earned: Sequence[Direction]) -> None:
    """What a passed check brings: Up for a Reservation, Down for a Temptation, both for both (GRO-02, GRO-09)."""
    rulings, rated = course.state.rulings, course.state.character(who).trait(trait)
    kept = [way for way in earned if rulings.growth_at_end == "record" or _further(rated, way) is not None]
    if len(kept) == 2 and rulings.growth_double == "cancel_both":
        return
    if len(kept) == 2 and rulings.growth_double == "player_order":
        course.happen(GrowthOrderOwed(who=who, trait=trait, because=GRO_09.id))
        return
    _earn_all(course, who, trait, kept)


def spend_by_itself(course: Course, who: Seat, trait: Trait) -> None:
    """Growth that is full is spent, where the table's ruling is that, after everything else that comes of the check: a
    Burden whose type is still owed comes first (GRO-06)."""
    character = course.state.character(who)
    if course.state.rulings.growth_spend != "auto" or trait not in dict(_ready(character)):
        return
    if character.owed_burdens:
        course.happen(GrowthWaits(who=who, trait=trait, because=GRO_06.id))
    else:
        _spend(course, who, trait)


def spend_what_waited(course: Course, who: Seat) -> None:
    """Growth that has waited for this character's Burdens is spent by itself now that none is owed (GRO-06)."""
    character = course.state.character(who)
    if character.growth_waits and not character.owed_burdens:
        course.happen(GrowthWaits(who=who, trait=None, because=GRO_06.id))
        spend_by_itself(course, who, character.growth_waits)


def order_first(character: Character) -> None:
    """Raises Refused while this character's Growth is still to be put in order (GRO-09)."""
    if character.owed_order:
        reason = f"{character.name} must first say which Growth on {character.owed_order} comes first"
        raise Refused(GRO_09.id, reason)


def _earn_all(course: Course, who: Seat, trait: Trait, earned: Sequence[Direction]) -> None:
    """One point of each, in this order: it wipes what is held of the other kind (GRO-05) and ends at 4 (GRO-07)."""
    for way in earned:
        growth, step = course.state.character(who).trait(trait).growth, _STEP[way]
        same = growth * step >= 0
        now = growth + step if same else step
        if abs(now) <= FULL_GROWTH:
            lost = 0 if same else abs(growth)
            course.happen(GrowthEarned(who=who, trait=trait, growth=now, lost=lost, because=_CAUSE[way].id))


def _spend(course: Course, who: Seat, trait: Trait) -> None:
    rated = course.state.character(who).trait(trait)
    degree = _further(rated, "up" if rated.growth > 0 else "down")
    assert degree is not None
    course.happen(GrowthSpent(who=who, trait=trait, degree=degree, because=GRO_03.id))
    earn_confidence(course, who)


def _ready(character: Character) -> list[tuple[Trait, Direction]]:
    """The Traits with full Growth whose Degree has somewhere to go (GRO-03, GRO-08), but for one whose Growth is
    still to be put in order."""
    full: list[tuple[Trait, Direction]] = []
    for trait, rated in character.rated():
        way: Direction = "up" if rated.growth > 0 else "down"
        if abs(rated.growth) == FULL_GROWTH and _further(rated, way) and trait != character.owed_order:
            full.append((trait, way))
    return full


def _further(rated: RatedTrait, way: Direction) -> Degree | None:
    """The next Degree that way; None at the end of the scale (GRO-08)."""
    place = DEGREES.index(rated.degree) + _STEP[way]
    return DEGREES[place] if 0 <= place < len(DEGREES) else None
