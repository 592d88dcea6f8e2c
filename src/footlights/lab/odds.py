"""Exact odds of consequences, by playing the rules: one witness throw for each reading that they tell apart."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final, get_args

import msgspec

from footlights.core import DICE, Chance, Outcome, Seat, System, Witness
from footlights.dice import Throw, TooLarge

MOST_THROWS: Final = 20_000
"""Witness throws of one forecast; a second or two of work."""

Amounts = Mapping[str, int]
"""What has come about on one branch: the amount of each outcome, by its key."""


class TooManyThrows(ValueError):
    """A forecast that would take more than MOST_THROWS witness throws, or more than can be listed at all."""


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
    owes. What stands in the line behind the command that makes dice due is played once they lie there. An empty line
    asks about dice that are due already.

    Exact: the chances of the readings are summed as fractions. Raises Refused when a command of the line is refused,
    TooManyThrows when more than MOST_THROWS readings would have to be played.
    """
    outcomes: dict[str, Outcome] = {}
    certain: Amounts = {}
    orders = deque(line)
    while orders and (orders[0][0] == DICE or system.due(state) is None):
        state, certain = _play(system, state, *orders.popleft(), certain, outcomes)
    throws = 0
    tally: dict[str, dict[int, Fraction]] = {}
    for chance, amounts, thrown in _branches(system, state, certain, outcomes, orders):
        throws += thrown
        if throws > MOST_THROWS:
            raise TooManyThrows(f"these odds need more than {MOST_THROWS:,} throws; ask about fewer dice")
        for key, amount in amounts.items():
            by_amount = tally.setdefault(key, {})
            by_amount[amount] = by_amount.get(amount, 0) + chance
    return Forecast(throws, tuple(_chance(outcome, tally[key]) for key, outcome in outcomes.items()))


def _branches(
    system: System,
    state: Any,
    amounts: Amounts,
    outcomes: dict[str, Outcome],
    afterwards: Iterable[tuple[Seat, Any]],
) -> Iterator[tuple[Fraction, Amounts, bool]]:
    """Every way the dice can read from here, and what is ordered afterwards: its chance, what came about, and whether
    dice fell at all."""
    if system.due(state) is None:
        for by, command in afterwards:
            state, amounts = _play(system, state, by, command, amounts, outcomes)
        yield Fraction(1), amounts, False
        return
    order = _throw(system.commands)
    for witness in _witnesses(system, state):
        after, more = _play(system, state, DICE, order(witness.throw), amounts, outcomes)
        for chance, final, _ in _branches(system, after, more, outcomes, afterwards):
            yield witness.chance * chance, final, True


def _witnesses(system: System, state: Any) -> list[Witness]:
    """One throw for each reading of the dice that are due. Raises TooManyThrows when there are too many to list."""
    try:
        return list(system.witnesses(state))
    except TooLarge as large:
        raise TooManyThrows(f"these odds cannot be worked out: {large}") from None


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
