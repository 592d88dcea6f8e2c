"""How each event changes the state. Nothing else does, and no ruling is read here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from footlights.core import GM, Seat
from footlights.games.inciting_incident import corrections, events
from footlights.games.inciting_incident.difficulty import MOST_ADVANTAGE
from footlights.games.inciting_incident.rulings import with_ruling
from footlights.games.inciting_incident.scenery import Complex, Firing, Individual, Obstacle, Simple
from footlights.games.inciting_incident.state import Conflict, Last, Lots, Scene, State

Value = TypeVar("Value")


def evolve(state: State, event: events.AnyEvent) -> State:
    """The state after the event."""
    return FOLDS[type(event)](state, event)


def fold(state: State, happened: Iterable[events.AnyEvent]) -> State:
    """The state after all these events."""
    for event in happened:
        state = FOLDS[type(event)](state, event)
    return state


def _unchanged(state: State, _event: events.AnyEvent) -> State:
    """For what is only told."""
    return state


# -- changing a part ----------------------------------------------------------------------------------------------


def _scene(state: State, **changes: Any) -> State:
    return replace(state, scene=replace(state.scene, **changes))


def _conflict(state: State, **changes: Any) -> State:
    """The state with the conflict changed; where there is none, nothing changes."""
    conflict = state.scene.conflict
    return state if conflict is None else _scene(state, conflict=replace(conflict, **changes))


def _without(mapping: Mapping[str, Value], key: str) -> dict[str, Value]:
    left = dict(mapping)
    left.pop(key, None)
    return left


def _one_more(uses: dict[str, dict[str, int]], by: str, talent: str) -> dict[str, dict[str, int]]:
    own = uses.get(by, {})
    return {**uses, by: {**own, talent: own.get(talent, 0) + 1}}


def _asked(state: State, seat: Seat, number: int) -> dict[Seat, int]:
    return {**state.asked, seat: number} if number > state.asked.get(seat, 0) else state.asked


def _current(state: State, obstacle: Obstacle) -> State:
    """The state with another current Obstacle."""
    scene = state.scene
    return _scene(state, obstacles=(*scene.obstacles[: scene.at], obstacle, *scene.obstacles[scene.at + 1 :]))


# -- rolls --------------------------------------------------------------------------------------------------------


def _draft_made(state: State, event: events.DraftMade) -> State:
    draft = event.draft
    asked = state.asked
    if draft.question:
        asked = {**asked, GM: draft.question}
    if draft.asked:
        asked = {**asked, draft.defender or event.seat: draft.asked}
    return replace(state, drafts={**_without(state.drafts, event.seat), event.seat: draft}, asked=asked)


def _draft_ruled(state: State, event: events.DraftRuled) -> State:
    return replace(state, drafts={**state.drafts, event.seat: event.draft})


def _draft_gone(state: State, event: events.DraftVetoed | events.DraftWithdrawn) -> State:
    return replace(state, drafts=_without(state.drafts, event.seat))


def _defence_named(state: State, event: events.DefenceNamed) -> State:
    draft = replace(state.drafts[event.seat], ability=event.ability)
    return replace(state, drafts={**state.drafts, event.seat: draft})


def _roll_committed(state: State, event: events.RollCommitted) -> State:
    rolling = event.rolling
    drafts = _without(state.drafts, rolling.seat)
    by = rolling.draft.by
    if by in state.scene.burdened and rolling.draft.what != "react":
        state = _scene(state, burdened=_without(state.scene.burdened, by))
    return replace(state, rolling=rolling, drafts=drafts)


def _dice_thrown(state: State, _event: events.DiceThrown) -> State:
    return replace(state, rolling=None)


def _rolls_waved(state: State, event: events.RollsWaved) -> State:
    return replace(state, waved=event.waved)


def _turn_taken(state: State, event: events.TurnTaken) -> State:
    """Who acted last, whose use of a Talent counts, and whose turn is used up. Stepping in on a Trigger is no turn."""
    scene = state.scene
    if event.what == "step_in":
        return replace(state, scene=replace(scene, begun=True))
    if scene.conflict is not None:
        scene = replace(scene, begun=True, conflict=_with_turn(scene.conflict, event))
    elif event.what == "act":
        scene = replace(scene, begun=True)
    else:
        scene = _with_action(scene, event)
    return replace(state, scene=scene, follow_up=None)


def _with_turn(conflict: Conflict, event: events.TurnTaken) -> Conflict:
    acted = conflict.acted if event.out_of_turn else (*conflict.acted, event.by)
    uses = _one_more(conflict.uses, event.by, event.talent) if event.talent else conflict.uses
    return replace(conflict, acted=acted, uses=uses)


def _with_action(scene: Scene, event: events.TurnTaken) -> Scene:
    by, talent, regular = event.by, event.talent, event.what == "regular"
    return replace(
        scene,
        begun=True,
        last=Last(by, by if regular else scene.last.regular),
        scene_last=Last(by, by if regular else scene.scene_last.regular),
        uses=_one_more(scene.uses, by, talent) if talent else scene.uses,
        scene_uses=_one_more(scene.scene_uses, by, talent) if talent else scene.scene_uses,
    )


# -- Obstacles ----------------------------------------------------------------------------------------------------


def _obstacle_added(state: State, event: events.ObstacleAdded) -> State:
    """As the current one it is a new Obstacle: nobody has acted on it (CPX-03)."""
    scene = state.scene
    last = Last() if event.at_once else scene.last
    return _scene(state, obstacles=(*scene.obstacles, event.obstacle), last=last)


def _obstacle_shifted(state: State, event: events.ObstacleShifted) -> State:
    obstacle = state.scene.obstacle
    return state if obstacle is None else _current(state, replace(obstacle, shift=event.shift))


def _lots_called(state: State, event: events.LotsCalled) -> State:
    return replace(state, lots=Lots(event.among))


def _confronted(state: State, event: events.Confronted) -> State:
    obstacle = state.scene.obstacle
    if isinstance(obstacle, Simple):
        state = _current(state, replace(obstacle, confronted=event.who))
    return replace(state, lots=None)


def _obstacle_passed(state: State, event: events.ObstaclePassed) -> State:
    obstacle = state.scene.obstacle
    if isinstance(obstacle, Individual):
        return _current(state, replace(obstacle, passed=(*obstacle.passed, event.by)))
    return state


def _obstruction_lowered(state: State, event: events.ObstructionLowered) -> State:
    obstacle = state.scene.obstacle
    return (
        _current(state, replace(obstacle, obstruction=event.to)) if isinstance(obstacle, Complex) else state
    )


def _attempt_spent(state: State, event: events.AttemptSpent) -> State:
    obstacle = state.scene.obstacle
    return _current(state, replace(obstacle, attempts=event.left)) if isinstance(obstacle, Complex) else state


def _obstacle_beaten(state: State, _event: events.ObstacleBeaten) -> State:
    return _scene(state, at=state.scene.at + 1, uses={}, last=Last())


# -- Crisis and Triggers ------------------------------------------------------------------------------------------


def _crisis_raised(state: State, event: events.CrisisRaised) -> State:
    scene, to = state.scene, event.to
    triggers = tuple(
        [trigger if trigger.mark >= to else replace(trigger, mark=to) for trigger in scene.triggers]
    )
    return replace(state, scene=replace(scene, crisis=to, triggers=triggers))


def _crisis_lowered(state: State, event: events.CrisisLowered) -> State:
    return _scene(state, crisis=event.to)


def _trigger_added(state: State, event: events.TriggerAdded) -> State:
    return _scene(state, triggers=(*state.scene.triggers, event.trigger))


def _trigger_shown(state: State, event: events.TriggerShown) -> State:
    """Firings of the Trigger that wait already are shown with it."""
    scene, now = state.scene, event.trigger
    triggers = (*scene.triggers[: event.place], now, *scene.triggers[event.place + 1 :])
    waiting = tuple(
        replace(one, shown=now.shown) if (one.name, one.effect) == (now.name, now.effect) else one
        for one in scene.waiting
    )
    return _scene(state, triggers=triggers, waiting=waiting)


def _trigger_fired(state: State, event: events.TriggerFired) -> State:
    scene = replace(state.scene, waiting=(*state.scene.waiting, event.firing))
    return replace(state, scene=scene, asked=_asked(state, GM, event.firing.number))


def _trigger_gone(state: State, event: events.TriggerConfirmed | events.TriggerCancelled) -> State:
    number = event.firing.number
    return _scene(state, waiting=tuple(one for one in state.scene.waiting if one.number != number))


def _trigger_now(state: State, event: events.TriggerRewritten | events.SteppedIn) -> State:
    now: Firing = event.firing
    return _scene(
        state, waiting=tuple(now if one.number == now.number else one for one in state.scene.waiting)
    )


# -- Rising Tension -----------------------------------------------------------------------------------------------


def _tension(
    state: State, event: events.TensionRaised | events.TensionLowered | events.TensionSpent
) -> State:
    return replace(state, tension=event.to)


def _disadvantage_bought(state: State, event: events.DisadvantageBought) -> State:
    burdened = state.scene.burdened
    most = min(MOST_ADVANTAGE, burdened.get(event.who, 0) + event.n)
    return _scene(state, burdened={**burdened, event.who: most})


# -- scenes and conflict ------------------------------------------------------------------------------------------


def _scene_started(state: State, event: events.SceneStarted) -> State:
    """Any other scene ends the row of Cooperative ones (COO-05), and so does turning into one."""
    scene = Scene(
        type=event.scene,
        title=event.title,
        who=event.who,
        base=event.base,
        montage=event.montage,
        conflict=event.conflict,
    )
    run = state.coop_run + 1 if event.scene == "cooperative" else 0
    return replace(state, scene=scene, coop_run=run, drafts={}, follow_up=None)


def _scene_converted(state: State, event: events.SceneConverted) -> State:
    scene = replace(state.scene, type=event.scene, conflict=event.conflict, begun=False, montage=False)
    return replace(state, scene=scene, coop_run=0, drafts={}, follow_up=None)


def _character_joined(state: State, event: events.CharacterJoined) -> State:
    return _scene(state, who=(*state.scene.who, event.who))


def _opponent_added(state: State, event: events.OpponentAdded) -> State:
    opponent, conflict = event.opponent, state.scene.conflict or Conflict()
    opponents = {**conflict.opponents, opponent.name: opponent}
    return _conflict(state, opponents=opponents, hits={**conflict.hits, opponent.name: 0})


def _sides_changed(state: State, event: events.SidesChanged) -> State:
    conflict = state.scene.conflict or Conflict()
    others = tuple(name for name in conflict.turncoats if name != event.who)
    return _conflict(state, turncoats=(*others, event.who) if event.opposition else others)


def _flow_moved(state: State, event: events.FlowMoved) -> State:
    return _conflict(state, flow=event.to)


def _hits(state: State, who: str, to: int) -> State:
    conflict = state.scene.conflict
    if conflict is not None and who in conflict.hits:
        return _conflict(state, hits={**conflict.hits, who: to})
    return replace(state, hits={**state.hits, who: to})


def _hits_taken(state: State, event: events.HitsTaken) -> State:
    return _hits(state, event.who, event.to)


def _hits_healed(state: State, event: events.HitsHealed) -> State:
    state = _hits(state, event.who, event.to)
    conflict = state.scene.conflict
    if event.benched and conflict is not None:
        return _conflict(state, benched=(*conflict.benched, event.who))
    return state


def _moved(state: State, event: events.Moved) -> State:
    conflict = state.scene.conflict or Conflict()
    return _conflict(state, zones={**conflict.zones, event.by: event.zone})


def _round_started(state: State, event: events.RoundStarted) -> State:
    return _conflict(state, round=event.round, acted=(), benched=())


def _conflict_ended(state: State, event: events.ConflictEnded) -> State:
    return replace(_conflict(state, over=True, result=event.result), drafts={}, follow_up=None)


# -- Skills -------------------------------------------------------------------------------------------------------


def _advanced_succeeded(state: State, event: events.AdvancedSucceeded) -> State:
    return _scene(state, succeeded=(*state.scene.succeeded, (event.by, event.skill)))


def _recreation_read(state: State, event: events.RecreationRead) -> State:
    state, follow_up = _scene(state, begun=True), event.follow_up
    if follow_up is None:
        return state
    return replace(state, follow_up=follow_up, asked=_asked(state, follow_up.by, follow_up.number))


def _skill_mastered(state: State, event: events.SkillMastered) -> State:
    pair = (event.who, event.skill)
    return state if pair in state.recreated else replace(state, recreated=(*state.recreated, pair))


# -- Cooperative scenes, sheets -----------------------------------------------------------------------------------


def _sheet(state: State, who: str, **changes: Any) -> State:
    sheet = replace(state.characters[who], **changes)
    return replace(state, characters={**state.characters, who: sheet})


def _changed(state: State, who: str) -> State:
    return _scene(state, changed=(*state.scene.changed, who))


def _talent_upgraded(state: State, event: events.TalentUpgraded) -> State:
    talents = tuple(
        replace(talent, level=event.level) if talent.name == event.talent else talent
        for talent in state.characters[event.who].talents
    )
    return _changed(_sheet(state, event.who, talents=talents), event.who)


def _talent_learned(state: State, event: events.TalentLearned) -> State:
    talents = (*state.characters[event.who].talents, event.talent)
    return _changed(_sheet(state, event.who, talents=talents), event.who)


def _talent_changed(state: State, event: events.TalentChanged) -> State:
    sheet = state.characters[event.who]
    talents = tuple(event.talent if talent.name == event.old else talent for talent in sheet.talents)
    skills = tuple(
        replace(skill, talent=event.talent.name) if skill.talent == event.old else skill
        for skill in sheet.skills
    )
    return _changed(_sheet(state, event.who, talents=talents, skills=skills), event.who)


def _skill_learned(state: State, event: events.SkillLearned) -> State:
    kept = (skill for skill in state.characters[event.who].skills if skill.name != event.given)
    return _changed(_sheet(state, event.who, skills=(*kept, event.skill)), event.who)


def _rested(state: State, event: events.Rested) -> State:
    state = _scene(state, healed=(*state.scene.healed, event.who))
    return _changed(state, event.who) if event.counts else state


def _character_entered(state: State, event: events.CharacterEntered) -> State:
    sheet = event.sheet
    listed = {skill.name: replace(skill, talent="") for skill in sheet.skills}
    return replace(
        state,
        characters={**state.characters, sheet.name: sheet},
        hits={**state.hits, sheet.name: 0},
        skills={**listed, **state.skills},
    )


def _character_retired(state: State, event: events.CharacterRetired) -> State:
    """Everything about the character goes, but for what they have caused."""
    who, scene = event.who, state.scene
    conflict, follow_up = scene.conflict, state.follow_up
    if conflict is not None:
        turncoats = tuple(name for name in conflict.turncoats if name != who)
        conflict = replace(conflict, turncoats=turncoats)
    scene = replace(
        scene,
        who=tuple(name for name in scene.who if name != who),
        obstacles=tuple(_without_character(obstacle, who) for obstacle in scene.obstacles),
        conflict=conflict,
    )
    return replace(
        state,
        scene=scene,
        characters=_without(state.characters, who),
        hits=_without(state.hits, who),
        drafts={
            seat: draft
            for seat, draft in state.drafts.items()
            if who not in (seat, draft.defender, draft.target)
        },
        follow_up=None if follow_up is not None and follow_up.by == who else follow_up,
        recreated=tuple(pair for pair in state.recreated if pair[0] != who),
        accepted=tuple(name for name in state.accepted if name != who),
    )


def _without_character(obstacle: Obstacle, who: str) -> Obstacle:
    match obstacle:
        case Simple(confronted=confronted) if confronted == who:
            return replace(obstacle, confronted="")
        case Individual():
            return replace(obstacle, who=tuple(name for name in obstacle.who if name != who))
        case _:
            return obstacle


def _warnings_accepted(state: State, event: events.WarningsAccepted) -> State:
    return replace(state, accepted=(*state.accepted, event.who))


def _points_awarded(state: State, event: events.PointsAwarded) -> State:
    awarded = state.characters[event.who].awarded
    now = getattr(awarded, event.what) + event.n
    return _sheet(state, event.who, awarded=replace(awarded, **{event.what: now}))


def _skill_written(state: State, event: events.SkillWritten) -> State:
    return replace(state, skills={**state.skills, event.skill.name: event.skill})


def _sheet_edited(state: State, event: events.SheetEdited) -> State:
    return _sheet(state, event.who, summary=event.summary, details=event.details)


# -- preparation and corrections ----------------------------------------------------------------------------------


def _note_written(state: State, event: events.NoteWritten) -> State:
    return replace(state, notes={**state.notes, event.name: event.note})


def _note_discarded(state: State, event: events.NoteDiscarded) -> State:
    return replace(state, notes=_without(state.notes, event.name))


def _corrected(state: State, event: events.Corrected) -> State:
    return corrections.corrected(state, event.counter, event.value)


def _ruling_changed(state: State, event: events.RulingChanged) -> State:
    return replace(state, rulings=with_ruling(state.rulings, event.ruling, event.value))


FOLDS: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    events.DraftMade: _draft_made,
    events.DraftRuled: _draft_ruled,
    events.DraftVetoed: _draft_gone,
    events.DraftWithdrawn: _draft_gone,
    events.DefenceNamed: _defence_named,
    events.RollCommitted: _roll_committed,
    events.DiceThrown: _dice_thrown,
    events.RollsWaved: _rolls_waved,
    events.TurnTaken: _turn_taken,
    events.ObstacleAdded: _obstacle_added,
    events.ObstacleShown: _unchanged,
    events.ObstacleShifted: _obstacle_shifted,
    events.LotsCalled: _lots_called,
    events.Confronted: _confronted,
    events.ObstaclePassed: _obstacle_passed,
    events.ObstructionLowered: _obstruction_lowered,
    events.AttemptSpent: _attempt_spent,
    events.ObstacleBeaten: _obstacle_beaten,
    events.CrisisRaised: _crisis_raised,
    events.CrisisLowered: _crisis_lowered,
    events.TriggerAdded: _trigger_added,
    events.TriggerShown: _trigger_shown,
    events.TriggerFired: _trigger_fired,
    events.TriggerShielded: _unchanged,
    events.TriggerConfirmed: _trigger_gone,
    events.TriggerCancelled: _trigger_gone,
    events.TriggerRewritten: _trigger_now,
    events.SteppedIn: _trigger_now,
    events.TensionRaised: _tension,
    events.TensionLowered: _tension,
    events.TensionSpent: _tension,
    events.DisadvantageBought: _disadvantage_bought,
    events.SceneStarted: _scene_started,
    events.SceneConverted: _scene_converted,
    events.CharacterJoined: _character_joined,
    events.OpponentAdded: _opponent_added,
    events.SidesChanged: _sides_changed,
    events.FlowMoved: _flow_moved,
    events.HitsTaken: _hits_taken,
    events.HitsHealed: _hits_healed,
    events.VictoryWon: _unchanged,
    events.Moved: _moved,
    events.RoundStarted: _round_started,
    events.ConflictEnded: _conflict_ended,
    events.AdvancedSucceeded: _advanced_succeeded,
    events.RecreationRead: _recreation_read,
    events.SkillMastered: _skill_mastered,
    events.TalentUpgraded: _talent_upgraded,
    events.TalentLearned: _talent_learned,
    events.TalentChanged: _talent_changed,
    events.SkillLearned: _skill_learned,
    events.Rested: _rested,
    events.CharacterEntered: _character_entered,
    events.CharacterRetired: _character_retired,
    events.WarningsAccepted: _warnings_accepted,
    events.PointsAwarded: _points_awarded,
    events.SkillWritten: _skill_written,
    events.SheetEdited: _sheet_edited,
    events.NoteWritten: _note_written,
    events.NoteDiscarded: _note_discarded,
    events.Corrected: _corrected,
    events.RulingChanged: _ruling_changed,
}
