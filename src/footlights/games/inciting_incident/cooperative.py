"""Cooperative scenes: learning, upgrading, changing and healing."""

from __future__ import annotations

from typing import Final, cast

from msgspec.structs import replace

from footlights.core import Number, Offer, OneOf, Refused, Seat, Text, When
from footlights.games.inciting_incident.advanced import healed
from footlights.games.inciting_incident.characters import (
    ABILITIES,
    AUTOMATIC,
    MOST_LEVEL,
    MOST_TEXT,
    Ability,
    Character,
    Skill,
    Talent,
    check_talent,
)
from footlights.games.inciting_incident.clauses import (
    ABL_04,
    CMP_12,
    CMP_16,
    COO_02,
    COO_03,
    COO_07,
    REC_07,
    SKL_01,
    TAL_01,
    TAL_03,
)
from footlights.games.inciting_incident.commands import (
    ChangeTalent,
    Heal,
    LearnSkill,
    LearnTalent,
    SwapSkill,
    Upgrade,
)
from footlights.games.inciting_incident.events import (
    AnyEvent,
    Rested,
    SkillLearned,
    TalentChanged,
    TalentLearned,
    TalentUpgraded,
)
from footlights.games.inciting_incident.fields import MOST_NAME
from footlights.games.inciting_incident.standing import check_player, check_present, hits
from footlights.games.inciting_incident.state import State

GROUP: Final = "downtime"


def _check_cooperative(state: State, seat: Seat, clause: str = COO_02.id) -> Character:
    """The character, if they are in a Cooperative scene. Raises Refused otherwise (COO-02, SCN-05)."""
    sheet = check_player(state, seat, clause)
    check_present(state, seat)
    if state.scene.type != "cooperative":
        raise Refused(clause, "this happens in Cooperative scenes only")
    return sheet


def _check_change(state: State, seat: Seat) -> Character:
    """The character, if this scene's one change is still to be had. Raises Refused otherwise (COO-03)."""
    sheet = _check_cooperative(state, seat)
    _check_limit(state, seat, COO_03.id)
    return sheet


def _check_limit(state: State, who: str, clause: str) -> None:
    changed = state.scene.changed
    if state.rulings.coop_limit == "per_scene" and changed:
        raise Refused(clause, f"{changed[0]} has had this scene's one change")
    if who in changed:
        raise Refused(clause, f"{who} has had their one change in this scene")


# -- Talents ------------------------------------------------------------------------------------------------------


def upgrade_offer(state: State, seat: Seat) -> Offer:
    """One level up, as far as the Ability goes (COO-02, TAL-03)."""
    sheet = _check_change(state, seat)
    can = {
        talent.name: talent.level + 1
        for talent in sheet.talents
        if talent.level < min(sheet.abilities.level(talent.ability), MOST_LEVEL)
    }
    if not can:
        raise Refused(TAL_03.id, f"no Talent of {seat} can go up")
    talent = OneOf(name="talent", label="Which Talent", values=tuple(can), clause=TAL_03.id)
    levels = (
        Number(
            name="to",
            label="To level",
            lo=level,
            hi=level,
            clause=TAL_03.id,
            optional=True,
            default=level,
            when=(When("talent", (name,)),),
        )
        for name, level in can.items()
    )
    return Offer(
        kind="upgrade",
        seat=seat,
        label="Upgrade a Talent",
        clause=COO_02.id,
        fields=(talent, *levels),
        group=GROUP,
    )


def upgrade(state: State, seat: Seat, command: Upgrade) -> list[AnyEvent]:
    """What an Upgrade does."""
    talent = _talent(state, seat, command.talent)
    return [TalentUpgraded(seat, talent.name, talent.level + 1, because=COO_02.id)]


def _talent(state: State, seat: Seat, name: str) -> Talent:
    return next(talent for talent in state.characters[seat].talents if talent.name == name)


def learn_talent_offer(state: State, seat: Seat) -> Offer:
    """A new Talent at level 1, under an Ability that carries another (COO-02, ABL-04)."""
    sheet = _check_change(state, seat)
    room = tuple(
        ability
        for ability in ABILITIES
        if sum(talent.ability == ability for talent in sheet.talents) < sheet.abilities.level(ability)
    )
    if not room:
        raise Refused(ABL_04.id, f"no Ability of {seat} carries another Talent")
    return Offer(
        kind="learn_talent",
        seat=seat,
        label="Learn a new Talent",
        clause=COO_02.id,
        fields=(
            _name_field(sheet, "", needed=True),
            OneOf(name="under", label="Under which Ability", values=room, clause=ABL_04.id),
            *_WORDS,
        ),
        group=GROUP,
    )


def _name_field(sheet: Character, own: str, *, needed: bool, when: tuple[When, ...] = ()) -> Text:
    taken = (AUTOMATIC, *(talent.name for talent in sheet.talents if talent.name != own))
    return Text(
        name="name",
        label="Name",
        least=1 if needed else 0,
        most=MOST_NAME,
        clause=TAL_01.id,
        optional=not needed,
        default=None if needed else "",
        naming=True,
        taken=taken,
        when=when,
    )


_WORDS: Final = (
    Text(name="description", label="What it means", most=MOST_TEXT, lines=True, optional=True, default=""),
    Text(name="limitation", label="Its limitations", most=MOST_TEXT, lines=True, optional=True, default=""),
)


def learn_talent(state: State, seat: Seat, command: LearnTalent) -> list[AnyEvent]:
    """What a LearnTalent does."""
    limitations = (command.limitation,) if command.limitation else ()
    under = cast(Ability, command.under)  # the offer named no other
    talent = Talent(command.name, under, 1, command.description, limitations)
    check_talent(state.characters[seat].abilities, talent, "talent")
    return [TalentLearned(seat, talent, because=COO_02.id)]


def change_talent_offer(state: State, seat: Seat) -> Offer:
    """New wording for a Talent (COO-02)."""
    sheet = _check_change(state, seat)
    if not sheet.talents:
        raise Refused(COO_02.id, f"{seat} has no Talent to change")
    names = tuple(talent.name for talent in sheet.talents)
    return Offer(
        kind="change_talent",
        seat=seat,
        label="Reword a Talent",
        clause=COO_02.id,
        fields=(
            OneOf(name="talent", label="Which Talent", values=names, clause=TAL_01.id),
            *(_name_field(sheet, name, needed=False, when=(When("talent", (name,)),)) for name in names),
            *_WORDS,
        ),
        group=GROUP,
    )


def change_talent(state: State, seat: Seat, command: ChangeTalent) -> list[AnyEvent]:
    """What a ChangeTalent does: what is left empty stays as it was."""
    talent = _talent(state, seat, command.talent)
    changed = replace(
        talent,
        name=command.name or talent.name,
        description=command.description or talent.description,
        limitations=(command.limitation,) if command.limitation else talent.limitations,
    )
    check_talent(state.characters[seat].abilities, changed, "talent")
    return [TalentChanged(seat, talent.name, changed, because=COO_02.id)]


# -- Skills -------------------------------------------------------------------------------------------------------


def _learnable(state: State, sheet: Character) -> dict[str, Skill]:
    """The Skills of the table's list that a character may learn (CMP-16, REC-07). Raises Refused if there is none."""
    if not sheet.talents:
        raise Refused(SKL_01.id, f"{sheet.name} has no Talent for a Skill to belong to")
    lacking = {name: skill for name, skill in state.skills.items() if sheet.skill(name) is None}
    if not lacking:
        raise Refused(CMP_16.id, f"the table's list has no Skill that {sheet.name} lacks")
    if state.rulings.skill_learning == "off":
        return lacking
    known = {name: skill for name, skill in lacking.items() if (sheet.name, name) in state.recreated}
    if not known:
        raise Refused(REC_07.id, f"{sheet.name} has recreated no Skill of the table's list yet")
    return known


def learn_skill_offer(state: State, seat: Seat) -> Offer:
    """A Skill of the table's list, for a Talent of one's own (COO-02, SKL-01)."""
    sheet = _check_change(state, seat)
    skills = tuple(_learnable(state, sheet))
    clause = REC_07.id if state.rulings.skill_learning == "on" else CMP_16.id
    return Offer(
        kind="learn_skill",
        seat=seat,
        label="Learn a Skill",
        clause=COO_02.id,
        fields=(
            OneOf(name="skill", label="Which Skill", values=skills, clause=clause),
            OneOf(
                name="talent",
                label="For which Talent",
                values=tuple(talent.name for talent in sheet.talents),
                clause=SKL_01.id,
            ),
        ),
        group=GROUP,
    )


def learn_skill(state: State, seat: Seat, command: LearnSkill) -> list[AnyEvent]:
    """What a LearnSkill does."""
    skill = replace(state.skills[command.skill], talent=command.talent)
    return [SkillLearned(seat, skill, because=COO_02.id)]


def swap_skill_offer(state: State, seat: Seat) -> Offer:
    """A Skill for one of the list that costs no more, under the same Talent (COO-02)."""
    sheet = _check_change(state, seat)
    learnable = _learnable(state, sheet)
    swaps = {
        own.name: tuple(name for name, skill in learnable.items() if skill.cost <= own.cost)
        for own in sheet.skills
    }
    swaps = {name: others for name, others in swaps.items() if others}
    if not swaps:
        raise Refused(COO_02.id, f"there is no Skill that {seat} could swap at no greater cost")
    return Offer(
        kind="swap_skill",
        seat=seat,
        label="Swap a Skill",
        clause=COO_02.id,
        fields=(
            OneOf(name="give", label="Give up", values=tuple(swaps), clause=COO_02.id),
            *(
                OneOf(
                    name="skill",
                    label="In its place",
                    values=others,
                    clause=COO_02.id,
                    when=(When("give", (name,)),),
                )
                for name, others in swaps.items()
            ),
        ),
        group=GROUP,
    )


def swap_skill(state: State, seat: Seat, command: SwapSkill) -> list[AnyEvent]:
    """What a SwapSkill does."""
    given = next(skill for skill in state.characters[seat].skills if skill.name == command.give)
    skill = replace(state.skills[command.skill], talent=given.talent)
    return [SkillLearned(seat, skill, given.name, because=COO_02.id)]


# -- healing ------------------------------------------------------------------------------------------------------


def heal_offer(state: State, seat: Seat) -> Offer:
    """Each character present heals once (CMP-12); whether that is a change, the table decides (COO-07)."""
    _check_cooperative(state, seat, CMP_12.id)
    if seat in state.scene.healed:
        raise Refused(CMP_12.id, f"{seat} has healed in this scene")
    if state.rulings.coop_heal_counts == "yes":
        _check_limit(state, seat, COO_07.id)
    return Offer(kind="heal", seat=seat, label="Heal", clause=CMP_12.id, group=GROUP)


def heal(state: State, seat: Seat, _command: Heal) -> list[AnyEvent]:
    """What a Heal does."""
    ruling = state.rulings.heal_amount
    most = hits(state, seat) if ruling == "all" else ruling
    counts = state.rulings.coop_heal_counts == "yes"
    return [Rested(seat, counts, because=COO_07.id), *healed(state, seat, most, CMP_12.id)]
