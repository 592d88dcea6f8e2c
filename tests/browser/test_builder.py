"""Building characters and agreeing on rules in a real browser, and sheets as a printer gets them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from footlights.core import GM, Offer, Seat
from footlights.games import load
from footlights.table import Campaign, Table
from footlights.web import page
from footlights.web.house import COOKIE
from footlights.web.page import offers
from footlights.web.rooms import Room
from tests.browser.conftest import Sits
from tests.browser.hands import unfold
from tests.browser.test_look import beyond, complaints
from tests.web.live import Running


def opened(server: Running, game: str = "inciting-incident") -> Table:
    """A table where nobody is in play yet."""
    campaign = Campaign(name="The Salt Clock", lines=("no harm to children",))
    return Table.create(server.store, game, load(game).setup(), campaign, server.dicebox())


@pytest.fixture
def newcomer(browser: Browser, server: Running) -> Iterator[Page]:
    """The browser of a player who has joined a new table and has no character yet, at the builder."""
    table = opened(server)
    context = _context(browser, server, table)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{server.url}/t/{table.id}/character")
    yield page
    context.close()
    assert not faults, faults


def _context(browser: Browser, server: Running, table: Table, **device: bool) -> BrowserContext:
    context = browser.new_context(**device)  # type: ignore[arg-type]
    secret = server.app.house.seat(table, "player", "", "Noor")
    context.add_cookies([{"name": COOKIE.format(table.id), "value": secret, "url": server.url}])
    return context


def named(page: Page, name: str) -> None:
    page.get_by_label("Name", exact=True).first.fill(name)


def climbs(page: Page, level: str) -> None:
    """Ability and Talent, as the keyboard would fill them in."""
    page.get_by_label("Nimbleness", exact=True).fill("4")
    page.get_by_role("button", name="Add a Talent under Nimbleness").click()
    page.keyboard.type("Climb")
    page.get_by_label("Level").fill(level)


def test_a_fault_stands_beside_its_field_while_somebody_types_and_goes_when_it_is_mended(
    newcomer: Page,
) -> None:
    named(newcomer, "Robin")
    climbs(newcomer, "5")
    amiss = newcomer.locator('[data-part="level"] .amiss')
    expect(amiss).to_contain_text("from 0 to 4")
    expect(newcomer.get_by_label("Level")).to_have_attribute("aria-invalid", "true")
    expect(newcomer.locator("[data-standing]")).to_contain_text("Talent 1: level")
    newcomer.get_by_label("Level").fill("4")
    expect(amiss).to_be_hidden()
    expect(newcomer.locator("[data-standing]")).to_contain_text("The sheet is whole.")
    expect(newcomer.locator("[data-standing]")).to_contain_text("Points in talents")


def test_a_field_that_nobody_has_touched_is_not_complained_about(newcomer: Page) -> None:
    newcomer.get_by_label("Nimbleness", exact=True).fill("4")
    expect(newcomer.locator("[data-standing]")).to_contain_text("Not whole yet.")
    assert newcomer.locator(".amiss:visible").count() == 0


def test_what_is_missing_is_said_once_beside_its_field_and_once_for_the_page(newcomer: Page) -> None:
    newcomer.get_by_role("button", name="Hand in to the GM").click()
    missing = newcomer.get_by_text("The name is empty", exact=False).locator("visible=true")
    expect(newcomer.locator('[data-part="name"] .amiss').first).to_be_visible()
    expect(newcomer.get_by_label("Name", exact=True)).to_be_focused()
    expect(missing).to_have_count(2)
    newcomer.get_by_label("Summary").fill("Knows every roof.")
    expect(newcomer.locator("[data-standing]")).to_contain_text("Not whole yet.")
    expect(newcomer.get_by_role("alert")).to_have_count(0)
    expect(missing).to_have_count(1)


def test_a_field_tells_what_it_is_for_also_while_something_is_wrong_with_it(newcomer: Page) -> None:
    named(newcomer, "Robin")
    climbs(newcomer, "5")
    level = newcomer.get_by_label("Level")
    expect(level).to_have_accessible_description(re.compile("never above its Ability.*from 0 to 4"))
    level.fill("4")
    expect(level).to_have_accessible_description(re.compile("never above its Ability[^(]*bigger ones.$"))


def test_an_example_in_an_empty_field_can_be_told_from_what_was_typed(newcomer: Page) -> None:
    name = newcomer.get_by_label("Name", exact=True)
    assert (name.get_attribute("placeholder") or "").startswith("for example ")
    drawn = "(e) => [getComputedStyle(e, '::placeholder'), getComputedStyle(e)].map((s) => [s.fontStyle, s.color])"
    (hint_style, hint_colour), (style, colour) = name.evaluate(drawn)
    assert (hint_style, style) == ("italic", "normal")
    assert hint_colour != colour


def test_what_was_typed_is_there_again_when_the_page_is_loaded_again(newcomer: Page) -> None:
    named(newcomer, "Robin")
    climbs(newcomer, "fo")
    expect(newcomer.locator("[data-kept]")).to_contain_text("Kept")
    expect(newcomer.locator('[data-part="level"] .amiss')).to_contain_text("whole number")
    newcomer.reload()
    assert newcomer.get_by_label("Level").input_value() == "fo"
    assert newcomer.locator('[data-part="talents"] [data-part="name"] input').input_value() == "Climb"


def test_the_place_of_a_fault_is_found_among_talents_that_came_and_went(newcomer: Page) -> None:
    named(newcomer, "Robin")
    climbs(newcomer, "1")
    newcomer.get_by_label("Fortitude", exact=True).fill("2")
    for name in ("Lift", "Push"):
        newcomer.get_by_role("button", name="Add a Talent under Fortitude").click()
        newcomer.keyboard.type(name)
    newcomer.get_by_role("button", name="Take this Talent out").first.click()
    item = newcomer.locator("[data-item]", has=newcomer.locator('input[value="Fortitude"]'))
    item.get_by_label("Level").fill("3")
    expect(item.locator('[data-part="level"] .amiss')).to_contain_text("Push is at level 3")
    assert newcomer.locator(".amiss:visible").count() == 1


def test_talents_are_offered_where_a_skill_names_one(newcomer: Page) -> None:
    named(newcomer, "Robin")
    climbs(newcomer, "1")
    newcomer.get_by_role("button", name="Add a Skill").click()
    newcomer.get_by_label("Talent", exact=True).focus()
    assert newcomer.locator("datalist option").text_content() == "Climb"


def test_enter_in_a_field_adds_nothing_and_sends_nothing_in(newcomer: Page) -> None:
    named(newcomer, "Robin")
    with newcomer.expect_navigation():
        newcomer.keyboard.press("Enter")
    assert newcomer.locator('[data-part="talents"] [data-item]').count() == 0
    expect(newcomer.get_by_role("heading", level=1)).to_have_text("Your character")


def test_a_character_goes_from_its_builder_to_the_gm_and_the_table_opens(
    browser: Browser, server: Running, sits: Sits
) -> None:
    table = opened(server)
    gm = sits(table, GM)
    expect(gm.page.locator("#begin")).to_contain_text("Nobody is in play yet")
    player = _context(browser, server, table).new_page()
    player.goto(f"{server.url}/t/{table.id}")
    player.get_by_role("link", name=re.compile("Build your character")).click()
    named(player, "Robin")
    climbs(player, "4")
    player.get_by_role("button", name="Hand in to the GM").click()
    expect(player.get_by_role("heading", level=1)).to_have_text("Robin waits for the GM")
    player.get_by_role("link", name="Watch the table meanwhile").click()
    expect(player.locator("#live")).to_have_attribute("data-seat", "spectator")
    player.wait_for_selector("#live[data-htmx-powered]", state="attached")
    expect(gm.page.locator("#owed")).to_contain_text("Robin waits to be brought in")
    gm.page.get_by_role("link", name="Look at the sheet").click()
    gm.page.get_by_role("button", name="Bring Robin in").click()
    expect(gm.page.locator(".cast-list")).to_contain_text("Played by Noor")
    expect(player.locator("#live")).to_have_attribute("data-seat", "Robin")
    expect(player.locator("#sheet")).to_contain_text("Climb")
    player.context.close()


def test_the_builder_works_without_a_script(browser: Browser, server: Running) -> None:
    table = opened(server)
    context = _context(browser, server, table, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/t/{table.id}/character")
    named(page, "Robin")
    page.get_by_label("Nimbleness", exact=True).fill("4")
    page.get_by_role("button", name="Add a Talent under Nimbleness").click()
    page.locator('[data-part="talents"] [data-part="name"] input').fill("Climb")
    page.get_by_label("Level").fill("9")
    page.get_by_role("button", name="Hand in to the GM").click()
    expect(page.get_by_role("alert")).to_contain_text("Talent 1: level")
    page.get_by_label("Level").fill("3")
    page.get_by_role("button", name="Hand in to the GM").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Robin waits for the GM")
    context.close()


def test_a_sheet_of_the_table_is_filled_in_within_its_dialog(server: Running, sits: Sits) -> None:
    gm = sits(server.example("the-salt-clock"), GM)
    button = gm.page.locator('[data-offer="write_skill"]').first
    button.evaluate("(one) => { const fold = one.closest('details'); if (fold) fold.open = true; }")
    button.click()
    dialog = gm.page.locator("dialog[open]")
    dialog.get_by_label("Name", exact=True).fill("Anchor")
    dialog.get_by_label("Cost").fill("99")
    expect(dialog.locator('[data-part="cost"] .amiss')).to_contain_text("from 1 to 45")
    dialog.locator("form[data-order] button[type=submit]").click()
    expect(dialog.get_by_label("Cost")).to_be_focused()
    dialog.get_by_label("Cost").fill("4")
    dialog.locator("form[data-order] button[type=submit]").click()
    expect(dialog).to_be_hidden()
    expect(gm.page.locator("#sheet")).to_contain_text("Anchor")
    gm.faults.clear()  # the browser writes a refused request (422) into its console


def test_what_is_added_to_a_list_that_is_owed_stays_while_others_act(
    server: Running, sits: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    def owed(room: Room, seat: Seat) -> list[Offer]:
        return [
            msgspec.structs.replace(one, owed=one.owed or one.kind == "start_scene")
            for one in offers(room, seat)
        ]

    monkeypatch.setattr(page, "offers", owed)  # no game of ours lets somebody wait for a list
    table = server.example("the-salt-clock")
    gm, iris = sits(table, GM), sits(table, "Iris")
    slip = gm.page.locator("#owed .owed-slip", has=gm.page.locator("[value=start_scene]"))
    unfold(slip)
    slip.get_by_label("Action scene").check()
    slip.get_by_role("button", name="Add an Obstacle").click()
    kind = slip.locator(".item [data-is]").last
    kind.select_option("complex")
    number = slip.locator(".item [data-kind=complex] input.num").first
    number.fill("17")
    before = gm.page.locator("#owed .owed-slip").count()
    iris.does("regular", via="Roofwalking", saying="Up the rope.")
    expect(gm.page.locator("#owed .owed-slip")).to_have_count(before + 1)
    expect(slip.locator(".item [data-is]")).to_have_count(1)
    expect(kind).to_have_value("complex")
    expect(number).to_have_value("17")


def pages_of(table: Table) -> list[str]:
    """The pages around that table."""
    at, game = f"/t/{table.id}", table.system.name
    who = table.seats[1]
    return [
        f"{at}/zero",
        f"{at}/character",
        f"/rules/{game}?table={table.id}",
        "/rules",
        "/help",
        f"{at}/sheet/{who}",
    ]


@pytest.mark.parametrize("example", ["the-last-ferry", "the-salt-clock"])
def test_axe_finds_nothing_on_the_pages_around_a_table(server: Running, sits: Sits, example: str) -> None:
    table = server.example(example)
    gm = sits(table, GM)
    for path in pages_of(table):
        gm.page.goto(server.url + path)
        for fold in gm.page.locator("details").all()[:6]:
            fold.evaluate("(one) => one.open = true")
        for add in gm.page.locator("[data-add]").all():
            add.click()
        assert complaints(gm.page) == [], path


@pytest.mark.parametrize("example", ["the-last-ferry", "the-salt-clock"])
def test_nothing_sticks_out_of_a_narrow_page(server: Running, sits: Sits, example: str) -> None:
    table = server.example(example)
    gm = sits(table, GM, viewport={"width": 320, "height": 640})
    for path in pages_of(table):
        gm.page.goto(server.url + path)
        for add in gm.page.locator("[data-add]").all():
            add.click()
        for fold in gm.page.locator("details").all()[:6]:
            fold.evaluate("(one) => one.open = true")
        assert beyond(gm.page) == [], path


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("example", "count"), [("the-last-ferry", 1), ("the-salt-clock", 2)])
def test_a_sheet_prints_on_exactly_its_pages(
    server: Running, sits: Sits, example: str, count: int, paper: str
) -> None:
    table = server.example(example)
    gm = sits(table, GM)
    size = {"a4": (594.96, 841.92), "letter": (612, 792)}[paper]
    for who in table.seats[1:]:
        gm.page.goto(f"{server.url}/t/{table.id}/sheet/{who}?paper={paper}")
        printed = gm.page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == count, who
        boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
        assert all(abs(float(w) - size[0]) < 1 and abs(float(h) - size[1]) < 1 for w, h in boxes)


def test_what_is_typed_filters_the_clauses_at_once(server: Running, sits: Sits) -> None:
    gm = sits(server.example("the-last-ferry"), GM)
    gm.page.goto(f"{server.url}/rules/you")
    gm.page.get_by_label("Search the clauses").press_sequentially("critical success")
    expect(gm.page.locator("#RES-06")).to_be_visible()
    expect(gm.page.locator("#TRT-01")).to_be_hidden()
    expect(gm.page.locator("[data-count]")).to_contain_text(" of ")


def test_from_a_table_a_rule_is_read_as_that_table_rules(server: Running, sits: Sits) -> None:
    gm = sits(server.example("the-last-ferry"), GM)
    why = gm.page.locator("#lines details.why").last
    why.evaluate("(one) => one.open = true")
    why.locator("a").click()
    expect(gm.page.locator(".lede")).to_contain_text("With the rulings of The Last Ferry")
    assert re.search(r"\?table=[0-9a-f]+#[A-Z]+-\d+$", gm.page.url)


def test_long_notes_stand_on_a_page_of_their_own_and_nothing_is_cut(server: Running, sits: Sits) -> None:
    table = opened(server, "you")
    gm = sits(table, GM)
    gm.page.goto(f"{server.url}/t/{table.id}/character")
    named(gm.page, "Ana")
    gm.page.get_by_label("Notes").fill("word " * 900 + "the last word")
    gm.page.get_by_role("button", name="Bring in").click()
    gm.page.goto(f"{server.url}/t/{table.id}/sheet/Ana")
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", gm.page.pdf(prefer_css_page_size=True))) == 2
    expect(gm.page.locator(".p-long")).to_contain_text("the last word")
