"""How each event changes the state, and the bounds that every state keeps. No ruling is read here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from footlights.core import Seat
from lantern.state import (
    DEEPEST,
    MOST_COINS,
    MOST_OIL,
    ChoiceOwed,
    Corrected,
    Descent,
    Draught,
    DraughtHidden,
    DraughtMet,
    Event,
    LostInTheDark,
    OilPoured,
    OneLost,
    RulingChanged,
    Rulings,
    State,
    StepBegun,
    StepThrown,
    Walker,
    WentDeeper,
    WentHome,
)


def _change(state: State, name: Seat, change: Callable[[Walker], Walker]) -> State:
    walkers = tuple(change(walker) if walker.name == name else walker for walker in state.walkers)
    return replace(state, walkers=walkers)


def _set(state: State, name: Seat, **values: Any) -> State:
    return _change(state, name, lambda walker: replace(walker, **values))


def _begun(state: State, event: StepBegun) -> State:
    spent = _change(state, event.leader, lambda w: replace(w, oil=w.oil - event.burnt))
    return replace(spent, descent=Descent(event.leader, event.burnt))


def _deeper(state: State, event: WentDeeper) -> State:
    richer = _change(
        state,
        event.leader,
        lambda w: replace(w, coins=min(MOST_COINS, w.coins + event.coins)),
    )
    return replace(richer, depth=event.depth)


def _lost(state: State, event: OneLost) -> State:
    def lighter(walker: Walker) -> Walker:
        oil, coins = (walker.oil - 1, walker.coins) if event.what == "oil" else (walker.oil, walker.coins - 1)
        return replace(walker, oil=oil, coins=coins, owes=False)

    return _change(state, event.walker, lighter)


EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {
    DraughtHidden: lambda s, e: replace(s, draught=Draught(e.name, e.depth)),
    StepBegun: _begun,
    StepThrown: lambda s, _: replace(s, descent=None),
    WentDeeper: _deeper,
    ChoiceOwed: lambda s, e: _change(s, e.walker, lambda w: replace(w, owes=True, asked=w.asked + 1)),
    OneLost: _lost,
    LostInTheDark: lambda s, e: _set(s, e.walker, below=False),
    DraughtMet: lambda s, e: replace(_set(s, e.walker, oil=0), draught=None),
    WentHome: lambda s, e: _set(s, e.walker, below=False),
    OilPoured: lambda s, e: _change(s, e.walker, lambda w: replace(w, oil=w.oil + e.oil)),
    Corrected: lambda s, e: _set(s, e.walker, **{e.what: e.value}),
    RulingChanged: lambda s, e: replace(s, rulings=Rulings(**{e.ruling: e.value})),
}


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    return EVOLVE[type(event)](state, event)


def faults(state: State) -> list[str]:
    """Which bounds the state breaks (CEL-01, STP-01, DRA-01)."""
    wrong = []
    for walker in state.walkers:
        if not 0 <= walker.oil <= MOST_OIL:
            wrong.append(f"{walker.name} has {walker.oil} oil")
        if not 0 <= walker.coins <= MOST_COINS:
            wrong.append(f"{walker.name} has {walker.coins} coins")
        if walker.owes and not (walker.oil and walker.coins):
            wrong.append(f"{walker.name} owes a choice between nothing and something")
    if not 0 <= state.depth <= DEEPEST:
        wrong.append(f"the party is on step {state.depth}")
    if state.draught is not None and not state.depth < state.draught.depth <= DEEPEST:
        wrong.append(f"the draught waits on step {state.draught.depth}, behind the party")
    return wrong
