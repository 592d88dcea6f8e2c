"""One throw for each reading that can happen, with its exact chance: the odds of consequences are played on them."""

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

from footlights.dice.odds import Chances, TooLarge, distribution
from footlights.dice.pool import Dice, Pool, Throw, read

MOST_THROWS = 10_000

Witness = tuple[Fraction, Throw]

Read = tuple[int, frozenset[int]]
"""A total, and which of the watched faces were dropped."""

Ways = tuple[int, Throw]
"""In how many ways it comes about, and one of them."""


def witnesses(pool: Pool, below: int, watch: Collection[int] = ()) -> Iterator[Witness]:
    """One throw per total under `below` that can happen, with the exact chance of that total, and one for
    everything from `below` up (none if its chance is 0). The chances add up to 1.

    Where dice are dropped, throws also differ by which of the `watch` faces a dropped die shows. Such a pool must
    not explode and may have at most 10,000 throws, the order within a group aside. Raises TooLarge otherwise, and
    where `distribution` does.
    """
    if any(dice.keep and abs(dice.keep) < dice.count for dice in pool.groups):
        return iter(_by_enumeration(pool, below, frozenset(watch)))
    return _by_total(pool, below, distribution(pool, below))


# -- every die counts: build a throw for each total ---------------------------------------------------------------


def _by_total(pool: Pool, below: int, chances: Chances) -> Iterator[Witness]:
    dice = [one for one in pool.groups for _ in range(one.count)]
    reach = _reachable(dice, below - pool.plus)
    for total, chance in chances.items():
        yield chance, _throw_of(dice, reach, total - pool.plus)
    if chances.rest:
        yield chances.rest, _high_throw(dice, below - pool.plus)


def _reachable(dice: list[Dice], below: int) -> list[int]:
    """Per number of dice, from the first on, the set of totals under `below` they can show: a bit for each."""
    everything = (1 << max(below, 1)) - 1
    reach = [1]
    for one in dice:
        before, after = reach[-1], 0
        for value in _values(one, below):
            after |= before << value
        reach.append(after & everything)
    return reach


def _values(one: Dice, below: int) -> Iterator[int]:
    """What one die with its explosions can come to, under `below`, rising."""
    most = {"no": one.sides, "once": 2 * one.sides, "chain": below}[one.explode]
    for value in range(1, min(most + 1, below)):
        if one.explode == "no" or value % one.sides or (one.explode == "once" and value > one.sides):
            yield value


def _throw_of(dice: list[Dice], reach: list[int], total: int) -> Throw:
    """A throw of exactly `total`, which is in the last of `reach`."""
    faces = []
    for place in range(len(dice) - 1, -1, -1):
        one = dice[place]
        value = next(value for value in _values(one, total + 1) if reach[place] >> (total - value) & 1)
        faces.append(_faces(one, value))
        total -= value
    return tuple(reversed(faces))


def _faces(one: Dice, value: int) -> tuple[int, ...]:
    """The faces of one die that comes to `value`."""
    if one.explode == "no" or value < one.sides:
        return (value,)
    if one.explode == "once":
        return (one.sides, value - one.sides)
    return (one.sides,) * (value // one.sides) + (value % one.sides,)


def _high_throw(dice: list[Dice], least: int) -> Throw:
    """Some throw of `least` or more, which must be possible: every die at its best, a chain as long as it takes."""
    faces = []
    for one in dice:
        if one.explode == "chain":
            faces.append((one.sides,) * max(0, -(-least // one.sides)) + (1,))
        else:
            faces.append((one.sides,) * (2 if one.explode == "once" else 1))
        least -= sum(faces[-1])
    return tuple(faces)


# -- some dice are dropped: go through all throws -----------------------------------------------------------------


@lru_cache(maxsize=64)
def _by_enumeration(pool: Pool, below: int, watch: frozenset[int]) -> tuple[Witness, ...]:
    if any(dice.explode != "no" and dice.count for dice in pool.groups):
        raise TooLarge("exploding dice of which some are dropped have no list of throws")
    ways = prod(comb(dice.sides + dice.count - 1, dice.count) for dice in pool.groups)
    if ways > MOST_THROWS:
        raise TooLarge(f"more than {MOST_THROWS:,} different throws: too many to go through")
    found: dict[Read, Ways] = {(pool.plus, frozenset()): (1, ())}
    for dice in pool.groups:
        before, found = found, {}
        for ((total, seen), (weight, faces)), ((more, also), (orders, own)) in product(
            before.items(), _readings(dice, watch).items()
        ):
            _count(found, (total + more, seen | also), weight * orders, faces + own)
    lumped: dict[Read, Ways] = {}
    for (total, seen), (weight, faces) in found.items():
        _count(lumped, (min(total, below), seen), weight, faces)
    whole = prod(dice.sides**dice.count for dice in pool.groups)
    return tuple((Fraction(weight, whole), faces) for weight, faces in lumped.values())


def _readings(dice: Dice, watch: frozenset[int]) -> dict[Read, Ways]:
    """What the dice alone can read, with one throw for each and in how many orders such throws fall."""
    found: dict[Read, Ways] = {}
    alone = Pool((dice,))
    for shown in combinations_with_replacement(range(1, dice.sides + 1), dice.count):
        faces = tuple((face,) for face in shown)
        reading = read(alone, faces)
        dropped = frozenset(face for face, kept in zip(shown, reading.kept, strict=True) if not kept)
        orders = factorial(dice.count) // prod(map(factorial, Counter(shown).values()))
        _count(found, (reading.total, watch & dropped), orders, faces)
    return found


def _count(found: dict[Read, Ways], reading: Read, weight: int, faces: Throw) -> None:
    before, witness = found.get(reading, (0, faces))
    found[reading] = before + weight, witness
