"""`footlights odds`: exact chances, as fractions or as bars."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rich.text import Text

from footlights.cli.screen import bar, console, show, show_json
from footlights.cli.shell import FINE, WrongUse
from footlights.dice import Chances, Expression, TooLarge, distribution
from footlights.lab.percent import percent

if TYPE_CHECKING:
    from footlights.games.you.odds import Mode

Asked = dict[str, Any]

MOST_ROWS = 24
"""How many totals or amounts are listed one by one before the rest share a line."""


class Question(NamedTuple):
    """What can be asked of one thing: the options that belong to it, and who answers."""

    options: Mapping[str, Any]  # with their defaults
    answer: Callable[[Asked, bool], None]


def odds(what: str, asked: Asked, *, as_json: bool) -> int:
    """Answer for a game by its name, or for dice by their notation. Raises WrongUse for options that do not fit and for
    values out of range, BadNotation, and TooLarge for what cannot be worked out."""
    question = QUESTIONS.get(
        what.casefold(), Question({"at_least": None}, lambda a, j: _notation(what, a, j))
    )
    for name, value in asked.items():
        if value is not None and name not in question.options:
            fits = ", ".join(_flag(option) for option in question.options)
            raise WrongUse(f"{_flag(name)} does not go with {what[:60]!r}; what does: {fits}")
    given = {
        name: asked[name] if asked[name] is not None else default
        for name, default in question.options.items()
    }
    question.answer(given, as_json)
    return FINE


def _flag(option: str) -> str:
    return f"--{option.replace('_', '-')}"


def _within(asked: Asked, name: str, lo: int, hi: int) -> int:
    value: int | None = asked[name]
    if value is None:
        raise WrongUse(f"{_flag(name)} is missing; it is a whole number from {lo} to {hi}")
    if not lo <= value <= hi:
        raise WrongUse(f"{_flag(name)} {value}: it is a whole number from {lo} to {hi}")
    return value


# -- a roll in Inciting Incident --------------------------------------------------------------------------------


def _inciting_incident(asked: Asked, as_json: bool) -> None:
    from footlights.games.inciting_incident.levels import pool
    from footlights.games.inciting_incident.odds import (
        AUTOMATIC_CRISIS,
        MOST_DIFFICULTY,
        TARGET,
        crisis,
        success,
    )

    difficulty, level = _within(asked, "difficulty", 0, MOST_DIFFICULTY), _within(asked, "level", 0, 9)
    explode = asked["explode"]
    decisive = asked["target"] is not None
    target = _within(asked, "target", 0, 300) if decisive else TARGET
    passes = success(difficulty, level, target, explode=explode)
    least = asked["fail_min"]
    amounts = crisis(
        difficulty,
        level,
        asked["target"],
        regular_fail_min=2 if least is None else least,
        decisive_fail_min=least or 0,
        explode=explode,
    )
    if as_json:
        show_json({"success": passes, "crisis": dict(amounts)})
        return
    from footlights.dice.notation import to_notation

    kind = "a Decisive Action" if decisive else "a Simple Obstacle or a Regular Action"
    show(Text.assemble((to_notation(pool(difficulty, level, explode)), "bold"), f" against {target}, {kind}"))
    show(Text("More difficulty dice (d6) make it easier.\n", style="dim"))
    _bars([("Success", passes), ("Failure", 1 - passes)])
    show(Text.assemble(("\nCrisis added", "bold"), f"   {float(amounts.mean):.2f} on average"))
    _bars(_ranges(amounts))
    if not decisive:
        rolling = f"rolling adds {float(amounts.mean):.2f} on average"
        show(f"\nPassing automatically adds {AUTOMATIC_CRISIS}; {rolling}.")


# -- a check in YOU ---------------------------------------------------------------------------------------------

MODES: Final[dict[str, Mode]] = {"none": "neither", "adv": "ADV", "dis": "DIS"}
RESULTS: Final = ("Critical Failure", "Failure", "Partial Success", "Success", "Critical Success")


def _you(asked: Asked, as_json: bool) -> None:
    from footlights.games.you.odds import results

    modifier, advantage = _within(asked, "modifier", -99, 99), asked["advantage"]
    chances = results(modifier, MODES[advantage], asked["nat_scope"])
    if as_json:
        show_json(chances._asdict())
        return
    how = {"none": "", "adv": " with advantage", "dis": " with disadvantage"}[advantage]
    show(Text(f"A check at {modifier:+d}{how}\n", style="bold"))
    _bars(zip(RESULTS, chances, strict=True))
    fails = chances.crit_failure + chances.failure
    show("")
    _bars([("Passes", 1 - fails), ("Fails", fails)])


# -- any dice ---------------------------------------------------------------------------------------------------

FAR: Final = Fraction(1, 1000)
"""Totals of endless dice are listed until those beyond are less likely than this."""


def _notation(what: str, asked: Asked, as_json: bool) -> None:
    from footlights.dice import at_least, mean
    from footlights.dice.notation import parse, to_notation

    dice = parse(what)
    n = asked["at_least"]
    if n is not None:
        chance = at_least(dice, n)
        if as_json:
            show_json({"at_least": chance})
        else:
            show(Text(f"{to_notation(dice)}, {n} or more\n", style="bold"))
            _bars([(f"{n} or more", chance), ("Less", 1 - chance)])
        return
    totals = _totals(dice)
    try:
        average = mean(dice)
    except TooLarge:
        average = None  # of the best of exploding dice: its sum never ends
    if as_json:
        show_json({"mean": average, "totals": dict(totals), "more": totals.rest})
        return
    about = "" if average is None else f"   {float(average):.2f} on average"
    show(Text.assemble((to_notation(dice), "bold"), about, "\n"))
    _bars(_ranges(totals))


def _totals(dice: Expression) -> Chances:
    """The chance of each total, from the lowest to the highest or to where hardly any is left."""
    below = 32
    try:
        while (totals := distribution(dice, below)).rest >= FAR:
            below *= 2
    except TooLarge as too_large:
        raise WrongUse(f"{too_large}; with --at-least N less has to be worked out") from None
    return totals


def _ranges(chances: Chances) -> list[tuple[str, Fraction]]:
    """A row per value, or per so many that a screen holds all rows; the unlikely ones at either end share a row."""
    lowest, highest = _from(sorted(chances), chances), _from(sorted(chances, reverse=True), chances)
    step = -(-(highest - lowest + 1) // MOST_ROWS)
    rows = [(f"under {lowest}", _sum(chances, range(min(chances), lowest)))]
    for first in range(lowest, highest + 1, step):
        last = min(first + step - 1, highest)
        row = f"{first}" if first == last else f"{first} to {last}"
        rows.append((row, _sum(chances, range(first, last + 1))))
    rows.append((f"over {highest}", 1 - sum((chance for _, chance in rows), Fraction(0))))
    return [row for row in rows if row[1]]


def _from(values: Sequence[int], chances: Chances) -> int:
    """The first of the values up to which there is more than hardly any chance."""
    passed = Fraction(0)
    for value in values:
        passed += chances[value]
        if passed >= FAR:
            return value
    return values[-1]


def _sum(chances: Chances, values: Iterable[int]) -> Fraction:
    return sum((chances.get(value, Fraction(0)) for value in values), Fraction(0))


def _bars(rows: Iterable[tuple[str, Fraction]]) -> None:
    """Label, percentage and bar, one row each."""
    rows = list(rows)
    wide = max(len(label) for label, _ in rows)
    room = max(10, min(50, console().width - wide - 14))
    for label, chance in rows:
        line = Text.assemble(
            f"  {label:<{wide}}  ", (percent(chance).rjust(8), "bold"), "  ", (bar(chance, room), "cyan")
        )
        line.rstrip()
        show(line)


QUESTIONS: Final = {
    "you": Question({"modifier": 0, "advantage": "none", "nat_scope": "kept"}, _you),
    "inciting-incident": Question(
        {"difficulty": None, "level": None, "target": None, "fail_min": None, "explode": "chain"},
        _inciting_incident,
    ),
}
