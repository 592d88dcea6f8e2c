"""footlights new at a real terminal: everything is asked for, and what is wrong is said while it is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footlights.cli.builder import Filled
from footlights.cli.folder import FILE
from footlights.cli.new import Draft
from footlights.games import load
from footlights.store import SqliteStore
from footlights.table.sheets import newcomer
from footlights.written import Malformed
from tests.cli.conftest import Footlights
from tests.terminal.screen import Terminal


def test_a_campaign_is_agreed_on_line_by_line(footlights: Footlights, tmp_path: Path) -> None:
    screen = Terminal("new", "you", data=tmp_path / "data")
    screen.see("What is the campaign called?")
    screen.enter("The Last Ferry")
    screen.see("Where does the story start?")
    screen.enter("Fog.")
    screen.see("How is it told?")
    screen.enter("Slowly.")
    screen.see("What never happens here?")
    screen.enter("rats")
    screen.see("What happens only off stage?")
    screen.enter()
    screen.see("What do you agree on?", "Title The Last Ferry", "Lines rats", "Rulings all as they are")

    screen.choose("characters", "Add a character")
    screen.choose("add", "the name is empty")
    screen.choose("name", "Character: name")
    screen.enter("GM")
    screen.see("the name is a reserved word")
    screen.choose("name", "Character: name")
    screen.type("\x15")
    screen.enter("Ana")
    screen.see("= The sheet is whole.")
    screen.choose("boldness degree", "2 Occasionally")
    screen.choose("often", "Boldness: degree Often")
    screen.choose("gear", "one to a line")
    screen.enter("a lamp")
    screen.see("gear a lamp")
    screen.choose("ok", "1 Ana")
    screen.choose("ok", "Characters Ana")

    screen.choose("rulings", "the table chooses")
    screen.choose("sets the type", "the GM picks it for each sufferer")
    screen.choose("gm picks", "changed: the GM picks it for each sufferer")
    screen.choose("ins at the start", "INS at the start [TRT-04]")
    screen.see("By default 0.")
    screen.type("\x15")
    screen.enter("9")
    screen.see("! start_ins is 0 to 6")
    screen.type("\x15")
    screen.enter("2")
    screen.see("changed: 2")
    screen.choose("done", "Rulings 2 changed")
    screen.choose("dice", "people roll and type the faces in")
    screen.enter("ok")
    screen.see("The Last Ferry is ready.")

    script = footlights("export", "The Last Ferry", "--session").out
    for said in (
        "premise: Fog.",
        "tone: Slowly.",
        "- rats",
        "burden_type: gm",
        "start_ins: 2",
        "- a lamp",
        "mode: typed",
    ):
        assert said in script
    assert "degree: Often" in script


def test_somebody_who_leaves_has_begun_nothing(footlights: Footlights, tmp_path: Path) -> None:
    screen = Terminal("new", "inciting-incident", data=tmp_path / "data")
    screen.see("What is the campaign called?")
    screen.type("\x1b")
    screen.see("It has no title yet.")
    screen.enter("ok")
    screen.see("It has no title yet.")
    screen.type("\x03")
    screen.see("Leave?")
    screen.enter("q")
    screen.see("Nothing was begun.")
    assert "no campaigns yet" in footlights("export", "x").err


def test_what_the_options_say_is_not_asked_again(footlights: Footlights, tmp_path: Path) -> None:
    screen = Terminal(
        "new", "inciting-incident", "--title", "Salt", "--premise", "The sea.", data=tmp_path / "data"
    )
    screen.see("How is it told?")
    screen.type("\x1b")
    screen.see("Title Salt", "Premise The sea.")
    screen.choose("characters", "Add a character")
    screen.choose("add", "Character")
    screen.choose("name", "Character: name")
    screen.enter("Iris")
    screen.choose("abilities nimbleness", "Character: abilities: Nimbleness")
    screen.type("\x15")
    screen.enter("4")
    screen.choose("talents", "Add one")
    screen.choose("add", "Character: Talent 1")
    screen.see("! Talent 1: name: the name is empty")
    screen.choose("name", "Talent 1: name")
    screen.enter("Roofwalking")
    screen.see("! Talents: 1 Talents stand under Fortitude, which carries 0")
    screen.choose("ability", "1 Fortitude 2 Perseverance 3 Nimbleness")
    screen.enter("Nimbleness")
    screen.choose("level", "Talent 1: level")
    screen.type("\x15")
    screen.enter("5")
    screen.see("! Talent 1 (Roofwalking): level: Roofwalking is at level 5")
    screen.choose("level", "Talent 1: level")
    screen.type("\x15")
    screen.enter("4")
    screen.see("= The sheet is whole.")
    screen.choose("ok", "1 Roofwalking")
    screen.choose("ok", "talents Roofwalking")
    screen.choose("ok", "1 Iris")
    screen.choose("ok", "Characters Iris")
    screen.enter("ok")
    screen.see("Salt is ready.")
    assert "name: Roofwalking" in footlights("export", "Salt", "--session").out


def test_nobody_is_asked_while_another_footlights_holds_the_data_folder(
    footlights: Footlights, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    footlights("new", "you", "--title", "Ferry")
    store = SqliteStore(data / FILE)
    screen = Terminal("new", "you", data=data)
    screen.see("another Footlights is using it")
    store.close()
    assert "What is the campaign called?" not in screen.text()


def test_a_campaign_that_cannot_be_kept_now_stays_as_it_was_filled_in(tmp_path: Path) -> None:
    data = tmp_path / "data"
    screen = Terminal("new", "you", "--title", "Ferry", "--premise", "Fog.", data=data)
    screen.see("How is it told?")
    screen.type("\x1b")
    screen.see("Title Ferry", "Premise Fog.")
    (data / FILE).rename(data / "away")
    screen.enter("ok")
    screen.see(f"! {data / FILE}"[:40], "Title Ferry", "Premise Fog.")
    (data / "away").rename(data / FILE)
    screen.enter("ok")
    screen.see("Ferry is ready.")


def test_a_campaign_that_cannot_begin_says_whose_sheet_and_which_line() -> None:
    system = load("inciting-incident")
    talent = {"name": "Roofwalking", "ability": "", "level": 0}
    sheets: list[Any] = [
        {"name": "Iris", "talents": [talent]},
        {"name": "Bo", "abilities": {"Nimbleness": 10}},
    ]
    draft = Draft(system, Filled({}), agreed={"name": "Salt"}, setup={"characters": sheets})
    with pytest.raises(
        Malformed, match=r"^Character 1 \(Iris\): Talent 1 \(Roofwalking\): ability: there is no such"
    ):
        draft.begun()
    talent["ability"] = "Nimbleness"
    with pytest.raises(Malformed, match=r"^Character 1 .Iris.: talents: 1 Talents stand under Nimbleness"):
        draft.begun()
    sheets[0]["talents"] = []
    with pytest.raises(Malformed, match=r"^Character 2 .Bo.: abilities: Nimbleness: Nimbleness is 10"):
        draft.begun()


def test_a_newcomer_bears_nothing_of_the_example_that_shows_what_a_sheet_is() -> None:
    sheet = newcomer(load("inciting-incident"))
    assert (sheet["summary"], sheet["talents"], sheet["skills"]) == ("", [], [])
    assert set(sheet["abilities"].values()) == {0}
    traits = newcomer(load("you"))["traits"].values()
    assert {trait["degree"] for trait in traits} == {"Occasionally"}
