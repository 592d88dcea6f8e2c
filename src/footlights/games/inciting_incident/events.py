"""Everything that can have happened. An event carries what was decided; `because` is the clause that caused it."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from footlights.core import Seat
from footlights.dice import Throw
from footlights.games.inciting_incident.characters import Character, Opponent, Skill, Talent
from footlights.games.inciting_incident.commands import Prepared
from footlights.games.inciting_incident.scenery import Firing, Obstacle, SceneType, Trigger
from footlights.games.inciting_incident.state import Conflict, Draft, FollowUp, Roll, Rolling

Result: TypeAlias = Literal["success", "failure"]

Turn: TypeAlias = Literal[
    "act",
    "regular",
    "decisive",
    "attack",
    "strike",
    "advanced",
    "recreate",
    "press",
    "move",
    "pass",
    "drop",
    "step_in",
]
"""What somebody did when they acted."""


class Event(Struct, frozen=True, kw_only=True):
    """What all events share."""

    because: str


# -- rolls --------------------------------------------------------------------------------------------------------


class DraftMade(Event, frozen=True, tag="draft_made"):
    """`seat` drafts a roll, or the GM calls for a reaction of that seat's."""

    seat: Seat
    draft: Draft


class DraftRuled(Event, frozen=True, tag="draft_ruled"):
    """The GM allows the draft of `seat`, as it is now."""

    seat: Seat
    draft: Draft


class DraftVetoed(Event, frozen=True, tag="draft_vetoed"):
    """The GM does not allow it."""

    seat: Seat
    by: str
    reason: str


class DraftWithdrawn(Event, frozen=True, tag="draft_withdrawn"):
    """It is taken back."""

    seat: Seat
    by: str


class DefenceNamed(Event, frozen=True, tag="defence_named"):
    """`ability` defends `target` against the draft of `seat`."""

    seat: Seat
    target: str
    ability: str


class RollCommitted(Event, frozen=True, tag="roll_committed"):
    """Everything is settled and dice are due."""

    rolling: Rolling


class DiceThrown(Event, frozen=True, tag="dice_thrown"):
    """The dice of a roll, and how they read against `need`."""

    by: str
    what: Roll
    via: str
    faces: Throw
    total: int
    need: int
    result: Result


class RollsWaved(Event, frozen=True, tag="rolls_waved"):
    """Whether plain rolls need a ruling."""

    waved: bool


class TurnTaken(Event, frozen=True, tag="turn_taken"):
    """Somebody acts. `talent` is the Talent whose use counts, if one does; `out_of_turn`: it uses no turn."""

    by: str
    what: Turn
    talent: str = ""
    out_of_turn: bool = False


# -- Obstacles ----------------------------------------------------------------------------------------------------


class ObstacleAdded(Event, frozen=True, tag="obstacle_added"):
    """An Obstacle joins the sequence; `at_once`: as the current one."""

    obstacle: Obstacle
    at_once: bool


class ObstacleShown(Event, frozen=True, tag="obstacle_shown"):
    """The next Obstacle of the sequence comes up."""

    obstacle: Obstacle


class ObstacleShifted(Event, frozen=True, tag="obstacle_shifted"):
    """The current Obstacle shifts the difficulty dice by this."""

    shift: int


class LotsCalled(Event, frozen=True, tag="lots_called"):
    """A die is to pick one of these."""

    among: tuple[str, ...]


class Confronted(Event, frozen=True, tag="confronted"):
    """The Simple Obstacle confronts this character; `faces` if a die picked."""

    who: str
    faces: Throw = ()


class ObstaclePassed(Event, frozen=True, tag="obstacle_passed"):
    """A character passes the Obstacle that confronted them."""

    by: str
    automatic: bool


class ObstructionLowered(Event, frozen=True, tag="obstruction_lowered"):
    """The Obstruction is now `to`."""

    amount: int
    to: int


class AttemptSpent(Event, frozen=True, tag="attempt_spent"):
    """A Decisive Action was taken; so many attempts are left. `unrolled`: it passed without a roll."""

    by: str
    left: int
    unrolled: bool = False


class ObstacleBeaten(Event, frozen=True, tag="obstacle_beaten"):
    """The current Obstacle is behind everybody."""


# -- Crisis and Triggers ------------------------------------------------------------------------------------------


class CrisisRaised(Event, frozen=True, tag="crisis_raised"):
    """Crisis rises in one step."""

    amount: int
    to: int
    causer: str


class CrisisLowered(Event, frozen=True, tag="crisis_lowered"):
    """Crisis falls."""

    amount: int
    to: int
    reason: str = ""


class TriggerAdded(Event, frozen=True, tag="trigger_added"):
    """A Trigger is made."""

    trigger: Trigger


class TriggerShown(Event, frozen=True, tag="trigger_shown"):
    """More of a Trigger is shown; `place` is its place among all, `trigger` what is shown of it now."""

    place: int
    trigger: Trigger


class TriggerFired(Event, frozen=True, tag="trigger_fired"):
    """A Trigger fires and waits for the GM."""

    firing: Firing


class TriggerShielded(Event, frozen=True, tag="trigger_shielded"):
    """A Trigger fires, but its causer is spared."""

    firing: Firing


class TriggerConfirmed(Event, frozen=True, tag="trigger_confirmed"):
    """The GM confirms a Trigger."""

    firing: Firing


class TriggerCancelled(Event, frozen=True, tag="trigger_cancelled"):
    """A waiting Trigger comes to nothing."""

    by: str
    firing: Firing


class TriggerRewritten(Event, frozen=True, tag="trigger_rewritten"):
    """A waiting Trigger does something else."""

    by: str
    firing: Firing


class SteppedIn(Event, frozen=True, tag="stepped_in"):
    """Somebody has tried to step in on a waiting Trigger."""

    by: str
    firing: Firing


# -- Rising Tension -----------------------------------------------------------------------------------------------


class TensionRaised(Event, frozen=True, tag="tension_raised"):
    """Rising Tension rises."""

    amount: int
    to: int
    reason: str = ""


class TensionLowered(Event, frozen=True, tag="tension_lowered"):
    """Rising Tension falls through rest."""

    amount: int
    to: int
    reason: str


class TensionSpent(Event, frozen=True, tag="tension_spent"):
    """The GM spends Rising Tension; on what is "" for those who may not know when it is `secret`."""

    amount: int
    to: int
    what: str
    secret: bool = False


class DisadvantageBought(Event, frozen=True, tag="disadvantage_bought"):
    """The next roll of `who` is made at so much Disadvantage more."""

    who: str
    n: int


# -- scenes and conflict ------------------------------------------------------------------------------------------


class SceneStarted(Event, frozen=True, tag="scene_started"):
    """A new scene begins."""

    scene: SceneType
    title: str
    who: tuple[str, ...]
    base: int
    montage: bool
    conflict: Conflict | None

    new_scene = True


class SceneConverted(Event, frozen=True, tag="scene_converted"):
    """The scene goes on as another kind."""

    scene: SceneType
    conflict: Conflict | None

    new_scene = True


class CharacterJoined(Event, frozen=True, tag="character_joined"):
    """Somebody is in the scene."""

    who: str


class OpponentAdded(Event, frozen=True, tag="opponent_added"):
    """An opponent joins the conflict."""

    opponent: Opponent


class SidesChanged(Event, frozen=True, tag="sides_changed"):
    """A character goes over, or comes back."""

    who: str
    opposition: bool


class FlowMoved(Event, frozen=True, tag="flow_moved"):
    """The Flow of Battle is now `to`."""

    by: str
    amount: int
    to: int


class HitsTaken(Event, frozen=True, tag="hits_taken"):
    """Somebody takes hits; `out`: that is all they can take."""

    who: str
    amount: int
    to: int
    out: bool


class HitsHealed(Event, frozen=True, tag="hits_healed"):
    """Hits heal; `benched`: they return in the next round."""

    who: str
    amount: int
    to: int
    benched: bool = False


class VictoryWon(Event, frozen=True, tag="victory_won"):
    """A strike wins the victory that was named."""

    by: str
    victory: str


class Moved(Event, frozen=True, tag="moved"):
    """Somebody is in a zone now."""

    by: str
    zone: str


class RoundStarted(Event, frozen=True, tag="round_started"):
    """A round begins; `forfeited` names opponents whose turns were given up."""

    round: int
    forfeited: tuple[str, ...]


class ConflictEnded(Event, frozen=True, tag="conflict_ended"):
    """The conflict is over."""

    result: str


# -- Skills -------------------------------------------------------------------------------------------------------


class AdvancedSucceeded(Event, frozen=True, tag="advanced_succeeded"):
    """An Advanced Action has its effect."""

    by: str
    skill: str


class RecreationRead(Event, frozen=True, tag="recreation_read"):
    """A recreation works or not; `follow_up` is the action it was made for, if that may still come."""

    by: str
    skill: str
    works: bool
    follow_up: FollowUp | None


class SkillMastered(Event, frozen=True, tag="skill_mastered"):
    """A Skill has been recreated fully, and could be learned."""

    who: str
    skill: str


# -- Cooperative scenes, sheets -----------------------------------------------------------------------------------


class TalentUpgraded(Event, frozen=True, tag="talent_upgraded"):
    """A Talent is at a higher level."""

    who: str
    talent: str
    level: int


class TalentLearned(Event, frozen=True, tag="talent_learned"):
    """A character has a new Talent."""

    who: str
    talent: Talent


class TalentChanged(Event, frozen=True, tag="talent_changed"):
    """A Talent is worded anew."""

    who: str
    old: str
    talent: Talent


class SkillLearned(Event, frozen=True, tag="skill_learned"):
    """A character has a new Skill; `given` is the one given up for it, if one is."""

    who: str
    skill: Skill
    given: str = ""


class Rested(Event, frozen=True, tag="rested"):
    """A character has healed in this scene; `counts`: that was a change."""

    who: str
    counts: bool


class CharacterEntered(Event, frozen=True, tag="character_entered"):
    """A character enters the story, with what was pointed out about the sheet."""

    sheet: Character
    warnings: tuple[str, ...]


class CharacterRetired(Event, frozen=True, tag="character_retired"):
    """A character leaves the story."""

    who: str


class WarningsAccepted(Event, frozen=True, tag="warnings_accepted"):
    """The GM accepts what was pointed out about a character."""

    who: str


class PointsAwarded(Event, frozen=True, tag="points_awarded"):
    """A character has more points to spend."""

    who: str
    what: str
    n: int


class SkillWritten(Event, frozen=True, tag="skill_written"):
    """A Skill stands in the table's list."""

    skill: Skill


class SheetEdited(Event, frozen=True, tag="sheet_edited"):
    """The free texts of a sheet are written anew."""

    who: str
    summary: str
    details: str


# -- preparation and corrections ----------------------------------------------------------------------------------


class NoteWritten(Event, frozen=True, tag="note_written"):
    """The GM has a note."""

    name: str
    note: Prepared


class NoteDiscarded(Event, frozen=True, tag="note_discarded"):
    """The GM throws a note away."""

    name: str


class Corrected(Event, frozen=True, tag="corrected"):
    """The GM sets a number right."""

    counter: str
    was: int
    value: int
    reason: str


class RulingChanged(Event, frozen=True, tag="ruling_changed"):
    """The table decides a ruling anew; `value` is as JSON has it."""

    ruling: str
    value: Any


AnyEvent: TypeAlias = (
    DraftMade
    | DraftRuled
    | DraftVetoed
    | DraftWithdrawn
    | DefenceNamed
    | RollCommitted
    | DiceThrown
    | RollsWaved
    | TurnTaken
    | ObstacleAdded
    | ObstacleShown
    | ObstacleShifted
    | LotsCalled
    | Confronted
    | ObstaclePassed
    | ObstructionLowered
    | AttemptSpent
    | ObstacleBeaten
    | CrisisRaised
    | CrisisLowered
    | TriggerAdded
    | TriggerShown
    | TriggerFired
    | TriggerShielded
    | TriggerConfirmed
    | TriggerCancelled
    | TriggerRewritten
    | SteppedIn
    | TensionRaised
    | TensionLowered
    | TensionSpent
    | DisadvantageBought
    | SceneStarted
    | SceneConverted
    | CharacterJoined
    | OpponentAdded
    | SidesChanged
    | FlowMoved
    | HitsTaken
    | HitsHealed
    | VictoryWon
    | Moved
    | RoundStarted
    | ConflictEnded
    | AdvancedSucceeded
    | RecreationRead
    | SkillMastered
    | TalentUpgraded
    | TalentLearned
    | TalentChanged
    | SkillLearned
    | Rested
    | CharacterEntered
    | CharacterRetired
    | WarningsAccepted
    | PointsAwarded
    | SkillWritten
    | SheetEdited
    | NoteWritten
    | NoteDiscarded
    | Corrected
    | RulingChanged
)
