"""Odds as people decide by them: one stacked bar for the results, the consequences beneath, and what has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import cycle
from typing import Any, Final, get_args

import msgspec
from rich.text import Text as Line

from footlights.cli.play.ink import Lines, flowed, inked, joined
from footlights.core import Chance, Offer, Refused, Seat, Sheet, System, Text, active_fields
from footlights.lab import Forecast, TooManyThrows, forecast
from footlights.lab.told import VERDICT, apportioned, consequences, hundredths, results, share
from footlights.table.sheets import sheet_type

BAD: Final = "╳░▚╱╲─"
GOOD: Final = "█▓▒▙▞▗"
"""Fillings of the stacked bar: for what is bad, the worst first; for the rest, the best first."""


class Foresight:
    """The odds of whatever one seat may do now, on what that seat knows; asked for the same command again, remembered.

    `words` are the names around the table, for completion. Where `typed`, people throw and no dice fall by themselves.
    """

    def __init__(
        self, system: System, state: Any, seat: Seat, words: tuple[str, ...] = (), typed: bool = False
    ) -> None:
        self.words = words
        self._system = system
        self._state = system.known(state, seat)
        self._seat = seat
        self._typed = typed
        self._kinds = {kind.__struct_config__.tag: kind for kind in get_args(system.commands)}
        self._told: dict[bytes, Forecast | None] = {}

    def odds(self, offer: Offer, answers: Mapping[str, Any]) -> Forecast | None:
        """The odds, or None where there are none to tell: not whole yet, nothing comes of it, or far too many dice."""
        command = self._command(offer, answers)
        if command is None:
            return None
        asked = msgspec.json.encode(command)
        if asked not in self._told:
            try:
                found = forecast(self._system, self._state, self._seat, command)
            except (Refused, TooManyThrows):
                found = None
            self._told[asked] = found if found is not None and found.chances else None
        return self._told[asked]

    def falls(self, offer: Offer, answers: Mapping[str, Any]) -> bool:
        """Whether this very command makes dice fall that the table would throw."""
        command, state = self._command(offer, answers), self._state
        if command is None or self._typed:
            return False
        try:
            for event in self._system.decide(state, self._seat, command):
                state = self._system.evolve(state, event)
        except Refused:
            return False
        return self._system.due(self._state) is None and self._system.due(state) is not None

    def sheet(self, offer: Offer, wanted: Sheet) -> Any:
        """The type of a sheet that a command takes: its own, else the game's sheet if the example is one; or None."""
        return sheet_type(self._system, offer.kind, wanted)

    def _command(self, offer: Offer, answers: Mapping[str, Any]) -> Any | None:
        """The command, words that are still to be written standing in for themselves; None when it is not whole."""
        if offer.kind not in self._kinds:
            return None
        whole = {"type": offer.kind, **answers}
        for name, field in active_fields(offer, answers).items():
            if isinstance(field, Text) and not field.optional:
                whole.setdefault(name, "…" * max(field.least, 1))
            elif name not in whole and not field.optional:
                return None
        try:
            return msgspec.convert(whole, self._kinds[offer.kind])
        except (msgspec.ValidationError, RecursionError):
            return None


def gists(odds: Sequence[Forecast | None], stepwise: bool) -> list[str]:
    """The odds of several ways, each in a short phrase, without what is the same in all of them. `stepwise`: each with
    what it changes against the one before."""
    known = [one for one in odds if one is not None]
    keys = dict.fromkeys(chance.outcome.key for one in known for chance in one.chances)
    alike = {key for key in keys if len({(one.chance(key), one.mean(key)) for one in known}) == 1}
    alike = alike if len(known) > 1 and len(alike) < len(keys) else set()
    before: Forecast | None = None
    phrases = []
    for one in odds:
        phrases.append(_gist(one, before, alike) if one is not None else "")
        before = one if stepwise else None
    return phrases


def _gist(odds: Forecast, before: Forecast | None, alike: set[str]) -> str:
    """Whether it passes, and the first things that come of it."""
    verdict = [one for one in odds.chances if one.outcome.key == VERDICT[0]]
    headline = verdict or [one for one in results(odds.chances) if not one.outcome.bad]
    parts = []
    for one in [one for one in headline + consequences(odds.chances) if one.outcome.key not in alike][:2]:
        change = one.chance - before.chance(one.outcome.key) if before else Fraction(0)
        parts.append(
            f"{one.outcome.label} {_amount(one, short=True)}" + (f" ({signed(change)})" if change else "")
        )
    return ", ".join(parts)


def signed(change: Fraction) -> str:
    """A change in percentage points: "+3.75", "-0.5"."""
    text = f"{abs(float(change * 100)):.2f}".rstrip("0").rstrip(".")
    return f"{'+' if change > 0 else '-'}{text if text != '0' else '<0.01'}"


def shares(chances: Sequence[Fraction]) -> list[str]:
    """Percentages to two decimals that sum to what they should; what is not quite 0 or 1 never shows as if it were."""
    return [share(units) for units in hundredths(chances)]


def shown(odds: Forecast, width: int, before: Forecast | None = None) -> Lines:
    """The bar, the results with their percentages, the consequences; in brackets what was before the last change."""
    lines: Lines = []
    told = results(odds.chances)
    if odds.throws:
        lines += [_verdict(one, before) for one in odds.chances if one.outcome.key == VERDICT[0]]
        lines += _stacked(told, width, before) if told else []
    if rest := consequences(odds.chances):
        head = Line("then  " if told else "certain  " if not odds.throws else "odds  ", "dim")
        lines += flowed([_consequence(one, before, certain=not odds.throws) for one in rest], width, 3, head)
    return lines


def _verdict(one: Chance, before: Forecast | None) -> Line:
    """The number that people decide by."""
    was = before.chance(one.outcome.key) if before else one.chance
    line = joined(Line(shares([one.chance])[0], "bold"), "  ", inked(one.outcome.label))
    return (
        joined(line, Line(f"  (was {shares([was])[0]}, {signed(one.chance - was)})", "dim"))
        if was != one.chance
        else line
    )


def _stacked(told: Sequence[Chance], width: int, before: Forecast | None) -> Lines:
    chances = [one.chance for one in told]
    bar = _bar(told, chances, width)
    was = [before.chance(one.outcome.key) for one in told] if before else []
    items = []
    fillings = _fillings(told)
    for at, (one, part) in enumerate(zip(told, shares(chances), strict=True)):
        item = joined(_filled(fillings[at], one, 1), " ", inked(one.outcome.label), " ", Line(part, "bold"))
        if before and was[at] != one.chance:
            item = joined(item, Line(f" (was {shares(was)[at]})", "dim"))
        items.append(item)
    ghost = (
        [joined(_bar(told, was, max(width - 7, 1)), Line(" before", "dim"))]
        if before and was != chances
        else []
    )
    return [bar, *ghost, *flowed(items, width, 3)]


def _bar(told: Sequence[Chance], chances: Sequence[Fraction], width: int) -> Line:
    cells = apportioned(chances, width)
    for at, one in enumerate(chances):  # whatever is possible can be seen
        if one and not cells[at] and max(cells) > 1:
            cells[at] += 1
            cells[cells.index(max(cells))] -= 1
    fillings = zip(_fillings(told), told, cells, strict=True)
    return joined(*(_filled(sign, one, length) for sign, one, length in fillings))


def _fillings(told: Sequence[Chance]) -> list[str]:
    """A sign for each result, so that the best is always full and what is bad always looks so."""
    good = sum(not one.outcome.bad for one in told)
    bads, goods = cycle(BAD), iter([GOOD[at % len(GOOD)] for at in reversed(range(good))])
    return [next(bads if one.outcome.bad else goods) for one in told]


def _filled(sign: str, one: Chance, cells: int) -> Line:
    return Line(sign * cells, "red" if one.outcome.bad else "green")


def _amount(one: Chance, short: bool = False) -> str:
    """How likely, or how much on average where the amount varies."""
    amounts = [amount for amount, _ in one.amounts if amount]
    if not amounts or (amounts == [1] and not one.outcome.counted):
        return shares([one.chance])[0]
    least, most = (amounts[0] if one.chance == 1 else 0), amounts[-1]
    if least == most:
        return f"{most:+d}"
    mean = f"{float(one.mean):.1f}"
    return f"~{mean}" if short else f"{mean} on average ({least} to {most})"


def _consequence(one: Chance, before: Forecast | None, certain: bool) -> Line:
    told = certain and one.amounts == ((1, Fraction(1)),) and not one.outcome.counted
    amount = "" if told else _amount(one)
    item = joined(inked(one.outcome.label, "red" if one.outcome.bad else ""), " ", Line(amount, "bold"))
    key = one.outcome.key
    if (
        before
        and (was := next((old for old in before.chances if old.outcome.key == key), None))
        and _amount(was) != _amount(one)
    ):
        item = joined(item, Line(f" (was {_amount(was)})", "dim"))
    return item
