"""An exact chance as people read it, without claiming more than is true."""

from __future__ import annotations

from fractions import Fraction


def percent(chance: Fraction) -> str:
    """`chance` (0 to 1) as a percentage to one decimal, halves rounded up.

    "0 %" and "100 %" are said only of what is impossible or certain: below one in a thousand it is "<0.1 %", above 999
    in a thousand ">99.9 %". A decimal is left out only where the percentage is whole. Raises ValueError outside 0..1.
    """
    if not 0 <= chance <= 1:
        raise ValueError(f"{chance} is no chance: it lies between 0 and 1")
    if 0 < chance < Fraction(1, 1000):
        return "<0.1 %"
    if Fraction(999, 1000) < chance < 1:
        return ">99.9 %"
    tenths = int(chance * 1000 + Fraction(1, 2))
    whole = chance * 100
    return f"{whole.numerator} %" if whole.denominator == 1 else f"{tenths // 10}.{tenths % 10} %"
