"""The table for programs: orders that count once, streams that lose nothing, odds, and rules as data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from footlights.core import GM, SPECTATOR
from footlights.games import load, names
from footlights.lab import forecast
from footlights.table import Table
from tests.web.conftest import Browser, Build
from tests.web.live import Program, Running, running


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """A server for all tests here."""
    with running() as found:
        yield found


@pytest.fixture
def ferry(server: Running) -> Table:
    """An example of YOU in play: Ana is to roll."""
    return server.example("the-last-ferry")


@pytest.fixture
def gm(server: Running, ferry: Table) -> Program:
    """A program that is its GM."""
    return server.program(ferry, GM)


@pytest.fixture
def ana(server: Running, ferry: Table) -> Program:
    """A program that is Ana."""
    return server.program(ferry, "Ana")


def problem(answer: Any) -> dict[str, Any]:
    """The problem that an answer is."""
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert found["status"] == answer.status_code
    return found


def offered(program: Program, kind: str) -> dict[str, Any]:
    """What the program is offered of that kind, and its stamp."""
    found: dict[str, Any] = next(one for one in program.sees()["offers"] if one["offer"]["kind"] == kind)
    return found


# --- coming in ---


def test_a_program_opens_a_table_invites_and_another_joins_and_plays(server: Running) -> None:
    with Program(server.url, "", "nobody") as host:
        answer = host.post("/api/tables", json={"example": "the-salt-clock", "person": "Noor"})
        assert answer.status_code == 201
        seat = answer.json()
        assert (seat["role"], seat["seat"]) == ("gm", GM)
    with Program(server.url, seat["table"], seat["token"]) as presiding:
        link = presiding.post(f"{presiding.at}/invitations", json={"role": "player"}).json()["link"]
        door = presiding.post("/api/door", json={"link": link}).json()
        assert door["free"] == presiding.sees()["seats"][1:]
        assert door["invites"]
        with Program(server.url, seat["table"], "") as other:
            joined = other.post("/api/join", json={"link": link, "person": "Sam", "seat": door["free"][0]})
            assert joined.status_code == 201
            other.headers["Authorization"] = f"Bearer {joined.json()['token']}"
            assert other.sees()["seat"] == door["free"][0]
            assert other.sees()["persons"] == {GM: "Noor", door["free"][0]: "Sam"}
            other.does("post", text="Hello.")
            again = other.post("/api/join", json={"link": joined.json()["link"]})
            assert again.json()["token"] == joined.json()["token"]
            taken = other.post("/api/join", json={"link": link, "person": "Ida", "seat": door["free"][0]})
            assert problem(taken)["field"] == "seat"


def test_a_new_table_takes_rulings_and_characters_or_says_what_is_wrong_with_them(server: Running) -> None:
    with Program(server.url, "", "") as host:
        setup = {"rulings": {"start_ins": 2}}
        seat = host.post("/api/tables", json={"game": "you", "name": "Lanterns", "setup": setup}).json()
        wrong = host.post("/api/tables", json={"game": "you", "setup": {"rulings": {"start_ins": 99}}})
        assert wrong.status_code == 422
        assert "start_ins" in problem(wrong)["detail"]
        assert problem(host.post("/api/tables", json={"game": "chess"}))["field"] == "game"
        host.headers["Authorization"] = f"Bearer {seat['token']}"
        known = host.get(f"/api/tables/{seat['table']}/known").json()
        assert known["rulings"]["start_ins"] == 2


def test_tables_are_opened_by_those_who_know_the_hosts_word(build: Build) -> None:
    host = Browser(build(create="token", token="open sesame"))
    assert problem(host.post("/api/tables", json={"game": "you"}))["status"] == 403
    assert problem(host.post("/api/tables", json={"game": "you", "word": "sesame"}))["field"] == "token"
    assert host.post("/api/tables", json={"game": "you", "word": "open sesame"}).status_code == 201


@pytest.mark.parametrize("seat", ["Ana", SPECTATOR])
def test_only_the_gm_invites_and_sees_the_marks(server: Running, ferry: Table, seat: str) -> None:
    other = server.program(ferry, seat)
    for answer in (
        other.post(f"{other.at}/invitations", json={"role": "gm"}),
        other.get(f"{other.at}/marks"),
        other.get(f"{other.at}/preview?to=1"),
    ):
        assert problem(answer)["type"] == "forbidden"


# --- orders ---


def test_an_order_that_is_repeated_is_done_once_and_answered_as_before(ana: Program) -> None:
    first = ana.orders("post", id="same", text="Only once.")
    again = ana.orders("post", id="same", text="Only once.")
    assert first.json() == again.json()
    texts = [entry["text"] for entry in ana.get(f"{ana.at}/chronicle").json()["entries"]]
    assert texts.count("Only once.") == 1


def test_a_double_click_under_one_id_throws_once(ana: Program, server: Running, ferry: Table) -> None:
    with ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda _: ana.orders("commit", id="click"), range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    rows = list(server.now(ferry).rows(ferry.line.head.seq))
    assert [row.command_id for row in rows if row.seat == "Ana"] == ["click"]


def test_the_same_answer_under_two_ids_does_not_land_on_the_next_question(ana: Program) -> None:
    shown = offered(ana, "commit")
    order = {"command": {"type": "commit"}, "answers": shown["answers"]}
    assert ana.post(f"{ana.at}/orders", json={"id": "one", **order}).status_code == 200
    assert problem(ana.post(f"{ana.at}/orders", json={"id": "two", **order}))["status"] in {409, 422}


def test_what_was_shown_before_a_rewind_is_stale(ana: Program, gm: Program) -> None:
    shown = offered(ana, "commit")
    ana.does("commit")
    marks = gm.get(f"{gm.at}/marks").json()
    preview = gm.get(f"{gm.at}/preview?to={marks[2]['seq']}").json()
    assert preview["undone"]
    gm.does("rewind", to=marks[2]["seq"])
    late = {"id": "late", "command": {"type": "commit"}, "answers": shown["answers"]}
    assert problem(ana.post(f"{ana.at}/orders", json=late))["type"] == "stale"


def test_a_refusal_names_the_field_and_the_clause(ana: Program, server: Running, ferry: Table) -> None:
    wrong = problem(ana.orders("whisper", to="Ben", text="psst"))
    assert (wrong["type"], wrong["field"]) == ("refused", "to")
    misspelt = problem(ana.orders("commit", reservatoin=True))
    assert misspelt["field"] == "reservatoin"
    assert "ins" in misspelt["detail"]
    forbidden = problem(server.program(ferry, "Ben").orders("commit"))
    assert forbidden["clause"] in load("you").clauses


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"id": 5, "command": {}}',
        b'{"id": "x", "command": []}',
        b'{"id": "x", "command": {"type": "no such thing"}}',
        b'{"id": "x", "command": {"text": "no type"}}',
        b'{"id": "x y", "command": {"type": "x_card"}}',
        b'{"id": "x", "command": {"type": "post", "text": NaN}}',
        b'{"id": "x", "command": {"type": "post", "text": 5}}',
        b'{"id": "x", "command": {"type": "post", "text": ' + b"[" * 50_000 + b"]" * 50_000 + b"}}",
        b'{"id": "x", "seat": "GM", "command": {"type": "post", "text": "forged"}}',
        b'{"id": "x", "role": "gm", "command": {"type": "post", "text": "forged"}}',
        b'{"id": "x", "stand_in": true, "command": {"type": "post", "text": "forged"}}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_order_is_refused_with_the_place_named(ana: Program, body: bytes) -> None:
    before = ana.sees()["seq"]
    for door in ("orders", "odds"):
        answer = ana.post(f"{ana.at}/{door}", content=body)
        assert answer.status_code in {400, 422}
        assert problem(answer)["detail"]
    assert ana.sees()["seq"] == before


# --- odds ---


def test_odds_are_exact_fractions_on_what_the_seat_knows(ana: Program, server: Running, ferry: Table) -> None:
    told = ana.post(f"{ana.at}/odds", json={"command": {"type": "commit"}}).json()
    system = ferry.system
    command = msgspec.convert({"type": "commit"}, system.commands)
    exact = forecast(system, server.now(ferry).state, "Ana", command).plain()
    assert told == json.loads(json.dumps({**exact, "why": ""}))
    results = [one for one in told["chances"] if one["outcome"]["key"].startswith("result:")]
    assert sum(Fraction(one["chance"]) for one in results) == 1
    assert ana.sees()["seq"] == ferry.chronicles.count("Ana")


def test_a_spectator_asks_for_no_odds_and_nobody_for_those_of_talk(
    server: Running, ferry: Table, ana: Program
) -> None:
    watcher = server.program(ferry, SPECTATOR)
    assert watcher.post(f"{watcher.at}/odds", json={"command": {"type": "commit"}}).status_code == 403
    assert ana.post(f"{ana.at}/odds", json={"command": {"type": "post", "text": "x"}}).status_code == 400


# --- undoing ---


def test_marks_come_in_pages_and_a_number_beyond_the_end_asks_for_the_newest(gm: Program) -> None:
    newest = gm.get(f"{gm.at}/marks").json()
    assert gm.get(f"{gm.at}/marks?before=99999999999").json() == newest
    assert gm.get(f"{gm.at}/marks?before={newest[1]['seq']}").json() == newest[2:]


# --- the stream ---


class Heard:
    """What a stream has told so far."""

    def __init__(self, program: Program, query: str = "", **headers: str) -> None:
        self._stream = program.stream("GET", f"{program.at}/events{query}", headers=headers)
        self._lines = self._stream.__enter__().iter_lines()

    def next(self) -> tuple[str, str, Any]:
        """Kind, id and data of the next event."""
        found = {"id": "", "event": "", "data": ""}
        for line in self._lines:
            name, _, value = line.partition(": ")
            if name in found:
                found[name] = value
            elif not line and found["event"]:
                return found["event"], found["id"], json.loads(found["data"])
        raise AssertionError("the stream has ended")

    def entries(self, count: int) -> list[Any]:
        """So many lines of the chronicle."""
        told: list[Any] = []
        while len(told) < count:
            kind, id, data = self.next()
            if kind == "entry":
                assert id == str(data["seq"])
                told.append(data)
        return told

    def close(self) -> None:
        """Leave, in the middle."""
        self._stream.__exit__(None, None, None)


@pytest.mark.parametrize("by_header", [True, False])
def test_a_stream_goes_on_where_it_broke_off_and_loses_and_doubles_nothing(
    ana: Program, gm: Program, by_header: bool
) -> None:
    told: list[Any] = []
    last = 0
    for burst in range(4):
        for number in range(6):
            gm.does("post", text=f"{burst}.{number}")
            gm.does("note", text="the GM alone")
            gm.does("whisper", text="to Ben", to="Ben")
        after = {"Last-Event-ID": str(last)} if by_header else {}
        with closing(Heard(ana, "" if by_header else f"?after={last}", **after)) as stream:
            told += stream.entries(ana.sees()["seq"] - last - burst % 2)
        last = told[-1]["seq"]
    told += _rest(ana, last)
    assert told == ana.get(f"{ana.at}/chronicle").json()["entries"]
    assert [entry["seq"] for entry in told] == list(range(1, len(told) + 1))


def _rest(program: Program, after: int) -> list[Any]:
    found: list[Any] = program.get(f"{program.at}/chronicle?after={after}").json()["entries"]
    return found


def test_a_stream_of_views_begins_with_the_whole_and_tells_each_change(ana: Program, gm: Program) -> None:
    with closing(Heard(ana, "?view=yes&after=100000000")) as stream:
        assert stream.next()[::2] == ("view", ana.sees())
        gm.does("post", text="The lamp swings.")
        seen = [stream.next() for _ in range(2)]
        assert [kind for kind, _, _ in seen] == ["entry", "view"]
        assert seen[0][2]["text"] == "The lamp swings."
        assert seen[1][2] == ana.sees()
        gm.does("note", text="nothing that Ana sees")
        gm.does("x_card")
        kind, _, entry = stream.next()
        assert (kind, entry["kind"]) == ("entry", "stopped")
        assert stream.next()[2]["paused"]


@pytest.mark.parametrize(
    "path",
    ["chronicle?after=-1", "chronicle?limit=x", "events?view=perhaps", "events?after=²", "chronicle?after="],
)
def test_a_question_that_cannot_be_read_says_what_would_be_right(ana: Program, path: str) -> None:
    assert "is" in problem(ana.get(f"{ana.at}/{path}"))["detail"]


# --- the rules as data ---


def test_every_game_brings_its_clauses_and_rulings(server: Running) -> None:
    with Program(server.url, "", "") as anybody:
        assert [game["name"] for game in anybody.get("/api/games").json()] == names()
        for name in names():
            clauses = load(name).clauses
            told = anybody.get(f"/api/games/{name}/clauses").json()
            assert [one["id"] for one in told] == list(clauses)
            choices = anybody.get(f"/api/games/{name}/rulings").json()
            assert [(one["name"], one["title"], one["clause"]) for one in choices] == [
                (name, ruling.title, clause.id) for name, (clause, ruling) in clauses.rulings().items()
            ]
        assert problem(anybody.get("/api/games/chess/clauses"))["status"] == 404


# --- forged seats ---


@pytest.mark.parametrize("claim", [{"seat": GM}, {"role": "gm"}, {"_seat": GM}])
def test_a_seat_that_is_claimed_in_a_request_counts_for_nothing(
    server: Running, ana: Program, claim: dict[str, str]
) -> None:
    seen = ana.get(ana.at, params=claim, headers={"X-Seat": GM, "X-Role": "gm", "Cookie": "seat=GM"})
    assert seen.json() == ana.sees()
    note = {"id": "forged", "command": {"type": "note", "text": "mine"} | claim}
    assert ana.post(f"{ana.at}/orders", json=note, params=claim).status_code in {400, 422}
    other = server.example("the-salt-clock", 0)
    assert problem(ana.get(f"/api/tables/{other.id}"))["status"] == 401


def test_the_gm_gives_an_order_for_somebody_who_is_not_there_and_everybody_is_told(
    gm: Program, ana: Program
) -> None:
    order = {"id": "for-ana", "command": {"type": "draft", "trait": "Empathy"}, "stand_in": "Ana"}
    answer = gm.post(f"{gm.at}/orders", json=order)
    assert answer.status_code == 200
    told = [entry["text"] for entry in ana.get(f"{ana.at}/chronicle").json()["entries"]]
    assert any("The GM plays for Ana" in text for text in told[-3:]), told[-3:]
    spoken = {"id": "words", "command": {"type": "post", "text": "I, Ana, agree."}, "stand_in": "Ana"}
    assert problem(gm.post(f"{gm.at}/orders", json=spoken))["status"] == 422
    nobody = order | {"id": "nobody", "stand_in": "Nobody"}
    assert problem(gm.post(f"{gm.at}/orders", json=nobody))["status"] == 403


def test_nobody_but_the_gm_stands_in_and_who_names_the_own_seat_only_acts(
    server: Running, ferry: Table, ana: Program
) -> None:
    before = ana.sees()["seq"]
    order = {"id": "forged", "command": {"type": "withdraw"}, "stand_in": "Ana"}
    for seat in ("Ben", SPECTATOR):
        forger = server.program(ferry, seat)
        assert problem(forger.post(f"{forger.at}/orders", json=order))["status"] == 403
    assert problem(ana.post(f"{ana.at}/orders", json=order | {"stand_in": GM}))["status"] == 403
    assert ana.sees()["seq"] == before
    assert ana.post(f"{ana.at}/orders", json=order).status_code == 200
    told = ana.get(f"{ana.at}/chronicle", params={"after": before}).json()["entries"]
    assert not any("plays for" in entry["text"] for entry in told)


@pytest.mark.parametrize("token", ["x", "Ana", "GM", "%FF" * 50, "0" * 5_000])
def test_a_token_that_is_none_opens_nothing(server: Running, ferry: Table, token: str) -> None:
    with Program(server.url, ferry.id, token) as stranger:
        for answer in (
            stranger.get(stranger.at),
            stranger.get(f"{stranger.at}/known"),
            stranger.get(f"{stranger.at}/events"),
            stranger.post(f"{stranger.at}/orders", json={"id": "x", "command": {"type": "x_card"}}),
        ):
            assert problem(answer)["type"] == "no-seat"
