"""The faces of dice that people rolled at the table, as they type them."""

from __future__ import annotations

import re
from typing import Final

from footlights.core import Refused
from footlights.dice import Misread, Pool, Throw, dealt, read


def faces(typed: str, pool: Pool, field: str) -> Throw:
    """The faces of the pool's dice in the order rolled, however they are separated. Raises Refused."""
    thrown, over = dealt(pool, [int(found) for found in re.findall(r"\d{1,9}", typed)])
    asked = sum(dice.count for dice in pool.groups)
    if over or len(thrown) < asked:
        what = f"type one number for each of the {asked} dice, an explosion right after its die"
        raise Refused("", what, field)
    try:
        read(pool, thrown)
    except Misread as misread:
        raise Refused("", str(misread), field) from None
    return thrown


MOST_BOXES: Final = 6


def boxes(pool: Pool) -> tuple[int, ...]:
    """The sides of each die where a page has a box for every one: few dice, none of which explodes; else nothing."""
    sides = tuple(dice.sides for dice in pool.groups for _ in range(min(dice.count, MOST_BOXES + 1)))
    return sides if len(sides) <= MOST_BOXES and all(dice.explode == "no" for dice in pool.groups) else ()


def dice_words(pool: Pool) -> str:
    """The dice in the order in which they are read: "5d6, then 1d10"."""
    return ", then ".join(f"{dice.count}d{dice.sides}" for dice in pool.groups if dice.count)
