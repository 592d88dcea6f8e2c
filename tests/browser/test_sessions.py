"""Whole sessions of both games, each seat in a browser of its own: nobody loads a page again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from footlights.store import MemoryStore
from footlights.table.dicebox import ScriptedDice
from tests.browser.conftest import Comes, live
from tests.browser.hands import answer, fill, form
from tests.web.live import Running, running


@pytest.fixture
def dice() -> ScriptedDice:
    """The dice of this session: they fall as written."""
    return ScriptedDice()


@pytest.fixture
def server(dice: ScriptedDice) -> Iterator[Running]:
    """A server whose dice fall as the session says."""
    with running(MemoryStore(), lambda: dice) as found:
        yield found


def opens_table(gm: Page, url: str, game: str, name: str) -> None:
    """From the first page to a table of one's own."""
    gm.goto(url)
    gm.locator("label", has_text=re.compile(f"^{game}$")).click()
    gm.get_by_label(re.compile("Name the campaign")).fill(name)
    gm.get_by_label(re.compile("Your name")).fill("Marta")
    gm.get_by_role("button", name="Open the table").click()
    live(gm)


def links(gm: Page, table: str) -> dict[str, str]:
    """The links that the GM sends out, by role; then back to the table."""
    gm.goto(table)
    live(gm)
    gm.locator("#menu summary").click()
    gm.get_by_role("link", name="People and links").click()
    for role in ("players", "spectators"):
        gm.get_by_role("button", name=f"Make a link for {role}").click()
    sent = {role: gm.get_by_label(f"Link for {role}").input_value() for role in ("players", "spectators")}
    gm.goto(table)
    live(gm)
    return sent


def climber(page: Page, name: str) -> None:
    """A character who climbs, in the builder."""
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_label("Nimbleness", exact=True).fill("4")
    page.get_by_role("button", name="Add a Talent under Nimbleness").click()
    page.keyboard.type("Climb")
    page.get_by_label("Level").fill("4")


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


def test_an_evening_of_you(comes: Comes, server: Running, dice: ScriptedDice) -> None:
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

    # coming in
    sent = links(gm.page, table)
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
        tells(one.page, "Ana earns 1 Emotive INS.")

    # somebody who hurts them gives each a point, and each says of which type
    answer(gm.page, "establish", kind="person", name="the ferryman", hurts=True, detail="He has no face.")
    for one in everybody:
        expect(one.page.locator(".lamps")).to_contain_text("owes")
    expect(watcher.page.locator("#owed form")).to_have_count(0)
    answer(ben.page, "pick_ins", of="Exertive")
    answer(ana.page, "pick_ins", of="Decisive")
    expect(block(ben.page, "Exertive")).to_contain_text("INS1 of")
    for one in everybody:
        expect(one.page.locator(".lamps")).not_to_contain_text("owes")
    expect(gm.page.locator("main")).to_contain_text("He has no face.")

    # Spice, from its open slot
    ana.page.get_by_role("button", name="Add Negative Spice to The Morrow").click()
    dialog = ana.page.locator("dialog[open]")
    dialog.locator("textarea, input[type=text]").first.fill("The pumps gave out in March.")
    dialog.locator("[type=submit]").last.click()
    for one in everybody:
        expect(one.page.locator("#scene")).to_contain_text("The pumps gave out in March.")

    # the GM goes back behind it, and sees first what that undoes
    gm.page.locator("#menu summary").click()
    gm.page.get_by_role("link", name="Rewind").click()
    gm.page.get_by_role("link", name=re.compile("Ana picks")).click()
    would = gm.page.locator("section:has(form[action$='/rewind'])")
    expect(would).to_contain_text("The pumps gave out in March.")
    expect(would).not_to_contain_text("establishes the ferryman")
    expect(ben.page.locator("#scene")).to_contain_text("The pumps gave out in March.")
    would.locator("form[action$='/rewind'] button").click()
    live(gm.page)
    for one in everybody:
        expect(one.page.locator("#scene")).not_to_contain_text("The pumps")
        expect(one.page.locator("#lines .undone", has_text="The pumps gave out in March.")).to_have_count(1)
    words = "Behind you the quay is gone."
    gm.page.locator("#say-text").fill(words)
    gm.page.get_by_role("button", name="Say", exact=True).click()
    for one in everybody:
        expect(one.page.locator("#lines > li").last).to_contain_text(words)


def goes_into_action(gm: Page) -> None:
    """An action scene with a hidden Trigger and an Obstacle, in one form."""
    scene = form(gm, "start_scene")
    fill(scene.locator("[data-field=scene]"), "action")
    fill(scene.locator("[data-field=who]"), ["Kit", "Robin"])
    fill(scene.locator("[data-field=title]"), "The saltworks")
    triggers = scene.locator("[data-field=triggers]")
    triggers.locator("[data-add]").click()
    trigger = triggers.locator("[data-item]").last
    trigger.locator("[data-part=name] input").fill("the dog")
    trigger.locator("[data-part=threshold] input").fill("2")
    trigger.locator("[data-part=effect] :is(input, textarea)").fill("It has found a friend.")
    obstacles = scene.locator("[data-field=obstacles]")
    obstacles.locator("[data-add]").click()
    obstacle = obstacles.locator("[data-item]").last
    obstacle.locator("select[data-is]").select_option("simple")
    obstacle.locator("[data-part=name]:visible input").fill("the slate roof")
    obstacle.locator("[data-part=confronted]:visible :is(input, textarea)").fill("Robin")
    with gm.expect_response("**/order") as taken:
        scene.locator("[type=submit]").last.click()
    assert taken.value.status == 204


def comes_to_blows(gm: Page) -> None:
    """The scene becomes a conflict with one opponent."""
    conflict = form(gm, "convert")
    fill(conflict.locator("[data-field=scene]"), "conflict")
    opponents = conflict.locator("[data-field=opponents]")
    opponents.locator("[data-add]").first.click()
    opponents.get_by_label("Name", exact=True).fill("Mr Pell")
    for ability, level in (("Fortitude", 3), ("Perseverance", 2), ("Nimbleness", 2)):
        opponents.get_by_label(ability, exact=True).fill(str(level))
    opponents.get_by_role("button", name="Add a Talent under Fortitude").click()
    gm.keyboard.type("Cudgel")
    opponents.get_by_label("Level").fill("3")
    with gm.expect_response("**/order") as taken:
        conflict.locator("[type=submit]").last.click()
    assert taken.value.status == 204, taken.value.text()


def test_an_evening_of_inciting_incident(comes: Comes, server: Running, dice: ScriptedDice) -> None:
    everybody = gm, robin, kit, watcher = comes(), comes(), comes(), comes()
    opens_table(gm.page, server.url, "Inciting Incident", "The Salt Clock")
    table = gm.page.url

    # session zero
    gm.page.get_by_role("link", name="Begin with session zero").click()
    gm.page.get_by_label("Premise").fill("The great tide clock is sold tonight.")
    gm.page.get_by_role("button", name="Agree on this").click()
    gm.page.get_by_role("link", name="Build a character").click()
    climber(gm.page, "Kit")
    gm.page.get_by_role("button", name="Bring in").click()
    sent = links(gm.page, table)
    joins(kit.page, sent["players"], "Jo", "Kit")
    joins(watcher.page, sent["spectators"], "Pat")
    joins(robin.page, sent["players"], "Mina")
    for one in (kit, watcher, robin):
        live(one.page)
    robin.page.get_by_role("link", name=re.compile("Build your character")).click()
    climber(robin.page, "Robin")
    robin.page.get_by_role("button", name="Hand in to the GM").click()
    robin.page.get_by_role("link", name="Watch the table meanwhile").click()
    live(robin.page)
    gm.page.goto(f"{table}/zero")
    gm.page.get_by_role("button", name="Bring Robin in").click()
    gm.page.goto(table)
    live(gm.page)
    expect(robin.page.locator("#live")).to_have_attribute("data-seat", "Robin")
    live(robin.page)

    # an action scene, with a Trigger that nobody sees and an Obstacle for Robin
    goes_into_action(gm.page)
    for one in everybody:
        expect(one.page.locator("#scene")).to_contain_text("the slate roof")
    expect(gm.page.locator("main")).to_contain_text("the dog")
    for one in (robin, kit, watcher):
        assert "the dog" not in one.page.content()
        assert "found a friend" not in one.page.content()

    # Robin takes the Obstacle on, and what Crisis it adds sets the hidden Trigger off
    answer(robin.page, "act", via="Climb", saying="Ridge to ridge, in my socks.")
    for one in (gm, kit, watcher):
        expect(one.page.locator("#roll")).to_contain_text("Ridge to ridge, in my socks.")
    answer(gm.page, "rule", adv=1)
    dice.left.extend([3] * 40)
    answer(robin.page, "commit")
    for one in everybody:
        tells(one.page, "Robin passes.")
        expect(one.page.locator(".crisis-now b")).to_have_text("2")
    for one in (robin, kit, watcher):
        assert "the dog" not in one.page.content()
    answer(gm.page, "confirm", brings="crisis", n=3)
    for one in everybody:
        tells(one.page, "It has found a friend.")
        expect(one.page.locator(".crisis-now b")).to_have_text("5")

    # somebody says: put that down
    comes_to_blows(gm.page)
    for one in everybody:
        expect(one.page.locator("#scene")).to_contain_text("Mr Pell")
        expect(one.page.locator(".flow-here")).to_be_visible()

    # he strikes at Kit, who says how to defend; then Robin strikes him
    answer(gm.page, "attack", via="Cudgel", target="Kit", saying="He swings.")
    expect(watcher.page.locator(".lamps")).to_contain_text("owes")
    answer(kit.page, "defend", ability="Nimbleness")
    dice.left.clear()
    dice.left.extend([2] * 40)
    answer(gm.page, "commit")
    for one in everybody:
        tells(one.page, "Mr Pell rolls")
    answer(robin.page, "strike", via="Climb", target="Mr Pell", saying="His keys, his other keys.")
    answer(gm.page, "rule", ability="Nimbleness")
    dice.left.clear()
    dice.left.extend([5] * 40)
    answer(robin.page, "commit")
    for one in everybody:
        tells(one.page, "Robin rolls")
    for one in (robin, kit, watcher):
        one.page.set_viewport_size({"width": 320, "height": 640})
        assert one.page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
