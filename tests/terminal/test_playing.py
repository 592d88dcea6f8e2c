"""Playing at one screen: odds before dice, typed dice, taking back, rewinding, the rules at hand."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.screen import Terminal, terminal


def step(table: Terminal, faces: str, says: str) -> None:
    """The seat at the screen leads a step and types the die in."""
    table.choose("lead", "Do it: Lead a step down")
    table.enter("do it")
    table.see("type the faces in order")
    table.enter(faces)
    table.read_the_dice(says)


def test_odds_stand_before_the_roll_and_follow_every_change(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.hand("Ana")
        table.choose("lead", "Do it: Lead a step down")
        table.see("one step deeper 50 %", "the light flickers 50 %")
        table.enter("oil")
        table.see("one step deeper 66.67 % (+16.67)")
        table.enter("2")
        table.see("one step deeper 83.33 % (was 50 %)", "the light flickers 16.67 % (was 50 %)")


def test_faces_are_typed_in_with_their_explosions_and_wrong_ones_are_explained(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.hand("Ana")
        table.choose("lead", "Do it: Lead a step down")
        table.enter("do it")
        table.see("type the faces in order")
        table.enter("7")
        table.see("! Die 1 (d6) shows 7")
        table.type("\x7f")
        table.enter("6 6 2")
        table.read_the_dice("Ana throws 14. [STP-03]")


def test_the_clause_behind_a_line_of_the_chronicle_can_be_read(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.hand("Ana")
        step(table, "5", "coins for Ana: 1. [STP-03]")
        table.choose("why", "Choose a line of the chronicle")
        table.enter()
        table.see("Throw a six-sided die; a 6 adds another.", "Stepping down")
        table.enter()
        table.see("Choose a line of the chronicle")


def test_a_rule_is_found_by_its_words(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("rules", "The rules:")
        table.enter("lost dark")
        table.see("FLK-02", "holds neither oil nor coins")


def test_a_choice_that_is_owed_comes_first_and_is_waited_for_by_all(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.hand("Ana")
        step(table, "5", "coins for Ana: 1")
        step(table, "2", "Ana must choose a loss")
        table.see(
            "Waiting for: Ana - The light flickers: choose a loss", "▸ 1 The light flickers: choose a loss"
        )
        table.hand("Ben")
        table.see("Waiting for: Ana", "▸ 1 Hand the screen to Ana")
        table.enter()
        table.sit("Ana")
        table.enter()
        table.see("What the flicker takes")
        table.enter("1 coin")
        table.see("Ana loses one measure or coin (coins)", "Nobody is waited for.")


def test_the_gm_sees_what_a_rewind_undoes_before_it_is_done(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("pour", "For whom")
        table.enter("Ana")
        table.see("Measures")
        table.enter("2")
        table.see("Do it: Pour oil")
        table.enter()
        table.see("The GM pours 2 oil for Ana", "What you may do")
        table.choose("rewind", "Go back to just after")
        table.enter("the table opens")
        table.see("This is undone:", "The GM pours 2 oil for Ana", "Go back")
        table.enter()
        table.see("(undone)", "The GM rewinds the table")


def test_a_move_is_taken_back(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.hand("Ana")
        table.choose("go home", "Do it: Go home")
        table.enter()
        table.see("Ana goes home with 0 coins", "What you may do")
        table.choose("take the last", "Take it back")
        table.see("This is undone: · Ana goes home with 0 coins.")
        table.enter()
        table.see("(undone)", "The last move is taken back")


def test_a_whisper_reaches_its_reader_alone_and_the_x_card_stops_play(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("whisper", "To")
        table.enter("Ana")
        table.see("Words")
        table.enter("the third stair is rotten")
        table.see("Do it: Whisper")
        table.enter()
        table.see("GM whispers to Ana: the third stair is rotten", "What you may do")
        table.hand("Ben")
        assert "rotten" not in table.text()
        table.choose("x-card", "Do it: X-card")
        table.enter()
        table.see("Paused by the X-card", "Waiting for: GM")
        table.hand("Ana")
        table.see("GM whispers to Ana: the third stair is rotten")
        table.hand("GM")
        table.see("▸ 1 Resume play")
        table.enter()
        table.see("Do it: Resume play")
        table.enter()
        table.see("Play resumes.", "What you may do")


def test_the_help_lies_on_top_of_whatever_is_asked(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("say", "Words")
        table.type("half a")
        table.see("› half a")
        table.type("\x1bOP")
        table.see("Before dice fall you see the exact odds")
        table.enter()
        table.see("› half a")


def test_one_roll_is_left_to_the_people_at_a_table_that_throws_the_others(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("set the dice", "Do it: Set the dice")
        table.enter("who throws")
        table.see("the table throws")
        table.enter("the table throws")
        table.see("Do it: Set the dice", "Who throws the table throws")
        table.enter("ok")
        table.see("The table throws the dice.", "What you may do")
        table.hand("Ana")
        table.choose("lead", "Throw the dice")
        table.enter("we roll")
        table.see("type the faces in order")
        table.enter("6 3")
        table.read_the_dice("Ana throws 9.")
        table.choose("lead", "Throw the dice")
        table.enter("throw")
        table.read_the_dice("Ana leads a step down, burning 0 oil.")


def test_a_private_roll_is_seen_by_its_roller_and_the_gm_alone(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.hand("Ana")
        table.choose("roll dice", "Dice, as 2d20kh1+3")
        table.enter("3d1+10")
        table.see("Do it: Roll dice")
        table.enter("only for you")
        table.see("Only for you and the GM yes")
        table.enter("ok")
        table.read_the_dice("Ana rolls in private: 3d1 (1, 1, 1) + 10 = 13")
        table.hand("Ben")
        assert "in private" not in table.text()
        table.hand("GM")
        table.see("Ana rolls in private: 3d1 (1, 1, 1) + 10 = 13")


def test_a_name_far_too_long_is_told_so_and_not_lost(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("hide", "What it is like")
        table.type("\x1b[200~" + "ẞ" * 5_000 + "\x1b[201~")
        table.see("This has 5000 characters; 60 is the most.")
        table.type("\r")
        table.see("! This has 5000 characters; 60 is the most.")
        table.type("\x1b")
        table.see("What you may do")


def test_what_was_agreed_on_is_changed_from_what_it_says_now(ferry: Path) -> None:
    with terminal("play", "The Last Ferry", data=ferry) as table:
        table.sit("GM")
        table.choose("z", "Do it: Change what was agreed on")
        table.see("no undo or rewind changes it back", "Lines, one to a line harm to animals")
        table.choose("lines", "› harm to animals")
        table.type("\x0f")
        table.enter("fire")
        table.see(
            "Lines, one to a line, until now: harm to animals", "Lines, one to a line harm to animals fire"
        )
        table.enter("ok")
        table.see("What you may do")
        table.choose("agreed on", "harm to animals; fire")
        table.type("\r")
        table.see("What you may do")
        table.choose("z", "Do it: Change what was agreed on")
        table.choose("lines", "› harm to animals fire")
        table.type("\x15")
        table.gone("fire")
        table.type("\x15\x7f\x15\r")
        table.see("Lines, one to a line nothing", "until now: harm to animals")


def test_an_enter_too_many_does_nothing(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.hand("Ana")
        table.type("\r")
        table.see("What you may do", "! Type a choice's letters")
        table.type("\x1b[B")
        table.gone("! Type a choice")
        table.type("\r")
        table.see("Do it: Lead a step down")


def test_a_text_that_somebody_went_back_from_is_still_there(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.choose("say", "Words")
        table.type("half a sentence")
        table.see("› half a sentence")
        table.type("\x1b")
        table.see("What you may do")
        table.hand("Ana")
        table.choose("say", "Words")
        table.gone("half a sentence")
        table.type("\x1b")
        table.see("What you may do")
        table.hand("GM")
        table.choose("say", "› half a sentence")
        table.enter(" and the rest")
        table.see("Do it: Say")
        table.enter()
        table.see("GM: half a sentence and the rest", "What you may do")
        table.choose("say", "Words")
        table.see("› Enter")


def test_what_dice_did_stands_on_the_whole_page_until_it_is_read(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.hand("Ana")
        for _ in range(3):
            step(table, "5", "Ana throws 5.")
        table.choose("lead", "Do it: Lead a step down")
        table.enter("do it")
        table.see("type the faces in order")
        table.enter("6 2")
        table.see("The dice have fallen.", "since you last looked", "Ana throws 8.", "Ana leads a step")
        table.type("\x1b")
        table.see("What you may do")


def test_the_gm_sees_which_move_is_taken_back_whatever_was_noted_since(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar) as table:
        table.sit("GM")
        table.hand("Ana")
        step(table, "5", "Ana throws 5.")
        table.hand("GM")
        table.choose("note down", "Note")
        table.enter("the stairs creak")
        table.see("Note: the stairs creak", "What you may do")
        table.choose("take the last", "Take it back")
        table.see("This is undone:", "Ana throws 5.")
        table.type("\x1b")
        table.see("What you may do")
        table.gone("(undone)")


def test_a_moment_to_rewind_to_is_told_by_the_clock_on_the_wall(cellar: Path) -> None:
    with terminal("play", "The Old Cellar", data=cellar, TZ="XYZ-5") as table:
        table.sit("GM")
        table.choose("pour", "For whom")
        table.enter("Ana")
        table.see("Measures")
        table.enter("2")
        table.see("Do it: Pour oil")
        table.enter()
        table.see("What you may do")
        table.choose("rewind", "Go back to just after")
        table.see("XYZ")


def test_a_ruling_is_changed_from_what_it_is_and_says_what_each_option_means(ferry: Path) -> None:
    with terminal("play", "The Last Ferry", data=ferry) as table:
        table.sit("GM")
        table.choose("change a ruling", "INS at the start")
        table.enter("when ins is added")
        table.see("INS", "▸ 1 before the dice, with the other modifiers (the default)", "2 none before")


def test_a_new_character_is_not_begun_from_the_example(ferry: Path) -> None:
    with terminal("play", "The Last Ferry", data=ferry) as table:
        table.sit("GM")
        table.choose("a new character", "Fill it in line by line")
        table.choose("as text", "an example, to be written over")
        table.type("\x1b")
        table.see("Read it from a file")
        table.choose("line by line", "1 name -")
