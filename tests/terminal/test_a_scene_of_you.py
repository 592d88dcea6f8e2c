"""A whole scene of YOU at one terminal, every seat in turn, from a threat to its end."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.screen import Terminal, terminal

MENU = "What you may do"


def establish_a_threat(table: Terminal) -> None:
    """The GM establishes something that hurts, which is paid for with INS for everybody."""
    table.choose("establish", "Name")
    table.enter("The undertow")
    table.see("person", "place", "thing")
    table.enter("thing")
    table.see("Do it: Establish")
    table.enter("it hurts")
    table.see("Its Negative Spice")
    table.enter("its negative")
    table.gone("Do it: Establish")
    table.enter("It pulls at the oars")
    table.see("Do it: Establish", "It pulls at the oars")
    table.enter("ok")
    table.see("The undertow", MENU)


def pick_a_type(table: Terminal, seat: str, kind: str) -> None:
    """The seat picks the type of the INS it was awarded."""
    table.hand(seat)
    table.see(f"Waiting for: {seat}" if seat == "Ana" else "Waiting for:")
    table.enter("1")
    table.see("Type")
    table.enter(kind)
    table.see(MENU)


def test_a_scene_from_a_threat_to_a_check_and_what_comes_of_it(ferry: Path) -> None:
    with terminal("play", "The Last Ferry", data=ferry) as table:
        table.sit("GM")
        table.choose("begin a scene", "Do it: Begin a scene")
        table.enter("1")
        table.see("Title")
        table.enter("The crossing")
        table.see("Title The crossing")
        table.enter("ok")
        table.see("The crossing", MENU)
        establish_a_threat(table)
        for seat, kind in (("Ana", "Exertive"), ("Ben", "Emotive"), ("Cleo", "Decisive")):
            pick_a_type(table, seat, kind)

        table.hand("Ana")
        table.see("Nobody is waited for.")
        draft_with_help(table)
        rule_and_help(table)
        commit_with_two_ins(table)
        read_why(table)
        assert table.leave() == 0


def draft_with_help(table: Terminal) -> None:
    """Ana builds a Boldness check with Ben's help, and sees what both are worth."""
    table.choose("build a check", "Trait")
    table.enter("boldness")
    table.see("Do it: Build a check", "50 % Ana passes")
    table.enter("what you do")
    table.see("What you do")
    table.enter("Row straight through it")
    table.see("Row straight through it")
    table.enter("help from")
    table.see("[ ] Ben", "[ ] Cleo")
    table.enter("ben")
    table.see("[x] Ben")
    table.enter("done")
    table.see("60 % Ana passes (was 50 %, +10)", "Ben takes a Burden 40 % (was 5 %)")
    table.enter("ok")
    table.see("a ruling on Ana's check", "○ GM", "○ Ben", MENU)


def rule_and_help(table: Terminal) -> None:
    """The GM rules Advantage; Ben agrees to help."""
    table.hand("GM")
    table.enter("1")
    table.see("Let Boldness stand")
    table.enter("advantage")
    table.see("neither")
    table.enter("advantage")
    table.see("84 % Ana passes (was 60 %, +24)", "Failure 15.75 % (was 35 %)")
    table.enter("ok")
    table.see("The GM rules on Ana's Boldness: Advantage. [CHK-04]", MENU)
    table.hand("Ben")
    table.enter("1")
    table.see("Do it: Help with a check")
    table.enter("ok")
    table.see("Ben helps Ana. [AST-01]", MENU)


def commit_with_two_ins(table: Terminal) -> None:
    """Ana spends 2 INS, sees what each is worth, and rolls at the table."""
    table.hand("Ana")
    table.see("Assist by Ben", "+2")
    table.choose("roll boldness", "INS to spend")
    table.enter("ins")
    table.see("Ana passes 87.75 % (+3.75)", "Ana passes 91 % (+3.25)")
    table.enter("2")
    table.see("91 % Ana passes (was 84 %, +7)")
    table.enter("ok")
    table.see("2d20kh1+4: type the faces in order")
    table.enter("4 21")
    table.see("! Die 2 (d20) shows 21")
    table.type("\x7f\x7f")
    table.enter("9")
    told = "Ana rolls 4 and 9; the 9 is kept. [ROL-02]", "9 + 4 = 13. Partial Success. [RES-04]"
    table.read_the_dice(*told, "Injury (1 of 3)")


def read_why(table: Terminal) -> None:
    """Every line answers "why?"."""
    table.choose("why", "Choose a line of the chronicle")
    table.enter("partial success")
    table.see("RES-04", "11")
    table.enter()
    table.see("Choose a line of the chronicle")
    table.type("\x1b")
    table.gone("Choose a line")
    table.see(MENU)


def test_what_the_gm_prepares_in_secret_stays_with_the_gm(ferry: Path) -> None:
    with terminal("play", "The Last Ferry", data=ferry) as table:
        table.sit("GM")
        table.choose("prepare", "Name")
        table.enter("Zephyrine")
        table.see("person", "place", "thing")
        table.enter("person")
        table.see("Do it: Prepare")
        table.enter("ok")
        table.see("Zephyrine", MENU)
        handed_over = table.hand("Cleo")
        for view in ("Sheet", "Chronicle", "Scene"):
            table.type("\t")
            table.see(view)
        assert table.leave() == 0
        assert b"Zephyrine" not in table.bytes[handed_over:]


def test_a_question_nobody_may_answer_for_another_survives_a_new_start(ferry: Path) -> None:
    with terminal("play", "The Last Ferry", data=ferry) as table:
        table.sit("GM")
        establish_a_threat(table)
        table.kill()
    with terminal("play", "The Last Ferry", data=ferry) as table:
        table.sit("Ana")
        table.enter("1")
        table.see("Type")
        table.enter("Exertive")
        table.see(MENU, "Waiting for: Ben")


def test_what_was_agreed_on_is_at_hand_for_every_seat(ferry: Path) -> None:
    with terminal("play", "The Last Ferry", data=ferry) as table:
        table.sit("GM")
        table.hand("Ben")
        table.choose("agreed", "harm to animals")
