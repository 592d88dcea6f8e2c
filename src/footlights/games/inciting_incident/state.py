"""What the table knows of a story at one moment. Everything in here is frozen; events alone change it.

Dicts in here are never written to: whoever changes one makes a new one.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from footlights.core import Seat
from footlights.dice import Explode
from footlights.games.inciting_incident.characters import Character, Effect, Opponent, Skill
from footlights.games.inciting_incident.commands import Prepared
from footlights.games.inciting_incident.rulings import Rulings
from footlights.games.inciting_incident.scenery import Firing, Obstacle, SceneType, Trigger

SITUATION: Final = "situation"
"""Bears the hits when nobody opposes the characters (CMP-04, CMP-17)."""

NOBODY: Final = "nobody"
"""The causer of a Trigger that fires without one (TRG-06)."""


class Last(Struct, frozen=True):
    """Who acted last (CPX-03): in any way that counts, and by a Regular Action."""

    any: str = ""
    regular: str = ""


class Conflict(Struct, frozen=True, kw_only=True):
    """A conflict under way (CMP-04 to CMP-10). `situation` is the hits of the situation, 0 when there are opponents;
    `hits` those taken on that side. `acted` names everybody once per turn taken in this round; `benched` are
    those who were healed and return in the next round."""

    opponents: dict[str, Opponent] = {}
    situation: int = 0
    hits: dict[str, int] = {}
    turncoats: tuple[str, ...] = ()
    flow: int = 0
    round: int = 1
    acted: tuple[str, ...] = ()
    benched: tuple[str, ...] = ()
    uses: dict[str, dict[str, int]] = {}
    zones: dict[str, str] = {}
    over: bool = False
    result: str = ""


class Scene(Struct, frozen=True, kw_only=True):
    """The scene under way and all that ends with it (SCN-02). `begun` says that somebody has acted (RT-05); `at` is
    the place of the current Obstacle in the sequence, those before it are passed; `uses` count Regular Actions per
    character and Talent on this Obstacle and in this scene (CPX-09); `succeeded` names character and Skill of
    Advanced Actions (CMP-14); `burdened` is Disadvantage bought for the next roll (RT-05)."""

    type: SceneType = "none"
    title: str = ""
    who: tuple[str, ...] = ()
    base: int = 5
    montage: bool = False
    begun: bool = False
    crisis: int = 0
    triggers: tuple[Trigger, ...] = ()
    waiting: tuple[Firing, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    at: int = 0
    uses: dict[str, dict[str, int]] = {}
    scene_uses: dict[str, dict[str, int]] = {}
    last: Last = Last()
    scene_last: Last = Last()
    succeeded: tuple[tuple[str, str], ...] = ()
    burdened: dict[str, int] = {}
    changed: tuple[str, ...] = ()
    healed: tuple[str, ...] = ()
    conflict: Conflict | None = None

    @property
    def obstacle(self) -> Obstacle | None:
        """The Obstacle to be overcome now."""
        return self.obstacles[self.at] if self.at < len(self.obstacles) else None


Roll: TypeAlias = Literal[
    "act", "regular", "decisive", "attack", "strike", "advanced", "recreate", "react", "roll_talent"
]
"""What a roll is made for."""


class Draft(Struct, frozen=True, kw_only=True):
    """A roll that is being settled (ADV-01). `via` is the Talent, or the Ability of a reaction. `defender` is the
    seat that names the defending Ability, "" when none has to; `ability` the one named. `dis` is what the GM rules;
    what was bought and what a failed recreation costs come on top. `question` is the number of the question to the
    GM, `asked` of the one to the defender, or to the player whose reaction it is; 0 for none."""

    what: Roll
    by: str
    via: str
    skill: str = ""
    target: str = ""
    against: int = 20
    saying: str = ""
    victory: str = ""
    rewrite: str = ""
    omen: Trigger | None = None
    adv: int = 0
    dis: int = 0
    shift: int = 0
    ruled: bool = False
    question: int = 0
    defender: Seat = ""
    asked: int = 0
    ability: str = ""

    @property
    def settled(self) -> bool:
        """Whether everybody has answered."""
        return self.ruled and (not self.defender or bool(self.ability))


class Terms(Struct, frozen=True):
    """What adds up to the difficulty dice of a roll, each part with its name: the base and where it comes from, shifts
    in dice, Advantage and Disadvantage."""

    base: int
    source: str
    shifts: tuple[tuple[str, int], ...] = ()
    adv: tuple[tuple[str, int], ...] = ()
    dis: tuple[tuple[str, int], ...] = ()


class Rolling(Struct, frozen=True, kw_only=True):
    """A roll whose dice are due: its draft, and the facts it was committed with. `effect` is what its Skill does."""

    draft: Draft
    seat: Seat
    terms: Terms
    difficulty: int
    level: int
    explode: Explode
    need: int
    effect: Effect = Effect()


class Lots(Struct, frozen=True):
    """A die is due that picks whom a Simple Obstacle confronts (SIM-02)."""

    among: tuple[str, ...]


class FollowUp(Struct, frozen=True, kw_only=True):
    """The action that a recreation was made for is still to come (REC-06). `dis` is the Disadvantage of a failed
    one (REC-05)."""

    by: str
    talent: str
    skill: str
    kind: Literal["modifier", "advanced"]
    works: bool
    dis: int = 0
    number: int = 0


class State(Struct, frozen=True, kw_only=True):
    """Everything. `hits` are those of characters; `skills` is the table's list (CMP-16); `coop_run` counts Cooperative
    scenes in a row; `drafts` are by the seat that makes them; `recreated` names character and Skill (REC-07);
    `notes` are the GM's preparation (CMP-18); `accepted` are characters whose warnings the GM has accepted;
    `waved` says that plain rolls need no ruling; `asked` counts the questions put to each seat."""

    rulings: Rulings = Rulings()
    characters: dict[str, Character] = {}
    hits: dict[str, int] = {}
    skills: dict[str, Skill] = {}
    tension: int = 0
    coop_run: int = 0
    scene: Scene = Scene()
    drafts: dict[Seat, Draft] = {}
    rolling: Rolling | None = None
    lots: Lots | None = None
    follow_up: FollowUp | None = None
    recreated: tuple[tuple[str, str], ...] = ()
    notes: dict[str, Prepared] = {}
    accepted: tuple[str, ...] = ()
    waved: bool = False
    asked: dict[Seat, int] = {}


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """How a story begins: the table's rulings and the characters."""

    rulings: Rulings = Rulings()
    characters: tuple[Character, ...] = ()
