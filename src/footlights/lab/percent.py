"""An exact chance as people read it, without claiming more than is true."""

from __future__ import annotations

from fractions import Fraction


def percent(chance: Fraction) -> str:
    """`chance` (0 to 1) as a percentage, to two decimals where it needs them, halves rounded up.

    What ends within two decimals is written exactly and without idle zeros ("0.25 %", "9.5 %", "12 %"). "0 %" and
    "100 %" are said only of what is impossible or certain: other chances below one in ten thousand are "<0.01 %",
    those above 9,999 in ten thousand ">99.99 %". Raises ValueError outside 0..1.
    """
    if not 0 <= chance <= 1:
        raise ValueError(f"{chance} is no chance: it lies between 0 and 1")
    if 0 < chance < Fraction(1, 10_000):
        return "<0.01 %"
    if Fraction(9_999, 10_000) < chance < 1:
        return ">99.99 %"
    hundredths, rest = divmod(chance * 10_000, 1)
    hundredths += rest >= Fraction(1, 2)
    written = f"{hundredths // 100}.{hundredths % 100:02}"
    return f"{written if rest else written.rstrip('0').rstrip('.')} %"
