"""Burdens: of which type they are, where they go when it is full, and how they are lowered (BUR, CMP-04)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from footlights.core import GM, Clause, Offer, OneOf, Outcome, Refused, Seat, When
from footlights.games.you.clauses import BUR_03, BUR_04, BUR_06, BUR_07, CMP_04
from footlights.games.you.growth import spend_what_waited
from footlights.games.you.incapacitation import afflict_again, incapacitate
from footlights.games.you.state import Command, Course, Event, State, no_check_open
from footlights.games.you.traits import (
    BURDENS,
    MOST_BURDENS,
    BurdenType,
    Character,
    OwedBurden,
    Three,
    changed,
)


class BurdenTaken(Event, frozen=True, tag="burden_taken"):
    """Somebody has one Burden more, `instead_of` the full type it first had; it may `settle` an owed pick."""

    who: Seat
    burden: BurdenType
    points: int
    instead_of: BurdenType | None = None
    settles: bool = False

    def apply(self, state: State) -> State:
        """It counts from the next roll on (BUR-05)."""
        character = state.character(self.who)
        return state.with_character(
            replace(
                character,
                burdens=changed(character.burdens, BURDENS.index(self.burden), self.points),
                owed_burdens=character.owed_burdens[1:] if self.settles else character.owed_burdens,
            )
        )

    def say(self) -> str:
        """The sentence."""
        spill = f", as {self.instead_of} is full" if self.instead_of else ""
        return f"{self.who} takes {self.burden} ({self.points} of {MOST_BURDENS}){spill}."

    def outcomes(self) -> Sequence[Outcome]:
        """Who takes a Burden, and whose spills over."""
        taken = [] if self.settles else [_burdened(self.who)]
        return [*taken, _spilt(self.who)] if self.instead_of and not self.settles else taken


class BurdenOwed(Event, frozen=True, tag="burden_owed"):
    """Somebody will take a Burden of a type that the GM, or they, must pick; `due` is the full type it first had."""

    who: Seat
    by_gm: bool
    due: BurdenType | None = None

    def apply(self, state: State) -> State:
        """It waits behind those that are owed already (BUR-07)."""
        character = state.character(self.who)
        number = state.asked_gm + 1 if self.by_gm else character.asked + 1
        owed = OwedBurden(BURDENS.index(self.due) if self.due else None, self.by_gm, number)
        character = replace(character, owed_burdens=(*character.owed_burdens, owed))
        if self.by_gm:
            return replace(state.with_character(character), asked_gm=number)
        return state.with_character(replace(character, asked=number))

    def say(self) -> str:
        """The sentence."""
        picks = "the GM picks" if self.by_gm else "they pick"
        return f"{self.who} takes a Burden{f' in place of {self.due}' if self.due else ''}; {picks} its type."

    def outcomes(self) -> Sequence[Outcome]:
        """Who takes a Burden, and whose spills over."""
        return [_burdened(self.who), _spilt(self.who)] if self.due else [_burdened(self.who)]


class BurdenLowered(Event, frozen=True, tag="burden_lowered"):
    """Somebody has one Burden less."""

    who: Seat
    burden: BurdenType
    points: int

    def apply(self, state: State) -> State:
        """It frees nobody (BUR-06)."""
        character = state.character(self.who)
        burdens = changed(character.burdens, BURDENS.index(self.burden), self.points)
        return state.with_character(replace(character, burdens=burdens))

    def say(self) -> str:
        """The sentence."""
        return f"{self.who} recovers from {self.burden} ({self.points} of {MOST_BURDENS})."

    def outcomes(self) -> Sequence[Outcome]:
        """Who recovers."""
        return [Outcome(f"recovered:{self.who}", f"{self.who} recovers 1 {self.burden}")]


class Rested(Event, frozen=True, tag="rested"):
    """Everybody has one Burden less of each type."""

    def apply(self, state: State) -> State:
        """It frees nobody (BUR-06)."""
        return replace(
            state,
            characters=tuple(replace(c, burdens=_one_less(c.burdens)) for c in state.characters),
        )

    def say(self) -> str:
        """The sentence."""
        return "Everybody rests: 1 Burden less of each type."


class SessionBegun(Event, frozen=True, tag="session_begun"):
    """A new session; `reset` if it takes all Burdens away."""

    number: int
    reset: bool = False

    def apply(self, state: State) -> State:
        """With a reset everybody is free, and no Burden is owed any more (BUR-06)."""
        state = replace(state, session=self.number)
        if not self.reset:
            return state
        fresh = (replace(c, burdens=(0, 0, 0), incapacitated=None, owed_burdens=()) for c in state.characters)
        return replace(state, characters=tuple(fresh))

    def say(self) -> str:
        """The sentence."""
        free = " All Burdens are gone, and everybody can act." if self.reset else ""
        return f"Session {self.number} begins.{free}"


def _one_less(burdens: Three) -> Three:
    return (max(0, burdens[0] - 1), max(0, burdens[1] - 1), max(0, burdens[2] - 1))


def _burdened(who: Seat) -> Outcome:
    return Outcome(f"burden:{who}", f"{who} takes a Burden", bad=True)


def _spilt(who: Seat) -> Outcome:
    return Outcome(f"overflow:{who}", f"{who}'s Burden spills over", bad=True)


class PickBurden(Command, frozen=True, tag="pick_burden"):
    """Says which type an owed Burden has. `who` takes it; a player picks for themself."""

    burden: BurdenType
    who: Seat | None = None

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM or the sufferer, for the first pick that each sufferer waits for (BUR-07)."""
        waiting = [c for c in state.characters if _picks(seat, c)]
        if not waiting:
            raise Refused(BUR_07.id, "you have no Burden type to pick")
        sufferers = tuple(c.name for c in waiting)
        burdens = (
            OneOf(name="burden", label="Burden", values=_choices(c), when=(When("who", (c.name,)),))
            for c in waiting
        )
        own = seat != GM
        return Offer(
            kind="pick_burden",
            seat=seat,
            label="Pick the type of a Burden",
            clause=BUR_07.id,
            fields=(
                OneOf(
                    name="who",
                    label="Who takes it",
                    values=sufferers,
                    optional=own,
                    default=seat if own else None,
                ),
                *burdens,
            ),
            owed=True,
            blocking=state.dice_due,
            number=min(c.owed_burdens[0].number for c in waiting),
            group="burdens",
        )

    def lead_to(self, course: Course) -> None:
        """The Burden is taken; with no room left anywhere the pick names the final one (INC-02)."""
        who = self.who or course.by
        if course.state.character(who).room():
            _take(course, who, BURDENS.index(self.burden), BUR_07, settles=True)
        else:
            incapacitate(course, who, self.burden, settles=True)
        _settle(course, who)


class Relieve(Command, frozen=True, tag="relieve"):
    """Lowers one Burden of somebody by 1."""

    who: Seat
    burden: BurdenType

    gm_only = BUR_06.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, where the table lets the GM lower Burdens (BUR-06)."""
        _gm_recovers(state)
        burdened = [c for c in state.characters if any(c.burdens)]
        if not burdened:
            raise Refused(BUR_06.id, "nobody has a Burden")
        burdens = (
            OneOf(name="burden", label="Burden", values=held_burdens(c), when=(When("who", (c.name,)),))
            for c in burdened
        )
        return Offer(
            kind="relieve",
            seat=seat,
            label="Lower a Burden by 1 (not in the text)",
            clause=BUR_06.id,
            fields=(OneOf(name="who", label="Whose", values=tuple(c.name for c in burdened)), *burdens),
            group="gm",
        )

    def lead_to(self, course: Course) -> None:
        """One less."""
        _lower(course, self.who, self.burden, BUR_06)


class Rest(Command, frozen=True, tag="rest"):
    """Gives everybody a rest."""

    gm_only = BUR_06.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, where the table lets the GM lower Burdens (BUR-06)."""
        _gm_recovers(state)
        return Offer(
            kind="rest",
            seat=seat,
            label="A rest: everybody 1 Burden less of each type (not in the text)",
            clause=BUR_06.id,
            group="gm",
        )

    def lead_to(self, course: Course) -> None:
        """One less of each."""
        course.happen(Rested(because=BUR_06.id))


class NewSession(Command, frozen=True, tag="new_session"):
    """Begins a session."""

    gm_only = BUR_06.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM."""
        no_check_open(state)
        return Offer(
            kind="new_session", seat=seat, label="Begin a new session", clause=BUR_06.id, group="scene"
        )

    def lead_to(self, course: Course) -> None:
        """Burdens stay, but where the table's ruling is that a session takes them away (BUR-06)."""
        reset = course.state.rulings.burden_recovery == "session_reset"
        course.happen(SessionBegun(number=course.state.session + 1, reset=reset, because=BUR_06.id))


def afflict(course: Course, who: Seat, place: int, because: Clause) -> None:
    """One Burden from a check whose Trait has the type at `place`: of which type, the table rules (BUR-03)."""
    rulings, character = course.state.rulings, course.state.character(who)
    room = character.room()
    if character.incapacitated:
        afflict_again(course, who)
    elif rulings.burden_type != "governed":
        if len(room) == 1 and not character.owed_burdens:
            _take(course, who, room[0], BUR_07)
        else:
            by_gm = rulings.burden_type == "gm"
            course.happen(BurdenOwed(who=who, by_gm=by_gm, because=BUR_03.id))
    elif place in room:
        _take(course, who, place, because)
    else:
        _overflow(course, character, place)
    _settle(course, who)


def _overflow(course: Course, character: Character, due: int) -> None:
    """A Burden whose type is full: one with room, or none (BUR-04)."""
    who, room, pick = character.name, character.room(), course.state.rulings.overflow_pick
    if not room:
        incapacitate(course, who, BURDENS[due])
    elif len(room) == 1 or pick == "auto":
        fewest = min(room, key=character.burdens.__getitem__)
        _take(course, who, fewest, BUR_04, instead_of=BURDENS[due])
    else:
        course.happen(BurdenOwed(who=who, by_gm=pick == "gm", due=BURDENS[due], because=BUR_04.id))


def _take(
    course: Course,
    who: Seat,
    place: int,
    because: Clause,
    instead_of: BurdenType | None = None,
    settles: bool = False,
) -> None:
    points = course.state.character(who).burdens[place] + 1
    course.happen(
        BurdenTaken(
            who=who,
            burden=BURDENS[place],
            points=points,
            instead_of=instead_of,
            settles=settles,
            because=because.id,
        )
    )


def _settle(course: Course, who: Seat) -> None:
    """Picks that are none any more settle themselves, in order: a single type with room is taken, no room at all
    Incapacitates, and the Incapacitated take nothing (BUR-07). With none left, what has waited for them follows."""
    while owed := (character := course.state.character(who)).owed_burdens:
        room, due = character.room(), owed[0].due
        if character.incapacitated:
            afflict_again(course, who, settles=True)
        elif len(room) == 1:
            _take(course, who, room[0], BUR_07, BURDENS[due] if due is not None else None, settles=True)
        elif not room and due is not None:
            incapacitate(course, who, BURDENS[due], settles=True)
        else:
            return
    spend_what_waited(course, who)


def recover(course: Course, who: Seat, burden: BurdenType) -> None:
    """What a passed recovery check does (CMP-04)."""
    if course.state.character(who).burdens[BURDENS.index(burden)]:
        _lower(course, who, burden, CMP_04)


def _lower(course: Course, who: Seat, burden: BurdenType, because: Clause) -> None:
    points = course.state.character(who).burdens[BURDENS.index(burden)] - 1
    course.happen(BurdenLowered(who=who, burden=burden, points=points, because=because.id))


def _gm_recovers(state: State) -> None:
    no_check_open(state)
    if state.rulings.burden_recovery not in ("gm_tool", "check"):
        raise Refused(BUR_06.id, "at this table the GM does not lower Burdens")


def _picks(seat: Seat, character: Character) -> bool:
    """Whether the first pick that is owed for this character is this seat's."""
    first = character.owed_burdens[:1]
    return bool(first) and (seat == GM if first[0].by_gm else seat == character.name)


def _choices(character: Character) -> tuple[BurdenType, ...]:
    """The types that the first owed pick may name (BUR-07): those with room; with no room at all the type first due, or
    any, as the pick then names the final Burden."""
    room, due = character.room(), character.owed_burdens[0].due
    if not room and due is not None:
        return (BURDENS[due],)
    return tuple(BURDENS[place] for place in room) or BURDENS


def held_burdens(character: Character) -> tuple[BurdenType, ...]:
    """The types of which this character has a Burden."""
    return tuple(burden for burden, points in zip(BURDENS, character.burdens, strict=True) if points)


def burdens_first(character: Character) -> None:
    """Raises Refused while a pick of type is owed for one of this character's Burdens (BUR-07)."""
    if character.owed_burdens:
        raise Refused(BUR_07.id, f"the type of {character.name}'s Burden must be picked first")
