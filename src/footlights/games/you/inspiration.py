"""Inspiration: earned, picked, spent, and lost at the cap (INS)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from footlights.core import Clause, Offer, OneOf, Outcome, Refused, Seat
from footlights.games.you.clauses import INS_03, INS_09
from footlights.games.you.state import Command, Course, Event, State, in_play
from footlights.games.you.traits import FAMILY, MOST_INS, MOST_PENDING, TYPES, Character, TraitType, changed
from footlights.games.you.words import listed, verb


class InsAwarded(Event, frozen=True, tag="ins_awarded"):
    """Everybody named earns 1 INS of that type; `wasted` names those who are full and lose it (INS-03, INS-08)."""

    who: tuple[Seat, ...]
    of: TraitType
    wasted: tuple[Seat, ...] = ()

    def apply(self, state: State) -> State:
        """Nobody holds more than 6."""
        place = TYPES.index(self.of)
        return replace(
            state,
            characters=tuple(
                replace(c, ins=changed(c.ins, place, min(MOST_INS, c.ins[place] + 1)))
                if c.name in self.who
                else c
                for c in state.characters
            ),
        )

    def say(self) -> str:
        """The sentence."""
        lost = f" {listed(self.wasted)} cannot hold more." if self.wasted else ""
        return f"{listed(self.who)} {verb(self.who, 'earns', 'earn')} 1 {self.of} INS.{lost}"

    def outcomes(self) -> Sequence[Outcome]:
        """INS that is wasted at the cap."""
        return [Outcome(f"wasted:{who}", f"{who} wastes INS at the cap", bad=True) for who in self.wasted]


class InsOwed(Event, frozen=True, tag="ins_owed"):
    """Everybody named earns 1 INS of a type that they pick (INS-09)."""

    who: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        """It is pending until it is picked."""
        return replace(
            state, characters=tuple(_owed_one(c) if c.name in self.who else c for c in state.characters)
        )

    def say(self) -> str:
        """The sentence."""
        return f"{listed(self.who)} {verb(self.who, 'earns', 'earn')} 1 INS of a type of their choice."


class InsPicked(Event, frozen=True, tag="ins_picked"):
    """Somebody says which type one pending point has; `wasted` if that type is full."""

    who: Seat
    of: TraitType
    wasted: bool = False

    def apply(self, state: State) -> State:
        """One pending point becomes one of that type, if it has room."""
        character, place = state.character(self.who), TYPES.index(self.of)
        held = min(MOST_INS, character.ins[place] + 1)
        return state.with_character(
            replace(character, pending=character.pending - 1, ins=changed(character.ins, place, held))
        )

    def say(self) -> str:
        """The sentence."""
        lost = ", which is full: it is lost" if self.wasted else ""
        return f"{self.who} picks {self.of} INS{lost}."


class InsAdded(Event, frozen=True, tag="ins_added"):
    """The roller adds INS after seeing the dice (INS-05)."""

    who: Seat
    ins: int

    def apply(self, state: State) -> State:
        """It is paid, and counts as spent on the open check."""
        assert state.check is not None
        check = replace(state.check, ins=state.check.ins + self.ins)
        roller = paid(state.character(self.who), FAMILY[check.trait], self.ins)
        return replace(state.with_character(roller), check=check)

    def say(self) -> str:
        """The sentence."""
        return f"{self.who} adds {self.ins} INS." if self.ins else f"{self.who} adds no INS."


class InsLost(Event, frozen=True, tag="ins_lost"):
    """Somebody loses all INS (INC-04)."""

    who: Seat
    pending_too: bool

    def apply(self, state: State) -> State:
        """Nothing of any type is left, and nothing pending if that goes too (INS-09)."""
        character = state.character(self.who)
        pending = 0 if self.pending_too else character.pending
        return state.with_character(replace(character, ins=(0, 0, 0), pending=pending))

    def say(self) -> str:
        """The sentence."""
        return f"{self.who} has no Confidence to lose and loses all INS."


class PickIns(Command, frozen=True, tag="pick_ins"):
    """Says which type a pending point has."""

    of: TraitType

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To a player with a pending point, at any time; a full type may be picked (INS-09), also by the
        Incapacitated (INS-11)."""
        character = in_play(state, seat, INS_09)
        if not character.pending:
            raise Refused(INS_09.id, f"{seat} has no INS to pick a type for")
        return Offer(
            kind="pick_ins",
            seat=seat,
            label="Pick the type of 1 INS",
            clause=INS_09.id,
            fields=(OneOf(name="of", label="Type", values=TYPES),),
            owed=True,
            blocking=state.dice_due,
            number=character.asked_ins - character.pending + 1,
            group="inspiration",
        )

    def lead_to(self, course: Course) -> None:
        """One point of that type, or none if it is full (INS-03)."""
        full = course.state.character(course.by).ins[TYPES.index(self.of)] == MOST_INS
        because = INS_03.id if full else INS_09.id
        course.happen(InsPicked(who=course.by, of=self.of, wasted=full, because=because))


def _owed_one(character: Character) -> Character:
    if character.pending == MOST_PENDING:
        return character
    return replace(character, pending=character.pending + 1, asked_ins=character.asked_ins + 1)


def award(course: Course, who: Sequence[Seat], of: TraitType, because: Clause) -> None:
    """1 INS of that type to everybody named (INS-07); never of another type (INS-08). Nobody to name, nothing happens
    (INS-11)."""
    place = TYPES.index(of)
    if who:
        wasted = tuple(c.name for c in course.state.characters if c.name in who and c.ins[place] == MOST_INS)
        course.happen(InsAwarded(who=tuple(who), of=of, wasted=wasted, because=because.id))


def award_of_choice(course: Course, who: Sequence[Seat], because: Clause) -> None:
    """1 INS to everybody named, each picking its type for themself (INS-07, INS-09)."""
    if who:
        course.happen(InsOwed(who=tuple(who), because=because.id))


def paid(character: Character, place: int, ins: int) -> Character:
    """The character after spending so much INS of that type: it is gone (INS-04)."""
    return (
        replace(character, ins=changed(character.ins, place, character.ins[place] - ins))
        if ins
        else character
    )


def picks_first(state: State, character: Character, clause: Clause) -> None:
    """Raises Refused while a pending point holds this character up (INS-09)."""
    blocks = state.rulings.pending_blocks
    waited_for = state.characters if blocks == "table" else (character,) if blocks == "own" else ()
    for other in waited_for:
        if other.pending:
            raise Refused(clause.id, f"{other.name} must first pick a type for {other.pending} INS")
