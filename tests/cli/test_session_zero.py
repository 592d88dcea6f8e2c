"""footlights new at a real terminal: everything is asked for, and what is wrong is said while it is typed."""

from __future__ import annotations

from pathlib import Path

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
    screen.choose("burden type", "the GM picks it for each sufferer")
    screen.choose("gm", "gm (by default governed)")
    screen.choose("start ins", "start ins [TRT-04]")
    screen.type("\x15")
    screen.enter("9")
    screen.see("! start_ins is 0 to 6")
    screen.type("\x15")
    screen.enter("2")
    screen.see("2 (by default 0)")
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
    screen.choose("add", "talents 2")
    screen.choose("name", "talents 2: name")
    screen.enter("Roofwalking")
    screen.choose("ability", "talents 2: ability")
    screen.enter("Nimbleness")
    screen.choose("level", "talents 2: level")
    screen.type("\x15")
    screen.enter("5")
    screen.see("! sheet (talents[1].level)")
    screen.choose("level", "talents 2: level")
    screen.type("\x15")
    screen.enter("4")
    screen.see("= The sheet is whole.")
    screen.choose("ok", "2 Roofwalking")
    screen.choose("ok", "Roofwalking")
    screen.choose("ok", "1 Iris")
    screen.choose("ok", "Characters Iris")
    screen.enter("ok")
    screen.see("Salt is ready.")
    assert "name: Roofwalking" in footlights("export", "Salt", "--session").out
