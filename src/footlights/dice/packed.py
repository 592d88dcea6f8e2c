"""The arithmetic behind the odds: polynomials of whole weights, each packed into one int.

Coefficient i of a polynomial is the weight of "the lowest possible total, plus i"; its bits start at
i * `width`. One product of two such ints is the whole convolution of two groups of dice, and it is exact. Only
the first `size` coefficients are kept: what lies above is the difference to the denominator, never a sum.

Nothing here checks how much work it is asked for; `footlights.dice.odds` does, by `steps`.
"""

from collections.abc import Iterable
from math import comb, isqrt
from struct import unpack_from

from footlights.dice.pool import Dice

Weighted = tuple[int, int]
"""A packed polynomial, and the denominator its weights stand over."""

WORD = 64
SMALL = 20_000
"""Bits of a polynomial that is no work: it need not be cut on the way, nor its steps counted."""


def cut(packed: int, size: int, width: int) -> int:
    """The first `size` coefficients alone."""
    return packed & ((1 << size * width) - 1)


def pack(weights: Iterable[int], width: int) -> int:
    """Coefficients in order, lowest total first, as one int."""
    return int.from_bytes(b"".join(weight.to_bytes(width // 8, "little") for weight in weights), "little")


def unpack(packed: int, size: int, width: int) -> tuple[int, ...]:
    """The first `size` coefficients, lowest total first."""
    step = width // 8
    raw = cut(packed, size, width).to_bytes(size * step, "little")
    if step == 8:
        return unpack_from(f"<{size}Q", raw)
    return tuple(int.from_bytes(raw[at : at + step], "little") for at in range(0, len(raw), step))


def power(packed: int, exponent: int, size: int, width: int) -> int:
    """`packed` to the `exponent`, cut on the way; coefficients from `size` up may be left and mean nothing."""
    if exponent == 1 or exponent * size * width < SMALL:
        result: int = packed**exponent
        return result
    half = cut(power(packed, exponent // 2, size, width), size, width)
    return half * half * (packed if exponent % 2 else 1)


def ones(count: int, width: int) -> int:
    """1 + x + ... + x^(count - 1)."""
    return ((1 << count * width) - 1) // ((1 << width) - 1)


def exponent(dice: Dice, size: int) -> int:
    """The weights of `group(dice, size, width)` stand over sides to this power."""
    if dice.explode == "chain":
        again = (size - 1) // dice.sides
        return dice.count * (again + 1) if dice.keep else dice.count + again
    return dice.count if dice.explode == "no" else 2 * dice.count


def bits(dice: Dice, size: int) -> int:
    """Enough bits for any weight of `group(dice, size, width)` and on the way to it."""
    return exponent(dice, size) * dice.sides.bit_length() + (dice.count if dice.keep else 0)


def width_for(bits: int) -> int:
    """The width of coefficients of so many bits: whole words, and at least one bit to spare."""
    return (bits // WORD + 1) * WORD


def steps(dice: Dice, size: int, width: int) -> int:
    """About how long `group(dice, size, width)` takes, and one product with it: in steps of some nanoseconds, each
    touching one word. It rises with the number of dice, of totals and with the width, and is rather too high."""
    words = size * width // WORD
    product = 10 * words * isqrt(words)
    chains = (size - 1) // dice.sides if dice.explode == "chain" else 0
    one_die = 3 * (size + chains * words)
    if not dice.keep:
        return one_die + product * (1 + 3 * dice.count.bit_length())
    values = size if dice.explode == "chain" else min(size, dice.sides * (2 if dice.explode == "once" else 1))
    deals = (values + 1) * (dice.count + 1) * (dice.count + 2) // 2
    return one_die + product + deals * (200 + words * (3 + width // WORD))


def group(dice: Dice, size: int, width: int) -> Weighted:
    """The lowest `size` totals of one group of at least one die; size > 0."""
    if dice.keep:
        packed = _kept(dice, size, width)
    elif dice.explode == "chain":
        packed = _chained(dice, size, width)
    else:
        packed = power(_die(dice, size, width), dice.count, size, width)
    return cut(packed, size, width), dice.sides ** exponent(dice, size)


def _die(dice: Dice, size: int, width: int) -> int:
    """One die over sides (no explosion), sides squared (once) or sides to the rounds (chain)."""
    sides = dice.sides
    if dice.explode == "no":
        return ones(min(sides, size), width)
    plain = ones(min(sides - 1, size), width)
    if dice.explode == "once":
        # sides - 1 faces end the matter; the maximum goes on to sides + (1 to sides), each a sides-th as likely
        again = ones(min(sides, size - sides), width) << sides * width if size > sides else 0
        return cut(sides * plain + again, size, width)
    again = (size - 1) // sides
    chain = sum(plain * sides ** (again - k) << k * sides * width for k in range(again + 1))
    return cut(chain, size, width)


def _chained(dice: Dice, size: int, width: int) -> int:
    """All of n chained dice at once.

    One is U/s + U x^s/s^2 + ... = (U/s) / (1 - x^s/s) with U = 1 + x + ... + x^(s-2), so n of them are
    (U/s)^n * sum of C(n+k-1, k) (x^s/s)^k: few terms below `size`, whatever the number of explosions.
    """
    n, sides = dice.count, dice.sides
    again, step, series = (size - 1) // sides, sides * width, 0
    for k in range(again, -1, -1):
        series = (series << step) + comb(n + k - 1, k) * sides ** (again - k)
    return power(ones(min(sides - 1, size), width), n, size, width) * series


def _kept(dice: Dice, size: int, width: int) -> int:
    """The sums of the kept dice: values are dealt out from the side that is kept, so many dice to each.

    `dealt[m]` is the polynomial of the kept sum once m dice have their value; a die counts while fewer than
    `keep` were dealt before it. On the way a coefficient may reach 2^n times the denominator.
    """
    n, keep = dice.count, abs(dice.keep)
    whole: int = dice.sides ** (exponent(dice, size) // n)
    weights = unpack(_die(dice, size, width), size, width)
    values = [(value, weight) for value, weight in enumerate(weights) if weight]
    if dice.keep > 0:
        values.reverse()  # kept dice above `size` never matter, and the dropped ones lie below them
    else:
        values.append((size, whole - sum(weights)))  # dropped dice may be anything, as long as they are high
    dealt = [1] + [0] * n
    for value, weight in values:
        fresh = [0] * (n + 1)
        for before, polynomial in enumerate(dealt):
            for more in range(n + 1 - before if polynomial else 0):
                adds = value * max(0, min(before + more, keep) - before)
                if adds < size:
                    ways = comb(n - before, more) * weight**more
                    fresh[before + more] += cut(polynomial * ways << adds * width, size, width)
        dealt = fresh
    return dealt[n]
