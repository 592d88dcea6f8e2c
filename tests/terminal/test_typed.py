"""What people type is read kindly, and what it cannot mean is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footlights.cli.play import typed
from footlights.cli.play.questions import Amiss
from footlights.core import Number, Split
from footlights.dice import Dice, Pool, read, throw

SPLIT = Split(name="pay", total=3, parts=(("Exertive", 3), ("Decisive", 2), ("Emotive", 0)))
THREE_D6 = Pool((Dice(3, 6, "chain"),))


@pytest.mark.parametrize(
    ("line", "faces"),
    [
        ("6 6 2, 3, 1", ((6, 6, 2), (3,), (1,))),
        ("6,6,2,3,1", ((6, 6, 2), (3,), (1,))),
        ("[6, 6, 2] 3 1", ((6, 6, 2), (3,), (1,))),
        ("6+6+2 / 3 / 1", ((6, 6, 2), (3,), (1,))),
        (" 1 2\t3 ", ((1,), (2,), (3,))),
        ("3 1 6 4", ((3,), (1,), (6, 4))),
    ],
)
def test_faces_are_read_however_they_are_separated(line: str, faces: tuple[tuple[int, ...], ...]) -> None:
    assert typed.faces(line, THREE_D6) == faces


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "3 more dice: this throw is 3d6"),
        ("6 6", "2 more dice"),
        ("1 2", "1 more die"),
        ("1 2 3 4", "1 numbers too many"),
        ("1 2 7", "Die 3 (d6) shows 7"),
        ("1 2 6", "ends on a 6"),
        ("0 1 2", "shows 0"),
        ("-1 2 3", "shows -1"),
        ("what", "3 more dice"),
        ("9" * 5_000, "too long"),
    ],
)
def test_faces_that_cannot_be_are_refused_with_what_is_missing(line: str, says: str) -> None:
    with pytest.raises(Amiss, match=says.replace("(", r"\(").replace(")", r"\)")):
        typed.faces(line, THREE_D6)


@given(st.randoms(use_true_random=False), st.sampled_from(["no", "once", "chain"]))
def test_every_throw_can_be_typed_in_as_a_plain_row_of_numbers(random: object, explode: str) -> None:
    pool = Pool((Dice(4, 6, explode), Dice(2, 4, explode), Dice(1, 20)))  # type: ignore[arg-type]
    thrown = throw(pool, lambda sides: random.randint(1, sides))  # type: ignore[attr-defined]
    line = " ".join(str(face) for die in thrown for face in die)
    assert typed.faces(line, pool) == thrown
    assert read(pool, typed.faces(line, pool))


@pytest.mark.parametrize(
    ("line", "shares"),
    [
        ("3", {"Exertive": 3}),
        ("1 2 0", {"Exertive": 1, "Decisive": 2}),
        ("decisive 2, exertive 1", {"Decisive": 2, "Exertive": 1}),
        ("Ex=2 De: 1", {"Exertive": 2, "Decisive": 1}),
    ],
)
def test_points_are_shared_out_in_order_or_by_name(line: str, shares: dict[str, int]) -> None:
    assert typed.split(line, SPLIT) == shares


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1 1", "1 still to share out"),
        ("3 1", "1 too many"),
        ("0 3", "Decisive can have 0 to 2"),
        ("1 1 1 1", "3 parts"),
        ("emotive 1 exertive 2", "Emotive can have 0 to 0"),
        ("e 3", "Which part is e"),
        ("", "3 still to share out"),
    ],
)
def test_points_that_cannot_be_shared_so_are_refused(line: str, says: str) -> None:
    with pytest.raises(Amiss, match=says):
        typed.split(line, SPLIT)


@pytest.mark.parametrize("line", ["", "x", "1.5", "0", "8", "1e3", "٣x", "9" * 5_000])
def test_a_number_out_of_bounds_or_no_number_is_told_its_bounds(line: str) -> None:
    with pytest.raises(Amiss, match="from 1 to 7"):
        typed.number(line, Number(name="n", lo=1, hi=7))


def test_a_number_may_have_a_sign_and_spaces() -> None:
    assert typed.number(" +7 ", Number(name="n", lo=-9, hi=9)) == 7
    assert typed.number("-7", Number(name="n", lo=-9, hi=9)) == -7
