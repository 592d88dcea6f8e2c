"""Going back: seen before it is done, done by the GM alone, told to those who knew."""

from __future__ import annotations

import re
from html import unescape

import pytest

from footlights.core import GM
from footlights.table import Table
from footlights.web.app import App
from footlights.web.orders import shown
from footlights.web.pages import rewind
from tests.web.conftest import Browser
from tests.web.test_people import seated


@pytest.fixture
def ferry(gm: Browser) -> str:
    """An example in play."""
    return gm.opens_example()


@pytest.fixture
def table(gm: Browser, ferry: str) -> Table:
    """The same, as the server holds it."""
    assert gm.get(f"/t/{ferry}").status_code == 200
    return gm.house.rooms._open[ferry].table


def confirm(page: str, to: int) -> dict[str, str]:
    """What the form of a page that shows what comes of it says."""
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page))
    assert fields["to"] == str(to)
    return fields


def rewinds(gm: Browser, table: Table, to: int) -> None:
    """Choose a moment, look, and confirm."""
    page = gm.get(f"/t/{table.id}/rewind?to={to}").text
    answer = gm.post(f"/t/{table.id}/rewind", data=confirm(page, to), follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table.id}")


def test_each_moment_says_when_who_and_what_the_newest_first(gm: Browser, table: Table) -> None:
    page = unescape(gm.get(f"/t/{table.id}/rewind").text)
    marks = table.marks()
    places = [page.index(f'datetime="{mark.at}"') for mark in marks]
    assert places == sorted(places)
    for mark in marks[1:]:
        assert f'rewind?to={mark.seq}"' in page
        assert mark.text in re.sub(r"</?span[^>]*>", "", page)
    assert f'?to={marks[0].seq}"' not in page
    assert page.count("As it stands now") == 1


def test_earlier_moments_have_pages_of_their_own(
    gm: Browser, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewind, "MARKS", 10)
    address, seen = f"/t/{table.id}/rewind", []
    while address:
        page = gm.get(address).text
        seen += [int(to) for to in re.findall(r'\?to=(\d+)(?:&amp;before=\d+)?"', page)]
        found = re.search(r'href="(/t/[^"]+\?before=\d+)">Earlier', page)
        address = found[1] if found else ""
    assert seen == [mark.seq for mark in table.marks(limit=10_000)[1:]]
    assert len(seen) > 10


def test_what_is_shown_first_is_what_the_confirmed_rewind_does(gm: Browser, table: Table) -> None:
    to = table.marks()[3].seq
    before = table.state
    page = gm.get(f"/t/{table.id}/rewind?to={to}").text
    preview = table.preview_rewind(to)
    assert len(preview.undone) == 3
    assert table.state is before
    chosen = re.sub(r"</?span[^>]*>", "", unescape(page[: page.index('id="points-h"')]))
    assert all(mark.text in chosen for mark in preview.undone)
    said = confirm(page, to)
    answer = gm.post(f"/t/{table.id}/rewind", data=said, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table.id}")
    assert table.marks()[0].undone
    assert next(mark.seq for mark in table.marks() if not mark.undone) == to
    again = gm.post(f"/t/{table.id}/rewind", data=said, follow_redirects=False)
    assert again.status_code == 303
    assert len(table.standing.rewinds) == 1, "sent twice it is one rewind"


def test_what_was_undone_is_redone_the_same_way(gm: Browser, table: Table) -> None:
    newest = table.marks()[0].seq
    state = table.state
    rewinds(gm, table, table.marks()[2].seq)
    assert "Redo to here" in gm.get(f"/t/{table.id}/rewind").text
    page = gm.get(f"/t/{table.id}/rewind?to={newest}").text
    assert "This would count again" in page
    assert "This would be undone" not in page
    gm.post(f"/t/{table.id}/rewind", data=confirm(page, newest))
    assert table.state == state


def test_where_the_rules_stand_nothing_is_to_be_confirmed(gm: Browser, table: Table) -> None:
    page = gm.get(f"/t/{table.id}/rewind?to={table.marks()[0].seq}").text
    assert "Nothing would change" in page
    assert "Rewind the table to here" not in page


def test_a_rewind_of_a_table_that_has_moved_on_is_shown_anew(gm: Browser, table: Table) -> None:
    to = table.marks()[3].seq
    said = confirm(gm.get(f"/t/{table.id}/rewind?to={to}").text, to)
    rewinds(gm, table, table.marks()[1].seq)
    state = table.state
    answer = gm.post(f"/t/{table.id}/rewind", data=said)
    assert answer.status_code == 409
    assert "This has changed since you saw it." in answer.text
    assert "This would be undone" in answer.text
    assert table.state is state
    rewinds(gm, table, to)


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ("to=99999", 422, "Row 99999 cannot be rewound to; it is 1 to"),
        ("to=last", 400, "a point to go back to is the number of a row"),
        ("before=-1", 400, "a point to go back to is the number of a row"),
    ],
)
def test_what_cannot_be_gone_back_to_is_said_in_words(
    gm: Browser, ferry: str, asked: str, status: int, words: str
) -> None:
    answer = gm.get(f"/t/{ferry}/rewind?{asked}", headers={"Accept": "text/html"})
    assert answer.status_code == status
    assert words.lower() in answer.text.lower()


def test_a_table_in_the_archive_is_not_rewound(gm: Browser, table: Table) -> None:
    to = table.marks()[3].seq
    said = confirm(gm.get(f"/t/{table.id}/rewind?to={to}").text, to)
    gm.post(f"/t/{table.id}/archive", data={"archived": "yes"})
    page = gm.get(f"/t/{table.id}/rewind?to={to}").text
    assert "Bring it back before you rewind it" in page
    assert 'name="_stamp"' not in page
    state = table.state
    answer = gm.post(f"/t/{table.id}/rewind", data=said)
    assert answer.status_code == 422
    assert "in the archive" in answer.text
    assert table.state == state


def test_only_the_gm_is_shown_moments_and_may_go_back(app: App, gm: Browser, table: Table) -> None:
    ana = seated(app, gm, table.id, "Robin", "Ana")
    watcher = seated(app, gm, table.id, "Kim", role="spectator")
    stranger = Browser(app)
    offer = next(offer for offer in table.offers(GM) if offer.kind == "rewind")
    forged = {"_kind": "rewind", "_id": "forged", "_stamp": shown(offer), "to": "1"}
    state = table.state
    for somebody, status in ((ana, 403), (watcher, 403), (stranger, 401)):
        for answer in (
            somebody.get(f"/t/{table.id}/rewind"),
            somebody.get(f"/t/{table.id}/rewind?to=1"),
            somebody.post(f"/t/{table.id}/rewind", data=forged),
        ):
            assert answer.status_code == status
            assert not any(mark.text in answer.text for mark in table.marks())
    assert table.state is state
    assert f"/t/{table.id}/rewind" not in ana.get(f"/t/{table.id}").text
    assert f"/t/{table.id}/rewind" not in watcher.get(f"/t/{table.id}").text


def test_the_menu_and_the_act_of_the_gm_lead_to_the_moments(gm: Browser, table: Table) -> None:
    page = gm.get(f"/t/{table.id}").text
    assert page.count(f'href="/t/{table.id}/rewind"') == 2
    assert 'data-offer="rewind"' not in page


def test_what_the_gm_takes_back_is_shown_in_the_dialog(gm: Browser, table: Table) -> None:
    dialog = gm.get(f"/t/{table.id}/offer/take_back").text
    preview = table.preview_take_back(GM)
    assert preview.undone
    plain = re.sub(r"</?span[^>]*>", "", unescape(dialog))
    assert "This would be undone" in plain
    assert all(mark.text in plain for mark in preview.undone)


def test_a_player_who_takes_back_sees_it_in_the_words_they_were_told(
    app: App, gm: Browser, table: Table
) -> None:
    ana = seated(app, gm, table.id, "Robin", "Ana")
    table.act("Ana", {"type": "draft", "trait": "Empathy"})
    assert table.preview_take_back("Ana").undone
    plain = re.sub(r"</?span[^>]*>", "", unescape(ana.get(f"/t/{table.id}/offer/take_back").text))
    assert all(mark.text in plain for mark in table.preview_take_back("Ana").undone)
