"""The faces of dice that people rolled at the table, as they type them."""

from __future__ import annotations

import re
from typing import Final

from footlights.core import Refused
from footlights.dice import Misread, Pool, Throw, read


def faces(typed: str, pool: Pool, field: str) -> Throw:
    """The faces of the pool's dice in the order rolled, however they are separated: an exploding die that shows its
    maximum takes the next number as its explosion, so "6 6 2, 3, 1" is three dice. Raises Refused."""
    numbers = [int(found) for found in re.findall(r"\d{1,9}", typed)]
    thrown: list[tuple[int, ...]] = []
    at = 0
    for dice in pool.groups:
        for _ in range(dice.count):
            end = at + 1
            while (
                dice.explode != "no"
                and end < len(numbers)
                and numbers[end - 1] == dice.sides
                and (dice.explode == "chain" or end - at < 2)
            ):
                end += 1
            thrown.append(tuple(numbers[at:end]))
            at = end
    if at != len(numbers):
        asked = sum(dice.count for dice in pool.groups)
        raise Refused(
            "", f"type one number for each of the {asked} dice, an explosion right after its die", field
        )
    try:
        read(pool, tuple(thrown))
    except Misread as misread:
        raise Refused("", str(misread), field) from None
    return tuple(thrown)


MOST_BOXES: Final = 6


def boxes(pool: Pool) -> tuple[int, ...]:
    """The sides of each die where a page has a box for every one: few dice, none of which explodes; else nothing."""
    sides = tuple(dice.sides for dice in pool.groups for _ in range(min(dice.count, MOST_BOXES + 1)))
    return sides if len(sides) <= MOST_BOXES and all(dice.explode == "no" for dice in pool.groups) else ()


def dice_words(pool: Pool) -> str:
    """The dice in the order in which they are read: "5d6, then 1d10"."""
    return ", then ".join(f"{dice.count}d{dice.sides}" for dice in pool.groups if dice.count)
