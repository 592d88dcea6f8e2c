"""Complex Obstacles: Regular Actions wear them down, a Decisive Action passes them."""

from __future__ import annotations

from typing import Final

from footlights.core import Offer, Refused, Seat
from footlights.games.inciting_incident.characters import AUTOMATIC
from footlights.games.inciting_incident.clauses import (
    CPX_02,
    CPX_05,
    CPX_06,
    CPX_07,
    CPX_10,
    DEC_01,
    DEC_02,
    DEC_03,
    DEC_05,
    RT_03,
)
from footlights.games.inciting_incident.commands import Decisive, Regular
from footlights.games.inciting_incident.crisis import raised
from footlights.games.inciting_incident.drafts import (
    check_no_reaction,
    drafted,
    effect_of,
    follow_up_via,
    modifier_fields,
)
from footlights.games.inciting_incident.events import (
    AnyEvent,
    AttemptSpent,
    ObstructionLowered,
    Turn,
    TurnTaken,
)
from footlights.games.inciting_incident.fields import SAYING
from footlights.games.inciting_incident.obstacles import beaten, check_not_suspended
from footlights.games.inciting_incident.rising_tension import raised as tension_raised
from footlights.games.inciting_incident.rulings import Rulings
from footlights.games.inciting_incident.scenery import Complex
from footlights.games.inciting_incident.simple_obstacles import AUTOMATIC_CRISIS, SUCCESS_CRISIS, TARGET
from footlights.games.inciting_incident.standing import check_player, check_turn
from footlights.games.inciting_incident.state import Draft, Rolling, State

AUTOMATIC_REDUCTION: Final = 4
SURCHARGE: Final = 3


def current(state: State) -> Complex:
    """The Complex Obstacle of now. Raises Refused when there is none, or a conflict suspends it (SCN-06)."""
    check_not_suspended(state)
    obstacle = state.scene.obstacle
    if not isinstance(obstacle, Complex):
        raise Refused(CPX_02.id, "there is no Complex Obstacle now")
    return obstacle


def check_action(state: State, by: str, what: Turn) -> Complex:
    """The Complex Obstacle that this character may act on now. Raises Refused otherwise (CPX-02, CPX-03)."""
    check_turn(state, by, what)
    return current(state)


# -- Regular Actions ----------------------------------------------------------------------------------------------


def regular_offer(state: State, seat: Seat) -> Offer:
    """Anybody in the scene, in any order (CPX-02), automatically or by a roll (CPX-05, CPX-06)."""
    sheet = check_player(state, seat, CPX_02.id)
    check_no_reaction(state, seat)
    check_action(state, seat, "regular")
    return Offer(
        kind="regular",
        seat=seat,
        label="Take a Regular Action",
        clause=CPX_02.id,
        fields=(follow_up_via(state, sheet, automatic=True), *modifier_fields(state, sheet), SAYING),
        group="actions",
    )


def regular(state: State, seat: Seat, command: Regular) -> list[AnyEvent]:
    """What a Regular does: it works at once without a Talent (CPX-05), or drafts a roll."""
    if command.via != AUTOMATIC:
        draft = Draft(
            what="regular", by=seat, via=command.via, skill=command.skill or "", saying=command.saying
        )
        return drafted(state, seat, draft, CPX_02.id)
    return [
        TurnTaken(seat, "regular", because=CPX_05.id),
        *_reduced(current(state), AUTOMATIC_REDUCTION, CPX_05.id),
        *tension_raised(state, state.rulings.rt_auto_regular, RT_03.id, f"{seat} acts without rolling"),
        *raised(state, seat, AUTOMATIC_CRISIS, CPX_05.id),
    ]


def regular_thrown(state: State, rolling: Rolling, total: int) -> list[AnyEvent]:
    """What a rolled Regular Action does (CPX-06, CPX-07), with the surcharge of a Talent used before (CPX-08)."""
    draft, effect, rulings = rolling.draft, rolling.effect, state.rulings
    uses = state.scene.uses if rulings.surcharge_scope == "obstacle" else state.scene.scene_uses
    lump = regular_crisis(rulings, total) + surcharge(rulings, uses, draft.by, draft.via)
    happened: list[AnyEvent] = [TurnTaken(draft.by, "regular", draft.via, because=CPX_02.id)]
    because = CPX_07.id
    if total >= TARGET:
        because = CPX_06.id
        happened += _reduced(current(state), total - TARGET + effect.effect, because)
    return happened + raised(state, draft.by, lump + effect.crisis, because, effect.shield)


def regular_crisis(rulings: Rulings, total: int) -> int:
    """The Crisis of a Regular Action or Attack without the surcharge (CPX-06, CPX-07, CMP-07)."""
    return SUCCESS_CRISIS if total >= TARGET else max(rulings.regular_fail_min, TARGET - total)


def surcharge(rulings: Rulings, uses: dict[str, dict[str, int]], by: str, talent: str) -> int:
    """What using a Talent again costs, by its earlier uses (CPX-08)."""
    earlier = uses.get(by, {}).get(talent, 0)
    return SURCHARGE * (earlier if rulings.talent_surcharge == "cumulative" else min(earlier, 1))


def _reduced(obstacle: Complex, by: int, because: str) -> list[AnyEvent]:
    """The Obstruction falls, at most to 0 (CPX-10)."""
    by = min(by, obstacle.obstruction)
    if by <= 0:
        return []
    to = obstacle.obstruction - by
    return [ObstructionLowered(by, to, because=because if to else CPX_10.id)]


# -- Decisive Actions ---------------------------------------------------------------------------------------------


def decisive_offer(state: State, seat: Seat) -> Offer:
    """The only way past a Complex Obstacle, with a Talent (DEC-01)."""
    sheet = check_player(state, seat, DEC_01.id)
    check_no_reaction(state, seat)
    obstacle = check_action(state, seat, "decisive")
    if not sheet.talents:
        raise Refused(DEC_01.id, f"{seat} has no Talent to roll with")
    unrolled = _passes_unrolled(state, obstacle)
    return Offer(
        kind="decisive",
        seat=seat,
        label="Take the last Decisive Action, without a roll" if unrolled else "Take a Decisive Action",
        clause=DEC_05.id if unrolled else DEC_01.id,
        fields=(follow_up_via(state, sheet), *modifier_fields(state, sheet), SAYING),
        group="actions",
    )


def _passes_unrolled(state: State, obstacle: Complex) -> bool:
    return obstacle.attempts == 1 and state.rulings.last_attempt == "no_roll"


def decisive(state: State, seat: Seat, command: Decisive) -> list[AnyEvent]:
    """What a Decisive does: it drafts a roll, unless the last attempt passes without one (DEC-05)."""
    draft = Draft(what="decisive", by=seat, via=command.via, skill=command.skill or "", saying=command.saying)
    obstacle = current(state)
    if not _passes_unrolled(state, obstacle):
        return drafted(state, seat, draft, DEC_01.id)
    effect = effect_of(state, draft)
    return [
        TurnTaken(seat, "decisive", because=DEC_05.id),
        AttemptSpent(seat, 0, unrolled=True, because=DEC_05.id),
        *beaten(state, DEC_05.id),
        *raised(state, seat, obstacle.obstruction + effect.crisis, DEC_05.id, effect.shield),
    ]


def check_decisive(state: State, by: str) -> None:
    """Raise Refused unless a Decisive Action may be rolled now (DEC-01, DEC-05)."""
    if _passes_unrolled(state, check_action(state, by, "decisive")):
        raise Refused(DEC_05.id, "the last attempt passes without a roll")


def decisive_thrown(state: State, rolling: Rolling, total: int) -> list[AnyEvent]:
    """What a Decisive Action does against the Obstruction (DEC-02, DEC-03); the last one passes anyway (DEC-05)."""
    draft, effect, obstacle = rolling.draft, rolling.effect, current(state)
    reached, left = total >= obstacle.obstruction, obstacle.attempts - 1
    happened: list[AnyEvent] = [
        TurnTaken(draft.by, "decisive", because=DEC_01.id),
        AttemptSpent(draft.by, left, because=DEC_01.id),
    ]
    if reached or not left:
        happened += beaten(state, DEC_02.id if reached else DEC_05.id)
    lump = decisive_crisis(state.rulings, total, obstacle.obstruction) + effect.crisis
    return happened + raised(state, draft.by, lump, DEC_02.id if reached else DEC_03.id, effect.shield)


def decisive_crisis(rulings: Rulings, total: int, need: int) -> int:
    """The Crisis of a Decisive Action or Attack (DEC-02, DEC-03, CMP-09)."""
    return SUCCESS_CRISIS if total >= need else max(rulings.decisive_fail_min, need - total)
