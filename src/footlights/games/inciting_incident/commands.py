"""Every order that can be given. Fields are named as the fields of the offers that these orders answer.

`by` names the opponent whom the GM has act; a player's order never has it.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from footlights.dice import Throw as Thrown
from footlights.games.inciting_incident.characters import Character, Opponent, Skill
from footlights.games.inciting_incident.scenery import Obstacle, Trigger, Visibility

Rhythm: TypeAlias = Annotated[str, Meta(examples=["at", "every"])]
Kind: TypeAlias = Annotated[str, Meta(examples=["cooperative", "action", "conflict"])]


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """What all orders share: nothing but their form."""


# -- rolls: drafted, ruled on, committed, thrown ------------------------------------------------------------------


class Act(Command, frozen=True, tag="act"):
    """Take on a Simple Obstacle."""

    via: str
    skill: str | None = None
    saying: str = ""


class Regular(Command, frozen=True, tag="regular"):
    """A Regular Action on a Complex Obstacle."""

    via: str
    skill: str | None = None
    saying: str = ""


class Decisive(Command, frozen=True, tag="decisive"):
    """A Decisive Action on a Complex Obstacle."""

    via: str
    skill: str | None = None
    saying: str = ""


class Attack(Command, frozen=True, tag="attack"):
    """A Regular Attack. What the GM would rule on a player's, the GM says at once for an opponent's."""

    via: str
    target: str
    by: str | None = None
    skill: str | None = None
    saying: str = ""
    adv: int = 0
    dis: int = 0
    shift: int = 0
    ability: str | None = None


class Strike(Command, frozen=True, tag="strike"):
    """A Decisive Attack; with `victory`, for a significant victory in place of a hit."""

    via: str
    target: str
    by: str | None = None
    skill: str | None = None
    saying: str = ""
    victory: str = ""
    adv: int = 0
    dis: int = 0
    shift: int = 0
    ability: str | None = None


class TriggerWords(Command, frozen=True):
    """The fields that describe a Trigger wherever one is made."""

    name: str | None = None
    rhythm: Rhythm | None = None
    threshold: int | None = None
    effect: str = ""
    beneficiary: str | None = None


class Advanced(TriggerWords, frozen=True, kw_only=True, tag="advanced"):
    """An Advanced Action. `target` is who is healed or which Trigger is stepped in on (`rewrite`: what it does
    instead, nothing when empty); an omen describes its Trigger."""

    skill: str
    target: str | None = None
    rewrite: str = ""
    saying: str = ""


class Recreate(Command, frozen=True, tag="recreate"):
    """Try to recreate a Skill of the table's list."""

    via: str
    skill: str
    saying: str = ""


class RollTalent(Command, frozen=True, tag="roll_talent"):
    """A plain roll against a number, where conflicts are kept by hand."""

    via: str
    against: int
    by: str | None = None
    saying: str = ""


class CallReaction(Command, frozen=True, tag="call_reaction"):
    """The GM has an Ability react."""

    who: str
    ability: str
    adv: int = 0
    dis: int = 0
    shift: int = 0
    saying: str = ""


class Rule(Command, frozen=True, tag="rule"):
    """The GM allows a draft, and says what it is rolled at."""

    who: str
    adv: int = 0
    dis: int = 0
    shift: int = 0
    ability: str | None = None


class Veto(Command, frozen=True, tag="veto"):
    """The GM does not allow a draft."""

    who: str
    reason: str = ""


class Defend(Command, frozen=True, tag="defend"):
    """Name the Ability that defends."""

    ability: str


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Take a draft back."""


class Commit(Command, frozen=True, tag="commit"):
    """Roll what is settled."""


class Throw(Command, frozen=True, tag="throw"):
    """The faces of the dice that are due."""

    faces: Thrown


class Wave(Command, frozen=True, tag="wave"):
    """Whether drafts need the GM's ruling when there is nothing to rule on."""

    waved: bool


# -- turns without a roll -----------------------------------------------------------------------------------------


class Press(Command, frozen=True, tag="press"):
    """Press in a conflict."""


class Move(Command, frozen=True, tag="move"):
    """Move to a zone."""

    zone: str
    by: str | None = None


class Pass(Command, frozen=True, tag="pass"):
    """Let a turn go by."""

    by: str | None = None


class ChangeSides(Command, frozen=True, tag="change_sides"):
    """Go over to the other side of a conflict, or come back."""


class Drop(Command, frozen=True, tag="drop"):
    """Give up the action that a recreation was for."""


# -- scenes -------------------------------------------------------------------------------------------------------


class StartScene(Command, frozen=True, tag="start_scene"):
    """Begin a new scene, with what it holds."""

    scene: Kind
    who: tuple[str, ...]
    title: str = ""
    base: int | None = None
    montage: bool = False
    opponents: tuple[Opponent, ...] = ()
    hits: int | None = None
    triggers: tuple[Trigger, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()


class Convert(Command, frozen=True, tag="convert"):
    """Turn the scene into another kind."""

    scene: str
    opponents: tuple[Opponent, ...] = ()
    hits: int | None = None


class Join(Command, frozen=True, tag="join"):
    """Somebody who may well have been there all along steps in."""

    who: str
    could_have_been_there: str


class NextRound(Command, frozen=True, tag="next_round"):
    """Start the next round; turns that the opponents have left are given up."""


class EndConflict(Command, frozen=True, tag="end_conflict"):
    """End the conflict with a result."""

    result: str


class Hit(Command, frozen=True, tag="hit"):
    """Deal hits."""

    who: str
    n: int


class AddOpponent(Command, frozen=True, tag="add_opponent"):
    """An opponent is there."""

    opponent: Opponent


# -- Obstacles ----------------------------------------------------------------------------------------------------


class AddObstacle(Command, frozen=True, tag="add_obstacle"):
    """An Obstacle joins the end of the sequence."""

    kind: Annotated[str, Meta(examples=["simple", "individual", "complex"])]
    title: str = ""
    confronted: str | None = None
    each: tuple[str, ...] = ()
    obstruction: int | None = None
    attempts: int | None = None
    shift: int = 0


class Confront(Command, frozen=True, tag="confront"):
    """Say whom the Simple Obstacle confronts."""

    who: str


class DrawLots(Command, frozen=True, tag="draw_lots"):
    """Let a die say whom the Simple Obstacle confronts."""


class ShiftObstacle(Command, frozen=True, tag="shift_obstacle"):
    """Shift the difficulty dice of the current Obstacle."""

    shift: int


# -- Crisis and Triggers ------------------------------------------------------------------------------------------


class CrisisUp(Command, frozen=True, tag="crisis_up"):
    """Crisis rises in the fiction."""

    n: int
    causer: str
    reason: str = ""


class CrisisDown(Command, frozen=True, tag="crisis_down"):
    """Crisis falls in the fiction."""

    n: int
    reason: str = ""


class AddTrigger(TriggerWords, frozen=True, tag="add_trigger"):
    """A Trigger is made: the GM's own, or by leave a player's (`owner`)."""

    owner: str | None = None
    shown: Visibility | None = None
    skill: str | None = None


class Reveal(Command, frozen=True, tag="reveal"):
    """Show more of a Trigger to the players."""

    trigger: str
    shown: str


class Additions(TriggerWords, frozen=True):
    """The fields that describe whatever is added to a scene under way: a Trigger, an Obstacle or an opponent."""

    shown: Visibility | None = None
    kind: str | None = None
    title: str = ""
    confronted: str | None = None
    each: tuple[str, ...] = ()
    obstruction: int | None = None
    attempts: int | None = None
    shift: int = 0
    opponent: Opponent | None = None


class Confirm(Additions, frozen=True, kw_only=True, tag="confirm"):
    """Confirm a Trigger that has fired, and what it brings."""

    firing: str
    brings: str = "nothing"
    whom: tuple[str, ...] = ()
    n: int | None = None
    note: str | None = None


# -- Rising Tension -----------------------------------------------------------------------------------------------


class GainTension(Command, frozen=True, tag="gain_tension"):
    """Rising Tension rises in the story."""

    n: int
    reason: str


class Rest(Command, frozen=True, tag="rest"):
    """A restful scene lowers Rising Tension."""

    reason: str
    n: int | None = None


class Buy(Additions, frozen=True, kw_only=True, tag="buy"):
    """Buy something with Rising Tension; `price` is for all of it."""

    what: str
    price: int | None = None
    n: int | None = None
    who: str | None = None


# -- Cooperative scenes -------------------------------------------------------------------------------------------


class Upgrade(Command, frozen=True, tag="upgrade"):
    """Raise a Talent by one level, `to` the next."""

    talent: str
    to: int | None = None


class LearnTalent(Command, frozen=True, tag="learn_talent"):
    """Learn a new Talent."""

    name: str
    under: str
    description: str = ""
    limitation: str = ""


class ChangeTalent(Command, frozen=True, tag="change_talent"):
    """Reword a Talent; what is left empty stays."""

    talent: str
    name: str = ""
    description: str = ""
    limitation: str = ""


class LearnSkill(Command, frozen=True, tag="learn_skill"):
    """Learn a Skill of the table's list."""

    skill: str
    talent: str


class SwapSkill(Command, frozen=True, tag="swap_skill"):
    """Give up a Skill for one that costs no more."""

    give: str
    skill: str


class Heal(Command, frozen=True, tag="heal"):
    """Heal in a Cooperative scene."""


# -- building, preparation, corrections ---------------------------------------------------------------------------


class Enter(Command, frozen=True, tag="enter"):
    """A character enters the story."""

    sheet: Character


class Retire(Command, frozen=True, tag="retire"):
    """A character leaves the story."""

    who: str


class AcceptWarnings(Command, frozen=True, tag="accept_warnings"):
    """The GM accepts what was pointed out about a character."""

    who: str


class Award(Command, frozen=True, tag="award"):
    """Award points."""

    who: str
    what: str
    n: int


class WriteSkill(Command, frozen=True, tag="write_skill"):
    """Write a Skill into the table's list."""

    skill: Skill


class EditSheet(Command, frozen=True, tag="edit_sheet"):
    """Write the free texts of a sheet."""

    who: str | None = None
    summary: str | None = None
    details: str | None = None


class Prepare(Command, frozen=True, tag="prepare"):
    """Write a note: what would be ordered when it is brought in."""

    name: str
    note: StartScene | AddTrigger | AddObstacle | AddOpponent


class Discard(Command, frozen=True, tag="discard"):
    """Throw a note away."""

    note: str


class BringIn(Command, frozen=True, tag="bring_in"):
    """Bring in what a note says; `price` is paid when it is no longer free."""

    note: str
    price: int | None = None


class Correct(Command, frozen=True, tag="correct"):
    """Set a number right."""

    counter: str
    value: int
    reason: str


class ChangeRuling(Command, frozen=True, tag="change_ruling"):
    """The table decides a ruling anew."""

    ruling: str
    value: Any


Prepared: TypeAlias = StartScene | AddTrigger | AddObstacle | AddOpponent
"""What a note of the GM's can hold (CMP-18)."""

AnyCommand: TypeAlias = (
    Act
    | Regular
    | Decisive
    | Attack
    | Strike
    | Advanced
    | Recreate
    | RollTalent
    | CallReaction
    | Rule
    | Veto
    | Defend
    | Withdraw
    | Commit
    | Throw
    | Wave
    | Press
    | Move
    | Pass
    | ChangeSides
    | Drop
    | StartScene
    | Convert
    | Join
    | NextRound
    | EndConflict
    | Hit
    | AddOpponent
    | AddObstacle
    | Confront
    | DrawLots
    | ShiftObstacle
    | CrisisUp
    | CrisisDown
    | AddTrigger
    | Reveal
    | Confirm
    | GainTension
    | Rest
    | Buy
    | Upgrade
    | LearnTalent
    | ChangeTalent
    | LearnSkill
    | SwapSkill
    | Heal
    | Enter
    | Retire
    | AcceptWarnings
    | Award
    | WriteSkill
    | EditSheet
    | Prepare
    | Discard
    | BringIn
    | Correct
    | ChangeRuling
)
