"""The toy game with holes: in each of these a seat can learn of the draught before it is met."""

from __future__ import annotations

from typing import Final

from lantern import Lantern, rules, showing
from lantern.state import Command, Event, State, Step
from msgspec.structs import replace

from footlights.core import Offer, Refused, Seat, System


class Seen(Lantern):
    """The page shows it to everybody."""

    @staticmethod
    def view(state: State, seat: Seat) -> showing.View:
        return replace(showing.view(state, seat), draught=state.draught)


class Offered(Lantern):
    """The step that leads onto it has another label."""

    @staticmethod
    def offers(state: State, seat: Seat | None = None) -> list[Offer]:
        near = state.draught is not None and state.draught.depth == state.depth + 1
        return [
            replace(offer, label="Lead a risky step") if near and offer.kind == "step" else offer
            for offer in rules.offers(state, seat)
        ]


class Numbered(Lantern):
    """Hiding it counts as a question put to everybody."""

    @staticmethod
    def offers(state: State, seat: Seat | None = None) -> list[Offer]:
        more = state.draught is not None
        return [replace(offer, number=offer.number + more) for offer in rules.offers(state, seat)]


class Hinted(Lantern):
    """A refusal mentions it."""

    @staticmethod
    def decide(state: State, by: Seat, command: Command) -> list[Event]:
        try:
            return rules.decide(state, by, command)
        except Refused as refused:
            cold = " (and it is cold)" if state.draught is not None else ""
            raise Refused(refused.clause, refused.reason + cold, refused.field) from None


class Foreseen(Lantern):
    """Odds run on the whole truth."""

    @staticmethod
    def known(state: State, _seat: Seat) -> State:
        return state


class Told(Lantern):
    """Everybody is told where it was hidden."""

    @staticmethod
    def tell(_before: State, event: Event, _seat: Seat) -> Event | None:
        return event


class Cited(Lantern):
    """While there is one, a step cites the rule about it."""

    @staticmethod
    def decide(state: State, by: Seat, command: Command) -> list[Event]:
        events = rules.decide(state, by, command)
        if isinstance(command, Step) and state.draught is not None:
            return [replace(event, because="DRA-01") for event in events]
        return events


LEAKS: Final[tuple[System, ...]] = (Seen(), Offered(), Numbered(), Hinted(), Foreseen(), Told(), Cited())
