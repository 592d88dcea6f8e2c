"""Odds and throws against the dice libraries at their best.

Every side starts from nothing but its imports, gives exact numbers, and ends with what a page would show: the
chance of success as a Fraction, a distribution as the library's own exact type (whole weights over a denominator).
The answers are compared before anything is timed.
"""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import d20
import dicetables
import icepool
from dyce import H, P

from bench.timing import Measure, Peer, compare
from footlights.dice import Dice, Pool, throw
from footlights.games.inciting_incident.levels import LEVEL_DICE
from footlights.games.inciting_incident.odds import success, table
from footlights.games.you.odds import Mode, results

TARGET = 20
MODES: tuple[Mode, ...] = ("neither", "ADV", "DIS")
CHECKS = [(modifier, mode) for mode in MODES for modifier in range(-10, 13)]
CRISIS = {total: 2 if total >= TARGET else max(2, TARGET - total) for total in range(1, TARGET + 1)}


def measures() -> Iterator[Measure]:
    agree()
    yield from compare(
        "II: success and Crisis, all 90 cells",
        table,
        Peer("icepool", icepool_table, 40),
        Peer("dicetables, a table a cell", dicetables_table, 100),
    )
    yield from compare(
        "II: one cell, 5d6!+2d8! against 20",
        lambda: success(5, 6),
        Peer("icepool, depth 4", icepool_cell, 300),
        Peer("dicetables", dicetables_cell, 60),
    )
    yield from compare(
        "YOU: five results, all 69 cells, each asked alone",
        you_table,
        Peer("icepool", icepool_you_table, 100),
        Peer("dyce", dyce_you_table, 100),
    )
    yield from compare(
        "one seeded roll of 5d6!+2d8!, faces and total",
        Roller(1).roll,
        Peer("d20, parse cache warm", d20_roll, 10),
    )


def agree() -> None:
    """Nothing is timed unless all sides say the same."""
    ours, ice, tables = table(), icepool_table(), dicetables_table()
    for cell, (chance, crisis) in ours.items():
        assert chance == ice[cell][0] == tables[cell][0], cell
        assert crisis == dict(zip(ice[cell][1].outcomes(), ice[cell][1].probabilities(), strict=True)), cell
        whole = sum(tables[cell][1].values())
        assert crisis == {cost: Fraction(weight, whole) for cost, weight in tables[cell][1].items()}, cell
    assert success(5, 6) == icepool_cell() == dicetables_cell()
    named = you_table()
    for check, by_ice, by_dyce in zip(named, icepool_you_table(), dyce_you_table(), strict=True):
        assert list(check) == by_ice == by_dyce


# -- Inciting Incident ------------------------------------------------------------------------------------------


def icepool_table() -> dict[tuple[int, int], tuple[Fraction, Any]]:
    """Everything clipped at the target as soon as it can be; rows and columns are shared."""
    columns = [icepool.Die([0])]
    for dice in LEVEL_DICE[1:]:
        assert dice is not None
        columns.append(_icepool_dice(*dice))
    d6, row, cells = _icepool_dice(1, 6), icepool.Die([0]), {}
    for difficulty in range(1, 10):
        row = (row + d6).clip(0, TARGET)
        for level, column in enumerate(columns):
            die = (row + column).clip(0, TARGET)
            cells[difficulty, level] = die.probability(">=", TARGET), die.map(CRISIS)
    return cells


def _icepool_dice(count: int, sides: int) -> Any:
    one = icepool.d(sides).explode(depth=(TARGET - 1) // sides).clip(0, TARGET)
    several = one
    for _ in range(count - 1):
        several = (several + one).clip(0, TARGET)
    return several


def icepool_cell() -> Fraction:
    """As its documentation would have it written."""
    pool = 5 @ icepool.d6.explode(depth=4) + 2 @ icepool.d8.explode(depth=4)
    chance: Fraction = pool.probability(">=", TARGET)
    return chance


def dicetables_table() -> dict[tuple[int, int], tuple[Fraction, dict[int, int]]]:
    """A table for each cell, with only as many explosions as can matter below the target."""
    cells = {}
    for difficulty in range(1, 10):
        for level, dice in enumerate(LEVEL_DICE):
            totals = dicetables.DiceTable.new().add_die(_dicetables_die(6), difficulty)
            if dice:
                totals = totals.add_die(_dicetables_die(dice[1]), dice[0])
            weights = totals.get_dict()
            crisis: dict[int, int] = {}
            for total, weight in weights.items():
                cost = CRISIS[min(total, TARGET)]
                crisis[cost] = crisis.get(cost, 0) + weight
            cells[difficulty, level] = _reached(weights), crisis
    return cells


def _dicetables_die(sides: int) -> Any:
    return dicetables.Exploding(dicetables.Die(sides), explosions=(TARGET - 1) // sides)


def dicetables_cell() -> Fraction:
    """With 7 dice of at least 1 each, a d6 matters to 13 and a d8 to 13: two explosions and one."""
    d6 = dicetables.Exploding(dicetables.Die(6), explosions=2)
    d8 = dicetables.Exploding(dicetables.Die(8), explosions=1)
    return _reached(dicetables.DiceTable.new().add_die(d6, 5).add_die(d8, 2).get_dict())


def _reached(weights: dict[int, int]) -> Fraction:
    reached = sum(weight for total, weight in weights.items() if total >= TARGET)
    return Fraction(reached, sum(weights.values()))


# -- YOU ----------------------------------------------------------------------------------------------------------


def you_table() -> list[Any]:
    return [results(modifier, mode) for modifier, mode in CHECKS]


def _result(face: int, modifier: int) -> int:
    if face in (1, 20):
        return 0 if face == 1 else 4
    return 1 if face + modifier <= 10 else 2 if face + modifier <= 14 else 3


def icepool_you_table() -> list[list[Fraction]]:
    cells = []
    for modifier, mode in CHECKS:
        d20 = icepool.d20
        kept = d20 if mode == "neither" else d20.highest(2) if mode == "ADV" else d20.lowest(2)
        result = kept.map({face: _result(face, modifier) for face in range(1, 21)})
        cells.append([result.probability(which) for which in range(5)])
    return cells


def dyce_you_table() -> list[list[Fraction]]:
    cells = []
    for modifier, mode in CHECKS:
        kept = H(20) if mode == "neither" else (2 @ P(20)).at(-1 if mode == "ADV" else 0)
        result = kept.apply(lambda face, modifier=modifier: _result(face, modifier))
        cells.append([Fraction(result.get(which, 0), result.total) for which in range(5)])
    return cells


# -- one throw ----------------------------------------------------------------------------------------------------


class Roller:
    """A seeded source, and the roll a table makes with it: every face in order, and what they come to."""

    pool = Pool((Dice(5, 6, "chain"), Dice(2, 8, "chain")))

    def __init__(self, seed: int) -> None:
        draw = Random(seed).random
        self.face = lambda sides: int(draw() * sides) + 1

    def roll(self) -> tuple[object, int]:
        faces = throw(self.pool, self.face)
        return faces, sum(map(sum, faces))


def d20_roll() -> int:
    """`roll` keeps the tree it parsed; its text is made only when asked for, and it is not."""
    total: int = d20.roll("5d6e6+2d8e8").total
    return total
