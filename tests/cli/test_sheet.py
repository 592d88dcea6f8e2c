"""footlights sheet: a character's sheet, checked and printed, in both games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from footlights.cli.sheet import checked
from footlights.core import System
from footlights.games import load
from footlights.table.sheets import blank, leaves, newcomer, summary
from footlights.written import Written
from tests.cli.conftest import Footlights
from tests.cli.test_campaigns import ANA

IRIS = """\
name: Iris
summary: Steeplejack.
abilities: {Fortitude: 2, Perseverance: 3, Nimbleness: 4}
talents:
  - {name: Roofwalking, ability: Nimbleness, level: 4, limitations: [not indoors]}
skills:
  - {name: Soft Shoe, cost: 3, kind: modifier, talent: Roofwalking, effect: {crisis: -2}}
"""


@pytest.mark.parametrize(("sheet", "game"), [(ANA, "you"), (IRIS, "inciting-incident")])
def test_a_sheet_is_recognised_and_printed_within_80_columns(
    footlights: Footlights, tmp_path: Path, sheet: str, game: str
) -> None:
    file = tmp_path / "sheet.yaml"
    file.write_text(sheet, "utf-8")
    said = footlights("sheet", file)
    assert (said.code, said.err) == (0, "")
    assert sheet.split()[1] in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert footlights("sheet", file, "--game", game) == said
    whole = footlights("sheet", file, "--json").json
    assert whole["game"] == game
    again = tmp_path / "again.json"
    again.write_text(json.dumps(whole))
    assert footlights("sheet", again) == said
    again.write_text(json.dumps(whole["character"]))
    assert footlights("sheet", again) == said


def test_every_fault_of_form_is_placed_at_once(footlights: Footlights, tmp_path: Path) -> None:
    file = tmp_path / "sheet.yaml"
    file.write_text(
        "name: 7\ntraits:\n  Boldness: {degree: Often, impulse: No}\n  Passion: {degre: Often}\n"
        "  Hope: {degree: Often}\n  Empathy: {degree: Sometimes}\ngear: lamp\nhat: yes\n"
    )
    said = footlights("sheet", file, "--game", "you")
    assert said.code == 2
    faults = [line.split("sheet.yaml, ")[1] for line in said.err.splitlines()]
    assert faults == [
        "line 1, column 1 (name): expected text, found the number 7; put it in quotes",
        "line 3, column 29 (traits.Boldness.impulse): expected text, found yes or no (true or false); put it in quotes",
        "line 4, column 13 (traits.Passion.degre): there is no key 'degre' here; did you mean degree?",
        "line 4, column 3 (traits.Passion): degree is missing",
        "line 5, column 3 (traits.Hope): there is no such value 'Hope' here; there is: "
        "Assertiveness, Boldness, Determination, Influence, Empathy, Passion",
        "line 6, column 13 (traits.Empathy.degree): there is no such value 'Sometimes' here; there is: "
        "Rarely, Occasionally, Often",
        "line 7, column 1 (gear): expected a list, found the text 'lamp'",
        "line 8, column 1 (hat): there is no key 'hat' here; there is: "
        "name, traits, pronouns, look, portrait, notes, gear",
    ]


def test_what_the_rules_do_not_expect_of_a_sheet_is_remarked_on(
    footlights: Footlights, tmp_path: Path
) -> None:
    file = tmp_path / "sheet.yaml"
    file.write_text(IRIS.replace("Nimbleness: 4", "Nimbleness: 6"))
    said = footlights("sheet", file)
    assert said.code == 0
    assert "10 points over the budget for abilities" in " ".join(said.out.split())


REFUSED = [
    (
        ANA.replace("name: Ana", "name: " + "x" * 10_000),
        "you",
        "(name): the name has 10000 characters; 60 is the most",
    ),
    (ANA.replace("name: Ana", 'name: "A\\u202Ena"'), "you", "(name): the name has a control character in it"),
    (ANA.replace("name: Ana", "name: GM"), "you", "(name): the name is a reserved word"),
    (ANA.replace("name: Ana", "name: ''"), "you", "(name): the name is empty"),
    (ANA.replace("impulse: Goes first.", 'impulse: "a\\tb"'), "you", "(traits.Boldness.impulse): Ana's"),
    (IRIS.replace("Nimbleness: 4", "Nimbleness: 10"), "inciting-incident", "(abilities.Nimbleness): "),
    (IRIS.replace("level: 4", "level: 5"), "inciting-incident", "(talents[0].level): "),
    (IRIS.replace("talent: Roofwalking", "talent: Flying"), "inciting-incident", "(skills[0].talent): "),
    ("- a list", "you", "expected a mapping (key: value), found a list"),
    ("- a list", None, "a sheet is a mapping (name: ...), this is a list"),
    ("colour: red", None, "it does not say which game it is of; add --game"),
    ("", "you", "there is nothing in it"),
    ('{"footlights": 1, "game": "chess", "character": {}}', None, "there is no game called 'chess'"),
    ('{"footlights": 1, "game": "you", "character": {"name": 3}}', None, "(character.name): expected text"),
    (
        '{"footlights": 1, "game": "you", "character": {"name": "A", "traits": {}}}',
        "inciting-incident",
        "of YOU, not of",
    ),
]


@pytest.mark.parametrize(("sheet", "game", "fault"), REFUSED)
def test_a_sheet_that_is_none_is_refused_with_its_place(
    footlights: Footlights, tmp_path: Path, sheet: str, game: str | None, fault: str
) -> None:
    file = tmp_path / "s.yaml"
    file.write_text(sheet, "utf-8")
    said = footlights("sheet", file, *(("--game", game) if game else ()))
    assert (said.code, said.out) == (2, "")
    assert fault in said.err
    assert len(said.err) < 2_500


def test_a_sheet_of_a_game_that_nobody_starts_alone_is_still_one(
    footlights: Footlights, tmp_path: Path, lantern: System
) -> None:
    file = tmp_path / "walker.yaml"
    file.write_text("name: Ana\noil: 2\n")
    assert footlights("sheet", file, "--game", lantern.name, "--json").json["character"] == {
        "name": "Ana",
        "oil": 2,
    }
    said = footlights("sheet", file, "--game", lantern.name)
    assert (said.code, said.err) == (0, "")
    assert "Ana" in said.out


@pytest.mark.parametrize("game", ["you", "inciting-incident"])
def test_a_newcomers_sheet_is_whole_but_for_the_name(game: str) -> None:
    system = load(game)
    sheet = newcomer(system)
    assert sheet["name"] == ""
    assert checked(system, Written("sheet", {**sheet, "name": "Ana"}, {})).name == "Ana"


@pytest.mark.parametrize("game", ["you", "inciting-incident"])
def test_a_blank_sheet_has_every_line_that_can_be_written(game: str) -> None:
    kind = load(game).sheet
    sheet = blank(kind)
    for leaf in leaves(kind):
        part = sheet
        for step in leaf.path:
            part = part[step]
        assert isinstance(summary(part), str)
    assert [leaf.label for leaf in leaves(kind)][:2] != []
