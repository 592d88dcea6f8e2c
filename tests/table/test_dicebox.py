"""Whoever throws: the operating system, a seed, a script, or people."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footlights.core import Refused
from footlights.dice import Dice, Pool, read, throw
from footlights.table.dicebox import Dicebox, OsDice, ScriptedDice, SeededDice, TypedDice, new_id

GOLDEN_D20 = [1, 6, 16, 10, 16, 19, 11, 7, 6, 11, 1, 16]
GOLDEN_POOL = ((4,), (5,), (5,), (5,), (4,), (2,), (8, 2), (1,), (641731,))

POOL = Pool((Dice(5, 6, "chain"), Dice(2, 8, "chain"), Dice(1, 1), Dice(1, 1_000_000)))


@pytest.mark.parametrize("box", [OsDice(), SeededDice("x")])
def test_every_throw_is_whole(box: OsDice | SeededDice) -> None:
    for number in range(300):
        read(POOL, throw(POOL, box.source(number)))


@pytest.mark.parametrize("box", [OsDice(), SeededDice(1)])
@pytest.mark.parametrize("sides", [6, 20, 128, 129, 1000])
def test_every_face_comes_up_about_as_often_as_every_other(box: OsDice | SeededDice, sides: int) -> None:
    face = box.source(1)
    rolled = Counter(face(sides) for _ in range(sides * 200))
    assert set(rolled) == set(range(1, sides + 1))
    expected = 200
    chi_squared = sum((count - expected) ** 2 / expected for count in rolled.values())
    assert chi_squared < sides + 10 * (2 * sides) ** 0.5


def test_a_seed_gives_these_faces_in_every_release() -> None:
    face = SeededDice(2024).source(1)
    assert [face(20) for _ in range(12)] == GOLDEN_D20
    assert throw(POOL, SeededDice("Ana's dice").source(7)) == GOLDEN_POOL


def test_a_seed_gives_the_faces_that_its_description_says() -> None:
    def described(sides: int) -> list[int]:
        block = b"".join(blake2b(f"7/3/{n}".encode()).digest() for n in range(20))
        width, values = (1, 256) if sides <= 128 else (8, 1 << 64)
        numbers = [int.from_bytes(block[at : at + width], "big") for at in range(0, len(block), width)]
        return [number % sides + 1 for number in numbers if number < values - values % sides]

    for sides in (2, 6, 20, 100, 128, 129, 1000):
        face = SeededDice(7).source(3)
        right = described(sides)
        assert [face(sides) for _ in right] == right


@given(st.integers() | st.text(), st.integers(1, 10**9))
def test_a_throw_depends_on_seed_and_number_alone(seed: int | str, number: int) -> None:
    box = SeededDice(seed)
    box.source(number + 1)(6)
    assert throw(POOL, box.source(number)) == throw(POOL, SeededDice(seed).source(number))


def test_different_numbers_and_seeds_are_different_throws() -> None:
    throws = {throw(POOL, SeededDice(seed).source(number)) for seed in range(20) for number in range(20)}
    assert len(throws) == 400


def test_a_script_is_thrown_face_by_face() -> None:
    box = ScriptedDice(6, 6, 2, 3)
    source = box.source(1)
    assert source is not None
    assert throw(Pool((Dice(2, 6, "chain"),)), source) == ((6, 6, 2), (3,))
    assert box.source(2) is None
    with pytest.raises(Refused, match="run out where a d20 is thrown"):
        source(20)


def test_where_people_throw_there_is_no_source() -> None:
    box: Dicebox = TypedDice()
    assert box.source(1) is None


@pytest.mark.parametrize("box", [OsDice(), SeededDice(1), ScriptedDice(1), TypedDice()])
def test_all_of_them_are_diceboxes(box: Dicebox) -> None:
    source = box.source(1)
    assert source is None or source(6) in range(1, 7)


def test_ids_are_new_every_time() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000
