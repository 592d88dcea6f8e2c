"""Scenes: how they begin, turn into another kind, and who is in them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from footlights.core import GM, Flag, Number, Offer, OneOf, Refused, Seat, Sheet, SomeOf, Text, When
from footlights.games.inciting_incident import conflict, crisis
from footlights.games.inciting_incident.clauses import (
    ACT_01,
    CMP_04,
    CMP_17,
    COO_04,
    COO_06,
    DIF_01,
    SCN_01,
    SCN_02,
    SCN_03,
    SCN_05,
    SCN_06,
    TRG_01,
)
from footlights.games.inciting_incident.commands import Convert, Join, StartScene
from footlights.games.inciting_incident.difficulty import LEAST_BASE, MOST_BASE, USUAL_BASE
from footlights.games.inciting_incident.events import (
    AnyEvent,
    CharacterJoined,
    CrisisLowered,
    SceneConverted,
    SceneStarted,
)
from footlights.games.inciting_incident.fields import (
    MOST_LINE,
    OBSTACLE_EXAMPLE,
    TRIGGER_EXAMPLE,
    check_obstacle,
    check_opponents,
    check_trigger,
    opponent_example,
)
from footlights.games.inciting_incident.fold import fold
from footlights.games.inciting_incident.obstacles import added as obstacle_added
from footlights.games.inciting_incident.rising_tension import raised as tension_raised
from footlights.games.inciting_incident.rising_tension import spent
from footlights.games.inciting_incident.rulings import PerDie, Rulings
from footlights.games.inciting_incident.scenery import SceneType
from footlights.games.inciting_incident.standing import check_gm
from footlights.games.inciting_incident.state import Conflict, Scene, State

TYPES: Final[tuple[SceneType, ...]] = ("cooperative", "action", "conflict")
TURNS_INTO: Final[dict[SceneType, tuple[SceneType, ...]]] = {
    "none": (),
    "cooperative": ("action", "conflict"),
    "action": ("conflict",),
    "conflict": ("action",),
}
"""What a scene may turn into (SCN-06), a conflict only when it is over."""


# -- a new scene --------------------------------------------------------------------------------------------------


def start_offer(state: State, seat: Seat) -> Offer:
    """A new scene with whoever is there (SCN-01, SCN-02), and what the GM has ready for it (ACT-01, CMP-04)."""
    check_gm(seat, SCN_01.id)
    if not state.characters:
        raise Refused(SCN_01.id, "a scene needs characters, and there are none yet")
    stakes = (When("scene", ("action", "conflict")),)
    fight = (When("scene", ("conflict",)),)
    return Offer(
        kind="start_scene",
        seat=seat,
        label="Start a new scene",
        clause=SCN_02.id,
        fields=(
            OneOf(name="scene", label="Kind", values=TYPES, labels=_labels(TYPES), clause=SCN_01.id),
            SomeOf(
                name="who", label="Who is there", values=tuple(state.characters), least=1, clause=SCN_05.id
            ),
            Text(name="title", label="Where and what", most=MOST_LINE, optional=True, default=""),
            Number(
                name="base",
                label="Difficulty dice (more make it easier)",
                lo=_lowest_base(state),
                hi=MOST_BASE,
                clause=DIF_01.id,
                optional=True,
                default=USUAL_BASE,
            ),
            Flag(
                name="montage",
                label="As a montage",
                clause=COO_06.id,
                optional=True,
                default=False,
                when=(When("scene", ("cooperative",)),),
            ),
            _opponents_field(state, fight),
            _situation_field(fight),
            Sheet(
                name="triggers",
                label="Triggers",
                example=[TRIGGER_EXAMPLE],
                clause=TRG_01.id,
                optional=True,
                default=(),
                when=stakes,
            ),
            Sheet(
                name="obstacles",
                label="Obstacles, in sequence",
                example=[OBSTACLE_EXAMPLE],
                clause=ACT_01.id,
                optional=True,
                default=(),
                when=stakes,
            ),
        ),
        group="scenes",
    )


def _labels(kinds: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{kind.capitalize()} scene" for kind in kinds)


def _opponents_field(state: State, when: tuple[When, ...]) -> Sheet:
    return Sheet(
        name="opponents",
        label="Opponents (none: the situation)",
        example=[opponent_example(state)],
        clause=CMP_04.id,
        optional=True,
        default=(),
        when=when,
    )


def _situation_field(when: tuple[When, ...]) -> Number:
    return Number(
        name="hits",
        label="Hits of the situation, if nobody opposes",
        lo=1,
        hi=conflict.MOST_SITUATION,
        clause=CMP_17.id,
        optional=True,
        default=conflict.USUAL_SITUATION,
        when=when,
    )


def base_price(rulings: Rulings, base: int) -> int:
    """What a base difficulty costs in Rising Tension (DIF-01)."""
    cost = rulings.base_difficulty_cost
    return cost.per_die * max(0, USUAL_BASE - base) if isinstance(cost, PerDie) else 0


def _lowest_base(state: State) -> int:
    """The lowest base that the GM can pay for."""
    payable = (
        base for base in range(LEAST_BASE, USUAL_BASE) if base_price(state.rulings, base) <= state.tension
    )
    return next(payable, USUAL_BASE)


def start(state: State, _seat: Seat, command: StartScene) -> list[AnyEvent]:
    """What a StartScene does: everything of the old scene is gone (SCN-02), and what the new one holds comes in. One
    more Cooperative scene in a row raises Rising Tension (COO-04, RT-07); a conflict that a side begins with nobody
    able is over at once (CMP-10)."""
    base = command.base or USUAL_BASE
    scene: SceneType = next(kind for kind in TYPES if kind == command.scene)
    happened = spent(state, base_price(state.rulings, base), "base difficulty", DIF_01.id)
    started = SceneStarted(
        scene=scene,
        title=command.title,
        who=tuple(command.who),
        base=base,
        montage=command.montage,
        conflict=_conflict(_without_scene(state), command) if scene == "conflict" else None,
        because=SCN_02.id,
    )
    happened.append(started)
    state = fold(state, happened)
    if scene == "cooperative":
        happened += tension_raised(state, state.coop_run - 1, COO_04.id, "Cooperative scenes in a row")
    for at, trigger in enumerate(command.triggers):
        check_trigger(trigger, f"triggers[{at}]")
        happened += crisis.added(state, replace(trigger, owner=GM), TRG_01.id)
    for at, obstacle in enumerate(command.obstacles):
        check_obstacle(state, state.scene.who, obstacle, f"obstacles[{at}]")
        more = obstacle_added(state, obstacle)
        state, happened = fold(state, more), happened + more
    return happened + conflict.over(state)


def _without_scene(state: State) -> State:
    return replace(state, scene=Scene())


def _conflict(state: State, command: StartScene | Convert) -> Conflict:
    check_opponents(state, command.opponents, "opponents")
    return conflict.begun(command.opponents, command.hits)


# -- another kind of scene ----------------------------------------------------------------------------------------


def convert_offer(state: State, seat: Seat) -> Offer:
    """The same scene goes on as another kind (SCN-06)."""
    check_gm(seat, SCN_06.id)
    kinds = TURNS_INTO[state.scene.type]
    if not kinds:
        raise Refused(SCN_01.id, "there is no scene yet; start one")
    if state.scene.conflict is not None and not state.scene.conflict.over:
        raise Refused(SCN_06.id, "not before the conflict is over")
    fight = (When("scene", ("conflict",)),)
    return Offer(
        kind="convert",
        seat=seat,
        label="Turn the scene into another kind",
        clause=SCN_06.id,
        fields=(
            OneOf(name="scene", label="Into", values=kinds, labels=_labels(kinds), clause=SCN_06.id),
            _opponents_field(state, fight),
            _situation_field(fight),
        ),
        group="scenes",
    )


def convert(state: State, _seat: Seat, command: Convert) -> list[AnyEvent]:
    """What a Convert does. The Obstacle waits through a conflict; coming back from one, Crisis is kept (SCN-06)."""
    happened: list[AnyEvent] = []
    if command.scene == "conflict":
        happened.append(SceneConverted("conflict", _conflict(state, command), because=SCN_06.id))
    else:
        happened.append(SceneConverted("action", None, because=SCN_06.id))
    back = state.scene.type == "conflict"
    if state.rulings.convert_crisis == "reset" and state.scene.crisis and not back:
        happened.append(CrisisLowered(state.scene.crisis, 0, "the scene turns", because=SCN_06.id))
    return happened + conflict.over(fold(state, happened))


# -- who is there -------------------------------------------------------------------------------------------------


def join_offer(state: State, seat: Seat) -> Offer:
    """Somebody who may well have been there all along (SCN-03); anybody else needs a new scene (SCN-02)."""
    check_gm(seat, SCN_03.id)
    absent = tuple(name for name in state.characters if name not in state.scene.who)
    if state.scene.type == "none":
        raise Refused(SCN_01.id, "there is no scene yet; start one")
    if not absent:
        raise Refused(SCN_03.id, "everybody is in the scene")
    return Offer(
        kind="join",
        seat=seat,
        label="Somebody was there all along",
        clause=SCN_03.id,
        fields=(
            OneOf(name="who", label="Who", values=absent, clause=SCN_03.id),
            OneOf(
                name="could_have_been_there",
                label="They may well have been there all along",
                values=("yes",),
                clause=SCN_02.id,
            ),
        ),
        group="scenes",
    )


def join(_state: State, _seat: Seat, command: Join) -> list[AnyEvent]:
    """What a Join does."""
    return [CharacterJoined(command.who, because=SCN_03.id)]
