"""What one seat saw is gone when the next one looks: from the screen, from its memory, from every key."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.screen import Terminal, terminal

SECRET = "Zephyrine"
"""A word that only the GM may see."""


def hide_the_draught(table: Terminal) -> None:
    table.choose("hide", "What it is like")
    table.enter(SECRET)
    table.see("On which step")
    table.enter("4")
    table.see("Do it: Hide a draught")
    table.enter()
    table.see(f"{SECRET} waits on step 4", "What you may do")


def test_a_secret_is_in_no_byte_after_the_screen_was_handed_over(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        hide_the_draught(table)
        handed_over = table.hand("Ana")
        assert SECRET.encode() in table.bytes[:handed_over]
        for keys in ("\t", "\t", "\t", "\x1b[5~", "\x1b[6~", "\x19", "\x1b[A", "\x1f"):
            table.type(keys)
        table.enter("lead")
        table.see("Oil to burn")
        table.type("\x1b")
        table.see("What you may do")
        table.hand("Ben")
        table.enter("y")
        table.see("Nothing in the chronicle")
        table.enter()
        table.see("What you may do")
        assert table.leave() == 0
        assert SECRET.encode() not in table.bytes[handed_over:]
        assert SECRET not in table.text()
        assert SECRET not in table.glass.remembered()


def test_words_cut_by_one_seat_cannot_be_pasted_by_the_next(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("note down", "Note")
        table.type(SECRET)
        table.see(f"› {SECRET}")
        table.type("\x15")
        table.gone(f"› {SECRET}")
        table.type("\x1b")
        table.see("What you may do")
        table.hand("Ana")
        table.choose("say", "Words")
        table.type("\x19paste")
        table.see("› paste")
        table.type("\x1b[A")
        table.type("!")
        table.see("!")
        assert SECRET not in table.text()


def test_a_seat_recalls_what_it_wrote_and_nobody_else_does(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("note down", "Note")
        table.enter(SECRET)
        table.see(f"Note: {SECRET}", "What you may do")
        table.choose("note down", "› ")
        table.type("\x1b[A")
        table.see(f"› {SECRET}")
        table.type("\x1b")
        table.see("What you may do")
        table.hand("Ana")
        table.choose("whisper", "To")
        table.enter("GM")
        table.see("Words")
        table.type("\x1b[Ax")
        table.see("› x")
        assert SECRET not in table.text()


def test_each_seat_finds_its_own_view_again(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        hide_the_draught(table)
        table.hand("Ana")
        table.see("The cellar")
        assert SECRET not in table.text()
        table.hand("GM")
        table.see(f"{SECRET} waits on step 4")


def test_a_table_may_share_its_screen_openly_and_is_asked_before_it_does(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("share", "everybody sees what the GM")
        table.enter("y")
        table.see("What you may do")
        table.enter("h")
        table.see("Who takes the screen?")
        table.enter("Ana")
        table.see("seat: Ana")


def test_names_and_posts_cannot_steer_the_terminal(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("say", "Words")
        table.type("\x1b[200~one\x1b]0;owned\x07\x9b2Jtwo\x1b[201~")
        table.see("one", "two")
        table.enter()
        table.see("Do it: Say")
        table.enter()
        table.see("GM: one", "What you may do")
        assert b"\x1b]0;" not in table.bytes
