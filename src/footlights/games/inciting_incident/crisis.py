"""Crisis and the Triggers that its rise fires."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from footlights.core import GM, Seat
from footlights.games.inciting_incident.clauses import CMP_13, CRI_03, TRG_03, TRG_06
from footlights.games.inciting_incident.events import (
    AnyEvent,
    CrisisLowered,
    CrisisRaised,
    TriggerAdded,
    TriggerFired,
    TriggerShielded,
)
from footlights.games.inciting_incident.rulings import Rulings
from footlights.games.inciting_incident.scenery import Firing, Trigger
from footlights.games.inciting_incident.state import NOBODY, State

UNNAMED: Final = "?"
"""Stands for the name of a Trigger of which the players know only the threshold."""


def raised(state: State, causer: str, amount: int, because: str, shield: int = 0) -> list[AnyEvent]:
    """Crisis rises in one step (CRI-04) and fires Triggers, of which `shield` spare their causer (CMP-13)."""
    if amount <= 0:
        return []
    old, new = state.scene.crisis, state.scene.crisis + amount
    happened: list[AnyEvent] = [CrisisRaised(amount, new, causer, because=because)]
    if state.scene.triggers:
        happened += _fired(state, passed(state.rulings, state.scene.triggers, old, new), causer, shield)
    return happened


def lowered(state: State, amount: int, because: str = CRI_03.id, reason: str = "") -> list[AnyEvent]:
    """Crisis falls, at most to 0; no Trigger fires (CRI-01, CRI-03)."""
    amount = min(amount, state.scene.crisis)
    if amount <= 0:
        return []
    return [CrisisLowered(amount, state.scene.crisis - amount, reason, because=because)]


def added(state: State, trigger: Trigger, because: str) -> list[AnyEvent]:
    """A Trigger is made. Thresholds that lie behind count as passed (TRG-06), or fire at once if the table says so."""
    crisis, rulings = state.scene.crisis, state.rulings
    happened: list[AnyEvent] = [TriggerAdded(replace(trigger, mark=crisis), because=because)]
    if rulings.trigger_added == "immediate" and crisis:
        causer = trigger.owner if trigger.owner in state.characters else NOBODY
        happened += _fired(
            state, passed(rulings, (replace(trigger, mark=0),), 0, crisis), causer, 0, TRG_06.id
        )
    return happened


def passed(rulings: Rulings, triggers: tuple[Trigger, ...], old: int, new: int) -> list[tuple[int, Trigger]]:
    """The thresholds that fire when Crisis rises from `old` to `new`, in order (TRG-02, TRG-03, TRG-05).

    A Trigger that the players cannot see never takes the place of one that they can: where only one may fire,
    it is the highest of those they see, if there is any. What they are told would give it away otherwise.
    """
    found = [
        (threshold, trigger) for trigger in triggers for threshold in _thresholds(rulings, trigger, old, new)
    ]
    if rulings.trigger_multi == "highest_only" and found:
        seen = [one for one in found if one[1].shown != "hidden"]
        return [max(seen or found, key=_height)]
    return sorted(found, key=_height)


def _height(one: tuple[int, Trigger]) -> int:
    return one[0]


def _thresholds(rulings: Rulings, trigger: Trigger, old: int, new: int) -> range | tuple[int, ...]:
    """Those of one Trigger. "exceed" passes at one more Crisis than "reach", so both ends move down by one."""
    low = old if rulings.trigger_recross == "refire" else max(old, trigger.mark)
    if rulings.trigger_pass == "exceed":
        low, new = low - 1, new - 1
    step = trigger.threshold
    if not trigger.repeats:
        return (step,) if low < step <= new else ()
    first, last = max(low // step + 1, 1) * step, new // step * step
    if rulings.trigger_multi == "once_per_trigger":
        return (last,) if last >= first else ()
    return range(first, last + 1, step)


def next_threshold(rulings: Rulings, trigger: Trigger, crisis: int) -> int | None:
    """The Crisis at which a Trigger fires next, if Crisis rises from here; None when it is done (TRG-02, TRG-05)."""
    low = crisis if rulings.trigger_recross == "refire" else max(crisis, trigger.mark)
    exceeded = rulings.trigger_pass == "exceed"
    step = trigger.threshold
    first = low if exceeded else low + 1
    at = max(-(-first // step), 1) * step if trigger.repeats else step if step >= first else None
    return at + 1 if exceeded and at is not None else at


def _fired(
    state: State, found: list[tuple[int, Trigger]], causer: str, shield: int, because: str = TRG_03.id
) -> list[AnyEvent]:
    """The firings as events. A shield goes first to Triggers that the players see, for the same reason as above."""
    spared: set[int] = set()
    if shield:
        order = sorted(range(len(found)), key=lambda at: (found[at][1].shown == "hidden", at))
        spared = set(order[:shield])
    number, happened = state.asked.get(GM, 0), list[AnyEvent]()
    for at, (threshold, trigger) in enumerate(found):
        firing = Firing(trigger.name, threshold, causer, trigger.effect, trigger.shown)
        if at in spared:
            happened.append(TriggerShielded(firing, because=CMP_13.id))
        else:
            number += 1
            happened.append(TriggerFired(replace(firing, number=number), because=because))
    return happened


# -- names, as a seat knows them ----------------------------------------------------------------------------------


def firing_as_seen(firing: Firing, seat: Seat) -> Firing | None:
    """What a seat may know of a Trigger that has fired: None when it is hidden, no name when only its threshold is
    shown. Only the GM knows the numbers."""
    if seat == GM:
        return firing
    if firing.shown == "hidden":
        return None
    if firing.shown == "threshold":
        return replace(firing, name=UNNAMED, effect="", number=0)
    return replace(firing, number=0) if firing.number else firing


def trigger_as_seen(trigger: Trigger, seat: Seat) -> Trigger | None:
    """What a seat may know of a Trigger."""
    if seat == GM or trigger.shown == "open":
        return trigger
    if trigger.shown == "hidden":
        return None
    return replace(trigger, name=UNNAMED, effect="", beneficiary="")


def waiting(state: State, seat: Seat, *, untried: bool = False) -> dict[str, Firing]:
    """The waiting Triggers that a seat knows of (`untried`: on which nobody has stepped in), by their labels:
    "Collapse@15"; the first of each label."""
    found: dict[str, Firing] = {}
    for firing in state.scene.waiting:
        seen = firing_as_seen(firing, seat)
        if seen is not None and not (untried and firing.tried):
            found.setdefault(label(seen), firing)
    return found


def label(firing: Firing) -> str:
    """How a firing is named: "Collapse@15"."""
    return f"{firing.name}@{firing.threshold}"
