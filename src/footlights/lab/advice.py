"""What one more point is worth, and how two ways of acting differ: odds set side by side, and no advice beyond them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec

from footlights.core import Number, Offer, Outcome, Refused, Seat, System, active_fields
from footlights.lab.odds import Forecast, forecast

MOST_VALUES: Final = 50


class Change(msgspec.Struct, frozen=True):
    """By how much an outcome becomes more likely, and its mean amount greater (negative: less)."""

    outcome: Outcome
    chance: Fraction
    mean: Fraction


class Point(msgspec.Struct, frozen=True):
    """The odds with one value of the number in question, and how they differ from those with the value before."""

    value: int
    forecast: Forecast
    changes: tuple[Change, ...]


class Compared(msgspec.Struct, frozen=True):
    """One of several ways: its odds, and how they differ from the first one's. Where the rules do not allow it,
    `refused` says why and there are no odds."""

    label: str
    forecast: Forecast | None = None
    changes: tuple[Change, ...] = ()
    refused: str = ""


def changes(before: Forecast, after: Forecast) -> tuple[Change, ...]:
    """What differs between two forecasts; outcomes with equal chance and mean are left out."""
    outcomes = {one.outcome.key: one.outcome for one in before.chances + after.chances}
    found = (
        Change(outcome, after.chance(key) - before.chance(key), after.mean(key) - before.mean(key))
        for key, outcome in outcomes.items()
    )
    return tuple(change for change in found if change.chance or change.mean)


def marginal(system: System, state: Any, seat: Seat, command: Any, field: str) -> tuple[Point, ...]:
    """The odds of `command` for each value that its number `field` may have here, the lowest first, and what
    each further point changes: "what is one more INS worth?".

    Values that are refused together with the rest of the command are left out. Raises Refused when no offer of that
    kind is open to the seat, ValueError when it has no such number or the number has more than MOST_VALUES values.
    """
    steps: list[Point] = []
    for value in _values(_offer(system, state, seat, command), command, field):
        try:
            odds = forecast(system, state, seat, msgspec.structs.replace(command, **{field: value}))
        except Refused:
            continue
        steps.append(Point(value, odds, changes(steps[-1].forecast, odds) if steps else ()))
    return tuple(steps)


def compare(system: System, state: Any, seat: Seat, ways: Mapping[str, Any]) -> tuple[Compared, ...]:
    """The odds of several commands side by side ("pass automatically", "roll Climb"), in the order given, each set
    against the first that is allowed."""
    compared: list[Compared] = []
    first: Forecast | None = None
    for label, command in ways.items():
        try:
            odds = forecast(system, state, seat, command)
        except Refused as refused:
            compared.append(Compared(label, refused=str(refused)))
            continue
        first = first or odds
        compared.append(Compared(label, odds, changes(first, odds)))
    return tuple(compared)


def _offer(system: System, state: Any, seat: Seat, command: Any) -> Offer:
    kind = command.__struct_config__.tag
    for offer in system.offers(system.known(state, seat), seat):
        if offer.kind == kind:
            return offer
    raise Refused("", f"{seat} cannot {kind} now")


def _values(offer: Offer, command: Any, field: str) -> range:
    answer = {name: getattr(command, name) for name in command.__struct_fields__}
    number = active_fields(offer, answer).get(field)
    if not isinstance(number, Number):
        raise ValueError(f"{offer.kind} has no number {field} here")
    if number.hi - number.lo >= MOST_VALUES:
        raise ValueError(
            f"{field} may be {number.lo} to {number.hi}; {MOST_VALUES} values is the most for one table"
        )
    return range(number.lo, number.hi + 1)
