"""Who wants to is told, while nobody looks at the page, that something waits; never what it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from footlights.core import GM
from tests.browser.conftest import Sits, Somebody, live
from tests.browser.test_look import FERRY, beyond, complaints
from tests.web.live import Running

RECORDS = """
  window.notices = [];
  window.asked = 0;
  window.Notification = class {
    static permission = localStorage.getItem("answer") ?? "default";
    static async requestPermission() {
      window.asked += 1;
      return (Notification.permission = localStorage.getItem("answer") ?? "granted");
    }
    constructor(title, said) {
      window.notices.push([title, said]);
      window.latest = this;
      document.documentElement.dataset.notices = window.notices.length;
    }
    close() {}
  };
"""
AWAY = """(away) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => away});
  Object.defineProperty(document, "visibilityState", {configurable: true, get: () => (away ? "hidden" : "visible")});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def told(page: Page) -> list[list[object]]:
    """The notifications so far."""
    found: list[list[object]] = page.evaluate("window.notices")
    return found


def wants(page: Page) -> None:
    """Turn the switch in the menu."""
    page.locator("#menu > summary").click()
    switch = page.get_by_role("switch", name="Tell me when something waits for me")
    switch.click()
    page.keyboard.press("Escape")


def recorded(somebody: Somebody) -> Somebody:
    """Somebody whose browser writes down the notifications it is to show."""
    somebody.context.grant_permissions(["notifications"])
    somebody.context.add_init_script(RECORDS)
    somebody.opens()
    return somebody


@pytest.fixture
def ana(sits: Sits, server: Running) -> Somebody:
    """A player."""
    return recorded(sits(server.example(FERRY), "Ana"))


@pytest.fixture
def gm(sits: Sits, ana: Somebody) -> Somebody:
    """The GM of her table."""
    return recorded(sits(ana.table, GM))


def test_who_looks_away_is_told_of_each_kind_of_news_but_not_its_words(ana: Somebody, gm: Somebody) -> None:
    wants(ana.page)
    gm.does("post", text="The bell rings.")
    expect(ana.page.get_by_text("The bell rings.").first).to_be_attached()
    assert told(ana.page) == [], "she sees it"
    ana.page.evaluate(AWAY, True)
    tag = {"tag": f"/t/{ana.table.id}"}
    name = ana.table.campaign.name
    gm.does("post", text="The rope snaps.")
    expect(ana.page.locator("html")).to_have_attribute("data-notices", "1")
    gm.does("whisper", to="Ana", text="Only you see the light.")
    expect(ana.page.locator("html")).to_have_attribute("data-notices", "2")
    assert told(ana.page) == [
        [f"Somebody has said something at {name}", tag],
        [f"Somebody whispers to you at {name}", tag],
    ]


def test_a_choice_that_is_owed_is_told_once(ana: Somebody, gm: Somebody) -> None:
    wants(gm.page)
    gm.page.evaluate(AWAY, True)
    ana.does("draft", trait="Empathy", saying="I listen at the hatch.")
    expect(gm.page.locator("html")).to_have_attribute("data-notices", "1")
    ana.does("post", text="And?", manner="out_of_character")
    expect(gm.page.locator("html")).to_have_attribute("data-notices", "2")
    name = ana.table.campaign.name
    assert [said for said, _ in told(gm.page)] == [
        f"Something waits for you at {name}",
        f"Somebody has said something at {name}",
    ]


def test_nobody_is_told_who_did_not_ask_or_spoke_themselves(ana: Somebody, gm: Somebody) -> None:
    ana.page.evaluate(AWAY, True)
    gm.does("post", text="Nobody hears this.")
    ana.page.evaluate(AWAY, False)
    expect(ana.page.get_by_text("Nobody hears this.").first).to_be_attached()
    wants(ana.page)
    ana.page.evaluate(AWAY, True)
    ana.does("post", text="I said it.")
    expect(ana.page.get_by_text("I said it.").first).to_be_attached()
    assert told(ana.page) == []


def test_the_wish_is_kept_and_can_be_taken_back(ana: Somebody) -> None:
    page = ana.page
    page.evaluate("localStorage.setItem('answer', 'granted')")
    wants(page)
    page.reload()
    live(page)
    expect(page.locator("#tell")).to_be_checked()
    ana.does("post", text="The page is drawn anew.")
    expect(page.get_by_text("The page is drawn anew.").first).to_be_attached()
    expect(page.locator("#tell")).to_be_checked()
    assert page.evaluate("window.asked") == 0
    wants(page)
    page.reload()
    live(page)
    expect(page.locator("#tell")).not_to_be_checked()


def test_a_browser_that_refuses_says_so(ana: Somebody) -> None:
    page = ana.page
    page.evaluate("localStorage.setItem('answer', 'denied')")
    wants(page)
    page.locator("#menu > summary").click()
    expect(page.get_by_text("This browser does not let this page notify you.")).to_be_visible()
    expect(page.locator("#tell")).not_to_be_checked()
    page.set_viewport_size({"width": 320, "height": 640})
    assert complaints(page) == []
    assert beyond(page) == []


def test_a_page_without_https_says_what_is_needed(ana: Somebody) -> None:
    ana.context.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    ana.opens()
    ana.page.locator("#menu > summary").click()
    expect(ana.page.get_by_text("Notifications need HTTPS, or localhost.")).to_be_visible()
    expect(ana.page.locator("#tell")).to_be_hidden()


def test_a_click_on_the_notification_brings_the_page_back(ana: Somebody, gm: Somebody) -> None:
    wants(ana.page)
    ana.page.evaluate("window.focus = () => (window.came = true)")
    ana.page.evaluate(AWAY, True)
    gm.does("post", text="Come back.")
    expect(ana.page.locator("html")).to_have_attribute("data-notices", "1")
    ana.page.evaluate("window.latest.onclick({target: window.latest})")
    assert ana.page.evaluate("window.came")
