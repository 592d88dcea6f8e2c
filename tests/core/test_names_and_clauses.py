"""Names that people may bear, clauses by id, refusals that cite."""

from __future__ import annotations

import pytest

from footlights.core import Clause, Clauses, Option, Refused, Ruling, seat_name_fault


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "O'Neill",
        "Zoë",
        "Zoe\u0308",
        "李",
        "🦊",
        "שרה",
        "Ana the 3rd",
        "\U0001f468\u200d\U0001f33e",
        "x" * 60,
    ],
)
def test_people_may_be_called_what_people_are_called(name: str) -> None:
    assert seat_name_fault(name) is None


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "is empty"),
        ("   ", "is empty"),
        (" Ana", "begins or ends with a space"),
        ("x" * 61, "has 61 characters; 60 is the most"),
        ("Ana\x1b[2J", "control character"),
        ("Ana\nBo", "control character"),
        ("\u202eanA", "control character"),
        ("An\u200ba", "cannot be seen"),
        ("Ana\ufeff", "cannot be seen"),
        ("gm", "reserved word"),
        ("Dice", "reserved word"),
    ],
)
def test_a_name_that_cannot_be_borne_is_told_why(name: str, fault: str) -> None:
    assert fault in (seat_name_fault(name) or "")


ONE = Clause(id="A-01", chapter="First", sentence="One.", source="Text")
TWO = Clause(
    id="B-01",
    chapter="Second",
    sentence="Two.",
    source="Text",
    status="ruling",
    rulings=(Ruling("r", "Which of two", "yes", (Option("yes", "it is"), Option("no", "it is not"))),),
)
CLAUSES = Clauses("X", [ONE, TWO])


def test_the_options_of_a_ruling_are_told_by_what_they_mean_and_the_default_is_marked() -> None:
    (ruling,) = TWO.rulings
    assert [ruling.label(option.value) for option in ruling.options] == ["it is (the default)", "it is not"]
    assert ruling.meaning(7) == ""
    assert ruling.label(7) == "7"


def test_a_clause_is_found_with_or_without_the_prefix_of_its_game() -> None:
    assert CLAUSES["A-01"] is CLAUSES["X-A-01"] is ONE
    assert "Q-01" not in CLAUSES
    assert len(CLAUSES) == 2


def test_clauses_come_by_chapter_and_rulings_by_name() -> None:
    assert CLAUSES.chapters() == {"First": [ONE], "Second": [TWO]}
    assert CLAUSES.rulings() == {"r": (TWO, TWO.rulings[0])}


def test_two_clauses_of_one_id_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="two clauses are called A-01"):
        Clauses("X", [ONE, ONE])


def test_a_refusal_reads_as_its_reason_and_cites_its_clause() -> None:
    assert str(Refused("A-01", "not now")) == "not now [A-01]"
    assert str(Refused("", "not now")) == "not now"
