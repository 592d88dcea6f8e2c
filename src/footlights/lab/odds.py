"""Exact odds of consequences, by playing the rules: one witness throw for each reading that they tell apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final, get_args

import msgspec

from footlights.core import DICE, GM, Chance, Outcome, Seat, System
from footlights.dice import Throw

MOST_THROWS: Final = 20_000
"""Witness throws of one forecast; a second or two of work."""

Amounts = Mapping[str, int]
"""What has come about on one branch: the amount of each outcome, by its key."""


class TooManyThrows(ValueError):
    """A forecast that would take more than MOST_THROWS witness throws."""


class Forecast(msgspec.Struct, frozen=True):
    """What may come of a line of commands, in the order in which it first came up. `throws` counts the readings that
    were told apart: 0 when no dice fall and everything in here is certain."""

    throws: int
    chances: tuple[Chance, ...]

    def chance(self, key: str) -> Fraction:
        """How likely the outcome of that key is; 0 when it is not among them."""
        return next((one.chance for one in self.chances if one.outcome.key == key), Fraction(0))

    def mean(self, key: str) -> Fraction:
        """The mean amount of the outcome of that key; 0 when it is not among them."""
        return next((one.mean for one in self.chances if one.outcome.key == key), Fraction(0))

    def plain(self) -> dict[str, Any]:
        """The same as JSON values, every fraction as a reduced string: "1/3", "0", "1"."""
        plain: dict[str, Any] = msgspec.to_builtins(self, enc_hook=str)
        return plain


def forecast(system: System, state: Any, seat: Seat, command: Any) -> Forecast:
    """The odds of everything that `command` by `seat` may lead to, on what that seat knows, when everybody else answers
    in the usual way (`system.line`). Raises Refused as `decide` would, and TooManyThrows."""
    known = system.known(state, seat)
    return consequences(system, known, system.line(known, seat, command))


def consequences(system: System, state: Any, line: Iterable[tuple[Seat, Any]]) -> Forecast:
    """The odds of everything that comes about when `line` is played from `state`, up to the next choice that somebody
    owes (a roller who may add something to dice that lie there adds nothing). An empty line asks about the dice that
    are due already.

    Exact: the chances of the readings are summed as fractions. Raises Refused when a command of the line is refused,
    TooManyThrows when more than MOST_THROWS readings would have to be played.
    """
    outcomes: dict[str, Outcome] = {}
    certain: Amounts = {}
    for by, command in line:
        state, certain = _play(system, state, by, command, certain, outcomes)
    throws = 0
    tally: dict[str, dict[int, Fraction]] = {}
    for chance, amounts, thrown in _branches(system, state, certain, outcomes):
        throws += thrown
        if throws > MOST_THROWS:
            raise TooManyThrows(f"these odds need more than {MOST_THROWS:,} throws; ask about fewer dice")
        for key, amount in amounts.items():
            by_amount = tally.setdefault(key, {})
            by_amount[amount] = by_amount.get(amount, 0) + chance
    return Forecast(throws, tuple(_chance(outcome, tally[key]) for key, outcome in outcomes.items()))


def _branches(
    system: System, state: Any, amounts: Amounts, outcomes: dict[str, Outcome]
) -> Iterator[tuple[Fraction, Amounts, bool]]:
    """Every way the dice can read from here: its chance, what came about, and whether dice fell at all."""
    due = system.due(state)
    if due is None:
        yield Fraction(1), amounts, False
        return
    order = _throw(system.commands)
    for witness in system.witnesses(state):
        after, more = _play(system, state, DICE, order(witness.throw), amounts, outcomes)
        if due.seat != GM and (nothing := _nothing_more(system, after, due.seat)):
            after, more = _play(system, after, due.seat, nothing, more, outcomes)
        for chance, final, _ in _branches(system, after, more, outcomes):
            yield witness.chance * chance, final, True


def _nothing_more(system: System, state: Any, roller: Seat) -> Any | None:
    """The empty answer of a roller who is asked whether to add something to the dice that lie there, if they are."""
    for offer in system.offers(state, roller):
        if offer.owed and offer.fields and all(field.optional for field in offer.fields):
            return msgspec.convert({"type": offer.kind}, system.commands)
    return None


def _play(
    system: System, state: Any, by: Seat, command: Any, amounts: Amounts, outcomes: dict[str, Outcome]
) -> tuple[Any, Amounts]:
    """The state after the command, and what has come about by then; outcomes seen for the first time are noted."""
    total = dict(amounts)
    for event in system.decide(state, by, command):
        for outcome in system.outcomes(state, event):
            outcomes.setdefault(outcome.key, outcome)
            total[outcome.key] = total.get(outcome.key, 0) + outcome.amount
        state = system.evolve(state, event)
    return state, total


def _chance(outcome: Outcome, by_amount: Mapping[int, Fraction]) -> Chance:
    amounts = tuple(sorted(by_amount.items()))
    return Chance(
        outcome=outcome,
        chance=sum((chance for _, chance in amounts), Fraction(0)),
        mean=sum((amount * chance for amount, chance in amounts), Fraction(0)),
        amounts=amounts,
    )


@cache
def _throw(commands: Any) -> Callable[[Throw], Any]:
    """Of a game's commands the one called `throw`: the only answer to dice that are due."""
    throw: Callable[[Throw], Any] = next(
        kind for kind in get_args(commands) if kind.__struct_config__.tag == "throw"
    )
    return throw
