"""Recreating a Skill that one does not have."""

from __future__ import annotations

from footlights.core import Offer, OneOf, Refused, Seat
from footlights.games.inciting_incident.characters import Character, Skill
from footlights.games.inciting_incident.clauses import (
    REC_01,
    REC_02,
    REC_04,
    REC_05,
    REC_06,
    REC_07,
)
from footlights.games.inciting_incident.commands import Drop, Recreate
from footlights.games.inciting_incident.crisis import raised
from footlights.games.inciting_incident.drafts import check_no_reaction, drafted, via_field
from footlights.games.inciting_incident.events import AnyEvent, RecreationRead, SkillMastered, TurnTaken
from footlights.games.inciting_incident.fields import SAYING
from footlights.games.inciting_incident.obstacles import check_confronted
from footlights.games.inciting_incident.scenery import Complex
from footlights.games.inciting_incident.simple_obstacles import LEAST_FAILURE_CRISIS, SUCCESS_CRISIS, TARGET
from footlights.games.inciting_incident.standing import check_player, check_turn, uses_no_turn
from footlights.games.inciting_incident.state import Draft, FollowUp, Rolling, State

COST_STEP = 5


def check_recreation(state: State, by: str, skill: Skill) -> None:
    """Raise Refused unless this character may try to recreate this Skill now: one they lack (REC-01), as the
    beginning of a turn (REC-06); a Modifier only where there is an action for it to modify (REC-04)."""
    check_turn(state, by, "recreate")
    if state.characters[by].skill(skill.name) is not None:
        raise Refused(REC_01.id, f"{by} has {skill.name}; only a Skill one lacks is recreated", "skill")
    if skill.kind == "other":
        raise Refused(REC_04.id, f"{skill.name} is neither a Modifier nor an Advanced Action", "skill")
    if skill.kind == "modifier":
        _check_something_to_modify(state, by)


def _check_something_to_modify(state: State, by: str) -> None:
    if state.scene.conflict is not None:
        if state.rulings.conflict == "free_entry":
            raise Refused(REC_04.id, "conflicts are kept by hand; there is no attack to modify")
    elif not isinstance(state.scene.obstacle, Complex):
        check_confronted(state, by)


def _open_skills(state: State, sheet: Character) -> tuple[str, ...]:
    """The Skills of the table's list that the character may try. Raises Refused, with the reason, if none."""
    if not state.skills:
        raise Refused(REC_01.id, "there is no Skill in the table's list")
    refused: Refused | None = None
    names = []
    for name, skill in state.skills.items():
        try:
            check_recreation(state, sheet.name, skill)
        except Refused as reason:
            refused = reason
        else:
            names.append(name)
    if refused is not None and not names:
        raise refused
    return tuple(names)


def recreate_offer(state: State, seat: Seat) -> Offer:
    """With a Talent of one's own, for a Skill one lacks (REC-01)."""
    sheet = check_player(state, seat, REC_01.id)
    check_no_reaction(state, seat)
    if not sheet.talents:
        raise Refused(REC_01.id, f"{seat} has no Talent to recreate with")
    skills = OneOf(name="skill", label="Which Skill", values=_open_skills(state, sheet), clause=REC_01.id)
    return Offer(
        kind="recreate",
        seat=seat,
        label="Try to recreate a Skill",
        clause=REC_01.id,
        fields=(via_field(sheet), skills, SAYING),
        group="actions",
    )


def recreate(state: State, seat: Seat, command: Recreate) -> list[AnyEvent]:
    """What a Recreate does: it drafts the roll, which the GM always rules on (REC-01)."""
    draft = Draft(what="recreate", by=seat, via=command.via, skill=command.skill, saying=command.saying)
    return drafted(state, seat, draft, REC_01.id)


def check_drafted(state: State, draft: Draft) -> None:
    """Raise Refused unless the recreation can still be rolled."""
    check_recreation(state, draft.by, state.skills[draft.skill])


def recreate_thrown(state: State, rolling: Rolling, total: int) -> list[AnyEvent]:
    """What a recreation does: it costs Crisis in any case (REC-02); a follow-up may come (REC-04, REC-05)."""
    draft, rulings = rolling.draft, state.rulings
    by, skill, works = draft.by, state.skills[draft.skill], total >= TARGET
    follow_up = None
    if works or skill.kind == "modifier":
        follow_up = FollowUp(
            by=by,
            talent=draft.via,
            skill=skill.name,
            kind="advanced" if skill.kind == "advanced" else "modifier",
            works=works,
            dis=0 if works else follow_dis(state, skill),
            number=state.asked.get(by, 0) + 1,
        )
    happened: list[AnyEvent] = [
        RecreationRead(by, skill.name, works, follow_up, because=REC_04.id if works else REC_05.id)
    ]
    if follow_up is None and rulings.recreate_uses_turn == "yes":
        out_of_turn = uses_no_turn(state, by)
        happened.append(TurnTaken(by, "recreate", out_of_turn=out_of_turn, because=REC_06.id))
    if works and skill.kind == "modifier":
        happened.append(SkillMastered(by, skill.name, because=REC_07.id))
    lump = skill.cost
    if rulings.recreate_crisis == "cost_plus_roll":
        lump += SUCCESS_CRISIS if works else max(LEAST_FAILURE_CRISIS, TARGET - total)
    return happened + raised(state, by, lump, REC_02.id)


def follow_dis(state: State, skill: Skill) -> int:
    """The Disadvantage of the action after a failed Modifier (REC-05)."""
    fives, rest = divmod(skill.cost, COST_STEP)
    return fives + (1 if rest and state.rulings.recreate_round == "ceil" else 0)


# -- given up -----------------------------------------------------------------------------------------------------


def drop_offer(state: State, seat: Seat) -> Offer:
    """The action that the recreation was for is owed, or given up (REC-06)."""
    follow_up = state.follow_up
    if follow_up is None or follow_up.by != seat:
        raise Refused(REC_06.id, "there is no action of yours to give up")
    check_no_reaction(state, seat)
    return Offer(
        kind="drop",
        seat=seat,
        label=f"Give up the action that {follow_up.skill} was for",
        clause=REC_06.id,
        owed=True,
        number=follow_up.number,
        group="actions",
    )


def drop(state: State, seat: Seat, _command: Drop) -> list[AnyEvent]:
    """What a Drop does: the turn is used."""
    return [TurnTaken(seat, "drop", out_of_turn=uses_no_turn(state, seat), because=REC_06.id)]
