"""Obstacles in general: how they join the sequence, whom they confront, and when they are behind everybody."""

from __future__ import annotations

from footlights.core import Offer, OneOf, Refused, Seat
from footlights.dice import Dice, Pool
from footlights.games.inciting_incident.clauses import (
    ACT_01,
    CMP_10,
    DIF_02,
    SCN_06,
    SIM_01,
    SIM_02,
    SIM_03,
)
from footlights.games.inciting_incident.commands import Confront, DrawLots, ShiftObstacle
from footlights.games.inciting_incident.difficulty import MOST_SHIFT
from footlights.games.inciting_incident.events import (
    AnyEvent,
    Confronted,
    LotsCalled,
    ObstacleAdded,
    ObstacleBeaten,
    ObstacleShifted,
    ObstacleShown,
)
from footlights.games.inciting_incident.fields import amount
from footlights.games.inciting_incident.scenery import Individual, Obstacle, Simple
from footlights.games.inciting_incident.standing import able, check_gm, is_out
from footlights.games.inciting_incident.state import Lots, State


def added(state: State, obstacle: Obstacle, because: str = ACT_01.id) -> list[AnyEvent]:
    """An Obstacle joins the end of the sequence (ACT-01); it is the current one at once if no other is."""
    return [ObstacleAdded(obstacle, state.scene.obstacle is None, because=because)]


def beaten(state: State, because: str) -> list[AnyEvent]:
    """The current Obstacle is behind everybody (SIM-01), and the next one, if there is one, comes up (ACT-01)."""
    happened: list[AnyEvent] = [ObstacleBeaten(because=because)]
    scene = state.scene
    if scene.at + 1 < len(scene.obstacles):
        happened.append(ObstacleShown(scene.obstacles[scene.at + 1], because=ACT_01.id))
    return happened


def left_to_pass(state: State, obstacle: Individual) -> list[str]:
    """Who still has to pass an individual Obstacle (SIM-03); whoever is out is not confronted (CMP-10)."""
    return [name for name in obstacle.who if name not in obstacle.passed and not is_out(state, name)]


def cleared_by_absence(state: State) -> list[AnyEvent]:
    """What follows when somebody has left or gone out: an individual Obstacle that all others have passed is
    behind them (SIM-03, CMP-10)."""
    obstacle = state.scene.obstacle
    if not isinstance(obstacle, Individual) or left_to_pass(state, obstacle):
        return []
    return beaten(state, CMP_10.id) if obstacle.passed or not obstacle.who else []


def check_not_suspended(state: State) -> None:
    """Raise Refused in a conflict: the Obstacle waits until the scene has turned back (SCN-06)."""
    if state.scene.conflict is not None:
        raise Refused(
            SCN_06.id, "the Obstacle waits until the scene turns back from the conflict into Action"
        )


# -- whom it confronts --------------------------------------------------------------------------------------------


def _unsettled(state: State, seat: Seat) -> Simple:
    check_gm(seat, SIM_02.id)
    obstacle = state.scene.obstacle
    if not isinstance(obstacle, Simple) or state.scene.conflict is not None:
        raise Refused(SIM_02.id, "there is no Simple Obstacle now")
    if not able(state):
        raise Refused(CMP_10.id, "nobody in the scene can be confronted")
    if state.follow_up is not None:
        raise Refused(SIM_02.id, f"{state.follow_up.by} is in the middle of taking it on")
    return obstacle


def confront_offer(state: State, seat: Seat) -> Offer:
    """The GM decides, or the group has agreed (SIM-02)."""
    obstacle = _unsettled(state, seat)
    return Offer(
        kind="confront",
        seat=seat,
        label="Say whom the Obstacle confronts",
        clause=SIM_02.id,
        fields=(OneOf(name="who", label="Whom", values=tuple(able(state))),),
        owed=not obstacle.confronted,
        group="obstacles",
    )


def confront(_state: State, _seat: Seat, command: Confront) -> list[AnyEvent]:
    """What a Confront does."""
    return [Confronted(command.who, because=SIM_02.id)]


def draw_lots_offer(state: State, seat: Seat) -> Offer:
    """Chance picks among those who can be confronted (SIM-02)."""
    _unsettled(state, seat)
    return Offer(
        kind="draw_lots",
        seat=seat,
        label="Let a die say whom it confronts",
        clause=SIM_02.id,
        group="obstacles",
    )


def draw_lots(state: State, _seat: Seat, _command: DrawLots) -> list[AnyEvent]:
    """What a DrawLots does: a die with a side for each of them is due."""
    return [LotsCalled(tuple(able(state)), because=SIM_02.id)]


def lots_pool(lots: Lots) -> Pool:
    """The die of the lots."""
    return Pool((Dice(1, len(lots.among)),))


def lots_drawn(lots: Lots, faces: tuple[tuple[int, ...], ...]) -> list[AnyEvent]:
    """The die has picked."""
    return [Confronted(lots.among[faces[0][0] - 1], faces, because=SIM_02.id)]


# -- shift --------------------------------------------------------------------------------------------------------


def shift_offer(state: State, seat: Seat) -> Offer:
    """The GM shifts the difficulty dice of the current Obstacle (DIF-02)."""
    check_gm(seat, DIF_02.id)
    if state.scene.obstacle is None:
        raise Refused(DIF_02.id, "there is no Obstacle now")
    return Offer(
        kind="shift_obstacle",
        seat=seat,
        label="Shift the Obstacle's difficulty dice",
        clause=DIF_02.id,
        fields=(amount("shift", "Dice more or fewer (more make it easier)", -MOST_SHIFT, MOST_SHIFT),),
        group="obstacles",
    )


def shift(_state: State, _seat: Seat, command: ShiftObstacle) -> list[AnyEvent]:
    """What a ShiftObstacle does."""
    return [ObstacleShifted(command.shift, because=DIF_02.id)]


def check_confronted(state: State, who: str) -> Simple | Individual:
    """The Simple Obstacle that confronts this character. Raises Refused when none does (SIM-01, SIM-02, SIM-03)."""
    obstacle = state.scene.obstacle
    if obstacle is None or not isinstance(obstacle, Simple | Individual):
        raise Refused(SIM_01.id, "there is no Simple Obstacle now")
    if isinstance(obstacle, Simple) and obstacle.confronted != who:
        whom = f"confronts {obstacle.confronted}" if obstacle.confronted else "confronts nobody yet"
        raise Refused(SIM_02.id, f"the Obstacle {whom}, not {who}")
    if isinstance(obstacle, Individual) and who not in left_to_pass(state, obstacle):
        raise Refused(SIM_03.id, f"{who} has no need to pass this Obstacle")
    return obstacle
