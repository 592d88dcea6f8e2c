"""The quick tables of both games: golden values, and the same by going through throws."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Literal, get_args

import pytest

from footlights.dice import Dice, Explode, Pool, TooLarge, distribution
from footlights.games.inciting_incident import levels
from footlights.games.inciting_incident import odds as ii
from footlights.games.you import odds as you

CELLS = list(product(range(1, 10), range(10)))
EXPLODE: tuple[Explode, ...] = get_args(Explode)

# -- YOU ----------------------------------------------------------------------------------------------------------


def checked(modifier: int, mode: you.Mode, nat_scope: you.NatScope) -> you.Results:
    """The five results by going through all throws, as the rules read."""
    throws = list(product(range(1, 21), repeat=1 if mode == "neither" else 2))
    counts = [0] * 5
    for faces in throws:
        kept = min(faces) if mode == "DIS" else max(faces)
        naturals = {kept} & {1, 20} or ({1, 20} & set(faces) if nat_scope == "any" else set())
        total = kept + modifier
        band = 1 if total <= 10 else 2 if total <= 14 else 3
        counts[{1: 0, 20: 4}[naturals.pop()] if naturals else band] += 1
    return you.Results(*(Fraction(count, len(throws)) for count in counts))


def test_a_check_at_plus_3_with_advantage() -> None:
    """YOU-ROL-02, YOU-RES-01 and YOU-RES-03 to YOU-RES-06."""
    assert you.results(3, "ADV") == tuple(Fraction(n, 400) for n in (1, 48, 72, 240, 39))


@pytest.mark.parametrize("mode", get_args(you.Mode))
@pytest.mark.parametrize("nat_scope", get_args(you.NatScope))
@pytest.mark.parametrize("modifier", [*range(-11, 16), -99, 99])
def test_a_check_has_the_odds_of_all_its_throws(
    modifier: int, mode: you.Mode, nat_scope: you.NatScope
) -> None:
    """YOU-ROL-01 to YOU-ROL-05, YOU-RES-01 to YOU-RES-07; ruling nat_scope, both options."""
    results = you.results(modifier, mode, nat_scope)
    assert results == checked(modifier, mode, nat_scope)
    assert sum(results) == 1


@pytest.mark.parametrize(("mode", "scope"), [("adv", "kept"), ("ADV", "dropped")])
def test_a_mode_of_another_name_is_no_check(mode: you.Mode, scope: you.NatScope) -> None:
    with pytest.raises(KeyError):
        you.results(0, mode, scope)


# -- Inciting Incident --------------------------------------------------------------------------------------------


def test_levels_bring_their_dice_and_cost_what_they_cost() -> None:
    """II-DIC-01, II-DIC-02."""
    assert len(levels.LEVEL_DICE) == len(levels.LEVEL_COST) == 10
    assert list(levels.LEVEL_COST) == [level * (level + 1) // 2 for level in range(10)]
    dice = ["1d4", "1d6", "1d8", "1d10", "2d6", "2d8", "2d10", "3d8", "3d10"]
    assert [f"{pair[0]}d{pair[1]}" for pair in levels.LEVEL_DICE if pair] == dice


def test_a_pool_is_the_difficulty_dice_and_then_those_of_the_level() -> None:
    """II-DIC-03: level 0 adds no dice. II-DIC-05: ruling explode, both options."""
    assert levels.pool(5, 6) == Pool((Dice(5, 6, "chain"), Dice(2, 8, "chain")))
    assert levels.pool(5, 0, "once") == Pool((Dice(5, 6, "once"),))
    assert levels.pool(0, 0) == Pool((Dice(0, 6, "chain"),))


@pytest.mark.parametrize("level", [-1, 10])
def test_there_is_no_level_outside_0_to_9(level: int) -> None:
    with pytest.raises(ValueError, match="levels go from 0 to 9"):
        levels.pool(5, level)


@pytest.mark.parametrize(
    ("difficulty", "level", "chance"),
    [
        (5, 0, Fraction(48601, 93312)),
        (5, 6, Fraction(5570045, 5971968)),
        (1, 0, Fraction(5, 1296)),
        (0, 0, Fraction(0)),
    ],
)
def test_known_chances_to_reach_20(difficulty: int, level: int, chance: Fraction) -> None:
    assert ii.success(difficulty, level) == chance


def test_rolling_costs_no_less_than_passing_automatically_in_exactly_21_cells() -> None:
    """II-SIM-04 to II-SIM-06: automatic adds 4, a roll 2 or more."""
    assert sum(ii.automatic_is_no_dearer(*cell) for cell in CELLS) == 21
    assert ii.rolling_costs(9, 9) < 2 + Fraction(1, 1000)


@pytest.mark.parametrize("explode", EXPLODE)
def test_the_table_says_what_each_cell_says(explode: Explode) -> None:
    table = ii.table(explode)
    assert list(table) == CELLS
    for cell, (success, crisis) in table.items():
        assert success == ii.success(*cell, explode=explode)
        assert crisis == ii.crisis(*cell, explode=explode)
        assert sum(crisis.values()) == 1


@pytest.mark.parametrize("explode", EXPLODE)
@pytest.mark.parametrize(("difficulty", "level"), [(5, 6), (1, 0), (9, 9), (0, 0), (0, 1), (13, 3), (20, 9)])
@pytest.mark.parametrize("target", [None, 0, 1, 2, 20, 37, 200])
@pytest.mark.parametrize("least", [0, 2, 3])
def test_crisis_follows_from_the_totals(
    difficulty: int, level: int, target: int | None, least: int, explode: Explode
) -> None:
    """II-SIM-05, II-SIM-06, II-CPX-07 with ruling regular_fail_min; II-DEC-02, II-DEC-03 with decisive_fail_min."""
    goal = 20 if target is None else target
    totals = distribution(levels.pool(difficulty, level, explode), goal)
    expected: dict[int, Fraction] = defaultdict(Fraction, {2: totals.rest})
    for total, chance in totals.items():
        expected[max(least, goal - total)] += chance
    other: Literal[0] = 0
    crisis = (
        ii.crisis(difficulty, level, regular_fail_min=least, decisive_fail_min=other, explode=explode)
        if target is None
        else ii.crisis(
            difficulty, level, target, regular_fail_min=other, decisive_fail_min=least, explode=explode
        )
    )
    assert crisis == {cost: chance for cost, chance in expected.items() if chance}
    assert ii.success(difficulty, level, goal, explode) == totals.rest


def test_a_simple_roll_and_a_decisive_one_against_20_differ_in_near_misses() -> None:
    """II-SIM-06 makes 18 and 19 cost 2; II-DEC-03 states no minimum."""
    simple, decisive = ii.crisis(5, 6), ii.crisis(5, 6, 20)
    assert simple[2] == decisive[1] + decisive[2]
    assert 1 not in simple


@pytest.mark.parametrize(("difficulty", "target"), [(101, 20), (5, 1_000)])
def test_odds_beyond_the_limits_are_refused(difficulty: int, target: int) -> None:
    with pytest.raises(TooLarge):
        ii.success(difficulty, 0, target)
    with pytest.raises(TooLarge):
        ii.crisis(difficulty, 0, target)
