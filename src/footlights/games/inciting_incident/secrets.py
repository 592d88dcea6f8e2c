"""What a seat may know: of the state, and of what has happened.

Secret are hidden Triggers, the names of Triggers of which only the threshold is shown, Obstacles to come, the GM's
notes, and how many questions the GM has been asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from footlights.core import GM, Seat
from footlights.games.inciting_incident import events
from footlights.games.inciting_incident.crisis import firing_as_seen, trigger_as_seen
from footlights.games.inciting_incident.scenery import Firing, Trigger
from footlights.games.inciting_incident.state import Draft, Rolling, State


def known(state: State, seat: Seat) -> State:
    """The state without what that seat may not know; the waiting Triggers it knows of are numbered afresh."""
    if seat == GM:
        return state
    scene = state.scene
    waiting = firings_seen(scene.waiting, seat)
    scene = replace(
        scene,
        triggers=triggers_seen(scene.triggers, seat),
        waiting=tuple(replace(firing, number=at) for at, firing in enumerate(waiting, 1)),
        obstacles=scene.obstacles[: scene.at + 1],
    )
    return replace(
        state,
        scene=scene,
        drafts={whose: draft_seen(draft) for whose, draft in state.drafts.items()},
        rolling=rolling_seen(state.rolling),
        notes={},
        asked={**{one: count for one, count in state.asked.items() if one != GM}, GM: len(waiting)},
    )


def triggers_seen(triggers: tuple[Trigger, ...], seat: Seat) -> tuple[Trigger, ...]:
    """The Triggers that a seat knows of, as it knows them."""
    if not triggers or seat == GM:
        return triggers
    seen = [trigger_as_seen(trigger, seat) for trigger in triggers]
    return tuple([trigger for trigger in seen if trigger is not None])


def firings_seen(firings: tuple[Firing, ...], seat: Seat) -> tuple[Firing, ...]:
    """The waiting Triggers that a seat knows of, as it knows them."""
    if not firings or seat == GM:
        return firings
    seen = [firing_as_seen(firing, seat) for firing in firings]
    return tuple([firing for firing in seen if firing is not None])


def draft_seen(draft: Draft) -> Draft:
    """A draft without the number of the question to the GM."""
    return replace(draft, question=0) if draft.question else draft


def rolling_seen(rolling: Rolling | None) -> Rolling | None:
    """The same for a roll whose dice are due."""
    if rolling is None or not rolling.draft.question:
        return rolling
    return replace(rolling, draft=draft_seen(rolling.draft))


# -- told ---------------------------------------------------------------------------------------------------------


def tell(before: State, event: events.AnyEvent, seat: Seat) -> events.AnyEvent | None:
    """What that seat may know of an event, None for nothing."""
    if seat == GM:
        return event
    telling = _TELLINGS.get(type(event))
    told: events.AnyEvent | None = event if telling is None else telling(before, event, seat)
    return told


def _draft(_before: State, event: Any, _seat: Seat) -> Any:
    return replace(event, draft=draft_seen(event.draft))


def _rolling(_before: State, event: events.RollCommitted, _seat: Seat) -> events.RollCommitted:
    return replace(event, rolling=rolling_seen(event.rolling))


def _trigger(_before: State, event: events.TriggerAdded, seat: Seat) -> events.TriggerAdded | None:
    seen = trigger_as_seen(event.trigger, seat)
    return None if seen is None else replace(event, trigger=seen)


def _shown(_before: State, event: events.TriggerShown, seat: Seat) -> events.TriggerShown | None:
    seen = trigger_as_seen(event.trigger, seat)
    return None if seen is None else replace(event, trigger=seen, place=0)


def _firing(_before: State, event: Any, seat: Seat) -> Any:
    seen = firing_as_seen(event.firing, seat)
    return None if seen is None else replace(event, firing=seen)


def _confirmed(_before: State, event: events.TriggerConfirmed, _seat: Seat) -> events.TriggerConfirmed:
    """Once it is confirmed everybody knows what has struck."""
    return replace(event, firing=replace(event.firing, number=0))


def _obstacle(_before: State, event: events.ObstacleAdded, _seat: Seat) -> events.ObstacleAdded | None:
    return event if event.at_once else None


def _spent(_before: State, event: events.TensionSpent, _seat: Seat) -> events.TensionSpent:
    return replace(event, what="", secret=False) if event.secret else event


def _nothing(_before: State, _event: Any, _seat: Seat) -> None:
    return None


_TELLINGS: Final[dict[type[Any], Callable[[State, Any, Seat], Any]]] = {
    events.DraftMade: _draft,
    events.DraftRuled: _draft,
    events.RollCommitted: _rolling,
    events.TriggerAdded: _trigger,
    events.TriggerShown: _shown,
    events.TriggerFired: _firing,
    events.TriggerShielded: _firing,
    events.TriggerConfirmed: _confirmed,
    events.TriggerCancelled: _firing,
    events.TriggerRewritten: _firing,
    events.SteppedIn: _firing,
    events.ObstacleAdded: _obstacle,
    events.TensionSpent: _spent,
    events.NoteWritten: _nothing,
    events.NoteDiscarded: _nothing,
}
"""Events of which others than the GM know less; all the rest is told to everybody."""
