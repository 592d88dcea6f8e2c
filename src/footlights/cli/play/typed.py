"""What people type, read kindly: dice, shares of a sum, whole numbers, yes and no."""

from __future__ import annotations

import re
from collections.abc import Sequence

from footlights.cli.play.questions import Amiss, folded
from footlights.core import Number, Split
from footlights.dice import Misread, Pool, Throw, dealt, read

_NUMBER = re.compile(r"[+-]?\d+")
MOST_DIGITS = 9


def number(typed: str, field: Number) -> int:
    """A whole number within the field's bounds. Raises Amiss."""
    found = typed.strip().removeprefix("+")
    if re.fullmatch(r"-?\d{1,9}", found) and field.lo <= int(found) <= field.hi:
        return int(found)
    if field.lo == field.hi:
        raise Amiss(f"Only {field.lo} is possible now.")
    raise Amiss(f"Type a whole number from {field.lo} to {field.hi}.")


def faces(typed: str, pool: Pool) -> Throw:
    """The faces of the pool's dice in the order rolled, however they are separated. Raises Amiss."""
    thrown, over = dealt(pool, _whole_numbers(typed))
    if missing := _still(pool, len(thrown)):
        raise Amiss(f"{missing} Type the faces in order, explosions right after their die.")
    if over:
        raise Amiss(f"There are {over} numbers too many: {_needs(pool)}.")
    try:
        read(pool, thrown)
    except Misread as misread:
        raise Amiss(f"{str(misread)[:1].upper()}{str(misread)[1:]}.") from None
    return thrown


def split(typed: str, field: Split) -> dict[str, int]:
    """Points for each part: numbers in the order of the parts ("2 0 1") or named ("Fear 1 Injury 2"). Raises Amiss."""
    parts = [part for part, _ in field.parts]
    if any(c.isalpha() for c in typed):
        shares = _named(typed, parts)
    else:
        numbers = _whole_numbers(typed)
        if len(numbers) > len(parts):
            raise Amiss(f"There are {len(parts)} parts: {', '.join(parts)}.")
        shares = dict(zip(parts, numbers, strict=False))
    for part, cap in field.parts:
        if not 0 <= shares.get(part, 0) <= cap:
            raise Amiss(f"{part} can have 0 to {cap}.")
    left = field.total - sum(shares.values())
    if left:
        raise Amiss(f"{left} still to share out." if left > 0 else f"{-left} too many: {field.total} in all.")
    return {part: share for part, share in shares.items() if share}


def _named(typed: str, parts: Sequence[str]) -> dict[str, int]:
    shares: dict[str, int] = {}
    for words, share in re.findall(r"([^\d,;=:]*[^\W\d][^\d,;=:]*?)[\s=:]*(\d{1,9})", typed):
        wanted = folded(words)
        fitting = [part for part in parts if folded(part).startswith(wanted)]
        if len(fitting) != 1:
            raise Amiss(f"Which part is {words.strip()}? They are: {', '.join(parts)}.")
        shares[fitting[0]] = int(share)
    return shares


def _whole_numbers(typed: str) -> list[int]:
    numbers = _NUMBER.findall(typed)
    if any(len(found) > MOST_DIGITS for found in numbers):
        raise Amiss("That number is too long.")
    return [int(found) for found in numbers]


def _needs(pool: Pool) -> str:
    dice = " and ".join(f"{d.count}d{d.sides}" for d in pool.groups if d.count)
    return f"this throw is {dice or 'no dice'}"


def _still(pool: Pool, given: int) -> str:
    missing = sum(dice.count for dice in pool.groups) - given
    return f"{missing} more {'die' if missing == 1 else 'dice'}: {_needs(pool)}." if missing else ""
