"""Levels, and the dice they bring to a roll (II-DIC-01 to II-DIC-05)."""

from typing import Final

from footlights.dice import Dice, Explode, Pool

LEVEL_DICE: Final = (None, (1, 4), (1, 6), (1, 8), (1, 10), (2, 6), (2, 8), (2, 10), (3, 8), (3, 10))
"""Per level 0..9, how many dice of how many sides; None for none (II-DIC-01)."""

LEVEL_COST: Final = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45)
"""Per level 0..9, the points it costs in all (II-DIC-02)."""

_LEVEL_GROUPS: Final[dict[Explode, tuple[tuple[Dice, ...], ...]]] = {
    explode: tuple((Dice(*dice, explode),) if dice else () for dice in LEVEL_DICE)
    for explode in ("chain", "once", "no")
}


def level_group(level: int, explode: Explode = "chain") -> tuple[Dice, ...]:
    """The dice of a level: one group, or none at level 0. Raises ValueError unless 0 <= level <= 9."""
    if not 0 <= level <= 9:
        raise ValueError(f"level {level}: levels go from 0 to 9")
    return _LEVEL_GROUPS[explode][level]


def pool(difficulty: int, level: int, explode: Explode = "chain") -> Pool:
    """What is rolled: `difficulty` d6 first, then the dice of the Talent's (or Ability's) level (II-DIC-03).

    More difficulty dice make the roll easier. Raises ValueError unless 0 <= level <= 9 and the number of d6
    is one that `Dice` takes; that it is 1..9 at the table is up to the ruling on the pool (II-DIF-04).
    """
    return Pool((Dice(difficulty, 6, explode), *level_group(level, explode)))
