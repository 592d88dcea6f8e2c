"""Rising Tension: what raises it, what rest takes off, and how it is spent."""

from __future__ import annotations

from footlights.core import Offer, Refused, Seat
from footlights.games.inciting_incident.clauses import RT_01, RT_04, RT_05, RT_06
from footlights.games.inciting_incident.commands import GainTension, Rest
from footlights.games.inciting_incident.events import AnyEvent, TensionLowered, TensionRaised, TensionSpent
from footlights.games.inciting_incident.fields import MOST_AMOUNT, amount, line
from footlights.games.inciting_incident.rulings import FixedRest
from footlights.games.inciting_incident.standing import check_gm
from footlights.games.inciting_incident.state import State


def raised(state: State, by: int, because: str, reason: str = "") -> list[AnyEvent]:
    """Rising Tension rises, if by anything."""
    return [TensionRaised(by, state.tension + by, reason, because=because)] if by > 0 else []


def spent(
    state: State, price: int, what: str, because: str = RT_05.id, *, secret: bool = False
) -> list[AnyEvent]:
    """The GM spends Rising Tension, if anything. That there is enough of it, the offer sees to (RT-01, RT-05)."""
    if not price:
        return []
    return [TensionSpent(price, state.tension - price, what, secret, because=because)]


def check_payable(state: State, price: int, what: str) -> None:
    """Raise Refused when it costs more than there is (RT-05). Offers bound the price as well; this says why."""
    if price > state.tension:
        reason = f"{what} costs {price} Rising Tension and there is {state.tension}; name a price within that"
        raise Refused(RT_05.id, reason, "price")


# -- by the GM ----------------------------------------------------------------------------------------------------


def gain_offer(_state: State, seat: Seat) -> Offer:
    """The story raises it (RT-04)."""
    check_gm(seat, RT_04.id)
    return Offer(
        kind="gain_tension",
        seat=seat,
        label="Raise Rising Tension",
        clause=RT_04.id,
        fields=(amount("n", "By how much", 1, MOST_AMOUNT), line("reason", "Why", needed=True)),
        group="tension",
    )


def gain(state: State, _seat: Seat, command: GainTension) -> list[AnyEvent]:
    """What a GainTension does."""
    return raised(state, command.n, RT_04.id, command.reason)


def rest_offer(state: State, seat: Seat) -> Offer:
    """A restful scene lowers it (RT-06)."""
    check_gm(seat, RT_06.id)
    reason = line("reason", "Why", needed=True)
    own = (amount("n", "By how much", 1, MOST_AMOUNT),)
    return Offer(
        kind="rest",
        seat=seat,
        label="Lower Rising Tension by rest",
        clause=RT_06.id,
        fields=(reason,) if isinstance(state.rulings.rt_rest, FixedRest) else (*own, reason),
        group="tension",
    )


def rest(state: State, _seat: Seat, command: Rest) -> list[AnyEvent]:
    """What a Rest does: never below 0 (RT-01)."""
    ruling = state.rulings.rt_rest
    off = ruling.fixed if isinstance(ruling, FixedRest) else command.n or 0
    off = min(off, state.tension)
    because = RT_06.id if off else RT_01.id
    return [TensionLowered(off, state.tension - off, command.reason, because=because)]
