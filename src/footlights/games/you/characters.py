"""Who is in play: sheets, the opening, entering, retiring, and rewording a sheet (TRT, CMP)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from footlights.core import GM, Offer, OneOf, Refused, Seat, Text, When, same_name, seat_name_fault
from footlights.core import Sheet as SheetField
from footlights.core.offers import text_fault
from footlights.games.you.clauses import CMP_05, CMP_06, TRT_03, TRT_04
from footlights.games.you.rulings import MOST_START_INS, Rulings
from footlights.games.you.state import Command, Course, Event, State, in_play, no_check_open
from footlights.games.you.traits import TRAITS, Character, Degree, RatedTrait, Trait

Part = Literal["reservation", "impulse", "pronouns", "look", "portrait", "notes", "gear"]

ONE_LINE = 200
"""Characters in a Reservation, an Impulse, pronouns, a look, a portrait or one thing of the gear."""
MANY_LINES = 5_000
MOST_GEAR = 60
MOST_CHARACTERS = 60


class SheetTrait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Trait as people write it down; an empty Reservation or Impulse is none."""

    degree: Degree
    reservation: str = ""
    impulse: str = ""

    helps: ClassVar[Mapping[str, str]] = {
        "degree": "How often the Trait shows. It never changes a roll, and moves as the character grows.",
        "reservation": "Where the character holds back. Acting on the Trait all the same has −2; a pass makes it grow.",
        "impulse": "What the Trait drives the character to. Resisting takes a Temptation Check.",
    }


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character as people write one down (CMP-05): a rating for each of the six Traits, and words."""

    name: str
    traits: dict[Trait, SheetTrait]
    pronouns: str = ""
    look: str = ""
    portrait: str = ""
    notes: Annotated[str, msgspec.Meta(extra={"lines": True})] = ""
    gear: tuple[str, ...] = ()

    helps: ClassVar[Mapping[str, str]] = {
        "name": "What everybody at the table calls the character.",
        "traits": "Six ways to act, in three families. The one that fits an action best is rolled.",
        "pronouns": "How others speak of the character.",
        "look": "What anybody notices at first sight.",
        "portrait": "Where a picture is found, or whom the character looks like; it stands on the sheet as text.",
        "notes": "Whatever you want at hand: a past, a promise, a debt. Nothing here counts in a roll.",
        "gear": "What the character carries. It is told, and never counted.",
    }


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table starts from."""

    characters: tuple[Sheet, ...] = ()
    rulings: Rulings = Rulings()


class Entered(Event, frozen=True, tag="entered"):
    """A character comes into play."""

    character: Character

    def apply(self, state: State) -> State:
        """Last in order."""
        return replace(state, characters=(*state.characters, self.character))

    def say(self) -> str:
        """The sentence."""
        return f"{self.character.name} enters."


class Retired(Event, frozen=True, tag="retired"):
    """A character leaves play."""

    who: Seat

    def apply(self, state: State) -> State:
        """With what was about it alone: its draft, its part in others', its place in the scene, its Spice."""
        drafts = tuple(
            replace(
                draft,
                asks=tuple(ask for ask in draft.asks if ask.helper != self.who),
                target=None if draft.target == self.who else draft.target,
                relieves=None if draft.relieves == self.who else draft.relieves,
                burden=None if draft.relieves == self.who else draft.burden,
            )
            for draft in state.drafts
            if draft.by != self.who
        )
        present = state.scene.present
        if present is not None:
            present = tuple(name for name in present if name != self.who)
        return replace(
            state,
            characters=tuple(c for c in state.characters if c.name != self.who),
            drafts=drafts,
            scene=replace(state.scene, present=present),
            elements=tuple(e for e in state.elements if (e.kind, e.name) != ("character", self.who)),
        )

    def say(self) -> str:
        """The sentence."""
        return f"{self.who} leaves the story."


class SheetEdited(Event, frozen=True, tag="sheet_edited"):
    """Words of a sheet are other ones now."""

    who: Seat
    part: Part
    text: str
    trait: Trait | None = None

    def apply(self, state: State) -> State:
        """Nothing that is counted changes."""
        character = state.character(self.who)
        match self.part, self.trait:
            case "reservation", str(trait):
                rated = replace(character.trait(trait), reservation=self.text)
                edited = character.with_trait(trait, rated)
            case "impulse", str(trait):
                rated = replace(character.trait(trait), impulse=self.text)
                edited = character.with_trait(trait, rated)
            case "gear", _:
                edited = replace(character, gear=_gear(self.text))
            case _:
                edited = replace(character, **{self.part: self.text})
        return state.with_character(edited)

    def say(self) -> str:
        """The sentence."""
        part = f"{self.part.capitalize()} of {self.trait}" if self.trait else self.part
        return f"{self.who}'s {part} {'are' if self.part in ('pronouns', 'notes') else 'is'} reworded."


class Enter(Command, frozen=True, tag="enter"):
    """Brings a new character into play."""

    sheet: Sheet

    gm_only = CMP_06.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, when no check is open."""
        no_check_open(state)
        if len(state.characters) == MOST_CHARACTERS:
            raise Refused(CMP_06.id, f"{MOST_CHARACTERS} characters are in play; there is no room for more")
        return Offer(
            kind="enter",
            seat=seat,
            label="A new character enters",
            clause=CMP_06.id,
            fields=(SheetField(name="sheet", label="Character", example=_example(state)),),
            group="characters",
        )

    def lead_to(self, course: Course) -> None:
        """Starting like everybody else (CMP-06, TRT-04)."""
        state = course.state
        _check_sheet(self.sheet, "sheet")
        _check_new_name(self.sheet.name, _names(state), "sheet.name")
        course.happen(Entered(character=_begin(self.sheet, state.rulings), because=CMP_06.id))


class Retire(Command, frozen=True, tag="retire"):
    """Takes a character out of play for good."""

    who: Seat

    gm_only = CMP_06.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, when no check is open; not for one whose player is merely away (CMP-06)."""
        no_check_open(state)
        if not state.characters:
            raise Refused(CMP_06.id, "nobody is in play")
        names = tuple(c.name for c in state.characters)
        return Offer(
            kind="retire",
            seat=seat,
            label="A character leaves the story for good",
            clause=CMP_06.id,
            fields=(OneOf(name="who", label="Who", values=names),),
            group="characters",
        )

    def lead_to(self, course: Course) -> None:
        """No longer one of the players."""
        course.happen(Retired(who=self.who, because=CMP_06.id))


class EditSheet(Command, frozen=True, tag="edit_sheet"):
    """Rewords a part of a sheet. `who` it belongs to; players edit their own."""

    part: Part
    trait: Trait | None = None
    text: str = ""
    who: Seat | None = None

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To players for their own words, and to the GM for anybody's (TRT-03)."""
        names = tuple(c.name for c in state.characters)
        if seat != GM:
            names = (in_play(state, seat, CMP_05).name,)
        if not names:
            raise Refused(CMP_05.id, "nobody is in play")
        own = seat != GM
        of_trait: tuple[Part, ...] = ("reservation", "impulse")
        short: tuple[Part, ...] = (*of_trait, "pronouns", "look", "portrait")
        long: tuple[Part, ...] = ("notes", "gear")
        parts = (*short, *long)
        return Offer(
            kind="edit_sheet",
            seat=seat,
            label="Reword a sheet",
            clause=TRT_03.id,
            fields=(
                OneOf(name="who", label="Whose", values=names, optional=own, default=seat if own else None),
                OneOf(
                    name="part",
                    label="Which part",
                    values=parts,
                    labels=tuple(part.capitalize() for part in parts),
                ),
                OneOf(name="trait", label="Of which Trait", values=TRAITS, when=(When("part", of_trait),)),
                Text(
                    name="text",
                    label="What it says",
                    most=ONE_LINE,
                    when=(When("part", short),),
                    optional=True,
                    default="",
                ),
                Text(
                    name="text",
                    label="What it says (of gear one thing a line)",
                    most=MANY_LINES,
                    lines=True,
                    when=(When("part", long),),
                    optional=True,
                    default="",
                ),
            ),
            group="sheet",
        )

    def lead_to(self, course: Course) -> None:
        """Words alone."""
        who = self.who or course.by
        text = "\n".join(_gear(self.text)) if self.part == "gear" else self.text
        course.happen(SheetEdited(who=who, part=self.part, trait=self.trait, text=text, because=TRT_03.id))


def opening(setup: Setup) -> State:
    """The state at the beginning (TRT-04). Raises Refused naming the place of what is wrong."""
    if not 0 <= setup.rulings.start_ins <= MOST_START_INS:
        raise Refused(TRT_04.id, f"start_ins is 0 to {MOST_START_INS}", "rulings.start_ins")
    if len(setup.characters) > MOST_CHARACTERS:
        raise Refused(CMP_06.id, f"there can be {MOST_CHARACTERS} characters at the most", "characters")
    characters: list[Character] = []
    for index, sheet in enumerate(setup.characters):
        place = f"characters[{index}]"
        _check_sheet(sheet, place)
        _check_new_name(sheet.name, [c.name for c in characters], f"{place}.name")
        characters.append(_begin(sheet, setup.rulings))
    return State(characters=tuple(characters), rulings=setup.rulings)


def sheets(state: State) -> dict[Seat, Sheet]:
    """Every character in play, as a sheet: its words and Degrees, not what it holds."""
    return {character.name: sheet_of(character) for character in state.characters}


def sheet_of(character: Character) -> Sheet:
    """The character as people would write it down."""
    return Sheet(
        name=character.name,
        traits={trait: SheetTrait(r.degree, r.reservation, r.impulse) for trait, r in character.rated()},
        pronouns=character.pronouns,
        look=character.look,
        portrait=character.portrait,
        notes=character.notes,
        gear=character.gear,
    )


def _begin(sheet: Sheet, rulings: Rulings) -> Character:
    """A character at its start: nothing but what the table hands out (TRT-04)."""
    ins = rulings.start_ins
    written = (sheet.traits[trait] for trait in TRAITS)
    return Character(
        name=sheet.name,
        traits=tuple(RatedTrait(w.degree, w.reservation.strip(), w.impulse.strip()) for w in written),
        ins=(ins, ins, ins),
        pronouns=sheet.pronouns,
        look=sheet.look,
        portrait=sheet.portrait,
        notes=sheet.notes,
        gear=sheet.gear,
    )


def _check_sheet(sheet: Sheet, place: str) -> None:
    """Raises Refused for a sheet that is not whole, or too long."""
    if fault := seat_name_fault(sheet.name):
        raise Refused(CMP_05.id, f"the name {fault}", f"{place}.name")
    for trait in TRAITS:
        if trait not in sheet.traits:
            raise Refused(
                CMP_05.id, f"{sheet.name} does not rate {trait}; all six Traits are rated", f"{place}.traits"
            )
    short: Mapping[str, str] = {
        "pronouns": sheet.pronouns,
        "look": sheet.look,
        "portrait": sheet.portrait,
        **{f"traits.{trait}.reservation": sheet.traits[trait].reservation for trait in TRAITS},
        **{f"traits.{trait}.impulse": sheet.traits[trait].impulse for trait in TRAITS},
        **{f"gear[{index}]": thing for index, thing in enumerate(sheet.gear)},
    }
    for part, text in short.items():
        _check_text(sheet, text, Text(name=part, most=ONE_LINE), place)
    _check_text(sheet, sheet.notes, Text(name="notes", most=MANY_LINES, lines=True), place)
    if len(sheet.gear) > MOST_GEAR:
        raise Refused(CMP_05.id, f"{sheet.name} has more than {MOST_GEAR} things", f"{place}.gear")


def _check_text(sheet: Sheet, text: str, field: Text, place: str) -> None:
    if fault := text_fault(text, field):
        raise Refused(CMP_05.id, f"{sheet.name}'s {field.name} {fault}", f"{place}.{field.name}")


def _check_new_name(name: str, taken: list[str], place: str) -> None:
    if any(same_name(name, other) for other in taken):
        raise Refused(CMP_06.id, f"the name {name} is taken", place)


def _names(state: State) -> list[str]:
    elements = (e for e in (*state.elements, *state.prepared) if e.kind != "character")
    return [*(c.name for c in state.characters), *(e.name for e in elements)]


def _gear(text: str) -> tuple[str, ...]:
    """One thing a line, empty lines left out, as many and as long as a sheet may hold."""
    return tuple(line.strip()[:ONE_LINE] for line in text.splitlines() if line.strip())[:MOST_GEAR]


def _example(state: State) -> dict[str, Any]:
    """A sheet that would be accepted now, in JSON form."""
    taken, number = _names(state), 1
    while any(same_name(f"Newcomer {number}", name) for name in taken):
        number += 1
    rated = {trait: {"degree": "Occasionally"} for trait in TRAITS}
    return {"name": f"Newcomer {number}", "traits": rated}
