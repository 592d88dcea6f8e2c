"""Faults that other live tables are known for, each tried here. Those that need no browser are in tests/web and in
tests/table: forged seats, nonsense in imports, dice that cannot be."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from footlights.core import GM, SPECTATOR
from footlights.games import load
from footlights.table import Campaign, Order, Table
from footlights.table.dicebox import TypedDice
from tests.browser.conftest import Comes, Sits, live
from tests.browser.hands import Held, answer, form
from tests.web.live import Running

FERRY, SALT = "the-last-ferry", "the-salt-clock"


def test_anothers_action_wipes_no_unsaved_edit(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    ana, ben = sits(table, "Ana"), sits(table, "Ben")
    edit = form(ana.page, "edit_sheet")
    edit.locator("label:has(input[value=look])").click()
    edit.locator(":is(input[type=text], textarea):visible").fill("A harbour pilot's coat, inside out.")
    ben.does("roll", notation="2d6")
    expect(ana.page.locator("#lines")).to_contain_text("2d6")
    assert (
        edit.locator(":is(input[type=text], textarea):visible").input_value()
        == "A harbour pilot's coat, inside out."
    )


def test_a_second_viewer_of_a_sheet_reverts_no_editor(sits: Sits, server: Running) -> None:
    ana = sits(server.example(FERRY), "Ana")
    second = ana.another_tab()
    ana.opens(second)
    edit = form(ana.page, "edit_sheet")
    edit.locator("label:has(input[value=look])").click()
    edit.locator(":is(input[type=text], textarea):visible").fill("A harbour pilot's coat, inside out.")
    form(second, "edit_sheet")
    second.keyboard.press("Escape")
    edit.locator("[type=submit]").click()
    for page in (ana.page, second):
        expect(page.locator("#sheet")).to_contain_text("inside out")


def test_a_double_click_answers_one_question_and_not_the_next(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    gm, ben = sits(table, GM), sits(table, "Ben")
    for name in ("a gull", "a second gull"):
        gm.does("establish", kind="person", name=name, hurts=True)
    question = ben.page.locator("form:has(> [name=_kind][value=pick_ins])").first
    question.locator("button[value=Emotive]").dblclick()
    expect(ben.page.locator("#lines").get_by_text("Ben picks")).to_have_count(3)  # two of them are older
    expect(ben.page.locator("form:has(> [name=_kind][value=pick_ins])")).to_have_count(1)


def test_the_same_answer_twice_under_two_ids_is_told_that_the_question_has_changed(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    gm, ben = sits(table, GM), sits(table, "Ben")
    second = ben.another_tab()
    for name in ("a gull", "a second gull"):
        gm.does("establish", kind="person", name=name, hurts=True)
    ben.opens(second)
    orders = Held("**/order", second)
    second.locator("form:has(> [value=pick_ins]) button[value=Emotive]").first.click()
    late = orders.next()
    answer(ben.page, "pick_ins", of="Emotive")
    with second.expect_response("**/order") as answered:
        late.continue_()
    assert answered.value.status == 409
    expect(ben.page.locator("form:has(> [name=_kind][value=pick_ins])")).to_have_count(1)
    ben.faults.clear()  # the browser writes the 409 into its console


def test_two_tabs_of_the_gm_double_no_effect_of_a_natural_1(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    gm, ana = sits(table, GM), sits(table, "Ana")
    gm.does("set_dice", mode="typed")
    ana.does("commit", ins=0)
    second = gm.another_tab()
    gm.opens(second)
    for page in (gm.page, second):
        for box in form(page, "throw").locator("input[name=faces]").all():
            box.fill("1")
    orders = Held("**/order", gm.page, second)
    for page in (gm.page, second):
        form(page, "throw").locator("button[type=submit]").click()
    for order in [orders.next(), orders.next()]:
        order.continue_()
    fell = ana.page.locator("#lines > li").filter(has_text=re.compile(r"Ana's Boldness: .*Critical Failure"))
    expect(fell).to_have_count(1)
    second.reload()
    live(second)
    expect(
        second.locator("#lines > li").filter(has_text=re.compile(r"Ana's Boldness: .*Critical Failure"))
    ).to_have_count(1)
    gm.faults.clear()  # the second answer may have been refused: 409


def test_a_players_roll_that_crosses_triggers_raises_crisis_and_asks_the_gm_about_each(
    sits: Sits, server: Running
) -> None:
    table = server.example(SALT)
    everybody = gm, bram, _ = sits(table, GM), sits(table, "Bram"), sits(table, SPECTATOR)
    gm.does("set_dice", mode="typed")
    bram.does("commit")
    bram.does(
        "throw", faces=[[1]] * 7
    )  # 13 short of 20: 17 Crisis becomes 30, and the first of three tides spares Bram
    for one in everybody:
        expect(one.page.locator(".crisis-now b")).to_have_text("30")
        expect(one.page.locator("#lines [data-rolled]").last).to_contain_text("failure")
    for crisis, at in ((31, 24), (32, 30)):
        answer(gm.page, "confirm", firing=f"the tide@{at}", brings="crisis", n=1)
        for one in everybody:
            expect(one.page.locator(".crisis-now b")).to_have_text(str(crisis))
    expect(gm.page.locator("form:has(> [name=_kind][value=confirm])")).to_have_count(0)


def table_of(server: Running, table: Table) -> Table:
    """The table as the server has it."""
    return next(room.table for room in server.app.house.rooms if room.table.id == table.id)


def test_after_a_rewind_capped_resources_log_state_odds_and_offers_are_as_before(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    gm, ana, ben = sits(table, GM), sits(table, "Ana"), sits(table, "Ben")
    gm.does("correct", counter="Emotive INS", who="Ben", value=6, reason="As on paper.")
    gm.does("set_dice", mode="typed")
    expect(ben.page.locator("#sheet")).to_contain_text("INS6")
    for one in (ana, ben):
        expect(one.page.locator("#lines")).to_contain_text("People roll and type the faces in.")
    odds = ana.page.locator("#roll [data-part=hero]").first
    expect(odds).to_contain_text("%")
    places = ("#owed", "#sheet", "#scene", "#acts")
    regions = {
        one.seat: [one.page.locator(place).text_content() or "" for place in places] for one in (ana, ben)
    }
    chance = odds.inner_text()
    at = table_of(server, table).line.head.seq
    ana.does("commit", ins=0)
    gm.does("throw", faces=[[20], [20]])
    expect(ana.page.locator("#lines")).to_contain_text("Critical Success")
    gm.does("rewind", to=at)
    expect(ana.page.locator("#lines .undone").last).to_be_attached()
    for one in (ana, ben):
        for place, text in zip(places, regions[one.seat], strict=True):
            expect(one.page.locator(place)).to_have_text(text)
    expect(odds).to_contain_text(chance.split("%")[0].split()[-1])


def test_a_helper_pays_for_a_failed_assist(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    gm, ben = sits(table, GM), sits(table, "Ben")
    gm.does("correct", counter="Injury", who="Ben", value=0, reason="Healed.")
    gm.does("set_dice", mode="typed")
    sits(table, "Ana").does("commit", ins=0)
    gm.does("throw", faces=[[2], [3]])
    expect(ben.page.locator("#lines")).to_contain_text("Ben takes Injury (1 of 3).")
    own = ben.page.locator("#sheet").get_by_role("region", name="Exertive")
    expect(own).to_contain_text("Injury1")


@pytest.mark.parametrize("faces", [[[1], [20]], [[20], [1]]])
@pytest.mark.parametrize(("mode", "result"), [("ADV", "Critical Success"), ("DIS", "Critical Failure")])
def test_a_natural_face_counts_on_whichever_die_is_kept(
    sits: Sits, server: Running, mode: str, faces: list[list[int]], result: str
) -> None:
    table = server.example(FERRY)
    gm, caro = sits(table, GM), sits(table, "Caro")
    gm.does("set_dice", mode="typed")
    caro.does("draft", trait="Influence", saying="Your papers!")
    gm.does("rule", who="Caro", mode=mode)
    caro.does("commit", ins=0)
    boxes = form(caro.page, "throw").locator("input[name=faces]")
    for box, (face,) in zip(boxes.all(), faces, strict=True):
        box.fill(str(face))
    form(caro.page, "throw").locator("button[type=submit]").click()
    expect(gm.page.locator("#lines [data-rolled]").last).to_contain_text(result)


def test_an_edit_by_a_player_leaves_what_the_gm_hides(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    gm, caro = sits(table, GM), sits(table, "Caro")
    gm.does("prepare", name="the ledger", kind="thing", text="Damp.", secret="Ben booked the boat.")
    gm.does("bring_in", name="the ledger")
    caro.does("spice", element="the ledger", sign="negative", detail="Half of it is washed out.")
    gm.does("spice", element="the ledger", sign="positive", detail="It has an index.")
    expect(gm.page.locator("#scene")).to_contain_text("It has an index.")
    expect(gm.page.locator("#stage")).to_contain_text("Ben booked the boat.")
    assert "Ben booked the boat." not in caro.page.content()


def test_what_happens_while_a_page_loads_is_on_it(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    gm, ben = sits(table, GM), sits(table, "Ben")

    def late(route: Route) -> None:
        gm.does("post", text="While you were on your way.")
        gm.does("correct", counter="Confidence", who="Ben", value=4, reason="As on paper.")
        route.continue_()

    ben.page.route("**/live", late)
    ben.opens()
    expect(ben.page.locator("#lines").get_by_text("While you were on your way.")).to_have_count(1)
    expect(ben.page.locator("#sheet")).to_contain_text("Confidence4")


WORDS = (
    "<script>window.ran = 1</script>",
    "<img src=x onerror='window.ran = 1'>",
    "<svg onload='window.ran = 1'><a href='javascript:window.ran=1'>x</a></svg>",
    "[here](javascript:window.ran=1) ![x](x) <b onclick=window.ran=1>b</b>",
    "\"' onfocus=window.ran=1 autofocus x='",
    "{{ 7 * 7 }} ${7 * 7} </textarea></script><script>window.ran = 1</script>",
)


def test_markup_never_runs(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    gm, caro = sits(table, GM), sits(table, "Caro")
    for number, words in enumerate(WORDS):
        caro.does("post", text=words)
        caro.does("whisper", to=GM, text=words)
        gm.does("note", text=words)
        gm.does("establish", kind="thing", name=f"{words[:50]}{number}", text=words)
        gm.does("sit", seat="Ben", person=words)
        gm.does("session_zero", name=words, premise=words, tone=words, lines=words, veils=words)
        caro.does("draft", trait="Influence", saying=words)
        caro.does("edit_sheet", part="look", text=words[:200])
    at = f"{server.url}/t/{table.id}"
    for one in (gm, caro):
        for path in ("", "/zero", "/people", "/files", "/sheet/Caro", "/files/chronicle.md"):
            if path.endswith(".md"):
                assert (
                    one.context.request.get(at + path).headers["content-disposition"].startswith("attachment")
                )
                continue
            one.page.goto(at + path)
            one.page.wait_for_load_state("load")
            assert one.page.evaluate("window.ran") is None
            hrefs = one.page.locator("a[href]").evaluate_all("all => all.map((one) => one.protocol)")
            assert set(hrefs) <= {"http:", "https:"}
    caro.opens()
    say = caro.page.locator("#say-text")
    say.fill("x")
    caro.page.route(
        "**/order", lambda route: route.fulfill(status=422, json={"status": 422, "detail": WORDS[1]})
    )
    caro.page.get_by_role("button", name="Say", exact=True).click()
    expect(caro.page.locator("#say .refused")).to_contain_text("onerror")
    assert caro.page.evaluate("window.ran") is None
    caro.faults.clear()  # the browser writes the 422 into its console


NAMES = ("O’Brien d'Arcy", "Zoé", "Zoe\u0301lle", "😀 Grin", "مريم", "Ana; DROP", "a/b?c#d&e=%41")


def test_no_name_breaks_a_command(comes: Comes, server: Running) -> None:
    system = load("you")
    traits = {
        trait: {"degree": "Occasionally"}
        for trait in ["Assertiveness", "Boldness", "Determination", "Influence", "Empathy", "Passion"]
    }
    setup = {"characters": [{"name": name, "traits": traits} for name in NAMES]}
    table = Table.create(server.store, system.name, setup, Campaign(name="Names"), server.dicebox())
    gm = comes()
    gm.sits(table, GM)
    for name in NAMES:
        answer(gm.page, "ask_check", who=name, saying="Who is there?")
    someone = comes()
    for name in NAMES[3:]:
        someone.sits(table, name)
        assert someone.page.locator("#live").get_attribute("data-seat") == name
        answer(someone.page, "draft", trait="Boldness", assist=[NAMES[0]], saying="I am.")
        assert someone.page.goto(
            f"{server.url}/t/{table.id}/sheet/{name}".replace("?", "%3F")
            .replace("#", "%23")
            .replace("%41", "%2541")
        )
        expect(someone.page.get_by_text(name).first).to_be_visible()


def test_a_long_name_and_a_long_post_are_shown_whole_or_refused(sits: Sits, server: Running) -> None:
    caro = sits(server.example(FERRY), "Caro")
    say = caro.page.locator("#say-text")
    say.fill("word " * 2_000)
    caro.page.get_by_role("button", name="Say", exact=True).click()
    expect(caro.page.locator("#lines > li").last).to_contain_text("word word")
    assert caro.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    say.evaluate("(one) => { one.maxLength = 99999; one.value = 'x'.repeat(10001); }")
    caro.page.get_by_role("button", name="Say", exact=True).click()
    expect(caro.page.locator("#say .amiss:visible, #say .refused:visible")).to_contain_text("10000")
    assert len(say.input_value()) == 10_001
    caro.faults.clear()  # the browser writes the 422 into its console


def test_twenty_thousand_lines_are_there_once_each_however_one_scrolls_and_comes_back(
    sits: Sits, server: Running
) -> None:
    table = server.example(FERRY)
    for number in range(20_000):
        table.submit(Order(id=f"p{number}", seat=GM, command={"type": "post", "text": f"Bell {number}."}))
    ana, gm = sits(table, "Ana"), sits(table, GM)
    assert ana.page.locator("#lines > li[id]").count() <= 60
    for _ in range(3):
        before = ana.page.locator("#lines > li[id]").count()
        ana.page.get_by_role("button", name="Earlier").click()
        expect(ana.page.locator("#lines > li[id]")).not_to_have_count(before)
    gm.does("post", text="One more.")
    expect(ana.page.locator("#lines > li").last).to_contain_text("One more.")
    numbers = ids(ana.page)
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    ana.page.evaluate("document.querySelector('.log-scroll').scrollTop = 0")
    ana.opens()
    numbers = ids(ana.page)
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert len(ana.page.content()) < 400_000


def ids(page: Page) -> list[int]:
    """The numbers of the lines on the page, from the top."""
    return [
        int(one[5:])
        for one in page.locator("#lines > li[id]").evaluate_all("all => all.map((one) => one.id)")
    ]


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Asia/Kathmandu", ["05:45", "06:15", "06:45", "07:15"]),
        ("Europe/Berlin", ["02:00", "02:30", "02:00", "02:30"]),
        ("America/St_Johns", ["21:30", "22:00", "22:30", "23:00"]),
    ],
)
def test_each_reader_has_the_time_of_their_own_zone_across_a_clock_change_too(
    sits: Sits, server: Running, zone: str, shown: list[str]
) -> None:
    night = datetime(2026, 10, 25, 0, 0, tzinfo=UTC)  # in Berlin the hour from two to three comes twice
    ticks = iter([night] + [night + timedelta(minutes=30 * n) for n in range(4)])

    def clock() -> str:
        return next(ticks).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    system = load("you")
    table = Table.create(
        server.store, "you", system.setup(), Campaign(name="A night"), TypedDice(), clock=clock
    )
    for number in range(4):
        table.submit(Order(id=f"p{number}", seat=GM, command={"type": "post", "text": f"Bell {number}."}))
    reader = sits(table, SPECTATOR, timezone_id=zone, locale="en-GB")
    times = reader.page.locator("#lines time").all_inner_texts()[-4:]
    assert [time[-5:] for time in times] == shown
    told = reader.page.locator("#lines time").last
    assert (told.get_attribute("datetime") or "").endswith("Z")
    assert shown[-1] in (told.get_attribute("title") or "")


def test_the_x_card_has_no_name_stops_play_and_the_gm_takes_it_up_again(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    gm, ana, ben = sits(table, GM), sits(table, "Ana"), sits(table, "Ben")
    ben.page.locator(".tension [data-offer=x_card]").click()
    expect(ben.page.locator("#dialog-title")).to_have_text("X-card")
    expect(ben.page.locator("#dialog-body [type=submit]")).to_have_text("Stop here")
    ben.page.locator("dialog[open] form[data-order] [type=submit]").click()
    for one in (gm, ana, ben):
        expect(one.page.locator(".pause-note")).to_contain_text("Somebody played the X-card.")
    said = gm.page.locator("#lines > li").last
    assert "Ben" not in said.inner_text()
    expect(ana.page.locator("form:has(> [value=commit])")).to_have_count(0)
    answer(gm.page, "resume")
    for one in (gm, ana, ben):
        expect(one.page.locator(".pause-note")).to_have_count(0)
    expect(ana.page.locator("form:has(> [value=commit])")).to_have_count(1)


def test_words_that_were_taken_out_are_gone_from_every_page_and_export(sits: Sits, server: Running) -> None:
    table = server.example(FERRY)
    gm, ana, caro = sits(table, GM), sits(table, "Ana"), sits(table, "Caro")
    caro.does("post", text="Something I should not have said.")
    line = caro.page.locator("#lines > li").last
    expect(line).to_contain_text("should not")
    line.locator("summary").click()
    line.get_by_role("button", name="Take these words out").click()
    caro.page.locator("dialog[open] form[data-order] [type=submit]").click()
    for one in (gm, ana, caro):
        expect(one.page.locator("#lines")).not_to_contain_text("should not")
        one.page.reload()
        for path in ("chronicle.md", "campaign.json", "session.yaml"):
            found = one.context.request.get(f"{server.url}/t/{table.id}/files/{path}").text()
            assert "should not have said" not in found
