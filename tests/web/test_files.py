"""Files out and in, the archive, the end of a table; and what a store that fails leaves behind: nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import Future
from threading import Event
from typing import Any
from unittest import mock

import pytest

from footlights.core import GM, System
from footlights.store import MemoryStore, Record, Row, StoreTrouble
from footlights.web.app import App
from footlights.web.pages import files
from footlights.web.rooms import Watcher
from tests.web.conftest import Browser, Build
from tests.web.test_people import links, seated

SECRET = "PLANTED-secret-word"


@pytest.fixture
def ferry(gm: Browser, app: App) -> str:
    """An example in play, in which the GM has noted something down."""
    table = gm.opens_example()
    app.house.rooms._open[table].table.act(GM, {"type": "note", "text": SECRET})
    return table


# --- out ---


def test_the_gm_keeps_the_whole_campaign_and_it_comes_back_as_it_was(
    gm: Browser, app: App, ferry: str
) -> None:
    kept = gm.get(f"/t/{ferry}/files/campaign.json")
    assert kept.headers["content-disposition"].startswith('attachment; filename="')
    taken = gm.post("/import", files={"file": ("ferry.json", kept.content)}, follow_redirects=False)
    assert taken.status_code == 303
    again = taken.headers["location"].removeprefix("/t/")
    was, now = (app.house.rooms._open[table].table for table in (ferry, again))
    assert was.state == now.state
    assert [entry.text for entry in was.chronicle(GM)] == [entry.text for entry in now.chronicle(GM)]
    assert gm.get(f"/t/{again}/files").status_code == 200


def test_a_session_script_plays_the_same_again(gm: Browser, app: App, ferry: str) -> None:
    script = gm.get(f"/t/{ferry}/files/session.yaml")
    taken = gm.post("/import", files={"file": ("ferry.yaml", script.content)}, follow_redirects=False)
    again = taken.headers["location"].removeprefix("/t/")
    assert app.house.rooms._open[again].table.state == app.house.rooms._open[ferry].table.state


def test_a_game_that_begins_with_its_characters_says_so_and_is_taken_in_with_them(
    gm: Browser, lantern: System
) -> None:
    no = gm.post("/tables", data={"game": lantern.name, "name": "Down we go"})
    assert no.status_code == 422
    assert "The Last Lantern begins with its characters" in no.text
    assert "Down we go" in no.text
    script = b"{game: lantern, title: Down, walkers: [{name: Ana, oil: 3}, {name: Bo, oil: 2}], play: []}"
    table = gm.post("/import", files={"file": ("down.yaml", script)})
    assert table.status_code == 200
    assert "Hide a draught" in table.text


def test_a_chronicle_is_what_its_reader_may_know(gm: Browser, app: App, ferry: str) -> None:
    noor = seated(app, gm, ferry, "Noor", app.house.rooms._open[ferry].table.seats[1])
    assert SECRET in gm.get(f"/t/{ferry}/files/chronicle.md").text
    for role in ("player", "spectator"):
        reader = noor if role == "player" else seated(app, gm, ferry, "Sam", role="spectator")
        text = reader.get(f"/t/{ferry}/files/chronicle.md").text
        assert text.startswith("# ")
        assert SECRET not in text
        assert SECRET not in reader.get(f"/t/{ferry}/files").text


def test_everybody_keeps_the_characters_that_they_know(gm: Browser, app: App, ferry: str) -> None:
    name = app.house.rooms._open[ferry].table.seats[1]
    noor = seated(app, gm, ferry, "Noor", name)
    kept = noor.get(f"/t/{ferry}/files/character.json")
    assert json.loads(kept.content)["character"]["name"] == name
    nobody = noor.get(f"/t/{ferry}/files/character.json", params={"name": "Nobody"})
    assert nobody.status_code == 422
    assert "there is no character" in nobody.text


@pytest.mark.parametrize("name", ['a"b; x=y', "Salz/Straße", "../../etc", "𝕬na\u2028", "…", "line\nbreak"])
def test_a_file_is_called_as_its_campaign_whatever_that_is_called(gm: Browser, app: App, name: str) -> None:
    table = gm.opens()
    if "\n" not in name and "\u2028" not in name:
        app.house.rooms._open[table].table.act(GM, {"type": "session_zero", "name": name})
    said = gm.get(f"/t/{table}/files/chronicle.md").headers["content-disposition"]
    assert said.count('"') == 2
    assert "/" not in said
    assert said.isprintable()


# --- in ---


@pytest.mark.parametrize(
    ("name", "body", "says"),
    [
        ("a.json", b"", "a.json, line 1"),
        ("a.json", b"{", "a.json, line 1"),
        ("a.json", b'{"rows": NaN}', "NaN is not a number"),
        ("a.json", b"[" * 100_000, "nested too deeply"),
        ("a.json", b"\xff\xfe", "not UTF-8"),
        ("a.json", b"{}", "neither a campaign"),
        ("a.yaml", b"game: you\nplay: [}\n", "a.yaml, line 2"),
        ("../../x<b>.yaml", b"play: []\ngame: chess\ntitle: x\n", "chess"),
        ("a.json", b'{"footlights": 1, "game": "you", "name": "x", "rows": []}', "rows"),
        ("a.json", b'{"footlights": 99, "game": "you", "name": "x", "rows": []}', "a newer release"),
    ],
)
def test_a_file_with_a_fault_is_refused_whole_and_the_place_is_named(
    gm: Browser, app: App, name: str, body: bytes, says: str
) -> None:
    answer = gm.post("/import", files={"file": (name, body)}, follow_redirects=False)
    assert answer.status_code == 422
    assert says in answer.text
    assert "<b>" not in answer.text
    assert app.house.store.tables() == []
    assert list(app.house.store.records("link")) == []


def test_a_campaign_that_was_cut_short_or_forged_is_refused_whole(gm: Browser, app: App, ferry: str) -> None:
    kept = gm.get(f"/t/{ferry}/files/campaign.json").content
    before = len(app.house.store.tables())
    last = kept.rindex(b'"seq":')
    for broken in (
        kept[: len(kept) // 2],
        kept.replace(b'"seq":3', b'"seq":2'),
        kept[:last] + kept[last + 8 :],
    ):
        assert gm.post("/import", files={"file": ("a.json", broken)}).status_code == 422
    assert len(app.house.store.tables()) == before


def test_a_file_with_more_values_than_a_server_reads_for_somebody_is_refused(gm: Browser) -> None:
    few, many = (b'{"rows": [' + b"0," * count + b"0]}" for count in (1_000, files.MOST_VALUES))
    assert "more than" not in gm.post("/import", files={"file": ("a.json", few)}).text
    answer = gm.post("/import", files={"file": ("a.json", many)})
    assert answer.status_code == 422
    assert "more than 2,000,000 values" in answer.text


def test_files_that_are_refused_count_as_tables_that_were_opened(build: Build) -> None:
    gm = Browser(build(tables=2))
    tries = [gm.post("/import", files={"file": ("a.json", b"{}")}).status_code for _ in range(3)]
    assert tries == [422, 422, 429]


def test_a_form_without_a_file_says_what_to_choose(gm: Browser) -> None:
    for chosen in ({}, {"file": ("", b"")}):
        answer = gm.post("/import", files=chosen, data={"person": "Marta"})
        assert answer.status_code == 422
        assert "choose a file" in answer.text.lower()


# --- the archive ---


def test_in_the_archive_a_table_is_read_and_not_played_until_it_is_brought_back(
    gm: Browser, app: App, ferry: str, build: Build
) -> None:
    seat = app.house.rooms._open[ferry].table.seats[1]
    noor = seated(app, gm, ferry, "Noor", seat)
    gm.post(f"/t/{ferry}/archive", data={"archived": "yes"})
    post = {"id": "one", "command": {"type": "post", "text": "Still here?"}}
    for here in (app, build(app.house.store)):
        reader = Browser(here)
        reader.cookies.update(noor.cookies)
        secret = {"Authorization": f"Bearer {noor.cookies[f'seat-{ferry}']}"}
        refused = reader.post(f"/api/tables/{ferry}/orders", json=post, headers=secret)
        assert refused.status_code == 422
        assert "archive" in refused.json()["detail"]
        assert reader.get(f"/api/tables/{ferry}").json()["offers"] == []
        assert reader.get(f"/t/{ferry}/files/chronicle.md").status_code == 200
    first = gm.get("/").text
    assert first.index("In the archive") < first.index(f"/t/{ferry}")
    gm.post(f"/t/{ferry}/archive", data={"archived": "no"})
    secret = {"Authorization": f"Bearer {noor.cookies[f'seat-{ferry}']}"}
    assert noor.post(f"/api/tables/{ferry}/orders", json=post, headers=secret).status_code == 200
    assert "In the archive" not in gm.get("/").text


# --- the end ---


def test_a_table_is_deleted_by_typing_its_name_and_nothing_of_it_stays(
    gm: Browser, app: App, ferry: str
) -> None:
    noor = seated(app, gm, ferry, "Noor")
    name = app.house.rooms._open[ferry].table.campaign.name
    wrong = gm.post(f"/t/{ferry}/delete", data={"name": "the wrong one"})
    assert wrong.status_code == 422
    assert f"type the name of the table as it is: {name}" in wrong.text.lower().replace(name.lower(), name)
    assert app.house.store.tables()
    room = app.house.rooms._open[ferry]
    with room.watched(Watcher("Noor", links(gm, ferry)["Noor"].id)) as stream:
        gone = gm.post(f"/t/{ferry}/delete", data={"name": name}, follow_redirects=False)
    assert gone.status_code == 303
    assert stream.why == "This table was deleted by its GM."
    assert app.house.store.tables() == []
    assert app.house.store.records("link") == []
    for browser in (gm, noor):
        assert browser.get(f"/t/{ferry}").status_code == 401
        assert ferry not in browser.get("/").text


# --- a store that fails ---


class Failing(MemoryStore):
    """A store on a disk that is full, or a file that another program has locked."""

    why = ""

    def appending(self, rows: Sequence[Row], **more: Any) -> Future[None]:
        if not self.why:
            return super().appending(rows, **more)
        done: Future[None] = Future()
        done.set_exception(StoreTrouble(self.why, "/secret/place", "Make room and try again."))
        return done

    def keep(self, records: Sequence[Record]) -> None:
        self._check()
        super().keep(records)

    def forget(self, records: Sequence[Record]) -> None:
        self._check()
        super().forget(records)

    def create(self, *all: Any) -> None:
        self._check()
        super().create(*all)

    def delete(self, table: str) -> None:
        self._check()
        super().delete(table)

    def _check(self) -> None:
        if self.why:
            raise StoreTrouble(self.why, "/secret/place", "Make room and try again.")


@pytest.mark.parametrize("why", ["the disk is full", "another program has locked it"])
def test_trouble_with_the_disk_is_told_and_nothing_is_half_written(build: Build, why: str) -> None:
    store = Failing()
    app = build(store)
    gm = Browser(app)
    table = gm.opens_example()
    seat = app.house.rooms._open[table].table.seats[1]
    noor = seated(app, gm, table, "Noor", seat)
    state, rows = app.house.rooms._open[table].table.state, list(store.rows(table))
    held = {kind: store.records(kind) for kind in ("link", "archived")}
    store.why = why
    link = links(gm, table)["Noor"].id
    name = app.house.rooms._open[table].table.campaign.name
    tries = [
        (noor, f"/t/{table}/order", {"_kind": "post", "_id": "once", "text": "Hello?"}),
        (gm, f"/t/{table}/people/invite", {"role": "player"}),
        (gm, f"/t/{table}/people/{link}/revoke", {}),
        (gm, f"/t/{table}/people/{link}/renew", {}),
        (gm, f"/t/{table}/people/{link}/give", {"seat": ""}),
        (gm, f"/t/{table}/archive", {"archived": "yes"}),
        (gm, f"/t/{table}/delete", {"name": name}),
        (gm, "/tables", {"game": "you"}),
        (gm, "/tables", {"example": "the-salt-clock"}),
    ]
    for browser, path, said in tries:
        answer = browser.post(path, data=said, headers={"Accept": "application/json"})
        assert answer.status_code == 503, path
        assert answer.json()["detail"] == f"Nothing was changed: {why}. Make room and try again."
        assert "secret" not in answer.text
    assert app.house.rooms._open[table].table.state is state
    assert list(store.rows(table)) == rows
    assert {kind: store.records(kind) for kind in held} == held
    assert why in app.house.rooms._open[table].trouble
    assert gm.get("/healthz").status_code == 503
    store.why = ""
    again = noor.post(f"/t/{table}/order", data=tries[0][2])
    assert again.status_code == 204
    assert [row.command_id for row in store.rows(table)].count("once") == 1
    assert app.house.rooms._open[table].trouble == ""
    assert gm.get("/healthz").text == "ok\n"


def test_orders_that_waited_behind_one_that_met_trouble_do_not_wait_as_long_again(build: Build) -> None:
    app = build(store := Failing())
    room = app.house.rooms._open[Browser(app).opens_example()]
    begun = 0

    async def six() -> list[object]:
        nonlocal begun
        with mock.patch.object(room.table, "begin", wraps=room.table.begin) as begin:
            store.why = "another program has locked it"
            orders = (room.submit_as(GM, {"type": "note", "text": f"{n}"}) for n in range(6))
            came = await asyncio.gather(*orders, return_exceptions=True)
            begun = begin.call_count
        return list(came)

    assert [type(one) for one in asyncio.run(six())] == [StoreTrouble] * 6
    assert begun == 1
    store.why = ""
    assert asyncio.run(room.submit_as(GM, {"type": "note", "text": "again"})).entries


def test_the_gm_is_told_of_trouble_that_a_player_met_and_the_players_are_not(build: Build) -> None:
    store = Failing()
    app = build(store)
    gm = Browser(app)
    table = gm.opens()
    store.why = "the disk is full"
    gm.post(f"/t/{table}/order", data={"_kind": "note", "_id": "once", "text": "Hm."})
    assert "the disk is full" in gm.get(f"/t/{table}").text


class Slow(MemoryStore):
    """A disk that takes its time to keep what is put beside the logs."""

    def __init__(self) -> None:
        super().__init__()
        self.wait: Future[None] | None = None
        self.waiting = Event()

    def keep(self, records: Sequence[Record]) -> None:
        if self.wait is not None:
            self.waiting.set()
            self.wait.result()
        super().keep(records)


def test_what_is_kept_too_late_of_a_table_that_was_deleted_leaves_nothing_behind(build: Build) -> None:
    app = build(store := Slow())
    gm = Browser(app)
    table = gm.opens()
    room = app.house.rooms._open[table]
    disk = store.wait = Future()

    async def both() -> BaseException | None:
        put_away = asyncio.create_task(app.house.rooms.archive(room, archived=True))
        await asyncio.to_thread(store.waiting.wait)
        await app.house.rooms.delete(room, "gone")
        disk.set_result(None)
        await asyncio.wait([put_away])
        return put_away.exception()

    assert isinstance(asyncio.run(both()), StoreTrouble)
    assert store.records("archived") == []
    assert not app.house.rooms.archived(table)


# --- how many are held in memory ---


def test_tables_that_nobody_watches_are_let_go_and_opened_again_when_they_are_asked_for(build: Build) -> None:
    app = build(rooms=2)
    gm = Browser(app)
    tables = [gm.opens() for _ in range(2)]
    watched = app.house.rooms._open[tables[0]]
    with watched.watched(Watcher(GM, "x")):
        tables += [gm.opens() for _ in range(3)]
        assert set(app.house.rooms._open) == {tables[0], tables[-1]}
        assert gm.get(f"/t/{tables[1]}/files").status_code == 200
        assert set(app.house.rooms._open) == {tables[0], tables[1]}
    counted = Browser(app, "127.0.0.1").get("/metrics").text
    assert counted.count("footlights_tables_open 2.0") == 1


def test_a_table_in_somebodys_hands_is_never_opened_twice(build: Build) -> None:
    app = build(rooms=1)
    gm = Browser(app)
    first = gm.opens()
    room = app.house.rooms._open[first]
    gm.opens()
    assert first not in app.house.rooms._open
    gm.get(f"/t/{first}/files")
    assert app.house.rooms._open[first] is room
