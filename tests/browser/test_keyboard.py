"""A turn with the keyboard alone, and words that stay while others act."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from footlights.core import GM
from tests.browser.conftest import Sits
from tests.browser.hands import form
from tests.web.live import Running

FERRY, SALT = "the-last-ferry", "the-salt-clock"
MOST_STEPS = 250


def tabs_to(page: Page, wanted: Locator) -> None:
    """Press Tab until that element has the focus, which is to be seen wherever it goes."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if wanted.evaluate("(one) => one === document.activeElement"):
            shown = wanted.evaluate(
                "(one) => { const s = getComputedStyle(one), p = getComputedStyle(one.closest('label') ?? one);"
                "const n = one.nextElementSibling ? getComputedStyle(one.nextElementSibling) : s;"
                "return [s, p, n].some((css) => css.outlineStyle !== 'none' || css.boxShadow !== 'none'); }"
            )
            assert shown, "the focus is not to be seen"
            return
    raise AssertionError(f"no Tab leads to {wanted}")


def focused_name(page: Page) -> str:
    """What a screen reader calls the element that has the focus."""
    tree = page.context.new_cdp_session(page)
    found = tree.send("Runtime.evaluate", {"expression": "document.activeElement"})
    node = tree.send(
        "Accessibility.getPartialAXTree", {"objectId": found["result"]["objectId"], "fetchRelatives": False}
    )
    tree.detach()
    return str(node["nodes"][0].get("name", {}).get("value", ""))


def test_a_turn_of_you_goes_by_keyboard_alone_and_every_stop_has_a_name(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    caro, gm = sits(table, "Caro"), sits(table, GM)
    page = caro.page
    page.keyboard.press("Tab")
    assert focused_name(page) == "Skip to the scene"
    page.keyboard.press("Enter")
    tabs_to(page, page.locator("#sheet").get_by_role("button", name="Influence: Build a check"))
    page.keyboard.press("Enter")
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("h2")).to_be_focused()
    tabs_to(page, dialog.locator("textarea"))
    page.keyboard.type("Your papers!")
    send = dialog.locator("form[data-order] [type=submit]").first
    tabs_to(page, send)
    assert focused_name(page)
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(gm.page.locator("#roll")).to_contain_text("Your papers!")
    gm.does("rule", who="Caro", mode="neither")
    commit = page.locator("form:has(> [name=_kind][value=commit])")
    tabs_to(page, commit.locator("input[value='0']"))
    page.keyboard.press("ArrowRight")
    expect(commit.locator("input[value='1']")).to_be_checked()
    tabs_to(page, commit.locator("button[type=submit]").first)
    page.keyboard.press("Space")
    expect(page.locator("#lines [data-rolled]").last).to_contain_text("Caro's Influence")


def test_every_stop_of_the_keyboard_has_a_name(sits: Sits, server: Running) -> None:
    for example, seat in ((FERRY, GM), (SALT, GM), (SALT, "Bram")):
        page = sits(server.example(example), seat).page
        names: list[str] = []
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement === document.body"):
                break
            names.append(focused_name(page))
        assert len(names) > 10
        assert "" not in names, names


def test_a_dialog_gives_the_focus_back_where_it_came_from(sits: Sits, server: Running) -> None:
    caro = sits(server.example(FERRY), "Caro")
    opener = caro.page.locator("#sheet").get_by_role("button", name="Influence: Build a check")
    opener.focus()
    caro.page.keyboard.press("Enter")
    expect(caro.page.locator("dialog[open] h2")).to_be_focused()
    caro.page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_caret_selection_and_drafts_stay_while_twenty_things_happen(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana, gm = sits(table, "Ana"), sits(table, GM)
    say = ana.page.locator("#say-text")
    commit = form(ana.page, "commit")
    commit.locator("label:has(input[value='2'])").click()
    say.fill("One, two, three, four.")
    say.evaluate("(one) => { one.focus(); one.setSelectionRange(5, 8); }")
    happen(gm.does, ana.page)
    assert say.evaluate(
        "(one) => [one.selectionStart, one.selectionEnd, one === document.activeElement]"
    ) == [5, 8, True]
    assert say.input_value() == "One, two, three, four."
    assert commit.locator("input[value='2']").is_checked()
    ana.page.keyboard.type("2")
    assert say.input_value() == "One, 2, three, four."


def test_a_word_that_is_being_composed_stays_while_twenty_things_happen(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana, gm = sits(table, "Ana"), sits(table, GM)
    say = ana.page.locator("#say-text")
    say.fill("船は")
    keys = ana.context.new_cdp_session(ana.page)
    ana.page.evaluate(
        """() => {
          window.ended = 0;
          document.getElementById("say-text").addEventListener("compositionend", () => window.ended++);
        }"""
    )
    keys.send("Input.imeSetComposition", {"text": "きり", "selectionStart": 2, "selectionEnd": 2})
    happen(gm.does, ana.page)
    assert ana.page.evaluate("window.ended") == 0
    assert say.input_value() == "船はきり"
    keys.send("Input.insertText", {"text": "霧"})
    assert say.input_value() == "船は霧"


def happen(does: Callable[..., None], page: Page) -> None:
    """Twenty things that change every part of the page."""
    for number in range(10):
        does("correct", counter="Confidence", who="Ana", value=number % 4, reason="As on paper.")
        does("post", text=f"The bell, {number}.")
    expect(page.locator("#lines").get_by_text("The bell, 9.")).to_have_count(1)
