"""An offer followed is accepted; anything else is refused with the place and what would be right."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footlights.core import (
    Faces,
    Flag,
    Number,
    Offer,
    OneOf,
    Refused,
    Sheet,
    SomeOf,
    Split,
    Text,
    When,
    active_fields,
    follow,
)
from footlights.core.offers import text_fault
from footlights.dice import Dice, Pool

POOL = Pool((Dice(2, 6, "chain"),))


def offer(*fields: Any) -> Offer:
    """An offer of one kind with these fields, citing X-01."""
    return Offer(kind="try", seat="Ana", label="Try it", clause="X-01", fields=fields)


FITTING = [
    (Flag(name="f"), True),
    (Flag(name="f"), False),
    (OneOf(name="f", values=("a", "b")), "b"),
    (SomeOf(name="f", values=("a", "b", "c"), least=1, most=2), ["c", "a"]),
    (SomeOf(name="f", values=("a", "b")), ("a", "b")),
    (Number(name="f", lo=-1, hi=3), -1),
    (Text(name="f", most=3, least=1), "ab"),
    (Text(name="f", most=9, lines=True), "a\nb"),
    (Split(name="f", total=3, parts=(("x", 2), ("y", 3))), {"x": 1, "y": 2}),
    (Split(name="f", total=3, parts=(("x", 2), ("y", 3))), {"y": 3}),
    (Faces(name="f", pool=POOL), ((6, 2), (1,))),
    (Sheet(name="f", example={}), {"anything": "the game looks at it"}),
    (Number(name="f", lo=1, hi=3, optional=True), None),
    (OneOf(name="f", values=(), optional=True, default=""), ""),
]


@pytest.mark.parametrize(("field", "value"), FITTING)
def test_a_value_of_the_domain_is_accepted(field: Any, value: Any) -> None:
    follow(offer(field), {"f": value})


MISFITS = [
    (Flag(name="f"), 1, "it is true or false"),
    (OneOf(name="f", values=("a", "b")), "c", "one of: a, b"),
    (OneOf(name="f", values=()), "c", "nothing to choose from"),
    (OneOf(name="f", values=("a",)), ["a"], "one of: a"),
    (SomeOf(name="f", values=("a", "b"), least=1), [], "choose 1 to 2"),
    (SomeOf(name="f", values=("a", "b")), ["a", "a"], "different ones"),
    (SomeOf(name="f", values=("a", "b"), most=1), ["a", "b"], "choose 0 to 1"),
    (SomeOf(name="f", values=("a", "b")), ["z"], "of: a, b"),
    (SomeOf(name="f", values=("a", "b")), [["a"]], "of: a, b"),
    (Number(name="f", lo=0, hi=3), 4, "from 0 to 3"),
    (Number(name="f", lo=0, hi=3), True, "from 0 to 3"),
    (Number(name="f", lo=0, hi=3), 1.0, "from 0 to 3"),
    (Number(name="f", lo=0, hi=3), float("nan"), "from 0 to 3"),
    (Number(name="f", lo=1, hi=0), 1, "no number is possible"),
    (Text(name="f", most=3, least=1), "   ", "1 to 3 characters"),
    (Text(name="f", most=3), "abcd", "0 to 3 characters"),
    (Text(name="f", most=9), "a\x1b[31m", "control characters"),
    (Text(name="f", most=9), "a\nb", "control characters"),
    (Text(name="f", most=9), 7, "it is a text"),
    (
        Split(name="f", total=3, parts=(("x", 2), ("y", 3))),
        {"x": 3},
        "splits 3 over x at most 2, y at most 3",
    ),
    (Split(name="f", total=3, parts=(("x", 2),)), {"x": 2, "z": 1}, "splits 3"),
    (Split(name="f", total=3, parts=(("x", 3),)), {"x": 3.0}, "splits 3"),
    (Split(name="f", total=3, parts=(("x", 3),)), [3], "splits 3"),
    (Flag(name="f"), None, "f is missing; it is true or false"),
    (Faces(name="f", pool=POOL), None, "one list per die"),
    (Sheet(name="f", example={}), None, "a sheet of this game"),
]


@pytest.mark.parametrize(("field", "value", "right"), MISFITS)
def test_a_misfit_is_refused_and_told_what_would_be_right(field: Any, value: Any, right: str) -> None:
    with pytest.raises(Refused) as refused:
        follow(offer(field), {"f": value})
    assert right in refused.value.reason
    assert refused.value.field == "f"
    assert refused.value.clause == "X-01"


@pytest.mark.parametrize("faces", [((6,), (1,)), ((1,),), ((7,), (1,)), ((5, 2), (1,))])
def test_dice_that_the_pool_does_not_need_are_refused(faces: Any) -> None:
    with pytest.raises(Refused) as refused:
        follow(offer(Faces(name="faces", pool=POOL, clause="D-04")), {"faces": faces})
    assert (refused.value.clause, refused.value.field) == ("D-04", "faces")


def test_a_long_wrong_value_is_shortened_in_the_message() -> None:
    with pytest.raises(Refused) as refused:
        follow(offer(OneOf(name="f", values=("a",))), {"f": "x" * 10_000})
    assert len(refused.value.reason) < 150


DEPENDENT = offer(
    OneOf(name="trait", values=("Boldness", "Passion")),
    Number(name="ins", lo=0, hi=2, when=(When("trait", ("Boldness",)),), clause="INS"),
    Number(name="ins", lo=0, hi=5, when=(When("trait", ("Passion",)),)),
    Text(name="why", most=9, when=(When("ins", (5,)),)),
)


def test_one_answer_narrows_another() -> None:
    follow(DEPENDENT, {"trait": "Passion", "ins": 4})
    with pytest.raises(Refused, match="from 0 to 2"):
        follow(DEPENDENT, {"trait": "Boldness", "ins": 4})


def test_a_field_whose_condition_fails_must_be_left_out() -> None:
    with pytest.raises(Refused, match="why does not apply here"):
        follow(DEPENDENT, {"trait": "Passion", "ins": 4, "why": "no"})
    follow(DEPENDENT, {"trait": "Passion", "ins": 4, "why": ""})


def test_a_partial_answer_shows_which_fields_apply_so_far() -> None:
    assert list(active_fields(DEPENDENT, {})) == ["trait"]
    assert list(active_fields(DEPENDENT, {"trait": "Passion", "ins": 5})) == ["trait", "ins", "why"]


def test_an_unanswered_optional_field_counts_as_its_default() -> None:
    conditional = offer(
        Flag(name="secret", optional=True, default=False),
        Text(name="reason", most=9, when=(When("secret", (True,)),)),
        OneOf(name="to", values=("GM",), when=(When("secret", (False,)),)),
        OneOf(name="nothing", values=("x",), when=(When("reason", (None,)),)),
    )
    assert list(active_fields(conditional, {})) == ["secret", "to", "nothing"]


def test_one_is_not_true() -> None:
    numbered = offer(Number(name="n", lo=0, hi=1), Text(name="t", most=3, when=(When("n", (True,)),)))
    assert list(active_fields(numbered, {"n": 1})) == ["n"]


def test_a_field_that_is_not_on_offer_cites_the_offer() -> None:
    with pytest.raises(Refused) as refused:
        follow(DEPENDENT, {"trait": "Passion", "ins": 1, "dis": 3})
    assert refused.value.clause == "X-01"


@given(st.text())
def test_a_text_is_judged_without_failing(value: str) -> None:
    assert text_fault(value, Text(name="t", most=5, least=1)) in (
        None,
        "is empty",
        "has a control character in it",
        f"has {len(value)} characters; 5 is the most",
    )


@pytest.mark.parametrize(
    "value",
    ["\x1b[31m", {"name": "a\x07"}, {"talents": [{"limits": ["\x9b"]}]}, {"\x00": 1}, Flag(name="\x1b")],
)
def test_no_text_within_a_sheet_has_control_characters(value: Any) -> None:
    with pytest.raises(Refused, match="has a control character in it") as refused:
        follow(offer(Sheet(name="f", example={})), {"f": value})
    assert refused.value.field == "f"


def test_texts_within_a_sheet_may_have_lines_and_any_script() -> None:
    follow(
        offer(Sheet(name="f", example={})), {"f": {"notes": "one\ntwo\tthree", "name": "Zoë 李 🦊", "n": 3}}
    )
