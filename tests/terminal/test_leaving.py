"""Windows change, people leave, machines die: nothing is lost and nobody sees a traceback."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from tests.terminal.screen import WIPED, terminal


def test_a_table_killed_in_the_middle_of_an_owed_choice_comes_back_to_that_choice(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.hand("Ana")
        table.choose("lead", "Oil to burn")
        table.choose("do it", "type the faces in order")
        table.kill()
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("Ana")
        table.see("type the faces in order")
        table.enter("5")
        table.read_the_dice("coins for Ana: 1")
        assert table.leave() == 0
        assert "footlights play" in table.text()


def test_ctrl_c_asks_and_what_was_typed_is_still_there(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("say", "Words")
        table.type("A cold wind")
        table.see("› A cold wind")
        table.type("\x03")
        table.see("Leave the table?")
        table.enter()
        table.see("› A cold wind")
        table.enter(" rises.")
        table.see("Do it: Say")
        table.enter()
        table.see("GM: A cold wind rises.", "What you may do")


def test_ctrl_d_on_an_empty_line_asks_and_esc_stays(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.type("\x04")
        table.see("Leave the table?")
        table.type("\x1b")
        table.see("What you may do")
        table.choose("say", "Words")
        table.type("ab\x01\x04")
        table.see("› b")


def test_leaving_is_asked_before_anybody_sits_down_too(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.see("Hand the screen to GM.")
        assert table.leave() == 0


def test_a_closed_terminal_ends_the_program_and_keeps_every_move(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("say", "Words")
        table.enter("Before the line went dead")
        table.see("Do it: Say")
        table.enter()
        table.see("GM: Before the line went dead", "What you may do")
        table.child.kill(signal.SIGHUP)
        table.ended()
        assert b"Traceback" not in table.bytes
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.see("GM: Before the line went dead")


def test_a_window_of_another_size_shows_the_same_question(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("pour", "For whom")
        for columns, rows in ((120, 40), (40, 12), (20, 6), (132, 24), (80, 24)):
            table.resize(columns, rows)
            table.see("Ana")
        table.see("For whom", "Ben")
        assert table.leave() == 0


def test_without_colours_the_highlighted_choice_is_marked_by_a_sign(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar, NO_COLOR="1") as table:
        table.sit("GM")
        table.choose("pour", "For whom")
        table.see("▸ 1 Ana")
        styles = re.findall(rb"\x1b\[([0-9;]*)m", table.bytes)
        assert styles
        assert not [style for style in styles if any(len(part) > 1 for part in style.split(b";"))]


def test_a_second_player_of_the_same_folder_is_told_who_has_it(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.see("Hand the screen to GM.")
        with terminal("play", "The Old Cellar", data=cellar) as other:
            assert other.ended() == 2
            assert str(table.child.pid) in other.text()


def test_an_unknown_campaign_is_answered_with_those_there_are(cellar: Path) -> None:
    with terminal("play", "The Old Attic", data=cellar) as table:
        assert table.ended() == 2
        assert b"did you mean The Old Cellar?" in table.bytes


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_whatever_ends_it_the_person_s_own_screen_comes_back_as_it_was(cellar: Path, name: str) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.child.kill(getattr(signal, name))
        table.ended()
        _, _, after = table.bytes.rpartition(b"\x1b[?1049l")
        assert WIPED not in after
        assert b"\x1b[2J" not in after
        assert b"\x1b[J" not in after


def test_ctrl_c_leaves_the_person_s_own_screen_as_it_was(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        assert table.leave() == 0
        assert WIPED not in table.bytes.rpartition(b"\x1b[?1049l")[2]


def test_keys_of_an_editor_do_nothing_where_there_is_nothing_to_edit(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.see("press Enter")
        for keys in ("\x1b-n", "\x1b5\x19", "/x", "\x18\x18", "\x12a", "\x1b<", "\x18(", "\x18e"):
            table.type(keys)
        table.sit("GM")
        assert table.leave() == 0
