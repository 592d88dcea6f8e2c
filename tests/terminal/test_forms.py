"""Offers become questions, and what comes back follows the offer, whatever people press."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footlights.cli.play.forms import Answers, Form, Go
from footlights.cli.play.questions import Amiss, Back, Pick, Question, Write
from footlights.cli.play.stage import Stage
from footlights.core import (
    Faces,
    Flag,
    Number,
    Offer,
    OneOf,
    SomeOf,
    Split,
    Text,
    When,
    active_fields,
    follow,
)
from footlights.core import Sheet as SheetField
from footlights.dice import Dice, Pool
from footlights.lab import Forecast

EVERYTHING = Offer(
    kind="everything",
    seat="Ana",
    label="Do everything",
    clause="XXX-01",
    fields=(
        OneOf(name="way", label="Way", values=("auto", "roll"), labels=("pass", "roll for it")),
        Flag(name="sure", when=(When("way", ("auto",)),)),
        OneOf(name="talent", values=("Climb", "Dash"), when=(When("way", ("roll",)),)),
        Number(name="spend", lo=0, hi=3, when=(When("talent", ("Climb",)),)),
        Number(name="spend", lo=0, hi=40, when=(When("talent", ("Dash",)),), optional=True, default=0),
        SomeOf(name="helpers", values=("Ben", "Cleo", "Dora"), least=1, most=2),
        Split(name="pay", total=3, parts=(("Exertive", 2), ("Emotive", 3))),
        Faces(name="faces", pool=Pool((Dice(2, 6, "chain"),))),
        Text(name="words", least=1, most=40, lines=True),
        Text(name="aside", most=10, optional=True, default=""),
        SheetField(
            name="sheet", example={"name": "Ana", "levels": [1, 2], "shy": False, "look": ""}, optional=True
        ),
    ),
)

LINES = (
    "",
    "3",
    "2 1",
    "6 6 2, 3",
    "1 1",
    "hello",
    "hello\nthere",
    "name: Ben\nlevels: []",
    "0",
    "\x1b[2J",
    "x" * 60,
)


class Sheet(msgspec.Struct):
    """A sheet of no game."""

    name: str
    levels: tuple[str, ...]
    shy: bool
    look: str


class Unknowing:
    """A table that knows no odds."""

    words = ("Ben",)

    def odds(self, offer: Offer, answers: Mapping[str, Any]) -> Forecast | None:  # noqa: ARG002
        return None

    def sheet(self, offer: Offer, wanted: SheetField) -> type | None:  # noqa: ARG002
        return Sheet

    def falls(self, offer: Offer, answers: Mapping[str, Any]) -> bool:  # noqa: ARG002
        return False


class Person:
    """Somebody who answers: from a list, or at random (`going_back` of ten times they go back)."""

    def __init__(self, *answers: Any, random: Random | None = None, going_back: int = 1) -> None:
        self.answers = list(answers)
        self.asked: list[Question] = []
        self._random = random
        self._going_back = going_back

    async def ask(self, question: Question) -> Any:
        self.asked.append(question)
        question.above(40)
        if self._random is None:
            return self._told(question, self.answers.pop(0))
        if len(self.asked) > 400:
            raise Back
        if self._random.randrange(10) < self._going_back:
            raise Back(self._random.choice(LINES))
        if isinstance(question, Pick):
            return self._random.choice(question.choices).value
        assert isinstance(question, Write)
        for _ in range(50):
            try:
                return question.parse(self._random.choice(LINES))
            except Amiss:
                continue
        raise Back

    def _told(self, question: Question, answer: Any) -> Any:
        if answer is Back:
            raise Back("half typed")
        if isinstance(question, Pick):
            found = question.found(answer)
            assert found, f"{answer!r} is not among {question.choices}"
            return found[0].value
        assert isinstance(question, Write)
        return question.parse(answer)


def filled(offer: Offer, person: Person) -> tuple[Go, Answers]:
    form = Form(cast(Stage, person), offer, Unknowing())
    return asyncio.run(form.fill()), form.answers


@given(st.integers(0, 10**9))
def test_whatever_people_press_a_form_that_is_done_follows_its_offer(seed: int) -> None:
    form = Form(cast(Stage, Person(random=Random(seed))), EVERYTHING, Unknowing())
    try:
        asyncio.run(form.fill())
    except Back:
        return
    follow(EVERYTHING, form.answers)
    assert all(
        name in form.answers for name, f in active_fields(EVERYTHING, form.answers).items() if not f.optional
    )


def test_fields_are_asked_in_turn_and_only_those_that_apply() -> None:
    person = Person("roll for it", "climb", "2", "ben", "done", "2 1", "6 6 2, 3", "we climb", "ok")
    go, answers = filled(EVERYTHING, person)
    assert go is Go.DO
    assert answers == {
        "way": "roll",
        "talent": "Climb",
        "spend": 2,
        "helpers": ["Ben"],
        "pay": {"Exertive": 2, "Emotive": 1},
        "faces": ((6, 6, 2), (3,)),
        "words": "we climb",
    }
    assert "sure" not in " ".join(question.title for question in person.asked)


def test_going_back_opens_the_last_answer_again_and_keeps_the_others() -> None:
    offer = msgspec.structs.replace(
        EVERYTHING, fields=(EVERYTHING.fields[8], EVERYTHING.fields[6], EVERYTHING.fields[0])
    )
    person = Person("first words", "2 1", Back, Back, "second words", "1 2", "pass", "ok")
    _, answers = filled(offer, person)
    assert answers == {"words": "second words", "pay": {"Exertive": 1, "Emotive": 2}, "way": "auto"}
    reopened = [question.start for question in person.asked if isinstance(question, Write)]
    assert reopened == ["", "", "Exertive 2, Emotive 1", "first words", "half typed"]


def test_what_was_half_typed_when_somebody_went_back_is_still_there() -> None:
    offer = msgspec.structs.replace(EVERYTHING, fields=(EVERYTHING.fields[0], EVERYTHING.fields[8]))
    person = Person("pass", Back, "pass", "all of it", "ok")
    filled(offer, person)
    assert [question.start for question in person.asked if isinstance(question, Write)] == ["", "half typed"]


def test_changing_an_answer_in_the_review_drops_what_no_longer_applies_and_asks_what_now_does() -> None:
    person = Person(
        "roll for it", "climb", "2", "ben", "done", "2 1", "1 2", "words", "Way", "pass", "yes", "ok"
    )
    _, answers = filled(EVERYTHING, person)
    assert answers["way"] == "auto"
    assert answers["sure"] is True
    assert "talent" not in answers
    assert "spend" not in answers


def test_too_many_ticks_are_told_and_nothing_is_lost() -> None:
    offer = msgspec.structs.replace(EVERYTHING, fields=(EVERYTHING.fields[5],))
    person = Person("ben", "cleo", "dora", "done", "cleo", "done")
    _, answers = filled(offer, person)
    assert answers == {"helpers": ["Ben", "Dora"]}
    assert any("Tick 1 to 2" in question.message for question in person.asked if isinstance(question, Pick))


def test_an_offer_without_fields_is_confirmed_before_it_is_done() -> None:
    offer = Offer(kind="go", seat="Ana", label="Go home")
    person = Person("Do it")
    assert filled(offer, person) == (Go.DO, {})
    with pytest.raises(Back):
        filled(offer, Person(Back))


def test_a_sheet_is_filled_in_line_by_line_as_text_or_from_a_file(tmp_path: Any) -> None:
    offer = Offer(
        kind="enter",
        seat="GM",
        label="Enter",
        fields=(msgspec.structs.replace(EVERYTHING.fields[10], optional=False),),
    )
    by_line = Person("line by line", "name", "Ben", "levels", "2\n3", "shy", "done", "ok")
    assert filled(offer, by_line)[1]["sheet"] == {
        "name": "Ben",
        "levels": ["2", "3"],
        "shy": True,
        "look": "",
    }
    as_text = Person("text", "name: Cleo\nlevels: [4]", "ok")
    assert filled(offer, as_text)[1]["sheet"] == {"name": "Cleo", "levels": [4]}
    path = tmp_path / "dora.json"
    path.write_text('{"name": "Dora"}', "utf-8")
    assert filled(offer, Person("file", str(path), "ok"))[1]["sheet"] == {"name": "Dora"}
    with pytest.raises(Amiss, match="there is no such file"):
        filled(offer, Person("file", str(path) + "x"))
