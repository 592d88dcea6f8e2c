"""Advanced Actions: Skills that are rolled for themselves (CMP-14)."""

from __future__ import annotations

from msgspec.structs import replace

from footlights.core import Field, Offer, OneOf, Refused, Seat, Text, When
from footlights.games.inciting_incident import crisis
from footlights.games.inciting_incident.characters import MOST_TEXT, Character, Skill
from footlights.games.inciting_incident.clauses import (
    CMP_14,
    REC_07,
    SCN_05,
    SKL_01,
    TRG_08,
    TRG_09,
)
from footlights.games.inciting_incident.commands import Advanced
from footlights.games.inciting_incident.drafts import check_no_reaction, drafted, is_recreated, skill_of
from footlights.games.inciting_incident.events import (
    AdvancedSucceeded,
    AnyEvent,
    HitsHealed,
    SkillMastered,
    SteppedIn,
    TriggerCancelled,
    TriggerRewritten,
    Turn,
    TurnTaken,
)
from footlights.games.inciting_incident.fields import SAYING, trigger_fields, trigger_of
from footlights.games.inciting_incident.fold import fold
from footlights.games.inciting_incident.saying import firing_words
from footlights.games.inciting_incident.scenery import Firing
from footlights.games.inciting_incident.simple_obstacles import LEAST_FAILURE_CRISIS, SUCCESS_CRISIS, TARGET
from footlights.games.inciting_incident.standing import (
    check_able,
    check_player,
    check_present,
    check_stakes,
    check_turn,
    hits,
    is_out,
    uses_no_turn,
)
from footlights.games.inciting_incident.state import Draft, Rolling, State


def usable(state: State, sheet: Character) -> dict[str, Skill]:
    """The Advanced Actions that a character may take now, by name. Raises Refused, with the reason, if none."""
    names = [skill.name for skill in sheet.skills if skill.kind == "advanced"]
    follow_up = state.follow_up
    if follow_up is not None and follow_up.by == sheet.name and follow_up.kind == "advanced":
        names.append(follow_up.skill)
    if not names:
        raise Refused(SKL_01.id, f"{sheet.name} has no Advanced Action")
    refused: Refused | None = None
    found: dict[str, Skill] = {}
    for name in names:
        try:
            found[name] = check_advanced(state, sheet.name, name)
        except Refused as reason:
            refused = reason
    if refused is not None and not found:
        raise refused
    return found


def check_advanced(state: State, by: str, name: str) -> Skill:
    """The Skill of that name, if its character may take its action now. Raises Refused otherwise.

    It takes a turn, except to step in on a waiting Trigger; and each succeeds once a scene (CMP-14).
    """
    follow_up, rulings, scene = state.follow_up, state.rulings, state.scene
    recreated = is_recreated(state, by, name)
    skill = skill_of(state, by, name)
    if skill is None or skill.kind != "advanced":
        raise Refused(SKL_01.id, f"{name} is no Advanced Action of {by}'s", "skill")
    if recreated or not skill.effect.intervene:
        check_turn(state, by, "advanced")
        if follow_up is not None and not recreated:
            raise Refused(CMP_14.id, f"first {follow_up.skill}, which was recreated", "skill")
    else:
        check_present(state, by)
        check_stakes(state)
        check_able(state, by)
    if skill.effect.intervene:
        if not _open_firings(state, by):
            raise Refused(TRG_08.id, f"no Trigger waits that {by} could step in on")
    elif rulings.advanced_limit == "one_success" and (by, name) in scene.succeeded:
        raise Refused(CMP_14.id, f"{name} has succeeded in this scene already", "skill")
    return skill


def _open_firings(state: State, by: str) -> dict[str, Firing]:
    """The waiting Triggers that a character may step in on: each only once (CMP-14)."""
    return crisis.waiting(state, by, untried=True)


def advanced_offer(state: State, seat: Seat) -> Offer:
    """An Advanced Action of one's own, or the one just recreated (CMP-14, REC-04)."""
    sheet = check_player(state, seat, CMP_14.id)
    check_no_reaction(state, seat)
    skills = usable(state, sheet)
    fields: list[Field] = [OneOf(name="skill", label="Which", values=tuple(skills), clause=SKL_01.id)]
    for name, skill in skills.items():
        only = (When("skill", (name,)),)
        if skill.effect.heal:
            fields.append(
                OneOf(name="target", label="Whom", values=state.scene.who, clause=SCN_05.id, when=only)
            )
        if skill.effect.intervene:
            firings = _open_firings(state, seat)
            seen = [crisis.firing_as_seen(firing, seat) for firing in firings.values()]
            fields.append(
                OneOf(
                    name="target",
                    label="Which Trigger",
                    values=tuple(firings),
                    labels=tuple(firing_words(firing) for firing in seen if firing is not None),
                    clause=CMP_14.id,
                    when=only,
                )
            )
            fields.append(
                Text(
                    name="rewrite",
                    label="What it does instead (left empty: nothing)",
                    most=MOST_TEXT,
                    lines=True,
                    optional=True,
                    default="",
                    when=only,
                )
            )
    omens = tuple(name for name, skill in skills.items() if skill.effect.omen)
    if omens:
        fields += trigger_fields(state, (When("skill", omens),), secret=False)
    return Offer(
        kind="advanced",
        seat=seat,
        label="Take an Advanced Action",
        clause=CMP_14.id,
        fields=(*fields, SAYING),
        group="actions",
    )


def advanced(state: State, seat: Seat, command: Advanced) -> list[AnyEvent]:
    """What an Advanced does: it drafts the roll."""
    skill = check_advanced(state, seat, command.skill)
    follow_up = state.follow_up if is_recreated(state, seat, command.skill) else None
    draft = Draft(
        what="advanced",
        by=seat,
        via=skill.talent if follow_up is None else follow_up.talent,
        skill=command.skill,
        target=command.target or "",
        rewrite=command.rewrite,
        omen=trigger_of(command, seat) if skill.effect.omen else None,
        saying=command.saying,
    )
    return drafted(state, seat, draft, CMP_14.id)


def check_drafted(state: State, draft: Draft) -> None:
    """Raise Refused unless the Advanced Action can still be rolled as it was drafted."""
    skill = check_advanced(state, draft.by, draft.skill)
    if skill.effect.intervene and draft.target not in _open_firings(state, draft.by):
        raise Refused(TRG_08.id, f"the Trigger that {draft.by} would step in on waits no longer")


def advanced_thrown(state: State, rolling: Rolling, total: int) -> list[AnyEvent]:
    """What an Advanced Action does: first its effect, then Crisis (CMP-14)."""
    draft, effect = rolling.draft, rolling.effect
    by, success = draft.by, total >= TARGET
    recreated = is_recreated(state, by, draft.skill)
    what: Turn = "step_in" if effect.intervene and not recreated else "advanced"
    happened: list[AnyEvent] = [TurnTaken(by, what, out_of_turn=uses_no_turn(state, by), because=CMP_14.id)]
    if effect.intervene:
        firing = _open_firings(state, by)[draft.target]
        happened += _stepped_in(draft, firing, success=success)
    if success:
        if not effect.intervene:
            happened.append(AdvancedSucceeded(by, draft.skill, because=CMP_14.id))
        happened += _effect(state, rolling)
        if recreated:
            happened.append(SkillMastered(by, draft.skill, because=REC_07.id))
    lump = SUCCESS_CRISIS if success else max(LEAST_FAILURE_CRISIS, TARGET - total)
    return happened + crisis.raised(fold(state, happened), by, lump, CMP_14.id)


def _stepped_in(draft: Draft, firing: Firing, *, success: bool) -> list[AnyEvent]:
    if not success:
        return [SteppedIn(draft.by, replace(firing, tried=True), because=CMP_14.id)]
    if not draft.rewrite:
        return [TriggerCancelled(draft.by, firing, because=CMP_14.id)]
    rewritten = replace(firing, effect=draft.rewrite, tried=True)
    return [TriggerRewritten(draft.by, rewritten, because=CMP_14.id)]


def _effect(state: State, rolling: Rolling) -> list[AnyEvent]:
    """What a success does: calm, heal or omen."""
    draft, effect = rolling.draft, rolling.effect
    if effect.calm:
        return crisis.lowered(state, effect.calm, CMP_14.id)
    if effect.heal:
        return healed(state, draft.target, effect.heal, CMP_14.id)
    if effect.omen and draft.omen is not None:
        return crisis.added(state, draft.omen, TRG_09.id)
    return []


def healed(state: State, who: str, most: int, because: str) -> list[AnyEvent]:
    """Hits heal; in a conflict, whoever was out returns in the next round (CMP-10)."""
    taken = hits(state, who)
    amount = min(most, taken)
    if not amount:
        return []
    benched = state.scene.conflict is not None and is_out(state, who)
    return [HitsHealed(who, amount, taken - amount, benched, because=because)]
