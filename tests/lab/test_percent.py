"""Chances as people read them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from footlights.lab import percent


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 2), "50 %"),
        (Fraction(1, 20), "5 %"),
        (Fraction(1, 400), "0.25 %"),
        (Fraction(39, 400), "9.75 %"),
        (Fraction(19, 200), "9.5 %"),
        (Fraction(1, 3), "33.33 %"),
        (Fraction(2, 3), "66.67 %"),
        (Fraction(49_999, 100_000), "50.00 %"),
        (Fraction(1, 10_000), "0.01 %"),
        (Fraction(9_999, 10_000), "99.99 %"),
        (Fraction(1, 10_001), "<0.01 %"),
        (Fraction(1, 10**30), "<0.01 %"),
        (Fraction(99_999, 100_000), ">99.99 %"),
        (1 - Fraction(1, 10**30), ">99.99 %"),
    ],
)
def test_only_what_is_certain_is_100_percent_and_only_the_impossible_0(chance: Fraction, words: str) -> None:
    assert percent(chance) == words


@pytest.mark.parametrize("chance", [Fraction(-1, 10), Fraction(11, 10)])
def test_what_is_no_chance_is_refused(chance: Fraction) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        percent(chance)
