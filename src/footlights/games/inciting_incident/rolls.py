"""Rolls: committed when everything is settled, thrown by the dice, and what comes of each kind of roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from footlights.core import DICE, GM, Due, Faces, Offer, Refused, Seat
from footlights.dice import Misread, Pool, read
from footlights.dice import Throw as Thrown
from footlights.games.inciting_incident import (
    advanced,
    complex_obstacles,
    conflict,
    obstacles,
    reactions,
    recreation,
    simple_obstacles,
)
from footlights.games.inciting_incident.clauses import ADV_01, DIC_03, DIC_04, SIM_02
from footlights.games.inciting_incident.commands import Commit, Throw
from footlights.games.inciting_incident.drafts import (
    dice_of,
    effect_of,
    level_of,
    own_draft,
    rolling_pool,
    terms_of,
)
from footlights.games.inciting_incident.events import AnyEvent, DiceThrown, Result, RollCommitted
from footlights.games.inciting_incident.scenery import Complex
from footlights.games.inciting_incident.state import Draft, Roll, Rolling, State

WHY: Final[dict[Roll, str]] = {
    "act": "takes on the Obstacle",
    "regular": "takes a Regular Action",
    "decisive": "takes a Decisive Action",
    "attack": "attacks",
    "strike": "strikes decisively",
    "advanced": "takes an Advanced Action",
    "recreate": "recreates a Skill",
    "react": "reacts",
    "roll_talent": "rolls",
}

CHECKS: Final[dict[Roll, Callable[[State, Draft], object]]] = {
    "act": lambda state, draft: simple_obstacles.check_act(state, draft.by),
    "regular": lambda state, draft: complex_obstacles.check_action(state, draft.by, "regular"),
    "decisive": lambda state, draft: complex_obstacles.check_decisive(state, draft.by),
    "attack": lambda state, draft: conflict.check_attack(state, draft, "attack"),
    "strike": lambda state, draft: conflict.check_attack(state, draft, "strike"),
    "advanced": advanced.check_drafted,
    "recreate": recreation.check_drafted,
    "react": lambda state, draft: reactions.check_reaction(state, draft.by),
    "roll_talent": lambda state, draft: conflict.check_roll_talent(state, draft.by),
}
"""Whether what was drafted may still be rolled."""

CONSEQUENCES: Final[dict[Roll, Callable[[State, Rolling, int], list[AnyEvent]]]] = {
    "act": simple_obstacles.act_thrown,
    "regular": complex_obstacles.regular_thrown,
    "decisive": complex_obstacles.decisive_thrown,
    "attack": conflict.attack_thrown,
    "strike": conflict.strike_thrown,
    "advanced": advanced.advanced_thrown,
    "recreate": recreation.recreate_thrown,
    "react": reactions.react_thrown,
    "roll_talent": lambda _state, _rolling, _total: [],
}
"""What comes of a total."""


# -- committed ----------------------------------------------------------------------------------------------------


def commit_offer(state: State, seat: Seat) -> Offer:
    """Everything is settled: the dice may be thrown (ADV-01)."""
    draft = own_draft(state, seat)
    if not draft.settled:
        awaited = f"{draft.defender} to name a defence" if draft.ruled else "the GM's ruling"
        raise Refused(ADV_01.id, f"the roll waits for {awaited}")
    CHECKS[draft.what](state, draft)
    return Offer(
        kind="commit",
        seat=seat,
        label=f"Roll {draft.via}",
        clause=DIC_03.id,
        owed=True,
        number=draft.asked if draft.what == "react" else 0,
        group="rolls",
    )


def commit(state: State, seat: Seat, _command: Commit) -> list[AnyEvent]:
    """What a Commit does: the dice are due."""
    return [RollCommitted(rolling(state, seat, state.drafts[seat]), because=DIC_03.id)]


def rolling(state: State, seat: Seat, draft: Draft) -> Rolling:
    """The roll of a draft, with every fact that decides it."""
    terms = terms_of(state, draft)
    return Rolling(
        draft=draft,
        seat=seat,
        terms=terms,
        difficulty=dice_of(state, terms),
        level=level_of(state, draft),
        explode=state.rulings.explode,
        need=need(state, draft),
        effect=effect_of(state, draft),
    )


def need(state: State, draft: Draft) -> int:
    """The number to reach: Obstruction for a Decisive Action, by the Flow for a strike (CMP-09), else 20."""
    if draft.what == "strike":
        return conflict.need(state, draft.by)
    obstacle = state.scene.obstacle
    if draft.what == "decisive" and isinstance(obstacle, Complex):
        return obstacle.obstruction
    return draft.against


# -- thrown -------------------------------------------------------------------------------------------------------


def due(state: State) -> Due | None:
    """The dice that are due."""
    if state.rolling is not None:
        roll = state.rolling
        why = f"{roll.draft.by} {WHY[roll.draft.what]} with {roll.draft.via}"
        return Due(roll.seat, rolling_pool(roll), why)
    if state.lots is not None:
        return Due(GM, obstacles.lots_pool(state.lots), "a die says whom the Obstacle confronts")
    return None


def check_dice_due(state: State, seat: Seat) -> None:
    """Raise Refused unless dice are due, and it is the dice that answer (DIC-03)."""
    if seat != DICE or (state.rolling is None and state.lots is None):
        raise Refused(DIC_03.id, "no dice are due from you now")


def throw_offer(state: State, seat: Seat) -> Offer:
    """Only the dice answer, and nothing else happens until they have (DIC-03, DIC-04)."""
    check_dice_due(state, seat)
    wanted = due(state)
    assert wanted is not None
    faces = Faces(name="faces", label=wanted.why, pool=wanted.pool, clause=DIC_04.id)
    return Offer(
        kind="throw",
        seat=seat,
        label="Throw the dice",
        clause=DIC_03.id if state.lots is None else SIM_02.id,
        fields=(faces,),
        owed=True,
        blocking=True,
        group="rolls",
    )


def throw(state: State, _seat: Seat, command: Throw) -> list[AnyEvent]:
    """What a Throw does. Raises Refused unless the dice are exactly those that are due (DIC-04)."""
    roll, lots = state.rolling, state.lots
    if roll is not None:
        return thrown(state, roll, command.faces, _total(rolling_pool(roll), command.faces))
    assert lots is not None
    _total(obstacles.lots_pool(lots), command.faces)
    return obstacles.lots_drawn(lots, command.faces)


def _total(pool: Pool, faces: Thrown) -> int:
    try:
        return read(pool, faces).total
    except Misread as misread:
        raise Refused(DIC_04.id, str(misread), "faces") from None


def thrown(state: State, roll: Rolling, faces: Thrown, total: int) -> list[AnyEvent]:
    """The dice as they read (DIC-03, DIC-05), and everything that comes of it."""
    draft = roll.draft
    result: Result = "success" if total >= roll.need else "failure"
    dice = DiceThrown(draft.by, draft.what, draft.via, faces, total, roll.need, result, because=DIC_03.id)
    return [dice, *CONSEQUENCES[draft.what](state, roll, total)]
