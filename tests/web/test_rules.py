"""The rules browser, sheets for paper and the help page."""

from __future__ import annotations

import re
from html import unescape

import pytest
from markupsafe import escape

from footlights.games import load, names
from footlights.web.app import App
from footlights.web.render import capital
from footlights.web.seats import Link
from tests.web.conftest import Browser


@pytest.mark.parametrize("game", names())
def test_every_clause_has_an_address_and_says_what_settles_it(gm: Browser, game: str) -> None:
    page = unescape(gm.get(f"/rules/{game}").text)
    for clause in load(game).clauses.values():
        assert f'id="{clause.id}"' in page
        assert clause.sentence in page
        for ruling in clause.rulings:
            assert f"<h4>{ruling.title}</h4>" in page
            for option in ruling.options:
                assert f"<li>{capital(option.meaning)}" in page
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))


def test_all_games_are_listed(gm: Browser) -> None:
    page = gm.get("/rules").text
    assert all(f'href="/rules/{game}"' in page for game in names())


def test_a_search_leaves_the_clauses_with_all_its_words(gm: Browser) -> None:
    page = gm.get("/rules/you", params={"q": "critical burden"}).text
    shown = set(re.findall(r'<article class="rule-clause" id="([^"]+)" data-clause="[^"]*" aria', page))
    assert "RES-02" in shown
    assert "TRT-01" not in shown
    assert f"{len(shown)} of {len(load('you').clauses)} clauses" in page


@pytest.mark.parametrize("asked", ["RES-02", "you-res-02", " YOU-RES-02 "])
def test_a_search_for_a_clause_by_its_name_goes_there(gm: Browser, asked: str) -> None:
    answer = gm.get("/rules/you", params={"q": asked}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules/you#RES-02")


@pytest.mark.parametrize(
    "asked", ["no such words anywhere", "<script>alert(1)</script>", "x" * 5000, "%00", "'"]
)
def test_a_search_that_finds_nothing_says_so(gm: Browser, asked: str) -> None:
    page = gm.get("/rules/you", params={"q": asked})
    assert page.status_code == 200
    assert "<script>alert" not in page.text


def test_there_are_no_rules_of_a_game_that_is_not_there(gm: Browser) -> None:
    answer = gm.get("/rules/chess")
    assert answer.status_code == 404
    assert "inciting-incident" in answer.text


def test_the_rulings_of_a_table_are_shown_to_those_who_sit_there(gm: Browser, app: App) -> None:
    table = gm.opens()
    gm.post(f"/t/{table}/zero/rulings", data={"rulings[spice_slots]": "one_total"})
    path = f"/rules/you?table={table}"
    assert "here: one detail, of either sign" in gm.get(path).text
    plain = gm.get("/rules/you").text
    assert "here: one" not in plain
    assert f'href="{path}"' in plain
    stranger = Browser(app, "10.0.0.8").get(path).text
    assert "here: one" not in stranger
    assert "Lanterns" not in stranger
    assert "Lanterns" not in gm.get(f"/rules/inciting-incident?table={table}").text


def test_help_says_how_to_stop_and_how_to_take_back(gm: Browser) -> None:
    page = gm.get("/help").text
    assert all(words in page for words in ("X-card", "Taking back", "Real dice", "Keyboard", "never sent"))


@pytest.mark.parametrize(
    ("example", "who", "pages"), [("the-last-ferry", "Ana", 1), ("the-salt-clock", "Iris", 2)]
)
def test_a_sheet_is_laid_out_on_the_pages_of_its_game(
    gm: Browser, example: str, who: str, pages: int
) -> None:
    table = gm.opens_example(example)
    for paper in ("a4", "letter"):
        page = gm.get(f"/t/{table}/sheet/{who}?paper={paper}")
        assert page.status_code == 200
        assert page.text.count('<article class="p-page">') == pages
        assert f"paper-{paper}" in page.text


@pytest.mark.parametrize("example", ["the-last-ferry", "the-salt-clock"])
def test_a_sheet_on_paper_has_what_the_sheet_has(gm: Browser, app: App, example: str) -> None:
    table = gm.opens_example(example)
    at = next(room.table for room in app.house.rooms if room.table.id == table)
    for who, sheet in at.system.sheets(at.state).items():
        page = unescape(gm.get(f"/t/{table}/sheet/{who}").text)
        told = [word for word in re.findall(r"='([^']{4,})'", str(sheet)) if "\\" not in word]
        assert [text for text in told if text not in page and text not in {"modifier", "advanced"}] == []


def test_nobody_is_shown_a_sheet_of_somebody_who_is_not_there(gm: Browser, app: App) -> None:
    table = gm.opens_example()
    for who in ("GM", "Zed", "spectator", "Ana ", "a/b"):
        assert gm.get(f"/t/{table}/sheet/{who}").status_code == 404
    assert Browser(app, "10.0.0.8").get(f"/t/{table}/sheet/Ana").status_code == 401


@pytest.mark.parametrize("example", ["the-last-ferry", "the-salt-clock"])
def test_a_sheet_on_paper_holds_nothing_that_its_reader_may_not_know(
    gm: Browser, app: App, example: str
) -> None:
    table = gm.opens_example(example)
    at = next(room.table for room in app.house.rooms if room.table.id == table)
    watcher = Browser(app, "10.0.0.5")
    watcher.joins(f"/in/{app.house.links.make(Link(id='', table=table, role='spectator', invites=True))}")
    gm.post(f"/api/tables/{table}/orders", json={"id": "n", "command": {"type": "note", "text": "xyzzy"}})
    for who in at.seats[1:]:
        assert "xyzzy" not in watcher.get(f"/t/{table}/sheet/{who}").text
        assert "For your eyes only" not in gm.get(f"/t/{table}/sheet/{who}").text


@pytest.mark.parametrize("name", ["Søren O’Neil", "AC/DC", "🦊 <b>", "100% & co?", "شيرين", "e\u0301"])
def test_any_name_has_its_sheet(gm: Browser, name: str) -> None:
    table = gm.opens("inciting-incident")
    sheet = {"sheet[name]": name, "sheet[abilities][Fortitude]": "1", "_do": "enter"}
    assert gm.post(f"/t/{table}/character", data=sheet, follow_redirects=False).status_code == 303
    page = gm.get(f"/t/{table}/zero").text
    (link,) = re.findall(r'href="([^"]*/sheet/[^"]*)"', page)
    shown = gm.get(unescape(link))
    assert shown.status_code == 200
    assert f"<h1>{escape(name)}</h1>" in shown.text


@pytest.mark.parametrize(("example", "who"), [("the-last-ferry", "Ana"), ("the-salt-clock", "Iris")])
def test_a_game_without_a_layout_of_its_own_is_laid_out_by_its_panels(
    gm: Browser, app: App, monkeypatch: pytest.MonkeyPatch, example: str, who: str
) -> None:
    monkeypatch.setattr("footlights.web.pages.sheet.LAYOUTS", {})
    table = gm.opens_example(example)
    at = next(room.table for room in app.house.rooms if room.table.id == table)
    own = next(panel for panel in at.panels(who) if panel.place == "sheet" and panel.title == who)
    page = unescape(gm.get(f"/t/{table}/sheet/{who}").text)
    assert page.count('<article class="p-page">') == 1
    for line in own.lines:
        assert (getattr(line, "label", "") or getattr(line, "title", "") or getattr(line, "text", "")) in page
