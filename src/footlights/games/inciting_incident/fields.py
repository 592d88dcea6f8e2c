"""The fields that several offers share: how a Trigger, an Obstacle, an opponent or a ruling is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from footlights.core import GM, Field, Number, OneOf, Refused, Sheet, SomeOf, Text, When
from footlights.games.inciting_incident.characters import (
    ABILITIES,
    MOST_TEXT,
    Abilities,
    Opponent,
    Talent,
    check_opponent,
)
from footlights.games.inciting_incident.clauses import (
    ADV_01,
    CMP_04,
    CMP_10,
    CPX_01,
    DEC_04,
    DIF_02,
    SCN_05,
    SIM_02,
    SIM_03,
    TRG_01,
    TRG_09,
)
from footlights.games.inciting_incident.commands import (
    Additions,
    AddObstacle,
    TriggerWords,
)
from footlights.games.inciting_incident.difficulty import MOST_ADVANTAGE, MOST_SHIFT
from footlights.games.inciting_incident.scenery import (
    Complex,
    Individual,
    Obstacle,
    Simple,
    Trigger,
    Visibility,
)
from footlights.games.inciting_incident.standing import is_out
from footlights.games.inciting_incident.state import State

MOST_NAME: Final = 60
MOST_LINE: Final = 300
MOST_THRESHOLD: Final = 999
MOST_OBSTRUCTION: Final = 200
MOST_ATTEMPTS: Final = 3
MOST_AMOUNT: Final = 999

SHOWN: Final[tuple[Visibility, ...]] = ("hidden", "threshold", "open")
SHOWN_LABELS: Final = ("hidden from the players", "only its threshold", "open to all")

SAYING: Final = Text(
    name="saying", label="What you do", most=MOST_TEXT, lines=True, optional=True, default=""
)


def line(name: str, label: str, *, needed: bool = False, when: tuple[When, ...] = ()) -> Text:
    """A field for one line of words."""
    if needed:
        return Text(name=name, label=label, least=1, most=MOST_LINE, when=when)
    return Text(name=name, label=label, most=MOST_LINE, optional=True, default="", when=when)


def amount(
    name: str, label: str, lo: int, hi: int, *, clause: str = "", when: tuple[When, ...] = ()
) -> Number:
    """A field for a whole number."""
    return Number(name=name, label=label, lo=lo, hi=hi, clause=clause, when=when)


RULING: Final[tuple[Field, ...]] = (
    Number(
        name="adv",
        label="Advantage (a well told action, terrain)",
        lo=0,
        hi=MOST_ADVANTAGE,
        clause=ADV_01.id,
        optional=True,
        default=0,
    ),
    Number(
        name="dis",
        label="Disadvantage (terrain)",
        lo=0,
        hi=MOST_ADVANTAGE,
        clause=ADV_01.id,
        optional=True,
        default=0,
    ),
    Number(
        name="shift",
        label="Difficulty dice more or fewer (more make it easier)",
        lo=-MOST_SHIFT,
        hi=MOST_SHIFT,
        clause=DIF_02.id,
        optional=True,
        default=0,
    ),
)
"""Advantage, Disadvantage and shift of a roll (ADV-01, DIF-02)."""


def ability_field(
    clause: str,
    *,
    label: str = "Which Ability",
    labels: tuple[str, ...] = (),
    optional: bool = False,
    when: tuple[When, ...] = (),
) -> OneOf:
    """One of the three Abilities."""
    return OneOf(
        name="ability",
        label=label,
        values=ABILITIES,
        labels=labels,
        clause=clause,
        optional=optional,
        when=when,
    )


# -- Triggers -----------------------------------------------------------------------------------------------------


def trigger_fields(state: State, when: tuple[When, ...] = (), *, secret: bool) -> tuple[Field, ...]:
    """How a Trigger is described (TRG-01); where the GM makes it, also what the players see of it."""
    helped = (*state.scene.who,)
    words: tuple[Field, ...] = (
        Text(name="name", label="Name", least=1, most=MOST_NAME, clause=TRG_01.id, when=when),
        OneOf(
            name="rhythm",
            label="How often",
            values=("at", "every"),
            labels=("once, at a level of Crisis", "at every multiple of a number"),
            clause=TRG_01.id,
            when=when,
        ),
        amount("threshold", "Crisis", 1, MOST_THRESHOLD, clause=TRG_01.id, when=when),
        Text(
            name="effect",
            label="What it does",
            most=MOST_TEXT,
            lines=True,
            optional=True,
            default="",
            when=when,
        ),
        OneOf(
            name="beneficiary",
            label="Whom it helps",
            values=helped,
            clause=TRG_09.id,
            optional=True,
            when=when,
        ),
    )
    if not secret:
        return words
    shown = OneOf(
        name="shown",
        label="What the players see",
        values=SHOWN,
        labels=SHOWN_LABELS,
        optional=True,
        default="hidden",
        when=when,
    )
    return (*words, shown)


def trigger_of(command: TriggerWords, owner: str, shown: Visibility | None = None) -> Trigger:
    """The Trigger that an answer to these fields describes."""
    return Trigger(
        name=command.name or "",
        threshold=command.threshold or 0,
        repeats=command.rhythm == "every",
        effect=command.effect,
        shown=shown or ("hidden" if owner == GM else "open"),
        owner=owner,
        beneficiary=command.beneficiary or "",
    )


def check_trigger(trigger: Trigger, place: str) -> None:
    """Raise Refused unless the Trigger has a name and a threshold from 1 to 999 (TRG-01)."""
    if not trigger.name.strip() or len(trigger.name) > MOST_NAME:
        raise Refused(TRG_01.id, f"a Trigger has a name of 1 to {MOST_NAME} characters", f"{place}.name")
    if not 1 <= trigger.threshold <= MOST_THRESHOLD:
        raise Refused(
            TRG_01.id,
            f"the threshold is {trigger.threshold}; it is from 1 to {MOST_THRESHOLD}",
            f"{place}.threshold",
        )


TRIGGER_EXAMPLE: Final = {"name": "Something stirs", "threshold": 5, "repeats": True}


# -- Obstacles ----------------------------------------------------------------------------------------------------


def obstacle_fields(
    can: tuple[str, ...], when: tuple[When, ...] = (), *, optional: bool = False
) -> tuple[Field, ...]:
    """How an Obstacle for these characters is described: Simple (SIM-02), individual (SIM-03) or Complex (CPX-01,
    DEC-04)."""
    kinds = ("simple", "individual", "complex") if can else ("simple", "complex")
    simple = (*when, When("kind", ("simple",)))
    complex_ = (*when, When("kind", ("complex",)))
    each = (*when, When("kind", ("individual",)))
    kind = OneOf(
        name="kind",
        label="Kind",
        values=kinds,
        labels=tuple(_OBSTACLES[kind] for kind in kinds),
        when=when,
        optional=optional,
    )
    when = (*when, When("kind", kinds))
    return (
        kind,
        Text(name="title", label="What it is", most=MOST_LINE, optional=True, default="", when=when),
        OneOf(
            name="confronted",
            label="Whom it confronts (nobody yet, if left open)",
            values=can,
            clause=SIM_02.id,
            optional=True,
            when=simple,
        ),
        SomeOf(name="each", label="Who has to pass it", values=can, least=1, clause=SIM_03.id, when=each),
        amount("obstruction", "Obstruction", 0, MOST_OBSTRUCTION, clause=CPX_01.id, when=complex_),
        amount("attempts", "Decisive attempts", 1, MOST_ATTEMPTS, clause=DEC_04.id, when=complex_),
        Number(
            name="shift",
            label="Difficulty dice more or fewer (more make it easier)",
            lo=-MOST_SHIFT,
            hi=MOST_SHIFT,
            clause=DIF_02.id,
            optional=True,
            default=0,
            when=when,
        ),
    )


_OBSTACLES: Final = {
    "simple": "Simple: one character takes it on for all",
    "individual": "Simple, but each must pass it",
    "complex": "Complex: Obstruction, and a Decisive Action",
}


def obstacle_of(command: AddObstacle | Additions) -> Obstacle:
    """The Obstacle that an answer to these fields describes."""
    if command.kind == "simple":
        return Simple(command.confronted or "", command.title, command.shift)
    if command.kind == "individual":
        return Individual(tuple(command.each), (), command.title, command.shift)
    return Complex(command.obstruction or 0, command.attempts or 1, command.title, command.shift)


def check_obstacle(state: State, who: Iterable[str], obstacle: Obstacle, place: str) -> None:
    """Raise Refused unless the Obstacle fits a scene with these characters: those confronted are there (SCN-05) and
    not out (CMP-10), Obstruction and attempts within bounds (CPX-01, DEC-04)."""
    match obstacle:
        case Simple():
            names: tuple[str, ...] = (obstacle.confronted,) if obstacle.confronted else ()
        case Individual():
            names = obstacle.who
            if not names or obstacle.passed:
                raise Refused(SIM_03.id, "name who has to pass it, and nobody who has", f"{place}.who")
        case _:
            names = ()
            _check_complex(obstacle, place)
    for name in names:
        if name not in who:
            raise Refused(SCN_05.id, f"{name} is not in the scene", place)
    if names and all(is_out(state, name) for name in names):
        raise Refused(CMP_10.id, f"{', '.join(names)} cannot be confronted: out", place)
    if abs(obstacle.shift) > MOST_SHIFT:
        raise Refused(DIF_02.id, f"the shift is from {-MOST_SHIFT} to {MOST_SHIFT}", f"{place}.shift")


def _check_complex(obstacle: Complex, place: str) -> None:
    if not 0 <= obstacle.obstruction <= MOST_OBSTRUCTION:
        raise Refused(CPX_01.id, f"Obstruction is from 0 to {MOST_OBSTRUCTION}", f"{place}.obstruction")
    if not 1 <= obstacle.attempts <= MOST_ATTEMPTS:
        raise Refused(DEC_04.id, f"there are 1 to {MOST_ATTEMPTS} attempts", f"{place}.attempts")


OBSTACLE_EXAMPLE: Final = {"kind": "complex", "obstruction": 14, "attempts": 2, "name": "A locked gate"}


# -- opponents ----------------------------------------------------------------------------------------------------


def opponent_example(state: State) -> dict[str, Any]:
    """An opponent that could be added now."""
    name, number = "A guard", 1
    while name in _names(state):
        number += 1
        name = f"A guard {number}"
    guard = Opponent(name, Abilities(fortitude=4), (Talent("Halberd", "Fortitude", 3),))
    example: dict[str, Any] = msgspec.to_builtins(guard)
    return example


def opponent_field(state: State, when: tuple[When, ...] = (), *, optional: bool = False) -> Sheet:
    """A whole opponent."""
    return Sheet(
        name="opponent",
        label="The opponent",
        example=opponent_example(state),
        clause=CMP_04.id,
        when=when,
        optional=optional,
    )


def check_opponents(state: State, opponents: Iterable[Opponent], place: str = "opponent") -> None:
    """Raise Refused unless each is whole and bears a name of their own (CMP-04)."""
    taken = _names(state)
    for opponent in opponents:
        check_opponent(opponent, place)
        if opponent.name in taken:
            raise Refused(CMP_04.id, f"somebody is called {opponent.name} already", f"{place}.name")
        taken.add(opponent.name)


def _names(state: State) -> set[str]:
    conflict = state.scene.conflict
    return {*state.characters, *(() if conflict is None else conflict.opponents)}
