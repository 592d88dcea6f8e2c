"""Building a roll, owed choices and forms, as people meet them in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from footlights.core import GM, active_fields
from footlights.store import MemoryStore
from footlights.table import Table
from footlights.table.dicebox import TypedDice
from tests.browser.conftest import Sits, Somebody
from tests.browser.hands import Held
from tests.browser.test_look import beyond, complaints
from tests.web.live import Running, running

FERRY, SALT = "the-last-ferry", "the-salt-clock"
PHONE = {"viewport": {"width": 320, "height": 700}}


def chance(page: Page, within: str = "#roll") -> Locator:
    """The number that somebody decides by."""
    return page.locator(f"{within} .hero [data-share='']").first


def picks(within: Locator, value: str) -> None:
    """Choose an answer of the form."""
    within.locator(f"input[value='{value}']:enabled:visible").check()


OPENS = """kind => {
  const button = document.createElement("button");
  button.dataset.offer = kind;
  document.body.append(button);
  button.click();
  button.remove();
}"""


def opens(page: Page, kind: str) -> Locator:
    """The form of an offer, wherever its button is."""
    page.evaluate(OPENS, kind)
    page.wait_for_selector("dialog[open] form[data-order]")
    return page.locator("dialog")


def weighed(page: Page, within: str) -> None:
    """Wait until the server has said what else may come of it."""
    page.wait_for_selector(f"{within} .then-list")


# --- a check of YOU, from the GM's question to its result ---


def test_a_check_is_drafted_helped_ruled_on_and_rolled_with_its_odds_in_sight_of_all(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    ana, gm, ben = sits(table, "Ana", **PHONE), sits(table, GM), sits(table, "Ben")
    ana.page.get_by_role("button", name="Change the check").click()
    dialog = ana.page.get_by_role("dialog")
    dialog.get_by_label("What you do").fill("I jump for the rail.")
    weighed(ana.page, "dialog")
    expect(chance(ana.page, "dialog")).to_have_text("50 %")
    dialog.get_by_text("My Reservation applies").click()
    expect(chance(ana.page, "dialog")).to_have_text("60 %")
    dialog.get_by_role("button", name="Change your check").click()
    expect(ana.page.get_by_role("heading", name="I jump for the rail.")).to_be_visible()
    expect(ana.page.get_by_role("button", name="The GM rules: not yet")).to_have_attribute(
        "aria-disabled", "true"
    )

    ben.page.locator("#draft-ana").get_by_role("button", name="You help").click()
    expect(gm.page.locator("#draft-ana .ledger")).to_contain_text("Assist by Ben")
    ruling = gm.page.locator("#draft-ana")
    picks(ruling, "DIS")
    expect(chance(gm.page)).to_have_text("36 %")
    picks(ruling, "ADV")
    expect(chance(gm.page)).to_have_text("84 %")
    ruling.get_by_label("Why, for the chronicle").fill("The swell lifts you.")
    ruling.get_by_role("button", name="Rule on a check").click()

    expect(ana.page.get_by_text("The swell lifts you.").first).to_be_visible()
    expect(ana.page.locator("#draft-ana .rung .gain")).to_have_text(["84 %", "+3.75 %", "+3.25 %"])
    ana.page.locator("#draft-ana .rung", has_text="2").last.click()
    expect(chance(ana.page)).to_have_text("91 %")
    weighed(ana.page, "#draft-ana")
    ana.page.get_by_role("button", name="Roll Boldness").click()
    for one in (ana, gm, ben):
        expect(one.page.locator("[data-fallen] .verdict")).to_be_visible()
        expect(one.page.locator("[data-fallen] .die")).to_have_count(2)


# --- quick odds ---


def building(sits: Sits, server: Running) -> Page:
    """Bram's Regular Action in a form, its odds told."""
    page = sits(server.example(SALT), "Bram").page
    page.get_by_role("button", name="Change the roll").click()
    weighed(page, "dialog")
    return page


def test_each_choice_changes_the_odds_without_asking_the_server_and_shows_those_before(
    sits: Sits, server: Running
) -> None:
    page = building(sits, server)
    page.route("**/odds", lambda _: None)  # no answer ever comes
    expect(chance(page, "dialog")).to_have_text("89.62 %")
    picks(page.locator("dialog"), "Old Songs")
    expect(chance(page, "dialog")).to_have_text("74.44 %")
    dialog = page.locator("dialog")
    expect(dialog.locator(".bar:not(.bar-ghost)")).to_have_attribute(
        "aria-label", "Bram fails 25.56 %, Bram succeeds 74.44 %"
    )
    expect(dialog.locator(".bar-ghost")).to_be_visible()
    assert [
        float(seg.evaluate("e => e.style.getPropertyValue('--p')"))
        for seg in dialog.locator("[data-before]").all()
    ] == [
        10.38,
        89.62,
    ]
    expect(dialog.locator(".hero em")).to_have_text("▾ −15.18 % by the last change")
    expect(dialog.locator("td[data-change]")).to_have_text(["+15.18 %", "−15.18 %"])
    expect(dialog.locator(".pick", has_text="Shoulder").locator(".gain")).to_have_text("81.9 %")


COUNTS_ANSWERS = """() => {
  const text = Response.prototype.text;
  let answers = 0;
  Response.prototype.text = async function () {
    const said = await text.call(this);
    document.documentElement.dataset.answers = ++answers;
    return said;
  };
}"""


def test_an_answer_that_comes_too_late_is_not_shown(sits: Sits, server: Running) -> None:
    page = building(sits, server)
    page.evaluate(COUNTS_ANSWERS)
    asked = Held("**/odds", page)
    picks(page.locator("dialog"), "Old Songs")
    late = asked.next()
    picks(page.locator("dialog"), "automatic")
    asked.next().continue_()
    expect(page.locator("dialog .then-list")).to_contain_text("Obstruction taken off")
    expect(page.locator("dialog .hero")).to_have_count(0)
    late.continue_()
    expect(page.locator("html")).to_have_attribute("data-answers", "2")
    expect(page.locator("dialog .hero")).to_have_count(0)


def test_passing_without_a_roll_and_deciding_now_are_set_beside_the_roll(sits: Sits, server: Running) -> None:
    page = sits(server.example(SALT), "Bram").page
    ways = page.locator("#roll .way-table")
    expect(ways.locator("thead th")).to_have_text(["What", "Roll Haul", "Without a roll", "Decide it now"])
    expect(ways.locator("tbody tr").first).to_have_text("Bram succeeds89.62 %no roll96.69 %")
    page.locator("#roll").get_by_role("button", name="Decide it now").click()
    expect(page.get_by_role("dialog").get_by_text("Haul")).to_be_visible()
    assert page.locator("dialog input[name=via]:checked").input_value() == "Haul"


def test_it_is_said_that_more_dice_make_it_easier(sits: Sits, server: Running) -> None:
    page = sits(server.example(SALT), "Bram").page
    expect(page.locator("#roll").get_by_text("More difficulty dice make a roll easier.")).to_be_visible()
    expect(page.locator("#roll .d")).to_have_count(7)


# --- others go on while somebody thinks ---


def test_what_is_typed_and_chosen_stays_while_another_seat_posts_twenty_times(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    table_ana, gm = sits(table, "Ana"), sits(table, GM)
    table_ana.does("draft", trait="Boldness", saying="I jump.")
    form = gm.page.locator("#draft-ana")
    expect(form.locator(".check-say")).to_have_text("I jump.")
    picks(form, "ADV")
    note = form.get_by_label("Why, for the chronicle")
    note.fill("The swell lifts the deck")
    note.evaluate("e => e.setSelectionRange(4, 9)")
    say = gm.page.locator("#log textarea").first
    say.evaluate("e => (e.value = 'half a sentence')")
    for n in range(20):
        table_ana.does("post", text=f"line {n}")
    expect(gm.page.locator("#lines")).to_contain_text("line 19")
    expect(note).to_be_focused()
    assert note.evaluate("e => [e.value, e.selectionStart, e.selectionEnd]") == [
        "The swell lifts the deck",
        4,
        9,
    ]
    assert say.input_value() == "half a sentence"
    assert form.locator("input[name=mode]:checked").input_value() == "ADV"
    expect(chance(gm.page)).to_have_text("75 %")


def test_a_second_draft_to_rule_on_leaves_the_first_ruling_as_it_was_begun(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    ana, ben, gm = sits(table, "Ana"), sits(table, "Ben"), sits(table, GM)
    ana.does("draft", trait="Boldness", saying="I jump.")
    expect(gm.page.locator("#draft-ana .check-say")).to_have_text("I jump.")
    gm.page.locator("#draft-ana").get_by_label("Why, for the chronicle").fill("Wet planks")
    ben.does("draft", trait="Empathy", saying="I hold on.")
    expect(gm.page.locator("#draft-ben .check-say")).to_have_text("I hold on.")
    assert gm.page.locator("#draft-ana").get_by_label("Why, for the chronicle").input_value() == "Wet planks"
    gm.page.locator("#draft-ana").get_by_role("button", name="Rule on a check").click()
    expect(gm.page.locator("#draft-ana .term", has_text="The GM rules")).to_contain_text("neither")
    expect(gm.page.locator("#draft-ben .term", has_text="The GM rules")).to_contain_text("not yet")


# --- double clicks, two tabs, stale pages ---


def test_a_double_click_answers_once(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana, gm = sits(table, "Ana"), sits(table, GM)
    ana.page.get_by_role("button", name="Roll Boldness").dblclick()
    expect(gm.page.locator("[data-fallen]")).to_be_visible()
    ana.does("post", text="So.")
    expect(gm.page.locator("#lines")).to_contain_text("So.")
    expect(gm.page.locator("#lines li", has_text="Ana commits")).to_have_count(1)


def test_of_two_tabs_the_second_answer_is_told_that_the_question_has_changed(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    ana, one, other = sits(table, "Ana"), sits(table, GM), sits(table, GM)
    ana.does("draft", trait="Boldness", saying="I jump.")
    expect(other.page.locator("#draft-ana .check-say")).to_have_text("I jump.")
    other.page.evaluate("document.getElementById('live').remove()")  # this tab hears nothing any more
    one.page.locator("#draft-ana").get_by_role("button", name="Rule on a check").click()
    expect(one.page.locator("#draft-ana .term", has_text="The GM rules")).to_contain_text("neither")
    ana.does("draft", trait="Boldness", saying="I jump, really.")
    other.page.locator("#draft-ana").get_by_label("Why, for the chronicle").fill("Wet planks")
    other.page.locator("#draft-ana").get_by_role("button", name="Rule on a check").click()
    told = other.page.locator("#draft-ana .refused")
    expect(told).to_contain_text("This has changed since you saw it")
    other.faults.clear()


def test_a_form_whose_question_has_changed_is_shown_anew_with_what_was_typed(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    ana, ben, caro = sits(table, "Ana"), sits(table, "Ben"), sits(table, "Caro")
    ben.page.get_by_role("button", name="Build a check", exact=True).click()
    dialog = ben.page.get_by_role("dialog")
    picks(dialog, "Empathy")
    dialog.get_by_label("What you do").fill("I look him in the eye.")
    ana.does("draft", trait="Boldness", saying="I jump.", assist=["Ben"])  # one more question to Ben
    expect(ben.page.locator("#owed")).to_contain_text("Help with a check")
    dialog.get_by_role("button", name="Build a check").click()
    expect(dialog.locator(".refused")).to_contain_text("This has changed since you saw it")
    assert dialog.get_by_label("What you do").input_value() == "I look him in the eye."
    dialog.get_by_role("button", name="Build a check").click()
    expect(caro.page.get_by_role("heading", name="I look him in the eye.")).to_be_visible()
    ben.faults.clear()


# --- dice that people roll ---


@pytest.fixture
def typing(browser: Browser) -> Iterator[tuple[Table, Somebody]]:
    """A group that rolls its own dice: Ana's check, its dice on the table."""
    with running(MemoryStore(), TypedDice) as server:
        table = server.example(FERRY)
        ana = Somebody(browser, server, **PHONE)
        ana.sits(table, "Ana")
        ana.page.get_by_role("button", name="Roll Boldness").click()
        yield table, ana
        ana.context.close()


def test_dice_that_people_roll_are_typed_in_and_what_cannot_have_fallen_is_said_beside_them(
    typing: tuple[Table, Somebody],
) -> None:
    page = typing[1].page
    boxes = page.locator("#owed .die-box input")
    expect(boxes).to_have_count(2)
    boxes.nth(0).fill("14")
    boxes.nth(1).fill("25")
    page.locator("#owed").get_by_role("button", name="These fell").click()
    expect(page.locator("#owed .amiss:visible")).to_contain_text("shows 25")
    assert boxes.nth(0).input_value() == "14"
    boxes.nth(1).fill("6")
    page.locator("#owed").get_by_role("button", name="These fell").click()
    expect(page.locator("[data-fallen] .die")).to_have_text(["14", "not kept: 6"])
    expect(page.locator("[data-fallen] .verdict")).to_have_text("Partial Success")


def test_dice_fall_once_and_lie_still_when_others_go_on(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana, gm = sits(table, "Ana"), sits(table, GM, reduced_motion="no-preference")
    ana.page.get_by_role("button", name="Roll Boldness").click()
    die = gm.page.locator("[data-fallen] .die").first
    expect(gm.page.locator("[data-fallen] .falls")).to_be_visible()
    assert die.evaluate("e => getComputedStyle(e).animationName") == "fall"
    die.evaluate("e => (e.same = true)")
    ana.does("post", text="Did you see that?")
    expect(gm.page.locator("#lines")).to_contain_text("Did you see that?")
    assert die.evaluate("e => e.same === true")
    gm.opens()
    expect(die).to_be_visible()
    assert die.evaluate("e => getComputedStyle(e).animationName") == "none"


def test_nothing_moves_for_those_who_ask_for_stillness(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana, gm = sits(table, "Ana"), sits(table, GM, reduced_motion="reduce")
    ana.page.get_by_role("button", name="Roll Boldness").click()
    die = gm.page.locator("[data-fallen] .die").first
    expect(die).to_be_visible()
    assert die.evaluate("e => getComputedStyle(e).animationName") == "none"


# --- forms ---


@pytest.mark.parametrize(
    ("example", "seat", "kind", "choices"),
    [
        (SALT, GM, "buy", ["trigger", "obstacle", "complex", "disadvantage"]),
        (SALT, GM, "start_scene", ["cooperative", "conflict", "action"]),
        (SALT, "Bram", "regular", ["automatic", "Haul", "Old Songs"]),
        (FERRY, GM, "establish", ["person"]),
        (FERRY, "Caro", "edit_sheet", ["reservation", "notes", "look"]),
        (FERRY, GM, "set_dice", ["typed"]),
        (FERRY, GM, "change_ruling", []),
    ],
)
def test_a_form_shows_just_the_fields_that_apply(
    sits: Sits, server: Running, example: str, seat: str, kind: str, choices: list[str]
) -> None:
    table = server.example(example)
    page = sits(table, seat).page
    offer = next(one for one in table.offers(seat) if one.kind == kind)
    opens(page, kind)
    for choice in [None, *choices]:
        if choice is not None:
            page.locator(f"dialog input[value='{choice}']:visible").first.check()
        said = page.evaluate("[...window.footlights.apply(document.querySelector('dialog [data-order]'))]")
        answers = {name: value for name, value in said if value is not None}
        expected = list(active_fields(offer, answers))
        shown = page.evaluate(
            "[...document.querySelectorAll('dialog [data-field]:not([hidden])')].map((one) => one.dataset.field)"
        )
        assert sorted(shown) == sorted(expected), choice


def test_a_ruling_is_changed_from_what_holds_now(sits: Sits, server: Running) -> None:
    page = sits(server.example(FERRY), GM).page
    opens(page, "change_ruling")
    for title, now in (
        ("Which die can show a natural 1 or 20", "Only the die that is kept (the default)"),
        ("How many may help with one roll", "One (the default)"),
        ("Which die can show a natural 1 or 20", "Only the die that is kept (the default)"),
    ):
        page.get_by_role("dialog").get_by_label("Ruling", exact=True).select_option(label=title)
        expect(page.get_by_role("dialog").get_by_role("radio", name=now)).to_be_checked()


def test_what_is_wrong_is_said_beside_its_field_and_what_was_typed_stays(sits: Sits, server: Running) -> None:
    gm = sits(server.example(FERRY), GM)
    gm.page.get_by_role("button", name="Establish a person, place or thing").click()
    dialog = gm.page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("the ferryman")
    dialog.get_by_label("What everybody sees").fill("Another one.")
    picks(dialog, "person")
    dialog.get_by_role("button", name="Establish a person, place or thing").click()
    expect(dialog.locator("[data-field=name] .amiss")).to_contain_text("not taken yet")
    expect(dialog.get_by_label("Name")).to_be_focused()
    assert dialog.get_by_label("What everybody sees").input_value() == "Another one."
    gm.faults.clear()


def test_of_a_roll_without_modifiers_the_dice_alone_count(sits: Sits, server: Running) -> None:
    bram = sits(server.example(SALT), "Bram")
    bram.does("regular", via="Haul")
    expect(bram.page.locator("#roll .ledger")).to_have_text("The dice alone count")
    expect(bram.page.locator("#roll .pool-dice")).to_have_attribute("aria-label", re.compile("5d6"))


def test_of_several_owed_choices_the_first_is_open_and_the_others_are_counted(
    sits: Sits, server: Running
) -> None:
    table = server.example(SALT)
    bram, iris, gm = sits(table, "Bram"), sits(table, "Iris"), sits(table, GM)
    bram.does("regular", via="Haul")
    gm.does("rule", who="Bram")
    bram.does("commit")
    iris.does("regular", via="Roofwalking", saying="Up the rope.")
    tray = gm.page.locator("#owed")
    expect(tray.locator("> .owed-slip")).to_have_count(1)
    expect(tray.locator("summary", has_text="more")).to_have_text("1 more waits for you")
    tray.locator("summary", has_text="more").click()
    expect(tray.locator(".owed-slip")).to_have_count(2)
    leads = tray.get_by_role("link", name="Go to it")
    filled = "(one) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)'"
    assert not leads.evaluate(filled), "the button at the roll is the one to press"
    leads.click()
    expect(gm.page.get_by_role("heading", name="Up the rope.")).to_be_focused()
    tray.get_by_role("button", name="Confirm a Trigger").click()
    expect(tray.locator(".owed-slip")).to_have_count(1)
    expect(gm.page.locator("#lines")).to_contain_text("“the tide” at 18 Crisis strikes")


def test_a_seat_that_owes_several_answers_each_from_the_tray(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ben, gm = sits(table, "Ben", **PHONE), sits(table, GM)
    for name in ("a gull", "a second gull"):
        gm.does("establish", kind="person", name=name, hurts=True)
    gm.does("ask_check", who="Ben", saying="Somebody calls.")
    tray, lines = ben.page.locator("#owed"), gm.page.locator("#lines")
    more = tray.locator("#owed-more > summary")
    expect(more).to_have_text("1 more waits for you")
    more.click()
    for family in ("Decisive", "Emotive"):
        tray.get_by_role("button", name=family).click()
        expect(lines).to_contain_text(f"Ben picks {family} INS.")
    expect(tray.get_by_role("button", name="Decisive")).to_have_count(0)
    expect(tray.locator(".owed-slip")).to_have_count(1)
    tray.get_by_role("link", name="Go to it").click()
    expect(ben.page.get_by_role("heading", name="Somebody calls.")).to_be_focused()
    draft = ben.page.locator("#draft-ben")
    picks(draft, "Empathy")
    draft.get_by_label("What you do").fill("I answer.")
    draft.get_by_role("button", name="Answer the GM with a check").click()
    expect(lines).to_contain_text("I answer.")
    expect(tray.locator(".owed-slip")).to_have_count(0)
    expect(tray).to_be_hidden()


def test_a_choice_of_few_answers_takes_one_tap(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ben, gm = sits(table, "Ben", **PHONE), sits(table, GM)
    gm.does("establish", name="a rope", kind="thing", hurts=True, detail="It is fraying.")
    tray = ben.page.locator("#owed")
    expect(tray).to_contain_text("Pick the type of 1 INS")
    tray.get_by_role("button", name="Decisive").click()
    expect(gm.page.locator("#lines")).to_contain_text("Ben picks Decisive INS.")
    expect(tray.locator(".owed-slip")).to_have_count(0)


def test_buttons_tell_what_each_answer_comes_to_and_keep_telling_when_somebody_speaks(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    ben, ana = sits(table, "Ben", **PHONE), sits(table, "Ana")
    ana.does("draft", trait="Boldness", saying="I jump for the rail.", assist=["Ben"])
    answers = ben.page.locator("#draft-ana .owed-do .btn")
    expect(answers.first).to_contain_text("60 % Ana passes")
    expect(answers.last).to_contain_text("50 % Ana passes")
    ben.page.evaluate("document.querySelector('.tells').dataset.there = ''")
    ana.does("post", text="Will you?")
    expect(ben.page.locator("#lines")).to_contain_text("Will you?")
    expect(ben.page.locator(".tells[data-there]")).to_contain_text("60 % Ana passes")
    assert not beyond(ben.page)
    assert not complaints(ben.page)


def test_a_whole_turn_goes_by_keyboard_alone(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana = sits(table, "Ana")
    button = ana.page.get_by_role("button", name="Roll Boldness")
    expect(button).to_be_visible()
    for _ in range(60):
        ana.page.keyboard.press("Tab")
        if button.evaluate("e => e === document.activeElement"):
            break
    ana.page.keyboard.press("Tab")
    for _ in range(5):
        if ana.page.evaluate("document.activeElement.name") == "ins":
            break
        ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("ArrowRight")
    assert ana.page.locator("input[name=ins]:checked").input_value() == "1"
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("[data-fallen]")).to_be_visible()
    expect(ana.page.locator("#lines")).to_contain_text("Ana commits and spends 1 INS.")


# --- for everybody ---


@pytest.mark.parametrize(
    ("example", "seat", "kind"),
    [(FERRY, "Ana", "draft"), (SALT, "Bram", "regular"), (SALT, GM, "buy"), (FERRY, GM, "set_dice")],
)
def test_forms_are_readable_for_everybody_and_fit_a_phone(
    sits: Sits, server: Running, example: str, seat: str, kind: str
) -> None:
    page = sits(server.example(example), seat, **PHONE).page
    opens(page, kind)
    if kind in ("draft", "regular"):
        weighed(page, "dialog")
    assert complaints(page) == []
    assert beyond(page) == []


def test_a_ruling_and_dice_that_fell_are_readable_for_everybody(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana, gm = sits(table, "Ana"), sits(table, GM, **PHONE)
    ana.does("draft", trait="Boldness", saying="I jump.", assist=["Ben"])
    expect(gm.page.locator("#draft-ana .refused")).to_be_hidden()
    weighed(gm.page, "#draft-ana")
    assert complaints(gm.page) == []
    assert beyond(gm.page) == []
    gm.does("rule", who="Ana")
    ana.does("commit", ins=1)
    expect(gm.page.locator("[data-fallen]")).to_be_visible()
    assert complaints(gm.page) == []
    assert beyond(gm.page) == []
