"""Abilities & Talents: what a character, a Skill and an opponent are made of, and what makes one of them whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from footlights.core import Refused, seat_name_fault
from footlights.core.seats import NAME_LENGTH
from footlights.games.inciting_incident.clauses import (
    ABL_01,
    ABL_04,
    CMP_03,
    CMP_04,
    CMP_13,
    CMP_14,
    SKL_01,
    TAL_01,
    TAL_03,
)

Ability: TypeAlias = Literal["Fortitude", "Perseverance", "Nimbleness"]
ABILITIES: Final[tuple[Ability, ...]] = get_args(Ability)

AUTOMATIC: Final = "automatic"
"""Stands where a Talent is named when an Obstacle is met without one; no Talent may be called so."""

MOST_LEVEL: Final = 9
MOST_COST: Final = 45
MOST_EFFECT: Final = 99
MOST_HITS: Final = 99
MOST_TURNS: Final = 3
MOST_TEXT: Final = 2_000

Words: TypeAlias = Annotated[str, Meta(max_length=MOST_TEXT, extra={"lines": True})]


class Abilities(Struct, frozen=True, forbid_unknown_fields=True, rename="pascal"):
    """The level of each Ability (ABL-01)."""

    fortitude: int = 0
    perseverance: int = 0
    nimbleness: int = 0

    helps: ClassVar[Mapping[str, str]] = {
        "Fortitude": "What the body can bear, 0 to 9. It also says how many hits one can take.",
        "Perseverance": "How long mind and will hold out, 0 to 9.",
        "Nimbleness": "How quick and deft one is, 0 to 9.",
    }

    def level(self, ability: str) -> int:
        """The level of the Ability of that name. Raises Refused when there is no such Ability (ABL-01)."""
        if ability not in ABILITIES:
            raise Refused(
                ABL_01.id, f"there is no Ability {ability!r}; there are {', '.join(ABILITIES)}", "ability"
            )
        level: int = getattr(self, ability.lower())
        return level


class Talent(Struct, frozen=True, forbid_unknown_fields=True):
    """A Talent under its Ability (TAL-01)."""

    name: str
    ability: Ability
    level: int = 0
    description: Words = ""
    limitations: tuple[Words, ...] = ()

    helps: ClassVar[Mapping[str, str]] = {
        "name": "What it is called, as player and GM agree.",
        "ability": "The Ability it belongs to.",
        "level": "From 0 to 9, never above its Ability. More is more dice, or bigger ones.",
        "description": "What it is good for, in a sentence or two.",
        "limitations": "When or how it does not work. Every Talent should have one.",
    }


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a Skill does, in numbers (SKL-02, CMP-13, CMP-14); all 0 when words alone say it.

    Of Modifiers: `crisis` (0 or less) is added to the Crisis of the action, `advantage` to its Advantage,
    `effect` to what it takes off the Obstruction or moves the Flow, `shield` is how many Triggers are spared.
    Of Advanced Actions: `calm` lowers Crisis, `heal` heals hits, `intervene` and `omen` are 1 or 0.
    """

    crisis: int = 0
    advantage: int = 0
    effect: int = 0
    shield: int = 0
    calm: int = 0
    intervene: int = 0
    heal: int = 0
    omen: int = 0

    helps: ClassVar[Mapping[str, str]] = {
        "crisis": "Of a Modifier: what it adds to the Crisis of the action, 0 or less.",
        "advantage": "Of a Modifier: the Advantage it gives.",
        "effect": "Of a Modifier: what a success takes off the Obstruction, or moves the Flow, in addition.",
        "shield": "Of a Modifier: how many Triggers of the action are spared.",
        "calm": "Of an Advanced Action: by how much it lowers Crisis.",
        "intervene": "Of an Advanced Action: 1 if it can step in on a Trigger that waits.",
        "heal": "Of an Advanced Action: how many hits it heals.",
        "omen": "Not of a Modifier: 1 if it adds a Trigger.",
    }


MODIFIES: Final = ("crisis", "advantage", "effect", "shield")
ADVANCED: Final = ("calm", "intervene", "heal", "omen")


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """A Skill of a Talent (SKL-01); in the table's list it belongs to none."""

    name: str
    cost: int
    kind: Literal["modifier", "advanced", "other"]
    talent: Annotated[str, Meta(extra={"names": "talents"})] = ""
    effect: Effect = Effect()
    text: Words = ""

    helps: ClassVar[Mapping[str, str]] = {
        "name": "What it is called in the table's list of Skills.",
        "cost": "What it takes to buy, 1 to 45, and the Crisis that recreating it adds.",
        "kind": "A modifier goes with an action, an advanced one is an action by itself, any other needs no roll.",
        "talent": "The Talent it is used with, one of those on this sheet.",
        "effect": "What it does in numbers; 0 where words alone say it.",
        "text": "What it does, in words.",
    }


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """Points the GM has awarded, for each of the three things they buy (CMP-16)."""

    abilities: int = 0
    talents: int = 0
    skills: int = 0

    helps: ClassVar[Mapping[str, str]] = {
        "abilities": "Points for Abilities.",
        "talents": "Points for Talents.",
        "skills": "Points for Skills.",
    }


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A character sheet (CMP-15)."""

    name: str
    summary: Words = ""
    abilities: Abilities = Abilities()
    talents: tuple[Talent, ...] = ()
    skills: tuple[Skill, ...] = ()
    details: Words = ""
    awarded: Points = Points()

    helps: ClassVar[Mapping[str, str]] = {
        "name": "What everybody at the table calls the character.",
        "summary": "Who they are, in a sentence.",
        "abilities": "The three things everybody has. They set the bounds of the Talents, and defend.",
        "talents": "What the character can do: these are rolled.",
        "skills": "What the character has learned to do with a Talent.",
        "details": "Whatever else matters: a past, belongings, people. Nothing here counts in a roll.",
        "awarded": "Points that the GM has given since the beginning; 0 for a new character.",
    }

    def talent(self, name: str) -> Talent | None:
        """The Talent of that name, if there is one."""
        return next((talent for talent in self.talents if talent.name == name), None)

    def skill(self, name: str) -> Skill | None:
        """The Skill of that name, if there is one."""
        return next((skill for skill in self.skills if skill.name == name), None)


class Opponent(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody of the opposition (CMP-04). `hits` is how many they take, 0 when the table says (CMP-03);
    `turns` how many they have in a round."""

    name: str
    abilities: Abilities = Abilities()
    talents: tuple[Talent, ...] = ()
    hits: int = 0
    turns: int = 1
    text: Words = ""

    helps: ClassVar[Mapping[str, str]] = {
        "name": "What the opponent is called; also a group that acts as one.",
        "abilities": "What it defends with, and what its Talents stand on.",
        "talents": "What it attacks with.",
        "hits": "How many hits it can take; 0 leaves that to its Fortitude.",
        "turns": "How many turns it has in a round, 1 to 3.",
        "text": "What there is to tell of it.",
    }


def check_character(sheet: Character, place: str = "sheet") -> None:
    """Raise Refused unless the sheet is whole: levels (ABL-01, TAL-03), Talents under their Abilities (ABL-04,
    TAL-01) and Skills under their Talents (SKL-01). `place` says where it stands in what was given."""
    _check_name(sheet.name, ABL_01.id, f"{place}.name")
    _check_talents(sheet.abilities, sheet.talents, place)
    _check_distinct((skill.name for skill in sheet.skills), SKL_01.id, f"{place}.skills")
    for at, skill in enumerate(sheet.skills):
        check_skill(skill, f"{place}.skills[{at}]")
        if sheet.talent(skill.talent) is None:
            raise Refused(
                SKL_01.id,
                f"{skill.name} belongs to {skill.talent or 'no Talent'}; name one of the Talents on the sheet",
                f"{place}.skills[{at}].talent",
            )


def check_opponent(opponent: Opponent, place: str = "opponent") -> None:
    """Raise Refused unless the opponent is whole (CMP-04): as a character, with 1 to 3 turns and no Skills."""
    _check_name(opponent.name, CMP_04.id, f"{place}.name")
    _check_talents(opponent.abilities, opponent.talents, place)
    _check_range(opponent.hits, 0, MOST_HITS, CMP_03.id, f"{place}.hits")
    _check_range(opponent.turns, 1, MOST_TURNS, CMP_04.id, f"{place}.turns")


def check_skill(skill: Skill, place: str = "skill") -> None:
    """Raise Refused unless cost and effects are those of a Skill of its kind (SKL-01, CMP-13, CMP-14)."""
    _check_name(skill.name, SKL_01.id, f"{place}.name")
    _check_range(skill.cost, 1, MOST_COST, SKL_01.id, f"{place}.cost")
    own = {"modifier": MODIFIES, "advanced": ADVANCED, "other": ("omen",)}[skill.kind]
    clause = CMP_13.id if skill.kind == "modifier" else CMP_14.id
    for name in Effect.__struct_fields__:
        where = f"{place}.effect.{name}"
        value = getattr(skill.effect, name)
        if value and name not in own:
            raise Refused(
                clause, f"{name} is no effect of a Skill of kind {skill.kind}; it has {', '.join(own)}", where
            )
        lo, hi = (-MOST_EFFECT, 0) if name == "crisis" else (0, MOST_EFFECT)
        _check_range(value, lo, 1 if name in {"intervene", "omen"} else hi, clause, where)
    if skill.kind == "advanced" and sum(bool(getattr(skill.effect, name)) for name in ADVANCED) > 1:
        raise Refused(CMP_14.id, "an Advanced Action has one effect", f"{place}.effect")


def _check_talents(abilities: Abilities, talents: tuple[Talent, ...], place: str) -> None:
    for ability in ABILITIES:
        _check_range(abilities.level(ability), 0, MOST_LEVEL, ABL_01.id, f"{place}.abilities.{ability}")
    _check_distinct((talent.name for talent in talents), TAL_01.id, f"{place}.talents")
    for at, talent in enumerate(talents):
        check_talent(abilities, talent, f"{place}.talents[{at}]")
    for ability in ABILITIES:
        check_talent_count(abilities, talents, ability, f"{place}.talents")


def check_talent(abilities: Abilities, talent: Talent, place: str) -> None:
    """Raise Refused unless the Talent has a name and an Ability (TAL-01) and a level that fits (TAL-03)."""
    _check_name(talent.name, TAL_01.id, f"{place}.name")
    if talent.name.casefold() == AUTOMATIC:
        raise Refused(
            TAL_01.id, f"no Talent can be called {talent.name!r}: it means something else", f"{place}.name"
        )
    most = min(abilities.level(talent.ability), MOST_LEVEL)
    if not 0 <= talent.level <= most:
        raise Refused(
            TAL_03.id,
            f"{talent.name} is at level {talent.level}; under {talent.ability} it is from 0 to {most}",
            f"{place}.level",
        )


def check_talent_count(abilities: Abilities, talents: Iterable[Talent], ability: str, place: str) -> None:
    """Raise Refused when more Talents stand under the Ability than it carries (ABL-04)."""
    count, most = sum(talent.ability == ability for talent in talents), abilities.level(ability)
    if count > most:
        raise Refused(ABL_04.id, f"{count} Talents stand under {ability}, which carries {most}", place)


def _check_name(name: str, clause: str, place: str) -> None:
    if fault := seat_name_fault(name, NAME_LENGTH):
        raise Refused(clause, f"the name {fault}", place)


def _check_range(value: int, lo: int, hi: int, clause: str, place: str) -> None:
    if not lo <= value <= hi:
        raise Refused(clause, f"{place.rsplit('.', 1)[-1]} is {value}; it is from {lo} to {hi}", place)


def _check_distinct(names: Iterable[str], clause: str, place: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise Refused(clause, f"{name} stands there twice", place)
        seen.add(name)
