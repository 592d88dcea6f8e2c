"""What is thrown, and how it reads."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footlights.dice import Dice, Misread, Pool, Reading, Throw, dealt, read, throw
from tests.dice.naive import any_dice, small_pools, throws

D6 = Pool((Dice(1, 6),))
CHAIN = Pool((Dice(1, 6, "chain"),))
ONCE = Pool((Dice(1, 6, "once"),))
ADVANTAGE = Pool((Dice(2, 20, keep=1),), plus=3)


def script(*faces: int) -> Callable[[int], int]:
    """A roll that shows these faces in turn."""
    falling: Iterator[int] = iter(faces)
    return lambda _: next(falling)


# -- dice and pools -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "sides", "explode", "keep", "says"),
    [
        (-1, 6, "no", 0, "-1 dice: there can be 0 to 1,000"),
        (1_001, 6, "no", 0, "1001 dice"),
        (10**16, 6, "no", 0, "10000000000000000 dice"),
        (1, 0, "no", 0, "a die of 0 sides"),
        (1, 1_000_001, "no", 0, "a die of 1000001 sides"),
        (1, 1, "chain", 0, "explodes for ever"),
        (1, 1, "once", 0, "explodes for ever"),
        (2, 20, "no", 3, "3 dice to keep, but only 2 thrown"),
        (2, 20, "no", -3, "3 dice to keep, but only 2 thrown"),
    ],
)
def test_dice_that_cannot_be_are_refused(count: int, sides: int, explode: str, keep: int, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Dice(count, sides, explode, keep)  # type: ignore[arg-type] # a plain word, as a save holds it


def test_a_pool_has_at_most_a_thousand_dice_in_all() -> None:
    assert Pool((Dice(999, 6), Dice(1, 8)))
    with pytest.raises(ValueError, match="more than 1,000 dice"):
        Pool((Dice(999, 6), Dice(2, 8)))


@pytest.mark.parametrize("plus", [-1_000_001, 1_000_001])
def test_a_modifier_is_at_most_a_million_either_way(plus: int) -> None:
    with pytest.raises(ValueError, match="a modifier of"):
        Pool((), plus)


# -- throwing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "falls", "faces"),
    [
        (Pool(()), (), ()),
        (Pool((Dice(0, 6, "chain"),)), (), ()),
        (D6, (6,), ((6,),)),
        (CHAIN, (5,), ((5,),)),
        (CHAIN, (6, 6, 2), ((6, 6, 2),)),
        (ONCE, (6, 6), ((6, 6),)),
        (ONCE, (3,), ((3,),)),
        (
            Pool((Dice(2, 6, "chain"), Dice(1, 8, "chain"))),
            (6, 1, 6, 6, 3, 8, 6),
            ((6, 1), (6, 6, 3), (8, 6)),
        ),
        (ADVANTAGE, (4, 20), ((4,), (20,))),
    ],
)
def test_explosions_fall_right_behind_their_die(pool: Pool, falls: tuple[int, ...], faces: Throw) -> None:
    assert throw(pool, script(*falls)) == faces


def test_a_source_that_only_shows_the_maximum_is_found_out() -> None:
    with pytest.raises(RuntimeError, match="its maximum 10,000 times in a row"):
        throw(CHAIN, lambda sides: sides)


@given(small_pools, st.randoms(use_true_random=False))
def test_what_is_thrown_can_be_read(pool: Pool, source: Random) -> None:
    reading = read(pool, throw(pool, lambda sides: source.randint(1, sides)))
    assert len(reading.kept) == sum(dice.count for dice in pool.groups)


# -- reading ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "faces", "total", "kept"),
    [
        (Pool((), 5), (), 5, ()),
        (D6, ((4,),), 4, (True,)),
        (CHAIN, ((6, 6, 2),), 14, (True,)),
        (ONCE, ((6, 6),), 12, (True,)),
        (ADVANTAGE, ((4,), (17,)), 20, (False, True)),
        (Pool((Dice(2, 20, keep=-1),)), ((4,), (17,)), 4, (True, False)),
        (Pool((Dice(4, 6, keep=3),)), ((1,), (6,), (1,), (3,)), 10, (True, True, False, True)),
        (Pool((Dice(3, 6, keep=-3),)), ((1,), (6,), (1,)), 8, (True, True, True)),
        (Pool((Dice(2, 6, "chain", keep=1),)), ((6, 1), (5,)), 7, (True, False)),
        (Pool((Dice(1, 4), Dice(2, 6, keep=-1)), -3), ((4,), (2,), (1,)), 2, (True, False, True)),
    ],
)
def test_a_throw_reads_as_its_kept_dice_and_the_modifier(
    pool: Pool, faces: Throw, total: int, kept: tuple[bool, ...]
) -> None:
    assert read(pool, faces) == Reading(total, kept)


@pytest.mark.parametrize("keep", [1, -1])
def test_of_equal_dice_the_earlier_is_kept(keep: int) -> None:
    assert read(Pool((Dice(2, 20, keep=keep),)), ((9,), (9,))).kept == (True, False)


@pytest.mark.parametrize(
    ("pool", "faces", "where", "says"),
    [
        (D6, (), -1, "0 dice were given: this throw needs 1"),
        (D6, ((1,), (2,)), -1, "2 dice were given: this throw needs 1"),
        (D6, ((),), 0, "die 1 .d6. has no face"),
        (D6, ((0,),), 0, "shows 0: its faces are 1 to 6"),
        (D6, ((7,),), 0, "shows 7: its faces are 1 to 6"),
        (D6, ((-6,),), 0, "shows -6"),
        (D6, ((2.0,),), 0, "shows 2.0"),
        (D6, ((float("nan"),),), 0, "shows nan"),
        (D6, ((True,),), 0, "shows True"),
        (D6, ((6, 1),), 0, "does not explode: give one"),
        (CHAIN, ((6,),), 0, "ends on a 6, which adds a die"),
        (CHAIN, ((6, 6),), 0, "ends on a 6, which adds a die"),
        (CHAIN, ((3, 2),), 0, "goes on after a 3: only a 6 adds a die"),
        (ONCE, ((6,),), 0, "ends on a 6, which adds a die"),
        (ONCE, ((6, 6, 1),), 0, "explodes only once"),
        (ADVANTAGE, ((1,), (21,)), 1, "die 2 .d20. shows 21"),
        (Pool((Dice(1, 4), Dice(1, 8))), ((4,), (9,)), 1, "die 2 .d8. shows 9"),
    ],
)
def test_faces_that_do_not_fit_are_refused_with_the_place(
    pool: Pool, faces: Throw, where: int, says: str
) -> None:
    with pytest.raises(Misread, match=says) as refused:
        read(pool, faces)
    assert refused.value.where == where


@given(st.data())
def test_kept_dice_add_up_to_the_total_and_none_dropped_beats_them(data: st.DataObject) -> None:
    dice = data.draw(any_dice())
    faces = data.draw(throws(Pool((dice,))))
    reading = read(Pool((dice,), plus=7), faces)
    kept = [sum(shown) for shown, flag in zip(faces, reading.kept, strict=True) if flag]
    dropped = [sum(shown) for shown, flag in zip(faces, reading.kept, strict=True) if not flag]
    assert reading.total == 7 + sum(kept)
    assert len(kept) == (abs(dice.keep) or dice.count)
    if kept and dropped:
        assert min(kept) >= max(dropped) if dice.keep > 0 else max(kept) <= min(dropped)


@pytest.mark.parametrize(
    ("numbers", "thrown", "over"),
    [
        ([1, 2, 3, 4], ((1,), (2,), (3,), (4,)), 0),
        ([6, 6, 2, 3, 1, 8], ((6, 6, 2), (3,), (1,), (8,)), 0),
        ([6, 1, 6, 1, 6, 1, 8, 3], ((6, 1), (6, 1), (6, 1), (8, 3)), 0),
        ([1, 2, 3, 8, 8], ((1,), (2,), (3,), (8, 8)), 0),
        ([1, 2, 3, 8, 8, 8], ((1,), (2,), (3,), (8, 8)), 1),
        ([1, 2, 3, 4, 5, 6], ((1,), (2,), (3,), (4,)), 2),
        ([1, 6], ((1,), (6,)), 0),
        ([], (), 0),
    ],
)
def test_numbers_read_off_the_table_are_dealt_to_the_dice_in_order(
    numbers: list[int], thrown: tuple[tuple[int, ...], ...], over: int
) -> None:
    assert dealt(Pool((Dice(3, 6, "chain"), Dice(1, 8, "once"))), numbers) == (thrown, over)
