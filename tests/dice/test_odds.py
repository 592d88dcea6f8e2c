"""Exact odds: golden values, and every clever step against a naive twin or an independent library."""

from dataclasses import replace
from fractions import Fraction

import dicetables
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footlights.dice import (
    Chances,
    Dice,
    Expression,
    Pool,
    Term,
    TooLarge,
    at_least,
    distribution,
    mean,
    packed,
    parse,
)
from footlights.dice.packed import WORD, bits, cut, group, steps, width_for
from tests.dice.naive import expression_chances, pool_chances, small_dice, small_pools

# -- golden values ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "n", "chance"),
    [
        ("5d6!", 20, Fraction(48601, 93312)),
        ("5d6!+2d8!", 20, Fraction(5570045, 5971968)),
        ("1d6!", 20, Fraction(5, 1296)),
        ("d20", 11, Fraction(1, 2)),
        ("2d20kh1+3", 15, 1 - Fraction(11**2, 400)),
        ("2d20kl1+3", 15, Fraction(9**2, 400)),
        ("3d6", 18, Fraction(1, 216)),
        ("4d6d1", 18, Fraction(21, 1296)),
        ("d6!o", 12, Fraction(1, 36)),
        ("d6!o", 13, Fraction(0)),
        ("d2!", 201, Fraction(1, 2**100)),
        ("3", 3, Fraction(1)),
        ("3", 4, Fraction(0)),
        ("0d6", 0, Fraction(1)),
        ("d6", -(10**16), Fraction(1)),
        ("d6", 10**16, Fraction(0)),
        ("d20-d4", 10, Fraction(17, 40)),
        ("d20-d4!", 10, Fraction(99, 256)),
        ("2*d6", 7, Fraction(1, 2)),
        ("10-d2!", 10, Fraction(0)),
        ("10-d2!", 9, Fraction(1, 2)),
    ],
)
def test_the_chance_of_a_number_or_more(text: str, n: int, chance: Fraction) -> None:
    assert at_least(parse(text), n) == chance


@pytest.mark.parametrize(
    ("text", "average"),
    [
        ("3d6+1", Fraction(23, 2)),
        ("d6!", Fraction(21, 5)),
        ("d6!o", Fraction(49, 12)),
        ("2d20kh1", Fraction(553, 40)),
        ("2d6!kh2", Fraction(42, 5)),
        ("4d6d1", Fraction(15869, 1296)),
        ("2*d6!-d4", Fraction(42, 5) - Fraction(5, 2)),
        ("7", Fraction(7)),
        ("0d6!+1", Fraction(1)),
    ],
)
def test_the_average_counts_every_explosion(text: str, average: Fraction) -> None:
    assert mean(parse(text)) == average


# -- chances as a mapping -----------------------------------------------------------------------------------------


def test_chances_hold_the_values_that_can_be_and_the_rest() -> None:
    chances = distribution(parse("1d6!"), below=9)
    assert list(chances) == [1, 2, 3, 4, 5, 7, 8]
    assert len(chances) == 7
    assert chances[7] == Fraction(1, 36)
    assert chances.rest == 1 - Fraction(5, 6) - Fraction(2, 36) == at_least(parse("1d6!"), 9)
    assert [value in chances for value in (0, 6, 9, 100)] == [False] * 4
    assert chances == {
        **{value: Fraction(1, 6) for value in range(1, 6)},
        7: Fraction(1, 36),
        8: Fraction(1, 36),
    }


def test_chances_know_their_mean_and_show_themselves() -> None:
    assert distribution(parse("3d6"), below=19).mean == Fraction(21, 2)
    assert repr(Chances(2, (1, 0, 3), 4)) == "Chances(2: 1/4, 4: 3/4)"


def test_below_the_lowest_total_there_is_nothing_but_the_rest() -> None:
    chances = distribution(parse("5d6!"), below=5)
    assert len(chances) == 0
    assert chances.rest == 1


# -- against brute force ------------------------------------------------------------------------------------------


@given(small_pools, st.integers(-6, 16))
def test_odds_of_small_pools_are_those_of_all_throws(pool: Pool, below: int) -> None:
    chances = distribution(pool, below)
    expected = pool_chances(pool, below)
    assert dict(chances) == expected
    assert chances.rest == at_least(pool, below) == 1 - sum(expected.values())


@given(
    st.lists(st.builds(Term, small_dice(chains=False, most=2), st.integers(-3, 3).filter(bool)), max_size=2),
    st.integers(-3, 3),
    st.integers(-40, 40),
)
def test_odds_of_sums_and_multiples_are_those_of_all_throws(terms: list[Term], plus: int, n: int) -> None:
    asked = Expression(tuple(terms), plus)
    expected = expression_chances(asked)
    assert dict(distribution(asked, below=1_000)) == expected
    assert at_least(asked, n) == sum(chance for total, chance in expected.items() if total >= n)
    assert mean(asked) == sum(total * chance for total, chance in expected.items())


# -- against independent libraries ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "sides", "target"), [(1, 6, 20), (5, 6, 20), (9, 6, 60), (7, 4, 40), (3, 10, 50), (20, 8, 90)]
)
def test_explosions_without_limit_agree_with_icepool(count: int, sides: int, target: int) -> None:
    one = icepool.d(sides).explode(depth=target // sides + 1).clip(0, target)
    die = one
    for _ in range(count - 1):
        die = (die + one).clip(0, target)
    ours = distribution(Pool((Dice(count, sides, "chain"),)), target)
    theirs = dict(zip(die.outcomes(), die.probabilities(), strict=True))
    assert theirs.pop(target) == ours.rest
    assert ours == theirs


@pytest.mark.parametrize(
    ("count", "sides", "keep"), [(2, 20, 1), (2, 20, -1), (4, 6, 3), (10, 10, 4), (12, 6, -5), (6, 100, 2)]
)
def test_the_best_and_the_worst_of_many_dice_agree_with_icepool(count: int, sides: int, keep: int) -> None:
    pool = icepool.d(sides).pool(count)
    die = (pool.highest(keep) if keep > 0 else pool.lowest(-keep)).sum()
    ours = distribution(Pool((Dice(count, sides, keep=keep),)), abs(keep) * sides + 1)
    assert ours == dict(zip(die.outcomes(), die.probabilities(), strict=True))
    assert ours.rest == 0


def test_pools_of_many_kinds_agree_with_dicetables() -> None:
    table = (
        dicetables.DiceTable.new()
        .add_die(dicetables.Die(12), 7)
        .add_die(dicetables.Exploding(dicetables.Die(6), explosions=12), 4)
        .add_die(dicetables.Exploding(dicetables.Die(10), explosions=7), 2)
    )
    weights = table.get_dict()
    whole = sum(weights.values())
    ours = distribution(parse("7d12+4d6!+2d10!"), below=80)
    assert ours == {total: Fraction(weight, whole) for total, weight in weights.items() if total < 80}


def test_large_plain_pools_agree_with_icepool() -> None:
    die = 100 @ icepool.d6
    assert at_least(parse("100d6"), 380) == die.probability(">=", 380)


# -- limits ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "n", "says"),
    [
        ("d1000000", 500_000, "more than 10,000 different totals"),
        ("d6!", 10**16, "different totals"),
        ("-d1000000!o", -5, "different totals"),
        ("1000d6", 3_500, "2,500 totals with odds of 3,008 bits each"),
        ("1000d2!kh500", 3_500, "3,000 totals with odds of 3,001,024 bits each"),
        ("200d6kh100", 400, "the best or worst of 200 dice of 6 sides: too long to work out"),
        ("3d10000kl1", 5_000, "the best or worst of 3 dice of 10,000 sides"),
        ("150d4dh75", 3_000, "the best or worst of 150 dice of 4 sides"),
        ("2d10000!okh1", 9_000, "the best or worst of 2 dice of 10,000 sides"),
        ("+".join(["9d1000!"] * 10), 1_000, "the sum of 9 dice of 1,000 sides: too long to work out"),
        ("+".join(["2d2000kh1"] * 4), 3_000, "the best or worst of 2 dice of 2,000 sides"),
        ("d6!-d6!", 1, "exploding dice on both sides of a minus"),
    ],
)
def test_more_work_than_is_done_here_is_refused_before_any(text: str, n: int, says: str) -> None:
    with pytest.raises(TooLarge, match=says):
        at_least(parse(text), n)


LARGE = [
    Dice(count, sides, explode, keep * (1 if keep in (0, 1) else count // 2))
    for count in (2, 5, 15)
    for sides in (2, 6, 20, 100)
    for explode in ("no", "once", "chain")
    for keep in (0, 1, -1)
]


@pytest.mark.parametrize("dice", LARGE, ids=str)
def test_work_is_counted_higher_for_more_dice_more_totals_and_wider_numbers(dice: Dice) -> None:
    counts = [steps(replace(dice, count=count), 200, 640) for count in range(dice.count, 200, 7)]
    sizes = [steps(dice, size, 640) for size in range(1, 10_000, 97)]
    widths = [steps(dice, 200, width) for width in range(WORD, 5_000, WORD)]
    assert counts == sorted(counts)
    assert sizes == sorted(set(sizes))
    assert widths == sorted(set(widths))


@pytest.mark.parametrize("dice", LARGE, ids=str)
@pytest.mark.parametrize("size", [20, 80])
def test_no_group_touches_more_words_than_are_counted_before(
    dice: Dice, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    width, touched = width_for(bits(dice, size)), 0

    def counting(polynomial: int, size: int, width: int) -> int:
        nonlocal touched
        touched += polynomial.bit_length() // WORD
        return cut(polynomial, size, width)

    monkeypatch.setattr(packed, "cut", counting)
    group(dice, size, width)
    assert 0 < touched <= steps(dice, size, width)


def test_totals_without_a_lowest_cannot_be_counted_out() -> None:
    with pytest.raises(TooLarge, match="no lowest total"):
        distribution(parse("10-d6!"), below=5)


def test_the_mean_of_the_best_of_exploding_dice_is_not_worked_out() -> None:
    with pytest.raises(TooLarge, match="endless sum"):
        mean(parse("2d6!kh1"))


def test_a_number_too_long_to_print_is_refused_like_any_other() -> None:
    with pytest.raises(TooLarge, match="more than 10,000 different totals"):
        at_least(parse("d6!"), 10**5_000)
