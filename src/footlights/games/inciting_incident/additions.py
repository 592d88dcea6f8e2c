"""What is added to a scene: Triggers, Obstacles, opponents; free until somebody has acted, then bought (RT-05)."""

from __future__ import annotations

from typing import Final

from footlights.core import GM, Field, Number, Offer, OneOf, Refused, Seat, When
from footlights.games.inciting_incident import conflict, crisis, obstacles
from footlights.games.inciting_incident.characters import Opponent
from footlights.games.inciting_incident.clauses import (
    ACT_01,
    CMP_04,
    CMP_11,
    RT_05,
    SKL_01,
    TRG_01,
    TRG_09,
)
from footlights.games.inciting_incident.commands import AddObstacle, AddOpponent, AddTrigger, Buy
from footlights.games.inciting_incident.difficulty import MOST_ADVANTAGE
from footlights.games.inciting_incident.events import AnyEvent, DisadvantageBought
from footlights.games.inciting_incident.fields import (
    check_obstacle,
    check_opponents,
    obstacle_fields,
    obstacle_of,
    opponent_field,
    trigger_fields,
    trigger_of,
)
from footlights.games.inciting_incident.fold import fold
from footlights.games.inciting_incident.rising_tension import check_payable, spent
from footlights.games.inciting_incident.scenery import Obstacle
from footlights.games.inciting_incident.standing import (
    able,
    check_gm,
    check_player,
    check_present,
    check_stakes,
)
from footlights.games.inciting_incident.state import State

MOST_PRICE: Final = 99


def _check_free(state: State) -> None:
    """Raise Refused once somebody has acted in the scene (RT-05)."""
    check_stakes(state)
    if state.scene.begun:
        raise Refused(RT_05.id, "somebody has acted in this scene; from now on it is bought")


# -- Triggers -----------------------------------------------------------------------------------------------------


def add_trigger_offer(state: State, seat: Seat) -> Offer:
    """The GM makes a Trigger, of their own while it is free (TRG-01, RT-05) or by leave for a character; a player makes
    one with a Skill that allows it (TRG-09)."""
    check_stakes(state)
    if seat != GM:
        return _own_trigger_offer(state, seat)
    owners = state.scene.who if state.scene.begun else (GM, *state.scene.who)
    if not owners:
        raise Refused(RT_05.id, "somebody has acted in this scene; from now on it is bought")
    owner = OneOf(
        name="owner",
        label="Whose it is: a character's by a Skill or your leave"
        + ("; your own are bought now" if state.scene.begun else ", or your own"),
        values=owners,
        clause=RT_05.id,
        optional=not state.scene.begun,
        default=None if state.scene.begun else GM,
    )
    return Offer(
        kind="add_trigger",
        seat=seat,
        label="Add a Trigger: what happens at a level of Crisis",
        clause=TRG_01.id,
        fields=(owner, *trigger_fields(state, secret=True)),
        group="triggers",
    )


def _own_trigger_offer(state: State, seat: Seat) -> Offer:
    sheet = check_player(state, seat, TRG_09.id)
    check_present(state, seat)
    skills = tuple(skill.name for skill in sheet.skills if skill.kind == "other" and skill.effect.omen)
    if not skills:
        raise Refused(TRG_09.id, f"{seat} has no Skill for a Trigger of their own; the GM may give leave")
    return Offer(
        kind="add_trigger",
        seat=seat,
        label="Add a Trigger of your own",
        clause=TRG_09.id,
        fields=(
            OneOf(name="skill", label="By which Skill", values=skills, clause=SKL_01.id),
            *trigger_fields(state, secret=False),
        ),
        group="triggers",
    )


def add_trigger(state: State, seat: Seat, command: AddTrigger) -> list[AnyEvent]:
    """What an AddTrigger does."""
    owner = (command.owner or GM) if seat == GM else seat
    trigger = trigger_of(command, owner, command.shown)
    return crisis.added(state, trigger, TRG_01.id if owner == GM else TRG_09.id)


# -- Obstacles ----------------------------------------------------------------------------------------------------


def add_obstacle_offer(state: State, seat: Seat) -> Offer:
    """The GM adds to the sequence (ACT-01) while it is free (RT-05)."""
    check_gm(seat, ACT_01.id)
    _check_free(state)
    return Offer(
        kind="add_obstacle",
        seat=seat,
        label="Add an Obstacle",
        clause=ACT_01.id,
        fields=obstacle_fields(tuple(able(state))),
        group="obstacles",
    )


def add_obstacle(state: State, _seat: Seat, command: AddObstacle) -> list[AnyEvent]:
    """What an AddObstacle does."""
    return obstacle_added(state, obstacle_of(command), ACT_01.id)


def obstacle_added(state: State, obstacle: Obstacle, because: str) -> list[AnyEvent]:
    """The Obstacle, if it fits the scene, joins the sequence."""
    check_obstacle(state, state.scene.who, obstacle, "obstacle")
    return obstacles.added(state, obstacle, because)


# -- opponents ----------------------------------------------------------------------------------------------------


def add_opponent_offer(state: State, seat: Seat) -> Offer:
    """Opponents there at the beginning of a conflict are free (CMP-11)."""
    check_gm(seat, CMP_04.id)
    _check_free(state)
    _check_joinable(state)
    return Offer(
        kind="add_opponent",
        seat=seat,
        label="Add an opponent",
        clause=CMP_04.id,
        fields=(opponent_field(state),),
        group="conflict",
    )


def _check_joinable(state: State) -> None:
    if not conflict.can_be_joined(state):
        raise Refused(CMP_11.id, "there is no conflict under way to join")


def add_opponent(state: State, _seat: Seat, command: AddOpponent) -> list[AnyEvent]:
    """What an AddOpponent does."""
    return opponent_added(state, command.opponent, CMP_11.id)


def opponent_added(state: State, opponent: Opponent, because: str) -> list[AnyEvent]:
    """The opponent, if whole and of a name of their own, joins the conflict."""
    check_opponents(state, (opponent,))
    return conflict.joined(opponent, because)


# -- bought -------------------------------------------------------------------------------------------------------


_THINGS: Final = {
    "trigger": "a Trigger",
    "obstacle": "an Obstacle",
    "disadvantage": "Disadvantage on the next roll of a character",
    "enemy": "an opponent",
}


def buy_offer(state: State, seat: Seat) -> Offer:
    """Triggers, Obstacles, enemies and Disadvantage for Rising Tension, at the usual price or another (RT-05)."""
    check_gm(seat, RT_05.id)
    check_stakes(state)
    things = ["trigger", "obstacle", "disadvantage"]
    if conflict.can_be_joined(state):
        things.append("enemy")
    prices = tuple(_price_field(state, thing) for thing in things)
    fields: tuple[Field, ...] = (
        OneOf(
            name="what",
            label="What",
            values=tuple(things),
            labels=tuple(_THINGS[thing] for thing in things),
            clause=RT_05.id,
        ),
        *prices,
        *_disadvantage_fields(state),
        *trigger_fields(state, (When("what", ("trigger",)),), secret=True),
        *obstacle_fields(tuple(able(state)), (When("what", ("obstacle",)),), optional=True),
    )
    if "enemy" in things:
        fields += (opponent_field(state, (When("what", ("enemy",)),), optional=True),)
    return Offer(
        kind="buy",
        seat=seat,
        label="Buy with Rising Tension",
        clause=RT_05.id,
        fields=fields,
        group="tension",
    )


def _usual(state: State, thing: str) -> int:
    price: int = getattr(state.rulings.rt_price, thing)
    return price


def _price_field(state: State, thing: str) -> Number:
    """What it costs in all: the usual price if nothing is said and there is enough, else any that there is."""
    usual = _usual(state, thing)
    return Number(
        name="price",
        label=f"Price in all (usually {usual}{' for each' if thing == 'disadvantage' else ''})",
        lo=0,
        hi=min(MOST_PRICE, state.tension),
        clause=RT_05.id,
        optional=usual <= state.tension,
        when=(When("what", (thing,)),),
    )


def _disadvantage_fields(state: State) -> tuple[Field, ...]:
    """How much, and for whose next roll: at the usual price as much as can be paid, at another as wanted."""
    what = When("what", ("disadvantage",))
    usual = _usual(state, "disadvantage")
    payable = min(MOST_ADVANTAGE, state.tension // usual) if usual else MOST_ADVANTAGE
    priced = tuple(range(min(MOST_PRICE, state.tension) + 1))

    def much(most: int, when: When) -> Number:
        return Number(
            name="n",
            label="How much",
            lo=1,
            hi=most,
            clause=RT_05.id,
            optional=True,
            default=1,
            when=(what, when),
        )

    return (
        much(payable, When("price", (None,))),
        much(MOST_ADVANTAGE, When("price", priced)),
        OneOf(
            name="who",
            label="For whose next roll (left open: told in words)",
            values=tuple(able(state)),
            clause=RT_05.id,
            optional=True,
            when=(what,),
        ),
    )


def buy(state: State, _seat: Seat, command: Buy) -> list[AnyEvent]:
    """What a Buy does: it is paid, then it is there."""
    secret = is_secret(state, command)
    paid = spent(state, _cost(state, command), IN_WORDS[command.what], secret=secret)
    return paid + _bought(fold(state, paid), command)


def _cost(state: State, command: Buy) -> int:
    """What a purchase costs in all: the price named, or the usual one for each."""
    return _usual(state, command.what) * (command.n or 1) if command.price is None else command.price


def check_bought(state: State, command: Buy) -> None:
    """Raise Refused when the purchase is too dear (RT-05)."""
    if command.what in IN_WORDS:
        check_payable(state, _cost(state, command), IN_WORDS[command.what])


IN_WORDS: Final = {
    "trigger": "a Trigger",
    "obstacle": "an Obstacle",
    "enemy": "an enemy",
    "disadvantage": "Disadvantage",
}


def is_secret(state: State, command: Buy | AddTrigger | AddObstacle | AddOpponent) -> bool:
    """Whether the players must not know what was bought: a hidden Trigger, or an Obstacle to come."""
    what = command.what if isinstance(command, Buy) else ""
    if what == "trigger" or isinstance(command, AddTrigger):
        return getattr(command, "shown", None) in (None, "hidden")
    if what == "obstacle" or isinstance(command, AddObstacle):
        return state.scene.obstacle is not None
    return False


def _bought(state: State, command: Buy) -> list[AnyEvent]:
    """What was paid for; an Obstacle, an enemy or Disadvantage may also be told in words."""
    if command.what == "trigger":
        return crisis.added(state, trigger_of(command, GM, command.shown), RT_05.id)
    if command.what == "obstacle" and command.kind is not None:
        return obstacle_added(state, obstacle_of(command), RT_05.id)
    if command.what == "enemy" and command.opponent is not None:
        return opponent_added(state, command.opponent, RT_05.id)
    if command.what == "disadvantage" and command.who is not None:
        return [DisadvantageBought(command.who, command.n or 1, because=RT_05.id)]
    return []
