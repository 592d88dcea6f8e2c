"""Odds as they are told: what is a result and what comes of it, shares that sum to the whole, amounts in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from footlights.core import Chance

RESULT: Final = "result"
"""Outcomes whose key begins so exclude each other: exactly one of them comes about."""

VERDICT: Final = ("passed", "failed")
"""The outcomes that sum a roll up, by their keys."""

WHOLE: Final = 10_000
"""Shares are told in hundredths of a percent."""


def results(chances: Sequence[Chance]) -> list[Chance]:
    """The results that exclude each other, worst first as the game tells them; none where the game tells no such."""
    return [one for one in chances if one.outcome.key.startswith(RESULT)]


def consequences(chances: Sequence[Chance]) -> list[Chance]:
    """What comes of it, beside the result itself."""
    return [
        one for one in chances if not one.outcome.key.startswith(RESULT) and one.outcome.key not in VERDICT
    ]


def verdict(chances: Sequence[Chance]) -> tuple[str, Fraction] | None:
    """What the roller hopes for, in words, and how likely it is: that it passes, else the one good result."""
    for one in chances:
        if one.outcome.key == VERDICT[0]:
            return one.outcome.label, one.chance
    good = [one for one in results(chances) if not one.outcome.bad]
    return (good[0].outcome.label, sum((one.chance for one in good), Fraction(0))) if good else None


def apportioned(chances: Sequence[Fraction], total: int) -> list[int]:
    """`total` units shared out in proportion, by largest remainder."""
    whole = sum(chances) or Fraction(1)
    exact = [one * total / whole for one in chances]
    units = [int(one) for one in exact]
    by_remainder = sorted(range(len(units)), key=lambda at: units[at] - exact[at])
    for at in by_remainder[: total - sum(units)]:
        units[at] += 1
    return units


def hundredths(chances: Sequence[Fraction]) -> list[float]:
    """Hundredths of a percent that sum to what they should, the remainder given to those it is nearest to. What is
    possible, but rounds to nothing, is 0.5; what is not certain, but rounds to it, is 9999.5."""
    found: list[float] = []
    for one, share in zip(chances, apportioned(chances, round(sum(chances) * WHOLE)), strict=True):
        if one not in (0, 1) and share in (0, WHOLE):
            found.append(0.5 if share == 0 else WHOLE - 0.5)
        else:
            found.append(share)
    return found


def share(units: float) -> str:
    """Hundredths of a percent as people read them: "12.25 %"."""
    if units == 0.5:
        return "<0.01 %"
    if units == WHOLE - 0.5:
        return ">99.99 %"
    return f"{units / 100:.2f}".rstrip("0").rstrip(".") + " %"


def amount(one: Chance) -> str:
    """How likely it is; where how much of it varies, how much on average."""
    amounts = [amount for amount, _ in one.amounts if amount]
    if not amounts or (amounts == [1] and not one.outcome.counted):
        return share(hundredths([one.chance])[0])
    least, most = (amounts[0] if one.chance == 1 else 0), amounts[-1]
    return f"{most:+d}" if least == most else f"{float(one.mean):.2f}".rstrip("0").rstrip(".")


def spread(one: Chance) -> str:
    """Between which bounds an amount lies that varies; "" for one that does not."""
    amounts = [amount for amount, _ in one.amounts if amount]
    least, most = (amounts[0] if one.chance == 1 and amounts else 0), amounts[-1] if amounts else 0
    return (
        ""
        if least == most or (amounts == [1] and not one.outcome.counted)
        else f"{least} to {most}, on average"
    )
