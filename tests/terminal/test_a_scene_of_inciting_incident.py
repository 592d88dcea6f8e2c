"""A whole Action scene of Inciting Incident at one terminal: two Obstacles, a hidden Trigger, and what it costs."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.screen import Terminal, terminal

MENU = "What you may do"
SECRET = "Zephyrine"
"""The hidden Trigger: a word that only the GM may see until it is told."""


def start_the_scene(table: Terminal) -> None:
    """The GM starts an Action scene with a Trigger filled in line by line and Obstacles pasted as text."""
    table.choose("start a new scene", "Cooperative")
    table.enter("action")
    table.see("Who is there")
    table.enter("all")
    table.see("Done (2 ticked)")
    table.enter("ok")
    table.see("Do it: Start a new scene")
    table.enter("triggers")
    table.see("Fill it in line by line")
    table.enter("1")
    table.see("Add one")
    table.enter("add one")
    table.see("threshold", "repeats")
    table.enter("name")
    table.gone("threshold")
    table.enter(SECRET)
    table.see("threshold", SECRET)
    table.enter("threshold")
    table.gone("repeats")
    table.enter("5")
    table.see("repeats no")
    table.enter("repeats")
    table.see("repeats yes")
    table.enter("ok")
    table.see("Add one")
    table.enter("ok")
    table.see("Do it: Start a new scene", f"Triggers {SECRET}")
    table.enter("obstacles")
    table.choose("as text", "an example, to be written over")
    table.enter()
    table.see("Do it: Start a new scene", "A locked gate")
    table.enter("obstacles")
    table.see("Fill it in line by line")
    table.enter("1")
    table.see("A locked gate", "Add one")
    table.enter("add one")
    table.see("simple", "individual", "complex")
    table.enter("simple")
    table.see("confronted")
    table.enter("name")
    table.gone("confronted")
    table.enter("A ditch")
    table.see("confronted", "A ditch")
    table.enter("ok")
    table.see("A locked gate", "A ditch", "Add one")
    table.enter("ok")
    table.see("Do it: Start a new scene", "A locked gate, A ditch")
    table.enter("ok")
    table.see(f"5 “{SECRET}” (every 5)", MENU)


def test_a_scene_with_a_hidden_trigger_and_two_obstacles(vault: Path) -> None:
    with terminal("play", "The Vault", data=vault, rows=32) as table:
        table.sit("GM")
        start_the_scene(table)
        press_on_without_a_roll(table)
        roll_and_fail(table)
        confirm_what_fired(table)
        beat_the_gate(table)
        assert table.leave() == 0


def press_on_without_a_roll(table: Terminal) -> None:
    """Ana sees what the automatic way costs beside each roll, and takes it."""
    handed_over = table.hand("Ana")
    table.choose("regular action", "automatic")
    table.see("Obstruction taken off +4", "Ana succeeds 89.62 %")
    table.enter("automatic")
    table.see("Do it: Take a Regular Action")
    table.enter("ok")
    table.see("Crisis 4", MENU)
    assert SECRET.encode() not in table.bytes[handed_over:]


def roll_and_fail(table: Terminal) -> None:
    """Ben drafts, the GM gives an Advantage, Ben rolls at the table and fails."""
    table.hand("Ben")
    table.choose("regular action", "Dash")
    table.enter("dash")
    table.see("Do it: Take a Regular Action", "Ben fails", "Ben succeeds", "Crisis added")
    table.enter("ok")
    table.see("rule on Ben's roll", MENU)
    table.enter("1")
    table.sit("GM")
    table.enter("1")
    table.see("Do it: Allow a roll", "Ben succeeds 81.9 %")
    table.enter("advantage")
    table.gone("Do it: Allow a roll")
    table.enter("3")
    table.see("Do it: Allow a roll", "(was 81.9 %)")
    table.enter("ok")
    table.see(MENU, "Hand the screen to Ben")
    table.enter("1")
    table.sit("Ben")
    table.choose("roll dash", "Do it: Roll Dash")
    table.see("Ben fails", "Ben succeeds")
    table.enter("ok")
    table.see("type the faces in order, explosions right after their die")
    table.enter("1 1 1 1 1 1 1 2")
    table.read_the_dice("Crisis rises by 11 to 15")


def confirm_what_fired(table: Terminal) -> None:
    """The GM confirms the Trigger, once for each threshold it was crossed at; the last one hurts."""
    table.hand("GM")
    for threshold in (5, 10):
        confirm(table, threshold)
        table.enter("ok")
        table.see(MENU)
        table.gone(f"confirm “{SECRET}” at {threshold} Crisis,")
    confirm(table, 15)
    table.enter("what it brings")
    table.see("hits")
    table.enter("hits")
    table.see("How many")
    table.enter("1")
    table.see("Whom (tick 1 to 2)")
    table.enter("ben")
    table.see("[x] Ben")
    table.enter("ok")
    table.see("Do it: Confirm a Trigger")
    table.enter("ok")
    table.see(MENU, "Ben takes 1 hit")


def confirm(table: Terminal, threshold: int) -> None:
    table.see(f"confirm “{SECRET}” at {threshold} Crisis, caused by Ben")
    table.enter("1")
    table.see("Confirm a Trigger")
    if threshold < 15:
        table.see("Which")
        table.enter("1")
    table.see("Do it: Confirm a Trigger", f"“{SECRET}” at {threshold} Crisis")


def beat_the_gate(table: Terminal) -> None:
    """Ana takes the Decisive Action that the Obstruction now allows; the next Obstacle comes."""
    table.hand("Ana")
    table.choose("decisive", "Break")
    table.enter("break")
    table.see("Do it: Take a Decisive Action", "Ana succeeds")
    table.enter("ok")
    table.see("rule on Ana's roll", MENU)
    table.enter("1")
    table.sit("GM")
    table.enter("1")
    table.see("Do it: Allow a roll")
    table.enter("ok")
    table.see(MENU, "Hand the screen to Ana")
    table.enter("1")
    table.sit("Ana")
    table.choose("roll break", "Do it: Roll Break")
    table.enter("ok")
    table.see("type the faces in order, explosions right after their die")
    table.enter("2 3 6 6 1 4 5, 2 6 3")
    table.read_the_dice("The Obstacle is overcome", "Next comes “A ditch”")
