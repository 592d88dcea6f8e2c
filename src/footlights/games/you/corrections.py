"""What only the GM may set right: counters that are wrong, and the table's rulings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from footlights.core import Field, Number, Offer, OneOf, Refused, Seat, Text, When
from footlights.games.you.bounds import BOUNDS
from footlights.games.you.clauses import CLAUSES, TRT_04
from footlights.games.you.rulings import Rulings, options_of, rulings_from
from footlights.games.you.state import MOST_WORDS, Command, Course, Event, State, no_check_open
from footlights.games.you.traits import BURDENS, DEGREES, TRAITS, TYPES, Character, changed


class Corrected(Event, frozen=True, tag="corrected"):
    """A counter of somebody has another value now, and nothing else follows from it."""

    who: Seat
    counter: str
    value: int
    reason: str

    def apply(self, state: State) -> State:
        """That counter alone."""
        return state.with_character(_corrected(state.character(self.who), self.counter, self.value))

    def say(self) -> str:
        """The sentence."""
        return f"The GM corrects {self.who}'s {self.counter} to {_shown(self.counter, self.value)}: {self.reason}"


class RulingChanged(Event, frozen=True, tag="ruling_changed"):
    """The table rules otherwise from now on."""

    ruling: str
    value: str

    def apply(self, state: State) -> State:
        """Drafts that were made under the old ruling are begun anew."""
        return replace(state, rulings=rulings_from({self.ruling: self.value}, state.rulings), drafts=())

    def say(self) -> str:
        """The sentence."""
        _, ruling = CLAUSES.rulings()[self.ruling]
        return f"The table rules on “{ruling.title}”: {ruling.meaning(self.value) or self.value}."


class Correct(Command, frozen=True, tag="correct"):
    """Sets a counter right. It earns nobody anything, incapacitates nobody and frees nobody."""

    who: Seat
    counter: str
    value: int
    reason: str

    gm_only = TRT_04.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, within the bounds of each counter (TRT-04)."""
        if not state.characters:
            raise Refused(TRT_04.id, "nobody is in play")
        names = tuple(c.name for c in state.characters)
        return Offer(
            kind="correct",
            seat=seat,
            label="Correct a counter",
            clause=TRT_04.id,
            fields=(OneOf(name="who", label="Whose", values=names), *_CORRECTIONS),
            group="corrections",
        )

    def lead_to(self, course: Course) -> None:
        """No consequences."""
        course.happen(
            Corrected(
                who=self.who, counter=self.counter, value=self.value, reason=self.reason, because=TRT_04.id
            )
        )


class ChangeRuling(Command, frozen=True, tag="change_ruling"):
    """Changes one of the table's rulings."""

    ruling: str
    value: str

    gm_only = ""

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, when no check is open."""
        no_check_open(state)
        return Offer(
            kind="change_ruling",
            seat=seat,
            label="Change a ruling of this table",
            fields=_ruling_fields(state.rulings),
            group="corrections",
        )

    def lead_to(self, course: Course) -> None:
        """From now on; what has happened stays."""
        clause = CLAUSES.rulings()[self.ruling][0]
        course.happen(RulingChanged(ruling=self.ruling, value=self.value, because=clause.id))


def _correction_fields() -> Iterator[Field]:
    counters = tuple(counter for group in BOUNDS.values() for counter in group)
    yield OneOf(name="counter", label="Counter", values=counters)
    for (lo, hi), group in BOUNDS.items():
        label = "Value, Down below 0" if lo < 0 else "Value"
        when = (When("counter", group),)
        yield Number(name="value", label=label, lo=lo, hi=hi, when=when, clause=TRT_04.id)
    yield Text(name="reason", label="Reason", least=1, most=MOST_WORDS)


@lru_cache(maxsize=64)
def _ruling_fields(now: Rulings) -> tuple[Field, ...]:
    """Which ruling, and for each what its values mean; what holds now is where a choice begins."""
    held = {name: str(getattr(now, name)) for name in Rulings.__struct_fields__}
    known = CLAUSES.rulings()
    titles = tuple(known[name][1].title for name in held)
    fields: list[Field] = [OneOf(name="ruling", label="Ruling", values=tuple(held), labels=titles)]
    for name, value in held.items():
        clause, ruling = known[name]
        values = options_of(name)
        fields.append(
            OneOf(
                name="value",
                label=clause.sentence,
                values=values,
                labels=tuple(map(ruling.label, values)),
                default=value,
                when=(When("ruling", (name,)),),
                clause=clause.id,
            )
        )
    return tuple(fields)


_CORRECTIONS: Final = tuple(_correction_fields())


def _shown(counter: str, value: int) -> str:
    """The value as people say it: "3 Down", "Often"."""
    if counter.endswith("Growth") and value:
        return f"{abs(value)} {'Up' if value > 0 else 'Down'}"
    return DEGREES[value - 1] if counter.endswith("Degree") else str(value)


def _corrected(character: Character, counter: str, value: int) -> Character:
    burdens: tuple[str, ...] = BURDENS
    if counter in burdens:
        return replace(character, burdens=changed(character.burdens, burdens.index(counter), value))
    if counter == "Confidence":
        return replace(character, confidence=value)
    if counter == "INS to pick":
        more = max(0, value - character.pending)
        return replace(character, pending=value, asked_ins=character.asked_ins + more)
    of, _, what = counter.partition(" ")
    for place, kind in enumerate(TYPES):
        if kind == of:
            return replace(character, ins=changed(character.ins, place, value))
    trait = next(trait for trait in TRAITS if trait == of)
    rated = character.trait(trait)
    rated = replace(rated, growth=value) if what == "Growth" else replace(rated, degree=DEGREES[value - 1])
    return character.with_trait(trait, rated)
