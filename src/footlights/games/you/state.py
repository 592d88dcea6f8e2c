"""What is true at a table of YOU, and the two shapes that everything else is made of: commands and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from footlights.core import Clause, Outcome, Refused, Seat
from footlights.games.you.clauses import CHK_08
from footlights.games.you.odds import Mode
from footlights.games.you.rulings import Rulings
from footlights.games.you.traits import BurdenType, Character, Trait

Kind = Literal["trait", "temptation"]
Sign = Literal["positive", "negative"]
ElementKind = Literal["person", "place", "thing", "character"]
Result = Literal["crit_failure", "failure", "partial", "success", "crit_success"]
Impulse = Literal["resists", "acts"]

MOST_WORDS: Final = 500
"""Characters in a saying, a note or a detail."""


class Spice(msgspec.Struct, frozen=True):
    """A detail that helps or hurts the players, and who added it."""

    detail: str
    by: Seat


class Element(msgspec.Struct, frozen=True):
    """A person, place or thing. Everybody reads `text`, the GM alone `secret`. A player's character is one only once
    there is Spice on it (SPI-12). `hurts` matters while it is prepared: then its cost is still to be paid."""

    name: str
    kind: ElementKind
    text: str = ""
    secret: str = ""
    positive: Spice | None = None
    negative: Spice | None = None
    hurts: bool = False


class Scene(msgspec.Struct, frozen=True):
    """A scene; `present` None means all players (GM-04)."""

    title: str = ""
    present: tuple[Seat, ...] | None = None


class Ask(msgspec.Struct, frozen=True):
    """A request for help; `agreed` is None until it is answered (AST-01)."""

    helper: Seat
    number: int
    agreed: bool | None = None


class Ruled(msgspec.Struct, frozen=True):
    """What the GM says to a draft. Not `approved`: the Trait is vetoed, or the Temptation not allowed."""

    mode: Mode = "neither"
    approved: bool = True
    reservation: bool = False
    note: str = ""


class Draft(msgspec.Struct, frozen=True):
    """A check that is being built (CHK-08). `trait` is None while nobody has named it; `reservation` is what the player
    claims; `relieves` and `burden` make it a recovery check (CMP-04); `number` is that of its question to the GM."""

    by: Seat
    number: int
    kind: Kind = "trait"
    trait: Trait | None = None
    saying: str = ""
    reservation: bool = False
    asks: tuple[Ask, ...] = ()
    target: Seat | None = None
    relieves: Seat | None = None
    burden: BurdenType | None = None
    asked_by_gm: bool = False
    ruled: Ruled | None = None


class Check(msgspec.Struct, frozen=True):
    """The check that is open, from commit to the end of its results. Its modifiers are settled (CHK-05); `faces` is
    empty until the dice have fallen."""

    by: Seat
    kind: Kind
    trait: Trait
    mode: Mode
    saying: str
    note: str
    reservation: bool
    helpers: tuple[Seat, ...]
    confidence: int
    burden: int
    ins: int
    target: Seat | None = None
    relieves: tuple[Seat, BurdenType] | None = None
    faces: tuple[int, ...] = ()
    kept: int = 0

    @property
    def modifier(self) -> int:
        """What is added to the kept face (ROL-04)."""
        return (
            self.ins + self.confidence + 2 * len(self.helpers) - self.burden - (2 if self.reservation else 0)
        )


class Finished(msgspec.Struct, frozen=True):
    """How the last check ended."""

    by: Seat
    trait: Trait
    faces: tuple[int, ...]
    kept: int
    total: int
    result: Result
    passed: bool
    impulse: Impulse | None = None


class State(msgspec.Struct, frozen=True):
    """Everything that is true, secrets included. Characters stand in order of entering; `prepared` is known to the GM
    alone; `asked_gm` counts the questions put to the GM."""

    characters: tuple[Character, ...] = ()
    rulings: Rulings = Rulings()
    elements: tuple[Element, ...] = ()
    prepared: tuple[Element, ...] = ()
    scene: Scene = Scene()
    session: int = 1
    drafts: tuple[Draft, ...] = ()
    check: Check | None = None
    finished: Finished | None = None
    asked_gm: int = 0

    def find(self, name: str) -> Character | None:
        """The character in play of that name, if there is one."""
        for character in self.characters:
            if character.name == name:
                return character
        return None

    def character(self, name: Seat) -> Character:
        """The character of that name. Raises LookupError when there is none in play."""
        character = self.find(name)
        if character is None:
            raise LookupError(f"{name} is not in play")
        return character

    def with_character(self, changed: Character) -> State:
        """This state with that character in place of the one of the same name."""
        characters = [changed if c.name == changed.name else c for c in self.characters]
        return replace(self, characters=tuple(characters))

    def draft(self, by: Seat) -> Draft | None:
        """The check that this player is building, if any."""
        for draft in self.drafts:
            if draft.by == by:
                return draft
        return None

    def with_draft(self, changed: Draft) -> State:
        """This state with that draft in place of the player's earlier one."""
        return replace(self, drafts=(*self.drafts_but(changed.by), changed))

    def drafts_but(self, by: Seat) -> list[Draft]:
        """All drafts but that player's."""
        return [draft for draft in self.drafts if draft.by != by]

    @property
    def dice_due(self) -> bool:
        """Whether a check is open whose dice have not fallen."""
        return self.check is not None and not self.check.faces


class Command(msgspec.Struct, frozen=True, tag_field="type"):
    """An order. Each has `offer(state, seat)`, which brings the Offer that it answers or raises Refused, and
    `lead_to(course)`, which lets its consequences happen once it follows that offer. `gm_only`: for those that only the
    GM may give the clause that says so, "" where none does."""

    gm_only: ClassVar[str | None] = None


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A fact, and the clause that caused it."""

    because: str

    def apply(self, state: State) -> State:
        """The state after it."""
        return state

    def say(self) -> str:
        """It as a sentence of the chronicle."""
        return ""

    def outcomes(self) -> Sequence[Outcome]:
        """What it means when odds are told."""
        return ()

    def told_to_players(self) -> Event | None:
        """It as everybody but the GM may hear it."""
        return self


class Course:
    """The course of events that one command sets off: each happens on the state that those before it led to."""

    def __init__(self, state: State, by: Seat) -> None:
        self.by = by
        self.events: list[Event] = []
        self._state = state
        self._unfolded: list[Event] = []

    @property
    def state(self) -> State:
        """The state that everything so far has led to. It is worked out when somebody asks: the last events of a
        course, often the only one, concern nobody here."""
        if self._unfolded:
            for event in self._unfolded:
                self._state = event.apply(self._state)
            self._unfolded.clear()
        return self._state

    def happen(self, event: Event) -> None:
        """Let it happen."""
        self.events.append(event)
        self._unfolded.append(event)


# --- who may ---


def in_play(state: State, seat: Seat, clause: Clause) -> Character:
    """The character of that seat. Raises Refused when it has none in play."""
    character = state.find(seat)
    if character is None:
        raise Refused(clause.id, f"{seat[:60]} plays no character")
    return character


def no_check_open(state: State, clause: Clause = CHK_08) -> None:
    """Raises Refused while a check is open at the table."""
    if state.check is not None:
        raise Refused(clause.id, f"{state.check.by}'s check is open; this waits until it is finished")


def every_player(state: State, present_too: Sequence[Seat] = ()) -> tuple[Seat, ...]:
    """Whom "every player" means now (RES-10); `present_too` are a roller and helpers."""
    names = tuple(character.name for character in state.characters)
    present = state.scene.present
    if state.rulings.player_scope == "table" or present is None:
        return names
    return tuple(name for name in names if name in present or name in present_too)
