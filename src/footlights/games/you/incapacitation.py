"""Incapacitation: what becomes of whom a Burden finds with no room left, and how they are freed (INC)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from footlights.core import GM, Offer, OneOf, Outcome, Refused, Seat
from footlights.games.you.clauses import INC_01, INC_03, INC_04, INC_05, INC_08
from footlights.games.you.confidence import lose_confidence
from footlights.games.you.inspiration import InsLost
from footlights.games.you.state import Command, Course, Event, State, no_check_open
from footlights.games.you.traits import BURDENS, BurdenType, Character, Three, changed

SHOWS: Final[dict[BurdenType, str]] = {
    "Injury": "unconscious",
    "Stress": "hostile to everybody",
    "Fear": "fleeing or giving up",
}
"""How Incapacitation shows, by the final Burden (INC-02)."""


class Incapacitated(Event, frozen=True, tag="incapacitated"):
    """A Burden found no room; `final` is the type it first had. `settles` an owed pick, where there was one."""

    who: Seat
    final: BurdenType
    settles: bool = False

    def apply(self, state: State) -> State:
        """The Burden itself is not taken. A check that was being built goes (INC-03)."""
        character = state.character(self.who)
        owed = character.owed_burdens[1:] if self.settles else character.owed_burdens
        state = state.with_character(replace(character, incapacitated=self.final, owed_burdens=owed))
        return replace(state, drafts=tuple(state.drafts_but(self.who)))

    def say(self) -> str:
        """The sentence."""
        return f"{self.who} is Incapacitated by {self.final}: {SHOWS[self.final]}."

    def outcomes(self) -> Sequence[Outcome]:
        """Who becomes Incapacitated."""
        return [Outcome(f"incapacitated:{self.who}", f"{self.who} becomes Incapacitated", bad=True)]


class Unafflicted(Event, frozen=True, tag="unafflicted"):
    """A Burden reaches somebody who is Incapacitated, and is not taken."""

    who: Seat
    settles: bool = False

    def apply(self, state: State) -> State:
        """A pick that was owed for it is owed no more."""
        character = state.character(self.who)
        owed = character.owed_burdens[1:] if self.settles else character.owed_burdens
        return state.with_character(replace(character, owed_burdens=owed))

    def say(self) -> str:
        """The sentence."""
        return f"{self.who} is Incapacitated already and takes no further Burden."


class Released(Event, frozen=True, tag="released"):
    """Somebody is freed and has these Burdens now."""

    who: Seat
    by: Seat
    burdens: Three

    def apply(self, state: State) -> State:
        """Able to act again."""
        character = state.character(self.who)
        return state.with_character(replace(character, incapacitated=None, burdens=self.burdens))

    def say(self) -> str:
        """The sentence."""
        by = "the GM" if self.by == GM else self.by
        return f"{self.who} can act again, thanks to {by}."

    def outcomes(self) -> Sequence[Outcome]:
        """Who is freed."""
        return [Outcome(f"released:{self.who}", f"{self.who} is freed")]


class Free(Command, frozen=True, tag="free"):
    """Frees somebody without a roll."""

    who: Seat

    gm_only = INC_05.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, where the table's ruling lets the GM free people (INC-05)."""
        no_check_open(state)
        if state.rulings.release_by_gm == "no":
            raise Refused(INC_05.id, "at this table it takes a passed check to free somebody")
        bound = tuple(c.name for c in state.characters if c.incapacitated)
        if not bound:
            raise Refused(INC_05.id, "nobody is Incapacitated")
        return Offer(
            kind="free",
            seat=seat,
            label="Free somebody without a roll",
            clause=INC_05.id,
            fields=(OneOf(name="who", label="Who", values=bound),),
            group="gm",
        )

    def lead_to(self, course: Course) -> None:
        """As a passed check would."""
        release(course, self.who, course.by)


def incapacitate(course: Course, who: Seat, final: BurdenType, settles: bool = False) -> None:
    """No room for a Burden whose type was first `final` (INC-01, INC-02), and the price of it (INC-04)."""
    course.happen(Incapacitated(who=who, final=final, settles=settles, because=INC_01.id))
    _lose(course, who)


def afflict_again(course: Course, who: Seat, settles: bool = False) -> None:
    """A Burden for somebody who is Incapacitated (INC-08)."""
    course.happen(Unafflicted(who=who, settles=settles, because=INC_08.id))
    if course.state.rulings.reincapacitate == "repeat_loss":
        _lose(course, who)


def _lose(course: Course, who: Seat) -> None:
    """1 Confidence; without any, all INS. Never both (INC-04)."""
    if course.state.character(who).confidence:
        lose_confidence(course, who)
    else:
        pending_too = course.state.rulings.pending_wiped == "yes"
        course.happen(InsLost(who=who, pending_too=pending_too, because=INC_04.id))


def release(course: Course, who: Seat, by: Seat) -> None:
    """Able to act again (INC-05), with the Burdens that the table's ruling leaves (INC-07)."""
    character = course.state.character(who)
    assert character.incapacitated is not None
    place, burdens = BURDENS.index(character.incapacitated), character.burdens
    left: dict[str, Three] = {
        "clear_type": changed(burdens, place, 0),
        "keep": burdens,
        "clear_one": changed(burdens, place, max(0, burdens[place] - 1)),
        "clear_all": (0, 0, 0),
    }
    burdens = left[course.state.rulings.release_burdens]
    course.happen(Released(who=who, by=by, burdens=burdens, because=INC_05.id))


def can_act(character: Character) -> None:
    """Raises Refused for the Incapacitated (INC-03)."""
    if character.incapacitated:
        raise Refused(INC_03.id, f"{character.name} is Incapacitated and cannot act")
