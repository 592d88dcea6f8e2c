"""How the pages look, as far as a machine can tell: readable by everybody, at every width, small enough."""

from __future__ import annotations

from typing import Any, Literal
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from footlights.core import GM, SPECTATOR
from footlights.table import Order, Table
from footlights.web.house import COOKIE
from footlights.web.page import LINES
from tests.browser.conftest import AXE, Comes, Sits
from tests.web.live import PATIENCE, Running

FERRY, SALT = "the-last-ferry", "the-salt-clock"
PLAYERS = {FERRY: "Ana", SALT: "Sunny"}
SCHEMES: tuple[Literal["dark"], Literal["light"]] = ("dark", "light")
VIEWS = ("scene", "roll", "sheet", "log")


def complaints(page: Page) -> list[str]:
    """What axe-core finds wrong with a page, in the dark and in the light, which it is left in."""
    page.evaluate(AXE.read_text())
    found: list[str] = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        said: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found += [
            f"{scheme}: {one['id']}: {one['help']}: {node['target']} {node['failureSummary']}"
            for one in said["violations"]
            for node in one["nodes"]
        ]
    return found


def beyond(page: Page) -> list[str]:
    """What sticks out at the side, or hides its text; lists that scroll by themselves apart."""
    found: list[str] = page.evaluate(
        """() => {
          const wide = document.documentElement.clientWidth;
          const apart = ".lamps, .log-scroll, .scrolls, pre, .sr, .skip, [hidden], textarea, select";
          const scrolls = (one) => one.closest(apart);
          const said = (one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`;
          const all = [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility() && !scrolls(one));
          return [
            ...all.filter((one) => one.getBoundingClientRect().right > wide + 1).map(said),
            ...(document.documentElement.scrollWidth > wide ? ["the page itself scrolls sideways"] : []),
          ];
        }"""
    )
    return found


@pytest.mark.parametrize("seat", [GM, "a player", SPECTATOR])
@pytest.mark.parametrize("example", [FERRY, SALT])
def test_axe_finds_nothing_at_a_table(sits: Sits, server: Running, example: str, seat: str) -> None:
    seat = PLAYERS[example] if seat == "a player" else seat
    somebody = sits(server.example(example), seat)
    for why in somebody.page.locator("details.why, details.menu").all()[:4]:
        why.evaluate("(one) => one.open = true")
    assert complaints(somebody.page) == []


def test_axe_finds_nothing_in_a_conflict_in_a_dialog_and_in_a_pause(sits: Sits, server: Running) -> None:
    gm = sits(in_conflict(server), GM)
    gm.page.wait_for_selector(".flow-track")
    assert complaints(gm.page) == []
    gm.page.locator(".tension [data-offer=x_card]").click()
    gm.page.wait_for_selector("dialog[open] form")
    assert complaints(gm.page) == []
    gm.page.locator("dialog[open] [type=submit]").last.click()
    gm.page.wait_for_selector(".pause-note")
    assert complaints(gm.page) == []


def test_axe_finds_nothing_on_the_first_page_and_at_the_door(comes: Comes, server: Running) -> None:
    link = server.seat(server.example(FERRY), "Ana")
    somebody = comes()
    page = somebody.page
    for address in ("/", f"/in/{link}", "/nowhere"):
        page.goto(server.url + address)
        for wide in (320, 1440):
            page.set_viewport_size({"width": wide, "height": 800})
            assert complaints(page) == []
            assert beyond(page) == []
    somebody.faults.clear()  # the browser writes the 404 into its console


@pytest.mark.parametrize("seat", [GM, "a player", SPECTATOR])
@pytest.mark.parametrize("example", [FERRY, SALT, "a conflict"])
def test_nothing_is_cut_off_on_a_phone_of_320_pixels(
    sits: Sits, server: Running, example: str, seat: str
) -> None:
    table = in_conflict(server) if example == "a conflict" else server.example(example)
    seat = PLAYERS.get(example, "Iris") if seat == "a player" else seat
    phone = sits(table, seat, viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    for view in VIEWS:
        phone.page.locator(f".bottom [href='#{view}']").click()
        assert beyond(phone.page) == [], view
    phone.page.set_viewport_size({"width": 640, "height": 320})
    assert beyond(phone.page) == []


@pytest.mark.parametrize("width", [320, 390])
def test_the_line_of_tension_leaves_its_number_line_room_on_a_phone(
    sits: Sits, server: Running, width: int
) -> None:
    phone = sits(server.example(SALT), "Iris", viewport={"width": width, "height": 640})
    track = phone.page.locator("#tension .track").bounding_box()
    bar = phone.page.locator(".tension-bar").bounding_box()
    assert track
    assert track["width"] > width / 3
    assert bar
    assert bar["height"] < 640 / 3


def test_a_phone_on_its_side_has_room_for_the_scene(sits: Sits, server: Running) -> None:
    phone = sits(server.example(SALT), "Bram", viewport={"width": 640, "height": 320})
    phone.page.mouse.wheel(0, 250)
    bar, button, bottom = (
        phone.page.locator(place).first for place in (".tension-bar", ".go-stick", ".bottom")
    )
    expect(bar).not_to_be_in_viewport()
    kept = sum(box["height"] for one in (button, bottom) if (box := one.bounding_box()))
    assert kept < 320 / 2


def test_below_a_number_line_the_chronicle_ends_within_the_window(sits: Sits, server: Running) -> None:
    wide = sits(server.example(SALT), "Iris", viewport={"width": 1440, "height": 900})
    expect(wide.page.get_by_role("button", name="Say", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("example", [FERRY, SALT])
def test_nothing_is_cut_off_at_twice_the_size(sits: Sits, server: Running, example: str) -> None:
    near = sits(server.example(example), PLAYERS[example], viewport={"width": 720, "height": 450})
    assert beyond(near.page) == []
    far = sits(server.example(example), GM, viewport={"width": 1280, "height": 800})
    far.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert beyond(far.page) == []


COVERED = """() => {
  const bar = document.querySelector(".bottom");
  const able = [...document.querySelectorAll("main :is(a, button, input, select, summary, textarea)")];
  return able.filter((one) => one.checkVisibility() && !one.closest(".go-stick")).filter((one) => {
    one.scrollIntoView({block: "end"});
    return one.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1;
  }).map((one) => one.outerHTML.slice(0, 80));
}"""
"""What the bar at the foot of a phone hides even when it is scrolled to."""


@pytest.mark.parametrize("example", [FERRY, SALT])
def test_the_bar_of_a_phone_covers_nothing_that_can_be_scrolled_to(
    sits: Sits, server: Running, example: str
) -> None:
    table = server.example(example)
    for seat in (GM, table.seats[1]):
        page = sits(table, seat, viewport={"width": 320, "height": 600}).page
        for view in ("scene", "roll", "sheet", "log"):
            page.locator(f'.bottom [href="#{view}"]').click()
            assert page.evaluate(COVERED) == [], view


def test_a_phone_shows_one_view_and_says_which(sits: Sits, server: Running) -> None:
    phone = sits(server.example(FERRY), "Ana", viewport={"width": 390, "height": 800})
    bar = phone.page.locator(".bottom")
    expect(bar.locator("[aria-current]")).to_have_text("Roll")
    bar.get_by_text("Sheet").click()
    expect(phone.page.locator("#sheet")).to_be_visible()
    expect(phone.page.locator("#stage")).to_be_hidden()
    expect(bar.locator("[aria-current]")).to_have_text("Sheet")
    phone.page.reload()
    expect(phone.page.locator("#sheet")).to_be_visible()


def test_an_open_slot_leads_to_its_spice(sits: Sits, server: Running) -> None:
    gm = sits(server.example(FERRY), GM)
    gm.page.get_by_role("button", name="Add Positive Spice to the ferryman").click()
    dialog = gm.page.locator("dialog[open]")
    dialog.locator("textarea").fill("His lantern never goes out.")
    assert dialog.locator("[name=element]").input_value() == "the ferryman"
    assert dialog.locator("[name=sign]").input_value() == "positive"
    dialog.locator("[type=submit]").click()
    gm.page.locator("#scene").get_by_text("His lantern never goes out.").wait_for()


def test_the_sheet_says_its_numbers_in_words(sits: Sits, server: Running) -> None:
    ana = sits(server.example(FERRY), "Ana")
    block = ana.page.get_by_role("region", name="Exertive")
    assert block.inner_text().split()[:5] == ["Exertive", "INS", "2", "of", "/6"]
    assert block.get_by_role("button", name="Boldness: Build a check with Boldness").is_visible()


def test_times_stand_in_the_readers_own_zone(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    far = sits(table, "Ana", timezone_id="Asia/Kathmandu", locale="en-GB")
    time = far.page.locator("#lines time").last
    told = time.get_attribute("datetime") or ""
    minutes = (int(told[11:13]) * 60 + int(told[14:16]) + 5 * 60 + 45) % (24 * 60)
    expect(time).to_have_text(f"{minutes // 60:02}:{minutes % 60:02}")


def test_what_is_new_since_the_last_visit_is_marked(sits: Sits, server: Running) -> None:
    ben = sits(server.example(FERRY), "Ben")
    assert ben.page.get_by_text("Since you were last here").count() == 0
    ben.page.goto(server.url)
    sits(ben.table, GM).does("post", text="The bell again.", manner="in_character")
    ben.opens()
    mark = ben.page.get_by_text("Since you were last here")
    assert mark.locator("xpath=following-sibling::li").all_inner_texts()[0].endswith("The bell again.")


def test_the_chronicle_shows_the_story_or_what_happened(sits: Sits, server: Running) -> None:
    ana = sits(server.example(FERRY), "Ana")
    words = ana.page.get_by_text("One, two, three, four. Oh, all right.")
    ruling = ana.page.locator("#lines").get_by_text("The GM rules on Ana's Boldness")
    show = ana.page.get_by_label("Show")
    show.select_option("story")
    expect(words).to_be_visible()
    expect(ruling).to_be_hidden()
    show.select_option("rules")
    expect(ruling).to_be_visible()
    expect(words).to_be_hidden()


def test_dice_that_fell_lie_in_the_chronicle_as_they_are(sits: Sits, server: Running) -> None:
    iris = sits(server.example(SALT), "Iris")
    line = iris.page.locator("#lines [data-rolled]").last
    assert line.locator(".die").all_inner_texts() == ["3", "5", "2", "4", "6\n›\n1", "2", "3", "4", "5"]
    assert line.locator(".rolled-total").inner_text().endswith("35")


def test_the_first_load_is_small(server: Running, browser: Browser) -> None:
    table = server.example(SALT)
    context = browser.new_context()
    context.add_cookies(
        [{"name": COOKIE.format(table.id), "value": server.seat(table, "Sunny"), "url": server.url}]
    )
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda one: sizes.append(one["encodedDataLength"]))
    page.goto(f"{server.url}/t/{table.id}")
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready.then(() => true)")
    context.close()
    assert len(sizes) > 6
    assert sum(sizes) < 150_000


def test_streams_are_sent_as_they_come_not_packed(server: Running) -> None:
    table = server.example(FERRY)
    asked = Request(
        f"{server.url}/t/{table.id}/live",
        headers={"Accept-Encoding": "gzip", "Authorization": f"Bearer {server.seat(table, 'Ana')}"},
    )
    with urlopen(asked, timeout=PATIENCE) as answer:
        assert answer.headers["content-encoding"] is None
        assert answer.readline().startswith(b"data: <hx-partial")


def in_conflict(server: Running) -> Table:
    """The example of Inciting Incident, come to blows."""
    table = server.example(SALT)
    watchman = {"name": "The watchman", "abilities": {"Fortitude": 4, "Nimbleness": 5}, "turns": 2}
    scene = {"scene": "conflict", "title": "The causeway", "who": ["Iris", "Bram", "Sunny"], "base": 5}
    order = {"type": "start_scene", **scene, "opponents": [watchman]}
    table.submit(Order(id="blows", seat=GM, command=order))
    table.submit(Order(id="pressed", seat="Sunny", command={"type": "press"}))
    return table


def test_earlier_lines_are_fetched_where_there_are_some(sits: Sits, server: Running) -> None:
    gm = sits(server.example(FERRY), GM)
    earlier = gm.page.get_by_role("button", name="Earlier")
    expect(earlier).to_be_hidden()
    for number in range(LINES):
        gm.does("post", text=f"Bell {number}.", manner="in_character")
    gm.opens()
    assert gm.page.get_by_text("The table opens").count() == 0
    earlier.click()
    expect(gm.page.get_by_text("The table opens")).to_be_visible()
    expect(earlier).to_be_hidden()
    expect(gm.page.locator("#lines time:not([data-zoned])")).to_have_count(0)


def test_a_link_to_a_line_leads_everybody_to_the_same_line_however_old(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    gm, ana = sits(table, GM), sits(table, "Ana")
    gm.does("note", text="Nobody else counts this line.")
    ana.does("post", text="The line that is meant.", manner="in_character")
    for number in range(LINES + 5):
        gm.does("post", text=f"Bell {number}.", manner="in_character")
    ana.opens()
    ana.page.get_by_role("button", name="Earlier").click()
    link = (
        ana.page.locator("#lines li", has_text="The line that is meant").locator("a.at").get_attribute("href")
    )
    gm.page.goto("about:blank")
    gm.page.goto(f"{server.url}/t/{table.id}{link}")
    expect(gm.page.locator("#lines .meant")).to_contain_text("The line that is meant.")
    expect(gm.page.locator("#lines .meant")).to_be_in_viewport()


def test_earlier_lines_that_cannot_be_fetched_are_told_of(sits: Sits, server: Running) -> None:
    gm = sits(server.example(FERRY), GM)
    for number in range(LINES):
        gm.does("post", text=f"Bell {number}.", manner="in_character")
    gm.opens()
    gm.page.route("**/log?*", lambda route: route.abort())
    gm.page.get_by_role("button", name="Earlier").click()
    expect(gm.page.locator("#connection")).to_contain_text("Earlier lines cannot be fetched")
    gm.faults.clear()  # the browser writes the abort into its console


@pytest.mark.parametrize("example", ["the-last-ferry", "the-salt-clock"])
def test_one_can_go_on_talking_while_play_is_paused_or_the_line_is_lost(
    sits: Sits, server: Running, example: str
) -> None:
    table = server.example(example)
    gm = sits(table, GM)
    gm.page.set_viewport_size({"width": 1440, "height": 900})
    gm.does("x_card")
    expect(gm.page.locator(".pause-note")).to_be_visible()
    say = gm.page.get_by_role("button", name="Say", exact=True)
    expect(say).to_be_in_viewport(ratio=1)
    gm.page.evaluate("document.getElementById('live').dispatchEvent(new CustomEvent('htmx:sse:error'))")
    expect(gm.page.locator("#connection")).to_be_visible()
    expect(say).to_be_in_viewport(ratio=1)
