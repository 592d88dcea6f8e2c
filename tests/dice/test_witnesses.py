"""One throw for every reading."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footlights.dice import Dice, Pool, TooLarge, distribution, read, witnesses
from tests.dice.naive import small_pools

ADVANTAGE = Pool((Dice(2, 20, keep=1),), plus=2)


@pytest.mark.parametrize(
    ("pool", "below"),
    [
        (Pool((Dice(5, 6, "chain"), Dice(2, 8, "chain"))), 20),
        (Pool((Dice(9, 6, "chain"), Dice(3, 10, "chain")), -4), 60),
        (Pool((Dice(1, 6, "chain"),), 2), 30),
        (Pool((Dice(2, 2, "chain"),)), 30),
        (Pool((Dice(3, 4, "once"), Dice(1, 6), Dice(0, 8, "chain"))), 15),
        (Pool((Dice(3, 4, "once"), Dice(1, 6))), 31),
        (Pool((Dice(1, 20),)), 99),
        (Pool((Dice(1, 20, keep=1),), 3), 99),
        (Pool((), 5), 5),
        (Pool((), 5), 6),
        (Pool((Dice(1, 6),)), -3),
    ],
)
def test_there_is_one_witness_for_each_total_and_one_for_the_rest(pool: Pool, below: int) -> None:
    found = list(witnesses(pool, below))
    chances = distribution(pool, below)
    by_total = {read(pool, faces).total: chance for chance, faces in found}
    assert len(by_total) == len(found)
    assert sum(by_total.values()) == 1
    rest = [total for total in by_total if total >= below]
    assert [by_total[total] for total in rest] == [chances.rest] * bool(chances.rest)
    assert chances == {total: chance for total, chance in by_total.items() if total < below}


@given(small_pools, st.integers(-6, 40))
def test_witnesses_fit_their_pool_and_their_chances_add_up(pool: Pool, below: int) -> None:
    try:
        found = list(witnesses(pool, below))
    except TooLarge:
        assert any(abs(dice.keep) < dice.count for dice in pool.groups if dice.keep)
        assert any(dice.explode != "no" for dice in pool.groups)
        return
    assert sum(chance for chance, _ in found) == 1
    assert all(chance > 0 for chance, _ in found)
    totals = [min(read(pool, faces).total, below) for _, faces in found]
    assert len(set(totals)) == len(totals)
    chances = distribution(pool, below)
    assert all(
        chances.get(total, chances.rest) == chance for total, (chance, _) in zip(totals, found, strict=True)
    )


@pytest.mark.parametrize("keep", [1, -1])
def test_of_two_d20_there_is_a_witness_per_kept_face(keep: int) -> None:
    pool = Pool((Dice(2, 20, keep=keep),), plus=2)
    found = {read(pool, faces).total - 2: chance for chance, faces in witnesses(pool, 99)}
    others = {face: face if keep > 0 else 21 - face for face in range(1, 21)}
    assert found == {face: Fraction(2 * as_good - 1, 400) for face, as_good in others.items()}


def test_watched_faces_on_a_dropped_die_are_told_apart() -> None:
    found: dict[tuple[int, int], Fraction] = {}
    for chance, faces in witnesses(ADVANTAGE, 99, watch={1, 20}):
        kept = read(ADVANTAGE, faces).kept
        (dropped,) = (shown for (shown,), flag in zip(faces, kept, strict=True) if not flag)
        (best,) = (shown for (shown,), flag in zip(faces, kept, strict=True) if flag)
        found[best, dropped if dropped in (1, 20) else 0] = chance
    expected: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for one, other in product(range(1, 21), repeat=2):
        dropped = min(one, other)
        expected[max(one, other), dropped if dropped in (1, 20) else 0] += Fraction(1, 400)
    assert found == expected


def test_kept_dice_beside_others_and_a_bound_have_witnesses_too() -> None:
    pool = Pool((Dice(3, 4, keep=2), Dice(1, 6)), plus=1)
    found = {min(read(pool, faces).total, 10): chance for chance, faces in witnesses(pool, 10)}
    chances = distribution(pool, 10)
    assert found == {**chances, 10: chances.rest}


def test_exploding_dice_of_which_some_are_dropped_have_no_witnesses() -> None:
    with pytest.raises(TooLarge, match="exploding dice"):
        witnesses(Pool((Dice(2, 6, "chain", 1),)), 20)


def test_too_many_throws_to_go_through_are_refused() -> None:
    with pytest.raises(TooLarge, match="more than 10,000 different throws"):
        witnesses(Pool((Dice(4, 100, keep=3),)), 200)


def test_too_many_totals_are_refused_at_once() -> None:
    with pytest.raises(TooLarge, match="more than 10,000 different totals"):
        witnesses(Pool((Dice(1, 6, "chain"),)), 10**9)
