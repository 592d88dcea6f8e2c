"""Session zero, and the builder: from a new table to characters in play, through the pages alone."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from footlights.games import load
from footlights.store import MemoryStore
from footlights.table import Table
from footlights.web.app import App
from footlights.web.seats import Link
from tests.web.conftest import Browser, Build
from tests.web.test_sheets import Controls

SHEET = {
    "sheet[name]": "Robin",
    "sheet[summary]": "Knows every roof",
    "sheet[abilities][Fortitude]": "2",
    "sheet[abilities][Perseverance]": "2",
    "sheet[abilities][Nimbleness]": "4",
    "sheet[talents][0][name]": "Climb",
    "sheet[talents][0][ability]": "Nimbleness",
    "sheet[talents][0][level]": "4",
    "sheet[talents][0][limitations]": "not in rain",
}


def invited(app: App, table: str, person: str, address: str = "10.0.0.2") -> Browser:
    """Somebody who has joined by an invitation and has no character yet."""
    secret = app.house.links.make(Link(id="", table=table, role="player", invites=True))
    player = Browser(app, address)
    assert player.joins(f"/in/{secret}", person=person).status_code == 303
    return player


def known(app: App, table: str) -> Table:
    """The table as the server has it."""
    room = next(room for room in app.house.rooms if room.table.id == table)
    return room.table


def form_of(browser: Browser, path: str, action: str) -> dict[str, str]:
    """What a browser would send of the untouched form with that action."""
    page = browser.get(path)
    assert page.status_code == 200, page.text
    found = re.search(rf'<form[^>]* action="{re.escape(action)}".*?</form>', page.text, re.DOTALL)
    assert found is not None, action
    return dict(Controls(found[0]).sent)


def test_a_new_table_leads_its_gm_to_session_zero_and_a_player_to_the_builder(gm: Browser, app: App) -> None:
    table = gm.opens()
    assert f"/t/{table}/zero" in gm.get(f"/t/{table}").text
    player = invited(app, table, "Noor")
    assert f"/t/{table}/character" in player.get(f"/t/{table}").text


def test_what_the_gm_writes_everybody_reads(gm: Browser, app: App) -> None:
    table = gm.opens()
    action = f"/t/{table}/zero"
    said = form_of(gm, action, action) | {
        "premise": "Fog & <b>bells</b>",
        "lines": "no harm to children\n\nno gore",
    }
    answer = gm.post(action, data=said, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}/zero#agreed")
    read = invited(app, table, "Noor").get(action).text
    assert "no harm to children" in read
    assert "<b>bells" not in read
    assert "Fog &amp; " in read
    assert known(app, table).campaign.lines == ("no harm to children", "no gore")


def test_a_name_that_cannot_be_is_refused_and_what_was_typed_stays(gm: Browser) -> None:
    table = gm.opens()
    action = f"/t/{table}/zero"
    said = form_of(gm, action, action) | {"name": "   ", "tone": "Slow and strange"}
    answer = gm.post(action, data=said)
    assert answer.status_code == 422
    assert "This was not changed." in answer.text
    assert "Slow and strange" in answer.text


def test_only_the_gm_changes_anything(gm: Browser, app: App) -> None:
    table = gm.opens()
    player = invited(app, table, "Noor")
    for path in ("zero", "zero/rulings", "zero/character"):
        assert player.post(f"/t/{table}/{path}", data={"_kind": "session_zero"}).status_code == 403
    assert Browser(app, "10.0.0.9").get(f"/t/{table}/zero").status_code == 401
    page = player.get(f"/t/{table}/zero").text
    assert not [
        words for words in ("Agree on this", "Rule so from now on", "Set the dice so") if words in page
    ]


@pytest.mark.parametrize(
    ("game", "said", "now"),
    [
        ("you", {"rulings[spice_slots]": "one_total", "rulings[start_ins]": "2"}, ("one_total", 2)),
        (
            "inciting-incident",
            {
                "rulings[points][_is]": "off",
                "rulings[regular_fail_min]": "0",
                "rulings[advantage_table][0]": "2",
                "rulings[heal_amount][_is]": "value",
                "rulings[heal_amount][value]": "3",
            },
            ("off", 0, (2, 3, 6, 10), 3),
        ),
    ],
)
def test_rulings_are_changed_together_and_marked(
    gm: Browser, app: App, game: str, said: dict[str, str], now: tuple[Any, ...]
) -> None:
    table = gm.opens(game)
    page, action = f"/t/{table}/zero", f"/t/{table}/zero/rulings"
    assert "changed</b>" not in gm.get(page).text
    answer = gm.post(action, data=form_of(gm, page, action) | said, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    rulings = known(app, table).state.rulings
    names = dict.fromkeys(re.findall(r"rulings\[(\w+)\]", "".join(said)))
    assert tuple(getattr(rulings, name) for name in names) == now
    assert gm.get(page).text.count("changed</b>") == len(now)
    again = gm.post(action, data=form_of(gm, page, action), follow_redirects=False)
    assert again.status_code == 303
    assert gm.get(page).text.count("changed</b>") == len(now)


@pytest.mark.parametrize("game", ["you", "inciting-incident"])
def test_rulings_are_asked_for_in_words_that_players_know(gm: Browser, game: str) -> None:
    page = unescape(gm.get(f"/t/{gm.opens(game)}/zero").text)
    seen = re.sub(r"<[^>]*>", "\n", page[page.index('id="rulings"') : page.index('id="dice"')])
    rulings = load(game).clauses.rulings().values()
    titles = {ruling.title for _, ruling in rulings}
    assert len(titles) == len(rulings)
    for _, ruling in rulings:
        assert ruling.title in seen
        assert all(option.meaning.casefold() in seen.casefold() for option in ruling.options)
    assert not re.findall(r"\w+_\w+", seen)


def test_one_ruling_that_cannot_be_leaves_all_as_they_were(gm: Browser, app: App) -> None:
    table = gm.opens("inciting-incident")
    page, action = f"/t/{table}/zero", f"/t/{table}/zero/rulings"
    said = form_of(gm, page, action) | {"rulings[solo]": "strict", "rulings[advantage_table][1]": "1"}
    answer = gm.post(action, data=said)
    assert answer.status_code == 422
    assert "advantage_table" in answer.text
    assert 'name="rulings[solo]" value="strict" checked' in answer.text
    assert known(app, table).state.rulings.solo == "waive"


def test_the_dice_are_set_here(gm: Browser, app: App) -> None:
    table = gm.opens()
    form = re.search(r'<section[^>]* id="dice".*?</section>', gm.get(f"/t/{table}/zero").text, re.DOTALL)
    assert form is not None
    said = dict(Controls(form[0]).sent) | {"mode": "typed"}
    assert gm.post(f"/t/{table}/zero", data=said, follow_redirects=False).status_code == 303
    assert known(app, table).standing.mode == "typed"


def test_a_player_builds_a_character_and_plays_it_once_the_gm_has_brought_it_in(
    gm: Browser, app: App
) -> None:
    table = gm.opens("inciting-incident")
    player = invited(app, table, "Noor")
    path = f"/t/{table}/character"
    assert player.post(path, data=SHEET | {"_do": "hand"}, follow_redirects=False).status_code == 303
    assert "Robin waits for the GM" in player.get(path).text
    tray = gm.get(f"/t/{table}").text
    assert "Robin waits to be brought in" in tray
    zero = f"/t/{table}/zero"
    assert "Made by Noor." in gm.get(zero).text
    said = form_of(gm, zero, f"{zero}/character") | {"_do": "enter"}
    assert gm.post(f"{zero}/character", data=said, follow_redirects=False).status_code == 303
    at = known(app, table)
    assert at.seats == ("GM", "Robin")
    assert at.standing.persons == {"Robin": "Noor"}
    assert 'data-seat="Robin"' in player.get(f"/t/{table}").text
    assert "waits to be brought in" not in gm.get(f"/t/{table}").text
    assert player.get(path).status_code == 403


def test_a_draft_is_there_again_after_a_restart_and_nobody_else_sees_it(build: Build) -> None:
    store = MemoryStore()
    app = build(store)
    gm = Browser(app)
    table = gm.opens("inciting-incident")
    player, other = invited(app, table, "Noor"), invited(app, table, "Sam", "10.0.0.3")
    secret = SHEET | {"sheet[details]": "xyzzy plugh", "sheet[talents][0][level]": "fo"}
    player.post(f"/t/{table}/character", data=secret | {"_do": "keep"})
    again = build(store)
    later = Browser(again, "10.0.0.2")
    later.cookies = player.cookies
    kept = later.get(f"/t/{table}/character").text
    assert "xyzzy plugh" in kept
    assert 'value="fo"' in kept
    for browser, address in ((gm, "10.0.0.1"), (other, "10.0.0.3")):
        reader = Browser(again, address)
        reader.cookies = browser.cookies
        for path in ("", "/zero", "/character", "/people"):
            assert "xyzzy" not in reader.get(f"/t/{table}{path}").text, path


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"sheet[name]": ""}, "Name"),
        ({"sheet[name]": "GM"}, "Name"),
        ({"sheet[talents][0][level]": "9"}, "Talent 1: level"),
        ({"sheet[talents][0][level]": "much"}, "Talent 1: level"),
        ({"sheet[skills][0][name]": "Grip", "sheet[skills][0][kind]": "modifier"}, "Skill 1: cost"),
    ],
)
def test_a_sheet_that_is_not_whole_is_not_handed_in_and_says_where(
    gm: Browser, app: App, wrong: dict[str, str], place: str
) -> None:
    table = gm.opens("inciting-incident")
    player = invited(app, table, "Noor")
    answer = player.post(f"/t/{table}/character", data=SHEET | wrong | {"_do": "hand"})
    assert answer.status_code == 422
    assert f"{place}: " in answer.text
    assert "Knows every roof" in answer.text
    assert "waits to be brought in" not in gm.get(f"/t/{table}/zero").text


def test_while_somebody_types_the_game_says_what_it_thinks(gm: Browser, app: App) -> None:
    table = gm.opens("inciting-incident")
    player = invited(app, table, "Noor")
    asks = {"Accept": "application/json"}
    path = f"/t/{table}/character"
    fine = player.post(path, data=SHEET | {"_do": "keep"}, headers=asks).json()
    assert fine["fault"] is None
    assert "Points in talents" in fine["html"]
    assert "has no limitation" not in fine["html"]
    wrong = player.post(path, data=SHEET | {"sheet[talents][0][limitations]": ""}, headers=asks).json()
    assert "Climb has no limitation" in wrong["html"]
    wrong = player.post(path, data=SHEET | {"sheet[talents][0][level]": "5"}, headers=asks).json()
    assert (wrong["fault"]["field"], wrong["fault"]["clause"]) == ("sheet.talents[0].level", "II-TAL-03")


def test_lists_grow_without_a_script(gm: Browser, app: App) -> None:
    table = gm.opens("inciting-incident")
    player = invited(app, table, "Noor")
    path = f"/t/{table}/character"
    page = player.post(path, data=SHEET | {"_add": "sheet[talents]:Fortitude"}).text
    assert 'name="sheet[talents][1][name]"' in page
    page = player.post(path, data=SHEET | {"_remove": "sheet[talents][0]"}).text
    assert 'name="sheet[talents][0][name]"' not in page


def test_a_sheet_is_taken_back_or_handed_back_to_be_changed(gm: Browser, app: App) -> None:
    table = gm.opens("inciting-incident")
    player = invited(app, table, "Noor")
    path, zero = f"/t/{table}/character", f"/t/{table}/zero"
    player.post(path, data=SHEET | {"_do": "hand"})
    assert player.post(path, data=SHEET | {"_do": "keep"}).status_code == 409
    said = form_of(gm, zero, f"{zero}/character") | {"_do": "back"}
    gm.post(f"{zero}/character", data=said)
    assert 'value="Robin"' in player.get(path).text
    assert gm.post(f"{zero}/character", data=said).status_code == 409
    player.post(path, data=SHEET | {"_do": "hand"})
    player.post(path, data={"_do": "back"})
    assert "Robin waits" not in gm.get(zero).text
    player.post(path, data={"_do": "forget"})
    assert 'value="Robin"' not in player.get(path).text


def test_what_somebody_handed_in_whose_link_has_ended_still_enters_or_is_thrown_away(
    gm: Browser, app: App
) -> None:
    table = gm.opens("inciting-incident")
    path, zero = f"/t/{table}/character", f"/t/{table}/zero"
    for person, name in (("Noor", "Robin"), ("Sam", "Kit")):
        player = invited(app, table, person)
        player.post(path, data=SHEET | {"sheet[name]": name, "_do": "hand"})
        assert "Their link has ended" not in gm.get(zero).text
        gone = next(one for one in app.house.links.of(table) if one.person == person)
        early = {"draft": gone.id, "_do": "forget"}
        assert gm.post(f"{zero}/character", data=early, follow_redirects=False).status_code == 409
        gm.post(f"/t/{table}/people/{gone.id}/revoke")
        page = gm.get(zero).text
        assert f"Their link has ended. Brought in, {name} is free" in page
        assert "Hand it back" not in page
        assert f"{name} waits to be brought in" in gm.get(f"/t/{table}").text
        back = {"draft": gone.id, "_do": "back"}
        assert gm.post(f"{zero}/character", data=back, follow_redirects=False).status_code == 409
        meant = "enter" if name == "Robin" else "forget"
        said = form_of(gm, zero, f"{zero}/character") | {"_do": meant}
        answer = gm.post(f"{zero}/character", data=said, follow_redirects=False)
        assert answer.status_code == 303
        assert "waits to be brought in" not in gm.get(f"/t/{table}").text
    assert known(app, table).seats == ("GM", "Robin")
    assert "Played by nobody: Robin" in gm.get(f"/t/{table}/people").text


def test_a_sheet_that_was_changed_after_the_gm_looked_at_it_does_not_enter(gm: Browser, app: App) -> None:
    table = gm.opens("inciting-incident")
    player = invited(app, table, "Noor")
    path, zero = f"/t/{table}/character", f"/t/{table}/zero"
    player.post(path, data=SHEET | {"_do": "hand"})
    said = form_of(gm, zero, f"{zero}/character") | {"_do": "enter"}
    player.post(path, data={"_do": "back"})
    player.post(path, data=SHEET | {"sheet[name]": "Kit", "_do": "hand"})
    answer = gm.post(f"{zero}/character", data=said, follow_redirects=False)
    assert answer.status_code == 409
    assert "changed after you looked" in answer.text
    assert known(app, table).seats == ("GM",)


def test_a_draft_that_nobody_handed_in_goes_with_the_link_of_its_maker(gm: Browser, app: App) -> None:
    table = gm.opens("inciting-incident")
    invited(app, table, "Noor").post(f"/t/{table}/character", data=SHEET | {"_do": "keep"})
    maker = next(one for one in app.house.links.of(table) if one.person == "Noor")
    assert app.house.drafts.find(maker.id, table)
    gm.post(f"/t/{table}/people/{maker.id}/revoke")
    assert not app.house.drafts.find(maker.id, table)


def test_of_two_characters_with_one_name_the_second_does_not_enter(gm: Browser, app: App) -> None:
    table = gm.opens("inciting-incident")
    players = [invited(app, table, "Noor"), invited(app, table, "Sam", "10.0.0.3")]
    path, zero = f"/t/{table}/character", f"/t/{table}/zero"
    for player in players:
        player.post(path, data=SHEET | {"_do": "hand"})
    for expected in (303, 422):
        said = form_of(gm, zero, f"{zero}/character") | {"_do": "enter"}
        answer = gm.post(f"{zero}/character", data=said, follow_redirects=False)
        assert answer.status_code == expected
    assert "called Robin already" in answer.text
    assert "Made by Sam." in answer.text


def test_the_gm_builds_for_somebody_who_joins_later(gm: Browser, app: App) -> None:
    table = gm.opens("inciting-incident")
    path = f"/t/{table}/character"
    answer = gm.post(path, data=SHEET | {"_do": "enter"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}/zero#characters")
    assert known(app, table).seats == ("GM", "Robin")
    assert 'value="Robin"' not in gm.get(path).text
    player = invited(app, table, "Noor")
    assert "Robin" in player.get(path).text
    assert player.post(f"/t/{table}/claim", data={"seat": "Robin"}, follow_redirects=False).status_code == 303


def test_those_who_only_watch_build_nothing(gm: Browser, app: App) -> None:
    table = gm.opens()
    watcher = Browser(app, "10.0.0.4")
    watcher.joins(f"/in/{app.house.links.make(Link(id='', table=table, role='spectator', invites=True))}")
    assert watcher.get(f"/t/{table}/zero").status_code == 200
    assert watcher.get(f"/t/{table}/character").status_code == 403
    assert watcher.post(f"/t/{table}/character", data=SHEET).status_code == 403


def test_any_sheet_of_the_table_is_looked_at_before_it_is_sent(gm: Browser, app: App) -> None:
    table = gm.opens("inciting-incident")
    gm.post(f"/t/{table}/character", data=SHEET | {"_do": "enter"})
    path = f"/t/{table}/check"
    skill = {"_kind": "write_skill", "skill[name]": "Anchor", "skill[cost]": "99", "skill[kind]": "modifier"}
    said = gm.post(path, data=skill).json()
    assert said["fault"]["place"] == "Cost"
    assert gm.post(path, data=skill | {"skill[cost]": "4"}).json()["fault"] is None
    assert gm.post(path, data={"_kind": "post"}).status_code == 409
    assert known(app, table).state.skills == {}
