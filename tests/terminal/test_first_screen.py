"""The first screen: go on, begin, or look at an example."""

from __future__ import annotations

from pathlib import Path

import pytest

from footlights.cli.play.welcome import Begin, _choices
from footlights.games import names
from tests.terminal.screen import terminal


def test_a_saved_campaign_is_chosen_from_the_list(ferry: Path) -> None:
    with terminal("play", data=ferry) as table:
        table.see("What shall it be?", "Go on with The Last Ferry", "YOU, begun")
        table.enter("go on")
        table.sit("GM")
        assert table.leave() == 0
        table.see("Go on with: ", "footlights play")


def test_a_campaign_is_begun_by_being_asked(tmp_path: Path) -> None:
    with terminal("play", data=tmp_path) as table:
        table.see("What shall it be?")
        table.enter("begin a campaign of you")
        table.see("What is the campaign called?")
        table.type("\x03")
        table.see("Leave?")
        table.enter("q")
        table.see("What shall it be?")
        table.enter("leave")
        assert table.ended() == 0


def test_an_example_can_be_stepped_into_in_the_middle_of_play(tmp_path: Path) -> None:
    with terminal("play", data=tmp_path) as table:
        table.see("What shall it be?")
        table.enter("the last ferry")
        table.sit("Ana")
        table.see("Ana's check, a draft", "▸ 1 Roll Boldness")
        assert table.leave() == 0
    with terminal("play", data=tmp_path) as table:
        table.see("Go on with The Last Ferry")


def test_help_is_one_key_away_from_the_start(tmp_path: Path) -> None:
    with terminal("play", data=tmp_path) as table:
        table.see("What shall it be?")
        table.type("?")
        table.see("Esc always goes back")
        table.enter()
        table.see("What shall it be?")


def test_without_a_terminal_the_examples_are_named_instead(tmp_path: Path) -> None:
    with terminal("play", data=tmp_path, TERM="dumb") as table:
        assert table.ended() == 2
        assert b"a terminal is needed to play at" in table.bytes


@pytest.mark.usefixtures("lantern")
def test_every_installed_game_can_be_begun_each_by_a_key_of_its_own() -> None:
    choices = _choices([], [])
    begun = [choice.value for choice in choices if isinstance(choice.value, Begin)]
    assert [wish.game for wish in begun] == names()
    assert {"you", "inciting-incident", "lantern"} <= set(names())
    keys = [choice.key for choice in choices]
    assert len(set(keys)) == len(keys)
