"""A roll on its way: drafted by whoever makes it, ruled on by the GM, and defended against.

Everything that changes a roll is settled before its dice (ADV-01). A draft changes nothing but itself; whether it may
be made is asked again when it is committed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from footlights.core import GM, Field, Flag, Offer, OneOf, Refused, Seat, Text, When
from footlights.dice import Explode, Pool
from footlights.games.inciting_incident import difficulty
from footlights.games.inciting_incident.characters import AUTOMATIC, Character, Effect, Opponent, Skill
from footlights.games.inciting_incident.clauses import (
    ABL_02,
    ADV_01,
    CMP_02,
    CMP_13,
    REC_01,
    REC_06,
    TAL_02,
)
from footlights.games.inciting_incident.commands import Defend, Rule, Wave, Withdraw
from footlights.games.inciting_incident.events import (
    AnyEvent,
    DefenceNamed,
    DraftMade,
    DraftRuled,
    DraftVetoed,
    DraftWithdrawn,
    RollsWaved,
)
from footlights.games.inciting_incident.fields import MOST_LINE, ability_field, ruling_fields
from footlights.games.inciting_incident.levels import pool as _pool
from footlights.games.inciting_incident.standing import abilities, check_gm, level
from footlights.games.inciting_incident.state import SITUATION, Draft, Rolling, State, Terms

ALLOWED: Final = "allowed"
NOT_ALLOWED: Final = "not_allowed"
RECREATION_BASE: Final = 5

ON_OBSTACLES: Final = frozenset({"act", "regular", "decisive"})
ATTACKS: Final = frozenset({"attack", "strike"})
WAVED: Final = Flag(name="waved", label="They go ahead")


# -- what a draft asks for ----------------------------------------------------------------------------------------


def via_field(sheet: Character | Opponent, *, automatic: bool = False, when: tuple[When, ...] = ()) -> OneOf:
    """With which Talent; or automatically, where that is possible (SIM-04, CPX-05)."""
    talents = tuple(talent.name for talent in sheet.talents)
    values = (AUTOMATIC, *talents) if automatic else talents
    return OneOf(name="via", label="With", values=values, clause=ABL_02.id, when=when)


def modifier_fields(state: State, sheet: Character) -> tuple[Field, ...]:
    """Which Modifier of the Talent goes with it (CMP-13); after a recreation, only what was recreated (REC-06)."""
    follow_up = state.follow_up
    if follow_up is not None:
        if not follow_up.works:
            return ()
        return (_modifier_field(follow_up.talent, (follow_up.skill,)),)
    names: dict[str, list[str]] = {}
    for skill in sheet.skills:
        if skill.kind == "modifier":
            names.setdefault(skill.talent, []).append(skill.name)
    return tuple(_modifier_field(talent, tuple(skills)) for talent, skills in names.items())


def _modifier_field(talent: str, names: tuple[str, ...]) -> OneOf:
    return OneOf(
        name="skill",
        label="With the Skill",
        values=names,
        clause=CMP_13.id,
        optional=True,
        when=(When("via", (talent,)),),
    )


def follow_up_via(state: State, sheet: Character, *, automatic: bool = False) -> OneOf:
    """The Talents to choose from; after a recreation only the one that made it, and no automatic way (REC-06)."""
    follow_up = state.follow_up
    if follow_up is None:
        return via_field(sheet, automatic=automatic)
    return OneOf(name="via", label="With", values=(follow_up.talent,), clause=REC_06.id)


def check_no_reaction(state: State, seat: Seat) -> None:
    """Raise Refused while the GM waits for a reaction of this seat's (ABL-02)."""
    draft = state.drafts.get(seat)
    if draft is not None and draft.what == "react":
        raise Refused(ABL_02.id, f"first roll the reaction of {draft.via}")


def drafted(state: State, seat: Seat, draft: Draft, because: str) -> list[AnyEvent]:
    """The draft is made, and the questions it raises are put."""
    ruled = draft.ruled or (state.waved and draft.what != "recreate" and draft.defender != GM)
    asked = state.asked.get(draft.defender, 0) + 1 if draft.defender not in ("", GM) else draft.asked
    question = 0 if ruled else state.asked.get(GM, 0) + 1
    draft = replace(draft, ruled=ruled, asked=asked, question=question)
    return [DraftMade(seat, draft, because=because)]


def defender(state: State, target: str) -> Seat:
    """The seat that names the Ability with which somebody defends: whoever plays them, or the GM (CMP-02)."""
    if target == SITUATION:
        return ""
    if target in state.characters and state.rulings.defence_pick == "defender":
        return target
    return GM


# -- the GM rules -------------------------------------------------------------------------------------------------


_IF_ALLOWED: Final = (When("verdict", (ALLOWED,)),)
_VERDICT: Final[tuple[Field, ...]] = (
    OneOf(
        name="verdict",
        label="It makes sense and breaks no limitation",
        values=(ALLOWED, NOT_ALLOWED),
        labels=("yes", "no"),
        clause=REC_01.id,
    ),
    *ruling_fields(_IF_ALLOWED),
    Text(
        name="reason",
        label="Why not",
        most=MOST_LINE,
        optional=True,
        default="",
        when=(When("verdict", (NOT_ALLOWED,)),),
    ),
)


def _open_drafts(state: State) -> dict[Seat, Draft]:
    """The drafts the GM may rule on: the oldest that waits for it, or all when none does."""
    for seat, draft in state.drafts.items():
        if not draft.ruled:
            return {seat: draft}
    return state.drafts


def rule_offer(state: State, seat: Seat) -> Offer:
    """The GM rules on a draft (ADV-01, DIF-02, REC-01, CMP-02)."""
    check_gm(seat, ADV_01.id)
    drafts = _open_drafts(state)
    if not drafts:
        raise Refused(ADV_01.id, "there is no draft to rule on")
    who = OneOf(name="who", label="Whose roll", values=tuple(draft.by for draft in drafts.values()))
    defences = [
        ability_field(
            CMP_02.id,
            optional=draft.defender != GM or bool(draft.ability),
            when=(*_IF_ALLOWED, When("who", (draft.by,))),
        )
        for draft in drafts.values()
        if draft.defender
    ]
    oldest = next(iter(drafts.values()))
    return Offer(
        kind="rule",
        seat=seat,
        label="Rule on a roll",
        clause=ADV_01.id,
        fields=(who, *_VERDICT, *defences),
        owed=not oldest.ruled,
        number=oldest.question,
        group="rolls",
    )


def rule(state: State, _seat: Seat, command: Rule) -> list[AnyEvent]:
    """What a Rule does."""
    seat, draft = next((seat, draft) for seat, draft in state.drafts.items() if draft.by == command.who)
    if command.verdict == NOT_ALLOWED:
        because = REC_01.id if draft.what == "recreate" else TAL_02.id
        return [DraftVetoed(seat, draft.by, command.reason, because=because)]
    ruled = replace(
        draft,
        adv=command.adv,
        dis=command.dis,
        shift=command.shift,
        ability=command.ability or draft.ability,
        ruled=True,
    )
    return [DraftRuled(seat, ruled, because=ADV_01.id)]


def wave_offer(_state: State, seat: Seat) -> Offer:
    """The GM lets rolls go ahead without a ruling where none is needed (ADV-01)."""
    check_gm(seat, ADV_01.id)
    return Offer(
        kind="wave",
        seat=seat,
        label="Whether plain rolls go ahead without your ruling",
        clause=ADV_01.id,
        fields=(WAVED,),
        group="rolls",
    )


def wave(_state: State, _seat: Seat, command: Wave) -> list[AnyEvent]:
    """What a Wave does."""
    return [RollsWaved(command.waved, because=ADV_01.id)]


# -- the defender names an Ability --------------------------------------------------------------------------------


def _attack_on(state: State, seat: Seat) -> tuple[Seat, Draft]:
    for attacker, draft in state.drafts.items():
        if draft.defender == seat and seat != GM and not draft.ability:
            return attacker, draft
    raise Refused(CMP_02.id, "nobody you play has to defend now")


def defend_offer(state: State, seat: Seat) -> Offer:
    """Whoever plays the target names the Ability that defends (CMP-02)."""
    _, draft = _attack_on(state, seat)
    return Offer(
        kind="defend",
        seat=seat,
        label=f"{draft.by} attacks with {draft.via}: which Ability defends?",
        clause=CMP_02.id,
        fields=(ability_field(CMP_02.id),),
        owed=True,
        number=draft.asked,
        group="rolls",
    )


def defend(state: State, seat: Seat, command: Defend) -> list[AnyEvent]:
    """What a Defend does."""
    attacker, draft = _attack_on(state, seat)
    return [DefenceNamed(attacker, draft.target, command.ability, because=CMP_02.id)]


# -- withdrawn -----------------------------------------------------------------------------------------


def own_draft(state: State, seat: Seat) -> Draft:
    """The draft of that seat. Raises Refused when there is none."""
    draft = state.drafts.get(seat)
    if draft is None:
        raise Refused(ADV_01.id, "there is no draft of yours")
    return draft


def withdraw_offer(state: State, seat: Seat) -> Offer:
    """A draft can be taken back until it is committed, but for a reaction that the GM has called for."""
    if own_draft(state, seat).what == "react":
        raise Refused(ABL_02.id, "the GM has called for this reaction")
    return Offer(kind="withdraw", seat=seat, label="Take the draft back", clause=ADV_01.id, group="rolls")


def withdraw(state: State, seat: Seat, _command: Withdraw) -> list[AnyEvent]:
    """What a Withdraw does."""
    return [DraftWithdrawn(seat, state.drafts[seat].by, because=ADV_01.id)]


# -- what decides a roll ------------------------------------------------------------------------------------------


def dice_of(state: State, terms: Terms) -> int:
    """The d6 that the terms come to (DIF-04)."""
    shift, adv, dis = (sum([amount for _, amount in part]) for part in (terms.shifts, terms.adv, terms.dis))
    return difficulty.dice(state.rulings, terms.base, shift, adv, dis)


def terms_of(state: State, draft: Draft) -> Terms:
    """The terms of a draft as far as they are settled (DIF-01 to DIF-04, ADV-01)."""
    scene, follow_up = state.scene, state.follow_up
    base, source = scene.base, "the scene"
    shifts, adv, dis = [("the GM", draft.shift)], [("the GM", draft.adv)], [("the GM", draft.dis)]
    if draft.what in ON_OBSTACLES and scene.obstacle is not None:
        shifts.append(("the Obstacle", scene.obstacle.shift))
    elif draft.what in ATTACKS and draft.target != SITUATION and draft.ability:
        base = state.rulings.defence_table[abilities(state, draft.target).level(draft.ability)]
        source = f"{draft.target}'s {draft.ability}"
    elif draft.what == "recreate":
        base, source = RECREATION_BASE, "recreating a Skill"
        dis.append((f"the cost of {draft.skill}", state.skills[draft.skill].cost))
    if draft.skill:
        adv.append((draft.skill, effect_of(state, draft).advantage))
    if follow_up is not None and follow_up.by == draft.by:
        dis.append((f"{follow_up.skill} failed", follow_up.dis))
    if scene.burdened and draft.what != "react":
        dis.append(("Rising Tension", scene.burdened.get(draft.by, 0)))
    return Terms(base, source, _named(shifts), _named(adv), _named(dis))


def _named(parts: list[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple([part for part in parts if part[1]])


NO_EFFECT: Final = Effect()


def effect_of(state: State, draft: Draft) -> Effect:
    """What the Skill of a draft does, in numbers (CMP-13, CMP-14)."""
    if not draft.skill or draft.what == "recreate":
        return NO_EFFECT
    skill = skill_of(state, draft.by, draft.skill)
    return NO_EFFECT if skill is None else skill.effect


def skill_of(state: State, by: str, name: str) -> Skill | None:
    """The Skill of that name that a character can use now: recreated (as the table's list has it), or their own."""
    if is_recreated(state, by, name):
        return state.skills.get(name)
    return state.characters[by].skill(name)


def is_recreated(state: State, by: str, name: str) -> bool:
    """Whether it is the Skill that this character has just recreated (REC-04)."""
    follow_up = state.follow_up
    return follow_up is not None and follow_up.by == by and follow_up.skill == name and follow_up.works


def level_of(state: State, draft: Draft) -> int:
    """The level whose dice join the roll: of the Talent, or of the Ability of a reaction (ABL-02)."""
    if draft.what == "react":
        return abilities(state, draft.by).level(draft.via)
    return level(state, draft.by, draft.via)


@lru_cache(maxsize=512)
def dice_pool(dice: int, talent: int, explode: Explode) -> Pool:
    """The dice of a roll: difficulty dice, then those of the level."""
    return _pool(dice, talent, explode)


def rolling_pool(roll: Rolling) -> Pool:
    """The dice that are due for a roll."""
    return dice_pool(roll.difficulty, roll.level, roll.explode)
