"""What strangers and single seats can ask of a server has bounds."""

from __future__ import annotations

import asyncio
import re
import threading
from contextlib import ExitStack
from functools import partial

import pytest

from footlights.core import GM
from footlights.games.you.traits import TRAITS
from footlights.store import MemoryStore, TableMeta
from footlights.table import Table
from footlights.table.dicebox import SeededDice
from footlights.table.orders import Campaign
from footlights.web.app import App
from footlights.web.odds import question
from footlights.web.pages import joining
from footlights.web.rooms import MOST_FORESEEN, MOST_STREAMS, Watcher
from footlights.web.seats import Link
from tests.web.conftest import Browser, Build


@pytest.mark.parametrize(
    ("address", "headers", "allowed", "status"),
    [
        ("127.0.0.1", {}, False, 200),
        ("10.0.0.1", {}, False, 403),
        ("127.0.0.1", {"X-Forwarded-For": "10.0.0.1"}, False, 403),
        ("10.0.0.1", {}, True, 200),
    ],
)
def test_what_is_counted_tells_strangers_nothing_of_secret_orders(
    build: Build, address: str, headers: dict[str, str], allowed: bool, status: int
) -> None:
    assert Browser(build(metrics=allowed), address).get("/metrics", headers=headers).status_code == status


def test_nobody_asks_for_odds_without_end(build: Build) -> None:
    gm = Browser(build(orders=3))
    table = gm.opens_example()
    answers = [gm.post(f"/t/{table}/odds", data={"_roll": "x"}).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


def test_what_was_asked_about_one_moment_does_not_pile_up(gm: Browser, app: App) -> None:
    room = app.house.rooms._open[gm.opens_example()]
    for number in range(3 * MOST_FORESEEN):
        assert room.while_it_stands(("odds", number), partial(int, number)) == number
    assert len(room._foreseen[1]) <= MOST_FORESEEN
    assert {len(question("odds", "Ana", {"type": "x", "text": "y" * size})[2]) for size in (1, 10**6)} == {32}


def test_the_questions_of_one_table_are_worked_out_one_after_the_other(gm: Browser, app: App) -> None:
    room = app.house.rooms._open[gm.opens_example()]
    alone, others = threading.Lock(), threading.Event()

    def work() -> bool:
        if not alone.acquire(blocking=False):
            return False
        others.wait(0.01)  # as long as others may try
        alone.release()
        return True

    async def asked() -> list[bool]:
        return await asyncio.gather(*(room.beside(work) for _ in range(5)))

    assert asyncio.run(asked()) == [True] * 5


def test_of_too_many_streams_of_one_link_the_oldest_ends(gm: Browser, app: App) -> None:
    room = app.house.rooms._open[gm.opens_example()]
    watchers = [Watcher("Ana", "one link") for _ in range(MOST_STREAMS + 2)]
    with ExitStack() as streams:
        for watcher in watchers:
            streams.enter_context(room.watched(watcher))
        assert [watcher.left for watcher in watchers] == [True] * 2 + [False] * MOST_STREAMS
    assert not room.watchers


class Counting(MemoryStore):
    """A store that counts how often its tables are listed."""

    listed = 0

    def tables(self) -> list[TableMeta]:
        self.listed += 1
        return super().tables()


def test_the_first_page_looks_for_tables_only_where_somebody_has_a_seat(build: Build) -> None:
    app = build(store := Counting())
    gm = Browser(app)
    table = gm.opens()
    assert Browser(app).get("/").status_code == 200
    assert store.listed == 0
    assert f"/t/{table}" in gm.get("/").text
    assert store.listed == 1


def test_a_table_has_room_for_so_many_people(gm: Browser, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_SEATS", 2)
    secret = app.house.links.make(Link(id="", table=gm.opens_example(), role="spectator", invites=True))
    first = Browser(app)
    assert first.joins(f"/in/{secret}").status_code == 303
    refused = Browser(app).joins(f"/in/{secret}")
    assert refused.status_code == 409
    assert "2 people have joined this table" in refused.text
    assert first.joins(f"/in/{secret}").status_code == 303  # in the place of their own seat


@pytest.mark.parametrize("name", ["Łucja", 'A "B"; filename="x"', "日本"])
def test_a_file_may_be_called_as_anybody_is(app: App, name: str) -> None:
    sheet = {"name": name, "traits": {trait: {"degree": "Often"} for trait in TRAITS}}
    setup = {"characters": [sheet]}
    table = Table.create(app.house.store, "you", setup, Campaign(name=name), SeededDice(1))
    gm = Browser(app)
    gm.cookies.set(f"seat-{table.id}", app.house.seat(table, "gm", GM))
    answer = gm.get(f"/t/{table.id}/files/character.json", params={"name": name})
    assert answer.status_code == 200
    assert re.fullmatch(
        r"attachment; filename=\"[^\"]*\.json\"; filename\*=UTF-8''[\w.%~-]+",
        answer.headers["content-disposition"],
    )
