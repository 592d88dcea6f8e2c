"""Faults that other live tables are known for, as far as no browser is needed to try them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.types import Message, Scope

from footlights.core import SPECTATOR
from footlights.table.dicebox import new_id
from footlights.web import stream
from footlights.web.app import App
from footlights.web.rooms import Watcher
from footlights.web.seats import Link
from tests.web.conftest import Browser


@pytest.mark.parametrize(
    "notation", ["1d1!", "10000000000000000d6", "1d10000000000000000000", "999999999d1!!", "9" * 180 + "d6"]
)
def test_dice_that_never_end_or_fill_the_memory_are_refused_in_words(gm: Browser, notation: str) -> None:
    table = gm.opens_example()
    order = {"id": new_id(), "command": {"type": "roll", "notation": notation}}
    tracemalloc.start()
    answer = gm.post(f"/api/tables/{table}/orders", json=order)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code == 422
    assert answer.json()["field"] == "notation"
    assert most < 20_000_000


def test_a_modifier_of_a_thousand_million_is_added_or_refused_in_words(gm: Browser) -> None:
    table = gm.opens_example()
    order = {"id": new_id(), "command": {"type": "roll", "notation": "1d20+1000000000"}}
    answer = gm.post(f"/api/tables/{table}/orders", json=order)
    assert answer.status_code in {200, 422}
    if answer.status_code == 422:
        assert answer.json()["field"] == "notation"


def test_what_a_slow_reader_has_not_taken_does_not_pile_up(gm: Browser, app: App) -> None:
    table = gm.opens_example()

    async def follow() -> list[bytes]:
        room = await app.house.room(table)
        with room.watched(Watcher(SPECTATOR, "slow")) as watcher:
            sent = stream.html(room, watcher, app.house.drawn)
            first = await anext(sent)
            for number in range(200):
                await room.submit_as("GM", {"type": "post", "text": f"Bell {number}."})
            second = await anext(sent)
            await sent.aclose()  # type: ignore[attr-defined]
        return [first, second]

    with ThreadPoolExecutor(1) as beside:  # browsers that are open run a loop of their own in this thread
        first, second = beside.submit(asyncio.run, follow()).result()
    assert b"Bell" not in first
    assert second.count(b"\n\n") == 1, "all that happened is one event"
    assert all(f"Bell {number}.".encode() in second for number in range(200))


@pytest.mark.parametrize("ci", ["", "1"])
def test_without_a_chromium_the_tests_of_pages_are_skipped_aloud_and_fail_where_they_must_run(
    ci: str,
) -> None:
    one = "tests/browser/test_look.py::test_the_first_load_is_small"
    words = [sys.executable, "-m", "pytest", one]
    variables = os.environ | {"PATH": "/nowhere", "FOOTLIGHTS_CHROMIUM": "", "FOOTLIGHTS_CI": ci}
    ran = subprocess.run(words, env=variables, capture_output=True, text=True, timeout=120, check=False)
    assert "NO PAGE WAS TESTED: there is no Chromium: set FOOTLIGHTS_CHROMIUM" in ran.stdout
    assert (ran.returncode == 0) is (ci == "")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/t/{}/claim", b"seat=Ben"),
        ("/t/{}/order", b"_id=late&_kind=post&text=Still+here"),
        ("/api/tables/{}/orders", b'{"id": "late", "command": {"type": "post", "text": "Still here."}}'),
    ],
)
def test_a_seat_that_ends_while_its_request_comes_in_does_nothing(
    gm: Browser, app: App, path: str, body: bytes
) -> None:
    table = gm.opens_example()
    seat = "" if "claim" in path else "Ben"
    secret = app.house.links.make(Link(id="", table=table, role="player", seat=seat))
    before = list(app.house.store.rows(table))
    said: list[Message] = []

    async def slowly() -> Message:
        """The end of the body comes when the GM has ended the seat."""
        if link := app.house.links.find(secret):
            if body == b"".join(rest):
                return {"type": "http.request", "body": rest.pop(0), "more_body": True}
            app.house.links.revoke(link)
        return {"type": "http.request", "body": rest.pop(0) if rest else b"", "more_body": False}

    async def heard(message: Message) -> None:
        said.append(message)

    rest = [body[:3], body[3:]]
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, app(_asked("POST", path.format(table), secret), slowly, heard)).result()
    assert said[0]["status"] == 401
    assert app.house.links.find(secret) is None, "it does not come back"
    assert list(app.house.store.rows(table)) == before


def test_a_stream_whose_reader_takes_nothing_ends_with_its_link(gm: Browser, app: App) -> None:
    table = gm.opens_example()
    secret = app.house.links.make(Link(id="", table=table, role="spectator"))
    said: list[bytes] = []

    async def follow() -> None:
        room = await app.house.room(table)
        taking, held = asyncio.Event(), asyncio.Event()

        async def stays() -> Message:
            await asyncio.sleep(3600)
            return {"type": "http.disconnect"}

        async def heard(message: Message) -> None:
            held.set()
            await taking.wait()
            said.append(message.get("body", b""))

        live = asyncio.create_task(app(_asked("GET", f"/t/{table}/live", secret), stays, heard))
        await held.wait()
        link = app.house.links.find(secret)
        assert link is not None
        app.house.links.revoke(link)
        room.dismiss(link.id, "The GM has ended this link.")
        await room.submit_as("GM", {"type": "post", "text": "They must not hear this."})
        taking.set()
        await asyncio.wait_for(live, 60)

    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, follow()).result()
    assert b"event: gone" in said[-2]
    assert b"must not hear" not in b"".join(said)


def _asked(method: str, path: str, secret: str) -> Scope:
    """A request as the server hands it on."""
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [
            (b"host", b"testserver"),
            (b"authorization", f"Bearer {secret}".encode()),
            (b"content-type", b"application/x-www-form-urlencoded"),
        ],
        "client": ("10.0.0.9", 1),
        "server": ("testserver", 80),
        "scheme": "http",
    }


@pytest.mark.parametrize("path", ["/tables", "/import", "/in/nothing", "/api/tables", "/api/join"])
@pytest.mark.parametrize(
    "headers", [{"Origin": "https://elsewhere.example"}, {"Origin": "null"}, {"Origin": "http://["}]
)
def test_no_other_site_seats_a_browser_that_sends_no_cookie_along(
    app: App, path: str, headers: dict[str, str]
) -> None:
    answer = Browser(app).post(path, headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (403, "forbidden")


@pytest.mark.parametrize("host", ["[::", "[", "a b", "x" * 3000, '"><b>', "here:port"])
def test_a_host_that_cannot_be_is_told_so(gm: Browser, host: str) -> None:
    table = gm.opens_example()
    for path in ("/", f"/t/{table}/people", "/openapi.json"):
        assert gm.get(path, headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("number", ["²", "-1", "x"])
def test_older_lines_are_asked_for_by_a_number(gm: Browser, number: str) -> None:
    table = gm.opens_example()
    assert gm.get(f"/t/{table}/log", params={"before": number}).status_code == 400
