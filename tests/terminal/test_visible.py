"""Nothing in other people's words steers the terminal."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from footlights.cli.play.visible import visible


@given(st.text())
def test_no_control_character_of_any_kind_comes_through(words: str) -> None:
    shown = visible(words)
    assert not any(unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for c in shown)


@given(st.text())
def test_line_breaks_stay_where_they_are_wanted_and_nothing_else(words: str) -> None:
    assert visible(words, lines=True).count("\n") == words.count("\n")
    assert not any(unicodedata.category(c) == "Cc" for c in visible(words, lines=True).replace("\n", ""))


def test_letters_of_every_script_accents_and_emoji_are_shown_as_they_are() -> None:
    for words in ("Ana", "Zoë O’Neill", "e\u0301", "مرحبا", "日本語", "🎭"):
        assert visible(words) == words


def test_an_escape_sequence_becomes_a_sign_and_harmless_letters() -> None:
    assert visible("\x1b[2J\x1b]0;owned\x07") == "␛[2J␛]0;owned␇"
    assert visible("\x9b2J") == "\ufffd2J"


def test_a_change_of_writing_direction_is_left_out() -> None:
    assert visible("ana\u202enimda\u2066") == "ananimda"
