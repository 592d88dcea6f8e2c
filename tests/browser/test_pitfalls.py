"""What went wrong in measured prototypes of such a page, each tried in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from footlights.core import GM, SPECTATOR
from footlights.web.stream import event
from tests.browser.conftest import Sits, live
from tests.browser.hands import answer, form
from tests.web.live import Running

FERRY, SALT = "the-last-ferry", "the-salt-clock"


def last_line(page: Page, words: str) -> None:
    """The chronicle's newest line says so."""
    expect(page.locator("#lines > li").last).to_contain_text(words)


def test_htmx_and_its_stream_are_one_file_and_every_load_is_live(sits: Sits, server: Running) -> None:
    ana = sits(server.example(FERRY), "Ana")
    assert ana.page.locator("script").count() == ana.page.locator("script[src*=at-table]").count() == 1
    for _ in range(5):
        ana.page.reload()
        live(ana.page)


def test_folds_and_dialogs_stay_open_while_others_act(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana, gm = sits(table, "Ana"), sits(table, GM)
    why = ana.page.locator("#lines details.why").first
    why.locator("summary").click()
    ana.page.locator("#menu summary").click()
    ana.page.locator("#sheet").get_by_role("button", name="Passion: Build a check").click()
    expect(ana.page.locator("dialog[open]")).to_be_visible()
    gm.does("correct", counter="Confidence", who="Ana", value=3, reason="It was so on paper.")
    gm.does("post", text="The bell again.")
    last_line(ana.page, "The bell again.")
    expect(ana.page.locator("#sheet")).to_contain_text("Confidence3")
    assert why.evaluate("(one) => one.open")
    expect(ana.page.locator("dialog[open]")).to_be_visible()


def test_every_id_is_there_once(sits: Sits, server: Running) -> None:
    for example, seat in ((FERRY, "Ana"), (SALT, "Bram")):
        table = server.example(example)
        player, gm, rules = sits(table, seat), sits(table, GM), sits(table, GM)
        form(rules.page, "change_ruling")
        for one in (player, gm, rules):
            if one is not rules:
                one.page.locator("[data-offer]:visible").first.click()
            twice: list[str] = one.page.evaluate(
                """() => {
                  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
                  return ids.filter((id, at) => ids.indexOf(id) !== at);
                }"""
            )
            assert twice == []


def test_a_tab_that_was_hidden_shows_all_when_it_is_seen_again(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana, gm = sits(table, "Ana"), sits(table, GM)
    _seen(ana.page, hidden=True)
    for number in range(5):
        gm.does("post", text=f"The bell, {number}.")
    gm.does("correct", counter="Confidence", who="Ana", value=2, reason="It was so on paper.")
    _seen(ana.page, hidden=False)
    expect(ana.page.locator("#sheet")).to_contain_text("Confidence2")
    for number in range(5):
        expect(ana.page.get_by_text(f"The bell, {number}.")).to_have_count(1)


def _seen(page: Page, *, hidden: bool) -> None:
    """Tell a page that it is hidden, or seen again, as a browser does."""
    page.evaluate(
        """(hidden) => {
          const state = hidden ? "hidden" : "visible";
          Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
          Object.defineProperty(document, "visibilityState", {configurable: true, get: () => state});
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_a_tab_has_one_stream_and_says_when_nothing_is_heard(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana = sits(table, "Ana")
    streams: list[str] = []
    ana.page.on("request", lambda one: streams.append(one.url) if one.url.endswith("/live") else None)
    ana.page.clock.install()
    ana.opens()
    ana.does("post", text="Hello?", manner="in_character")
    last_line(ana.page, "Hello?")
    assert len(streams) == 1
    ana.page.clock.fast_forward(60_000)
    expect(ana.page.locator("#connection")).to_contain_text("Nothing was heard for a while")


def test_the_answer_to_a_question_that_has_changed_gets_a_message_and_keeps_the_words(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    gm = sits(table, GM)
    stale = sits(table, "Ben")
    stale.page.locator("#sheet").get_by_role("button", name="Passion: Build a check").click()
    dialog = stale.page.locator("dialog[open]")
    dialog.locator("textarea").fill("I sing, however badly.")
    gm.does("ask_check", who="Ben", saying="Somebody calls.")
    last_line(stale.page, "The GM asks Ben for a check.")
    with stale.page.expect_response(lambda sent: sent.url.endswith("/order")) as answered:
        dialog.locator("form[data-order] [type=submit]").first.click()
    assert answered.value.status == 409
    expect(dialog.locator(".refused")).to_contain_text("changed")
    assert dialog.locator("textarea").input_value() == "I sing, however badly."
    dialog.locator("form[data-order] [type=submit]").first.click()
    expect(dialog).to_be_hidden()
    last_line(gm.page, "I sing, however badly.")
    stale.faults.clear()  # the browser writes the 409 into its console


def test_what_is_settled_in_a_form_that_is_shown_anew_is_settled_anew(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    gm, ben = sits(table, GM), sits(table, "Ben")
    form(ben.page, "help")
    gm.does("withdraw", who="Ana")
    caro = sits(table, "Caro")
    caro.does("draft", trait="Empathy", assist=["Ben"], saying="I ask him.")
    expect(ben.page.locator("#roll")).to_contain_text("I ask him.")
    dialog = ben.page.locator("dialog[open]")
    dialog.locator("[type=submit]").last.click()
    expect(dialog.locator(".refused")).to_contain_text("changed")
    expect(dialog).to_contain_text("Caro")
    dialog.locator("[type=submit]").last.click()
    expect(dialog).to_be_hidden()
    last_line(gm.page, "Ben")
    ben.faults.clear()  # the browser writes the 409 into its console


def test_an_offer_that_cannot_be_fetched_says_so(sits: Sits, server: Running) -> None:
    ana = sits(server.example(FERRY), "Ana")
    ana.page.route("**/offer/*", lambda route: route.abort())
    ana.page.locator(".tension [data-offer=x_card]").click()
    expect(ana.page.locator("dialog[open]")).to_contain_text("The server cannot be reached")
    ana.faults.clear()  # the browser writes the abort into its console


def test_what_is_typed_while_words_are_on_their_way_is_kept(sits: Sits, server: Running) -> None:
    ana = sits(server.example(FERRY), "Ana")
    say = ana.page.locator("#say-text")
    say.fill("One.")

    def slowly(route: Route) -> None:
        answer = route.fetch()
        say.fill("One. Two.")
        route.fulfill(response=answer)

    ana.page.route("**/order", slowly)
    with ana.page.expect_response("**/order"):
        ana.page.get_by_role("button", name="Say", exact=True).click()
    last_line(ana.page, "One.")
    expect(ana.page.locator("#say[aria-busy]")).to_have_count(0)
    assert say.input_value() == "One. Two."


def test_an_error_has_a_place_of_its_own_and_changes_nothing_else(sits: Sits, server: Running) -> None:
    ana = sits(server.example(FERRY), "Ana")
    scene = ana.page.locator("#scene").inner_html()
    ana.page.route("**/order", lambda route: route.fulfill(status=500, body="<h1>Nothing works</h1>"))
    ana.page.locator("#say-text").fill("Is anybody there?")
    ana.page.get_by_role("button", name="Say", exact=True).click()
    expect(ana.page.locator("#say .refused")).to_be_visible()
    assert ana.page.locator("#say-text").input_value() == "Is anybody there?"
    assert "Nothing works" not in ana.page.content()
    assert ana.page.locator("#scene").inner_html() == scene
    ana.page.unroute("**/order")
    ana.page.get_by_role("button", name="Say", exact=True).click()
    last_line(ana.page, "Is anybody there?")
    assert ana.page.locator("#say-text").input_value() == ""
    ana.faults.clear()  # the browser writes the 500 into its console


def test_one_status_line_outside_of_what_changes_is_written_once_for_a_roll(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    ana, gm, watcher = sits(table, "Ana"), sits(table, GM), sits(table, SPECTATOR)
    watcher.page.evaluate(
        """() => {
          window.told = [];
          const status = document.getElementById("announce");
          new MutationObserver(() => window.told.push(status.textContent)).observe(status, {childList: true});
        }"""
    )
    form(ana.page, "commit")
    answer(ana.page, "commit")
    last_line(gm.page, "Ana")
    last_line(watcher.page, gm.page.locator("#lines > li p").last.inner_text()[-20:])
    assert len(watcher.page.evaluate("window.told")) == 1
    numbers = [
        int(one[5:])
        for one in watcher.page.locator("#lines > li[id]").evaluate_all("all => all.map(one => one.id)")
    ]
    assert numbers == sorted(numbers)


def test_words_of_several_lines_come_through_the_stream_as_they_are(sits: Sits, server: Running) -> None:
    assert event("one\n\ntwo") == b"data: one\ndata: \ndata: two\n\n"
    table = server.example(FERRY)
    caro, gm = sits(table, "Caro"), sits(table, GM)
    words = "First I knock.\n\n  Then I wait,\nand knock again."
    caro.does("draft", trait="Influence", saying=words)
    expect(gm.page.locator("#roll")).to_contain_text("and knock again.")
    again = form(caro.page, "draft")
    assert again.locator("textarea").input_value() == words


@pytest.mark.parametrize("example", [FERRY, SALT])
def test_lengths_and_fonts_need_nothing_that_the_policy_forbids(
    sits: Sits, server: Running, example: str
) -> None:
    table = server.example(example)
    gm = sits(table, GM)
    asked: list[str] = []
    gm.page.on("request", lambda one: asked.append(one.url))
    gm.opens()
    assert gm.page.evaluate(
        "document.fonts.ready.then(() => [...document.fonts].some((one) => one.status === 'loaded'))"
    )
    assert [url for url in asked if not url.startswith(server.url)] == []
    if example == SALT:
        track = gm.page.locator(".track-fill").first
        assert track.evaluate("(one) => getComputedStyle(one).getPropertyValue('--n')").strip().isdigit()
        assert track.evaluate("(one) => one.getBoundingClientRect().width") > 0


def test_the_next_three_triggers_are_named_on_a_phone(sits: Sits, server: Running) -> None:
    gm = sits(server.example(SALT), GM, viewport={"width": 390, "height": 800}, has_touch=True)
    coming = gm.page.locator("#tension .next li")
    expect(coming.first).to_be_visible()
    shown = coming.evaluate_all("all => all.filter((one) => one.checkVisibility()).length")
    assert shown == coming.count() > 1


def test_of_several_choices_owed_the_first_is_open_and_the_others_are_counted(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    gm, ben = sits(table, GM), sits(table, "Ben")
    for name in ("a gull", "a second gull"):
        gm.does("establish", kind="person", name=name, hurts=True)
    expect(ben.page.locator("#owed .owed-slip").first).to_be_visible()
    before = ben.page.locator("#owed .owed-slip").count()
    answer(ben.page, "pick_ins", of="Emotive")
    answer(ben.page, "pick_ins", of="Decisive")
    expect(ben.page.locator("form:has(> [value=pick_ins])")).to_have_count(0)
    assert ben.page.locator("#owed .owed-slip").count() < before
