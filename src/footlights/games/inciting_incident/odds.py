"""Quick exact odds of a roll: success, and all the Crisis it may add.

These are closed forms, for a page that shows them before every roll. The odds of what else follows come from
playing the rules; a law says that both agree.
"""

from fractions import Fraction
from typing import Final, NamedTuple

from footlights.dice import Chances, Dice, Explode, TooLarge, at_least, distribution
from footlights.dice.packed import bits, group, unpack, width_for
from footlights.games.inciting_incident.levels import level_group, pool

TARGET: Final = 20
"""What a roll has to reach on a Simple Obstacle and in a Regular Action."""

AUTOMATIC_CRISIS: Final = 4
"""What passing without a roll adds."""

MOST_DIFFICULTY: Final = 100
MOST_TARGET: Final = 999


class Cell(NamedTuple):
    """One roll: its chance of success, and the chance of each amount of Crisis it may add."""

    success: Fraction
    crisis: Chances


def success(difficulty: int, level: int, target: int = TARGET, explode: Explode = "chain") -> Fraction:
    """The chance that `difficulty` d6 and the dice of `level` total `target` or more.

    Raises ValueError for a level outside 0..9, TooLarge beyond 100 difficulty dice or a target of 999.
    """
    _check(difficulty, target)
    return at_least(pool(difficulty, level, explode), target)


def crisis(
    difficulty: int,
    level: int,
    target: int | None = None,
    *,
    regular_fail_min: int = 2,
    decisive_fail_min: int = 0,
    explode: Explode = "chain",
) -> Chances:
    """The chance of each amount of Crisis the roll itself adds (no surcharge).

    Without a target: a Simple or Regular roll against 20. Success adds 2, failure 20 - total and at least
    `regular_fail_min` (II-SIM-05, II-SIM-06, II-CPX-06, II-CPX-07). With a target, 20 included: a Decisive
    Action. Success adds 2, failure target - total and at least `decisive_fail_min` (II-DEC-02, II-DEC-03).
    Raises as `success` does.
    """
    goal, least = (TARGET, regular_fail_min) if target is None else (target, decisive_fail_min)
    _check(difficulty, goal)
    totals = distribution(pool(difficulty, level, explode), below=goal)
    out_of_reach = goal - totals.first - len(totals.weights)
    short = (0,) * out_of_reach + totals.weights[::-1]
    return _crisis(short, totals.whole - sum(short), totals.whole, least)


def table(explode: Explode = "chain") -> dict[tuple[int, int], Cell]:
    """Success and Crisis of Simple and Regular rolls by (difficulty 1..9, level 0..9): all 90 cells.

    What `success` and `crisis` say cell by cell; here every group of dice is worked out once.
    """
    rows = [Dice(difficulty, 6, explode) for difficulty in range(1, 10)]
    columns = [level_group(level, explode) for level in range(10)]
    width = width_for(
        bits(rows[-1], TARGET) + max(bits(dice, TARGET) for column in columns for dice in column)
    )
    weighted = [
        (level, sum(dice.count for dice in column), *(group(column[0], TARGET, width) if column else (1, 1)))
        for level, column in enumerate(columns)
    ]
    cells = {}
    for row in rows:
        packed, over = group(row, TARGET - row.count, width)
        for level, dice, column, over_column in weighted:
            short = unpack(packed * column, TARGET - row.count - dice, width)[::-1]
            whole = over * over_column
            reached = whole - sum(short)
            cells[row.count, level] = Cell(Fraction(reached, whole), _crisis(short, reached, whole, least=2))
    return cells


def rolling_costs(difficulty: int, level: int, explode: Explode = "chain") -> Fraction:
    """The Crisis that a Simple or Regular roll adds on average; passing automatically adds 4."""
    return crisis(difficulty, level, explode=explode).mean


def automatic_is_no_dearer(difficulty: int, level: int, explode: Explode = "chain") -> bool:
    """Whether rolling costs at least as much Crisis on average as passing automatically."""
    return rolling_costs(difficulty, level, explode) >= AUTOMATIC_CRISIS


def _check(difficulty: int, target: int) -> None:
    if difficulty > MOST_DIFFICULTY:
        raise TooLarge(f"{difficulty} difficulty dice: odds are worked out for at most {MOST_DIFFICULTY}")
    if target > MOST_TARGET:
        raise TooLarge(f"a target of {target}: odds are worked out up to {MOST_TARGET}")


def _crisis(short: tuple[int, ...], reached: int, whole: int, least: int) -> Chances:
    """`short[i]` is the weight of missing by i + 1, which costs that and at least `least`; reaching costs 2."""
    costs = [0, *short, 0, 0]
    costs[: least + 1] = [0] * least + [sum(costs[: least + 1])]
    costs[2] += reached
    return Chances(0, tuple(costs), whole)
