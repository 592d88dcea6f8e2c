"""How likely each reading is: exact, in whole numbers, also when dice explode without limit.

Only totals below a bound are ever counted out; "that or more" is what is missing to the denominator. So an
unbounded explosion is a finite sum, and nothing is rounded or capped.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from footlights.dice.expression import Expression
from footlights.dice.packed import SMALL, WORD, bits, cut, group, pack, steps, unpack, width_for
from footlights.dice.pool import Dice, Pool

MOST_TOTALS = 10_000
MOST_BITS = 1_000_000
MOST_STEPS = 400_000_000
"""Of `packed.steps`: half a second, perhaps a whole one."""

Parts = list[tuple[Dice, int]]
"""Dice, and how many times their sum counts."""


class TooLarge(ValueError):
    """Odds that would need more work than is done here; nothing was begun. The message says what is too much."""


class Chances(Mapping[int, Fraction]):
    """The exact chance of each whole number from `first` on: weights over one denominator.

    As a mapping it holds the values that can be, rising, and their chances. Weights may add up to less than
    `whole`: the `rest` is the chance of everything not listed.
    """

    __slots__ = ("first", "weights", "whole")

    def __init__(self, first: int, weights: tuple[int, ...], whole: int) -> None:
        self.first = first
        self.weights = weights
        self.whole = whole

    def __getitem__(self, value: int) -> Fraction:
        at = value - self.first
        if not 0 <= at < len(self.weights) or not self.weights[at]:
            raise KeyError(value)
        return Fraction(self.weights[at], self.whole)

    def __iter__(self) -> Iterator[int]:
        return (value for value, weight in enumerate(self.weights, self.first) if weight)

    def __len__(self) -> int:
        return len(self.weights) - self.weights.count(0)

    def __repr__(self) -> str:
        return f"Chances({', '.join(f'{value}: {chance}' for value, chance in self.items())})"

    @property
    def rest(self) -> Fraction:
        """The chance of all that is not listed."""
        return Fraction(self.whole - sum(self.weights), self.whole)

    @property
    def mean(self) -> Fraction:
        """Value times chance, summed over what is listed: the mean, if there is no rest."""
        values = enumerate(self.weights, self.first)
        return Fraction(sum(value * weight for value, weight in values), self.whole)


def distribution(of: Pool | Expression, below: int) -> Chances:
    """The chance of every total under `below`; the rest is that of `below` or more.

    Raises TooLarge for more than 10,000 totals, for weights of more than a million bits in all, for more work
    than a second or so, counted beforehand, and if unlimited explosions are subtracted (no total is the lowest).
    """
    parts, plus = _parts(of)
    lowest, span = _reach(parts)
    if lowest is None:
        raise TooLarge("exploding dice are subtracted: there is no lowest total to count from")
    first = plus + lowest
    size = max(0, below - first if span is None else min(below - first, span))
    packed, whole, width = _sum(parts, size)
    return Chances(first, unpack(packed, size, width), whole)


def at_least(of: Pool | Expression, n: int) -> Fraction:
    """The chance of a total of `n` or more.

    Raises TooLarge as `distribution` does, but takes unlimited explosions on either side of a minus (not both).
    """
    parts, plus = _parts(of)
    lowest, span = _reach(parts)
    if lowest is not None:
        under, whole = _under(parts, n - plus - lowest, span)
        return Fraction(whole - under, whole)
    mirrored = [(dice, -times) for dice, times in parts]
    lowest, span = _reach(mirrored)
    if lowest is None:
        raise TooLarge("exploding dice on both sides of a minus: their odds are an endless sum")
    return Fraction(*_under(mirrored, plus - n + 1 - lowest, span))


def mean(of: Pool | Expression) -> Fraction:
    """The average total, all explosions included.

    Raises TooLarge as `distribution` does, and where the highest or lowest of exploding dice are kept.
    """
    parts, plus = _parts(of)
    return plus + sum((times * _mean(dice) for dice, times in parts), Fraction(0))


def _mean(dice: Dice) -> Fraction:
    some_are_dropped = 0 < abs(dice.keep) < dice.count
    if some_are_dropped and dice.explode == "chain":
        raise TooLarge("the mean of the best or worst of exploding dice is an endless sum")
    if some_are_dropped:
        return distribution(Pool((dice,)), _most(dice) + 1).mean
    plain = Fraction(dice.sides + 1, 2)
    if dice.explode == "chain":
        return dice.count * plain * dice.sides / (dice.sides - 1)
    return dice.count * (plain if dice.explode == "no" else plain + plain / dice.sides)


# -- what is asked ----------------------------------------------------------------------------------------------


def _parts(of: Pool | Expression) -> tuple[Parts, int]:
    if isinstance(of, Pool):
        return [(dice, 1) for dice in of.groups if dice.count], of.plus
    return [(term.dice, term.times) for term in of.terms if term.dice.count], of.plus


def _least(dice: Dice) -> int:
    return abs(dice.keep) or dice.count


def _most(dice: Dice) -> int:
    """The highest sum of dice that are not endless."""
    return _least(dice) * dice.sides * (2 if dice.explode == "once" else 1)


def _reach(parts: Parts) -> tuple[int | None, int | None]:
    """The lowest total, and how many there are from it to the highest: None where there is no such end."""
    lowest, span, sinks, rises = 0, 1, False, False
    for dice, times in parts:
        if dice.explode == "chain":
            sinks, rises = sinks or times < 0, rises or times > 0
            lowest += times * _least(dice)
        else:
            least, most = _least(dice), _most(dice)
            lowest += times * (least if times > 0 else most)
            span += abs(times) * (most - least)
    return None if sinks else lowest, None if sinks or rises else span


def _inner(dice: Dice, times: int, size: int) -> int:
    """How many totals of the dice bear on the first `size` totals of the part."""
    return (size - 1) // times + 1 if times > 0 else _most(dice) - _least(dice) + 1


def _width(parts: Parts, size: int) -> int:
    """Bits for a coefficient of the whole product. Raises TooLarge if that is beyond the limits."""
    needed, widest, keeps = 1, size, False
    for dice, times in parts:
        inner = size
        if times != 1:
            inner = _inner(dice, times, size)
            widest = max(widest, inner)
        needed += bits(dice, inner)
        keeps = keeps or dice.keep != 0
    width = width_for(needed)
    if widest > MOST_TOTALS:
        raise TooLarge(f"more than {MOST_TOTALS:,} different totals: ask for a lower one")
    if widest * width > MOST_BITS:
        raise TooLarge(
            f"{widest:,} totals with odds of {width:,} bits each: ask for fewer dice or a lower total"
        )
    if keeps or widest * width > SMALL:
        _check_work([dice for dice, _ in parts], widest, width)
    return width


def _check_work(groups: Sequence[Dice], size: int, width: int) -> None:
    """Raises TooLarge if the lowest `size` totals of these groups are too much work together."""
    work = [steps(dice, size, width) for dice in groups]
    if sum(work) > MOST_STEPS:
        dice = groups[work.index(max(work))]
        what = "the best or worst" if dice.keep else "the sum"
        raise TooLarge(
            f"{what} of {dice.count:,} dice of {dice.sides:,} sides: "
            "too long to work out; ask for fewer dice, fewer sides or a lower total"
        )


# -- the answer ---------------------------------------------------------------------------------------------------


def _sum(parts: Parts, size: int) -> tuple[int, int, int]:
    """The lowest `size` totals of all parts together: packed weights, their denominator, their width."""
    if size <= 0:
        return 0, 1, WORD
    width = _width(parts, size)
    packed, whole = 1, 1
    for dice, times in parts:
        more, over = group(dice, size, width) if times == 1 else _multiple(dice, times, size, width)
        packed = more if packed == 1 else cut(packed * more, size, width)
        whole *= over
    return packed, whole, width


def _multiple(dice: Dice, times: int, size: int, width: int) -> tuple[int, int]:
    """The sum of the dice, counted `times` times: spread out, and turned round if it is taken off."""
    inner = _inner(dice, times, size)
    packed, whole = group(dice, inner, width)
    weights = unpack(packed, inner, width)
    spread = [0] * size
    reach = weights if times > 0 else weights[::-1]
    for at, weight in zip(range(0, size, abs(times)), reach, strict=False):
        spread[at] = weight
    return pack(spread, width), whole


def _under(parts: Parts, size: int, span: int | None) -> tuple[int, int]:
    """The weight of the lowest `size` totals, and the denominator."""
    packed, whole, width = _sum(parts, size if span is None else min(size, span))
    # 2^width is 1 more than a multiple of 2^width - 1: the remainder is the sum of all coefficients
    return packed % ((1 << width) - 1), whole
