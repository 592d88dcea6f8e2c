"""What is thrown, and how it reads.

A throw is plain data: for each die, in the order of the pool, the face it showed and then the faces of its
explosions. Whoever throws (a random source, a seed, a script, people at a table) hands in the same shape, and
`read` accepts it only if it is complete.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Literal

Explode = Literal["no", "once", "chain"]

MOST_DICE = 1_000
MOST_SIDES = 1_000_000
MOST_PLUS = 1_000_000
LONGEST_CHAIN = 10_000

Throw = tuple[tuple[int, ...], ...]
"""One inner tuple per die, in pool order: its face, then those of its explosions, in the order rolled."""


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` equal dice.

    `explode`: "chain" adds a die of the same kind for every maximum, those added too, without limit; "once"
    adds one die that adds no other. `keep`: 0 keeps all, n > 0 the n highest, n < 0 the -n lowest; a die
    counts with its explosions as one.

    Raises ValueError beyond 0..1,000 dice or 1..1,000,000 sides, for dice that explode for ever (one side),
    and for a `keep` of more dice than there are.
    """

    count: int
    sides: int
    explode: Explode = "no"
    keep: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.count <= MOST_DICE:
            raise ValueError(f"{self.count} dice: there can be 0 to {MOST_DICE:,}")
        if not 1 <= self.sides <= MOST_SIDES:
            raise ValueError(f"a die of {self.sides} sides: a die has 1 to {MOST_SIDES:,}")
        if self.explode != "no" and self.sides == 1:
            raise ValueError("a die of 1 side explodes for ever: it needs at least 2")
        if self.keep and abs(self.keep) > self.count:
            raise ValueError(f"{abs(self.keep)} dice to keep, but only {self.count} thrown")


@dataclass(frozen=True, slots=True)
class Pool:
    """Groups of dice thrown together, and a number added to their sum.

    Raises ValueError beyond 1,000 dice in all or a `plus` outside -1,000,000..1,000,000.
    """

    groups: tuple[Dice, ...]
    plus: int = 0

    def __post_init__(self) -> None:
        dice = 0
        for group in self.groups:
            dice += group.count
        if dice > MOST_DICE:
            raise ValueError(f"more than {MOST_DICE:,} dice in one pool")
        if not -MOST_PLUS <= self.plus <= MOST_PLUS:
            raise ValueError(f"a modifier of {self.plus}: it can be {-MOST_PLUS:,} to {MOST_PLUS:,}")


class Misread(ValueError):
    """Faces that do not fit the pool. `where` is the index of the first die at fault, -1 for their number."""

    def __init__(self, message: str, where: int = -1) -> None:
        super().__init__(message)
        self.where = where


@dataclass(frozen=True, slots=True)
class Reading:
    """The total of a throw, and for each die whether it (with its explosions) counted."""

    total: int
    kept: tuple[bool, ...]


def throw(pool: Pool, roll: Callable[[int], int]) -> Throw:
    """Throw every die of the pool, explosions at once after the die that caused them.

    `roll(sides)` brings the randomness: a face from 1 to sides. Its faces are not checked here, `read` does
    that. Raises RuntimeError if one die explodes 10,000 times over: such a source is broken.
    """
    thrown: list[tuple[int, ...]] = []
    for dice in pool.groups:
        sides = dice.sides
        adds = 0 if dice.explode == "no" else sides
        for _ in range(dice.count):
            face = roll(sides)
            thrown.append((face,) if face != adds else _exploded(dice, roll))
    return tuple(thrown)


def _exploded(dice: Dice, roll: Callable[[int], int]) -> tuple[int, ...]:
    chain = [dice.sides, roll(dice.sides)]
    while chain[-1] == dice.sides and dice.explode == "chain":
        if len(chain) > LONGEST_CHAIN:
            raise RuntimeError(f"a d{dice.sides} showed its maximum {LONGEST_CHAIN:,} times in a row")
        chain.append(roll(dice.sides))
    return tuple(chain)


def dealt(pool: Pool, numbers: Sequence[int]) -> tuple[Throw, int]:
    """Numbers in the order in which they were read off the table, die by die: a die that shows what makes it explode
    takes the next one as its explosion, so that 6 6 2 3 1 is three exploding d6. Gives the dice that there were numbers
    for, and how many numbers are left over; whether the faces can be is for `read` to say."""
    thrown: list[tuple[int, ...]] = []
    at = 0
    for dice in pool.groups:
        for _ in range(dice.count):
            if at >= len(numbers):
                return tuple(thrown), 0
            end = at + 1
            while (
                dice.explode != "no"
                and numbers[end - 1] == dice.sides
                and end < len(numbers)
                and (dice.explode == "chain" or end - at < 2)
            ):
                end += 1
            thrown.append(tuple(numbers[at:end]))
            at = end
    return tuple(thrown), len(numbers) - at


def read(pool: Pool, faces: Throw) -> Reading:
    """The total of `faces` and which dice it counts; of equal dice the earlier one is kept.

    Raises Misread unless the dice are exactly those the pool needs: their number, faces from 1 to sides, and
    every explosion that is due and no other.
    """
    needed = sum(dice.count for dice in pool.groups)
    if len(faces) != needed:
        raise Misread(f"{len(faces)} dice were given: this throw needs {needed}")
    total, at = pool.plus, 0
    kept: list[bool] = []
    for dice in pool.groups:
        sides, values = dice.sides, []
        for where, shown in enumerate(faces[at : at + dice.count], at):
            if not (len(shown) == 1 and 0 < shown[0] < sides and type(shown[0]) is int):
                _check(dice, shown, where)
            values.append(sum(shown))
        at += dice.count
        if not dice.keep:
            total += sum(values)
            kept += [True] * len(values)
            continue
        flags = _flags(dice.keep, values)
        total += sum(compress(values, flags))
        kept += flags
    return Reading(total, tuple(kept))


def _flags(keep: int, values: list[int]) -> list[bool]:
    """Which of them are kept: of equal ones the earlier."""
    ranked = sorted(range(len(values)), key=values.__getitem__, reverse=keep > 0)
    best = set(ranked[: abs(keep)])
    return [index in best for index in range(len(values))]


def _check(dice: Dice, shown: tuple[int, ...], where: int) -> None:
    """Raise Misread unless `shown` is one whole die of this kind."""
    sides, die = dice.sides, f"die {where + 1} (d{dice.sides})"
    if not shown:
        raise Misread(f"{die} has no face: give the number it shows", where)
    for face in shown:
        if type(face) is not int or not 1 <= face <= sides:
            raise Misread(f"{die} shows {face!r}: its faces are 1 to {sides}", where)
    for place, face in enumerate(shown[:-1]):
        if dice.explode == "no":
            raise Misread(f"{die} has {len(shown)} faces, but does not explode: give one", where)
        if face != sides:
            raise Misread(f"{die} goes on after a {face}: only a {sides} adds a die", where)
        if dice.explode == "once" and place:
            raise Misread(f"{die} explodes only once: give two faces at most", where)
    due = dice.explode == "chain" or (dice.explode == "once" and len(shown) == 1)
    if due and shown[-1] == sides:
        raise Misread(f"{die} ends on a {sides}, which adds a die: give the next face too", where)
