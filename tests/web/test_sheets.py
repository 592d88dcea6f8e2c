"""Sheets in forms: what a type asks for, what a browser sends, what the game says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import FormData

from footlights.core import GM, Refused, Sheet, System
from footlights.games import load, names
from footlights.games.inciting_incident.characters import Character, Opponent
from footlights.games.inciting_incident.scenery import Obstacle
from footlights.table.sheets import newcomer, plain
from footlights.web import Settings, sheets
from footlights.web.render import Pages

ANA = {
    "name": "Ana",
    "abilities": {"Fortitude": 2, "Perseverance": 0, "Nimbleness": 4},
    "talents": [
        {"name": "Climb", "ability": "Nimbleness", "level": 4, "limitations": ["not in rain", "not asleep"]},
        {"name": "Lift", "ability": "Fortitude", "level": 1, "description": "Heavy\nthings"},
    ],
    "skills": [{"name": "Grip", "cost": 3, "kind": "modifier", "talent": "Climb", "effect": {"crisis": -1}}],
}


class Controls(HTMLParser):
    """What a browser would send of a form that nobody has touched; what lies in a template is no part of it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sent: list[tuple[str, Any]] = []
        self._templates = 0
        self._text: list[str] | None = None
        self._select: list[tuple[str, bool]] | None = None
        self._name = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self._templates += tag == "template"
        if self._templates:
            return
        match tag:
            case "input" if said.get("type") not in {"checkbox", "radio"} or "checked" in said:
                self.sent.append((said["name"] or "", said.get("value") or ""))
            case "textarea":
                self._name, self._text = said["name"] or "", []
            case "select":
                self._name, self._select = said["name"] or "", []
            case "option" if self._select is not None:
                self._text = []
                self._select.append((said.get("value") or "", "selected" in said))
            case _:
                pass

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._templates -= tag == "template"
        if tag == "textarea" and self._text is not None:
            self.sent.append((self._name, "".join(self._text).removeprefix("\n").replace("\n", "\r\n")))
            self._text = None
        if tag == "option" and self._text is not None and self._select:
            value, chosen = self._select[-1]
            self._select[-1] = (value or "".join(self._text), chosen)
            self._text = None
        if tag == "select" and self._select:
            picked = [value for value, selected in self._select if selected] or [self._select[0][0]]
            self.sent.append((self._name, picked[0]))
            self._select = None


PAGES = Pages(Settings())


@pytest.mark.parametrize("game", names())
def test_texts_of_one_line_are_asked_for_in_one_line(game: str) -> None:
    asked = sheets.shape(load(game).sheet)
    assert isinstance(asked, sheets.Parts)
    words = {part.name: part.shape.lines for part in asked.parts if isinstance(part.shape, sheets.Words)}
    several = {"you": {"notes"}, "inciting-incident": {"summary", "details"}}[game]
    assert {name for name, lines in words.items() if lines} == several


def drawn(field: Sheet, kind: Any, value: Any) -> str:
    """The form of a field, with that in it."""
    source = (
        '{% from "sheet_fields.html" import sheet_field with context %}{{ sheet_field(field, kind, "s", v) }}'
    )
    return PAGES.templates.from_string(source).render(field=field, kind=kind, v=value)


def asked() -> Iterator[Any]:
    """Every sheet that some game asks its GM for."""
    for game in names():
        system = load(game)
        state = system.opening(msgspec.convert({}, system.setup))
        for offer in system.offers(state, GM):
            for n, field in enumerate(offer.fields):
                if isinstance(field, Sheet):
                    yield pytest.param(system, offer.kind, field, id=f"{game}-{offer.kind}-{field.name}-{n}")


@pytest.mark.parametrize(("system", "command", "field"), list(asked()))
def test_a_form_that_nobody_touches_says_what_was_in_it(system: System, command: str, field: Sheet) -> None:
    kind = sheets.type_of(system, command, field)
    assert kind is not None
    form = FormData(Controls(drawn(field, kind, plain(field.example))).sent)
    found = sheets.gathered(form, "s", kind)
    assert msgspec.convert(found, kind) == msgspec.convert(field.example, kind)


@pytest.mark.parametrize("game", names())
def test_a_new_sheet_is_whole_but_for_its_name(game: str) -> None:
    system = load(game)
    field = Sheet(name="s", example=newcomer(system) | {"name": "Robin"})
    form = FormData(Controls(drawn(field, system.sheet, None)).sent)
    found = sheets.gathered(form, "s", system.sheet) | {"name": "Ana"}
    assert sheets.check_character(system, found, system.rulings(), frozenset(), "s") is not None


def test_everything_in_a_sheet_goes_through_a_form_and_back() -> None:
    field = Sheet(name="s", example=ANA)
    form = FormData(Controls(drawn(field, Character, ANA)).sent)
    found = msgspec.convert(sheets.gathered(form, "s", Character), Character)
    assert found == msgspec.convert(ANA, Character)


@pytest.mark.parametrize(
    "nasty", ["<script>alert(1)</script>", "\"'><b onclick=x>", "{{ 7 * 7 }}", "</textarea>"]
)
def test_words_in_a_sheet_are_words_on_the_page(nasty: str) -> None:
    value = ANA | {"summary": nasty, "name": nasty, "details": f"\n{nasty}"}
    html = drawn(Sheet(name="s", example=ANA), Character, value)
    assert "<script" not in html
    assert "<b onclick" not in html
    found = sheets.gathered(FormData(Controls(html).sent), "s", Character)
    assert (found["name"], found["summary"], found["details"]) == (nasty, nasty, nasty)


def test_a_list_may_be_emptied_and_its_numbers_may_have_gaps() -> None:
    kind = tuple[Opponent, ...]
    assert sheets.gathered(FormData([]), "opponents", kind) == []
    form = FormData([("o[7][name]", "B"), ("o[3][name]", "A"), ("o[10][name]", "C"), ("o[x][name]", "no")])
    assert [one["name"] for one in sheets.gathered(form, "o", kind)] == ["A", "B", "C"]


def test_of_several_kinds_only_the_chosen_one_counts() -> None:
    form = FormData(
        [
            ("o[0][_is]", "complex"),
            ("o[0][simple][name]", "no"),
            ("o[0][complex][name]", "Gate"),
            ("o[0][complex][obstruction]", "14"),
            ("o[0][complex][attempts]", "2"),
        ]
    )
    found = sheets.gathered(form, "o", tuple[Obstacle, ...])
    assert found == [{"kind": "complex", "name": "Gate", "obstruction": 14, "attempts": 2}]


@pytest.mark.parametrize(
    ("said", "field", "reason"),
    [
        ({"s[talents][0][level]": "four"}, "s.talents[0].level", "whole number"),
        ({"s[skills][0][kind]": "odd"}, "s.skills[0].kind", "modifier"),
        ({"s[skills][0][cost]": ""}, "s.skills[0].cost", "filled in"),
        ({"s[summary]": "x" * 2001}, "s.summary", "2000"),
        ({"s[abilities][Fortitude]": "9" * 13}, "s.abilities.Fortitude", "whole number"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place(said: dict[str, str], field: str, reason: str) -> None:
    sent = dict(Controls(drawn(Sheet(name="s", example=ANA), Character, ANA)).sent) | said
    with pytest.raises(Refused) as refused:
        sheets.gathered(FormData(list(sent.items())), "s", Character)
    assert refused.value.field == field
    assert reason in refused.value.reason


def test_a_draft_keeps_what_cannot_be_read_as_it_was_typed() -> None:
    sent = dict(Controls(drawn(Sheet(name="s", example=ANA), Character, ANA)).sent)
    sent["s[talents][1][level]"] = "fo"
    draft = sheets.drafted(FormData(list(sent.items())), "s", Character)
    assert draft["talents"][1]["level"] == "fo"
    again = Controls(drawn(Sheet(name="s", example=ANA), Character, draft)).sent
    assert ("s[talents][1][level]", "fo") in again


def test_a_fault_is_placed_in_words() -> None:
    system = load("inciting-incident")
    value = ANA | {"talents": [ANA["talents"][0] | {"level": 9}]}  # type: ignore[index]
    with pytest.raises(Refused) as refused:
        sheets.check_character(system, value, system.rulings(), frozenset(), "sheet")
    found = sheets.placed(refused.value, system, system.sheet, "sheet")
    assert (found.place, found.clause, found.field) == (
        "Talent 1: level",
        "II-TAL-03",
        "sheet.talents[0].level",
    )


def test_points_are_shown_and_what_is_over_the_budget_is_remarked() -> None:
    system = load("inciting-incident")
    value = ANA | {"abilities": {"Fortitude": 9, "Perseverance": 9, "Nimbleness": 9}}
    standing = sheets.check_character(system, value, system.rulings(), frozenset(), "sheet")
    assert {fact.label for fact in standing.figures} >= {"Points in abilities", "Talents under Nimbleness"}
    assert any("over the budget" in note.text for note in standing.remarks)


def test_a_sheet_without_a_name_shows_its_points_already() -> None:
    system = load("inciting-incident")
    figures = sheets.figures(system, ANA | {"name": ""}, system.rulings())
    assert "Points in talents" in {fact.label for fact in figures}
    assert sheets.figures(system, {"name": "x", "talents": 5}, system.rulings()) == ()


def test_two_of_one_name_do_not_enter() -> None:
    system = load("inciting-incident")
    with pytest.raises(Refused, match="called Ana already") as refused:
        sheets.check_character(system, ANA, system.rulings(), frozenset({"ana"}), "sheet")
    assert refused.value.field == "sheet.name"


def test_lists_grow_and_shrink_without_a_script() -> None:
    sheet = plain(msgspec.convert(ANA, Character))
    sheet = sheets.changed(sheet, Character, add="sheet[talents]:Perseverance")
    assert sheet["talents"][2]["ability"] == "Perseverance"
    sheet = sheets.changed(sheet, Character, remove="sheet[talents][0]")
    assert [talent["name"] for talent in sheet["talents"]] == ["Lift", ""]
    sheet = sheets.changed(sheet, Character, add="sheet[skills]")
    assert len(sheet["skills"]) == 2


@pytest.mark.parametrize(
    "at", ["", "sheet", "sheet[name]", "sheet[talents][99]", "sheet[x][0]", "sheet[talents][0][0]", "]["]
)
def test_a_place_that_is_not_there_changes_nothing(at: str) -> None:
    sheet = plain(msgspec.convert(ANA, Character))
    assert sheets.changed(plain(sheet), Character, remove=at or "sheet[y]") == sheet


def test_an_entry_that_names_none_of_the_groups_stands_in_the_first() -> None:
    draft = sheets.drafted(FormData([("s[talents][0][name]", "Climb")]), "s", Character)
    assert "ability" not in draft["talents"][0]
    assert (
        Controls(drawn(Sheet(name="s", example=ANA), Character, draft)).sent.count(
            ("s[talents][0][name]", "Climb")
        )
        == 1
    )


@pytest.mark.parametrize(("system", "command", "field"), list(asked()))
def test_every_button_says_what_it_adds_or_takes_out(system: System, command: str, field: Sheet) -> None:
    html = drawn(field, sheets.type_of(system, command, field), None)
    found = re.findall(r"<button[^>]* data-(?:add|remove)>([^<]*)", html)
    assert all(re.fullmatch(r"Add an? \w[\w ]*|Take this \w[\w ]* out", said.strip()) for said in found), (
        found
    )
    if field.name == "obstacles":
        assert found[-1].strip() == "Add an Obstacle"


def test_a_sheet_of_ten_thousand_parts_is_refused() -> None:
    form = FormData([(f"s[talents][{n}][name]", "x") for n in range(10_000)])
    with pytest.raises(Refused, match="parts"):
        sheets.gathered(form, "s", Character)


_STEPS = st.sampled_from(
    ["name", "talents", "skills", "abilities", "Fortitude", "0", "1", "level", "_is", "", "x"]
)
_KEYS = st.lists(_STEPS, max_size=6).map(lambda steps: "s" + "".join(f"[{step}]" for step in steps))


@given(st.lists(st.tuples(_KEYS, st.text(max_size=20)), max_size=20), st.sampled_from([*names()]))
def test_no_form_whatever_breaks_the_reading_of_it(pairs: list[tuple[str, Any]], game: str) -> None:
    system = load(game)
    form = FormData(pairs)
    draft = sheets.drafted(form, "s", system.sheet)
    sheets.figures(system, draft, system.rulings())
    drawn(Sheet(name="s", example=newcomer(system) | {"name": "Robin"}), system.sheet, draft)
    try:
        found = sheets.gathered(form, "s", system.sheet)
    except Refused as refused:
        sheets.placed(refused, system, system.sheet, "s")
    else:
        assert found is None or msgspec.convert(found, system.sheet)
