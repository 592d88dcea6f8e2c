"""`footlights odds`: exact chances, as fractions or as bars."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rich.text import Text

from footlights.cli.screen import bar, console, percent, show, show_json
from footlights.cli.shell import FINE, WrongUse
from footlights.dice import Chances, TooLarge

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
    """Answer for a game by its name, or for dice by their notation. Raises WrongUse for options that do not fit,
    for values out of range and for what is too large to be worked out."""
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
    try:
        question.answer(given, as_json)
    except (TooLarge, ValueError) as error:
        raise WrongUse(str(error)) from None
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
    amounts = crisis(difficulty, level, asked["target"], explode=explode)
    if as_json:
        show_json({"success": passes, "crisis": dict(amounts)})
        return
    from footlights.dice.notation import written

    kind = "a Decisive Action" if decisive else "a Simple Obstacle or a Regular Action"
    show(Text.assemble((written(pool(difficulty, level, explode)), "bold"), f" against {target}, {kind}"))
    show(Text("More difficulty dice (d6) make it easier.\n", style="dim"))
    _bars([("Success", passes), ("Failure", 1 - passes)])
    show(Text.assemble(("\nCrisis added", "bold"), f"   {float(amounts.mean):.2f} on average"))
    _bars(_rows(amounts))
    if not decisive:
        better = "less" if amounts.mean < AUTOMATIC_CRISIS else "no less"
        show(f"\nPassing automatically adds {AUTOMATIC_CRISIS}: rolling adds {better} on average.")


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


def _notation(what: str, asked: Asked, as_json: bool) -> None:
    from footlights.dice import at_least
    from footlights.dice.notation import parse, written

    dice = parse(what)
    n = asked["at_least"]
    if n is not None:
        chance = at_least(dice, n)
        if as_json:
            show_json({"at_least": chance})
        else:
            show(Text(f"{written(dice)}, {n} or more\n", style="bold"))
            _bars([(f"{n} or more", chance), ("Less", 1 - chance)])
        return


def _rows(amounts: Chances) -> list[tuple[str, Fraction]]:
    """A row per amount; from the last of them on they share one, so that a screen holds them."""
    listed = sorted(amounts)
    rows = [(str(amount), amounts[amount]) for amount in listed[:MOST_ROWS]]
    if len(listed) > MOST_ROWS:
        rows[-1] = (
            f"{listed[MOST_ROWS - 1]} or more",
            1 - sum((chance for _, chance in rows[:-1]), Fraction(0)),
        )
    return rows


def _bars(rows: Iterable[tuple[str, Fraction]]) -> None:
    """Label, percentage and bar, one row each."""
    rows = list(rows)
    wide = max(len(label) for label, _ in rows)
    room = max(10, min(50, console().width - wide - 14))
    for label, chance in rows:
        show(
            Text.assemble(
                f"  {label:<{wide}}  ", (percent(chance), "bold"), "  ", (bar(chance, room), "cyan")
            )
        )


QUESTIONS: Final = {
    "you": Question({"modifier": 0, "advantage": "none", "nat_scope": "kept"}, _you),
    "inciting-incident": Question(
        {"difficulty": None, "level": None, "target": None, "explode": "chain"}, _inciting_incident
    ),
}
