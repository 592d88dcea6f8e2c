"""Simple Obstacles, and individual ones: one action of each character they confront."""

from __future__ import annotations

from typing import Final

from footlights.core import Offer, Seat
from footlights.games.inciting_incident.characters import AUTOMATIC
from footlights.games.inciting_incident.clauses import RT_02, SIM_01, SIM_03, SIM_04, SIM_05, SIM_06
from footlights.games.inciting_incident.commands import Act
from footlights.games.inciting_incident.crisis import raised
from footlights.games.inciting_incident.drafts import (
    check_no_reaction,
    drafted,
    follow_up_via,
    modifier_fields,
)
from footlights.games.inciting_incident.events import AnyEvent, ObstaclePassed, TurnTaken
from footlights.games.inciting_incident.fields import SAYING
from footlights.games.inciting_incident.obstacles import (
    beaten,
    check_confronted,
    check_not_suspended,
    left_to_pass,
)
from footlights.games.inciting_incident.rising_tension import raised as tension_raised
from footlights.games.inciting_incident.scenery import Individual
from footlights.games.inciting_incident.standing import check_player, check_turn
from footlights.games.inciting_incident.state import Draft, Rolling, State

TARGET: Final = 20
SUCCESS_CRISIS: Final = 2
LEAST_FAILURE_CRISIS: Final = 2
AUTOMATIC_CRISIS: Final = 4


def check_act(state: State, by: str) -> None:
    """Raise Refused unless a Simple Obstacle confronts this character, who can act, and no conflict suspends it
    (SIM-02, CMP-10, SCN-06)."""
    check_turn(state, by, "act")
    check_not_suspended(state)
    check_confronted(state, by)


def act_offer(state: State, seat: Seat) -> Offer:
    """The choice of SIM-04: automatically, which takes no Talent (TAL-04), or by a roll."""
    sheet = check_player(state, seat, SIM_01.id)
    check_no_reaction(state, seat)
    check_act(state, seat)
    return Offer(
        kind="act",
        seat=seat,
        label="Take on the Obstacle",
        clause=SIM_04.id,
        fields=(follow_up_via(state, sheet, automatic=True), *modifier_fields(state, sheet), SAYING),
        group="actions",
    )


def act(state: State, seat: Seat, command: Act) -> list[AnyEvent]:
    """What an Act does: it passes at once, or drafts a roll."""
    if command.via != AUTOMATIC:
        draft = Draft(what="act", by=seat, via=command.via, skill=command.skill or "", saying=command.saying)
        return drafted(state, seat, draft, SIM_04.id)
    return [
        *_passed(state, seat, automatic=True),
        *tension_raised(state, state.rulings.rt_auto_pass, RT_02.id, f"{seat} passes without rolling"),
        *raised(state, seat, AUTOMATIC_CRISIS, SIM_04.id),
    ]


def act_thrown(state: State, rolling: Rolling, total: int) -> list[AnyEvent]:
    """What a roll on a Simple Obstacle does: passed in any case (SIM-05, SIM-06)."""
    draft, effect = rolling.draft, rolling.effect
    lump = SUCCESS_CRISIS if total >= TARGET else max(LEAST_FAILURE_CRISIS, TARGET - total)
    because = SIM_05.id if total >= TARGET else SIM_06.id
    return [
        *_passed(state, draft.by, automatic=False),
        *raised(state, draft.by, lump + effect.crisis, because, effect.shield),
    ]


def _passed(state: State, by: str, *, automatic: bool) -> list[AnyEvent]:
    """The character has passed; a Simple Obstacle is then behind all (SIM-01), an individual one behind its last."""
    obstacle = state.scene.obstacle
    because = SIM_04.id if automatic else SIM_01.id
    happened: list[AnyEvent] = [
        TurnTaken(by, "act", because=because),
        ObstaclePassed(by, automatic, because=because),
    ]
    if isinstance(obstacle, Individual):
        return happened + (beaten(state, SIM_03.id) if left_to_pass(state, obstacle) == [by] else [])
    return happened + beaten(state, SIM_01.id)
