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
        (Fraction(1, 400), "0.3 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(2, 3), "66.7 %"),
        (Fraction(4999, 10_000), "50.0 %"),
        (Fraction(1, 1000), "0.1 %"),
        (Fraction(999, 1000), "99.9 %"),
        (Fraction(1, 1001), "<0.1 %"),
        (Fraction(1, 10**30), "<0.1 %"),
        (Fraction(9999, 10_000), ">99.9 %"),
        (1 - Fraction(1, 10**30), ">99.9 %"),
    ],
)
def test_only_what_is_certain_is_100_percent_and_only_the_impossible_0(chance: Fraction, words: str) -> None:
    assert percent(chance) == words


@pytest.mark.parametrize("chance", [Fraction(-1, 10), Fraction(11, 10)])
def test_what_is_no_chance_is_refused(chance: Fraction) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        percent(chance)
