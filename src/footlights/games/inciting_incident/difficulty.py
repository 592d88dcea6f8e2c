"""Advantage, Disadvantage and difficulty: how many d6 a roll is made with. More of them make it easier."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from footlights.core import Refused
from footlights.games.inciting_incident.clauses import ADV_01, DIF_01, DIF_02
from footlights.games.inciting_incident.rulings import Rulings

MOST_ADVANTAGE: Final = 99
MOST_SHIFT: Final = 99
USUAL_BASE: Final = 5
LEAST_BASE: Final = 1
MOST_BASE: Final = 9


def net(rulings: Rulings, adv: int, dis: int) -> int:
    """What is left of Advantage (above 0) or Disadvantage (below 0) after they cancel (ADV-02, ADV-04)."""
    if rulings.advantage_cap == "each_side_first":
        cap = rulings.advantage_table[-1]
        adv, dis = min(adv, cap), min(dis, cap)
    return adv - dis


def steps(rulings: Rulings, amount: int) -> int:
    """The d6 that a net amount of Advantage adds, or takes away when it is below 0 (ADV-03)."""
    dice = bisect_right(rulings.advantage_table, abs(amount))
    return dice if amount > 0 else -dice


def dice(rulings: Rulings, base: int, shift: int = 0, adv: int = 0, dis: int = 0) -> int:
    """The d6 rolled: base, shift and what Advantage or Disadvantage change, within bounds (DIF-04)."""
    change = steps(rulings, net(rulings, adv, dis)) if adv or dis else 0
    if rulings.pool_clamp == "min1_only":
        return max(1, base + shift + change)
    if rulings.pool_clamp == "base_only":
        return max(0, min(max(base + shift, LEAST_BASE), MOST_BASE) + change)
    return min(max(base + shift + change, LEAST_BASE), MOST_BASE)


def asked(rulings: Rulings, base: int, shift: int = 0, adv: int = 0, dis: int = 0) -> int:
    """The same for numbers that somebody asks about. Raises Refused when one is out of bounds."""
    for name, value, lo, hi, clause in (
        ("base", base, LEAST_BASE, MOST_BASE, DIF_01),
        ("shift", shift, -MOST_SHIFT, MOST_SHIFT, DIF_02),
        ("adv", adv, 0, MOST_ADVANTAGE, ADV_01),
        ("dis", dis, 0, MOST_ADVANTAGE, ADV_01),
    ):
        if type(value) is not int or not lo <= value <= hi:
            raise Refused(clause.id, f"{name} is {value!r}; it is a whole number from {lo} to {hi}", name)
    return dice(rulings, base, shift, adv, dis)
