"""The GM goes back, having seen what that undoes; everybody takes a move back the same way."""

from __future__ import annotations

from playwright.sync_api import expect

from footlights.core import GM
from tests.browser.conftest import Sits
from tests.browser.hands import unfold
from tests.browser.test_look import FERRY, beyond, complaints
from tests.web.live import Running


def test_the_gm_looks_before_the_table_goes_back(sits: Sits, server: Running) -> None:
    gm = sits(server.example(FERRY), GM)
    ana = sits(gm.table, "Ana")
    act = gm.page.locator("#act-rewind")
    unfold(act)
    act.click()
    page = gm.page
    page.wait_for_url("**/rewind")
    page.set_viewport_size({"width": 320, "height": 640})
    assert complaints(page) == []
    assert beyond(page) == []
    page.get_by_role("link", name="Back to here").nth(1).click()
    expect(page.get_by_role("heading", name="This would be undone")).to_be_visible()
    assert complaints(page) == []
    assert beyond(page) == []
    expect(ana.page.locator("#lines .undone")).to_have_count(0)
    page.get_by_role("button", name="Rewind the table to here").click()
    page.wait_for_url(f"**/t/{gm.table.id}")
    expect(ana.page.locator("#lines .undone").first).to_be_attached()
    page.locator("#menu summary").click()
    page.get_by_role("link", name="Rewind").click()
    expect(page.get_by_role("link", name="Redo to here").first).to_be_visible()
    assert complaints(page) == []


def test_moments_stand_in_the_readers_own_zone(sits: Sits, server: Running) -> None:
    gm = sits(server.example(FERRY), GM, timezone_id="Asia/Kathmandu", locale="en-GB")
    gm.page.goto(f"{server.url}/t/{gm.table.id}/rewind")
    time = gm.page.locator("main time").first
    expect(time).to_have_attribute("data-zoned", "")
    told = time.get_attribute("datetime") or ""
    minutes = (int(told[11:13]) * 60 + int(told[14:16]) + 345) % 1440
    assert time.inner_text() == f"{minutes // 60:02}:{minutes % 60:02}"
    assert "Nepal" in gm.page.evaluate("new Date().toString()")


def test_a_move_is_taken_back_once_it_is_seen_what_goes(sits: Sits, server: Running) -> None:
    ana = sits(server.example(FERRY), "Ana")
    ana.does("draft", trait="Empathy")
    act = ana.page.locator("[data-offer=take_back]").first
    expect(act).to_be_attached()
    unfold(act)
    act.click()
    dialog = ana.page.locator("#dialog")
    expect(dialog.get_by_role("heading", name="This would be undone")).to_be_visible()
    ana.page.set_viewport_size({"width": 320, "height": 640})
    assert complaints(ana.page) == []
    assert beyond(ana.page) == []
    dialog.get_by_role("button", name="Take the last move back").click()
    expect(ana.page.locator("#lines .undone").first).to_be_attached()
