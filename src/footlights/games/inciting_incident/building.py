"""Building & Advancement: budgets, characters that come and go, points, and the table's list of Skills."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from footlights.core import GM, Field, Number, Offer, OneOf, Refused, Seat, Sheet, Text, same_name
from footlights.games.inciting_incident import conflict, obstacles
from footlights.games.inciting_incident.characters import (
    ABILITIES,
    MOST_LEVEL,
    MOST_TEXT,
    Abilities,
    Character,
    Effect,
    Skill,
    Talent,
    check_character,
    check_skill,
)
from footlights.games.inciting_incident.clauses import ABL_01, CMP_01, CMP_15, CMP_16, TAL_01, TAL_03
from footlights.games.inciting_incident.commands import (
    AcceptWarnings,
    Award,
    EditSheet,
    Enter,
    Retire,
    WriteSkill,
)
from footlights.games.inciting_incident.events import (
    AnyEvent,
    CharacterEntered,
    CharacterRetired,
    PointsAwarded,
    SheetEdited,
    SkillWritten,
    WarningsAccepted,
)
from footlights.games.inciting_incident.fold import fold
from footlights.games.inciting_incident.levels import LEVEL_COST, LEVEL_DICE
from footlights.games.inciting_incident.rulings import Budget, Rulings
from footlights.games.inciting_incident.standing import check_gm
from footlights.games.inciting_incident.state import State

GROUP: Final = "characters"
BOUGHT: Final = ("abilities", "talents", "skills")
MOST_AWARD: Final = 99


# -- what things cost ---------------------------------------------------------------------------------------------


def look_up(level: Any) -> tuple[tuple[int, int] | None, int]:
    """The dice (how many, of how many sides; None for none) and the cost of a level (DIC-01, DIC-02).

    Raises Refused unless the level is 0 to 9 (TAL-03).
    """
    if type(level) is not int or not 0 <= level <= MOST_LEVEL:
        raise Refused(TAL_03.id, f"there is no level {level!r}; levels go from 0 to {MOST_LEVEL}", "level")
    return LEVEL_DICE[level], LEVEL_COST[level]


def cost(sheet: Character) -> dict[str, int]:
    """What a character's Abilities, Talents and Skills have cost (CMP-01, DIC-02)."""
    return {
        "abilities": sum(LEVEL_COST[sheet.abilities.level(ability)] for ability in ABILITIES),
        "talents": sum(LEVEL_COST[talent.level] for talent in sheet.talents),
        "skills": sum(skill.cost for skill in sheet.skills),
    }


def budget(rulings: Rulings, sheet: Character) -> dict[str, int] | None:
    """What a character may cost: the table's points and those awarded (CMP-01, CMP-16); None without a budget."""
    points = rulings.points
    if not isinstance(points, Budget):
        return None
    return {what: getattr(points, what) + getattr(sheet.awarded, what) for what in BOUGHT}


def over(rulings: Rulings, sheet: Character) -> dict[str, int]:
    """By how much a character costs more than the budget; empty when nothing does (CMP-01)."""
    allowed, spent = budget(rulings, sheet), cost(sheet)
    if allowed is None:
        return {}
    return {what: spent[what] - allowed[what] for what in BOUGHT if spent[what] > allowed[what]}


def warnings(rulings: Rulings, sheet: Character) -> tuple[str, ...]:
    """What is pointed out about a sheet: points over the budget (CMP-01), Talents without a limitation (TAL-01)."""
    dear = [f"{by} points over the budget for {what}" for what, by in over(rulings, sheet).items()]
    bare = [f"{talent.name} has no limitation" for talent in sheet.talents if not talent.limitations]
    return (*dear, *bare)


# -- entering, leaving --------------------------------------------------------------------------------------------


def enter_offer(state: State, seat: Seat) -> Offer:
    """A whole sheet makes a character (ABL-01 to TAL-03)."""
    check_gm(seat, ABL_01.id)
    sheet = Sheet(name="sheet", label="The character", example=_example(state), clause=ABL_01.id)
    return Offer(
        kind="enter", seat=seat, label="A character enters", clause=ABL_01.id, fields=(sheet,), group=GROUP
    )


def _example(state: State) -> dict[str, Any]:
    name, number = "Robin", 1
    while _taken(state, name):
        number += 1
        name = f"Robin {number}"
    sheet = Character(
        name,
        "Knows every roof in town",
        Abilities(fortitude=2, perseverance=2, nimbleness=4),
        (Talent("Climb", "Nimbleness", 4, "Up any wall", ("Not while carrying somebody",)),),
        (Skill("Sure grip", 3, "modifier", "Climb", Effect(crisis=-1)),),
    )
    example: dict[str, Any] = msgspec.to_builtins(sheet)
    return example


def _taken(state: State, name: str) -> bool:
    fight = state.scene.conflict
    names = (*state.characters, *(() if fight is None else fight.opponents))
    return any(same_name(name, other) for other in names)


def enter(state: State, _seat: Seat, command: Enter) -> list[AnyEvent]:
    """What an Enter does. What is over budget or lacks a limitation is pointed out, not refused (CMP-01, TAL-01)."""
    return entered(state, command.sheet, "sheet")


def entered(state: State, sheet: Character, place: str) -> list[AnyEvent]:
    """The character is in the story. Raises Refused when the sheet is not whole, or somebody bears the name."""
    check_character(sheet, place)
    if _taken(state, sheet.name):
        raise Refused(ABL_01.id, f"somebody is called {sheet.name} already", f"{place}.name")
    return [CharacterEntered(sheet, warnings(state.rulings, sheet), because=ABL_01.id)]


def retire_offer(state: State, seat: Seat) -> Offer:
    """A character leaves the story."""
    check_gm(seat, ABL_01.id)
    who = _character_field(state)
    return Offer(
        kind="retire", seat=seat, label="A character leaves", clause=ABL_01.id, fields=(who,), group=GROUP
    )


def _character_field(state: State) -> OneOf:
    if not state.characters:
        raise Refused(ABL_01.id, "there are no characters yet")
    return OneOf(name="who", label="Who", values=tuple(state.characters))


def retire(state: State, _seat: Seat, command: Retire) -> list[AnyEvent]:
    """What a Retire does, and what follows for the scene."""
    happened: list[AnyEvent] = [CharacterRetired(command.who, because=ABL_01.id)]
    after = fold(state, happened)
    return happened + obstacles.cleared_by_absence(after) + conflict.over(after)


# -- warnings, points, texts --------------------------------------------------------------------------------------


def pointed_out(state: State) -> dict[str, tuple[str, ...]]:
    """What is pointed out and not yet accepted, by character (CMP-01, TAL-01)."""
    found = {
        name: warnings(state.rulings, sheet)
        for name, sheet in state.characters.items()
        if name not in state.accepted
    }
    return {name: words for name, words in found.items() if words}


def accept_offer(state: State, seat: Seat) -> Offer:
    """The GM may accept what was pointed out (CMP-01, TAL-01)."""
    check_gm(seat, CMP_01.id)
    found = pointed_out(state)
    if not found:
        raise Refused(TAL_01.id, "nothing is pointed out about any character")
    who = OneOf(
        name="who",
        label="About whom",
        values=tuple(found),
        labels=tuple(f"{name}: {'; '.join(words)}" for name, words in found.items()),
    )
    return Offer(
        kind="accept_warnings",
        seat=seat,
        label="Accept what is pointed out",
        clause=CMP_01.id,
        fields=(who,),
        group=GROUP,
    )


def accept(_state: State, _seat: Seat, command: AcceptWarnings) -> list[AnyEvent]:
    """What an AcceptWarnings does."""
    return [WarningsAccepted(command.who, because=CMP_01.id)]


def award_offer(state: State, seat: Seat) -> Offer:
    """Points are the GM's to give (CMP-16)."""
    check_gm(seat, CMP_16.id)
    fields: tuple[Field, ...] = (
        _character_field(state),
        OneOf(name="what", label="For", values=BOUGHT),
        Number(name="n", label="How many", lo=1, hi=MOST_AWARD),
    )
    return Offer(kind="award", seat=seat, label="Award points", clause=CMP_16.id, fields=fields, group=GROUP)


def award(_state: State, _seat: Seat, command: Award) -> list[AnyEvent]:
    """What an Award does."""
    return [PointsAwarded(command.who, command.what, command.n, because=CMP_16.id)]


def edit_sheet_offer(state: State, seat: Seat) -> Offer:
    """The free texts of a sheet (CMP-15), by its player or the GM."""
    who: tuple[Field, ...] = (_character_field(state),) if seat == GM else ()
    if seat != GM and seat not in state.characters:
        raise Refused(CMP_15.id, f"{seat[:60]!r} plays no character")
    return Offer(
        kind="edit_sheet",
        seat=seat,
        label="Write on the sheet",
        clause=CMP_15.id,
        fields=(
            *who,
            Text(name="summary", label="In one line", most=MOST_TEXT, optional=True),
            Text(name="details", label="Details", most=MOST_TEXT, lines=True, optional=True),
        ),
        group=GROUP,
    )


def edit_sheet(state: State, seat: Seat, command: EditSheet) -> list[AnyEvent]:
    """What an EditSheet does: a text not given stays."""
    who = command.who or seat
    sheet = state.characters[who]
    summary = sheet.summary if command.summary is None else command.summary
    details = sheet.details if command.details is None else command.details
    return [SheetEdited(who, summary, details, because=CMP_15.id)]


# -- the table's list of Skills -----------------------------------------------------------------------------------


SKILL_EXAMPLE: Final = {"name": "Anchor", "cost": 4, "kind": "modifier", "effect": {"shield": 1}}


def write_skill_offer(_state: State, seat: Seat) -> Offer:
    """Player and GM write a Skill together, and the GM enters it in the list (CMP-16); an old one is replaced."""
    check_gm(seat, CMP_16.id)
    skill = Sheet(name="skill", label="The Skill", example=SKILL_EXAMPLE, clause=CMP_16.id)
    return Offer(
        kind="write_skill",
        seat=seat,
        label="Write a Skill into the table's list",
        clause=CMP_16.id,
        fields=(skill,),
        group=GROUP,
    )


def write_skill(_state: State, _seat: Seat, command: WriteSkill) -> list[AnyEvent]:
    """What a WriteSkill does."""
    check_skill(command.skill)
    return [SkillWritten(msgspec.structs.replace(command.skill, talent=""), because=CMP_16.id)]
