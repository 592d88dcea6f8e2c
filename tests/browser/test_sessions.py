"""Whole sessions of both games, each seat in a browser of its own: nobody loads a page again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from footlights.store import MemoryStore
from footlights.table.dicebox import ScriptedDice
from tests.browser.conftest import Comes, Server, live, serving
from tests.browser.hands import answer


@pytest.fixture
def dice() -> ScriptedDice:
    """The dice of this session: they fall as written."""
    return ScriptedDice()


@pytest.fixture
def server(dice: ScriptedDice) -> Iterator[Server]:
    """A server whose dice fall as the session says."""
    with serving(MemoryStore(), lambda: dice) as running:
        yield running


def opens_table(gm: Page, url: str, game: str, name: str) -> None:
    """From the first page to a table of one's own."""
    gm.goto(url)
    gm.locator("label", has_text=re.compile(f"^{game}$")).click()
    gm.get_by_label(re.compile("Name the campaign")).fill(name)
    gm.get_by_label(re.compile("Your name")).fill("Marta")
    gm.get_by_role("button", name="Open the table").click()
    live(gm)


def links(gm: Page) -> dict[str, str]:
    """The links that the GM sends out, by role."""
    gm.locator("#menu summary").click()
    gm.get_by_role("link", name="People and links").click()
    for role in ("players", "spectators"):
        gm.get_by_role("button", name=f"Make a link for {role}").click()
    return {role: gm.get_by_label(f"Link for {role}").input_value() for role in ("players", "spectators")}


def joins(page: Page, link: str, person: str, seat: str = "Somebody new") -> None:
    """Follow a link, say who it is, and press its button."""
    page.goto(link)
    page.get_by_label(re.compile("Who are you")).fill(person)
    if page.get_by_text("Whom do you play?").count():
        page.get_by_text(seat, exact=True).click()
    page.locator("button.btn-act").click()
    page.wait_for_load_state()


def tells(page: Page, words: str) -> None:
    """The chronicle of that page says so."""
    expect(page.locator("#lines")).to_contain_text(words)


def block(page: Page, name: str) -> Locator:
    """One part of the reader's own sheet."""
    return page.locator("#sheet").get_by_role("region", name=name)


def test_an_evening_of_you(comes: Comes, server: Server, dice: ScriptedDice) -> None:
    everybody = gm, ana, ben, watcher = comes(), comes(), comes(), comes()
    opens_table(gm.page, server.url, "YOU", "The Last Ferry")
    table = gm.page.url

    # session zero
    gm.page.get_by_role("link", name="Begin with session zero").click()
    gm.page.get_by_label("Premise").fill("The last ferry of the year leaves in fog.")
    gm.page.get_by_label(re.compile("^Lines")).fill("harm to children")
    gm.page.get_by_role("button", name="Agree on this").click()
    gm.page.get_by_role("link", name="Build a character").click()
    gm.page.get_by_label("Name", exact=True).first.fill("Ben")
    gm.page.get_by_role("button", name="Bring in").click()
    gm.page.goto(table)
    live(gm.page)

    # coming in
    sent = links(gm.page)
    gm.page.goto(table)
    live(gm.page)
    joins(ben.page, sent["players"], "Jo", "Ben")
    live(ben.page)
    expect(gm.page.locator("#lamp-ben-2")).to_contain_text("Jo, here")
    joins(watcher.page, sent["spectators"], "Pat")
    live(watcher.page)
    joins(ana.page, sent["players"], "Mina")
    live(ana.page)
    ana.page.get_by_role("link", name=re.compile("Build your character")).click()
    ana.page.get_by_label("Name", exact=True).first.fill("Ana")
    ana.page.get_by_role("button", name="Hand in to the GM").click()
    ana.page.get_by_role("link", name="Watch the table meanwhile").click()
    live(ana.page)
    gm.page.get_by_role("link", name="Look at the sheet").click()
    gm.page.get_by_role("button", name="Bring Ana in").click()
    gm.page.goto(table)
    live(gm.page)
    expect(ana.page.locator("#live")).to_have_attribute("data-seat", "Ana")
    live(ana.page)

    # the quay
    answer(gm.page, "scene", title="The quay in the fog")
    answer(gm.page, "establish", kind="thing", name="The Morrow", text="A ferry without cars.")
    for one in (ana, ben, watcher):
        expect(one.page.locator("#scene")).to_contain_text("The Morrow")
    answer(ana.page, "draft", trait="Boldness", assist=["Ben"], saying="I jump, and take Ben along.")
    for one in (gm, ben, watcher):
        expect(one.page.locator("#roll")).to_contain_text("I jump, and take Ben along.")
    answer(ben.page, "help", agree=True)
    answer(gm.page, "rule", mode="ADV", note="The swell lifts the deck.")
    expect(ana.page.locator("#roll")).to_contain_text("The swell lifts the deck.")
    dice.left.extend([1, 6])
    answer(ana.page, "commit")
    for one in everybody:
        tells(one.page, "Ana's Boldness: 6 + 2 = 8. Failure.")
        tells(one.page, "Ben takes Injury (1 of 3).")
    expect(block(ben.page, "Exertive")).to_contain_text("Injury1 of")

    # a second check, asked for by the GM: a natural 20, and what it gives
    answer(gm.page, "ask_check", who="Ben", saying="Somebody calls your name.")
    expect(ben.page.locator("#owed")).to_contain_text("check")
    answer(ben.page, "draft", trait="Empathy", saying="I call back.")
    answer(gm.page, "rule", mode="neither")
    dice.left.append(20)
    answer(ben.page, "commit")
    for one in everybody:
        tells(one.page, "Critical Success")
    expect(watcher.page.locator("#tension")).to_contain_text("Ben")
    while ben.page.locator("form:has(> [name=_kind][value=pick_ins])").count():
        answer(ben.page, "pick_ins", of="Emotive")
    expect(block(ben.page, "Emotive")).to_contain_text("INS")
    for one in everybody:
        assert one.faults == []
