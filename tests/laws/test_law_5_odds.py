"""Law 5: exact odds sum to 1, and equal what comes of every single throw."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

import pytest
from hypothesis import given

from footlights.core import DICE, System
from footlights.dice import Dice, Pool, Throw, read
from footlights.lab import consequences
from tests.laws.games import STAGES, begin
from tests.laws.play import Luck, command, law, lucky

GAMES = pytest.mark.parametrize("game", STAGES)

FEW: Final = 600
"""Throws that are all tried, one by one."""

DEEPEST: Final = 2
"""How often a die explodes there; the chance of more is left over."""


@GAMES
@law
@given(luck=lucky())
def test_one_witness_stands_for_each_reading_and_their_chances_sum_to_1(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    for moment in play.moves():
        due = play.system.due(moment.after)
        witnesses = list(play.system.witnesses(moment.after))
        assert bool(witnesses) == (due is not None)
        if due is not None:
            assert sum(witness.chance for witness in witnesses) == 1
            assert all(witness.chance > 0 for witness in witnesses)
            for witness in witnesses:
                read(due.pool, witness.throw)


@GAMES
@law
@given(luck=lucky())
def test_odds_are_those_of_all_throws_one_by_one(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    for moment in play.moves():
        due = play.system.due(moment.after)
        if due is None or _count(due.pool) > FEW:
            continue
        counted, left = _one_by_one(play.system, moment.after, due.pool)
        for chance in consequences(play.system, moment.after, ()).chances:
            for amount, exact in chance.amounts:
                least = counted.pop((chance.outcome.key, amount), Fraction(0))
                assert least <= exact <= least + left, chance
        assert not counted, "no other outcome occurs"


def _one_by_one(system: System, state: Any, pool: Pool) -> tuple[dict[tuple[str, int], Fraction], Fraction]:
    """The chance of every amount of every outcome, found by trying every throw; and the chance of the throws that
    explode deeper than is tried."""
    counted: dict[tuple[str, int], Fraction] = {}
    left = Fraction(1)
    for throw, chance in _throws(pool):
        left -= chance
        amounts: dict[str, int] = {}
        after = state
        for event in system.decide(state, DICE, command(system, "throw", {"faces": throw})):
            for outcome in system.outcomes(after, event):
                amounts[outcome.key] = amounts.get(outcome.key, 0) + outcome.amount
            after = system.evolve(after, event)
        for found in amounts.items():
            counted[found] = counted.get(found, Fraction(0)) + chance
    return counted, left


def _throws(pool: Pool) -> Iterator[tuple[Throw, Fraction]]:
    """Every throw of the pool whose dice explode at most DEEPEST times, and its chance."""
    for throw in product(*(_shown(dice) for dice in pool.groups for _ in range(dice.count))):
        sides = (dice.sides for dice in pool.groups for _ in range(dice.count))
        yield (
            throw,
            prod(
                (Fraction(1, side ** len(die)) for side, die in zip(sides, throw, strict=True)),
                start=Fraction(1),
            ),
        )


def _shown(dice: Dice) -> list[tuple[int, ...]]:
    """Everything one die can show."""
    if dice.explode == "no":
        return [(face,) for face in range(1, dice.sides + 1)]
    plain, full = range(1, dice.sides), (dice.sides,)
    if dice.explode == "once":
        return [(face,) for face in plain] + [(*full, face) for face in range(1, dice.sides + 1)]
    return [(*full * times, face) for times in range(DEEPEST + 1) for face in plain]


def _count(pool: Pool) -> int:
    return prod(len(_shown(dice)) ** dice.count for dice in pool.groups)
