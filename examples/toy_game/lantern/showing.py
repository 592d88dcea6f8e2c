"""What each seat may see and be told, and how it is said."""

from __future__ import annotations

from typing import Final

import msgspec

from footlights.core import GM, Fact, Meter, Note, Outcome, Panel, Seat
from lantern.clauses import CEL_01, DRA_01, FLK_01, STP_02
from lantern.state import (
    DEEPEST,
    MOST_OIL,
    ChoiceOwed,
    Corrected,
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
    WentDeeper,
    WentHome,
)


class WalkerView(msgspec.Struct, frozen=True):
    """A walker as everybody sees one."""

    name: str
    oil: int
    coins: int
    below: bool
    owes: bool


class View(msgspec.Struct, frozen=True):
    """What one seat sees. `draught` is there for the GM alone."""

    seat: Seat
    depth: int
    walkers: tuple[WalkerView, ...]
    rulings: Rulings
    leader: Seat | None
    burnt: int
    draught: Draught | None


def view(state: State, seat: Seat) -> View:
    """What the seat may see, field by field."""
    return View(
        seat=seat,
        depth=state.depth,
        walkers=tuple(WalkerView(w.name, w.oil, w.coins, w.below, w.owes) for w in state.walkers),
        rulings=state.rulings,
        leader=state.descent.leader if state.descent else None,
        burnt=state.descent.burnt if state.descent else 0,
        draught=state.draught if seat == GM else None,
    )


def panels(view: View) -> list[Panel]:
    """The view as a face draws it."""
    depth = Meter("Depth", view.depth, 0, DEEPEST, clause=CEL_01.id)
    cellar = [Panel("cellar", "The cellar", (depth,), "scene")]
    if view.leader is not None:
        led = (Fact("Leading", view.leader), Fact("Oil burnt", f"+{view.burnt}", clause=STP_02.id))
        cellar.append(Panel("step", "The step", led, "roll"))
    if view.draught is not None:
        hidden = Fact(view.draught.name, f"waits on step {view.draught.depth}", clause=DRA_01.id)
        cellar.append(Panel("draught", "The draught", (hidden,), "gm"))
    return cellar + [_sheet(walker) for walker in view.walkers]


def _sheet(walker: WalkerView) -> Panel:
    held = (Meter("Oil", walker.oil, 0, MOST_OIL), Fact("Coins", str(walker.coins)))
    owed = (Note("A choice is owed.", "owed", FLK_01.id),) if walker.owes else ()
    away = () if walker.below else (Note("Not below ground.", "quiet"),)
    return Panel(f"walker:{walker.name}", walker.name, held + owed + away, "sheet")


def known(state: State, seat: Seat) -> State:
    """A state to play on, without the draught unless the GM asks (DRA-01)."""
    return state if seat == GM else msgspec.structs.replace(state, draught=None)


def tell(_before: State, event: Event, seat: Seat) -> Event | None:
    """Everything but where the draught was hidden (DRA-01)."""
    return None if isinstance(event, DraughtHidden) and seat != GM else event


SENTENCES: Final[dict[type[Event], str]] = {
    DraughtHidden: "The GM hides a draught on step {0.depth}: {0.name}.",
    StepBegun: "{0.leader} leads a step down, burning {0.burnt} oil.",
    StepThrown: "{0.leader} throws {0.total}.",
    WentDeeper: "All stand on step {0.depth}; coins for {0.leader}: {0.coins}.",
    ChoiceOwed: "The light flickers; {0.walker} must choose a loss.",
    OneLost: "The light flickers; {0.walker} loses one measure or coin ({0.what}).",
    LostInTheDark: "{0.walker} is lost in the dark.",
    DraughtMet: "A draught ({0.name}) blows out all of {0.walker}'s oil.",
    WentHome: "{0.walker} goes home with {0.coins} coins.",
    OilPoured: "The GM pours {0.oil} oil for {0.walker}.",
    Corrected: "The GM sets {0.walker}'s {0.what} to {0.value}: {0.reason}",
    RulingChanged: "From now on {0.ruling} is {0.value}.",
}


def say(event: Event) -> str:
    """One sentence for the chronicle."""
    return SENTENCES[type(event)].format(event)


def outcomes(_before: State, event: Event) -> list[Outcome]:
    """What odds speak about (STP-03, FLK-01)."""
    match event:
        case WentDeeper():
            return [
                Outcome("deeper", "one step deeper"),
                Outcome("coins", "coins found", event.coins, counted=True),
            ]
        case ChoiceOwed() | OneLost():
            return [Outcome("flicker", "the light flickers", bad=True)]
        case LostInTheDark():
            return [Outcome(f"lost:{event.walker}", f"{event.walker} is lost in the dark", bad=True)]
        case DraughtMet():
            return [Outcome(f"draught:{event.walker}", f"{event.walker} meets the draught", bad=True)]
        case _:
            return []
