"""The people at a table: invited, seated, given characters, handed on, sent away, and played for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape

import pytest

from footlights.core import GM, SPECTATOR
from footlights.table.log import TABLE_COMMANDS
from footlights.web.app import App
from footlights.web.orders import shown
from footlights.web.rooms import Watcher
from footlights.web.seats import Link
from tests.web.conftest import Browser

ADDRESS = re.compile(r'value="http://testserver(/in/[^"]+)"')


def invited(gm: Browser, table: str, role: str = "player") -> str:
    """The link of a new invitation, as the page of the GM shows it."""
    page = gm.post(f"/t/{table}/people/invite", data={"role": role})
    found = re.search(rf'id="url-{role}" value="http://testserver(/in/[^"]+)"', page.text)
    assert found, page.text
    return found[1]


def links(gm: Browser, table: str) -> dict[str, Link]:
    """Who holds a seat, by name."""
    return {link.person: link for link in gm.house.links.of(table) if not link.invites}


def seated(app: App, gm: Browser, table: str, person: str, seat: str = "", role: str = "player") -> Browser:
    """Somebody who has joined."""
    browser = Browser(app)
    answer = browser.joins(invited(gm, table, role), person=person, seat=seat)
    assert answer.status_code == 303, answer.text
    return browser


def change(gm: Browser, table: str, person: str, what: str, /, **said: str) -> int:
    """Do something to a seat; the status of the answer."""
    link = links(gm, table)[person]
    return gm.post(f"/t/{table}/people/{link.id}/{what}", data=said, follow_redirects=False).status_code


@pytest.fixture
def ferry(gm: Browser) -> str:
    """An example in play, with characters that nobody holds."""
    return gm.opens_example()


@pytest.fixture
def watching(gm: Browser) -> Iterator[object]:
    """Makes somebody watch by their link; gives the stream's end of it."""
    with ExitStack() as streams:

        def watched(table: str, person: str) -> Watcher:
            link = links(gm, table)[person]
            room = gm.house.rooms._open[table]
            return streams.enter_context(room.watched(Watcher(link.eyes, link.id)))

        yield watched


# --- coming in ---


def test_following_an_invitation_changes_nothing_until_somebody_joins(
    gm: Browser, app: App, ferry: str
) -> None:
    link = invited(gm, ferry)
    before = list(app.house.links.of(ferry))
    page = Browser(app).get(link)
    assert page.status_code == 200
    assert "set-cookie" not in page.headers
    assert list(app.house.links.of(ferry)) == before


def test_an_invitation_is_good_for_many_until_it_is_ended(gm: Browser, app: App, ferry: str) -> None:
    link = invited(gm, ferry)
    for person in ("Noor", "Sam"):
        assert Browser(app).joins(link, person=person).status_code == 303
    made = next(one for one in app.house.links.of(ferry) if one.invites)
    gm.post(f"/t/{ferry}/people/{made.id}/revoke")
    assert Browser(app).get(link).status_code == 404
    assert Browser(app).post(link, data={"person": "Late"}).status_code == 404
    assert "Noor" in links(gm, ferry)


def test_the_gm_is_shown_an_invitation_again_and_its_qr_code(gm: Browser, ferry: str) -> None:
    link = invited(gm, ferry)
    page = gm.get(f"/t/{ferry}/people").text
    assert link in page
    assert '<svg viewBox="' in page
    again = invited(gm, ferry)
    assert again != link
    assert gm.get(link).status_code == 404


def test_a_co_gm_sees_what_the_gm_sees_but_not_the_links_that_the_gm_made(
    gm: Browser, app: App, ferry: str
) -> None:
    players = invited(gm, ferry)
    other = seated(app, gm, ferry, "Ida", role="gm")
    page = other.get(f"/t/{ferry}/people").text
    assert players not in page
    assert "cannot be shown to you" in page
    assert other.get(f"/t/{ferry}/files/campaign.json").status_code == 200
    assert invited(other, ferry)


def test_a_spectator_watches_and_does_nothing(gm: Browser, app: App, ferry: str) -> None:
    watcher = seated(app, gm, ferry, "", role="spectator")
    assert watcher.get(f"/t/{ferry}/files/chronicle.md").status_code == 200
    answer = watcher.post(f"/t/{ferry}/order", data={"_kind": "post", "_id": "a", "text": "Boo"})
    assert answer.status_code == 403
    assert watcher.get(f"/t/{ferry}/people").text.count("/in/") == 1


def test_a_player_takes_a_free_character_and_two_never_have_the_same(
    gm: Browser, app: App, ferry: str
) -> None:
    room = app.house.rooms._open[ferry]
    seat = room.table.seats[1]
    seated(app, gm, ferry, "Noor", seat)
    assert room.table.standing.persons[seat] == "Noor"
    late = Browser(app)
    answer = late.joins(invited(gm, ferry), person="Sam", seat=seat)
    assert answer.status_code == 409
    assert 'value="Sam"' in answer.text
    assert "Sam" not in links(gm, ferry)


def test_a_player_without_a_character_waits_and_the_gm_gives_one(
    gm: Browser, app: App, ferry: str, watching: object
) -> None:
    room = app.house.rooms._open[ferry]
    seat = room.table.seats[1]
    noor = seated(app, gm, ferry, "Noor")
    stream = watching(ferry, "Noor")  # type: ignore[operator]
    assert stream.seat == SPECTATOR
    assert "waits for a character" in gm.get(f"/t/{ferry}/people").text
    assert change(gm, ferry, "Noor", "give", seat=seat) == 303
    assert (stream.moved, stream.why) == (True, f"You play {seat} now.")
    assert room.table.standing.persons[seat] == "Noor"
    assert noor.get(f"/api/tables/{ferry}").json()["seat"] == seat
    assert change(gm, ferry, "Noor", "give", seat="") == 303
    assert seat not in room.table.standing.persons
    assert links(gm, ferry)["Noor"].eyes == SPECTATOR


def test_a_waiting_player_claims_a_character_once(gm: Browser, app: App, ferry: str) -> None:
    seats = app.house.rooms._open[ferry].table.seats
    noor = seated(app, gm, ferry, "Noor")
    claimed = [
        noor.post(f"/t/{ferry}/claim", data={"seat": seat}, follow_redirects=False) for seat in seats[1:3]
    ]
    assert [answer.status_code for answer in claimed] == [303, 409]
    assert links(gm, ferry)["Noor"].seat == seats[1]


@pytest.mark.parametrize("seat", [GM, "Nobody", "spectator", "dice"])
def test_no_form_makes_a_player_of_another_seat(gm: Browser, app: App, ferry: str, seat: str) -> None:
    answer = Browser(app).joins(invited(gm, ferry), person="Noor", seat=seat, role="gm", _seat=GM)
    assert answer.status_code == 409
    noor = seated(app, gm, ferry, "Noor")
    assert noor.post(f"/t/{ferry}/claim", data={"seat": seat}).status_code == 409


@pytest.mark.parametrize("person", ["", "   ", "x" * 61, "a\x00b", "\u202egod"])
def test_a_name_that_is_none_is_refused_beside_what_was_typed(
    gm: Browser, app: App, ferry: str, person: str
) -> None:
    answer = Browser(app).joins(invited(gm, ferry), person=person)
    assert answer.status_code == 422
    assert "1 to 60 characters" in answer.text


def test_a_name_is_shown_as_it_was_typed_and_never_runs(gm: Browser, app: App, ferry: str) -> None:
    seated(app, gm, ferry, "<script>alert(1)</script>")
    assert "<script>alert" not in gm.get(f"/t/{ferry}/people").text


def test_the_gm_who_tries_an_invitation_keeps_the_seat(gm: Browser, ferry: str) -> None:
    answer = gm.joins(invited(gm, ferry), person="Me")
    assert answer.status_code == 409
    assert "use another browser" in answer.text
    assert gm.get(f"/t/{ferry}/files/campaign.json").status_code == 200


def test_who_joins_again_from_the_same_browser_gives_the_old_seat_up(
    gm: Browser, app: App, ferry: str
) -> None:
    seats = app.house.rooms._open[ferry].table.seats
    noor = seated(app, gm, ferry, "Noor", seats[1])
    assert noor.joins(invited(gm, ferry), person="Noor", seat=seats[2]).status_code == 303
    assert [link.seat for link in app.house.links.of(ferry) if link.person == "Noor"] == [seats[2]]
    assert list(app.house.rooms._open[ferry].table.standing.persons) == [seats[2]]


# --- one's own link, and new ones ---


def test_ones_own_link_brings_one_back_on_another_device(gm: Browser, app: App, ferry: str) -> None:
    noor = seated(app, gm, ferry, "Noor")
    own = ADDRESS.findall(noor.get(f"/t/{ferry}/people").text)
    assert len(own) == 1
    phone = Browser(app)
    assert phone.joins(own[0]).status_code == 303
    assert len([link for link in app.house.links.of(ferry) if link.person == "Noor"]) == 1
    assert phone.get(f"/t/{ferry}/people").status_code == 200


def test_a_new_link_of_ones_own_ends_the_old_one_everywhere_else(
    gm: Browser, app: App, ferry: str, watching: object
) -> None:
    noor = seated(app, gm, ferry, "Noor")
    own = ADDRESS.findall(noor.get(f"/t/{ferry}/people").text)[0]
    phone = Browser(app)
    phone.joins(own)
    stream = watching(ferry, "Noor")  # type: ignore[operator]
    assert change(noor, ferry, "Noor", "renew") == 303
    assert stream.left
    assert "new link" in stream.why
    assert noor.get(f"/t/{ferry}/people").status_code == 200
    assert phone.get(f"/t/{ferry}").status_code == 401
    assert Browser(app).get(own).status_code == 404


def test_the_gm_hands_a_seat_to_somebody_else(gm: Browser, app: App, ferry: str, watching: object) -> None:
    table = app.house.rooms._open[ferry].table
    seat = table.seats[1]
    noor = seated(app, gm, ferry, "Noor", seat)
    stream = watching(ferry, "Noor")  # type: ignore[operator]
    assert change(gm, ferry, "Noor", "renew", person="Sam") == 303
    assert stream.left
    assert noor.get(f"/t/{ferry}").status_code == 401
    assert table.standing.persons[seat] == "Sam"
    page = gm.get(f"/t/{ferry}/people").text
    link = re.search(rf'id="url-{links(gm, ferry)["Sam"].id}" value="http://testserver(/in/[^"]+)"', page)
    assert link
    sam = Browser(app)
    assert sam.joins(link[1]).status_code == 303
    assert sam.get(f"/api/tables/{ferry}").json()["seat"] == seat
    assert Browser(app).get(link[1]).status_code == 404, "used up"
    assert link[1] not in gm.get(f"/t/{ferry}/people").text


def test_a_seat_handed_to_nobody_named_asks_who_it_is(gm: Browser, app: App, ferry: str) -> None:
    seat = app.house.rooms._open[ferry].table.seats[1]
    seated(app, gm, ferry, "Noor", seat)
    change(gm, ferry, "Noor", "renew", person="")
    kept = next(one for one in app.house.links.of(ferry) if one.seat == seat)
    secret = app.house.links.shown(kept, gm.cookies[f"seat-{ferry}"])
    assert Browser(app).joins(f"/in/{secret}").status_code == 422
    assert Browser(app).joins(f"/in/{secret}", person="Sam").status_code == 303
    assert app.house.rooms._open[ferry].table.standing.persons[seat] == "Sam"


def test_a_revoked_seat_ends_at_once_on_every_device(
    gm: Browser, app: App, ferry: str, watching: object
) -> None:
    table = app.house.rooms._open[ferry].table
    seat = table.seats[1]
    noor = seated(app, gm, ferry, "Noor", seat)
    stream = watching(ferry, "Noor")  # type: ignore[operator]
    assert change(gm, ferry, "Noor", "revoke") == 303
    assert stream.left
    assert "The GM has ended this link" in stream.why
    assert seat not in table.standing.persons
    for path in (f"/t/{ferry}", f"/t/{ferry}/live", f"/api/tables/{ferry}", f"/t/{ferry}/files/chronicle.md"):
        assert noor.get(path).status_code == 401


def test_leaving_forgets_the_seat_in_this_browser_only(gm: Browser, app: App, ferry: str) -> None:
    noor = seated(app, gm, ferry, "Noor")
    own = ADDRESS.findall(noor.get(f"/t/{ferry}/people").text)[0]
    noor.post(f"/t/{ferry}/leave")
    assert noor.get(f"/t/{ferry}").status_code == 401
    assert noor.joins(own).status_code == 303


# --- who may do what ---


@pytest.mark.parametrize("what", ["revoke", "renew", "give"])
def test_nobody_but_the_gm_touches_a_seat_of_somebody_else(
    gm: Browser, app: App, ferry: str, what: str
) -> None:
    noor, sam = (seated(app, gm, ferry, person) for person in ("Noor", "Sam"))
    before = links(gm, ferry)
    for browser, person in ((noor, "Sam"), (sam, "Noor"), (noor, ""), (Browser(app), "Noor")):
        status = change(browser, ferry, person, what, seat="", role="gm", _seat=GM)
        assert status in {401, 403}
    assert links(gm, ferry) == before


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "people/invite"),
        ("POST", "archive"),
        ("POST", "delete"),
        ("GET", "files/campaign.json"),
        ("GET", "files/session.yaml"),
    ],
)
def test_what_is_the_gms_is_refused_to_players_and_spectators_whatever_they_claim(
    gm: Browser, app: App, ferry: str, method: str, path: str
) -> None:
    said = {"role": "gm", "seat": GM, "_seat": GM, "archived": "yes", "name": "The Last Ferry"}
    for role in ("player", "spectator"):
        somebody = seated(app, gm, ferry, "Noor", role=role)
        asked = {"data": said} if method == "POST" else {"params": said}
        assert somebody.request(method, f"/t/{ferry}/{path}", **asked).status_code == 403  # type: ignore[arg-type]
    assert Browser(app).request(method, f"/t/{ferry}/{path}").status_code == 401


def test_the_gm_who_opened_the_table_cannot_be_sent_away_by_another(
    gm: Browser, app: App, ferry: str
) -> None:
    other = seated(app, gm, ferry, "Ida", role="gm")
    first = next(link for link in app.house.links.of(ferry) if link.first)
    for what in ("revoke", "renew"):
        assert other.post(f"/t/{ferry}/people/{first.id}/{what}").status_code == 403
    assert other.post(f"/t/{ferry}/delete", data={"name": "whatever"}).status_code == 403
    assert gm.post(f"/t/{ferry}/people/{first.id}/revoke").status_code == 409
    assert change(gm, ferry, "Ida", "revoke") == 303
    assert other.get(f"/t/{ferry}").status_code == 401


def test_a_seat_of_one_table_opens_nothing_at_another(gm: Browser, app: App, ferry: str) -> None:
    other = Browser(app)
    theirs = other.opens()
    secret = other.cookies[f"seat-{theirs}"]
    intruder = Browser(app)
    intruder.cookies.set(f"seat-{ferry}", secret)
    for headers in ({}, {"Authorization": f"Bearer {secret}"}):
        assert intruder.get(f"/t/{ferry}", headers=headers).status_code == 401
    foreign = links(gm, ferry)[""]
    assert other.post(f"/t/{theirs}/people/{foreign.id}/revoke").status_code == 404


def test_an_invitation_is_no_seat(gm: Browser, app: App, ferry: str) -> None:
    link = invited(gm, ferry, "gm")
    somebody = Browser(app)
    somebody.cookies.set(f"seat-{ferry}", link.removeprefix("/in/"))
    assert somebody.get(f"/t/{ferry}").status_code == 401


# --- playing for somebody ---


def test_the_gm_plays_for_somebody_who_is_away_and_everybody_is_told(gm: Browser, app: App) -> None:
    table = gm.opens_example("the-salt-clock")
    at = app.house.rooms._open[table].table
    seat, kind = next(
        (seat, offer.kind)
        for seat in at.seats[1:]
        for offer in at.offers(seat)
        if offer.kind not in TABLE_COMMANDS and all(field.optional for field in offer.fields)
    )
    page = unescape(gm.get(f"/t/{table}", params={"_seat": seat}).text)
    assert f"You play for {seat}" in page
    assert gm.get(f"/t/{table}/offer/{kind}", params={"_seat": seat}).status_code == 200
    offer = next(offer for offer in at.offers(seat) if offer.kind == kind)
    said = {"_kind": kind, "_id": "one", "_stamp": shown(offer), "_seat": seat}
    assert gm.post(f"/t/{table}/order", data=said).status_code == 204
    for eyes in at.seats:
        assert f"The GM plays for {seat}." in [entry.text for entry in at.chronicle(eyes)]


def test_the_gm_who_plays_for_somebody_says_nothing_in_their_name(gm: Browser, app: App, ferry: str) -> None:
    seat = app.house.rooms._open[ferry].table.seats[1]
    assert gm.get(f"/t/{ferry}/offer/post", params={"_seat": seat}).status_code == 409
    said = {"_kind": "post", "_id": "one", "text": f"I am {seat}.", "_seat": seat}
    assert gm.post(f"/t/{ferry}/order", data=said).status_code == 409
    stamp = shown(
        next(offer for offer in app.house.rooms._open[ferry].table.offers(seat) if offer.kind == "post")
    )
    assert gm.post(f"/t/{ferry}/order", data=said | {"_stamp": stamp}).status_code == 422


def test_the_x_card_is_at_hand_also_where_the_gm_plays_for_somebody(
    gm: Browser, app: App, ferry: str
) -> None:
    table = app.house.rooms._open[ferry].table
    assert gm.get(f"/t/{ferry}/offer/x_card", params={"_seat": table.seats[1]}).status_code == 200
    said = {"_kind": "x_card", "_id": "one", "_seat": table.seats[1]}
    assert gm.post(f"/t/{ferry}/order", data=said).status_code == 204
    assert table.standing.paused


@pytest.mark.parametrize("seat", [GM, "other"])
def test_nobody_else_plays_for_somebody(gm: Browser, app: App, ferry: str, seat: str) -> None:
    seats = app.house.rooms._open[ferry].table.seats
    noor = seated(app, gm, ferry, "Noor", seats[1])
    seat = seats[2] if seat == "other" else seat
    assert noor.get(f"/t/{ferry}", params={"_seat": seat}).status_code == 403
    assert noor.get(f"/t/{ferry}/live", params={"_seat": seat}).status_code == 403
    assert noor.get(f"/t/{ferry}/offer/post", params={"_seat": seat}).status_code == 403
    said = {"_kind": "post", "_id": "one", "text": "Forged.", "_seat": seat}
    assert noor.post(f"/t/{ferry}/order", data=said).status_code == 403


@pytest.mark.parametrize("claim", [{"seat": GM}, {"role": "gm"}, {"stand_in": True}, {"by": GM}])
def test_an_order_that_claims_a_seat_is_refused_whole(
    gm: Browser, app: App, ferry: str, claim: dict[str, object]
) -> None:
    noor = seated(app, gm, ferry, "Noor", app.house.rooms._open[ferry].table.seats[1])
    before = list(app.house.store.rows(ferry))
    order = {"id": "one", "command": {"type": "post", "text": "I am the GM."}, **claim}
    assert noor.post(f"/api/tables/{ferry}/orders", json=order).status_code == 400
    assert list(app.house.store.rows(ferry)) == before


@pytest.mark.parametrize(
    "command",
    [
        {"type": "note", "text": "x"},
        {"type": "rewind", "to": 1},
        {"type": "session_zero", "name": "Mine"},
        {"type": "set_dice", "mode": "typed"},
        {"type": "resume"},
        {"type": "whisper", "to": "Ben", "text": "x"},
        {"type": "sit", "seat": GM, "person": "Noor"},
        {"type": "redact", "entry": 1},
    ],
)
def test_what_is_the_gms_to_order_is_refused_to_a_player_however_it_is_sent(
    gm: Browser, app: App, ferry: str, command: dict[str, object]
) -> None:
    noor = seated(app, gm, ferry, "Noor", app.house.rooms._open[ferry].table.seats[1])
    before = list(app.house.store.rows(ferry))
    order = {"id": "one", "command": command}
    headers = {"X-Seat": GM, "X-Role": "gm"}
    answer = noor.post(f"/api/tables/{ferry}/orders", json=order, headers=headers, params={"seat": GM})
    assert answer.status_code == 422
    form = {"_id": "two", "_kind": command["type"], "role": "gm", **command}
    assert noor.post(f"/t/{ferry}/order", data=form).status_code in {409, 422}
    assert list(app.house.store.rows(ferry)) == before
