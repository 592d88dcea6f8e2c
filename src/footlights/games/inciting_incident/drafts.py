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
from footlights.games.inciting_incident.characters import (
    ABILITIES,
    AUTOMATIC,
    Character,
    Effect,
    Opponent,
    Skill,
)
from footlights.games.inciting_incident.clauses import (
    ABL_02,
    ADV_01,
    CMP_02,
    CMP_13,
    REC_01,
    REC_06,
    TAL_02,
)
from footlights.games.inciting_incident.commands import Defend, Rule, Veto, Wave, Withdraw
from footlights.games.inciting_incident.events import (
    AnyEvent,
    DefenceNamed,
    DraftMade,
    DraftRuled,
    DraftVetoed,
    DraftWithdrawn,
    RollsWaved,
)
from footlights.games.inciting_incident.fields import MOST_LINE, RULING, ability_field
from footlights.games.inciting_incident.levels import pool as _pool
from footlights.games.inciting_incident.standing import abilities, check_gm, level
from footlights.games.inciting_incident.state import SITUATION, Draft, Rolling, State, Terms

RECREATION_BASE: Final = 5

ON_OBSTACLES: Final = frozenset({"act", "regular", "decisive"})
ATTACKS: Final = frozenset({"attack", "strike"})
MODIFIED: Final = ON_OBSTACLES | ATTACKS
"""Rolls that a Modifier changes (CMP-13), recreated or not."""

WITHOUT_ROLL: Final = "no roll: pass automatically"

WAVED: Final = Flag(name="waved", label="They go ahead")


# -- what a draft asks for ----------------------------------------------------------------------------------------


def via_field(sheet: Character | Opponent, *, automatic: bool = False, when: tuple[When, ...] = ()) -> OneOf:
    """With which Talent; or automatically, where that is possible (SIM-04, CPX-05)."""
    values = labels = tuple(talent.name for talent in sheet.talents)
    if automatic:
        values, labels = (AUTOMATIC, *values), (WITHOUT_ROLL, *labels)
    return OneOf(name="via", label="With", values=values, labels=labels, clause=ABL_02.id, when=when)


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
    if not draft.ruled:
        if state.waved and draft.what != "recreate" and draft.defender != GM:
            draft = replace(draft, ruled=True)
        else:
            draft = replace(draft, question=state.asked.get(GM, 0) + 1)
    if draft.defender not in ("", GM):
        draft = replace(draft, asked=state.asked.get(draft.defender, 0) + 1)
    return [DraftMade(seat, draft, because=because)]


def defender(state: State, target: str) -> Seat:
    """The seat that names the Ability with which somebody defends: whoever plays them, or the GM (CMP-02)."""
    if target == SITUATION:
        return ""
    if target in state.characters and state.rulings.defence_pick == "defender":
        return target
    return GM


def defence_labels(state: State, attacker: str, target: str) -> tuple[str, ...]:
    """What each Ability of the target means for the attacker's roll (CMP-02): "Fortitude: Vesna rolls 5d6"."""
    table, able = state.rulings.defence_table, abilities(state, target)
    return tuple(
        f"{name} {able.level(name)}: {attacker} rolls {table[able.level(name)]}d6" for name in ABILITIES
    )


# -- the GM rules -------------------------------------------------------------------------------------------------


def rule_offer(state: State, seat: Seat) -> Offer:
    """The GM allows a draft (TAL-02, REC-01), and says at which Advantage, Disadvantage and shift it is rolled (ADV-01,
    DIF-02) and, for whoever the GM plays, with which Ability its target defends (CMP-02)."""
    drafts = _ruled_next(state, seat)
    defences = [
        ability_field(
            CMP_02.id,
            label=f"With which Ability {draft.target} defends",
            labels=defence_labels(state, draft.by, draft.target),
            optional=draft.defender != GM or bool(draft.ability),
            when=(When("who", (draft.by,)),),
        )
        for draft in drafts
        if draft.defender
    ]
    return Offer(
        kind="rule",
        seat=seat,
        label="Allow a roll, and rule on it",
        clause=ADV_01.id,
        fields=(_whose(drafts), *RULING, *defences),
        owed=not drafts[0].ruled,
        number=drafts[0].question,
        group="rolls",
    )


def _ruled_next(state: State, seat: Seat) -> tuple[Draft, ...]:
    """The drafts the GM may rule on: the oldest that waits for it, or all when none does."""
    check_gm(seat, ADV_01.id)
    for draft in state.drafts.values():
        if not draft.ruled:
            return (draft,)
    if not state.drafts:
        raise Refused(ADV_01.id, "there is no draft to rule on")
    return tuple(state.drafts.values())


def _whose(drafts: tuple[Draft, ...]) -> OneOf:
    return OneOf(name="who", label="Whose roll", values=tuple([draft.by for draft in drafts]))


def _draft_of(state: State, who: str) -> tuple[Seat, Draft]:
    own = state.drafts.get(who)
    if own is not None:
        return who, own
    return GM, state.drafts[GM]


def rule(state: State, _seat: Seat, command: Rule) -> list[AnyEvent]:
    """What a Rule does."""
    seat, draft = _draft_of(state, command.who)
    ruled = replace(
        draft,
        adv=command.adv,
        dis=command.dis,
        shift=command.shift,
        ability=command.ability or draft.ability,
        ruled=True,
    )
    return [DraftRuled(seat, ruled, because=ADV_01.id)]


def veto_offer(state: State, seat: Seat) -> Offer:
    """The GM does not allow a draft: it makes no sense, or breaks a limitation (TAL-02, REC-01)."""
    drafts = _ruled_next(state, seat)
    reason = Text(name="reason", label="Why not", most=MOST_LINE, optional=True, default="")
    return Offer(
        kind="veto",
        seat=seat,
        label="Do not allow a roll",
        clause=REC_01.id if drafts[0].what == "recreate" else TAL_02.id,
        fields=(_whose(drafts), reason),
        group="rolls",
    )


def veto(state: State, _seat: Seat, command: Veto) -> list[AnyEvent]:
    """What a Veto does."""
    seat, draft = _draft_of(state, command.who)
    because = REC_01.id if draft.what == "recreate" else TAL_02.id
    return [DraftVetoed(seat, draft.by, command.reason, because=because)]


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
        label=f"Defend {draft.target} against {draft.by}, who attacks with {draft.via}",
        clause=CMP_02.id,
        fields=(
            ability_field(
                CMP_02.id,
                label="Which Ability defends",
                labels=defence_labels(state, draft.by, draft.target),
            ),
        ),
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
    shift, adv, dis = _sum(terms.shifts), _sum(terms.adv), _sum(terms.dis)
    return difficulty.dice(state.rulings, terms.base, shift, adv, dis)


def _sum(parts: tuple[tuple[str, int], ...]) -> int:
    return sum([amount for _, amount in parts]) if parts else 0


def terms_of(state: State, draft: Draft) -> Terms:
    """The terms of a draft as far as they are settled (ADV-01): the scene's base (DIF-01), the defence of a target
    (DIF-03) or that of a recreation (REC-03), with every shift (DIF-02)."""
    scene, follow_up, obstacle = state.scene, state.follow_up, None
    base, source = scene.base, "the scene"
    shifts = [("the GM", draft.shift)] if draft.shift else []
    adv = [("the GM", draft.adv)] if draft.adv else []
    dis = [("the GM", draft.dis)] if draft.dis else []
    if draft.what in ON_OBSTACLES:
        obstacle = scene.obstacle
    elif draft.what in ATTACKS and draft.target != SITUATION and draft.ability:
        base = state.rulings.defence_table[abilities(state, draft.target).level(draft.ability)]
        source = f"{draft.target}'s {draft.ability}"
    elif draft.what == "recreate":
        base, source = RECREATION_BASE, "recreating a Skill"
        dis.append((f"the cost of {draft.skill}", state.skills[draft.skill].cost))
    if obstacle is not None and obstacle.shift:
        shifts.append(("the Obstacle", obstacle.shift))
    if draft.skill and (more := effect_of(state, draft).advantage):
        adv.append((draft.skill, more))
    if follow_up is not None and follow_up.by == draft.by and follow_up.dis and draft.what in MODIFIED:
        dis.append((f"{follow_up.skill} failed", follow_up.dis))
    if scene.burdened and draft.what != "react" and (bought := scene.burdened.get(draft.by, 0)):
        dis.append(("Rising Tension", bought))
    return Terms(base, source, tuple(shifts), tuple(adv), tuple(dis))


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
