"""The line is lost, the server stops: pages say so, come back by themselves, and everybody is where they were."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from footlights.core import GM
from tests.browser.conftest import Sits, live
from tests.browser.hands import answer, form
from tests.web.live import Running
from tests.web.test_serve import serving

FERRY = "the-last-ferry"


def test_a_server_that_stops_in_the_middle_of_a_choice_goes_on_where_everybody_was(
    browser: Browser, tmp_path: Path
) -> None:
    gm, ana = browser.new_context(), browser.new_context()
    page = gm.new_page()
    with serving(tmp_path) as first:
        port = first.address.rsplit(":", 1)[1].strip("/")
        page.goto(first.address)
        page.get_by_role("button", name="Step into The Last Ferry").click()
        live(page)
        table = page.url
        page.goto(f"{table}/people")
        page.get_by_role("button", name="Make a link for players").click()
        link = page.get_by_label("Link for players").input_value()
        page.goto(table)
        live(page)
        player = ana.new_page()
        player.goto(link)
        player.get_by_label("Who are you").fill("Mina")
        player.get_by_text("Ana", exact=True).click()
        player.get_by_role("button", name="Join").click()
        live(player)
        commit = form(player, "commit")
        commit.locator("label:has(input[value='1'])").click()
        player.locator("#say-text").fill("One, two")
        lines = player.locator("#lines > li").count()
        assert first.stop()[0] == 0
        for one in (page, player):
            expect(one.locator("#connection")).to_have_text("The connection is lost, trying again …")
    with serving(tmp_path, "--port", port):
        for one in (page, player):
            expect(one.locator("#connection")).to_be_hidden(timeout=40_000)
        assert commit.locator("input[value='1']").is_checked()
        assert player.locator("#say-text").input_value() == "One, two"
        assert player.locator("#lines > li").count() == lines
        answer(player, "commit")
        for one in (page, player):
            expect(one.locator("[data-fallen]")).to_contain_text("Ana's Boldness")
    gm.close()
    ana.close()


def test_a_line_that_is_lost_says_so_and_what_happened_meanwhile_is_there(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    ana, gm = sits(table, "Ana"), sits(table, GM)
    commit = form(ana.page, "commit")
    commit.locator("label:has(input[value='1'])").click()
    _cut(ana.page, server, table.id)
    expect(ana.page.locator("#connection")).to_be_visible()
    for number in range(3):
        gm.does("post", text=f"The bell, {number}.")
    ana.page.unroute("**/live")
    expect(ana.page.locator("#connection")).to_be_hidden(timeout=40_000)
    for number in range(3):
        expect(ana.page.locator("#lines").get_by_text(f"The bell, {number}.")).to_have_count(1)
    assert commit.locator("input[value='1']").is_checked()
    answer(ana.page, "commit")
    expect(gm.page.locator("[data-fallen]")).to_be_visible()
    ana.faults.clear()  # the browser writes what it could not reach into its console


def _cut(page: Page, server: Running, table: str) -> None:
    """Cut the stream of one page, and let it find no other for a while."""
    page.route("**/live", lambda route: route.abort())
    room = next(room for room in server.app.house.rooms if room.table.id == table)
    watcher = next(watcher for watcher in room.watchers if watcher.seat == "Ana")
    server.loop.call_soon_threadsafe(watcher.leave, "")
