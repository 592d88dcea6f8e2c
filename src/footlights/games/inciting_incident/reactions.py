"""Reactions: in an emergency an Ability takes over (ABL-02)."""

from __future__ import annotations

from footlights.core import Offer, OneOf, Refused, Seat, Text
from footlights.games.inciting_incident.characters import MOST_TEXT
from footlights.games.inciting_incident.clauses import ABL_02, SCN_05
from footlights.games.inciting_incident.commands import CallReaction
from footlights.games.inciting_incident.crisis import raised
from footlights.games.inciting_incident.drafts import drafted
from footlights.games.inciting_incident.events import AnyEvent
from footlights.games.inciting_incident.fields import RULING, ability_field
from footlights.games.inciting_incident.simple_obstacles import LEAST_FAILURE_CRISIS, SUCCESS_CRISIS, TARGET
from footlights.games.inciting_incident.standing import able, check_gm, check_stakes
from footlights.games.inciting_incident.state import Draft, Rolling, State


def call_reaction_offer(state: State, seat: Seat) -> Offer:
    """In an emergency the GM has an Ability react (ABL-02)."""
    check_gm(seat, ABL_02.id)
    check_stakes(state)
    can = tuple(able(state))
    if not can:
        raise Refused(ABL_02.id, "nobody in the scene can react")
    return Offer(
        kind="call_reaction",
        seat=seat,
        label="Call for an instinctive reaction",
        clause=ABL_02.id,
        fields=(
            OneOf(name="who", label="Whose", values=can, clause=SCN_05.id),
            ability_field(ABL_02.id),
            *RULING,
            Text(name="saying", label="To what", most=MOST_TEXT, lines=True, optional=True, default=""),
        ),
        group="scenes",
    )


def call_reaction(state: State, _seat: Seat, command: CallReaction) -> list[AnyEvent]:
    """What a CallReaction does: the roll is settled, and its player owes it."""
    draft = Draft(
        what="react",
        by=command.who,
        via=command.ability,
        saying=command.saying,
        adv=command.adv,
        dis=command.dis,
        shift=command.shift,
        ruled=True,
        asked=state.asked.get(command.who, 0) + 1,
    )
    return drafted(state, command.who, draft, ABL_02.id)


def check_reaction(state: State, who: str) -> None:
    """Raise Refused unless the reaction can still be made."""
    check_stakes(state)
    if who not in able(state):
        raise Refused(ABL_02.id, f"{who} cannot react")


def react_thrown(state: State, rolling: Rolling, total: int) -> list[AnyEvent]:
    """What a reaction does: it is reported, and adds Crisis only if the table says so (ABL-02). It is no action."""
    if state.rulings.ability_roll_crisis == "none":
        return []
    lump = SUCCESS_CRISIS if total >= TARGET else max(LEAST_FAILURE_CRISIS, TARGET - total)
    return raised(state, rolling.draft.by, lump, ABL_02.id)
