"""The GM's hand on Crisis and Triggers: confirming, revealing, raising and lowering."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from footlights.core import GM, Field, Offer, OneOf, Refused, Seat, SomeOf, When
from footlights.games.inciting_incident import conflict, crisis, preparation
from footlights.games.inciting_incident.additions import obstacle_added, opponent_added
from footlights.games.inciting_incident.clauses import (
    CRI_01,
    CRI_02,
    CRI_03,
    SCN_05,
    TRG_01,
    TRG_04,
    TRG_07,
    TRG_08,
)
from footlights.games.inciting_incident.commands import Confirm, CrisisDown, CrisisUp, Reveal
from footlights.games.inciting_incident.events import AnyEvent, TriggerConfirmed, TriggerShown
from footlights.games.inciting_incident.fields import (
    MOST_AMOUNT,
    SHOWN,
    SHOWN_LABELS,
    amount,
    line,
    obstacle_fields,
    obstacle_of,
    opponent_field,
    trigger_fields,
    trigger_of,
)
from footlights.games.inciting_incident.fold import fold
from footlights.games.inciting_incident.saying import caused_words
from footlights.games.inciting_incident.scenery import Firing, Trigger
from footlights.games.inciting_incident.standing import able, check_gm, check_stakes
from footlights.games.inciting_incident.state import NOBODY, State

GROUP: Final = "triggers"


# -- confirming ---------------------------------------------------------------------------------------------------


def confirm_offer(state: State, seat: Seat) -> Offer:
    """The GM confirms waiting Triggers one by one (TRG-08), and says what each brings (TRG-07)."""
    check_gm(seat, TRG_08.id)
    firings = crisis.waiting(state, GM)
    if not firings:
        raise Refused(TRG_08.id, "no Trigger waits to be confirmed")
    who = state.scene.who
    brings = {
        "nothing": "only what its words say",
        "hits": "hits",
        "crisis": "more Crisis, by the same causer",
        "trigger": "another Trigger",
        "obstacle": "an Obstacle",
    }
    fields: list[Field] = [
        amount(
            "n",
            "How many hits, or how much Crisis",
            1,
            MOST_AMOUNT,
            when=(When("brings", ("hits", "crisis")),),
        ),
        *trigger_fields(state, (When("brings", ("trigger",)),), secret=True),
        *obstacle_fields(tuple(able(state)), (When("brings", ("obstacle",)),)),
    ]
    if who:
        fields.append(SomeOf(name="whom", label="Whom", values=who, least=1, clause=SCN_05.id, when=(_HITS,)))
    else:
        del brings["hits"]
    if conflict.can_be_joined(state):
        brings["opponent"] = "an opponent"
        fields.append(opponent_field(state, (When("brings", ("opponent",)),)))
    notes = preparation.fitting(state)
    if notes:
        brings["note"] = "something prepared"
        fields.append(OneOf(name="note", label="Which note", values=notes, when=(When("brings", ("note",)),)))
    return Offer(
        kind="confirm",
        seat=seat,
        label="Confirm a Trigger that has fired",
        clause=TRG_08.id,
        fields=(
            OneOf(
                name="firing",
                label="Which",
                values=tuple(firings),
                labels=tuple(caused_words(firing) for firing in firings.values()),
                clause=TRG_04.id,
            ),
            OneOf(
                name="brings",
                label="What it brings",
                values=tuple(brings),
                labels=tuple(brings.values()),
                clause=TRG_07.id,
                optional=True,
                default="nothing",
            ),
            *fields,
        ),
        owed=True,
        number=next(iter(firings.values())).number,
        group=GROUP,
    )


_HITS: Final = When("brings", ("hits",))


def confirm(state: State, _seat: Seat, command: Confirm) -> list[AnyEvent]:
    """What a Confirm does: the Trigger is told, then comes what it brings, at no price (TRG-07)."""
    firing = crisis.waiting(state, GM)[command.firing]
    confirmed: list[AnyEvent] = [TriggerConfirmed(firing, because=TRG_08.id)]
    return confirmed + _brought(fold(state, confirmed), firing, command)


def _brought(state: State, firing: Firing, command: Confirm) -> list[AnyEvent]:
    match command.brings:
        case "hits":
            return conflict.dealt(state, command.whom, command.n or 1, TRG_07.id)
        case "crisis":
            return crisis.raised(state, firing.causer, command.n or 1, TRG_07.id)
        case "trigger":
            return crisis.added(state, trigger_of(command, GM, command.shown), TRG_07.id)
        case "obstacle":
            return obstacle_added(state, obstacle_of(command), TRG_07.id)
        case "opponent" if command.opponent is not None:
            return opponent_added(state, command.opponent, TRG_07.id)
        case "note" if command.note is not None:
            return preparation.brought(state, state.notes[command.note], TRG_07.id)
        case _:
            return []


# -- revealing ----------------------------------------------------------------------------------------------------


def labels(triggers: tuple[Trigger, ...]) -> dict[str, int]:
    """The place of each Trigger by its name; the second of one name is "name (2)", and so on."""
    places: dict[str, int] = {}
    for place, trigger in enumerate(triggers):
        name, number = trigger.name, 1
        while name in places:
            number += 1
            name = f"{trigger.name} ({number})"
        places[name] = place
    return places


def reveal_offer(state: State, seat: Seat) -> Offer:
    """The GM shows more of a Trigger (TRG-01)."""
    check_gm(seat, TRG_01.id)
    triggers = state.scene.triggers
    more = {
        name: SHOWN[SHOWN.index(triggers[place].shown) + 1 :]
        for name, place in labels(triggers).items()
        if triggers[place].shown != "open"
    }
    if not more:
        raise Refused(TRG_01.id, "every Trigger is open to all")
    return Offer(
        kind="reveal",
        seat=seat,
        label="Show a Trigger to the players",
        clause=TRG_01.id,
        fields=(
            OneOf(name="trigger", label="Which", values=tuple(more)),
            *(
                OneOf(
                    name="shown",
                    label="What they see",
                    values=ways,
                    labels=tuple(SHOWN_LABELS[SHOWN.index(way)] for way in ways),
                    when=(When("trigger", (name,)),),
                )
                for name, ways in more.items()
            ),
        ),
        group=GROUP,
    )


def reveal(state: State, _seat: Seat, command: Reveal) -> list[AnyEvent]:
    """What a Reveal does."""
    place = labels(state.scene.triggers)[command.trigger]
    shown = next(way for way in SHOWN if way == command.shown)
    trigger = replace(state.scene.triggers[place], shown=shown)
    return [TriggerShown(place, trigger, because=TRG_01.id)]


# -- raising and lowering -----------------------------------------------------------------------------------------


def crisis_up_offer(state: State, seat: Seat) -> Offer:
    """Crisis rises in the fiction: somebody caused it (CRI-02), and Triggers fire. The causer of a Trigger that nobody
    caused may be nobody again (TRG-07)."""
    check_gm(seat, CRI_02.id)
    check_stakes(state)
    causer = OneOf(name="causer", label="Who caused it", values=(*state.scene.who, NOBODY), clause=CRI_02.id)
    return Offer(
        kind="crisis_up",
        seat=seat,
        label="Raise Crisis",
        clause=CRI_02.id,
        fields=(amount("n", "By how much", 1, MOST_AMOUNT), causer, line("reason", "Why")),
        group=GROUP,
    )


def crisis_up(state: State, _seat: Seat, command: CrisisUp) -> list[AnyEvent]:
    """What a CrisisUp does."""
    return crisis.raised(state, command.causer, command.n, CRI_02.id)


def crisis_down_offer(state: State, seat: Seat) -> Offer:
    """The GM lowers Crisis (CRI-03)."""
    check_gm(seat, CRI_03.id)
    check_stakes(state)
    return Offer(
        kind="crisis_down",
        seat=seat,
        label="Lower Crisis",
        clause=CRI_03.id,
        fields=(amount("n", "By how much", 1, MOST_AMOUNT), line("reason", "Why")),
        group=GROUP,
    )


def crisis_down(state: State, _seat: Seat, command: CrisisDown) -> list[AnyEvent]:
    """What a CrisisDown does: never below 0 (CRI-01)."""
    return crisis.lowered(state, command.n, CRI_03.id if state.scene.crisis else CRI_01.id, command.reason)
